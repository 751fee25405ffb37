//! What a person practises: positions from their games in which a better turn is to be found, each on the day that it
//! comes again. The page decides what comes when; it is kept here, with the games.

use super::error::DeskError;
use super::says;
use super::store::KeptText;
use super::task::json_of;
use crate::sentence::foreign;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most positions that a person practises, and the most room that they take.
const MOST: usize = 300;
const ROOM: usize = 1 << 20;

/// A turn that gave away much, of which a better one is to be found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exercise {
    /// The game.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where it begins.
    #[serde(default)]
    pub position: Option<String>,
    /// The turns before.
    pub moves: Vec<String>,
    /// The turn that was played.
    pub played: String,
    /// The share of the point before it, of who played it.
    pub before: f64,
    /// And after it.
    pub after: f64,
    /// How often in a row a better one was found at the first try.
    pub stage: u32,
    /// When it comes again, in seconds since 1970.
    pub due: f64,
}

/// What a person practises, as somebody has seen it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Practice {
    /// Grows with every change; 0: there is nothing yet.
    pub version: u64,
    /// The positions.
    pub exercises: Vec<Exercise>,
}

impl Practice {
    /// What is kept.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if it cannot be read.
    pub fn read(kept: &KeptText) -> Result<Self, DeskError> {
        let exercises = match kept.text.as_str() {
            "" => Vec::new(),
            text => serde_json::from_str(text).map_err(|error| DeskError::Broken(foreign(error.to_string())))?,
        };
        Ok(Self { version: kept.version, exercises })
    }

    /// The text to keep.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if it is too much.
    pub fn text(&self) -> Result<String, DeskError> {
        let text = json_of(&self.exercises)?;
        match self.exercises.len() <= MOST && text.len() <= ROOM {
            true => Ok(text),
            false => Err(DeskError::Refused(says::practice_size(MOST, ROOM >> 10))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_has_a_bound() {
        let exercise = Exercise {
            game: "yinsh".to_string(),
            options: BTreeMap::new(),
            position: None,
            moves: vec!["e5".to_string()],
            played: "d4".to_string(),
            before: 0.7,
            after: 0.25,
            stage: 2,
            due: 1.5e9,
        };
        let practice = |count| Practice { version: 3, exercises: vec![exercise.clone(); count] };
        let text = practice(MOST).text().unwrap();
        assert_eq!(Practice::read(&KeptText { version: 3, text }).unwrap(), practice(MOST));
        assert_eq!(Practice::read(&KeptText::default()).unwrap(), Practice::default());
        let long = Exercise { moves: vec!["e".repeat(ROOM)], ..exercise.clone() };
        for too_much in [practice(MOST + 1), Practice { version: 0, exercises: vec![long] }] {
            let refused = too_much.text().unwrap_err().to_string();
            assert_eq!(refused, "at most 300 positions are kept for practice, in at most 1024 KiB");
        }
    }
}
