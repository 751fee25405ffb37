//! The picture of a position as SVG.

use super::board::{Board, GROUND, PlaceState, STEP, distance};
use super::sheet::{Point, circle, label, line, palette, polygon, sheet};
use super::{Scene, Side};
use crate::game::describe::{Colour, Description, Effect, Piece, PlaceKind, PlaceName, Shape};
use std::collections::BTreeMap;
use svg::Document;
use svg::node::Blob;
use svg::node::element::{Description as Desc, Group, Text, Title};

/// The shapes of pieces, shared with the page.
pub const SHAPES: &str = include_str!("shapes.js");
/// The cells have three tones, so that neighbours differ and the lines of sight are easy to follow; squares have two.
const TONES: [&str; 3] = [palette::WOOD, "#dbba83", "#eacfa1"];
/// The ground around cells and squares, and its edge around points.
const FRAME: &str = "#c59f69";
/// Letters and numbers on it.
const LETTERING: &str = "#4d3a22";
/// The places that show why the game has ended.
const ENDING: &str = "#0b5f8a";
/// The size of letters and numbers at the edge.
const EDGE_SIZE: f64 = 15.0;
/// Of the names of places.
const NAME_SIZE: f64 = 10.0;
/// Of the numbers of turns.
const BADGE_SIZE: f64 = 11.5;
/// Below the board.
const CAPTION_SIZE: f64 = 15.0;
/// The distance of lines below the board.
const LINE_HEIGHT: f64 = 1.5 * CAPTION_SIZE;

/// A decision expected in one of the turns to come.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// In which of them, from 1.
    pub turn: usize,
    /// The colour of the side that takes it.
    pub colour: Colour,
    /// What it is.
    pub decision: &'a Description,
}

/// Overlays on a board.
#[derive(Clone, Default, Debug)]
pub struct Over<'a> {
    /// Expected decisions: arrows and badges with turn numbers.
    pub expected: Vec<Expected<'a>>,
    /// The value of the best decision that starts at each place, from 0 to 1.
    pub heat: BTreeMap<PlaceName, f64>,
    /// Whether each place shows its name.
    pub names: bool,
}

/// The picture of a position, with a title and a description for people who cannot see it. Each piece is a group with
/// the name of its place, and each place an invisible circle with its name, for programs that show the picture.
pub fn svg(scene: &Scene, over: &Over) -> String {
    let board = &scene.board;
    let below = below(scene);
    let height = board.height + LINE_HEIGHT * below.len() as f64 + 0.25 * STEP;
    let mut picture = sheet(board.width, height.ceil())
        .set("role", "img")
        .add(Title::new(scene.game))
        .add(Desc::new().add(svg::node::Text::new(scene.caption.clone())));
    picture = ground(picture, board);
    for place in board.places.iter().filter(|place| place.piece.is_none() && scene.last.contains(&place.name)) {
        picture = picture.add(circle(place.at(), 0.1 * STEP, palette::LAST, palette::LAST, 1.0));
    }
    if let Some(place) = scene.banned.as_ref().and_then(|name| board.place(name)) {
        let ((x, y), arm) = (place.at(), 0.2 * STEP);
        picture = picture.add(line((x - arm, y - arm), (x + arm, y + arm), 3.5, palette::LAST));
        picture = picture.add(line((x - arm, y + arm), (x + arm, y - arm), 3.5, palette::LAST));
    }
    for place in &board.places {
        let Some(piece) = place.piece else { continue };
        let drawn = drawn_piece(piece, place.at(), STEP).set("data-piece", place.name.as_str());
        picture = picture.add(drawn);
        let marks = [(&scene.ending, ENDING, 4.0), (&scene.last, palette::LAST, 2.5)];
        if let Some((_, colour, width)) = marks.into_iter().find(|(names, ..)| names.contains(&place.name)) {
            picture = picture.add(circle(place.at(), 0.455 * STEP, "none", colour, width));
        }
    }
    picture = overlay(picture, board, over);
    let mut points = Group::new().set("fill", "none").set("pointer-events", "all");
    for place in &board.places {
        let point = circle(place.at(), 12.0, "none", "none", 0.0);
        points = points.add(point.set("data-point", place.name.as_str()));
    }
    picture = picture.add(points);
    for (index, LineBelow { text, left }) in below.into_iter().enumerate() {
        let y = board.height + LINE_HEIGHT * (index as f64 + 0.5);
        let x = if left.is_some() { 50.0 } else { board.width / 2.0 };
        let anchor = if left.is_some() { "start" } else { "middle" };
        picture = picture.add(label((x, y), CAPTION_SIZE, palette::LABEL, text).set("text-anchor", anchor));
        if let Some(piece) = left.flatten() {
            picture = picture.add(drawn_piece(piece, (32.0, y), 0.42 * STEP));
        }
    }
    picture.to_string() + "\n"
}

