//! Checks a request against the schema of its type: the first mismatch gets a sentence that names the field and what
//! was expected. The JSON reader's own messages, which speak of Rust types, never get out.

use super::error::DeskError;
use super::says;
use crate::sentence::{self, Sentence, joined, verbatim};
use crate::text::{clean, nearest, shorten};
use parking_lot::Mutex;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// A type of request: readable from JSON, with a schema.
pub trait Sent: DeserializeOwned + JsonSchema + 'static {}

impl<T: DeserializeOwned + JsonSchema + 'static> Sent for T {}

/// The schema of a request, made once.
pub fn schema_of<T: Sent>() -> Arc<Value> {
    static KNOWN: LazyLock<Mutex<HashMap<TypeId, Arc<Value>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock();
    known.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(schema_for!(T).to_value())).clone()
}

/// Reads a request.
///
/// # Errors
/// [`DeskError::Refused`] that says what is not as expected.
pub fn read<T: Sent>(bytes: &[u8]) -> Result<T, DeskError> {
    let schema = schema_of::<T>();
    let value = parse(bytes).map_err(DeskError::Refused)?;
    Shape { root: &schema }.check(&schema, &value, "").map_err(DeskError::Refused)?;
    // What the schema of a type lets through and its reader does not; a test sees to it that there is nothing of that kind.
    serde_json::from_value(value).map_err(|_| DeskError::Refused(says::unexpected()))
}

/// JSON, or a sentence that says where it is invalid.
fn parse(bytes: &[u8]) -> Result<Value, Sentence> {
    use serde_json::error::Category;
    if bytes.trim_ascii().is_empty() {
        return Err(says::nothing_sent());
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let place = match error.line() {
            0 | 1 => says::at_character(error.column()),
            line => says::in_line(line, error.column()),
        };
        match error.classify() {
            Category::Eof => says::ends_early(),
            _ if error.to_string().starts_with("recursion limit") => says::too_deep(),
            _ => says::not_json(place),
        }
    })
}

/// A schema, with the definitions that its parts refer to.
struct Shape<'a> {
    root: &'a Value,
}

