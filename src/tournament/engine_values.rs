//! The values in the description of a player: of options, of its command, and the words of its keys.

use super::Error;
use serde::{Deserialize, Serialize};

/// A value of an option: TOML may write it as a string, number or boolean.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`.
    Check(bool),
    /// A whole number.
    Number(i64),
    /// Anything else.
    Text(String),
}

impl Value {
    /// The value as the protocol writes it.
    pub fn text(&self) -> String {
        match self {
            Self::Check(value) => value.to_string(),
            Self::Number(value) => value.to_string(),
            Self::Text(value) => value.clone(),
        }
    }
}

/// A command line: a text that is split as a shell does, or a list.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum CommandLine {
    /// To be split.
    Text(String),
    /// Program and arguments.
    List(Vec<String>),
}

impl CommandLine {
    /// Program and arguments.
    ///
    /// # Errors
    /// [`Error::Request`] if there is none or a quotation mark is left open.
    pub fn words(&self) -> Result<Vec<String>, Error> {
        let words = match self {
            Self::Text(text) => shlex::split(text),
            Self::List(words) => Some(words.clone()),
        };
        words.filter(|words| !words.is_empty()).ok_or_else(|| {
            Error::request(format!("`{}` is not a command: it is empty or a quotation mark is left open", self.text()))
        })
    }

    /// The command as it can be shown.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(words) => words.join(" "),
        }
    }
}

/// The protocol of a command.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// UGI, or UCI if it knows nothing else.
    #[default]
    Ugi,
    /// The lines of CodinGame's arenas.
    CodinGame,
}

/// What a program of an arena goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Follows {
    /// The board of each turn.
    Grids,
    /// The turns since the start of the game, so that it cannot play from openings.
    Moves,
}

/// The values of `proto`.
pub(super) const PROTOCOLS: [(&str, Protocol); 2] = [("ugi", Protocol::Ugi), ("codingame", Protocol::CodinGame)];
/// The values of `follows`.
pub(super) const FOLLOWS: [(&str, Follows); 2] = [("grids", Follows::Grids), ("moves", Follows::Moves)];

/// Reads one of two words.
pub(super) fn word<T: Copy>(key: &str, text: &str, known: &[(&str, T); 2]) -> Result<T, Error> {
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| Error::request(format!("`{key}` is {} or {}, not `{text}`", known[0].0, known[1].0)))
}

/// Reads `true` or `on`, `false` or `off`.
pub(super) fn truth(key: &str, text: &str) -> Result<bool, Error> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Error::request(format!("`{key}` is true or false, not `{text}`"))),
    }
}
