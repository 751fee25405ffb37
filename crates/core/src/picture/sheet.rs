//! A sheet of paper for SVG pictures, and the elements drawn on it. Points are `(x, y)`, y downwards.

use svg::Document;
use svg::node::element::{Circle, Line, Polygon, Text};

/// A point of the drawing.
pub type Point = (f64, f64);

/// The colours shared by all boards.
pub mod palette {
    /// Behind the board.
    pub const PAPER: &str = "#f6efe2";
    /// Cells and board surface.
    pub const WOOD: &str = "#e3c591";
    /// A second tone of the board surface.
    pub const WOOD_DARK: &str = "#d3b07a";
    /// Lines and edges.
    pub const LINE: &str = "#6f5637";
    /// Coordinates.
    pub const LABEL: &str = "#6f5637";
    /// The last move.
    pub const LAST: &str = "#d1352b";
    /// Expected moves.
    pub const ARROW: &str = "#2463b0";
}

/// Fonts, at least one of which every common system has. Tools such as resvg have no `sans-serif` without Arial.
const FONTS: &str = "Arial, Helvetica, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif";

/// An empty sheet of paper.
pub fn sheet(width: f64, height: f64) -> Document {
    let background =
        svg::node::element::Rectangle::new().set("width", width).set("height", height).set("fill", palette::PAPER);
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", FONTS)
        .add(background)
}

/// Text centred on a point.
pub fn label(at: Point, size: f64, fill: &str, text: impl Into<String>) -> Text {
    Text::new(text.into())
        .set("x", round(at.0))
        .set("y", round(at.1 + 0.35 * size))
        .set("font-size", size)
        .set("text-anchor", "middle")
        .set("fill", fill)
}

/// A straight line.
pub fn line(from: Point, to: Point, width: f64, colour: &str) -> Line {
    Line::new()
        .set("x1", round(from.0))
        .set("y1", round(from.1))
        .set("x2", round(to.0))
        .set("y2", round(to.1))
        .set("stroke", colour)
        .set("stroke-width", width)
        .set("stroke-linecap", "round")
}

/// A closed shape.
pub fn polygon(corners: &[Point], fill: &str, edge: &str, width: f64) -> Polygon {
    let points: Vec<String> = corners.iter().map(|p| format!("{},{}", round(p.0), round(p.1))).collect();
    Polygon::new()
        .set("points", points.join(" "))
        .set("fill", fill)
        .set("stroke", edge)
        .set("stroke-width", width)
        .set("stroke-linejoin", "round")
}

/// A circle; `fill` may be `none`.
pub fn circle(at: Point, radius: f64, fill: &str, edge: &str, width: f64) -> Circle {
    Circle::new()
        .set("cx", round(at.0))
        .set("cy", round(at.1))
        .set("r", radius)
        .set("fill", fill)
        .set("stroke", edge)
        .set("stroke-width", width)
}

/// Two decimals are enough for any screen or printer, and keep the files small.
fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
