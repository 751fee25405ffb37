//! The stored form of a game, as JSON.

use super::people::{Company, Person};
use super::says;
use crate::records::GameRecord;
use crate::registry::GameLine;
use crate::sentence::{Sentence, verbatim};
use crate::text::one_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SeatSetup {
    /// A person at the page.
    Person {
        /// Their chosen name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// This program.
    Quintet {
        /// Its chosen name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Its options, such as `Skill`.
        #[serde(default)]
        options: BTreeMap<String, String>,
        /// Without a clock: the most milliseconds it thinks about a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
    },
    /// Another engine, named on the command line.
    Engine {
        /// Its chosen name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Its name on the command line.
        engine: String,
        /// Without a clock: how many milliseconds it thinks about a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
    },
}

impl SeatSetup {
    /// Whether a person plays it.
    pub fn is_person(&self) -> bool {
        matches!(self, Self::Person { .. })
    }

    /// Without a clock: how many milliseconds an engine thinks about a turn, if that was chosen.
    pub fn time_ms(&self) -> Option<u64> {
        match self {
            Self::Person { .. } => None,
            Self::Quintet { time_ms, .. } | Self::Engine { time_ms, .. } => *time_ms,
        }
    }

    /// A name to show; empty for a person who gave none.
    pub fn label(&self) -> String {
        self.name().to_string()
    }

    /// One of the options of a seat that is quintet's.
    fn option(&self, name: &str) -> Option<&str> {
        let Self::Quintet { options, .. } = self else { return None };
        options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The rating at which quintet plays.
    fn rating(&self) -> Option<&str> {
        self.option("UCI_Elo").filter(|_| self.option("UCI_LimitStrength") == Some("true"))
    }

    /// The level at which quintet plays.
    pub fn level(&self) -> Option<&str> {
        self.option("Skill").filter(|_| self.rating().is_none())
    }

    /// The same for any language: levels and ratings are words, names are not.
    pub fn name(&self) -> Sentence {
        match self {
            Self::Person { name } => verbatim(name.as_deref().map(one_line).unwrap_or_default()),
            Self::Quintet { name: Some(name), .. } | Self::Engine { name: Some(name), .. } => verbatim(one_line(name)),
            Self::Engine { engine, .. } => verbatim(one_line(engine)),
            Self::Quintet { .. } => match (self.rating(), self.level()) {
                (Some(rating), _) => says::rating(rating),
                (None, Some(level)) => says::level(level),
                (None, None) => verbatim("quintet"),
            },
        }
    }
}

/// The time for the game, and what each turn adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockSetup {
    /// Milliseconds for the game.
    pub base_ms: u64,
    /// Milliseconds that a turn adds.
    pub increment_ms: u64,
}

/// A played turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayedTurn {
    /// The turn.
    pub turn: String,
    /// The seat that played it, from 1.
    pub seat: usize,
    /// How many milliseconds it took, if that is known.
    pub ms: Option<u64>,
    /// With a clock: how many milliseconds its seat had left after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// For a turn that was taken back: how many milliseconds of the next turn had been used by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_used: Option<u64>,
}

/// The time used by the present turn so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UsedTime {
    /// Whose turn it is, from 1.
    pub seat: usize,
    /// How many milliseconds.
    pub ms: u64,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EndKind {
    /// By the rules.
    Rules,
    /// By resignation.
    Resigned,
    /// By an agreed draw.
    Agreed,
    /// By time.
    Time,
    /// By a fault, as a record from elsewhere says.
    Fault,
    /// By a referee who called it a draw, as a record from elsewhere says.
    Called,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// How it ended.
    pub why: EndKind,
    /// The seat, from 1, that resigned or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loser: Option<usize>,
    /// The seats, from 1, that share the point.
    pub winners: Vec<usize>,
    /// The same in a sentence without a full stop.
    pub sentence: String,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Taking back the last turn of the side that offers.
    Takeback,
}

/// An offer by one person that others must answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// What.
    pub kind: OfferKind,
    /// The seat, from 1, that offers it.
    pub by: usize,
    /// The seats that have not answered.
    pub to: Vec<usize>,
}