impl<'a> Shape<'a> {
    /// A part of the schema, resolved if it is a reference.
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        name.and_then(|name| self.root.pointer(name)).unwrap_or(schema)
    }

    /// The alternatives of a schema.
    fn alternatives(schema: &'a Value) -> Option<&'a Vec<Value>> {
        schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array)
    }

    /// Compares a value with its schema; `path` is its place.
    fn check(&self, schema: &'a Value, value: &Value, path: &str) -> Result<(), Sentence> {
        let schema = self.resolved(schema);
        if let Some(alternatives) = Self::alternatives(schema) {
            self.check_alternatives(schema, alternatives, value, path)?;
        }
        if !self.has_kind(schema, value) {
            return Err(self.unexpected(schema, value, path));
        }
        match value {
            Value::Object(fields) => self.check_fields(schema, fields, path),
            Value::Array(items) => {
                let fixed = schema.get("prefixItems").and_then(Value::as_array);
                let all = schema.get("items");
                for (index, item) in items.iter().enumerate() {
                    let of_item = fixed.and_then(|fixed| fixed.get(index)).or(all);
                    of_item.map_or(Ok(()), |schema| self.check(schema, item, &format!("{path}[{index}]")))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_alternatives(
        &self,
        schema: &'a Value,
        alternatives: &'a [Value],
        value: &Value,
        path: &str,
    ) -> Result<(), Sentence> {
        if alternatives.iter().any(|one| self.check(one, value, path).is_ok()) {
            return Ok(());
        }
        // Of objects that say of which kind they are, the one of that kind.
        let tag = |one: &'a Value| {
            let fields = self.resolved(one).get("properties")?.as_object()?;
            fields.iter().find_map(|(name, field)| Some((name.as_str(), field.get("const")?)))
        };
        if let Some((name, _)) = alternatives.iter().find_map(tag)
            && let Some(fields) = value.as_object()
        {
            let path = join(path, name);
            let known: Vec<&str> =
                alternatives.iter().filter_map(tag).filter_map(|(_, value)| value.as_str()).collect();
            let Some(given) = fields.get(name) else {
                return Err(says::missing(path, listed(&known)));
            };
            let chosen = alternatives.iter().find(|one| tag(one).is_some_and(|(_, value)| value == given));
            return match chosen {
                Some(chosen) => self.check(chosen, value, path[..path.len() - name.len()].trim_end_matches('.')),
                None => Err(says::wrong_kind(format!("`{path}`"), kind(given), listed(&known))),
            };
        }
        // Of objects that have one field each, the one whose field is there.
        let only_field = |one: &'a Value| {
            let fields = self.resolved(one).get("properties")?.as_object()?;
            fields.keys().next().map(String::as_str).filter(|_| fields.len() == 1)
        };
        if let Some(fields) = value.as_object()
            && let Some(names) = alternatives.iter().map(only_field).collect::<Option<Vec<&str>>>()
        {
            let chosen = alternatives.iter().zip(&names).find(|(_, name)| fields.contains_key(**name));
            let paths: Vec<String> = names.iter().map(|name| join(path, name)).collect();
            return match chosen {
                Some((chosen, _)) => self.check(chosen, value, path),
                None => Err(says::expected(listed(&paths.iter().map(String::as_str).collect::<Vec<_>>()))),
            };
        }
        // What may also be nothing is refused for what it is.
        let not_null = alternatives.iter().filter(|one| self.resolved(one).get("type") != Some(&"null".into()));
        match not_null.collect::<Vec<_>>()[..] {
            [one] => self.check(one, value, path),
            _ => Err(self.unexpected(schema, value, path)),
        }
    }

    /// Whether a value is of the kind that its schema names, not looking inside.
    fn has_kind(&self, schema: &Value, value: &Value) -> bool {
        if schema.get("const").is_some_and(|only| only != value) {
            return false;
        }
        if schema.get("enum").and_then(Value::as_array).is_some_and(|known| !known.contains(value)) {
            return false;
        }
        let of_type = |name: &Value| match (name.as_str(), value) {
            (Some("integer"), Value::Number(number)) => {
                let (least, most) = range(schema);
                let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
                whole.is_some_and(|whole| (least..=most).contains(&whole))
            }
            (Some("number"), Value::Number(_))
            | (Some("string"), Value::String(_))
            | (Some("boolean"), Value::Bool(_)) => true,
            (Some("array"), Value::Array(items)) => {
                let limit = |name: &str| schema.get(name).and_then(Value::as_u64);
                limit("minItems").is_none_or(|least| items.len() as u64 >= least)
                    && limit("maxItems").is_none_or(|most| items.len() as u64 <= most)
            }
            (Some("object"), Value::Object(_)) | (Some("null"), Value::Null) => true,
            _ => false,
        };
        match schema.get("type") {
            None => true,
            Some(Value::Array(names)) => names.iter().any(of_type),
            Some(name) => of_type(name),
        }
    }

    fn check_fields(&self, schema: &'a Value, fields: &Map<String, Value>, path: &str) -> Result<(), Sentence> {
        let known = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|others| **others != Value::Bool(false));
        for required in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            let name = required.as_str().unwrap_or_default();
            if !fields.contains_key(name) {
                let field = known.and_then(|known| known.get(name));
                let expected = field.map_or_else(says::it, |field| self.expected(field));
                return Err(says::missing(join(path, name), expected));
            }
        }
        for (name, value) in fields {
            let path = join(path, &clean(name, 60));
            match known.and_then(|known| known.get(name)).or(others) {
                Some(schema) => self.check(schema, value, &path)?,
                None => {
                    let Some(known) = known else { continue };
                    let names: Vec<&str> = known.keys().map(String::as_str).collect();
                    return Err(match nearest(name, names.iter().copied()) {
                        Some(near) => says::no_field(path, format!("`{near}`")),
                        None => says::no_field(path, listed(&names)),
                    });
                }
            }
        }
        Ok(())
    }

    fn unexpected(&self, schema: &Value, value: &Value, path: &str) -> Sentence {
        let what = if path.is_empty() { says::what_was_sent() } else { verbatim(format!("`{path}`")) };
        says::wrong_kind(what, kind(value), self.expected(schema))
    }

    /// What a schema allows, in words.
    fn expected(&self, schema: &Value) -> Sentence {
        let root = Shape { root: self.root };
        let schema = root.resolved(schema);
        let words = |values: &[Value]| values.iter().filter_map(Value::as_str).map(str::to_string).collect::<Vec<_>>();
        if let Some(known) = schema.get("enum").and_then(Value::as_array) {
            return listed(&words(known).iter().map(String::as_str).collect::<Vec<_>>());
        }
        if let Some(only) = schema.get("const").and_then(Value::as_str) {
            return verbatim(format!("`{only}`"));
        }
        if let Some(alternatives) = Shape::alternatives(schema) {
            let constants: Vec<Value> = alternatives.iter().filter_map(|one| one.get("const").cloned()).collect();
            if constants.len() == alternatives.len() {
                return listed(&words(&constants).iter().map(String::as_str).collect::<Vec<_>>());
            }
            let mut all: Vec<Sentence> = alternatives.iter().map(|one| self.expected(one)).collect();
            all.retain(|one| *one != says::nothing());
            all.dedup();
            return verbatim(joined(all, sentence::or));
        }
        let of_type = |name: &str| match name {
            "integer" => match range(schema) {
                (WHOLE_LEAST, WHOLE_MOST) => says::whole(),
                (least, WHOLE_MOST..) => says::whole_from(number(least)),
                (least, most) => says::whole_range(number(least), number(most)),
            },
            "number" => says::a_number(),
            "string" => says::a_text(),
            "boolean" => says::true_or_false(),
            "array" => match schema.get("prefixItems").and_then(Value::as_array) {
                Some(items) => says::a_list_of(joined(items.iter().map(|item| self.expected(item)), sentence::comma)),
                None => match ["minItems", "maxItems"].map(|name| schema.get(name).and_then(Value::as_u64)) {
                    [Some(least), Some(most)] if least == most => says::a_list_of(most),
                    _ => says::a_list(),
                },
            },
            "object" => says::an_object(),
            _ => says::nothing(),
        };
        match schema.get("type") {
            Some(Value::Array(names)) => {
                let names = words(names);
                names
                    .iter()
                    .map(|name| of_type(name))
                    .find(|name| *name != says::nothing())
                    .unwrap_or_else(says::nothing)
            }
            Some(Value::String(name)) => of_type(name),
            _ => says::anything(),
        }
    }
}

