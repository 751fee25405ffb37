//! Running `quintet conformance`.

use serde_json::Value;
use std::process::{Command, Output};

/// The binary.
pub const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");

/// `quintet conformance` with these words.
pub fn conformance(words: &[&str]) -> Command {
    let mut command = Command::new(QUINTET);
    command.arg("conformance").args(words);
    command
}

/// What was printed, as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An examination with `--json`: a value for each step, the last one for the whole.
#[track_caller]
pub fn values(output: &Output) -> Vec<Value> {
    let text = text(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The names of the steps with a verdict.
pub fn with_verdict(values: &[Value], verdict: &str) -> Vec<String> {
    let chosen = values.iter().filter(|value| value["verdict"] == verdict);
    chosen.map(|value| value["name"].as_str().unwrap().to_string()).collect()
}

/// Does something for each item, a few at the same time: an examination waits more than it works.
pub fn several_at_once<T: Copy + Send>(items: &[T], work: impl Fn(T) + Sync) {
    let items = std::sync::Mutex::new(items.to_vec());
    let next = || items.lock().unwrap().pop();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(item) = next() {
                    work(item);
                }
            });
        }
    });
}
