//! What the parts of an address name: a game, and something numbered that it has.

use super::error::DeskError;
use crate::registry::{self, GameEntry};
use crate::text::shorten;

/// The game of this name, ignoring case.
///
/// # Errors
/// [`DeskError::Missing`] if there is none.
pub fn game(name: &str) -> Result<&'static GameEntry, DeskError> {
    registry::find(name).ok_or_else(|| DeskError::Missing(registry::unknown(&shorten(name))))
}

/// The one of this number, from 1.
pub fn numbered<'a, T>(all: &'a [T], number: &str) -> Option<&'a T> {
    all.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}
