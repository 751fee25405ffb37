//! The options that an engine declares.

use crate::text::shorten;

/// The most options that are kept.
const MOST: usize = 10_000;

/// The kinds of options.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Range {
    Check,
    Numbers(i64, i64),
    Words(Vec<String>),
    /// Text, a button, or an unknown kind.
    Anything,
}

/// The options of an engine, as its `option` lines declare them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct DeclaredOptions(Vec<(String, Range)>);

impl DeclaredOptions {
    /// Records a line if it declares an option.
    pub fn read(&mut self, line: &str) {
        let Some((name, rest)) = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")) else {
            return;
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let after = |word: &str| words.iter().skip_while(|other| **other != word).nth(1)?.parse().ok();
        let range = match words.first().copied() {
            Some("check") => Range::Check,
            Some("spin") => Range::Numbers(after("min").unwrap_or(i64::MIN), after("max").unwrap_or(i64::MAX)),
            // A word of a combo may be several: they end at the next `var`.
            Some("combo") => Range::Words(rest.split(" var ").skip(1).map(|word| word.trim().to_string()).collect()),
            _ => Range::Anything,
        };
        if self.0.len() < MOST {
            self.0.push((name.trim().to_string(), range));
        }
    }

    fn range(&self, name: &str) -> Option<&Range> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, range)| range)
    }

    /// Whether there is an option of this name; case does not matter.
    pub fn has(&self, name: &str) -> bool {
        self.range(name).is_some()
    }

    /// Whether an option can have this value.
    ///
    /// # Errors
    /// A clause that says why not.
    pub fn check(&self, name: &str, value: &str) -> Result<(), String> {
        let expected = match self.range(name) {
            None => return Err(format!("it has no option `{}`", shorten(name))),
            Some(Range::Anything) => return Ok(()),
            Some(Range::Check) if ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)) => {
                return Ok(());
            }
            Some(Range::Check) => "`true` or `false`".to_string(),
            Some(Range::Numbers(min, max)) => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&&number) => return Ok(()),
                _ => format!("a whole number from {min} to {max}"),
            },
            Some(Range::Words(words)) if words.iter().any(|word| word.eq_ignore_ascii_case(value)) => return Ok(()),
            Some(Range::Words(words)) => format!("one of {}", shorten(&words.join(", "))),
        };
        Err(format!("its option `{}` is {expected}, not `{}`", shorten(name), shorten(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_can_have_what_was_declared() {
        let mut options = DeclaredOptions::default();
        for line in [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Own Book type check default false",
            "option name Style type combo default wild var wild var very calm",
            "option name Log File type string default <empty>",
            "option name Free type spin default 0",
            "info string option name Nothing type check",
        ] {
            options.read(line);
        }
        for (name, value) in
            [("hash", "1"), ("OWN BOOK", "True"), ("Style", "very calm"), ("Log File", "x y"), ("Free", "-99")]
        {
            assert_eq!(options.check(name, value), Ok(()));
        }
        let wrong = [
            ("Foo", "1"),
            ("Hash", "banana"),
            ("Hash", "0"),
            ("Hash", "1025"),
            ("Own Book", "1"),
            ("Style", "calm"),
            ("Nothing", "true"),
        ];
        let said = wrong.map(|(name, value)| options.check(name, value).unwrap_err().to_string());
        expect_test::expect![[r#"
            it has no option `Foo`
            its option `Hash` is a whole number from 1 to 1024, not `banana`
            its option `Hash` is a whole number from 1 to 1024, not `0`
            its option `Hash` is a whole number from 1 to 1024, not `1025`
            its option `Own Book` is `true` or `false`, not `1`
            its option `Style` is one of wild, very calm, not `calm`
            it has no option `Nothing`"#]]
        .assert_eq(&said.join("\n"));
    }
}
