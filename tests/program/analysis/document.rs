//! The examples of docs/json.md are what the engine says.

use super::client::Client;
use serde_json::{Value, json};

/// Every example, a block `json request` and one of JSON. `QUINTET_UPDATE=1` writes them anew.
#[test]
fn the_examples_in_the_documents_are_real() {
    let path = format!("{}/docs/json.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut parts = text.split("```json request\n");
    let mut written = parts.next().unwrap().to_string();
    let mut count = 0;
    for part in parts {
        let (request, rest) = part.split_once("\n```\n\n```json\n").unwrap();
        let (_, rest) = rest.split_once("```").unwrap();
        let mut answer = Client::start(1).ask(&serde_json::from_str::<Value>(request).unwrap());
        if let Some(root) = answer.get_mut("rootInfo") {
            root["timeMs"] = json!(7);
        }
        if let Some(version) = answer.get_mut("version") {
            assert_eq!(*version, quintet::version::VERSION);
            *version = json!("0.3.0");
        }
        written += &format!("```json request\n{request}\n```\n\n```json\n{}\n```{rest}", pretty(&answer));
        count += 1;
    }
    assert!(count >= 3);
    if std::env::var_os("QUINTET_UPDATE").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let is_real = std::fs::read_to_string(&path).unwrap() == written;
    assert!(is_real, "docs/json.md is not what the engine says; QUINTET_UPDATE=1 writes it anew");
}

/// JSON with a line for each field, and for each element of a list of objects.
fn pretty(value: &Value) -> String {
    let field = |(key, value): (&String, &Value)| {
        let text = match value.as_array() {
            Some(items) if items.iter().any(Value::is_object) => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("[\n{}\n  ]", items.join(",\n"))
            }
            _ => value.to_string(),
        };
        format!("  \"{key}\": {text}")
    };
    let fields: Vec<String> = value.as_object().unwrap().iter().map(field).collect();
    format!("{{\n{}\n}}", fields.join(",\n"))
}
