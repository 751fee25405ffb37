//! The board of any game for the terminal: upright, or on its side if that takes fewer lines.
//!
//! Places keep their distances as far as characters allow. A place of the picture's grid is a number of steps to the
//! right and down; `Drawing` says how many characters a step takes.

use super::{Board, PlaceState, Scene, Side};
use crate::game::describe::{Colour, Piece, PlaceKind, Shape};
use std::collections::BTreeSet;

/// The character set of a board in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Letters and punctuation only.
    Ascii,
    /// Any character of a common monospaced font.
    Unicode,
}

/// How a board lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// As in its picture.
    Upright,
    /// Turned clockwise by a right angle: the columns of YINSH and GIPF become lines, half as many as upright.
    OnItsSide,
}

/// Room on the left for the coordinates.
const MARGIN: usize = 4;

/// The meaning of a character, which determines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// An empty place, a name, or nothing.
    Plain,
    /// A piece, and whether a legal decision may start with it.
    Piece(Colour, bool),
    /// An empty place where a legal decision may start.
    Legal,
    /// A mark of the last turn.
    Last,
    /// A mark of the places that ended the game.
    Ending,
}

/// A board as characters.
pub struct Drawing {
    lines: Vec<Vec<(char, Look)>>,
}

/// The character for a piece.
fn sign(piece: Piece, charset: Charset) -> char {
    let signs = match (charset, piece.kind.shape) {
        (Charset::Ascii, Shape::Ring | Shape::Stack) => ['W', 'B', 'R'],
        (Charset::Ascii, Shape::Marker | Shape::Chip) => ['w', 'b', 'r'],
        (Charset::Ascii, Shape::Enso) => ['@'; 3],
        (Charset::Ascii, Shape::Cross) => ['x'; 3],
        (Charset::Ascii, _) => ['O', 'X', '#'],
        (Charset::Unicode, Shape::Ring | Shape::Stack) => ['◎', '◉', '◈'],
        (Charset::Unicode, Shape::Cross) => ['✕'; 3],
        (Charset::Unicode, _) => ['○', '●', '◆'],
    };
    signs[piece.colour as usize]
}

/// Where the places are in characters: the column and the line of each.
fn grid(places: &[PlaceState], layout: Layout, longest: usize) -> Vec<(usize, usize)> {
    let turned = |place: &PlaceState| match layout {
        Layout::Upright => (place.x, place.y),
        Layout::OnItsSide => (-place.y, place.x),
    };
    let (across, down): (Vec<f64>, Vec<f64>) = places.iter().map(turned).unzip();
    let (step_across, step_down) = (step(&across), step(&down));
    // A character is about half as wide as a line is high.
    let mut width = (step_across / (step_down / 2.0) - 0.2).ceil().max(1.0) as usize;
    let (across, down) = (steps(&across, step_across), steps(&down, step_down));
    // Between two neighbours there is room for a mark.
    let least = longest + 1;
    let at: BTreeSet<(usize, usize)> = down.iter().copied().zip(across.iter().copied()).collect();
    let pairs = at.iter().zip(at.iter().skip(1)).filter(|(a, b)| a.0 == b.0);
    let nearest = pairs.map(|(a, b)| b.1 - a.1).min().unwrap_or(least);
    width = width.max(least.div_ceil(nearest.max(1)));
    across.into_iter().map(|steps| steps * width).zip(down).collect()
}

/// The smallest distance of different values.
fn step(values: &[f64]) -> f64 {
    /// Values closer than this differ only by rounding.
    const SAME: f64 = 1.0;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let gaps = sorted.iter().zip(sorted.iter().skip(1)).map(|(a, b)| b - a);
    gaps.filter(|gap| *gap > SAME).fold(f64::INFINITY, f64::min)
}

/// The values as numbers of steps from the least.
fn steps(values: &[f64], step: f64) -> Vec<usize> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values.iter().map(|value| ((value - least) / step).round() as usize).collect()
}

impl Drawing {
    /// Draws a board, with brackets around the places that the last turn changed or that show why the game ended. With
    /// `names`, empty places show their names.
    pub fn new(scene: &Scene, charset: Charset, layout: Layout, names: bool) -> Self {
        let places = &scene.board.places;
        let labels = scene.board.edge_labels();
        let names = names || (labels.is_empty() && !scene.board.has_dots());
        let empty = if charset == Charset::Ascii { "." } else { "·" };
        let texts: Vec<String> = places
            .iter()
            .map(|place| match place.piece {
                Some(piece) => sign(piece, charset).to_string(),
                None if names || place.kind == PlaceKind::Dot => place.name.clone(),
                None => empty.to_string(),
            })
            .collect();
        let has_name = |place: &&PlaceState| names || place.kind == PlaceKind::Dot;
        let longest = places.iter().filter(has_name).map(|place| place.name.len()).max().unwrap_or(1);
        let at: Vec<(usize, usize)> =
            grid(places, layout, longest).into_iter().map(|(column, line)| (column + MARGIN, line + 1)).collect();
        let size = |part: fn(&(usize, usize)) -> usize| at.iter().map(part).max().unwrap_or(0);
        let (width, height) = (size(|at| at.0) + MARGIN, size(|at| at.1) + 2);
        let mut drawing = Self { lines: vec![vec![(' ', Look::Plain); width]; height] };
        for ((place, text), &at) in places.iter().zip(&texts).zip(&at) {
            let is_legal = scene.legal.contains(&place.name);
            let look = match place.piece {
                Some(piece) => Look::Piece(piece.colour, is_legal),
                None if is_legal => Look::Legal,
                None => Look::Plain,
            };
            drawing.write(at, text, look);
        }
        if !names {
            drawing.label(&scene.board, &at);
        }
        for ((place, text), &at) in places.iter().zip(&texts).zip(&at) {
            let length = text.chars().count();
            if scene.ending.contains(&place.name) {
                drawing.bracket(at, length, ['[', ']'], Look::Ending);
            } else if scene.last.contains(&place.name) {
                drawing.bracket(at, length, ['(', ')'], Look::Last);
            }
        }
        drawing.lines.retain(|line| line.iter().any(|cell| cell.0 != ' '));
        drawing
    }

