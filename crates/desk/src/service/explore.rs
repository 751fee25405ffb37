//! What is known about a position, for the page: it keeps the steps of games and sends those of the position that it shows.

use super::error::DeskError;
use super::kept_game::KeptGame;
use super::means::TaskMeans;
use super::recorded::records_of;
use super::store::StoredGames;
use super::transfer::{format_named, shown};
use super::{known, says};
use crate::analysis::ScoreInfo;
use crate::explore::{ExploreError, Explorer, Known, NODES, PlaceKey, Step, steps_of, summed};
use crate::records::{GameRecord, ReadGame, THE_TEXT, visit_until};
use crate::registry::GameLine;
use crate::search::{Bound, StopSource, Verdict};
use crate::sentence::{Sentence, foreign};
use crate::session::Standing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::Path;

/// The most oddities of a text that are reported.
const NOTES: usize = 50;

/// A position, and what is to be known of it.
#[derive(Deserialize, JsonSchema)]
pub struct ExploreRequest {
    #[serde(flatten)]
    position: GameLine,
    /// Whether the opening book counts.
    book: bool,
    /// Whether the engine is asked, too.
    scores: bool,
    /// What was played there.
    steps: Vec<Step>,
}

/// A decision, with its scores as an analysis has them.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct KnownDecision {
    #[serde(flatten)]
    known: Known,
    book_score: Option<ScoreInfo>,
    engine_score: Option<ScoreInfo>,
}

/// What is known about a position.
#[derive(Serialize, JsonSchema)]
pub struct ExploreAnswer {
    /// What its steps begin with.
    place: PlaceKey,
    decisions: Vec<KnownDecision>,
}

impl From<ExploreError> for DeskError {
    fn from(error: ExploreError) -> Self {
        match error {
            ExploreError::Text(error) => error.into(),
            ExploreError::Book(error) => Self::Broken(foreign(error.to_string())),
        }
    }
}

impl ExploreRequest {
    /// What is known.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if there is no such position.
    pub fn answer(&self) -> Result<ExploreAnswer, DeskError> {
        let mut session = self.position.open()?;
        let mut explorer = Explorer::new(&mut *session)?;
        if self.book {
            explorer.add_book(&mut *session)?;
        }
        self.steps.iter().for_each(|step| explorer.add_step(step));
        if self.scores && session.standing() == Standing::Open {
            explorer.add_scores(&mut *session, NODES, &StopSource::default().token())?;
        }
        let score = |verdict: Option<Verdict>| Some(ScoreInfo::new(verdict?, Bound::Exact, false, None));
        let decision = |known: Known| {
            let (book_score, engine_score) = (score(known.book_verdict), score(known.engine_verdict));
            KnownDecision { known, book_score, engine_score }
        };
        Ok(ExploreAnswer {
            place: PlaceKey::of(&*session),
            decisions: explorer.sorted().into_iter().map(decision).collect(),
        })
    }
}

/// A text with games, of which those of one game are counted.
#[derive(Deserialize, JsonSchema)]
pub struct StepsRequest {
    game: String,
    text: String,
    #[serde(default)]
    format: Option<String>,
}

/// Kept games of a game, as the store has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSteps {
    games: Vec<KeptGame>,
    older: Option<i64>,
    unread: usize,
}

impl From<StoredGames> for KeptSteps {
    fn from(stored: StoredGames) -> Self {
        let games = stored.games.into_iter().map(|stored| stored.record).collect();
        Self { games, older: stored.older, unread: stored.unread }
    }
}

/// The steps of some games.
#[derive(Default, Serialize, JsonSchema)]
pub struct StepsAnswer {
    steps: Vec<Step>,
    /// How many games they are from.
    games: usize,
    /// How many are left out because they are not finished: what was played in them led nowhere yet.
    unfinished: usize,
    /// How many are of other games.
    others: usize,
    /// How many cannot be read.
    unread: usize,
    /// What was odd.
    notes: Vec<String>,
    /// The same for any language.
    said: Vec<Sentence>,
    /// The number before which kept games go on, if they do.
    older: Option<i64>,
}

impl StepsAnswer {
    fn note(&mut self, what: Sentence) {
        if self.said.len() < NOTES {
            self.notes.push(what.to_string());
            self.said.push(what);
        }
    }

    fn add(&mut self, game: &str, record: &GameRecord) {
        if record.game != game {
            self.others += 1;
        } else if !record.is_finished() {
            self.unfinished += 1;
        } else {
            match steps_of(record) {
                Ok(steps) => {
                    self.games += 1;
                    self.steps.extend(steps);
                }
                Err(error) => {
                    self.unread += 1;
                    self.note(error.into());
                }
            }
        }
    }

    fn summed(self) -> Self {
        Self { steps: summed(self.steps), ..self }
    }
}

impl StepsRequest {
    /// Its steps.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if the format is not known, [`DeskError::Missing`] if the game is not.
    pub fn answer(&self, means: &TaskMeans<'_>) -> Result<StepsAnswer, DeskError> {
        let format = self.format.as_deref().map(format_named).transpose()?;
        let game = known::game(&self.game)?.name;
        let mut found = StepsAnswer::default();
        let mut see = |(place, record, odd): ReadGame| {
            odd.into_iter().for_each(|what| found.note(says::of_game(place, what)));
            match record {
                Ok(record) => found.add(game, &record),
                Err(what) => {
                    found.unread += 1;
                    found.note(says::of_game(place, what));
                }
            }
            ControlFlow::Continue(())
        };
        let read = visit_until(Path::new(THE_TEXT), self.text.as_bytes(), format, means.is_over, &mut see);
        let read = read.map_err(|error| DeskError::Refused(error.into()))?;
        read.oddity.into_iter().for_each(|oddity| found.note(oddity.what));
        if !read.is_whole {
            let games = found.games;
            found.note(says::too_slow(means.seconds, shown(games)));
        }
        Ok(found.summed())
    }
}

impl KeptSteps {
    /// The steps of these games.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is no game of this name.
    pub fn answer(&self, game: &str, means: &TaskMeans<'_>) -> Result<StepsAnswer, DeskError> {
        let game = known::game(game)?.name;
        let mut found = StepsAnswer { older: self.older, unread: self.unread, ..StepsAnswer::default() };
        for kept in &self.games {
            match records_of(kept, means.version) {
                Ok(records) => records.iter().for_each(|record| found.add(game, record)),
                Err(error) => {
                    found.unread += 1;
                    found.note(error.said());
                }
            }
        }
        Ok(found.summed())
    }
}
