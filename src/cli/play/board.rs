//! The board of any game for the terminal, drawn from its state: upright, or on its side where that takes fewer lines.
//!
//! Every place keeps its distance from the others as far as characters can. A place of the picture's grid is a number of
//! steps to the right and down; `Drawing` says how many characters a step takes.

use crate::cli::style::{BEST, BLACK, LAST, LEGAL, RED, WHITE};
use crate::game::Charset;
use crate::game::describe::{Colour, Piece, PieceKind, PlaceKind};
use crate::session::{PlaceState, State};
use anstyle::Style;
use std::collections::{BTreeMap, BTreeSet};

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

/// The places that have a letter or a number in common: the other coordinate of each, and where it is.
type Lines<Name> = BTreeMap<Name, Vec<(u32, (usize, usize))>>;

/// A character and how it is to look.
type Cell = (char, Style);

/// A board as characters.
pub struct Drawing {
    lines: Vec<Vec<Cell>>,
    /// How often something was to be written where something was already; a test wants none.
    #[cfg(test)]
    conflicts: usize,
}

/// The character for a piece.
pub fn symbol(piece: Piece, charset: Charset) -> char {
    use Colour::{Black, Red, White};
    use PieceKind::{Gipf, Marker, Pawn, Ring, Single, Stone, Zen};
    match (charset, piece.kind, piece.colour) {
        (Charset::Ascii, Zen, _) => 'Z',
        (Charset::Ascii, Ring | Gipf, White) => 'W',
        (Charset::Ascii, Ring | Gipf, _) => 'B',
        (Charset::Ascii, Marker | Single, White) => 'w',
        (Charset::Ascii, Marker | Single, _) => 'b',
        (Charset::Ascii, Stone | Pawn, White) => 'O',
        (Charset::Ascii, Stone | Pawn, Black) => 'X',
        (Charset::Ascii, Stone | Pawn, Red) => '#',
        (Charset::Unicode, Ring | Gipf, White) => '◎',
        (Charset::Unicode, Ring | Gipf, _) => '◉',
        (Charset::Unicode, _, White) => '○',
        (Charset::Unicode, _, Black) => '●',
        (Charset::Unicode, _, Red) => '◆',
    }
}

/// How a piece of this colour looks on a terminal with colours.
pub fn style(colour: Colour) -> Style {
    match colour {
        Colour::White => WHITE,
        Colour::Black => BLACK,
        Colour::Red => RED,
    }
}

/// Where the places are in characters: the column and the line of each.
fn grid(places: &[PlaceState], layout: Layout) -> Vec<(usize, usize)> {
    let turned = |place: &PlaceState| match layout {
        Layout::Upright => (place.x, place.y),
        Layout::OnItsSide => (-place.y, place.x),
    };
    let (across, down): (Vec<f64>, Vec<f64>) = places.iter().map(turned).unzip();
    let (step_across, step_down) = (step(&across), step(&down));
    // A character is about half as wide as a line is high.
    let mut width = (step_across / (step_down / 2.0) - 0.2).ceil().max(1.0) as usize;
    let (across, down) = (steps(&across, step_across), steps(&down, step_down));
    // Between two neighbours there is room for a mark, and for the second character of a name.
    let least = if places.iter().any(|place| place.kind == PlaceKind::Dot) { 3 } else { 2 };
    let at: BTreeSet<(usize, usize)> = down.iter().copied().zip(across.iter().copied()).collect();
    let pairs = at.iter().zip(at.iter().skip(1)).filter(|(a, b)| a.0 == b.0);
    let nearest = pairs.map(|(a, b)| b.1 - a.1).min().unwrap_or(least);
    width = width.max(least.div_ceil(nearest.max(1)));
    across.into_iter().map(|steps| steps * width).zip(down).collect()
}

