//! The turns of a game as people read them, [read back](turns).

use super::reading::MAX_TURNS;
use super::reason::{Mark, ReportedScore};
use super::record::{MAX_DEPTH, Turn};
use super::says;
use crate::sentence::{Sentence, verbatim};
use crate::text::shorten;

/// The part after the tags of a game.
pub struct GivenTurns {
    /// The comment before the first turn.
    pub comment: Option<String>,
    pub turns: Vec<Turn>,
    pub result: String,
}

/// Reads `3. e6 {seat 1, 1.25 ms, cp -20} 4. …` up to the result, which every complete game has. Returns the turns and
/// the result, which must be the given one if there is one.
pub fn turns(body: &str, result: Option<&str>) -> Result<GivenTurns, Sentence> {
    let mut reader = TurnReader { rest: body };
    let mut before = Turn::default();
    while reader.skip('{') {
        reader.braces(&mut before).map_err(says::before_first)?;
    }
    let turns = reader.turns(0)?;
    let end = reader.rest.trim();
    let is_result = |word: &str| matches!(word, "p1win" | "p2win" | "p3win" | "draw" | "none");
    match result {
        Some(result) if end != result => {}
        None if !is_result(end) => {}
        _ => return Ok(GivenTurns { comment: before.comment, turns, result: end.to_string() }),
    }
    let expected = result.map_or_else(says::a_result, |result| verbatim(format!("`{}`", shorten(result))));
    Err(match turns.last() {
        None => says::end(expected, shorten(end)),
        Some(last) => says::end_after(expected, shorten(end), shorten(&last.turn)),
    })
}

/// How to write a comment, for messages.
const COMMENT: &str = "{\"like this\"}";

/// The rest of the turns of a game to read.
struct TurnReader<'a> {
    rest: &'a str,
}

impl<'a> TurnReader<'a> {
    /// Skips a character, if it is next.
    fn skip(&mut self, sign: char) -> bool {
        let after = self.rest.trim_start().strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Skips a number and its point, if they are next.
    fn skip_number(&mut self) -> bool {
        let rest = self.rest.trim_start();
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = after.len() < rest.len() && after.starts_with('.');
        if is_number {
            self.rest = after[1..].trim_start();
        }
        is_number
    }

    /// The next turn: up to a space, a brace, or the `)` of a variation.
    fn word(&mut self) -> &'a str {
        let mut open = 0;
        let ends = |c: char| {
            open += i32::from(c == '(') - i32::from(c == ')');
            c.is_whitespace() || c == '{' || open < 0
        };
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn turns(&mut self, depth: usize) -> Result<Vec<Turn>, Sentence> {
        if depth > MAX_DEPTH {
            return Err(says::nested(MAX_DEPTH));
        }
        let mut turns = Vec::new();
        while self.skip_number() {
            if turns.len() == MAX_TURNS {
                return Err(says::most_turns(MAX_TURNS));
            }
            let word = self.word();
            let (turn, mark) = Mark::split(word);
            if turn.is_empty() {
                return Err(says::missing_turn(shorten(self.rest)));
            }
            let mut found = Turn { turn: turn.to_string(), mark, ..Turn::default() };
            loop {
                if self.skip('{') {
                    self.braces(&mut found).map_err(|what| says::at_turn(shorten(word), what))?;
                } else if self.skip('(') {
                    found.variations.push(self.turns(depth + 1)?);
                    if !self.skip(')') {
                        return Err(says::open_bracket());
                    }
                } else {
                    break;
                }
            }
            turns.push(found);
        }
        Ok(turns)
    }

    /// The part after a `{`: a comment in quotation marks, or data of the turn.
    fn braces(&mut self, turn: &mut Turn) -> Result<(), Sentence> {
        let open = || says::open_brace("{", COMMENT);
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let (comment, rest) = unquote(quoted).ok_or_else(open)?;
            self.rest = rest.strip_prefix('}').ok_or_else(open)?;
            add_comment(turn, &comment);
            return Ok(());
        }
        let (inside, rest) = self.rest.split_once('}').ok_or_else(open)?;
        self.rest = rest;
        if !inside.split(", ").any(is_data) {
            // As people write it, and PGN. Empty braces are not a comment.
            let comment = inside.trim();
            if !comment.is_empty() {
                add_comment(turn, comment);
            }
            return Ok(());
        }
        for part in inside.split(", ") {
            match part.split(' ').collect::<Vec<_>>()[..] {
                [millis, "ms"] => {
                    let ms: f64 = parsed("ms", millis)?;
                    turn.ms = Some(ms).filter(|ms| ms.is_finite());
                    turn.ms.ok_or_else(says::finite_time)?;
                }
                ["seat", seat] => turn.seat = parsed("seat", seat)?,
                ["cp", score] => turn.score = Some(ReportedScore::Cp(parsed("cp", score)?)),
                ["mate", plies] => turn.score = Some(ReportedScore::Mate(parsed("mate", plies)?)),
                ["depth", depth] => turn.depth = Some(parsed("depth", depth)?),
                ["nodes", nodes] => turn.nodes = Some(parsed("nodes", nodes)?),
                ["left", ms] => turn.left = Some(finite("left", ms)?),
                ["latency", ms] => turn.latency = Some(finite("latency", ms)?),
                _ => return Err(says::no_data(shorten(part), COMMENT)),
            }
        }
        Ok(())
    }
}

/// Whether a part within braces has the form of data of a turn, such as `depth 3`.
fn is_data(part: &str) -> bool {
    const NAMES: [&str; 7] = ["seat", "cp", "mate", "depth", "nodes", "left", "latency"];
    match part.split(' ').collect::<Vec<_>>()[..] {
        [_, "ms"] => true,
        [name, number] => NAMES.contains(&name) && number.contains(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

/// A turn may have several comments, which are joined here.
fn add_comment(turn: &mut Turn, comment: &str) {
    match &mut turn.comment {
        Some(before) => {
            before.push('\n');
            before.push_str(comment);
        }
        none => *none = Some(comment.to_string()),
    }
}

/// A number that JSON can also write.
fn finite(name: &str, text: &str) -> Result<f64, Sentence> {
    let number: f64 = parsed(name, text)?;
    if number.is_finite() { Ok(number) } else { Err(says::finite(name, shorten(text))) }
}

/// A text up to its closing quotation mark, as `text::escaped` wrote it, and what follows.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut plain = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        plain.push(match letter {
            '"' => return Some((plain, &text[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                other => other,
            },
            other => other,
        });
    }
    None
}

/// Reads a number.
///
/// # Errors
/// A sentence with the name of its subject.
pub fn parsed<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Sentence> {
    text.parse().map_err(|_| says::number(name, shorten(text)))
}
