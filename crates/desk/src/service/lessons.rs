//! Lessons for the page, in one language.

use super::error::DeskError;
use super::{known, says};
use crate::lessons::{self, Lesson, LessonVerdict};
use crate::text::shorten;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A turn that is to be found.
#[derive(Serialize, JsonSchema)]
struct LessonStepEntry {
    task: &'static str,
    /// A right turn, to be shown.
    solution: &'static str,
    /// The turn of the other side after it.
    reply: Option<&'static str>,
}

/// A position, and what is to be done there.
#[derive(Serialize, JsonSchema)]
struct LessonEntry {
    options: &'static BTreeMap<String, String>,
    position: &'static str,
    steps: Vec<LessonStepEntry>,
}

/// The lesson of a game.
#[derive(Serialize, JsonSchema)]
pub struct LessonPage {
    /// Its game, of which the game asked for may be a variant.
    game: &'static str,
    tasks: Vec<LessonEntry>,
}

/// The turns of both sides so far, the last by the side that learns and perhaps not whole.
#[derive(Deserialize, JsonSchema)]
pub struct LessonRequest {
    moves: Vec<String>,
}

/// What comes of the last turn.
#[derive(Serialize, JsonSchema)]
pub struct LessonAnswer {
    verdict: LessonVerdict,
    /// What is said of it.
    text: Option<&'static str>,
}

/// The lesson of a game.
fn lesson(game: &str) -> Result<&'static Lesson, DeskError> {
    let name = known::game(game)?.name;
    lessons::of_game(name).ok_or_else(|| DeskError::Missing(says::no_lesson(name)))
}

/// The lesson of a game in a language, in English where it has no words in it.
///
/// # Errors
/// [`DeskError::Missing`] if there is none.
pub fn page(game: &str, language: &str) -> Result<LessonPage, DeskError> {
    let Lesson { game, tasks, .. } = lesson(game)?;
    let entry = |task: &'static lessons::LessonTask| {
        let step = |step: &'static lessons::LessonStep| LessonStepEntry {
            task: lessons::text(&step.task, language),
            solution: &step.solution,
            reply: step.reply.as_deref(),
        };
        LessonEntry { options: &task.options, position: &task.position, steps: task.steps.iter().map(step).collect() }
    };
    Ok(LessonPage { game, tasks: tasks.iter().map(entry).collect() })
}

/// What comes of the last turn in the task of this number, from 1, of a game.
///
/// # Errors
/// [`DeskError::Missing`] if there is no such lesson or task, [`DeskError::Refused`] for an illegal turn.
pub fn answer(game: &str, number: &str, language: &str, request: &LessonRequest) -> Result<LessonAnswer, DeskError> {
    let Lesson { game, tasks, .. } = lesson(game)?;
    let missing = || DeskError::Missing(says::no_task(shorten(number), tasks.len()));
    let task = known::numbered(tasks, number).ok_or_else(missing)?;
    let attempt = task.attempt(game, &request.moves)?;
    Ok(LessonAnswer { verdict: attempt.verdict, text: attempt.said.map(|said| lessons::text(said, language)) })
}
