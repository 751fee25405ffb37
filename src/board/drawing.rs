//! Drawing boards as SVG: one paper, one set of stones, one kind of arrow for all games.
//!
//! Lengths are in SVG user units; a stone has a radius of about 20. Points are `(x, y)`, y downwards.

use svg::Document;
use svg::node::element::{Circle, Line, Polygon, Text};

/// A point of the drawing.
pub type Point = (f64, f64);

/// The colours that all boards share.
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

/// The colours of stones, pawns and markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stone {
    /// The side called White.
    White,
    /// The side called Black.
    Black,
    /// The third side of Yavalath, and the Zen.
    Red,
}

impl Stone {
    /// Fill and edge.
    pub fn colours(self) -> (&'static str, &'static str) {
        match self {
            Self::White => ("#fffdf6", "#4a4034"),
            Self::Black => ("#26221e", "#000000"),
            Self::Red => ("#c23a2e", "#5c1610"),
        }
    }

    /// A colour that is seen on the stone.
    pub fn contrast(self) -> &'static str {
        match self {
            Self::White => "#26221e",
            Self::Black | Self::Red => "#fffdf6",
        }
    }
}

/// An empty sheet of paper.
pub fn sheet(width: f64, height: f64) -> Document {
    let background =
        svg::node::element::Rectangle::new().set("width", width).set("height", height).set("fill", palette::PAPER);
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, sans-serif")
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

/// A round stone.
pub fn stone(at: Point, radius: f64, colour: Stone) -> Circle {
    let (fill, edge) = colour.colours();
    circle(at, radius, fill, edge, 1.6)
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

/// An arrow for an expected move of `colour` in turn number `turn` (from 1) of its line: the first is the strongest.
pub fn arrow(document: Document, from: Point, to: Point, turn: usize, colour: Stone) -> Document {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let head = 13.0;
    let neck = (to.0 - ux * head, to.1 - uy * head);
    let side = |s: f64| (neck.0 - uy * s, neck.1 + ux * s);
    let opacity = fade(turn);
    let (fill, edge) = colour.colours();
    let badge = (from.0 + dx * 0.5, from.1 + dy * 0.5);
    document
        .add(line(from, neck, 4.5, palette::ARROW).set("opacity", opacity))
        .add(polygon(&[to, side(7.5), side(-7.5)], palette::ARROW, palette::ARROW, 1.0).set("opacity", opacity))
        .add(circle(badge, 9.0, fill, edge, 1.5).set("opacity", opacity))
        .add(label(badge, 11.5, colour.contrast(), turn.to_string()))
}

/// The ghost of a stone for an expected placement of `colour` in turn number `turn` (from 1) of its line.
pub fn ghost(document: Document, at: Point, radius: f64, turn: usize, colour: Stone) -> Document {
    let (fill, _) = colour.colours();
    let stone = circle(at, radius, fill, palette::ARROW, 2.5).set("opacity", 0.8 * fade(turn));
    document.add(stone).add(label(at, radius * 1.1, colour.contrast(), turn.to_string()))
}

fn fade(turn: usize) -> f64 {
    (1.0 - 0.1 * (turn.saturating_sub(1)) as f64).max(0.5)
}

/// Two decimals are enough for any screen or printer, and keep the files small.
fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
