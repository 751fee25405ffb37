//! Pictures: the board as it is printed, letters from left to right, the lines of a letter upright.

use super::board::{BOARD, COLUMNS, NUMBERS, PLACES, ROWS, STRIDES, point, window};
use super::decision::{Decision, row_end};
use super::names::letter;
use super::position::{POOL, Yinsh};
use crate::board::bits::members;
use crate::board::drawing::{Point, Stone, arrow, circle, ghost, label, line, palette, polygon, sheet, stone};
use crate::game::{Charset, Describe, Draw, ExpectedMove, Marks, Move, Player};
use svg::Document;

/// The distance of neighbours, and the radii of a ring (to the middle of its rim) and of a marker.
const STEP: f64 = 52.0;
const RING: f64 = 19.0;
const MARKER: f64 = 14.0;

/// Where a column and a row are drawn: columns stand upright, half a step lower from one to the next.
fn place(column: f64, row: f64) -> Point {
    (STEP * (1.3 + 0.75_f64.sqrt() * column), STEP * (9.8 - row + column / 2.0))
}

/// Width and height of the picture.
pub fn picture_size() -> Point {
    (STEP * (2.6 + 10.0 * 0.75_f64.sqrt()), STEP * 13.2)
}

/// Where a point of the board is in the picture.
pub fn position_of(at: usize) -> Point {
    let (column, row) = PLACES[at % NUMBERS];
    place(column.into(), row.into())
}

/// How far from the top a row and column are printed, in lines of text: half a step of the board each.
fn printed_height(column: usize, row: usize) -> usize {
    16 + column - 2 * row
}

/// The point before the first of a number's line, where the number is written.
fn before_row(row: usize) -> (f64, f64) {
    let first = ROWS.iter().position(|&(low, high)| (low..=high).contains(&row)).unwrap_or(0);
    (first as f64 - 1.0, row as f64)
}

/// The points that a turn has changed, for marking them.
fn touched(last: &[Move]) -> u128 {
    last.iter().fold(0, |set, &mv| {
        set | match Decision::of(mv) {
            Decision::Place(at) | Decision::Ring(at) => 1 << at,
            Decision::Go(from, to) => 1 << from | 1 << to,
            Decision::Row(first, direction) => window(first, direction),
            Decision::Pass => 0,
        }
    })
}

impl Yinsh {
    /// One sentence: rings taken off and markers left.
    fn supplies(&self) -> String {
        let [white, black] = self.taken;
        let left = POOL - self.marker_count;
        let goal = self.rings_to_win;
        format!("rings taken off: White {white}, Black {black} of {goal}; markers left: {left}")
    }
}

impl Draw for Yinsh {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let pieces = match charset {
            Charset::Ascii => ['W', 'B', 'w', 'b', '.'],
            Charset::Unicode => ['◎', '◉', '○', '●', '·'],
        };
        let marked = touched(last);
        // One more row of text on top and two more characters in front leave room for the numbers.
        let mut canvas = vec![vec![' '; 4 * COLUMNS + 4]; 22];
        let mut write = |height: usize, at: usize, text: &str| {
            for (i, c) in text.chars().enumerate() {
                canvas[height][at + i] = c;
            }
        };
        for at in members(BOARD) {
            let holds = |set: u128| set >> at & 1 != 0;
            let kinds = [self.rings[0].set(), self.rings[1].set(), self.white, self.markers.set(), BOARD];
            let kind = kinds.into_iter().position(holds).unwrap_or(4);
            let (column, row) = (usize::from(PLACES[at].0), usize::from(PLACES[at].1));
            let (before, after) = match (holds(marked), charset, kind) {
                (true, ..) => ('[', ']'),
                (false, Charset::Ascii, 0 | 1) => ('(', ')'),
                _ => (' ', ' '),
            };
            let text = format!("{before}{}{after}", pieces[kind]);
            write(printed_height(column, row) + 2, 4 * column + 3, &text);
        }
        for row in 1..=11 {
            let column = (before_row(row).0 + 1.0) as usize;
            write(printed_height(column, row) + 1, 4 * column, &format!("{row:>2}"));
        }
        for column in 0..COLUMNS {
            write(21, 4 * column + 4, &letter(column).to_string());
        }
        let mut text = String::new();
        for printed in canvas {
            text.push_str(printed.into_iter().collect::<String>().trim_end());
            text.push('\n');
        }
        let [ring_w, ring_b, marker_w, marker_b, _] = pieces;
        format!(
            "{text}\nWhite: rings {ring_w} markers {marker_w}, Black: rings {ring_b} markers {marker_b}\n{}\n{}\n",
            self.supplies(),
            self.caption()
        )
    }

    fn svg(&self, marks: &Marks) -> String {
        let (width, height) = picture_size();
        let mut document = grid(sheet(width, height));
        for at in members(self.markers.set()) {
            let stone_colour = if self.white >> at & 1 != 0 { Stone::White } else { Stone::Black };
            document = document.add(stone(position_of(at), MARKER, stone_colour));
        }
        for player in [Player::FIRST, Player::SECOND] {
            for at in members(self.rings[player.index()].set()) {
                document = ring(document, position_of(at), player);
            }
        }
        document = last_turn(document, marks.last);
        document = tray(document, self, width, height);
        for expected in marks.line {
            document = draw_expected(document, expected);
        }
        document.to_string()
    }
}

