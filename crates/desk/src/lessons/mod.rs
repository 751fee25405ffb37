//! Lessons: a game in a few tasks, each a turn or some in a given position, for somebody who has never seen it.
//!
//! A lesson is a file, `crates/desk/data/lessons/GAME.json`, which docs/lessons.md explains. What is right is given by turns or
//! by [`Facts`] that the rules know, so nothing here knows how a game is played.

mod attempt;
mod facts;
#[cfg(test)]
mod lesson_law;
mod says;

pub use attempt::{Attempt, LessonVerdict};
pub use facts::{Ends, Facts};
pub use says::TABLE as SENTENCES;

use crate::registry;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The lessons, one a game, and some of variants.
const FILES: &[&str] = &[
    include_str!("../../data/lessons/gipf.json"),
    include_str!("../../data/lessons/gipf-standard.json"),
    include_str!("../../data/lessons/pentalath.json"),
    include_str!("../../data/lessons/yavalath.json"),
    include_str!("../../data/lessons/yavalath3.json"),
    include_str!("../../data/lessons/yinsh.json"),
    include_str!("../../data/lessons/zen.json"),
];

/// A sentence by language: `en`, `fr`, ….
pub type Texts = BTreeMap<String, String>;

/// A lesson, as a file has it.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lesson {
    /// The version of the form.
    pub schema: LessonSchema,
    /// The game. Its variants, which have the same page of rules, lead to this lesson, too, unless they have their own.
    pub game: String,
    /// The game whose lesson comes first: then this one has only what is new.
    pub after: Option<String>,
    /// Other games that lead to this lesson.
    #[serde(default)]
    pub variants: Vec<String>,
    /// The tasks, in the order in which they teach.
    pub tasks: Vec<LessonTask>,
}

/// The versions of the form of a lesson.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonSchema {
    /// The only one so far.
    #[serde(rename = "lesson/1")]
    One,
}

/// A position, and what is to be done there.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LessonTask {
    /// Options of the game; others have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position text. The side to decide is the one that learns.
    pub position: String,
    /// The turns of that side.
    pub steps: Vec<LessonStep>,
}

/// A turn that is to be found.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LessonStep {
    /// What is to be done, in one sentence.
    pub task: Texts,
    /// What is true of every right turn. Without it any legal turn is right.
    pub accept: Option<Facts>,
    /// A right turn, to be shown.
    pub solution: String,
    /// What is said after a right turn.
    pub right: Texts,
    /// What is said after any other.
    pub wrong: Option<Texts>,
    /// What is said instead after those of a certain kind; the first that fits counts.
    #[serde(default)]
    pub faults: Vec<LessonFault>,
    /// The turn of the other side after this one. Every step but the last has one.
    pub reply: Option<String>,
}

/// A kind of wrong turns.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LessonFault {
    /// What is true of them.
    pub when: Facts,
    /// What is said of them.
    pub say: Texts,
}

/// Reads a lesson.
///
/// # Errors
/// Where the text is no lesson.
pub fn read(text: &str) -> Result<Lesson, serde_json::Error> {
    serde_json::from_str(text)
}

// A test sees to it that each of these files can be read.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| FILES.iter().filter_map(|text| read(text).ok()).collect());

/// The lesson of a game or of the game that it is a variant of; `None` if there is none.
pub fn of_game(game: &str) -> Option<&'static Lesson> {
    let entry = registry::find(game)?;
    let is_own = |lesson: &&Lesson| lesson.game == entry.name || lesson.variants.iter().any(|one| one == entry.name);
    let is_of_rules = |lesson: &&Lesson| registry::find(&lesson.game).is_some_and(|other| other.rules == entry.rules);
    LESSONS.iter().find(is_own).or_else(|| LESSONS.iter().find(is_of_rules))
}

/// A sentence in a language, in English if it is not there.
pub fn text<'a>(texts: &'a Texts, language: &str) -> &'a str {
    texts.get(language).or_else(|| texts.get("en")).map_or("", String::as_str)
}
