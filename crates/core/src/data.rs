//! Texts that belong to single games: weights, books, puzzles and rules. They are part of the program, except with the feature
//! `apart`: then the host hands in those of a game before they are read, so that a page fetches no more than it needs.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// A text of a game.
#[derive(Clone, Copy, Debug)]
pub struct Data {
    /// Its name, with `/`.
    pub name: &'static str,
    embedded: Option<&'static str>,
}

/// The texts that are not part of the program.
static PROVIDED: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Whether the texts that are part of the program count as not provided.
static IS_APART: AtomicBool = AtomicBool::new(false);

/// From now on this process goes without the texts that are part of it, as one with the feature `apart` does: to test what it then
/// asks its host for.
pub fn set_apart() {
    IS_APART.store(true, Ordering::Relaxed);
}

impl Data {
    /// A text that is part of the program.
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, embedded: if cfg!(feature = "apart") { None } else { Some(text) } }
    }

    /// The text; `None` if it has not been provided.
    pub fn text(&self) -> Option<&'static str> {
        let embedded = self.embedded.filter(|_| !IS_APART.load(Ordering::Relaxed));
        embedded.or_else(|| provided(self.name))
    }

    /// The text that is read now.
    ///
    /// # Panics
    /// If it has not been provided, which is a mistake in the program.
    pub fn needed(&self) -> &'static str {
        self.text().unwrap_or_else(|| not_provided(self.name))
    }
}

/// The text that has been provided by this name.
pub fn provided(name: &str) -> Option<&'static str> {
    PROVIDED.lock().get(name).copied()
}

/// # Panics
/// Always: what is read has not been provided.
pub fn not_provided(name: &str) -> ! {
    panic!("`{name}` has not been provided")
}

/// A file of puzzles, whose number is known without it.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleFile {
    /// The lines: puzzles, and remarks that begin with `#`.
    pub data: Data,
    /// How many puzzles it has.
    pub count: usize,
}

impl PuzzleFile {
    /// A file that is part of the program.
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut count, mut at, mut is_new) = (0, 0, true);
        while at < bytes.len() {
            count += (is_new && bytes[at] != b'#') as usize;
            is_new = bytes[at] == b'\n';
            at += 1;
        }
        Self { data: Data::new(name, text), count }
    }
}

/// Provides the text of this name, once and for all.
pub fn provide(name: &str, text: String) {
    PROVIDED.lock().entry(name.to_string()).or_insert_with(|| text.leak());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_provided_first_is_there_from_then_on() {
        let apart = Data { name: "a test", embedded: None };
        assert_eq!(apart.text(), None);
        provide("a test", "one".to_string());
        provide("a test", "another".to_string());
        assert_eq!(apart.text(), Some("one"));
    }
}