/// A line below the board.
struct LineBelow {
    text: String,
    /// Whether it starts at the left, and with which piece; otherwise it is centred.
    left: Option<Option<Piece>>,
}

/// The lines below the board: each side's counts, other information, and who has to do what.
fn below(scene: &Scene) -> Vec<LineBelow> {
    /// No common font has wider letters on average.
    const WIDTH: f64 = 0.62 * CAPTION_SIZE;
    let fitted = |text: &str, room: f64| wrapped(text, (room / WIDTH) as usize).into_iter();
    let side = |side: &Side| {
        let piece = side.kinds.first().map(|&kind| Piece::new(kind, side.colour));
        let lines = fitted(&side.noted()?, scene.board.width - 70.0).enumerate();
        Some(lines.map(move |(index, text)| LineBelow { text, left: Some(piece.filter(|_| index == 0)) }))
    };
    let sides = scene.sides.iter().filter_map(side).flatten();
    let texts = [scene.remarks.join(", "), scene.caption.clone()].into_iter().filter(|text| !text.is_empty());
    let middle = texts.flat_map(|text| fitted(&text, scene.board.width - 20.0));
    sides.chain(middle.map(|text| LineBelow { text, left: None })).collect()
}

/// A text in lines of at most this many characters, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.len() - 1;
        if lines[line].is_empty() {
            lines[line] = word.to_string();
        } else if lines[line].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            lines[line] += &format!(" {word}");
        }
    }
    lines
}

/// The empty board: the ground, lines, cells, squares and dots, and the letters and numbers at the edge.
fn ground(mut picture: Document, board: &Board) -> Document {
    let has_points = board.places.iter().any(|place| place.kind == PlaceKind::Point);
    let (fill, edge) = if has_points { (palette::WOOD, palette::WOOD_DARK) } else { (FRAME, palette::LINE) };
    // A wide edge rounds the corners.
    for (colour, more) in [(edge, 3.0), (fill, 0.0)] {
        picture = picture.add(polygon(&board.hull(), fill, colour, 2.0 * GROUND + more));
    }
    for (from, to) in board.joined() {
        picture = picture.add(line(from, to, 1.4, palette::LINE));
    }
    for place in &board.places {
        let (letter, number) = place.coordinates().unwrap_or(('a', 0));
        let tone = letter as usize + number as usize;
        picture = match place.kind {
            PlaceKind::Cell => picture.add(polygon(&cell(board, place), TONES[tone % TONES.len()], palette::LINE, 1.5)),
            PlaceKind::Square => {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                let corners = corners.map(|(x, y)| (place.x + 0.5 * STEP * x, place.y + 0.5 * STEP * y));
                let fill = [palette::WOOD_DARK, palette::WOOD][tone % 2];
                picture.add(polygon(&corners, fill, palette::LINE, 0.7))
            }
            PlaceKind::Dot => picture.add(circle(place.at(), 0.09 * STEP, palette::LINE, palette::LINE, 1.0)),
            PlaceKind::Point => picture,
        };
    }
    let reach = STEP * if has_points { 0.74 } else { 0.82 };
    for edge in board.edge_labels() {
        let [first, next] = edge.line.map(|index| board.places[index].at());
        picture = picture.add(label(beyond(next, first, reach), EDGE_SIZE, LETTERING, edge.text));
    }
    let centre = (board.width / 2.0, board.height / 2.0);
    for dot in board.places.iter().filter(|place| place.kind == PlaceKind::Dot) {
        picture = picture.add(label(beyond(centre, dot.at(), 0.55 * STEP), EDGE_SIZE, LETTERING, dot.name.as_str()));
    }
    picture
}

