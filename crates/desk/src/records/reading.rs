//! Reads parts of records from JSON: within limits, with little memory, and from writers that write numbers as strings.

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The most turns of a game: a longer list is not a game, and would take many times the memory of its text.
pub const MAX_TURNS: usize = 20_000;

/// Reads turns, at most as many as a game can have.
pub fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Turns<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Turns<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of turns")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut turns = Vec::new();
            while let Some(turn) = list.next_element()? {
                if turns.len() == MAX_TURNS {
                    return Err(A::Error::custom(format!("no game has more than {MAX_TURNS} turns")));
                }
                turns.push(turn);
            }
            Ok(turns)
        }
    }
    deserializer.deserialize_seq(Turns(PhantomData))
}

/// Reads variations, which are many and short: a list that grows has room for four turns at once.
pub fn in_little_room<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<T>>, D::Error> {
    struct Lines<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Lines<T> {
        type Value = Vec<Vec<T>>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of variations, which are lists of turns")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut lines = Vec::new();
            while let Some(mut line) = list.next_element::<Vec<T>>()? {
                line.shrink_to_fit();
                lines.push(line);
            }
            Ok(lines)
        }
    }
    deserializer.deserialize_seq(Lines(PhantomData))
}

/// Reads a number, or a string with one.
pub fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    struct Number;
    impl Visitor<'_> for Number {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("u64")
        }

        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
            text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_any(Number)
}
