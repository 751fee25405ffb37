//! Where games are kept: what the desk asks of a store. A server has a database, a program in a browser another, and
//! [`MemoryStore`](memory::MemoryStore) is one that forgets everything at its end.

pub mod memory;
pub mod wanted;

use super::error::DeskError;
use super::kept_game::KeptGame;
use super::people::Person;
use super::says;
use serde::{Deserialize, Serialize};
use wanted::Wanted;

/// The longest variations of a game, in bytes: some 30,000 turns.
const MAX_TREE: usize = 256 << 10;
/// A list looks at no more than this many games; a search for few among many asks again.
pub const MOST_TRIED: usize = 400;

/// A stored game in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The game.
    pub record: KeptGame,
    /// How it has ended, in a sentence.
    pub ended: Option<String>,
}

/// Some games, newest first.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGames {
    /// The games.
    pub games: Vec<StoredGame>,
    /// The number before which the list continues, if it does.
    pub older: Option<i64>,
    /// How many are left out because they cannot be read.
    pub unread: usize,
}

/// Variations as the page writes them, `e5 (d4 f6) d5 {a comment}`, of bounded length. Only the page reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeText(String);

impl TreeText {
    /// A text.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if it is too long.
    pub fn new(text: String) -> Result<Self, DeskError> {
        match text.len() {
            ..=MAX_TREE => Ok(Self(text)),
            length => Err(DeskError::Refused(says::tree_size(MAX_TREE >> 10, length.div_ceil(1 << 10)))),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text stored beside the games, such as the variations of one.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct KeptText {
    /// Grows with every change; 0: there is none yet.
    pub version: u64,
    /// It.
    pub text: String,
}

/// A store of games. What a call has stored is there for every later call, also of a later program. Errors are
/// [`DeskError::Broken`] where nothing else is said: the store cannot be read or written.
pub trait Store: Send + Sync {
    /// Stores a game, new or changed; `ended` is how it ended, in a sentence.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), DeskError>;

    /// A stored game, if there is one of this name.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, id: &str) -> Result<Option<KeptGame>, DeskError>;

    /// The games of a person and of everybody that are `wanted`, newest first: at most `most`, of those started before
    /// the game with the number `before`. There may be fewer, even none, although the list goes on ([`MOST_TRIED`]).
    /// Unreadable ones are left out.
    ///
    /// # Errors
    /// If they cannot be read.
    fn list(
        &self,
        person: Option<&Person>,
        before: Option<i64>,
        most: usize,
        wanted: &Wanted,
    ) -> Result<StoredGames, DeskError>;

    /// How many games there are.
    ///
    /// # Errors
    /// If they cannot be read.
    fn count(&self) -> Result<usize, DeskError>;

    /// Removes a game and its variations.
    ///
    /// # Errors
    /// If it cannot be written.
    fn remove(&self, id: &str) -> Result<(), DeskError>;

    /// The variations of a game; an empty text if it has none or does not exist.
    ///
    /// # Errors
    /// If they cannot be read.
    fn tree(&self, id: &str) -> Result<KeptText, DeskError>;

    /// The version of a game's variations.
    ///
    /// # Errors
    /// If it cannot be read.
    fn tree_version(&self, id: &str) -> Result<u64, DeskError>;

    /// Stores the variations of a game if the stored version is still this one; returns their new version, or what is
    /// stored instead.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is no such game; if they cannot be written.
    fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError>;

    /// What a person practises; an empty text if that is nothing.
    ///
    /// # Errors
    /// If it cannot be read.
    fn practice(&self, person: &Person) -> Result<KeptText, DeskError>;

    /// Stores what a person practises if the stored version is still this one; returns its new version, or what is stored
    /// instead.
    ///
    /// # Errors
    /// If it cannot be written.
    fn set_practice(&self, person: &Person, version: u64, text: &str) -> Result<Result<u64, KeptText>, DeskError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_have_a_bound() {
        assert!(TreeText::new("x".repeat(MAX_TREE)).is_ok());
        let refused = TreeText::new("x".repeat(MAX_TREE + 1)).unwrap_err().to_string();
        assert_eq!(refused, "the variations and comments of a game have at most 256 KiB, and these have 257");
    }
}
