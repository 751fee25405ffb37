//! The file of a book: readable text, with versions that can be compared line by line.
//!
//! It is a tree of decisions, indented by one space per level. docs/books.md describes it. Positions are not written
//! but played through, so a line that is not a legal decision shows that the file is damaged.

use super::{Book, BookNode, BookReply, after, canonical};
use crate::game::{Playable, TextError};
use crate::sealed::{SealError, seal, unseal};
use crate::search::score::{Score, WIN, is_decided};
use crate::text::shorten;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The first line.
pub const TITLE: &str = "quintet book 2";
/// The word before the turns that lead to the start of the book; the line is left out if there are none.
const WAY: &str = "moves ";
/// The word before the number of positions that the book should have, if its building was stopped.
const WANTED: &str = "wanted ";
/// Stands for all decisions of a position that are not listed.
const OTHERS: &str = "*";

/// A book that cannot be used, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It does not begin as it must, or has changed since it was written.
    #[error("this is not a whole book: {0}")]
    Seal(#[from] SealError),
    /// It is for another game.
    #[error("the book is for the game `{found}`, not for `{expected}`")]
    Game {
        /// The game it is for.
        found: String,
        /// The game it should be for.
        expected: String,
    },
    /// A wrong line.
    #[error("line {line} of the book: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// No known turns lead to its start.
    #[error("no known turns lead from `{from}` to `{to}`, where this book begins")]
    Way {
        /// The position they should lead from.
        from: String,
        /// Where it starts.
        to: String,
    },
    /// Books are for two players.
    #[error("`{0}` is not a game for two players, and only those have books")]
    Players(String),
    /// It is to begin where no game of this name can be.
    #[error("{0}")]
    Start(#[from] TextError),
}

impl<G: Playable> Book<G> {
    /// Reads the book of a game.
    ///
    /// # Errors
    /// [`BookError`] that says what is wrong.
    pub fn read(name: &str, setup: &G::Setup, text: &str) -> Result<Self, BookError> {
        if G::PLAYERS != 2 {
            return Err(BookError::Players(name.to_string()));
        }
        /// The number of the first line below the title and the checksum.
        const FIRST: usize = 3;
        let lines = unseal(TITLE, text)?.lines();
        let mut lines = lines.enumerate().map(|(index, line)| (FIRST + index, line.trim_end()));
        let mut header = |word: &str| {
            let (number, line) = lines.next().unwrap_or((FIRST, ""));
            let value = line.strip_prefix(word).map(|rest| rest.trim().to_string());
            value.ok_or_else(|| (number, line.to_string()))
        };
        let expected = |word: &str| {
            let word = word.to_string();
            move |(line, found): (usize, String)| {
                let found = shorten(&found);
                BookError::Line { line, what: format!("`{word}` and its value are expected here, not `{found}`") }
            }
        };
        let game = header("game ").map_err(expected("game"))?;
        if game != name {
            return Err(BookError::Game { found: shorten(&game), expected: name.to_string() });
        }
        let start = header("start ").map_err(expected("start"))?;
        let wrong = |line: usize| move |error: TextError| BookError::Line { line, what: error.to_string() };
        let mut book = Self::new(G::read_position(setup, &start).map_err(wrong(FIRST + 1))?);
        let mut lines = lines.peekable();
        if let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(WAY)) {
            book.way = line[WAY.len()..].split_whitespace().map(str::to_string).collect();
        }
        if let Some((line, text)) = lines.next_if(|(_, line)| line.starts_with(WANTED)) {
            let wanted = text[WANTED.len()..].parse();
            let what = || format!("`{WANTED}` and a number of positions are expected here, not `{}`", shorten(text));
            book.wanted = Some(wanted.map_err(|_| BookError::Line { line, what: what() })?);
        }
        // The positions on the way to the last line.
        let mut path = vec![book.start];
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let wrong = |what: String| BookError::Line { line: number, what };
            let words: Vec<&str> = line.split_whitespace().collect();
            let depth = line.len() - line.trim_start().len();
            let position = path.get(depth).copied();
            let position = position
                .ok_or_else(|| wrong("it is indented more than one space deeper than the line before".to_string()))?;
            path.truncate(depth + 1);
            let entry = BookEntry::read(&words).map_err(wrong)?;
            let (image, symmetry) = canonical(&position);
            let fresh = || BookNode { position: image, ply: 0, replies: Vec::new(), others: None };
            if entry.mv == OTHERS {
                book.nodes.entry(image.key()).or_insert_with(fresh).others = Some(entry.score);
                continue;
            }
            let mv = position.read_move(entry.mv).map_err(|error| wrong(error.to_string()))?;
            let child = after(position, mv);
            path.push(child);
            let (mv, child) = (G::transform_move(mv, symmetry), canonical(&child).0.key());
            let node = book.nodes.entry(image.key()).or_insert_with(fresh);
            let BookEntry { score, games, points, .. } = entry;
            if node.replies.iter().any(|reply| reply.child == child) {
                return Err(wrong(format!("`{}` or a mirror image of it is there already", entry.mv)));
            }
            node.replies.push(BookReply { mv, child, score, games, points });
        }
        book.update_scores();
        Ok(book)
    }

    /// The text of the book, with a few words about its origin.
    pub fn write(&self, name: &str, remark: &str) -> String {
        let mut text = format!("game {name}\nstart {}\n", self.start.position_text());
        if !self.way.is_empty() {
            let _ = writeln!(text, "{WAY}{}", self.way.join(" "));
        }
        if let Some(wanted) = self.wanted {
            let _ = writeln!(text, "{WANTED}{wanted}");
        }
        let _ = writeln!(text, "# {remark}");
        self.write_replies(&self.start, 0, &mut FxHashSet::default(), &mut text);
        seal(TITLE, &text)
    }

    /// Writes the replies to a position and their subtrees, unless they have been written before.
    fn write_replies(&self, position: &G, depth: usize, written: &mut FxHashSet<u64>, text: &mut String) {
        let Some((node, symmetry)) = self.find(position) else { return };
        if !written.insert(node.position.key()) {
            return;
        }
        for reply in &node.replies {
            // Each reply is legal, so there is a decision that is turned into it.
            let Some(mv) = Self::turned_back(position, reply.mv, symmetry) else { continue };
            let _ = write!(text, "{:depth$}{} {}", "", position.move_text(mv), score_text(reply.score));
            if reply.games > 0 {
                let _ = write!(text, " {} {}", reply.games, reply.points);
            }
            text.push('\n');
            if self.child(node, reply).is_some() {
                self.write_replies(&after(*position, mv), depth + 1, written, text);
            }
        }
        if let Some(others) = node.others {
            let _ = writeln!(text, "{:depth$}{OTHERS} {}", "", score_text(others));
        }
    }
}

