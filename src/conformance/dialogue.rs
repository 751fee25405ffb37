//! The dialogue, line by line with times, as evidence for a verdict. It is limited, however much an engine writes.

use crate::text::clean;
use std::collections::VecDeque;
use std::time::Instant;

/// How many of a step's first lines are kept, and as many of the last.
const KEPT: usize = 150;
/// The longest line kept, in characters.
const LENGTH: usize = 240;

/// Who wrote a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It was sent to the engine.
    Sent,
    /// The engine wrote it.
    Received,
    /// Neither: an event, such as the end of the process.
    Note,
}

impl Direction {
    /// The mark before a line.
    pub fn mark(self) -> char {
        match self {
            Self::Sent => '>',
            Self::Received => '<',
            Self::Note => '*',
        }
    }
}

/// A line of a dialogue.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Milliseconds since the step began.
    pub millis: u64,
    /// Who wrote it.
    pub direction: Direction,
    /// The line, cleaned and cut.
    pub text: String,
}

/// The dialogue of one step.
#[derive(Debug)]
pub struct Dialogue {
    started: Instant,
    first: Vec<Entry>,
    last: VecDeque<Entry>,
    left_out: usize,
}

impl Default for Dialogue {
    fn default() -> Self {
        Self { started: Instant::now(), first: Vec::new(), last: VecDeque::new(), left_out: 0 }
    }
}

impl Dialogue {
    /// Adds a line.
    pub fn note(&mut self, direction: Direction, text: &str) {
        let millis = self.started.elapsed().as_millis() as u64;
        let entry = Entry { millis, direction, text: clean(text, LENGTH) };
        if self.first.len() < KEPT {
            self.first.push(entry);
            return;
        }
        self.last.push_back(entry);
        if self.last.len() > KEPT {
            self.last.pop_front();
            self.left_out += 1;
        }
    }

    /// How long it has lasted, in milliseconds.
    pub fn millis(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Everything that was kept, with a note where lines are missing.
    pub fn into_entries(self) -> Vec<Entry> {
        let mut entries = self.first;
        if self.left_out > 0 {
            let millis = entries.last().map_or(0, |entry| entry.millis);
            let text = format!("{} lines are left out", self.left_out);
            entries.push(Entry { millis, direction: Direction::Note, text });
        }
        entries.extend(self.last);
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_kept_in_short() {
        let mut dialogue = Dialogue::default();
        (0..1_000_000).for_each(|number| dialogue.note(Direction::Received, &format!("line {number}")));
        let entries = dialogue.into_entries();
        assert_eq!(entries.len(), 2 * KEPT + 1);
        assert_eq!(entries[KEPT].text, format!("{} lines are left out", 1_000_000 - 2 * KEPT));
        assert_eq!(entries[2 * KEPT].text, "line 999999");
    }
}
