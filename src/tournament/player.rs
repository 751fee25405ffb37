//! What a player is to the referee: it answers with turns, or fails to.

use super::clock::Clocks;
use crate::search::StopSource;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules.
    Rules,
    /// A turn that the rules do not allow.
    Illegal,
    /// A time was overstepped.
    Time,
    /// The process ended or could not be started.
    Crash,
    /// No answer for so long that none is expected any more.
    Hang,
    /// More output than any engine needs.
    Flood,
    /// An answer that is none.
    Garbage,
    /// A player reported a lost position for so long that the game was given to the other.
    Resign,
    /// Both players reported an even position for so long that the game was called a draw.
    Draw,
    /// The game went on for too many turns and was called a draw.
    Maxturns,
}

impl Reason {
    /// Whether a player lost by their own fault, not on the board.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Illegal | Self::Time | Self::Crash | Self::Hang | Self::Flood | Self::Garbage)
    }

    /// The word in the records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Flood => "flood",
            Self::Garbage => "garbage",
            Self::Resign => "resign",
            Self::Draw => "draw",
            Self::Maxturns => "maxturns",
        }
    }

    /// The reason with this word.
    pub fn named(word: &str) -> Option<Self> {
        use Reason::{Crash, Draw, Flood, Garbage, Hang, Illegal, Maxturns, Resign, Rules, Time};
        [Rules, Illegal, Time, Crash, Hang, Flood, Garbage, Resign, Draw, Maxturns]
            .into_iter()
            .find(|reason| reason.word() == word)
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The tournament is being stopped.
    Halted,
    /// The player has lost the game, and a sentence for the record.
    Fault(Reason, String),
}

/// How good a player reports the position to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// Hundredths of whatever unit the engine has; 0 is even.
    Cp(i32),
    /// Wins in so many plies, or loses if negative.
    Mate(i32),
}

/// What a player reports about a turn of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnInfo {
    /// How good the position is for the player.
    pub score: Option<ReportedScore>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// How many nodes were searched.
    pub nodes: Option<u64>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerReply {
    /// The turn, or the rest of one, not yet checked.
    pub turn: String,
    /// The opponent's turn that is expected.
    pub ponder: Option<String>,
    /// What the player reports about it.
    pub info: TurnInfo,
    /// How long it took.
    pub time: Duration,
}

/// A question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// All turns from the start of the game on, the opening included.
    pub turns: &'a [String],
    /// The player's seat, from 0.
    pub seat: usize,
    /// The clocks.
    pub clocks: &'a Clocks,
}

/// A player of a tournament.
pub trait MatchPlayer: Send {
    /// The name and version of the player.
    fn id(&self) -> &str;

    /// Gets ready for a game.
    ///
    /// # Errors
    /// [`Failure`] if that is not possible; the game is then lost.
    fn new_game(&mut self, seed: u64) -> Result<(), Failure>;

    /// Chooses a turn. `session` is the referee's position, in which it is this player's turn.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer.
    fn choose(&mut self, session: &dyn Session, ask: &Ask) -> Result<PlayerReply, Failure>;

    /// Begins to think about the position after the expected turn, the last of `ask.turns`, until the next
    /// [`choose`](MatchPlayer::choose) or [`rest`](MatchPlayer::rest).
    ///
    /// # Errors
    /// [`Failure`] if the player has gone.
    fn ponder(&mut self, ask: &Ask) -> Result<(), Failure>;

    /// The game is over: no thought is needed any more.
    fn rest(&mut self);
}

/// What stops a tournament: seen between turns, and by searches and waits in progress.
#[derive(Clone, Debug, Default)]
pub struct Halt {
    flag: Arc<AtomicBool>,
    stops: StopSource,
}

impl Halt {
    /// Stops all that runs and all that will begin. To be called again until everybody has noticed.
    pub fn halt(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.stops.stop();
    }

    /// Whether the tournament is being stopped.
    pub fn is_halted(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// What the searches of this tournament draw their stop tokens from.
    pub fn stops(&self) -> &StopSource {
        &self.stops
    }
}