/// The smallest distance of different values.
fn step(values: &[f64]) -> f64 {
    /// What is nearer to each other differs by rounding only.
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

/// The letter and the number of a name such as `e5`.
fn coordinates(name: &str) -> Option<(char, u32)> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    Some((letter, name[1..].parse().ok()?))
}

impl Drawing {
    /// Draws the board of a state, its last turn in brackets, and the places that show why the game has ended.
    pub fn new(state: &State, charset: Charset, layout: Layout) -> Self {
        let places = &state.board.places;
        let at: Vec<(usize, usize)> =
            grid(places, layout).into_iter().map(|(column, line)| (column + MARGIN, line + 1)).collect();
        let size = |part: fn(&(usize, usize)) -> usize| at.iter().map(part).max().unwrap_or(0);
        let (width, height) = (size(|at| at.0) + MARGIN, size(|at| at.1) + 2);
        let mut drawing = Self {
            lines: vec![vec![(' ', Style::new()); width]; height],
            #[cfg(test)]
            conflicts: 0,
        };
        let legal: BTreeSet<&str> = state
            .legal
            .iter()
            .flat_map(|legal| &legal.description.touches)
            .filter_map(|touch| touch.first())
            .map(String::as_str)
            .collect();
        let has_names = places.iter().any(|place| place.kind == PlaceKind::Dot);
        for (place, &at) in places.iter().zip(&at) {
            let is_legal = legal.contains(place.name.as_str());
            let (text, mut look) = match place.piece {
                Some(piece) => (symbol(piece, charset).to_string(), style(piece.colour)),
                None if place.kind == PlaceKind::Dot => (place.name.clone(), Style::new()),
                None if charset == Charset::Ascii => (".".to_string(), Style::new()),
                None => ("·".to_string(), Style::new()),
            };
            if is_legal {
                look = if place.piece.is_some() { look.underline() } else { LEGAL };
            }
            drawing.write(at, &text, look);
        }
        if !has_names {
            drawing.label(places, &at);
        }
        let last = state.last_turn.as_ref().map_or(&[][..], |last| &last.points);
        let shown = state.result.as_ref().map_or(&[][..], |result| &result.points);
        for (place, &at) in places.iter().zip(&at) {
            let length = if place.piece.is_none() && place.kind == PlaceKind::Dot { place.name.len() } else { 1 };
            if shown.contains(&place.name) {
                drawing.bracket(at, length, ['[', ']'], BEST);
            } else if last.contains(&place.name) {
                drawing.bracket(at, length, ['(', ')'], LAST);
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
        let length = |line: &Vec<Cell>| line.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
        self.lines.iter().map(length).max().unwrap_or(0)
    }

    /// The text, with its styles.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
            for &(character, look) in &line[..end] {
                if look == Style::new() {
                    text.push(character);
                } else {
                    text += &format!("{look}{character}{look:#}");
                }
            }
            text.push('\n');
        }
        text
    }

    fn write(&mut self, (column, line): (usize, usize), text: &str, look: Style) {
        for (offset, character) in text.chars().enumerate() {
            let Some(cell) = self.lines.get_mut(line).and_then(|line| line.get_mut(column + offset)) else { continue };
            #[cfg(test)]
            {
                self.conflicts += usize::from(cell.0 != ' ');
            }
            *cell = (character, look);
        }
    }

    /// Marks a place; two neighbours share what is between them.
    fn bracket(&mut self, (column, line): (usize, usize), length: usize, [open, close]: [char; 2], look: Style) {
        for (column, mark) in [(column - 1, open), (column + length, close)] {
            let Some(cell) = self.lines.get_mut(line).and_then(|line| line.get_mut(column)) else { continue };
            *cell = (if cell.0 == ' ' { mark } else { '|' }, look);
        }
    }

