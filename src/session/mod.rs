//! One game at one table: its rules and options, the line of play so far, and the engine that thinks about it.
//!
//! [`Session`] is the border behind which the game's type disappears: everything above works on text.

mod book_move;
mod game_session;
mod turns;

pub use game_session::GameSession;

use crate::book::BookError;
use crate::book::build::Editor;
use crate::game::{Charset, GameOption, Outcome, Rng, TextError};
use crate::search::perft::Unit;
use crate::search::{Control, Info, Kind, Limits, Settings, Ticket, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// Where a line of play begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of the game with the present options.
    Initial,
    /// A position text.
    Text(String),
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The rules have ended it.
    Over(Outcome),
    /// An illegal move was given: the other side has won, or in a game for three the others.
    Forfeit(Outcome),
}

impl Standing {
    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Open => None,
            Self::Over(outcome) | Self::Forfeit(outcome) => Some(outcome),
        }
    }
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The limits; their `search_moves` are ignored in favour of the field below.
    pub limits: Limits,
    /// The turns (or first decisions) to choose among; empty: all.
    pub search_moves: Vec<String>,
    /// What stops it.
    pub ticket: Ticket,
    /// Time to keep back from the clock.
    pub overhead: Duration,
    /// How to search.
    pub settings: Settings,
    /// Whether the book may answer an ordinary search in its place, if one is open.
    pub book: bool,
}

/// An [`Info`] with its principal variation as text.
#[derive(Clone, Debug)]
pub struct Told {
    /// What the search said, its verdict brought to the [common scale](crate::calibration).
    pub info: Info,
    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub wdl: [u32; 3],
    /// The principal variation, turn by turn.
    pub turns: Vec<String>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The turn to play, or the rest of it.
    pub best: String,
    /// The turn expected then.
    pub ponder: Option<String>,
    /// How good the best turn is for the side to move, on the common scale.
    pub verdict: Verdict,
    /// If the book has answered: how many games it knows in which that was played.
    pub book: Option<u32>,
}

/// A search ready to run on any thread.
pub type SearchJob = Box<dyn FnOnce(&mut dyn FnMut(&Told)) -> Found + Send>;

/// A count ready to run on any thread: the decisions in text with their counts; `None` if it was stopped.
pub type PerftJob = Box<dyn FnOnce() -> Option<Vec<(String, u64)>> + Send>;

/// A measurement ready to run on any thread: how many there were and how long they took; `None` if it was stopped.
pub type BenchJob = Box<dyn FnOnce(&mut dyn FnMut(&str)) -> Option<(u64, Duration)> + Send>;

/// A game at a table, whichever it is.
pub trait Session: Send {
    /// The name of the game, as in `setoption name Game value NAME`.
    fn name(&self) -> &'static str;
    /// The search that `auto` stands for.
    fn auto(&self) -> Kind;
    /// The options of the game with their present values.
    fn options(&self) -> Vec<GameOption>;
    /// Sets an option for the games to come and starts a new one.
    ///
    /// # Errors
    /// [`TextError::Option`] if the game has no such option or value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError>;
    /// Begins a new game with the present options.
    fn new_game(&mut self);
    /// Forgets what was learned by searching and gets the engine's memory ready for `settings`.
    fn forget(&mut self, settings: &Settings);
    /// Gets the engine's memory ready for `settings`.
    fn prepare(&mut self, settings: &Settings);
    /// Opens the book with this text, or with `None` closes it.
    ///
    /// # Errors
    /// [`BookError`] for a text that is no book of this game; nothing has changed.
    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError>;
    /// Begins a book from the present position on, or goes on with the one whose text is given.
    ///
    /// # Errors
    /// [`BookError`] if the text is no book of this game that begins there.
    fn edit_book(&self, text: Option<&str>) -> Result<Box<dyn Editor>, BookError>;
    /// Sets up a position and plays `moves`, whole turns or single decisions.
    ///
    /// # Errors
    /// [`TextError::Position`]: nothing has changed. [`TextError::Move`]: the position before the move named counts
    /// as lost by the side that would have played it.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), TextError>;
    /// Plays a turn or a decision, and returns it as this engine writes it.
    ///
    /// # Errors
    /// [`TextError::Move`]: nothing has changed.
    fn play(&mut self, turn: &str) -> Result<String, TextError>;
    /// Takes the last turn back; false if there is none.
    fn undo(&mut self) -> bool;
    /// Ends an open game as lost by the side of a seat (from 0); the others share the point.
    fn forfeit(&mut self, seat: usize);
    /// The turns played so far.
    fn turns(&self) -> Vec<String>;
    /// Whether the game is over and who has won.
    fn standing(&self) -> Standing;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The seat to decide, from 0.
    fn seat(&self) -> usize;
    /// The side (from 0) of each seat: two seats of a team have one side.
    fn sides(&self) -> Vec<usize>;
    /// The seats (from 0) that share the point of an outcome.
    fn winners(&self, outcome: Outcome) -> Vec<usize>;
    /// The single decisions available now.
    fn legal(&self) -> Vec<String>;
    /// The whole turns available now, or what is left of the present one.
    fn legal_turns(&self) -> Vec<String>;
    /// A turn, or the rest of one, of uniformly random decisions; empty if the game is over.
    fn random_turn(&self, rng: &mut Rng) -> String;
    /// The position as text.
    fn position_text(&self) -> String;
    /// The same text for all positions that differ only in how the board is turned or mirrored: the least of theirs.
    fn canonical_text(&self) -> String;
    /// The board for a terminal.
    fn terminal(&self, charset: Charset) -> String;
    /// The board as SVG, with a principal variation given turn by turn.
    fn svg(&self, turns: &[String]) -> String;
    /// The parts of the static evaluation for seat 1, and their sum for the side to move.
    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32);
    /// The answer to a question that only this game knows.
    fn query(&self, what: &str) -> Option<String>;
    /// A search of the present position.
    ///
    /// # Errors
    /// [`TextError::Move`] if the game is over or a move to search is not legal.
    fn search(&self, request: Request) -> Result<(Arc<Control>, SearchJob), TextError>;
    /// A count from the present position.
    fn perft(&self, depth: u32, unit: Unit, ticket: Ticket) -> PerftJob;
    /// A search of fixed positions to a fixed depth: nodes and time.
    fn bench(&self, ticket: Ticket) -> BenchJob;
    /// Uniformly random playouts from the start for a time.
    fn bench_playouts(&self, time: Duration, ticket: Ticket) -> BenchJob;
}
