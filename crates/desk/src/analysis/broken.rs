//! Finds the id of a line that is too long, not UTF-8 or not JSON. A client waits for the answer to its id, and would
//! wait forever if the refusal came without it.

use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// The `id` of a request of which only the start is valid, if it is there.
pub fn id_in(beginning: &[u8]) -> Option<String> {
    let mut id = None;
    let beginning = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
    // It ends with an error where the line stops being JSON; what was found before is kept.
    let _ = serde_json::Deserializer::from_slice(beginning).deserialize_map(IdVisitor(&mut id));
    id
}

struct IdVisitor<'a>(&'a mut Option<String>);

impl<'de> Visitor<'de> for IdVisitor<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == "id" {
                *self.0 = Some(fields.next_value()?);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_found_before_the_fault() {
        for line in [
            r#"{"id":"a""#,
            r#"{"id":"a","nodes":NaN}"#,
            r#"{"nodes":[1,{"id":"b"}], "id" : "a" , "moves":["\ud800"]}"#,
            "\u{feff}{\"id\":\"a\",\"moves\":[\"",
        ] {
            assert_eq!(id_in(line.as_bytes()).as_deref(), Some("a"), "{line}");
        }
        for line in ["", "{", "[", r#"{"id":"a"#, r#"{"id":5,"#, r#"{"nodes":NaN,"id":"a"}"#, r#"["id","a"]"#] {
            assert_eq!(id_in(line.as_bytes()), None, "{line}");
        }
    }
}
