//! The board in a position text: parts separated by `/`, a letter for a piece, a number for empty points.
//!
//! All games write their boards like this, with parts of different lengths in different orders. A [`BoardText`]
//! describes the differences; writing, reading and the error messages are here, once.

use super::says;
use crate::sentence::Sentence;

/// How a board is written.
#[derive(Clone, Debug)]
pub struct BoardText {
    /// The name of a part, singular and plural: `row`, `rows`.
    pub part: [Sentence; 2],
    /// The name of its points, such as `cells`.
    pub points: Sentence,
    /// The parts in the order of the text: the name of each, and the numbers of its points.
    pub parts: Vec<(String, Vec<usize>)>,
}

impl BoardText {
    /// Writes a board that has a piece with the letter `piece(point)` on each point, or none.
    pub fn write(&self, piece: impl Fn(usize) -> Option<char>) -> String {
        let parts = self.parts.iter().map(|(_, points)| {
            let mut text = String::new();
            let mut empty = 0;
            for letter in points.iter().map(|&point| piece(point)) {
                if letter.is_some() && empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                match letter {
                    Some(letter) => text.push(letter),
                    None => empty += 1,
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Reads a board: each piece as its point and its letter, one of `letters`.
    ///
    /// # Errors
    /// A sentence that says which part is wrong, and what it should have.
    pub fn read(&self, text: &str, letters: &str) -> Result<Vec<(usize, char)>, Sentence> {
        let texts: Vec<&str> = text.split('/').collect();
        if texts.len() != self.parts.len() {
            let ends = [self.parts.first(), self.parts.last()].map(|part| part.map_or("", |(name, _)| name));
            let (count, [first, last], [_, parts]) = (self.parts.len(), ends, self.part.clone());
            return Err(says::parts(count, parts, first, last, texts.len()));
        }
        let mut pieces = Vec::new();
        for (text, (name, points)) in texts.into_iter().zip(&self.parts) {
            self.read_part(text, name, points, letters, &mut pieces)?;
        }
        Ok(pieces)
    }

    fn read_part(
        &self,
        text: &str,
        name: &str,
        points: &[usize],
        letters: &str,
        pieces: &mut Vec<(usize, char)>,
    ) -> Result<(), Sentence> {
        let (part, size, called) = (|| self.part[0].clone(), points.len(), || self.points.clone());
        let mut at: usize = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if letter == '0' {
                return Err(says::leading_zero(called(), part(), name));
            }
            if digits > 0 {
                // A number too long to be read is too large for the board as well.
                at = at.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
                rest = &rest[digits..];
            } else if letters.contains(letter) {
                pieces.extend(points.get(at).map(|&point| (point, letter)));
                at += 1;
                rest = &rest[letter.len_utf8()..];
            } else {
                let known: Vec<String> = letters.chars().map(|letter| format!("`{letter}`")).collect();
                return Err(says::piece(letter, part(), name, known.join(", ")));
            }
            if at > size {
                return Err(says::size_more(part(), name, size, called()));
            }
        }
        if at < size {
            return Err(says::size(part(), name, size, called(), at));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> BoardText {
        let parts = vec![("2".to_string(), (12..24).collect()), ("1".to_string(), vec![3, 1, 2])];
        BoardText { part: [says::row(), says::rows()], points: says::cells(), parts }
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["12/3", "w11/2b", "11b/bwb", "5wb5/1w1"] {
            let pieces = board().read(text, "wb").unwrap();
            let piece = |point| pieces.iter().find(|piece| piece.0 == point).map(|piece| piece.1);
            assert_eq!(board().write(piece), text);
        }
        assert_eq!(board().read("12/w1b", "wb").unwrap(), [(3, 'w'), (2, 'b')]);
    }

    #[test]
    fn wrong_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            ("12", "the board has 2 rows with `/` between them, 2 to 1, not 1"),
            ("12/2", "row 1 has 3 cells, not 2"),
            ("12/", "row 1 has 3 cells, not 0"),
            ("12/wbwb", "row 1 has only 3 cells"),
            ("99999999999999999999/3", "row 2 has only 12 cells"),
            ("12/03", "a number of empty cells in row 1 starts with 0"),
            ("12/2é", "`é` in row 1 is neither a piece (`w`, `b`) nor a number"),
        ] {
            assert_eq!(board().read(text, "wb").unwrap_err().to_string(), reason);
        }
    }
}
