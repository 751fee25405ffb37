//! Work that takes long and needs nothing of the desk: a value that can be sent to another thread or worker, and what
//! becomes of it there.

use super::error::DeskError;
use super::explore::{ExploreRequest, KeptSteps, StepsRequest};
use super::hint::Hint;
use super::means::TaskMeans;
use super::puzzles::{self, PuzzleRequest};
use super::shape::read;
use super::transfer::{ExportRequest, ImportRequest};
use crate::registry::GameLine;
use crate::sentence::foreign;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The body of a request, as it was sent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SentBody(Bytes);

impl SentBody {
    /// What was sent.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The game that it names, if it names one.
    pub fn game(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Named {
            game: String,
        }
        serde_json::from_slice::<Named>(&self.0).ok().map(|named| named.game)
    }
}

impl From<Bytes> for SentBody {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl From<String> for SentBody {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<SentBody> for String {
    fn from(body: SentBody) -> Self {
        Self::from_utf8_lossy(&body.0).into_owned()
    }
}

/// A task with one answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Task {
    /// A hint in a position.
    Hint(GameLine),
    /// What becomes of a turn in a puzzle.
    Puzzle {
        /// The game.
        game: String,
        /// The puzzle's number, from 1.
        number: String,
        /// The turns.
        body: SentBody,
    },
    /// The turn that solves a puzzle.
    Solution {
        /// The game.
        game: String,
        /// The puzzle's number, from 1.
        number: String,
    },
    /// What is known about a position.
    Explore(SentBody),
    /// The steps of games in a text.
    Steps(SentBody),
    /// The steps of kept games.
    KeptSteps {
        /// The game.
        game: String,
        /// The games of it.
        kept: KeptSteps,
    },
    /// Reading games.
    Import(SentBody),
    /// Writing games.
    Export(SentBody),
}

impl Task {
    /// The game whose positions it searches, if it searches any.
    pub fn game(&self) -> Option<String> {
        match self {
            Self::Hint(GameLine { game, .. }) | Self::Puzzle { game, .. } | Self::Solution { game, .. } => {
                Some(game.clone())
            }
            Self::Explore(body) => body.game(),
            Self::Steps(_) | Self::KeptSteps { .. } | Self::Import(_) | Self::Export(_) => None,
        }
    }

    /// Does it; returns one line of JSON.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for what cannot be done, [`DeskError::Missing`] for what there is not.
    pub fn answer(&self, means: &TaskMeans<'_>) -> Result<String, DeskError> {
        match self {
            Self::Hint(line) => json_of(&Hint::of(&*line.open()?)?),
            Self::Puzzle { game, number, body } => {
                json_of(&puzzles::answer(game, number, &read::<PuzzleRequest>(body.bytes())?)?)
            }
            Self::Solution { game, number } => json_of(&json!({ "turn": puzzles::solution(game, number)? })),
            Self::Explore(body) => json_of(&read::<ExploreRequest>(body.bytes())?.answer()?),
            Self::Steps(body) => json_of(&read::<StepsRequest>(body.bytes())?.answer(means)?),
            Self::KeptSteps { game, kept } => json_of(&kept.answer(game, means)?),
            Self::Import(body) => read::<ImportRequest>(body.bytes())?.answer(means),
            Self::Export(body) => json_of(&read::<ExportRequest>(body.bytes())?.answer(means)?),
        }
    }
}

/// One line of JSON.
///
/// # Errors
/// [`DeskError::Broken`] if there is none, which is a defect.
pub fn json_of(value: &impl Serialize) -> Result<String, DeskError> {
    serde_json::to_string(value).map_err(|error| DeskError::Broken(foreign(error.to_string())))
}
