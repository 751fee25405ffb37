//! Questions of the page about positions.

use super::error::DeskError;
use super::says;
use crate::game::Arrangement;
use crate::game::describe::{Colour, Count, Piece};
use crate::registry::{self, GameLine};
use crate::sentence::{Sentence, foreign};
use crate::session::{DescribedTurn, LegalDecision, Session, State};
use crate::text::shorten;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position with what was played last.
#[derive(Serialize, JsonSchema)]
pub struct StateAnswer {
    state: State,
    last: Option<DescribedTurn>,
}

impl StateAnswer {
    /// Of a session.
    pub fn of(session: &dyn Session) -> Self {
        Self { state: session.state(), last: session.describe_last() }
    }
}

/// Places touched one after the other, the last of which has been refused.
#[derive(Deserialize, JsonSchema)]
pub struct TouchRequest {
    #[serde(flatten)]
    position: GameLine,
    touched: Vec<String>,
}

/// Why a touch has been refused.
#[derive(Serialize, JsonSchema)]
pub struct RefusedTouch {
    /// A sentence without a full stop; empty if the touch would not be refused.
    sentence: String,
    /// The same for any language.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Sentence>,
}

impl TouchRequest {
    /// Why, as the refusal of such a move in text says it.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if there is no such position.
    pub fn answer(&self) -> Result<RefusedTouch, DeskError> {
        let said = self.position.open()?.refused_touch(&self.touched);
        Ok(RefusedTouch { sentence: said.as_ref().map(Sentence::to_string).unwrap_or_default(), said })
    }
}

/// Turns that may follow a position.
#[derive(Deserialize, JsonSchema)]
pub struct LineRequest {
    #[serde(flatten)]
    position: GameLine,
    line: Vec<String>,
}

impl LineRequest {
    /// Their text.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if there is no such position.
    pub fn answer(&self) -> Result<Vec<DescribedTurn>, DeskError> {
        Ok(self.position.open()?.describe_line(&self.line))
    }
}

/// A position set up by hand.
#[derive(Deserialize, JsonSchema)]
pub struct ComposeRequest {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    pieces: Vec<(String, String, Colour)>,
    decides: usize,
    #[serde(default)]
    counts: Vec<GivenCount>,
}

/// A count beside the board.
#[derive(Deserialize, JsonSchema)]
struct GivenCount {
    name: String,
    #[serde(default)]
    colour: Option<Colour>,
    count: i32,
}

impl ComposeRequest {
    /// The position.
    ///
    /// # Errors
    /// [`DeskError::Refused`] that says why it is impossible.
    pub fn answer(self) -> Result<StateAnswer, DeskError> {
        let mut line = GameLine { game: self.game, options: self.options, ..GameLine::default() };
        let mut session = line.session()?;
        let known = session.state().counts;
        let kinds = session.pieces_to_set();
        let piece = |(place, kind, colour): &(String, String, Colour)| -> Result<(String, Piece), DeskError> {
            let found = kinds.iter().find(|piece| piece.kind.id == kind && piece.colour == *colour);
            let piece = *found.ok_or_else(|| DeskError::Refused(says::no_piece()))?;
            Ok((place.clone(), piece))
        };
        let count = |given: &GivenCount| {
            let found = known.iter().find(|count| count.kind.id == given.name && count.colour == given.colour);
            let found = found.ok_or_else(|| DeskError::Refused(says::no_count(shorten(&given.name))))?;
            Ok(Count { count: given.count, ..found.clone() })
        };
        let arrangement = Arrangement {
            pieces: self.pieces.iter().map(piece).collect::<Result<_, DeskError>>()?,
            seat: self.decides.checked_sub(1).ok_or_else(|| DeskError::Refused(says::seats_from_1()))?,
            counts: self.counts.iter().map(count).collect::<Result<_, DeskError>>()?,
        };
        line.start = Some(session.arranged(&arrangement)?);
        line.set_up(&mut *session, 0)?;
        Ok(StateAnswer::of(&*session))
    }
}

/// A decision in the opening book.
#[derive(Serialize, JsonSchema)]
struct BookAnswerLine {
    decision: String,
    #[serde(flatten)]
    score: crate::analysis::ScoreInfo,
    games: u32,
    points: f64,
    described: LegalDecision,
}

/// The opening book's entry for a position.
#[derive(Serialize, JsonSchema)]
pub struct BookAnswer {
    lines: Vec<BookAnswerLine>,
}

impl BookAnswer {
    /// Of a position.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if there is no such position.
    pub fn of(position: &GameLine) -> Result<Self, DeskError> {
        let mut session = position.open()?;
        session
            .open_book(registry::book(session.name()))
            .map_err(|error| DeskError::Broken(foreign(error.to_string())))?;
        let legal = session.state().legal;
        let entry = |line: crate::session::BookLine| {
            let described = legal.iter().find(|decision| decision.text == line.decision)?.clone();
            let score = crate::analysis::ScoreInfo::new(line.verdict, crate::search::Bound::Exact, false, None);
            Some(BookAnswerLine { decision: line.decision, score, games: line.games, points: line.points, described })
        };
        Ok(Self { lines: session.book_lines().into_iter().filter_map(entry).collect() })
    }
}
