//! The files of lessons are as the published schema says. Their other laws stand beside their code.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

#[test]
fn lessons_are_as_their_schema_says() {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["schema", "lesson"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/desk/data/lessons");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut lesson: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let faults: Vec<String> = validator.iter_errors(&lesson).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        lesson["tasks"][0]["steps"][0]["more"] = json!("x");
        assert!(!validator.is_valid(&lesson), "{}: a field that is unknown", path.display());
        files += 1;
    }
    assert!(files >= 7);
}
