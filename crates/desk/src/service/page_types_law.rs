//! The page's types, crates/desk/src/web/page/types.d.ts, generated from the server's, so that `tsc` finds where the page expects
//! something else. `QUINTET_UPDATE=1` rewrites the file.

use super::address::Address;
use super::api;
use super::hosted_game::Act;
use crate::analysis::ScoreInfo;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use std::collections::BTreeMap;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/page/types.d.ts");
const HEAD: &str =
    "// What the server takes and gives. Made by crates/desk/src/service/page_types_law.rs from its types.\n//\n";
/// Longer definitions are broken into lines.
const WIDTH: usize = 120;

/// The requests and answers of the addresses by one or the other generator, in a sentence for each.
fn described(taken: &mut SchemaGenerator, given: &mut SchemaGenerator) -> Vec<String> {
    let said = |address: Address| {
        let takes = address.takes.map(|name| format!(" takes {}", name(taken)));
        let gives = address.gives.map(|name| format!(" gives {}", name(given)));
        let both: Vec<String> = takes.into_iter().chain(gives).collect();
        format!("{} {}{}", address.method.to_ascii_uppercase(), address.path, both.join(","))
    };
    api::addresses().into_iter().map(said).collect()
}

/// A type of TypeScript for the schema of what is sent or taken.
fn type_of(schema: &Value, is_sent: bool) -> String {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let one = |part: &Value| type_of(part, is_sent);
    if let Some(name) = text("$ref") {
        return name.rsplit('/').next().unwrap_or_default().to_string();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(fields) = fields_of(schema, is_sent) {
        let fields: Vec<String> = fields.into_iter().map(|(field, _)| field).collect();
        return format!("{{ {} }}", fields.join(" ").trim_end_matches(';'));
    }
    let of_kind = |kind: &str| match kind {
        "integer" | "number" => "number".to_string(),
        "array" => list(schema, is_sent),
        "object" => {
            let keyed = schema.get("patternProperties").and_then(|keyed| keyed.as_object()?.values().next());
            let values = keyed.or_else(|| schema.get("additionalProperties"));
            format!("Record<string, {}>", values.map_or("unknown".to_string(), one))
        }
        other => other.to_string(),
    };
    let parts: Vec<String> = if let Some(words) = schema.get("enum") {
        items(words).iter().map(Value::to_string).collect()
    } else if let Some(alternatives) = alternatives(schema) {
        alternatives.iter().map(one).collect()
    } else {
        let kinds = schema
            .get("type")
            .map_or(&[][..], |kinds| kinds.as_array().map_or(std::slice::from_ref(kinds), Vec::as_slice));
        kinds.iter().filter_map(Value::as_str).map(of_kind).collect()
    };
    if parts.is_empty() { "unknown".to_string() } else { parts.join(" | ") }
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn alternatives(schema: &Value) -> Option<&[Value]> {
    schema.get("oneOf").or_else(|| schema.get("anyOf")).map(items)
}

fn list(schema: &Value, is_sent: bool) -> String {
    let one = |part: &Value| type_of(part, is_sent);
    if let Some(fixed) = schema.get("prefixItems") {
        return format!("[{}]", items(fixed).iter().map(one).collect::<Vec<_>>().join(", "));
    }
    let item = schema.get("items").map_or("unknown".to_string(), one);
    if item.contains('|') { format!("({item})[]") } else { format!("{item}[]") }
}

/// The fields of an object, with those of all its forms: one that some of them lack may be missing.
fn fields_of(schema: &Value, is_sent: bool) -> Option<Vec<(String, String)>> {
    let forms = alternatives(schema).unwrap_or(&[]);
    let all: Vec<&Value> =
        std::iter::once(schema).chain(forms).filter(|form| form.get("properties").is_some()).collect();
    if all.is_empty() || !forms.iter().all(|form| form.get("properties").is_some()) {
        return None;
    }
    let mut fields: Vec<(&String, Vec<String>, usize, String)> = Vec::new();
    for form in &all {
        let required = form.get("required").map_or(&[][..], items);
        for (name, field) in form.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let index = fields.iter().position(|(known, ..)| *known == name).unwrap_or_else(|| {
                fields.push((name, Vec::new(), 0, about(field)));
                fields.len() - 1
            });
            let is_required = required.iter().any(|known| known == name.as_str());
            let text = type_of(field, is_sent);
            // Where nothing is known the server leaves a field out; only of threats `null` says something.
            let is_left_out = is_sent && !is_required && name != "threats";
            let text = if is_left_out { text.trim_end_matches(" | null") } else { &text };
            let (_, types, count, _) = &mut fields[index];
            types.push(text.to_string());
            types.dedup();
            // What all objects have, each of their forms has.
            let times = if std::ptr::eq(*form, schema) { forms.len().max(1) } else { 1 };
            *count += if is_required { times } else { 0 };
        }
    }
    let shown = fields.into_iter().map(|(name, types, count, about)| {
        let is_always = count >= forms.len().max(1);
        (format!("{name}{}: {};", if is_always { "" } else { "?" }, types.join(" | ")), about)
    });
    Some(shown.collect())
}

/// The description of a type or a field, in one line.
fn about(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A definition, broken into lines if it is long.
fn defined(name: &str, schema: &Value, is_sent: bool) -> String {
    let text = format!("export type {name} = {};\n", type_of(schema, is_sent));
    let text = match fields_of(schema, is_sent).filter(|_| text.len() > WIDTH) {
        Some(fields) => {
            let line = |(field, about): (String, String)| format!("  {field} // {about}");
            let lines: Vec<String> =
                fields.into_iter().map(|each| line(each).trim_end_matches([' ', '/']).to_string()).collect();
            format!("export type {name} = {{\n{}\n}};\n", lines.join("\n"))
        }
        None => text,
    };
    match about(schema).as_str() {
        "" => text,
        about => format!("/** {about} */\n{text}"),
    }
}

/// The file as it should be.
fn types() -> String {
    let mut given = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut taken = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let addresses = described(&mut taken, &mut given);
    // What pieces of these are called by themselves.
    given.subschema_for::<ScoreInfo>();
    taken.subschema_for::<Act>();
    let (given, taken) = (given.take_definitions(true), taken.take_definitions(true));
    let all = taken.iter().map(|one| (one, false)).chain(given.iter().map(|one| (one, true)));
    let all: BTreeMap<&String, String> =
        all.map(|((name, schema), is_sent)| (name, defined(name, schema, is_sent))).collect();
    let head = addresses.iter().fold(HEAD.to_string(), |text, address| text + "// " + address + "\n");
    all.into_values().fold(head, |text, one| text + "\n" + &one)
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let types = types();
    if std::env::var_os("QUINTET_UPDATE").is_some() {
        std::fs::write(FILE, &types).unwrap();
    }
    assert!(
        std::fs::read_to_string(FILE).unwrap() == types,
        "QUINTET_UPDATE=1 cargo test --lib page_types writes {FILE} anew"
    );
}