    /// Writes each letter and each number one step before the first place that has it: to the left of its line, below
    /// its column, or, where its line leans, where the next place would be.
    fn label(&mut self, places: &[PlaceState], at: &[(usize, usize)]) {
        let mut letters: Lines<char> = BTreeMap::new();
        let mut numbers: Lines<u32> = BTreeMap::new();
        for (place, &at) in places.iter().zip(at) {
            let Some((letter, number)) = coordinates(&place.name) else { continue };
            letters.entry(letter).or_default().push((number, at));
            numbers.entry(number).or_default().push((letter.into(), at));
        }
        let letters = letters.into_iter().map(|(letter, line)| (letter.to_string(), line));
        let numbers = numbers.into_iter().map(|(number, line)| (number.to_string(), line));
        let bottom = self.lines.len() - 1;
        for (label, mut line) in letters.chain(numbers) {
            line.sort_unstable();
            let [(_, (column, row)), (_, (next_column, next_row)), ..] = line[..] else { continue };
            let at = if row == next_row {
                (MARGIN - 1 - label.len(), row)
            } else if column == next_column {
                (column, bottom)
            } else {
                ((2 * column).saturating_sub(next_column), (2 * row).saturating_sub(next_row))
            };
            self.write(at, &label, Style::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::GAMES;

    /// What is written over something else, and what is cut off, would be missing.
    #[test]
    fn every_place_and_every_coordinate_has_room_of_its_own() {
        for game in GAMES {
            let state = (game.open)().state();
            for layout in [Layout::Upright, Layout::OnItsSide] {
                for charset in [Charset::Ascii, Charset::Unicode] {
                    let drawing = Drawing::new(&state, charset, layout);
                    let upright = Drawing::new(&state, charset, Layout::Upright);
                    if layout == Layout::OnItsSide && drawing.height() >= upright.height() {
                        // Nobody draws it so.
                        continue;
                    }
                    let text = anstream::adapter::strip_str(&drawing.text()).to_string();
                    assert_eq!(drawing.conflicts, 0, "{} {layout:?}\n{text}", game.name);
                    let places = &state.board.places;
                    let dots = places.iter().filter(|place| place.kind == PlaceKind::Dot).count();
                    let signs = text.chars().filter(|c| !c.is_whitespace()).count();
                    let letters: BTreeSet<char> = places.iter().filter_map(|p| p.name.chars().next()).collect();
                    let numbers: BTreeSet<&str> = places.iter().map(|p| &p.name[1..]).collect();
                    let labels = letters.len() + numbers.iter().map(|number| number.len()).sum::<usize>();
                    let expected = places.len() + if dots > 0 { dots } else { labels };
                    assert_eq!(signs, expected, "{} {layout:?}\n{text}", game.name);
                }
            }
        }
    }

    #[test]
    fn boards_on_their_side_fit_small_terminals() {
        for game in GAMES {
            let state = (game.open)().state();
            let drawings = [Layout::Upright, Layout::OnItsSide].map(|at| Drawing::new(&state, Charset::Unicode, at));
            let lowest = drawings.iter().min_by_key(|drawing| drawing.height()).unwrap();
            assert!(lowest.height() <= 13 && lowest.width() <= 45, "{}\n{}", game.name, lowest.text());
        }
    }

    #[test]
    fn the_last_turn_and_the_end_are_marked() {
        let mut session = crate::registry::open("yavalath").unwrap();
        session.set_position(None, &["e5".to_string(), "d4".to_string()]).unwrap();
        let text = |session: &dyn crate::session::Session| {
            let drawing = Drawing::new(&session.state(), Charset::Ascii, Layout::Upright);
            anstream::adapter::strip_str(&drawing.text()).to_string()
        };
        let drawn = text(&*session);
        assert!(drawn.contains("(X)") && !drawn.contains("(O)"), "{drawn}");
        let line: Vec<String> = "e5 a1 e6 a3 e8 c1 e7".split(' ').map(str::to_string).collect();
        session.set_position(None, &line).unwrap();
        let drawn = text(&*session);
        assert_eq!(drawn.matches("[O]").count(), 4, "{drawn}");
    }
}