/// The corners of a hexagonal cell, between the directions of its neighbours.
fn cell(board: &Board, place: &PlaceState) -> Vec<Point> {
    let (x, y) = place.at();
    let neighbour = board.places.iter().find(|other| (1.0..1.1 * STEP).contains(&distance(other.at(), place.at())));
    let angle = neighbour.map_or(0.0, |other| (other.y - y).atan2(other.x - x));
    let corner = |sixth: u8| {
        let (sin, cos) = (angle + (f64::from(sixth) * 60.0 + 30.0).to_radians()).sin_cos();
        let reach = STEP / 3f64.sqrt();
        (x + reach * cos, y + reach * sin)
    };
    (0..6).map(corner).collect()
}

/// The point this far beyond `to`, seen from `from`.
fn beyond(from: Point, to: Point, by: f64) -> Point {
    let length = distance(from, to).max(1.0);
    (to.0 + (to.0 - from.0) / length * by, to.1 + (to.1 - from.1) / length * by)
}

/// The colours of a piece: its body, its edge, and the drawing on it.
const fn paint(colour: Colour) -> [&'static str; 3] {
    match colour {
        Colour::White => ["#fffdf6", "#4a4034", "#4a4034"],
        Colour::Black => ["#26221e", "#000000", "#e6ddcf"],
        Colour::Red => ["#c23a2e", "#5c1610", "#fffdf6"],
    }
}

/// A piece of this size, given as the distance of two places.
fn drawn_piece(piece: Piece, (x, y): Point, size: f64) -> Group {
    let [body, edge, light] = paint(piece.colour);
    let parts = template(piece.kind.shape).split_inclusive('>');
    // What only the page shows: shadows, glints, and signs beside the colours.
    let flat: String =
        parts.filter(|part| !["{shade}", "{glint}", "{sign}"].iter().any(|word| part.contains(word))).collect();
    let drawn = flat.replace("{body}", body).replace("{flat}", body).replace("{edge}", edge).replace("{light}", light);
    Group::new().set("transform", format!("translate({x:.2} {y:.2}) scale({size})")).add(Blob::new(drawn))
}

/// The drawing of a shape.
fn template(shape: Shape) -> &'static str {
    let name = format!("{shape:?}").to_lowercase();
    let mut lines = SHAPES.lines().filter_map(|line| line.trim().strip_suffix("',")?.split_once(": '"));
    lines.find(|(known, _)| *known == name).map_or("", |(_, drawing)| drawing)
}

/// The texts so far: the centre of each and half its width and height.
#[derive(Default)]
struct Texts(Vec<(Point, Point)>);

impl Texts {
    /// The first of the points at which a badge overlaps no text, otherwise one near the first.
    fn settle(&mut self, wished: &[Point]) -> Point {
        const ROOM: f64 = 10.0;
        let is_free = |&(x, y): &Point| {
            self.0.iter().all(|&((left, top), (width, height))| {
                (x - left).abs() > width + ROOM || (y - top).abs() > height + ROOM
            })
        };
        let around = (1..).flat_map(|turn| {
            let (sin, cos) = (f64::from(turn) * 0.9).sin_cos();
            let reach = 12.0 + 2.0 * f64::from(turn);
            wished.first().map(|&(x, y)| (x + reach * cos, y + reach * sin))
        });
        let found = wished.iter().copied().chain(around.take(1_000)).find(is_free).unwrap_or_default();
        self.0.push((found, (ROOM, ROOM)));
        found
    }
}