/// A line.
struct BookEntry<'a> {
    mv: &'a str,
    score: Score,
    games: u32,
    points: f64,
}

impl<'a> BookEntry<'a> {
    fn read(words: &[&'a str]) -> Result<Self, String> {
        let wrong = || "it should be a move and a score, or those and the number of games and points".to_string();
        let (mv, score, games, points) = match *words {
            [mv, score] => (mv, score, 0, 0.0),
            [mv, score, games, points] if mv != OTHERS => {
                let games: u32 = games.parse().map_err(|_| wrong())?;
                let points: f64 = points.parse().map_err(|_| wrong())?;
                (mv, score, games, points)
            }
            _ => return Err(wrong()),
        };
        let score = read_score(score)
            .ok_or_else(|| format!("`{}` is not a score such as +31, -4, #9 or #-8", shorten(score)))?;
        if !(0.0..=f64::from(games)).contains(&points) {
            return Err(format!("{points} points cannot come from {games} games"));
        }
        Ok(Self { mv, score, games, points })
    }
}

/// Hundredths with their sign, or `#` and the plies to a proven win (of the other side: with a minus).
fn score_text(score: Score) -> String {
    match is_decided(score) {
        true if score > 0 => format!("#{}", WIN - score),
        true => format!("#-{}", WIN + score),
        false => format!("{score:+}"),
    }
}

fn read_score(text: &str) -> Option<Score> {
    let score = match text.strip_prefix('#') {
        None => text.parse().ok().filter(|&score: &Score| !is_decided(score))?,
        Some(plies) => match plies.strip_prefix('-') {
            Some(plies) => i32::from(plies.parse::<u8>().ok()?) - WIN,
            None => WIN - i32::from(plies.parse::<u8>().ok()?),
        },
    };
    let decided = text.starts_with('#');
    (decided == is_decided(score) && score.abs() < WIN).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written() {
        for score in [0, 31, -9_999, WIN - 9, 8 - WIN] {
            assert_eq!(read_score(&score_text(score)), Some(score));
        }
        assert_eq!((score_text(WIN - 9), score_text(8 - WIN)), ("#9".to_string(), "#-8".to_string()));
        for text in ["", "#", "x", "#x", "#255", "#0", "#-0", "30000", "-30000", "1.5", "#+-3"] {
            assert_eq!(read_score(text), None, "{text}");
        }
    }
}