/// The lines of the board with their letters and numbers.
fn grid(mut document: Document) -> Document {
    // A regular hexagon around the centre f6, wide enough for the coordinates.
    let corners = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, -1.0), (-1.0, 0.0)];
    let corners = corners.map(|(x, y)| place(5.0 + 6.1 * x, 6.0 + 6.1 * y));
    document = document.add(polygon(&corners, palette::WOOD, palette::WOOD_DARK, 2.0));
    for stride in STRIDES {
        for from in members(BOARD & (BOARD >> stride)) {
            let to = from + stride as usize;
            document = document.add(line(position_of(from), position_of(to), 1.4, palette::LINE));
        }
    }
    for (column, (low, _)) in ROWS.into_iter().enumerate() {
        let (x, y) = position_of(point(column, low));
        document = document.add(label((x, y + 0.66 * STEP), 15.0, palette::LABEL, letter(column)));
    }
    for row in 1..=11 {
        let (column, row) = before_row(row);
        document = document.add(label(place(column + 0.34, row), 15.0, palette::LABEL, row.to_string()));
    }
    document
}

/// A ring: a rim with a dark edge on either side, through which the board is seen.
fn ring(document: Document, at: Point, player: Player) -> Document {
    let (fill, edge) = if player == Player::FIRST { Stone::White } else { Stone::Black }.colours();
    document.add(circle(at, RING, "none", edge, 7.4)).add(circle(at, RING, "none", fill, 4.6))
}

/// The turn that led here: its way and the points it ended on or cleared.
fn last_turn(mut document: Document, last: &[Move]) -> Document {
    for &mv in last {
        let dot = |at: usize| circle(position_of(at), 5.0, palette::LAST, "none", 0.0);
        let rim = |at: usize| circle(position_of(at), RING + 5.0, "none", palette::LAST, 2.5);
        document = match Decision::of(mv) {
            Decision::Place(at) => document.add(rim(at)),
            Decision::Go(from, to) => document.add(dot(from)).add(rim(to)),
            Decision::Row(first, direction) => {
                let ends = (position_of(first), position_of(row_end(first, direction)));
                document.add(line(ends.0, ends.1, 4.0, palette::LAST).set("stroke-dasharray", "2 9"))
            }
            Decision::Ring(at) => document.add(rim(at).set("stroke-dasharray", "4 5")),
            Decision::Pass => document,
        };
    }
    document
}

/// The rings taken off, White's on the left and Black's on the right, between them the markers left, and what is pending.
fn tray(mut document: Document, position: &Yinsh, width: f64, height: f64) -> Document {
    for player in [Player::FIRST, Player::SECOND] {
        for i in 0..position.taken[player.index()] {
            let inwards = 1.9 * RING + 0.95 * STEP * f64::from(i);
            let x = if player == Player::FIRST { inwards } else { width - inwards };
            document = ring(document, (x, height - 1.9 * RING), player);
        }
    }
    let left = POOL - position.marker_count;
    for i in 0..left {
        // In two rows, half of them showing either side.
        let (column, row) = (f64::from(i / 2), f64::from(i % 2));
        let at = (width / 2.0 + 7.5 * (column - 13.0), height - 50.0 + 9.0 * row);
        document = document.add(stone(at, 3.2, if i % 2 == 0 { Stone::White } else { Stone::Black }));
    }
    let markers = format!("{left} markers left");
    document = document.add(label((width / 2.0, height - 62.0), 12.0, palette::LABEL, markers));
    document.add(label((width / 2.0, height - 14.0), 15.0, palette::LABEL, position.caption()))
}

/// A decision expected next.
fn draw_expected(document: Document, expected: &ExpectedMove) -> Document {
    let (turn, colour) = (expected.turn, expected.stone());
    match Decision::of(expected.mv) {
        Decision::Place(at) | Decision::Ring(at) => ghost(document, position_of(at), 12.0, turn, colour),
        Decision::Go(from, to) => arrow(document, position_of(from), position_of(to), turn, colour),
        Decision::Row(first, direction) => {
            let (from, to) = (position_of(first), position_of(row_end(first, direction)));
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            let bar = line(from, to, 4.5, palette::ARROW).set("opacity", 0.7);
            ghost(document.add(bar), middle, 11.0, turn, colour)
        }
        Decision::Pass => document,
    }
}
