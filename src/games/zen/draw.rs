//! Pictures of Zèn: a board of squares in the terminal, and one for a book.

use super::board::{NOWHERE, SIZE, SQUARES, place};
use super::decision::squares_of;
use super::names::name;
use super::position::Zen;
use super::threats::Threat;
use crate::board::drawing::{Point, Stone, arrow, circle, label, line, palette, polygon, sheet, stone};
use crate::game::{Charset, Describe, Draw, Game, Marks, Move, Seating};
use svg::Document;
use svg::node::element::Rectangle;

/// Side of a square.
const CELL: f64 = 52.0;
/// Paper around the board, with the coordinates.
const MARGIN: f64 = 40.0;
/// Paper below the board, with a line of text.
const FOOT: f64 = 34.0;
const RADIUS: f64 = 19.0;
/// Width and height of the picture.
pub const PICTURE: Point = (CELL * SIZE as f64 + 2.0 * MARGIN, CELL * SIZE as f64 + 2.0 * MARGIN + FOOT);

impl Zen {
    /// Who is to do what, and what they should know; or how the game ended.
    fn remark(&self) -> String {
        let mut text = self.caption();
        if self.outcome().is_some() {
            return text;
        }
        if self.setup().four {
            text = format!("Seat {}, {text}", self.seat() + 1);
        }
        match self.threat() {
            Threat::None => {}
            Threat::Check => text += ", in check",
            Threat::Mate => text += ", mated",
        }
        if self.ban() != NOWHERE {
            text += &format!("; the Zen may not go back to {}", name(self.ban()));
        }
        text
    }
}

/// The squares of the decisions, in order.
fn marked(decisions: &[Move]) -> Vec<(usize, usize)> {
    decisions.iter().filter_map(|&mv| squares_of(mv)).collect()
}

impl Draw for Zen {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let symbol = |square| match (self.piece(square), charset) {
            (Some('w'), Charset::Ascii) => 'O',
            (Some('b'), Charset::Ascii) => 'X',
            (Some(_), Charset::Ascii) => 'Z',
            (None, Charset::Ascii) => '.',
            (Some('w'), Charset::Unicode) => '○',
            (Some('b'), Charset::Unicode) => '●',
            (Some(_), Charset::Unicode) => '◆',
            (None, Charset::Unicode) => '·',
        };
        let marks: Vec<usize> = marked(last).into_iter().flat_map(|(from, to)| [from, to]).collect();
        let mut text = String::new();
        for row in (0..SIZE).rev() {
            text += &format!("{:>2} ", row + 1);
            for square in row * SIZE..(row + 1) * SIZE {
                let here = marks.contains(&square);
                let before = square % SIZE > 0 && marks.contains(&(square - 1));
                text.push(match (before, here) {
                    (false, false) => ' ',
                    (true, false) => ']',
                    (false, true) => '[',
                    (true, true) => '|',
                });
                text.push(symbol(square));
            }
            if marks.contains(&((row + 1) * SIZE - 1)) {
                text.push(']');
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..SIZE {
            text.push(' ');
            text.push(char::from(b'a' + column as u8));
        }
        text += &format!("\n   {}\n", self.remark());
        let symbols = match charset {
            Charset::Ascii => ["O", "X", "Z"],
            Charset::Unicode => ["○", "●", "◆"],
        };
        let [white, black] = self.pawns.map(|set| set.count_ones());
        text += &format!("   {} White {white}  {} Black {black}  {} Zen", symbols[0], symbols[1], symbols[2]);
        text += if self.zen() == NOWHERE { " captured\n" } else { "\n" };
        text
    }

    fn svg(&self, marks: &Marks) -> String {
        let board = CELL * SIZE as f64;
        let mut document = surface(sheet(PICTURE.0, PICTURE.1), board);
        for (from, to) in marked(marks.last) {
            document =
                document.add(framed(from)).add(framed(to)).add(line(centre(from), centre(to), 3.0, palette::LAST));
        }
        if self.ban() != NOWHERE {
            let (x, y) = centre(self.ban());
            let arm = 0.2 * CELL;
            document = document.add(line((x - arm, y - arm), (x + arm, y + arm), 3.5, palette::LAST)).add(line(
                (x - arm, y + arm),
                (x + arm, y - arm),
                3.5,
                palette::LAST,
            ));
        }
        for square in 0..SQUARES {
            document = match self.piece(square) {
                None => document,
                Some('w') => pawn(document, centre(square), Stone::White),
                Some('b') => pawn(document, centre(square), Stone::Black),
                Some(_) => zen(document, centre(square)),
            };
        }
        for expected in marks.line {
            if let Some((from, to)) = squares_of(expected.mv) {
                document = arrow(document, centre(from), centre(to), expected.turn, expected.stone());
            }
        }
        let foot = (MARGIN + board / 2.0, 2.0 * MARGIN + board + 4.0);
        document.add(label(foot, 17.0, palette::LABEL, self.remark())).to_string()
    }
}

/// The middle of a square.
pub fn centre(square: usize) -> Point {
    let (column, row) = place(square);
    (MARGIN + CELL * (f64::from(column) + 0.5), MARGIN + CELL * (SIZE as f64 - 0.5 - f64::from(row)))
}

fn tile(square: usize, inset: f64) -> Rectangle {
    let (x, y) = centre(square);
    let side = CELL - 2.0 * inset;
    Rectangle::new().set("x", x - side / 2.0).set("y", y - side / 2.0).set("width", side).set("height", side)
}

fn framed(square: usize) -> Rectangle {
    tile(square, 2.0)
        .set("fill", palette::LAST)
        .set("fill-opacity", 0.15)
        .set("stroke", palette::LAST)
        .set("stroke-width", 2.5)
}

/// The squares in two tones, the frame and the coordinates.
fn surface(mut document: Document, board: f64) -> Document {
    for square in 0..SQUARES {
        let fill = if square % 2 == 0 { palette::WOOD_DARK } else { palette::WOOD };
        document = document.add(tile(square, 0.0).set("fill", fill));
    }
    let (low, high) = (MARGIN, MARGIN + board);
    document = document.add(polygon(&[(low, low), (high, low), (high, high), (low, high)], "none", palette::LINE, 2.5));
    for i in 0..SIZE {
        let (x, y) = centre(i * SIZE + i);
        let letter = char::from(b'a' + i as u8).to_string();
        for edge in [low - 0.5 * MARGIN, high + 0.5 * MARGIN] {
            document = document.add(label((x, edge), 17.0, palette::LABEL, letter.clone())).add(label(
                (edge, y),
                17.0,
                palette::LABEL,
                (i + 1).to_string(),
            ));
        }
    }
    document
}

fn pawn(document: Document, at: Point, colour: Stone) -> Document {
    let rim = circle(at, RADIUS - 6.0, "none", colour.contrast(), 1.2).set("opacity", 0.35);
    document.add(stone(at, RADIUS, colour)).add(rim)
}

/// The Zen: a red stone with an open circle, as it is brushed.
fn zen(document: Document, at: Point) -> Document {
    let mark = circle(at, RADIUS - 9.0, "none", Stone::Red.contrast(), 3.0).set("stroke-dasharray", "50 13");
    document.add(stone(at, RADIUS + 1.0, Stone::Red)).add(mark)
}
