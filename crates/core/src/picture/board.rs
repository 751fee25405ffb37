//! The board of every picture: the places, and the coordinates along its edge.

use super::sheet::Point;
use crate::game::describe::{Describe, Piece, Place, PlaceKind, PlaceName};
use std::collections::{BTreeMap, HashMap};
#[cfg(feature = "serde")]
use {schemars::JsonSchema, serde::Serialize};

/// The distance of neighbouring places, in the units of pictures.
pub const STEP: f64 = 52.0;
/// How far the ground extends around the outermost places.
pub const GROUND: f64 = 1.05 * STEP;
/// How much paper is visible around the ground.
const PAPER: f64 = 0.2 * STEP;

/// The board.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct Board {
    /// The width of the picture of the board, in the units of the coordinates.
    pub width: f64,
    /// The height of the picture of the board.
    pub height: f64,
    /// All places, always in the same order.
    pub places: Vec<PlaceState>,
}

/// A place of the board.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct PlaceState {
    /// Its name.
    pub name: PlaceName,
    /// What it looks like.
    pub kind: PlaceKind,
    /// The x coordinate of its centre, to the right.
    pub x: f64,
    /// The y coordinate of its centre, downwards.
    pub y: f64,
    /// The piece on it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub piece: Option<Piece>,
}

impl PlaceState {
    /// Its centre.
    pub const fn at(&self) -> Point {
        (self.x, self.y)
    }

    /// The letter and the number of a name such as `e5`.
    pub fn coordinates(&self) -> Option<(char, u32)> {
        let letter = self.name.chars().next().filter(char::is_ascii_lowercase)?;
        Some((letter, self.name[1..].parse().ok()?))
    }
}

/// A letter or a number at the edge of the board.
pub struct EdgeLabel {
    /// The letter or the number.
    pub text: String,
    /// The outermost of its places and the next one: it is drawn before them.
    pub line: [usize; 2],
}

impl Board {
    /// The board of a position.
    pub fn of<G: Describe>(position: &G) -> Self {
        let places = G::places();
        let mut pieces: HashMap<PlaceName, Piece> = position.pieces().into_iter().collect();
        let scale = STEP / nearest(&places);
        let extent = |part: fn(&Place) -> f64| {
            let values = places.iter().map(part);
            let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
            (least, rounded((most - least) * scale + 2.0 * (GROUND + PAPER)))
        };
        let ((left, width), (top, height)) = (extent(|place| place.at.0), extent(|place| place.at.1));
        let in_picture = |value: f64, least: f64| rounded((value - least) * scale + GROUND + PAPER);
        let place = |place: &Place| PlaceState {
            piece: pieces.remove(&place.name),
            kind: place.kind,
            x: in_picture(place.at.0, left),
            y: in_picture(place.at.1, top),
            name: place.name.clone(),
        };
        Self { width, height, places: places.iter().map(place).collect() }
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<&PlaceState> {
        self.places.iter().find(|place| place.name == name)
    }

    /// Whether its edge consists of dots, whose names are the only coordinates it needs.
    pub fn has_dots(&self) -> bool {
        self.places.iter().any(|place| place.kind == PlaceKind::Dot)
    }

    /// The letters and numbers along the edge: each is drawn before its lowest place. None if the edge consists of
    /// dots, or if place names are not letters and numbers.
    pub fn edge_labels(&self) -> Vec<EdgeLabel> {
        if self.has_dots() {
            return Vec::new();
        }
        let mut letters: BTreeMap<char, Vec<(u32, usize)>> = BTreeMap::new();
        let mut numbers: BTreeMap<u32, Vec<(u32, usize)>> = BTreeMap::new();
        for (index, place) in self.places.iter().enumerate() {
            let Some((letter, number)) = place.coordinates() else { return Vec::new() };
            letters.entry(letter).or_default().push((number, index));
            numbers.entry(number).or_default().push((letter.into(), index));
        }
        let letters = letters.into_iter().map(|(letter, line)| (letter.to_string(), line));
        let numbers = numbers.into_iter().map(|(number, line)| (number.to_string(), line));
        let label = |(text, mut line): (String, Vec<(u32, usize)>)| {
            line.sort_unstable();
            let [(_, first), (_, next), ..] = line[..] else { return None };
            Some(EdgeLabel { text, line: [first, next] })
        };
        letters.chain(numbers).filter_map(label).collect()
    }

    /// The pairs of neighbouring places that a line joins.
    pub fn joined(&self) -> Vec<(Point, Point)> {
        let ends: Vec<&PlaceState> =
            self.places.iter().filter(|place| matches!(place.kind, PlaceKind::Point | PlaceKind::Dot)).collect();
        let pairs = ends.iter().enumerate().flat_map(|(index, a)| ends[index + 1..].iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| a.kind == PlaceKind::Point || b.kind == PlaceKind::Point)
            .map(|(a, b)| (a.at(), b.at()))
            .filter(|&(a, b)| distance(a, b) < 1.1 * STEP)
            .collect()
    }

    /// The corners of the smallest convex shape around all places.
    pub fn hull(&self) -> Vec<Point> {
        let mut points: Vec<Point> = self.places.iter().map(PlaceState::at).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let half = |points: &mut dyn Iterator<Item = Point>| {
            let mut corners: Vec<Point> = Vec::new();
            for point in points {
                while let [.., a, b] = corners[..]
                    && (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) <= 1e-6
                {
                    corners.pop();
                }
                corners.push(point);
            }
            corners.pop();
            corners
        };
        let mut corners = half(&mut points.iter().copied());
        corners.extend(half(&mut points.iter().rev().copied()));
        corners
    }
}

/// The distance of two points.
pub fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The distance of the two closest places.
fn nearest(places: &[Place]) -> f64 {
    let pairs = places.iter().enumerate().flat_map(|(index, a)| places[index + 1..].iter().map(move |b| (a.at, b.at)));
    pairs.map(|(a, b)| distance(a, b)).fold(f64::INFINITY, f64::min)
}

/// Two decimals are enough for any screen.
fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
