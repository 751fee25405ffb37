//! A game as the page sees it.

use super::error::DeskError;
use super::hosted_game::{HostedGame, Who};
use super::kept_game::{ClockSetup, Ended, KeptGame, Offer, PlayedTurn, SeatSetup};
use super::people::Company;
use super::says;
use crate::game::describe::OVER;
use crate::registry;
use crate::sentence::Sentence;
use crate::session::{DescribedTurn, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A seat with a name to show.
#[derive(Serialize, JsonSchema)]
struct SeatView<'a> {
    #[serde(flatten)]
    setup: &'a SeatSetup,
    label: String,
    said: Sentence,
}

/// A game.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameView<'a> {
    id: &'a str,
    /// Grows with every change.
    revision: u64,
    game: &'a str,
    title: &'static str,
    options: &'a BTreeMap<String, String>,
    /// The position text it started from, unless that is the start position.
    start: Option<&'a str>,
    seats: Vec<SeatView<'a>>,
    state: State,
    /// The whole turns of this round.
    turns: &'a [PlayedTurn],
    /// What was played last: a whole turn, or the decisions of the present one. To be animated.
    last: Option<DescribedTurn>,
    clock: Option<ClockSetup>,
    /// What is left for each seat, in milliseconds, at the moment of sending.
    remaining_ms: Option<Vec<u64>>,
    /// The seat, from 1, whose clock is running.
    running: Option<usize>,
    /// The seat, from 1, for which an engine is being asked.
    thinking: Option<usize>,
    paused: bool,
    /// What went wrong with an engine, in a sentence; `resume` asks it again.
    problem: Option<&'a str>,
    #[schemars(with = "Option<Sentence>")]
    problem_said: Option<&'a Value>,
    offer: Option<&'a Offer>,
    ended: Option<Ended>,
    ended_said: Option<Sentence>,
    can_undo: bool,
    can_redo: bool,
    /// The game of the rematch, if there is one.
    rematch: Option<&'a str>,
    /// The version of the variations stored with it.
    tree_version: u64,
}

impl<'a> GameView<'a> {
    /// What everybody sees of a game now.
    fn of(hosted: &'a HostedGame) -> Self {
        let record = hosted.record();
        let ended = hosted.ended();
        let mut state = hosted.state().clone();
        if let Some(ended) = &ended {
            // What people have agreed on, the rules do not know.
            state.legal.clear();
            (state.decides, state.phase) = (None, OVER);
            state.instruction.clone_from(&ended.sentence);
        }
        let ended_said = hosted.ended_said();
        if let Some(said) = &ended_said {
            state.said.clone_from(said);
        }
        Self {
            id: &record.id,
            revision: record.revision,
            game: &record.game,
            title: title(&record.game),
            options: &record.options,
            start: record.start.as_deref(),
            seats: record
                .seats
                .iter()
                .map(|setup| SeatView { setup, label: setup.label(), said: setup.name() })
                .collect(),
            state,
            turns: &record.turns,
            last: hosted.last(),
            clock: record.clock,
            remaining_ms: hosted.remaining_ms(),
            running: hosted.running(),
            thinking: hosted.thinking(),
            paused: record.paused,
            problem: record.problem.as_deref(),
            problem_said: record.problem_said.as_ref(),
            offer: record.offer.as_ref(),
            ended,
            ended_said,
            can_undo: hosted.can_undo(),
            can_redo: hosted.can_redo(),
            rematch: record.rematch.as_deref(),
            tree_version: hosted.tree_version(),
        }
    }
}

/// A game as everybody sees it, to which is added what each of them may do: keys of seats are for those alone who have them.
pub struct SharedView {
    /// One line of JSON without its last brace.
    text: String,
    company: Option<Company>,
    people: Vec<bool>,
}

impl SharedView {
    /// What is to be seen of a game now.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if it cannot be written as JSON.
    pub fn of(hosted: &HostedGame) -> Result<Self, DeskError> {
        let record = hosted.record();
        let unsent = |error: serde_json::Error| DeskError::Broken(says::unsent(record.id.as_str(), error.to_string()));
        let mut text = serde_json::to_string(&GameView::of(hosted)).map_err(unsent)?;
        text.truncate(text.len() - 1);
        Ok(Self { text, company: record.company.clone(), people: record.people() })
    }

    /// What somebody sees, as one line of JSON.
    pub fn seen_by(&self, who: Who<'_>) -> String {
        let rights = self.company.as_ref().map(|company| company.rights(who, &self.people));
        format!("{},\"rights\":{}}}", self.text, serde_json::json!(rights))
    }
}

/// What somebody sees of a game, as one line of JSON.
///
/// # Errors
/// As for [`SharedView::of`].
pub fn view_json(hosted: &HostedGame, who: Who<'_>) -> Result<String, DeskError> {
    Ok(SharedView::of(hosted)?.seen_by(who))
}

/// The name of a game in a book.
pub fn title(game: &str) -> &'static str {
    registry::find(game).map_or("", |entry| entry.title)
}

/// A game in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameListing {
    id: String,
    game: String,
    title: &'static str,
    players: Vec<String>,
    players_said: Vec<Sentence>,
    /// The seats, from 1, that whoever asks plays.
    mine: Vec<usize>,
    turns: usize,
    /// Seconds since 1970.
    updated: u64,
    /// How it ended, or nothing.
    ended: Option<String>,
    #[schemars(with = "Option<Sentence>")]
    ended_said: Option<Value>,
}

impl GameListing {
    /// What a list says of a game to somebody; `ended` is how it has ended.
    pub fn new(record: &KeptGame, ended: Option<String>, who: Who<'_>) -> Self {
        Self {
            id: record.id.clone(),
            game: record.game.clone(),
            title: title(&record.game),
            players: record.seats.iter().map(SeatSetup::label).collect(),
            players_said: record.seats.iter().map(SeatSetup::name).collect(),
            mine: record.mine(who),
            turns: record.turns.len(),
            updated: record.updated,
            ended,
            ended_said: record.end_said.clone(),
        }
    }
}

/// Some games.
#[derive(Serialize, JsonSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameListing>,
    /// The number before which the list continues, if it does.
    pub older: Option<i64>,
    /// How many are left out because they cannot be read.
    pub unread: usize,
}
