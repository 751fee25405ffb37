//! All options as data: the engine's and every game's.

use super::{EngineOptions, OPTIONS, OptionRange};
use crate::game::{GameOption, OptionKind};
use crate::registry;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of [`OptionListing`] as JSON. It grows when a field changes or goes, not when one is added.
pub const OPTIONS_SCHEMA: &str = "options/1";

/// All options.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionListing {
    /// The version of this schema: `options/1`.
    pub schema: &'static str,
    /// The engine's, in the game that it starts with.
    pub engine: Vec<OptionDescription>,
    /// The games, with those of their own.
    pub games: Vec<GameOptions>,
}

/// The options of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameOptions {
    /// The name of the game.
    pub game: &'static str,
    /// Its full name and a short description.
    pub title: &'static str,
    /// Its options.
    pub options: Vec<OptionDescription>,
}

/// An option.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionDescription {
    /// Its name.
    pub name: &'static str,
    /// `check`, `spin` (a whole number), `combo` (one of some words), `string` or `button`, as in UCI.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its default; a button has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// The possible words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<&'static str>,
    /// What it is for, in a sentence.
    pub about: &'static str,
}

/// All options of the engine and of every game, with their defaults.
pub fn listing() -> OptionListing {
    let session = (registry::GAMES[0].open)();
    let defaults = EngineOptions::default();
    let engine = OPTIONS.iter().map(|option| {
        let (kind, numbers) = match option.range {
            OptionRange::Games | OptionRange::Words(_) => ("combo", None),
            OptionRange::Numbers(..) | OptionRange::Ratings => ("spin", Some(option.numbers(&*session))),
            OptionRange::Check => ("check", None),
            OptionRange::Text => ("string", None),
            OptionRange::Button => ("button", None),
        };
        OptionDescription {
            name: option.name,
            kind,
            default: (option.range != OptionRange::Button).then(|| defaults.value(option.id, &*session)),
            min: numbers.map(|(min, _)| min),
            max: numbers.map(|(_, max)| max),
            words: option.words(),
            about: option.about,
        }
    });
    let games = registry::GAMES.iter().map(|entry| GameOptions {
        game: entry.name,
        title: entry.title,
        options: (entry.open)().options().into_iter().map(of_game).collect(),
    });
    OptionListing { schema: OPTIONS_SCHEMA, engine: engine.collect(), games: games.collect() }
}

fn of_game(option: GameOption) -> OptionDescription {
    let (kind, default, words) = match option.kind {
        OptionKind::Check(is_on) => ("check", is_on.to_string(), Vec::new()),
        OptionKind::Choice(now, words) => ("combo", now, words.to_vec()),
    };
    let GameOption { name, about, .. } = option;
    OptionDescription { name, kind, default: Some(default), min: None, max: None, words, about }
}