/// A stored game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptGame {
    /// Its name in addresses.
    pub id: String,
    /// Grows with every change.
    pub revision: u64,
    /// The game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// The position text it started from, unless that is the start position.
    pub start: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatSetup>,
    /// Whose game it is; a game without an owner belongs to everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    /// Its clock.
    pub clock: Option<ClockSetup>,
    /// An engine's turn takes at least this many milliseconds, so that it can be watched.
    pub pace_ms: u64,
    /// The turns of the rounds before this one, in a match.
    pub rounds: Vec<Vec<String>>,
    /// The whole turns of this round.
    pub turns: Vec<PlayedTurn>,
    /// The decisions of an unfinished turn.
    pub decisions: Vec<String>,
    /// The turns that were taken back, the next one last.
    pub undone: Vec<PlayedTurn>,
    /// How many turns the game started with.
    #[serde(default)]
    pub opening: usize,
    /// The time used by the present turn, or at the end by the last one.
    #[serde(default)]
    pub used: Option<UsedTime>,
    /// In a game started by a version before 0.3: the time left for each seat then, in milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remaining_ms: Vec<u64>,
    /// How it ended, other than by the rules.
    pub ended: Option<Ended>,
    /// The open offer.
    pub offer: Option<Offer>,
    /// Whether the game is paused: engines wait and clocks stand.
    pub paused: bool,
    /// A problem with an engine, in a sentence.
    pub problem: Option<String>,
    /// The same for any language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem_said: Option<Value>,
    /// How it has ended, for any language, for lists that do not replay it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_said: Option<Value>,
    /// The seats, from 1, that share the point once it has ended, so that a search of games replays none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub won: Vec<usize>,
    /// The game of the rematch.
    pub rematch: Option<String>,
    /// Of a game from a file that has not changed since: its records, one for each round, where they say more than the
    /// rest. Variations, comments and marks are in its tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<GameRecord>,
    /// When it was last changed, in seconds since 1970.
    pub updated: u64,
}

impl KeptGame {
    /// The engine has no problem any more.
    pub fn clear_problem(&mut self) {
        (self.problem, self.problem_said) = (None, None);
    }

    /// The seats, from 1, that share the point of a game that has ended.
    pub fn winners(&self) -> Vec<usize> {
        match &self.ended {
            _ if !self.won.is_empty() => self.won.clone(),
            Some(ended) => ended.winners.clone(),
            None => self.replayed_winners().unwrap_or_default(),
        }
    }

    /// The same by the rules, for a game that was kept by a version before 0.3.
    fn replayed_winners(&self) -> Option<Vec<usize>> {
        let mut session = self.line().session().ok()?;
        let mut start = self.start.as_deref();
        for round in &self.rounds {
            session.set_position(start, round).ok().filter(|()| session.next_round())?;
            start = None;
        }
        self.line().set_up(&mut *session, usize::MAX).ok()?;
        let winners = session.winners(session.standing().outcome()?);
        Some(winners.into_iter().map(|seat| seat + 1).collect())
    }

    /// The seats, from 1, that somebody plays.
    pub fn mine(&self, person: Option<&Person>) -> Vec<usize> {
        let people = self.people();
        match &self.company {
            Some(company) => company.seats_of(person, &people),
            None => (1..=people.len()).filter(|seat| people[seat - 1]).collect(),
        }
    }

    /// Which seats people have.
    pub fn people(&self) -> Vec<bool> {
        self.seats.iter().map(SeatSetup::is_person).collect()
    }

    /// The turns of this round as texts.
    pub fn turn_texts(&self) -> Vec<String> {
        self.turns.iter().map(|played| played.turn.clone()).collect()
    }

    /// This round: its turns, and the decisions of one that has begun.
    pub fn line(&self) -> GameLine {
        GameLine {
            game: self.game.clone(),
            options: self.options.clone(),
            start: self.start.clone().filter(|_| self.rounds.is_empty()),
            moves: self.turn_texts().into_iter().chain(self.decisions.clone()).collect(),
        }
    }

    /// Whether everything about seats fits this many: the file may be another program's, or damaged.
    pub fn fits(&self, seats: usize) -> bool {
        let is_seat = |seat: usize| (1..=seats).contains(&seat);
        let loser = self.ended.as_ref().and_then(|ended| ended.loser);
        self.seats.len() == seats
            && self.remaining_ms.len() <= seats
            && self.used.is_none_or(|used| is_seat(used.seat))
            && loser.is_none_or(is_seat)
            && self.turns.iter().all(|played| is_seat(played.seat))
            && self.offer.iter().all(|offer| is_seat(offer.by))
            && self.company.as_ref().is_none_or(|company| company.fits(seats))
    }
}
