//! Sentences as codes with values, so that any language can say them.
//!
//! Each room lists its sentences with [`sentences!`](crate::sentences!): a code, the names of its values, and the
//! English. A [`Sentence`] is one of these with its values; its `Display` is the English, its JSON the code and the
//! values. A page puts the values into its own words for the code. Values that are words are sentences themselves, such
//! as `colour.white`.

use std::collections::BTreeMap;
use std::fmt;

/// A sentence in a room's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The code, such as `yinsh.taken`.
    pub code: &'static str,
    /// The English, with `{name}` for each value.
    pub english: &'static str,
    /// The same for a value `count` other than 1, if that differs.
    pub plural: Option<&'static str>,
    /// The names of the values.
    pub values: &'static [&'static str],
}

/// A value in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Text that is the same in every language: a place, a turn, a person's words.
    Text(String),
    /// A number.
    Number(i64),
    /// Words.
    Said(Sentence),
}

/// A sentence: a code with values.
#[derive(Clone, PartialEq, Eq)]
pub struct Sentence {
    entry: &'static Entry,
    values: Vec<Value>,
}

impl Sentence {
    /// The sentence of an entry with its values, in their order.
    pub const fn new(entry: &'static Entry, values: Vec<Value>) -> Self {
        Self { entry, values }
    }

    /// Its code.
    pub const fn code(&self) -> &'static str {
        self.entry.code
    }

    /// The values by their names.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.entry.values.iter().copied().zip(&self.values)
    }

    /// The sentence in a language with words for each code (for counted things, for `CODE.one` and `CODE.other`);
    /// `None` if it lacks one.
    pub fn spoken(&self, words: &BTreeMap<String, String>) -> Option<String> {
        let form = if self.value("count") == Some(&Value::Number(1)) { "one" } else { "other" };
        let words_of = |form: &str| words.get(&format!("{}{form}", self.code()));
        let template = words_of("").or_else(|| words_of(&format!(".{form}"))).or_else(|| words_of(".other"))?;
        let spoken = |name: &str| match self.value(name)? {
            Value::Said(said) => said.spoken(words),
            plain => Some(plain.to_string()),
        };
        filled(template, spoken)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.values().find(|value| value.0 == name).map(|value| value.1)
    }
}

/// A template filled with values; `None` if one is missing.
fn filled(template: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text = text + before + &value(name)?;
        rest = after;
    }
    Some(text + rest)
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let is_one = self.value("count") == Some(&Value::Number(1));
        let template = self.entry.plural.filter(|_| !is_one).unwrap_or(self.entry.english);
        f.write_str(&filled(template, |name| Some(self.value(name)?.to_string())).unwrap_or_default())
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Said(sentence) => sentence.fmt(f),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_string())
    }
}

impl From<char> for Value {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<Sentence> for Value {
    fn from(sentence: Sentence) -> Self {
        Self::Said(sentence)
    }
}

/// Numbers are numbers, except for those that JSON does not have everywhere.
macro_rules! from_numbers {
    ($($number:ty)+) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
            }
        })+
    };
}

from_numbers!(u8 u32 u64 usize i32 i64);

#[cfg(feature = "serde")]
mod json {
    use super::{Entry, Sentence, Value};
    use crate::text;
    use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

