//! Values that are one of a few names, for shell completion.

use super::parse_search;
use crate::options::{SEARCHES, SearchChoice, listing};
use crate::records::tables::{TABLE_FORMATS, TableFormat};
use crate::records::{FORMATS, RecordFormat};
use crate::registry;
use crate::text::nearest;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::sync::LazyLock;

/// A value with some known names. The code that uses it reports other values, in more helpful words than a list.
#[derive(Clone)]
pub struct Known(fn() -> Vec<&'static str>);

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The name of a game.
pub fn game() -> Known {
    Known(|| registry::names().collect())
}

/// The name of a game whose evaluation can be learned.
pub fn learned_game() -> Known {
    Known(|| registry::learned_names().collect())
}

/// An option of a game, with its value.
pub fn game_option() -> Known {
    static KNOWN: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut known = Vec::new();
        for option in listing().games.into_iter().flat_map(|game| game.options) {
            let values = if option.kind == "check" { vec!["true", "false"] } else { option.words };
            known.extend(values.iter().map(|value| format!("{}={value}", option.name)));
        }
        known.sort();
        known.dedup();
        known
    });
    Known(|| KNOWN.iter().map(String::as_str).collect())
}

/// A player of `quintet match`.
pub fn player() -> Known {
    static KNOWN: LazyLock<Vec<String>> = LazyLock::new(|| {
        let builtin = ["random", "quintet"].iter().chain(&SEARCHES).map(|name| format!("builtin={name}"));
        builtin.chain(["cmd=".to_string(), "name=".to_string()]).collect()
    });
    Known(|| KNOWN.iter().map(String::as_str).collect())
}

/// A search.
pub fn search() -> impl TypedValueParser<Value = SearchChoice> {
    Known(|| SEARCHES.to_vec()).try_map(|name| parse_search(&name))
}

/// What games are written as.
#[derive(Clone, Copy)]
pub enum Target {
    /// Games that can be read again.
    Games(RecordFormat),
    /// What other tools want of them.
    Table(TableFormat),
}

impl Target {
    /// The one of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let as_table = || TableFormat::named(name).map(Self::Table);
        RecordFormat::named(name).map(Self::Games).or_else(as_table)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games(format) => format.name(),
            Self::Table(format) => format.name(),
        }
    }
}

/// The names of all that can be written.
pub fn target_names() -> Vec<&'static str> {
    let games = FORMATS.iter().filter(|known| known.0.is_written()).map(|known| known.1);
    games.chain(TABLE_FORMATS.map(|known| known.1)).collect()
}

/// A format to write games in.
pub fn target() -> impl TypedValueParser<Value = Target> {
    let named = |name: String| Target::named(&name).ok_or_else(|| unknown(&name, &target_names()));
    Known(target_names).try_map(named)
}

/// A format of records.
pub fn format() -> impl TypedValueParser<Value = RecordFormat> {
    let names = || FORMATS.iter().map(|known| known.1).collect::<Vec<_>>();
    let named = move |name: String| RecordFormat::named(&name).ok_or_else(|| unknown(&name, &names()));
    Known(names).try_map(named)
}

/// What is said of a format that there is not: the one that is nearest, those of which it is a part, or the one whose files
/// end so.
fn unknown(name: &str, names: &[&'static str]) -> String {
    let name = name.to_lowercase();
    let ending = |known: &&str| {
        let has = |found: &&(RecordFormat, &str, &[&str])| found.1 == *known && found.2.contains(&name.as_str());
        FORMATS.iter().any(|found| has(&found))
    };
    let is_part = |known: &&str| known.split(['-', '.']).any(|part| part == name);
    let mut meant: Vec<&str> = names.iter().copied().filter(|known| is_part(known) || ending(known)).collect();
    if meant.is_empty() {
        meant.extend(nearest(&name, names.iter().copied()));
    }
    let hint = meant.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    let the = if hint.is_empty() { "the".to_string() } else { format!("did you mean {hint}? The") };
    format!("{the} formats are {}", names.join(", "))
}
