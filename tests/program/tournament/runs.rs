//! Running `quintet` in a folder of its own.

use quintet::record_files;
use quintet::records::GameRecord;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary.
pub const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");

/// The names of all games.
pub fn games() -> impl Iterator<Item = &'static str> {
    quintet::registry::names()
}

/// A folder that is removed after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quintet-tournament-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// `quintet` with these words, to be run in the folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(QUINTET);
        command.args(words).current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What `quintet` prints; it must succeed.
    #[track_caller]
    pub fn run(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text_of(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one sentence of a `quintet` that must fail.
    #[track_caller]
    pub fn refusal(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", text_of(&output));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    }

    /// The games in a file.
    #[track_caller]
    pub fn records(&self, name: &str) -> Vec<GameRecord> {
        record_files::read(&self.path(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text_of(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{:?}\n{}\n{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// An `--engine` that is the real binary in a process of its own.
pub fn child(name: &str) -> String {
    assert!(!QUINTET.contains([' ', ',']), "the tests need a folder without blanks and commas");
    format!("name={name},cmd={QUINTET},option.Hash=1")
}

/// What does not change when a game is played again: not the times.
pub fn timeless(mut records: Vec<GameRecord>) -> Vec<GameRecord> {
    for record in &mut records {
        record.ended = 0;
        record.turns.iter_mut().for_each(|turn| (turn.ms, turn.left, turn.latency) = (None, None, None));
    }
    records.sort_by_key(|record| (record.number, record.round.as_ref().map(|round| round.round)));
    records
}

/// The repository's files.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
