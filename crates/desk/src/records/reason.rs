//! How a game ended, and what a player reports about a turn.

use crate::arena::spelling::FaultKind;
use crate::search::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules.
    Rules,
    /// A turn that the rules do not allow.
    Illegal,
    /// A time limit was exceeded.
    Time,
    /// The process ended or could not be started.
    Crash,
    /// No answer for so long that none is expected any more.
    Hang,
    /// More output than any engine needs.
    Flood,
    /// An invalid answer.
    Garbage,
    /// A player reported a lost position for so long that the game was adjudicated.
    Resign,
    /// Both players reported an even position for so long that the game was called a draw.
    Draw,
    /// The game had too many turns and was called a draw.
    Maxturns,
    /// The game was not finished.
    #[default]
    Unfinished,
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
            Self::Unfinished => "unfinished",
        }
    }

    /// The reason with this word.
    pub fn named(word: &str) -> Option<Self> {
        use Reason::{Crash, Draw, Flood, Garbage, Hang, Illegal, Maxturns, Resign, Rules, Time, Unfinished};
        [Rules, Illegal, Time, Crash, Hang, Flood, Garbage, Resign, Draw, Maxturns, Unfinished]
            .into_iter()
            .find(|reason| reason.word() == word)
    }
}

impl From<FaultKind> for Reason {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Unreadable => Self::Garbage,
            FaultKind::Illegal => Self::Illegal,
            FaultKind::Late => Self::Time,
            FaultKind::Ended => Self::Crash,
            FaultKind::Deaf => Self::Hang,
            FaultKind::Flood => Self::Flood,
        }
    }
}

/// The value of a position reported by a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// Hundredths of whatever unit the engine has; 0 is even.
    Cp(i32),
    /// Wins in this many plies, or loses if negative.
    Mate(i32),
}

impl From<Verdict> for ReportedScore {
    fn from(verdict: Verdict) -> Self {
        verdict.mate().map_or(Self::Cp(verdict.score()), Self::Mate)
    }
}

/// What a player reports about its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnInfo {
    /// How good the position is for the player.
    pub score: Option<ReportedScore>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// How many nodes were searched.
    pub nodes: Option<u64>,
    /// How long the player says it thought, in milliseconds.
    pub time_ms: Option<u64>,
}

/// How good a turn was, by the marks used in chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Mark {
    /// Better than one could expect.
    #[serde(rename = "!!")]
    Brilliant,
    /// Good.
    #[serde(rename = "!")]
    Good,
    /// Worth a thought.
    #[serde(rename = "!?")]
    Interesting,
    /// An inaccuracy.
    #[serde(rename = "?!")]
    Dubious,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
}

impl Mark {
    /// All of them; those with two signs first.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Interesting, Self::Dubious, Self::Blunder, Self::Good, Self::Mistake];

    /// The signs behind the turn.
    pub fn signs(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// A turn without the mark at its end, and the mark.
    pub fn split(turn: &str) -> (&str, Option<Self>) {
        let found = Self::ALL.into_iter().find_map(|mark| Some((turn.strip_suffix(mark.signs())?, Some(mark))));
        found.unwrap_or((turn, None))
    }
}
