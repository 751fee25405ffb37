//! What each format holds of a game, and what a round trip through it leaves. The table in docs/records.md says the
//! same, and a test compares them.

use super::formats::RecordFormat;
use super::reason::Reason;
use super::record::{GameRecord, Seat, Turn, setup};
use crate::text::one_line;

/// A part of a record that a format may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The names of the players.
    Names,
    /// The options of the game.
    Options,
    /// A start position. A format without it leaves such games out.
    Position,
    /// Comments on the game and on turns.
    Comments,
    /// Marks of turns.
    Marks,
    /// Variations.
    Variations,
    /// Measurements of turns and reports of players: times, scores, depths, nodes.
    Reports,
    /// Which turns were given as an opening.
    Opening,
    /// Faults and limits that ended a game. Without them the loser resigned, or a draw was agreed.
    Faults,
    /// Who won by agreement or by a fault after a swap. Without it such a game is unfinished.
    AfterSwap,
    /// What happened at the end, in words.
    Detail,
    /// The game's place in a tournament, the engines, and the program that played them.
    Tournament,
}

impl Content {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Names,
        Self::Options,
        Self::Position,
        Self::Comments,
        Self::Marks,
        Self::Variations,
        Self::Reports,
        Self::Opening,
        Self::Faults,
        Self::AfterSwap,
        Self::Detail,
        Self::Tournament,
    ];

    /// Its usual name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Names => "names of the players",
            Self::Options => "options of the game",
            Self::Position => "a start at another position",
            Self::Comments => "comments",
            Self::Marks => "marks",
            Self::Variations => "variations",
            Self::Reports => "times, scores, depths and nodes",
            Self::Opening => "which turns were the opening",
            Self::Faults => "ends by time, a fault or too many turns",
            Self::AfterSwap => "who has won by agreement after a swap",
            Self::Detail => "the detail of the end",
            Self::Tournament => "data of tournaments and engines",
        }
    }

    /// Whether a record has it.
    pub fn is_in(self, record: &GameRecord) -> bool {
        let some_turn = |has: fn(&Turn) -> bool| record.turns.iter().any(has);
        match self {
            Self::Names => !record.seats.is_empty(),
            Self::Options => !record.option.is_empty(),
            Self::Position => record.position.is_some(),
            Self::Comments => record.comment.is_some() || some_turn(|turn| turn.comment.is_some()),
            Self::Marks => some_turn(|turn| turn.mark.is_some()),
            Self::Variations => some_turn(|turn| !turn.variations.is_empty()),
            Self::Reports => some_turn(Turn::has_reports),
            Self::Opening => !record.opening.is_empty(),
            Self::Faults => record.reason.is_fault() || record.reason == Reason::Maxturns,
            Self::AfterSwap => {
                let is_agreed = !matches!(record.reason, Reason::Rules | Reason::Unfinished);
                is_agreed && record.loser.is_some() && record.all_turns().iter().any(|turn| turn == "swap")
            }
            Self::Detail => record.detail.is_some(),
            Self::Tournament => *record != record.clone().outside_of_tournaments(),
        }
    }

    /// Removes it from a record.
    fn remove(self, record: &mut GameRecord) {
        if !self.is_in(record) {
            return;
        }
        match self {
            Self::Names => record.seats.clear(),
            Self::Options => record.option.clear(),
            Self::Position => record.position = None,
            Self::Comments => {
                record.comment = None;
                record.turns.iter_mut().for_each(|turn| turn.comment = None);
            }
            Self::Marks => record.turns.iter_mut().for_each(|turn| turn.mark = None),
            Self::Variations => record.turns.iter_mut().for_each(|turn| turn.variations.clear()),
            Self::Reports => record.turns.iter_mut().for_each(|turn| {
                let Turn { turn: text, mark, comment, variations, .. } = std::mem::take(turn);
                *turn = Turn { turn: text, mark, comment, variations, ..Turn::default() };
            }),
            Self::Opening => {
                let given = std::mem::take(&mut record.opening);
                record.turns.splice(..0, given.into_iter().map(|turn| Turn { turn, ..Turn::default() }));
            }
            Self::Faults if record.loser.is_some() => record.reason = Reason::Resign,
            Self::Faults => record.reason = Reason::Draw,
            Self::AfterSwap => {
                (record.reason, record.loser) = (Reason::Unfinished, None);
                record.winners.clear();
                record.result = "none".to_string();
            }
            Self::Detail => record.detail = None,
            Self::Tournament => *record = std::mem::take(record).outside_of_tournaments(),
        }
    }
}

impl Turn {
    /// Whether it has anything besides the turn and people's notes.
    fn has_reports(&self) -> bool {
        let Self { seat, ms, left, latency, score, depth, nodes, .. } = self;
        *seat != 0 || ms.or(*left).or(*latency).is_some() || score.is_some() || depth.is_some() || nodes.is_some()
    }
}

impl GameRecord {
    /// The game without the fields of tournaments.
    fn outside_of_tournaments(mut self) -> Self {
        for seat in &mut self.seats {
            *seat = Seat { name: std::mem::take(&mut seat.name), ..Seat::default() };
        }
        (self.number, self.encounter, self.seed, self.ended) = (0, 0, 0, 0);
        (self.tournament, self.quintet, self.round) = (String::new(), String::new(), None);
        self
    }
}

impl RecordFormat {
    /// Whether it holds something. Meaningless for read-only formats.
    pub fn holds(self, content: Content) -> bool {
        match (self, content) {
            (Self::Jsonl | Self::Text, _) => true,
            (Self::Ludii, Content::Names | Content::AfterSwap) => false,
            (_, Content::Names | Content::Options | Content::AfterSwap) => true,
            _ => false,
        }
    }

    /// What is left of a game, with clean texts and checked by the rules, after writing and reading in this format;
    /// `None` if it is left out.
    pub fn projected(self, record: &GameRecord) -> Option<GameRecord> {
        let mut left = record.clone();
        if self.is_own() {
            return Some(left);
        }
        let is_held = self.games().is_none_or(|games| games.contains(&record.game.as_str()));
        if !is_held || record.position.is_some() && !self.holds(Content::Position) {
            return None;
        }
        let lacking = Content::ALL.into_iter().filter(|&content| !self.holds(content));
        lacking.for_each(|content| content.remove(&mut left));
        // What is read has all options with the values that they have, and names without spaces around them.
        left.option = setup(&*left.session().ok()?);
        for seat in &mut left.seats {
            seat.name = one_line(seat.name.trim());
            if self == Self::Boardspace {
                seat.name = seat.name.replace('"', "'");
            }
        }
        Some(left)
    }
}

/// What games have that a format lacks, and how many of them have it.
#[derive(Debug)]
pub struct Lost {
    pub(super) format: RecordFormat,
    counts: [usize; Content::ALL.len()],
}

impl Lost {
    /// Nothing yet.
    pub fn new(format: RecordFormat) -> Self {
        Self { format, counts: Default::default() }
    }

    /// Counts what is lost when a game is written.
    pub fn add(&mut self, record: &GameRecord) {
        for (content, count) in Content::ALL.into_iter().zip(&mut self.counts) {
            *count += usize::from(!self.format.holds(content) && content.is_in(record));
        }
    }

    /// What is lost, and of how many games.
    pub fn counts(&self) -> impl Iterator<Item = (Content, usize)> {
        Content::ALL.into_iter().zip(self.counts).filter(|found| found.1 > 0)
    }
}
