//! What an arena tells a player: read line by line, and written.

use super::spelling::{SWAP_TURN, place_of, spelled};
use super::{ArenaGame, Facts, Piece};
use crate::session::Session;
use crate::text::shorten;

/// A turn as told to a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The lines of the board, in the signs of the arena.
    pub rows: Vec<String>,
    /// The actions, if there is a list.
    pub actions: Vec<String>,
}

/// What a line has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Nothing yet.
    More,
    /// The question before a game that begins, whether the list of actions is wanted; or, where there is none, that the
    /// player has been told its number.
    Begin,
    /// The first line of a turn: the time for it runs.
    Header,
    /// A turn.
    Turn(Told),
    /// A line that is out of place, in a sentence. The rest of its turn is left out.
    Wrong(String),
}

/// Where the reader is.
enum Stage {
    /// Between two turns.
    Between,
    /// In the board.
    Board,
    /// Behind the board: the number of actions, or the last turn.
    Behind,
    /// Behind the first of the two numbers of the last turn, which may have lines of their own.
    BehindFirst,
    /// In the list of actions, of which so many are to come.
    Actions(usize),
}

/// Reads an arena's lines.
pub struct Reader {
    game: ArenaGame,
    stage: Stage,
    told: Told,
    is_begun: bool,
}

/// No list of actions is longer; the longest of 24,485 turns had some hundreds.
const MOST_ACTIONS: usize = 1 << 16;
/// No action is longer: a turn of YINSH has at most five rows and a move.
const LONGEST_ACTION: usize = 100;

impl Reader {
    /// A reader at the beginning of a game.
    pub fn new(game: ArenaGame) -> Self {
        Self { game, stage: Stage::Between, told: Told::default(), is_begun: false }
    }

    /// Takes the next line, without its end.
    pub fn line(&mut self, line: &str) -> Heard {
        let line = line.trim();
        let facts = self.game.facts();
        match self.stage {
            // Also in the middle of what was thought to be a turn: no other line reads like this one.
            _ if line == self.game.header() && !matches!(self.stage, Stage::Behind | Stage::BehindFirst) => {
                self.is_begun = true;
                (self.stage, self.told) = (Stage::Board, Told::default());
                Heard::Header
            }
            Stage::Between if !self.is_begun && ["1", "2"].contains(&line) => {
                self.is_begun = true;
                Heard::Begin
            }
            // A list of actions that its number denied.
            Stage::Between if self.is_begun && facts.has_actions => Heard::More,
            Stage::Between if line.is_empty() => Heard::More,
            Stage::Between => self.wrong(&format!("`{}`, the first line of a turn,", self.game.header()), line),
            Stage::Board => match fits(facts, self.told.rows.len(), line) {
                true => {
                    self.told.rows.push(line.to_string());
                    if self.told.rows.len() == facts.lengths.len() {
                        self.stage = Stage::Behind;
                    }
                    Heard::More
                }
                false => {
                    let (number, length) = (self.told.rows.len() + 1, facts.lengths[self.told.rows.len()]);
                    self.wrong(&format!("line {number} of the board, of {length} cells,"), line)
                }
            },
            Stage::Behind if facts.has_actions => match line.parse::<usize>() {
                Ok(0) => self.turn(),
                Ok(count) if count <= MOST_ACTIONS => {
                    self.stage = Stage::Actions(count);
                    Heard::More
                }
                _ => self.wrong("the number of actions", line),
            },
            Stage::Behind | Stage::BehindFirst => {
                let numbers: Option<Vec<i32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
                match (numbers.as_deref(), &self.stage) {
                    (Some([_, _]), Stage::Behind) | (Some([_]), Stage::BehindFirst) => self.turn(),
                    (Some([_]), _) => {
                        self.stage = Stage::BehindFirst;
                        Heard::More
                    }
                    _ => self.wrong("the opponent's last turn", line),
                }
            }
            Stage::Actions(count) => {
                if line.len() <= LONGEST_ACTION {
                    self.told.actions.push(line.to_string());
                }
                if count == 1 {
                    return self.turn();
                }
                self.stage = Stage::Actions(count - 1);
                Heard::More
            }
        }
    }

    fn turn(&mut self) -> Heard {
        self.stage = Stage::Between;
        Heard::Turn(std::mem::take(&mut self.told))
    }

    fn wrong(&mut self, expected: &str, line: &str) -> Heard {
        self.stage = Stage::Between;
        Heard::Wrong(format!("{expected} is expected, not `{}`", shorten(line)))
    }
}

/// Whether a line can be this line of a board.
fn fits(facts: &Facts, index: usize, line: &str) -> bool {
    let is_sign = |sign: char| sign == facts.empty || facts.pieces.iter().any(|piece| piece.signs.contains(&sign));
    line.chars().count() == facts.lengths[index] && line.chars().all(is_sign)
}

/// The lines of a board as the side to decide sees it, from the field of a position text.
fn board(facts: &Facts, field: &str, is_second: bool) -> Vec<String> {
    let empty = facts.empty;
    let sign = |letter: char| {
        let of = |piece: &Piece| {
            let side = piece.letters.iter().position(|known| *known == letter)?;
            Some(piece.signs[side ^ usize::from(is_second)])
        };
        facts.pieces.iter().find_map(of).unwrap_or(empty)
    };
    let row = |part: &str| {
        let (mut row, mut blanks) = (String::new(), 0_usize);
        let fill = |row: &mut String, blanks: usize| row.extend(std::iter::repeat_n(empty, blanks));
        for letter in part.chars() {
            match letter.to_digit(10) {
                Some(digit) => blanks = 10 * blanks + digit as usize,
                None => {
                    fill(&mut row, std::mem::take(&mut blanks));
                    row.push(sign(letter));
                }
            }
        }
        fill(&mut row, blanks);
        row
    };
    field.split('/').map(row).collect()
}

/// The turns available to the side to decide, as the arena lists them. None if it has no ring that can move, where our
/// rules have a pass.
pub fn actions(game: ArenaGame, session: &dyn Session) -> Vec<String> {
    let turns = session.legal_turns();
    let is_pass = |turn: &&String| !turn.split(';').any(|part| part == "pass");
    let (swaps, others): (Vec<&String>, Vec<&String>) =
        turns.iter().filter(is_pass).partition(|turn| *turn == SWAP_TURN);
    swaps.into_iter().chain(others).map(|turn| spelled(game, session, turn)).collect()
}

/// What the player to decide is told: the lines of its turn, each with its end.
pub fn turn_lines(game: ArenaGame, session: &dyn Session, wants_actions: bool) -> String {
    let facts = game.facts();
    let text = session.position_text();
    let mut fields = text.split(' ');
    let (field, colour) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let mut lines = vec![game.header()];
    lines.extend(board(facts, field, colour == "b"));
    if facts.has_actions {
        let actions = actions(game, session);
        // Whoever has declined the list is told that it is empty, and gets it all the same.
        lines.push(if wants_actions { actions.len() } else { 0 }.to_string());
        lines.extend(actions);
    } else {
        let turns = session.turns();
        let last = turns.iter().rev().find(|turn| *turn != SWAP_TURN);
        let place = last.and_then(|cell| place_of(cell));
        lines.push(place.map_or("-1 -1".to_string(), |(x, y)| format!("{x} {y}")));
    }
    lines.into_iter().flat_map(|line| [line, "\n".to_string()]).collect()
}
