//! Random requests, made from the schemas of their types, with faults in them. The laws about every address use them, and so do
//! the tests of the server, so nothing else of the crate is used here.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What a person should never have to read.
const RUST: [&str; 24] = [
    "usize",
    "isize",
    "u64",
    "u32",
    "u16",
    "i64",
    "i32",
    "f64",
    "i128",
    "line 1 column",
    " column ",
    "invalid type",
    "invalid value",
    "invalid length",
    "missing field",
    "unknown field",
    "unknown variant",
    "EOF",
    "Cannot parse",
    "at index",
    "deserial",
    "serde",
    "struct ",
    "trailing",
];

pub fn assert_is_plain(sentence: &str, of: &str) {
    for word in RUST {
        assert!(!sentence.contains(word), "{of}: {sentence}");
    }
    assert!(sentence.len() > 10 && !sentence.contains("the request is not as expected"), "{of}: {sentence}");
}

/// A schema with its definitions.
pub struct Schema<'a> {
    /// The whole of it.
    pub root: &'a Value,
}

impl<'a> Schema<'a> {
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str);
        name.map_or(schema, |name| self.root.pointer(&name[1..]).unwrap())
    }

    fn choices(schema: &'a Value) -> Option<&'a Vec<Value>> {
        schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array)
    }

    /// A random value that the schema lets through; with all fields where `is_full`.
    pub fn value(&self, schema: &'a Value, is_full: bool, depth: u32, random: &mut Xoshiro256PlusPlus) -> Value {
        let schema = self.resolved(schema);
        if let Some(choices) = Self::choices(schema) {
            return self.value(&choices[random.random_range(0..choices.len())], is_full, depth, random);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(known) = schema.get("enum").and_then(Value::as_array) {
            return known[random.random_range(0..known.len())].clone();
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) if is_full => kinds[0].as_str().unwrap(),
            Some(Value::Array(kinds)) => kinds[random.random_range(0..kinds.len())].as_str().unwrap(),
            Some(kind) => kind.as_str().unwrap(),
            None => panic!("the law does not know what anything is: {schema}"),
        };
        match kind {
            "null" => Value::Null,
            "boolean" => json!(random.random_bool(0.5)),
            "string" => json!(["", "a", "yinsh", "Zèn \u{202e}", "\0\n"][random.random_range(0..5)]),
            "integer" => {
                let least = schema.get("minimum").and_then(Value::as_i64);
                let of_format = match schema["format"].as_str() {
                    Some("int32") => json!([i32::MIN, i32::MAX][random.random_range(0..2)]),
                    Some("uint32") => json!(u32::MAX),
                    Some("uint64" | "uint") => json!(u64::MAX),
                    format => panic!("the law does not know the whole numbers of {format:?}"),
                };
                [json!(least.unwrap_or(-1)), json!(1), of_format][random.random_range(0..3)].clone()
            }
            "number" => json!([0.5, -1e300][random.random_range(0..2)]),
            "array" => match schema.get("prefixItems").and_then(Value::as_array) {
                Some(items) => items.iter().map(|item| self.value(item, is_full, depth, random)).collect(),
                None => {
                    let fixed = schema.get("minItems").filter(|least| schema.get("maxItems") == Some(least));
                    let count = if let Some(fixed) = fixed {
                        fixed.as_u64().unwrap()
                    } else if depth > 3 {
                        0
                    } else if is_full {
                        1
                    } else {
                        random.random_range(0..3)
                    };
                    (0..count).map(|_| self.value(&schema["items"], is_full, depth + 1, random)).collect()
                }
            },
            "object" => {
                let required: BTreeSet<&str> = schema
                    .get("required")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .collect();
                let mut object = Map::new();
                for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                    if is_full || required.contains(name.as_str()) || random.random_bool(0.5) {
                        object.insert(name.clone(), self.value(field, is_full, depth + 1, random));
                    }
                }
                if let Some(others) = schema.get("additionalProperties").filter(|others| others.is_object()) {
                    object.insert("Skill".to_string(), self.value(others, is_full, depth + 1, random));
                }
                Value::Object(object)
            }
            kind => panic!("the law does not know {kind}"),
        }
    }
}

/// The places of all values within a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_string());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// The name of a place in a sentence.
fn name_of(place: &str) -> String {
    let mut name = String::new();
    for part in place.split('/').skip(1) {
        match part.parse::<usize>() {
            Ok(index) => name += &format!("[{index}]"),
            Err(_) if name.is_empty() => name += part,
            Err(_) => name += &format!(".{part}"),
        }
    }
    if name.is_empty() { "the request".to_string() } else { format!("`{name}`") }
}

/// Bodies with one fault each, what the sentence must name, and whether it is certainly a fault.
pub fn faults(body: &Value) -> Vec<(Value, String, bool)> {
    let wrong = [
        json!(null),
        json!(true),
        json!(-1),
        json!(2.5),
        json!(1e300),
        json!(u64::MAX),
        json!("abc"),
        json!([]),
        json!({}),
        json!([[]]),
        json!({ "a": {} }),
    ];
    let mut found = Vec::new();
    let mut all = Vec::new();
    places(body, "", &mut all);
    for place in all {
        for wrong in &wrong {
            let mut body = body.clone();
            *body.pointer_mut(&place).unwrap() = wrong.clone();
            // The fault may be within a list or an object that is put there.
            let is_whole = !wrong.is_object() && !wrong.is_array();
            let name = name_of(&place);
            let name = match place.as_str() {
                "" if !is_whole => String::new(),
                _ if !is_whole => name.trim_end_matches('`').to_string(),
                _ => name,
            };
            found.push((body, name, false));
        }
        if let Some(fields) = body.pointer(&place).and_then(Value::as_object) {
            for name in fields.keys() {
                let mut without = body.clone();
                without.pointer_mut(&place).unwrap().as_object_mut().unwrap().shift_remove(name);
                found.push((without, name_of(&format!("{place}/{name}")), false));
            }
            let mut with = body.clone();
            with.pointer_mut(&place).unwrap()["nothingOfThisName"] = json!(1);
            let is_free = ["/options", "/option", "/settings"].iter().any(|free| place.ends_with(free));
            let name = name_of(&format!("{place}/nothingOfThisName"));
            found.push((with, name, !is_free));
        }
    }
    found
}