/// Names, arrows, badges and the heat map.
fn overlay(mut picture: Document, board: &Board, over: &Over) -> Document {
    let mut texts = Texts::default();
    let pointers: Vec<Pointer> = over.expected.iter().map(|expected| Pointer::of(expected.decision)).collect();
    let badged = |name: &PlaceName| {
        over.heat.contains_key(name) || pointers.iter().any(|pointer| matches!(pointer, Pointer::At(at) if *at == name))
    };
    if over.names || (board.edge_labels().is_empty() && !board.has_dots()) {
        for place in board.places.iter().filter(|place| place.kind != PlaceKind::Dot && !badged(&place.name)) {
            let (text, at) = drawn_name(place);
            texts.0.push((at, (0.31 * NAME_SIZE * place.name.len() as f64, 0.5 * NAME_SIZE)));
            picture = picture.add(text);
        }
    }
    let mut heat = Group::new().set("class", "heat");
    for (name, &share) in &over.heat {
        let Some(place) = board.place(name) else { continue };
        let hundredths = format!("{:.0}", 100.0 * share);
        heat = heat
            .add(circle(place.at(), 0.31 * STEP, &heat_colour(share), "none", 0.0).set("fill-opacity", 0.85))
            .add(label(place.at(), 13.0, "#000000", hundredths).set("font-weight", "bold"));
    }
    if !over.heat.is_empty() {
        picture = picture.add(heat);
    }
    for (expected, pointer) in over.expected.iter().zip(&pointers) {
        picture = pointer.draw(picture, board, expected, &mut texts);
    }
    picture
}

/// The name of a place and its position: on its piece or in its centre, or between crossing lines.
fn drawn_name(place: &PlaceState) -> (Text, Point) {
    let colour = match place.piece {
        Some(piece) if !matches!(piece.kind.shape, Shape::Ring | Shape::Cross) => paint(piece.colour)[2],
        _ => LETTERING,
    };
    let is_between = place.piece.is_none() && place.kind == PlaceKind::Point;
    let at = if is_between { (place.x + 0.21 * STEP, place.y + 0.3 * STEP) } else { place.at() };
    (label(at, NAME_SIZE, colour, place.name.as_str()), at)
}