/// The range of a whole number whose schema does not say.
const WHOLE_LEAST: i128 = i64::MIN as i128;
const WHOLE_MOST: i128 = i64::MAX as i128;

/// The smallest and the largest allowed whole number.
fn range(schema: &Value) -> (i128, i128) {
    let limit = |name: &str| {
        schema.get(name).and_then(|limit| limit.as_i64().map(i128::from).or(limit.as_u64().map(i128::from)))
    };
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (i128::from(i32::MIN), i128::from(i32::MAX)),
        Some("uint32") => (0, i128::from(u32::MAX)),
        Some("uint64" | "uint") => (0, i128::from(u64::MAX)),
        _ => (WHOLE_LEAST, WHOLE_MOST),
    };
    (limit("minimum").unwrap_or(least), limit("maximum").unwrap_or(most))
}

/// What a value is, in words.
fn kind(value: &Value) -> Sentence {
    match value {
        Value::Null => says::null(),
        Value::Bool(value) => verbatim(value.to_string()),
        Value::Number(number) => verbatim(number.to_string()),
        Value::String(text) => says::the_text(shorten(text)),
        Value::Array(_) => says::a_list(),
        Value::Object(_) => says::an_object(),
    }
}

/// A number as a text, which is exact.
fn number(number: i128) -> String {
    number.to_string()
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

/// One of these words.
fn listed(words: &[&str]) -> Sentence {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match &words[..] {
        [] => says::no_field_at_all(),
        [only] => verbatim(only.as_str()),
        words => says::one_of(words.join(", ")),
    }
}