    /// How many lines it has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// How many characters its longest line has.
    pub fn width(&self) -> usize {
        let length = |line: &Vec<(char, Look)>| line.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
        self.lines.iter().map(length).max().unwrap_or(0)
    }

    /// The text; `paint` styles each character that has a meaning.
    pub fn text(&self, paint: impl Fn(Look, char) -> String) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
            for &(character, look) in &line[..end] {
                match look {
                    Look::Plain => text.push(character),
                    _ => text += &paint(look, character),
                }
            }
            text.push('\n');
        }
        text
    }

    fn write(&mut self, (column, line): (usize, usize), text: &str, look: Look) {
        for (offset, character) in text.chars().enumerate() {
            let Some(cell) = self.lines.get_mut(line).and_then(|line| line.get_mut(column + offset)) else { continue };
            *cell = (character, look);
        }
    }

    /// Marks a place; two neighbours share what is between them.
    fn bracket(&mut self, (column, line): (usize, usize), length: usize, [open, close]: [char; 2], look: Look) {
        for (column, mark) in [(column - 1, open), (column + length, close)] {
            let Some(cell) = self.lines.get_mut(line).and_then(|line| line.get_mut(column)) else { continue };
            *cell = (if cell.0 == ' ' { mark } else { '|' }, look);
        }
    }

    /// Writes each letter and number one step before its first place: to the left of its line, below its column, or,
    /// for a slanted line, where the next place would be.
    fn label(&mut self, board: &Board, at: &[(usize, usize)]) {
        let bottom = self.lines.len() - 1;
        for label in board.edge_labels() {
            let [(column, row), (next_column, next_row)] = label.line.map(|index| at[index]);
            let at = if row == next_row {
                ((MARGIN - 1).saturating_sub(label.text.len()), row)
            } else if column == next_column {
                (column, bottom)
            } else {
                ((2 * column).saturating_sub(next_column), (2 * row).saturating_sub(next_row))
            };
            self.write(at, &label.text, Look::Plain);
        }
    }
}

/// The signs of the pieces of a side, by name if it has several kinds, such as `◎ ring ○ marker`; `paint` as in
/// [`Drawing::text`].
pub fn signs(side: &Side, charset: Charset, paint: impl Fn(Look, char) -> String) -> String {
    let sign = |&kind| {
        let sign = paint(Look::Piece(side.colour, false), sign(Piece::new(kind, side.colour), charset));
        if side.kinds.len() < 2 { sign } else { format!("{sign} {}", (kind.name)()) }
    };
    side.kinds.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// The board upright, and below it each side with its pieces and counts, other information, and who has to do what;
/// `names` as in [`Drawing::new`], `paint` as in [`Drawing::text`].
pub fn text(scene: &Scene, charset: Charset, names: bool, paint: impl Fn(Look, char) -> String) -> String {
    let mut text = Drawing::new(scene, charset, Layout::Upright, names).text(&paint) + "\n";
    for side in &scene.sides {
        text += &format!("{} {}\n", signs(side, charset, &paint), side.words(""));
    }
    for &piece in &scene.neutral {
        text += &format!("{} {}\n", paint(Look::Piece(piece.colour, false), sign(piece, charset)), (piece.kind.name)());
    }
    if !scene.remarks.is_empty() {
        text += &format!("{}\n", scene.remarks.join(", "));
    }
    text + &scene.caption + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::GAMES;

    fn plain(_: Look, character: char) -> String {
        character.to_string()
    }

    #[test]
    fn boards_on_their_side_fit_small_terminals() {
        for game in GAMES {
            let scene = (game.open)().scene();
            let drawings =
                [Layout::Upright, Layout::OnItsSide].map(|at| Drawing::new(&scene, Charset::Unicode, at, false));
            let lowest = drawings.iter().min_by_key(|drawing| drawing.height()).unwrap();
            assert!(lowest.height() <= 13 && lowest.width() <= 45, "{}\n{}", game.name, lowest.text(plain));
        }
    }

    #[test]
    fn the_last_turn_and_the_end_are_marked() {
        let mut session = crate::registry::open("yavalath").unwrap();
        session.set_position(None, &["e5".to_string(), "d4".to_string()]).unwrap();
        let text = |session: &dyn crate::session::Session| {
            Drawing::new(&session.scene(), Charset::Ascii, Layout::Upright, false).text(plain)
        };
        let drawn = text(&*session);
        assert!(drawn.contains("(X)") && !drawn.contains("(O)"), "{drawn}");
        let line: Vec<String> = "e5 a1 e6 a3 e8 c1 e7".split(' ').map(str::to_string).collect();
        session.set_position(None, &line).unwrap();
        let drawn = text(&*session);
        assert_eq!(drawn.matches("[O]").count(), 4, "{drawn}");
    }
}