/// How a decision is marked.
enum Pointer<'a> {
    /// A piece moves from one place to another.
    Way(&'a PlaceName, &'a PlaceName),
    /// A piece lands on a place, or the place is touched.
    At(&'a PlaceName),
    /// These places are emptied.
    Taken(Vec<&'a PlaceName>),
    /// Nothing is visible.
    Nothing,
}

impl<'a> Pointer<'a> {
    fn of(decision: &'a Description) -> Self {
        let way = |effect: &'a Effect| match effect {
            Effect::Put { to, via: Some(via), .. } => Some(Self::Way(via, to)),
            Effect::Move { from, to, .. } => Some(Self::Way(from, to)),
            _ => None,
        };
        let pushed = decision.effects.iter().find(|effect| matches!(effect, Effect::Put { via: Some(_), .. }));
        let put = decision.effects.iter().find_map(|effect| match effect {
            Effect::Put { to, .. } => Some(Self::At(to)),
            _ => None,
        });
        let taken: Vec<&PlaceName> = decision
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Take { from, .. } => Some(from),
                _ => None,
            })
            .collect();
        let touched = || decision.touches.first().and_then(|touched| touched.first()).map(Self::At);
        let found = pushed.and_then(way).or_else(|| decision.effects.iter().find_map(way)).or(put);
        found.unwrap_or_else(|| if taken.is_empty() { touched().unwrap_or(Self::Nothing) } else { Self::Taken(taken) })
    }

    fn draw(&self, picture: Document, board: &Board, expected: &Expected, texts: &mut Texts) -> Document {
        let at = |name: &PlaceName| board.place(name).map(PlaceState::at);
        let between = |(a, b): (Point, Point), part: f64| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
        let opacity = (1.1 - 0.1 * expected.turn as f64).clamp(0.5, 1.0);
        match self {
            Self::Way(from, to) => {
                let Some((from, to)) = at(from).zip(at(to)) else { return picture };
                let neck = beyond(from, to, -13.0);
                // To the left and to the right of the way.
                let side = |part: f64| (neck.0 - (to.1 - neck.1) * part, neck.1 + (to.0 - neck.0) * part);
                let wished = [0.5, 0.35, 0.65, 0.2, 0.8].map(|part| between((from, to), part));
                let head = polygon(&[to, side(0.58), side(-0.58)], palette::ARROW, palette::ARROW, 1.0);
                let picture = picture
                    .add(line(from, neck, 4.5, palette::ARROW).set("opacity", opacity))
                    .add(head.set("opacity", opacity));
                badge(picture, texts.settle(&wished), 9.0, expected)
            }
            Self::At(place) => match at(place) {
                Some(place) => badge(picture, texts.settle(&[place]), 0.35 * STEP, expected),
                None => picture,
            },
            Self::Taken(places) => {
                let places: Vec<Point> = places.iter().filter_map(|place| at(place)).collect();
                let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return picture };
                let ring = |&place| {
                    circle(place, 0.44 * STEP, "none", palette::ARROW, 3.5)
                        .set("stroke-dasharray", "5 4")
                        .set("opacity", opacity)
                };
                let picture = places.iter().map(ring).fold(picture, Document::add);
                badge(picture, texts.settle(&[between((first, last), 0.5)]), 10.0, expected)
            }
            Self::Nothing => picture,
        }
    }
}

/// The number of a turn on the colour of the side that plays it.
fn badge(picture: Document, at: Point, radius: f64, expected: &Expected) -> Document {
    let [body, _, light] = paint(expected.colour);
    let opacity = (1.1 - 0.1 * expected.turn as f64).clamp(0.5, 0.9);
    picture.add(circle(at, radius, body, palette::ARROW, 2.0).set("opacity", opacity)).add(label(
        at,
        BADGE_SIZE,
        light,
        expected.turn.to_string(),
    ))
}

/// The SVG 1.1 colour of a share of the point, from red through yellow to green.
fn heat_colour(share: f64) -> String {
    /// Of the colours on the way.
    const SATURATION: f64 = 0.75;
    const LIGHTNESS: f64 = 0.55;
    let (most, chroma) = (LIGHTNESS + SATURATION * (1.0 - LIGHTNESS), 2.0 * SATURATION * (1.0 - LIGHTNESS));
    let part = |strength: f64| (255.0 * (most - chroma * (1.0 - strength.clamp(0.0, 1.0)))).round() as u8;
    // Up to the middle there is all red, from there on all green.
    format!("#{:02x}{:02x}{:02x}", part(2.0 - 2.0 * share), part(2.0 * share), part(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::describe::PieceKind;

    #[test]
    fn the_colours_of_shares_are_those_of_a_traffic_light() {
        // As hsl(0,75%,55%), hsl(60,75%,55%) and hsl(120,75%,55%).
        assert_eq!([0.0, 0.5, 1.0].map(heat_colour), ["#e23636", "#e2e236", "#36e236"]);
    }

    #[test]
    fn every_shape_has_a_drawing() {
        for shape in Shape::ALL {
            let drawn = drawn_piece(
                Piece::new(PieceKind { id: "", shape, name: crate::game::says::stone }, Colour::White),
                (0.0, 0.0),
                1.0,
            );
            let text = drawn.to_string();
            assert!(text.contains("#fffdf6") && text.contains("#4a4034") && !text.contains('{'), "{shape:?}: {text}");
        }
    }
}
