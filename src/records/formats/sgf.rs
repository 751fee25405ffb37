//! SGF: trees of nodes with properties, `(;GM[24]P0[id "a"];P1[1 place wr C 3])`. Only the main line is read.

/// A property: its name and its values.
pub type Property = (String, Vec<String>);

/// The nodes of the main line of each game.
///
/// # Errors
/// What is wrong with the text, from which on nothing is read.
pub fn read(text: &str) -> Vec<Result<Vec<Vec<Property>>, String>> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('(') {
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
    /// How many trees have been closed: what comes after the first is no part of the main line.
    branches: usize,
    nodes: Vec<Vec<Property>>,
}

impl SgfReader<'_> {
    fn read(&mut self) -> Result<(), String> {
        loop {
            self.rest = self.rest.trim_start();
            let Some(sign) = self.rest.chars().next() else {
                return Err("the SGF ends before its last `)`".to_string());
            };
            match sign {
                '(' | ')' | ';' => self.rest = &self.rest[1..],
                _ => {
                    let property = self.property()?;
                    if self.branches == 0 {
                        self.nodes.last_mut().ok_or("an SGF begins with `(;`")?.push(property);
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

    fn property(&mut self) -> Result<Property, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let mut values = Vec::new();
        while let Some(inside) = self.rest.trim_start().strip_prefix('[') {
            let (mut value, mut escaped, mut length) = (String::new(), false, None);
            for (at, c) in inside.char_indices() {
                match c {
                    ']' if !escaped => {
                        length = Some(at);
                        break;
                    }
                    '\\' if !escaped => escaped = true,
                    _ => {
                        escaped = false;
                        value.push(c);
                    }
                }
            }
            let length = length.ok_or("a `[` of the SGF is left open")?;
            self.rest = &inside[length + 1..];
            values.push(value);
        }
        if name.is_empty() || values.is_empty() {
            return Err("a property of an SGF is a name and a value in `[ ]`".to_string());
        }
        Ok((name.to_string(), values))
    }
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
        let games = read("x (;A[1]B[2][3\\]] ;C[(;] (;D[4]) (;E[5])) (;F[6])(;G[");
        let names = |game: &Vec<Vec<Property>>| -> Vec<String> {
            game.iter()
                .map(|node| node.iter().map(|(name, values)| format!("{name}{}", values.join(","))).collect())
                .collect()
        };
        assert_eq!(names(games[0].as_ref().unwrap()), ["A1B2,3]", "C(;", "D4"]);
        assert_eq!(names(games[1].as_ref().unwrap()), ["F6"]);
        assert!(games[2].is_err() && games.len() == 3);
        for broken in ["(", "(;A", "(A[1])", "(;[1])", "(;A[1]"] {
            assert!(read(broken)[0].is_err(), "{broken}");
        }
        assert!(read("no games").is_empty());
        let escaped = format!("(;A[{}])", escaped("a]\\"));
        assert_eq!(names(read(&escaped)[0].as_ref().unwrap()), ["Aa]\\"]);
    }
}
