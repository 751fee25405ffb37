//! SGF: trees of nodes with properties, `(;GM[24]P0[id "a"];P1[1 place wr C 3])`. Only the main line is read, and no text
//! around the trees.

use crate::records::says;
use crate::sentence::Sentence;
/// A property: its name and its values.
pub type Property = (String, Vec<String>);

/// Where the next tree starts: a `(` followed by a `;`.
pub fn start(text: &str) -> Option<usize> {
    let is_start = |&(at, _): &(usize, &str)| text[at + 1..].trim_start().starts_with(';');
    text.match_indices('(').find(is_start).map(|(at, _)| at)
}

/// The nodes of the main line of each game.
///
/// # Errors
/// What is wrong with the text; nothing after that is read.
pub fn read(text: &str) -> Vec<Result<Vec<Vec<Property>>, Sentence>> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(start) = start(rest) {
        let mut reader = SgfReader { rest: &rest[start + 1..], open: 1, branches: 0, nodes: Vec::new() };
        let read = reader.read();
        rest = reader.rest;
        let broken = read.is_err();
        games.push(read.map(|()| reader.nodes));
        if broken {
            break;
        }
    }
    games
}

struct SgfReader<'a> {
    rest: &'a str,
    open: usize,
    /// How many trees have been closed: what comes after the first is not part of the main line.
    branches: usize,
    nodes: Vec<Vec<Property>>,
}

impl SgfReader<'_> {
    fn read(&mut self) -> Result<(), Sentence> {
        loop {
            self.rest = self.rest.trim_start();
            let Some(sign) = self.rest.chars().next() else {
                return Err(says::sgf_ends());
            };
            match sign {
                '(' | ')' | ';' => self.rest = &self.rest[1..],
                _ => {
                    let property = self.property()?;
                    if self.branches == 0 {
                        self.nodes.last_mut().ok_or_else(says::sgf_begins)?.push(property);
                    }
                    continue;
                }
            }
            match sign {
                '(' => self.open += 1,
                ')' => {
                    self.branches += 1;
                    self.open -= 1;
                    if self.open == 0 {
                        return Ok(());
                    }
                }
                _ if self.branches == 0 => self.nodes.push(Vec::new()),
                _ => {}
            }
        }
    }

    fn property(&mut self) -> Result<Property, Sentence> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let mut values = Vec::new();
        while let Some(inside) = self.rest.trim_start().strip_prefix('[') {
            let (mut value, mut length) = (String::new(), None);
            let mut letters = inside.char_indices().peekable();
            while let Some((at, c)) = letters.next() {
                match c {
                    ']' => {
                        length = Some(at);
                        break;
                    }
                    '\\' => match letters.next() {
                        // A line that is broken so is one line.
                        Some((_, end @ ('\n' | '\r'))) => {
                            let _ = letters.next_if(|&(_, c)| c != end && matches!(c, '\n' | '\r'));
                        }
                        escaped => value.extend(escaped.map(|(_, c)| c)),
                    },
                    _ => value.push(c),
                }
            }
            let length = length.ok_or_else(says::sgf_bracket)?;
            self.rest = &inside[length + 1..];
            values.push(value);
        }
        if name.is_empty() || values.is_empty() {
            return Err(says::sgf_property());
        }
        Ok((name.to_string(), values))
    }
}

/// A value as one line: line breaks become spaces.
pub fn on_one_line(value: &str) -> String {
    value.split(['\n', '\r']).map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A value without what would end it.
pub fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read() {
        let games = read("x (y) (;A[1]B[2][3\\]] ;C[(;] (;D[4\\\r\n]) (;E[5])) (;F[6]) (; is) (;G[");
        let names = |game: &Vec<Vec<Property>>| -> Vec<String> {
            game.iter()
                .map(|node| node.iter().map(|(name, values)| format!("{name}{}", values.join(","))).collect())
                .collect()
        };
        assert_eq!(names(games[0].as_ref().unwrap()), ["A1B2,3]", "C(;", "D4"]);
        assert_eq!(names(games[1].as_ref().unwrap()), ["F6"]);
        assert_eq!(games.len(), 3);
        expect_test::expect!["a property of an SGF is a name and a value in `[ ]`"]
            .assert_eq(&games[2].as_ref().err().unwrap().to_string());
        assert_eq!((on_one_line("a\n b \r\nc"), on_one_line(" a ")), ("a  b c".to_string(), " a".to_string()));
        let said =
            ["(;A", "(;[1])", "(;A[1]"].map(|broken| format!("{broken}: {}", read(broken)[0].as_ref().err().unwrap()));
        expect_test::expect![[r#"
            (;A: a property of an SGF is a name and a value in `[ ]`
            (;[1]): a property of an SGF is a name and a value in `[ ]`
            (;A[1]: the SGF ends before its last `)`"#]]
        .assert_eq(&said.join("\n"));
        assert!(["no games", "(", "(A[1])", "1. e5 (1. d4)"].into_iter().all(|text| read(text).is_empty()));
        let escaped = format!("(;A[{}])", escaped("a]\\"));
        assert_eq!(names(read(&escaped)[0].as_ref().unwrap()), ["Aa]\\"]);
    }
}
