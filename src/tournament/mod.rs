//! Tournaments: engines against engines, refereed by quintet's rules, recorded, counted and resumed.
//!
//! From the bottom up: a [`player`] answers with turns, either [`builtin`], a child process ([`process`]) or a program of an
//! arena ([`codingame`]); [`clock`]
//! holds the time controls; [`referee`] plays one game; [`journal`] and [`text_file`] keep it; [`config`] is the
//! configuration, [`schedule`] numbers the games, [`runner`] plays them on several threads and [`standings`] counts.
//! [`stats`], [`sprt`] and [`rating`] are arithmetic and know no game; [`rating_report`] is the rating list as data;
//! [`openings`] makes opening lines.

pub mod acceptance;
pub mod affinity;
pub mod builtin;
pub mod clock;
pub mod codingame;
pub mod config;
pub mod crosstable;
pub mod declared;
mod difference;
pub mod engine;
mod engine_values;
pub mod journal;
pub mod match_score;
pub mod misbehaviour;
pub mod openings;
pub mod other_parts;
pub mod player;
pub mod process;
pub mod rating;
pub mod rating_report;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod sequential;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod text_file;

use crate::files::FileError;
use crate::locks::LockError;
use crate::records::RecordError;
use std::io;
use std::path::PathBuf;

/// Why a tournament cannot be played or a record cannot be read, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// An engine cannot be started or does not get ready. That may be temporary: the system or the engine is at fault,
    /// not the request.
    #[error("engine `{name}`: {what}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// What happened, in a sentence.
        what: String,
    },
    /// There are no threads to play with.
    #[error("no thread could be started to play a game")]
    Threads(#[source] io::Error),
    /// A file that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A wrong line in a file.
    #[error("line {line} of `{}`: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A file that cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A record that cannot be read or does not follow the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl Error {
    fn request(sentence: impl Into<String>) -> Self {
        Self::Request(sentence.into())
    }
}

/// The pairs of a text like `elo0=0,elo1=5`: keys in lower case, both trimmed.
///
/// # Errors
/// [`Error::Request`] for a part without `=`, or a key given twice.
fn pairs(text: &str) -> Result<Vec<(String, String)>, Error> {
    let pair = |part: &str| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_ascii_lowercase(), value.trim().to_string())),
        None => Err(Error::request(format!("a list like KEY=VALUE,KEY=VALUE is expected, not `{text}`"))),
    };
    let pairs: Vec<(String, String)> = text.split(',').map(pair).collect::<Result<_, _>>()?;
    refuse_twice(pairs.iter().map(|(key, _)| &key[..]))?;
    Ok(pairs)
}

/// Checks that no key is given twice, as it would be ambiguous.
///
/// # Errors
/// [`Error::Request`] if two of these keys are the same, ignoring case.
fn refuse_twice<'a>(keys: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
    let mut known: Vec<&str> = Vec::new();
    for key in keys {
        match known.iter().find(|other| other.eq_ignore_ascii_case(key)) {
            None => known.push(key),
            Some(&other) if other == key => return Err(Error::request(format!("`{key}` is given twice"))),
            Some(other) => {
                return Err(Error::request(format!("`{other}` and `{key}` are the same, so it is given twice")));
            }
        }
    }
    Ok(())
}

/// Reads a number.
///
/// # Errors
/// [`Error::Request`] that names its key.
fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::request(format!("`{key}` needs a number in range, not `{text}`")))
}

/// A short game of Yavalath that seat 1 wins by the rules.
#[cfg(test)]
fn sample() -> crate::records::GameRecord {
    use crate::records::{GameRecord, Seat, Turn, TurnInfo};
    let seat = |name: &str| Seat { name: name.into(), ..Seat::default() };
    let turn = |(index, text): (usize, &str)| Turn::new(text.into(), index % 2, 1.25, TurnInfo::default());
    GameRecord {
        tournament: "00".into(),
        number: 3,
        game: "yavalath".into(),
        option: [("Swap".to_string(), "true".to_string())].into(),
        seats: vec![seat("A"), seat("B \"the bold\"")],
        opening: vec!["e5".into(), "a1".into()],
        turns: ["e6", "a3", "e8", "c1", "e7"].into_iter().enumerate().map(turn).collect(),
        result: "p1win".into(),
        winners: vec![1],
        quintet: "0".into(),
        ..GameRecord::default()
    }
}