    /// The values of a sentence, cleaned, as they may come from outside.
    struct Values<'a>(&'a Sentence);

    impl Serialize for Values<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            for (name, value) in self.0.values() {
                match value {
                    Value::Text(text) => map.serialize_entry(name, &text::sentence(text, 100, 400))?,
                    Value::Number(number) => map.serialize_entry(name, number)?,
                    Value::Said(sentence) => map.serialize_entry(name, sentence)?,
                }
            }
            map.end()
        }
    }

    impl Sentence {
        /// Reads what a sentence becomes as JSON, where `entry_of` finds the entry of a code; `None` if it is something else.
        pub fn read(said: &serde_json::Value, entry_of: &dyn Fn(&str) -> Option<&'static Entry>) -> Option<Self> {
            let entry = entry_of(said.get("code")?.as_str()?)?;
            let value = |name: &&str| {
                Some(match said.get("values")?.get(name)? {
                    serde_json::Value::String(text) => Value::Text(text.clone()),
                    serde_json::Value::Number(number) => Value::Number(number.as_i64()?),
                    words => Value::Said(Self::read(words, entry_of)?),
                })
            };
            Some(Self::new(entry, entry.values.iter().map(value).collect::<Option<_>>()?))
        }
    }

    impl Serialize for Sentence {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut said = serializer.serialize_struct("Sentence", 2)?;
            said.serialize_field("code", self.code())?;
            match self.values.is_empty() {
                true => said.skip_field("values")?,
                false => said.serialize_field("values", &Values(self))?,
            }
            said.end()
        }
    }

    impl schemars::JsonSchema for Sentence {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Sentence".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            let value = serde_json::json!({ "anyOf": [
                { "type": "string", "description": "What is the same in every language." },
                { "type": "integer" },
                { "$ref": "#/$defs/Sentence", "description": "Words." },
            ] });
            schemars::json_schema!({
                "description": "A sentence for any language: its code, and the values in it by their names.",
                "type": "object",
                "properties": {
                    "code": { "type": "string" },
                    "values": { "type": "object", "additionalProperties": value },
                },
                "required": ["code"],
            })
        }
    }
}

/// Lists sentences: `name(values) "English";`, or `name(count) "English of one" "English of more";`. Each becomes a function
/// that makes the sentence of the code `ROOM.name`; `TABLE` holds them all.
#[macro_export]
macro_rules! sentences {
    ($room:literal: $($name:ident$(($($value:ident),+))? $english:literal $($plural:literal)?;)+) => {
        $(
            #[doc = $english]
            pub fn $name($($($value: impl Into<$crate::sentence::Value>),+)?) -> $crate::sentence::Sentence {
                const ENTRY: &$crate::sentence::Entry = &$crate::sentences!(@entry $room $name ($($($value)+)?) $english $($plural)?);
                $crate::sentence::Sentence::new(ENTRY, vec![$($($value.into()),+)?])
            }
        )+

        /// All sentences of this room.
        pub const TABLE: &[$crate::sentence::Entry] =
            &[$($crate::sentences!(@entry $room $name ($($($value)+)?) $english $($plural)?)),+];
    };
    (@entry $room:literal $name:ident ($($value:ident)*) $english:literal $($plural:literal)?) => {
        $crate::sentence::Entry {
            code: concat!($room, ".", stringify!($name)),
            english: $english,
            plural: $crate::sentences!(@plural $($plural)?),
            values: &[$(stringify!($value)),*],
        }
    };
    (@plural) => { None };
    (@plural $plural:literal) => { Some($plural) };
}

sentences! { "sentence":
    or(first, rest) "{first} or {rest}";
    and(first, rest) "{first} and {rest}";
    comma(first, rest) "{first}, {rest}";
    verbatim(text) "{text}";
    foreign(text) "{text}";
}

/// Values joined by one of the list sentences; empty for none.
pub fn joined<V: Into<Value>>(list: impl IntoIterator<Item = V>, join: fn(Value, Value) -> Sentence) -> Value {
    let mut values: Vec<Value> = list.into_iter().map(Into::into).collect();
    let last = values.pop().unwrap_or_else(|| "".into());
    values.into_iter().rfold(last, |rest, first| join(first, rest).into())
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    crate::sentences! { "test":
        plain "All is well";
        counted(count, what) "{count} piece of {what}" "{count} pieces of {what}";
    }

    #[test]
    fn what_is_written_as_json_is_read() {
        let entry = |code: &str| [TABLE, super::TABLE].into_iter().flatten().find(|entry| entry.code == code);
        let all = [plain(), counted(3, "wood"), counted(1, or(plain(), counted(2, "e5")))];
        for said in all {
            let json = serde_json::to_value(&said).expect("it is JSON");
            assert_eq!(Sentence::read(&json, &entry), Some(said));
        }
        for json in [
            serde_json::json!({}),
            serde_json::json!({ "code": "test.none" }),
            serde_json::json!({ "code": "test.counted", "values": { "count": 1 } }),
            serde_json::json!({ "code": "test.counted", "values": { "count": 1.5, "what": "x" } }),
        ] {
            assert_eq!(Sentence::read(&json, &entry), None, "{json}");
        }
    }
}
