//! Keeps games as they are played, each in its own file in the user's data folder, and finds them again there.

use crate::date::Date;
use crate::files::{self, Outputs};
use crate::locks::{LockError, LockFile, LockOptions};
use crate::record_files;
use crate::records::{self, GameRecord, Reason, RecordFormat};
use crate::terminal::data_folder::data_folder;
use crate::text::sentence;
use anyhow::{Result, anyhow, ensure};
use std::path::{Path, PathBuf};

/// Where a game is kept.
#[derive(Default)]
pub struct Autosave {
    path: Option<PathBuf>,
    /// The lock that keeps others from continuing it meanwhile.
    lock: Option<LockFile>,
    /// Whether writing failed, which is reported once.
    failed: bool,
}

/// The folder of the games.
fn folder() -> Result<PathBuf> {
    Ok(data_folder()?.join("games"))
}

impl Autosave {
    /// Continues the file of a kept game, locked by `lock`.
    pub fn of(path: PathBuf, lock: LockFile) -> Self {
        Self { path: Some(path), lock: Some(lock), failed: false }
    }

    /// The file, once there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| !self.failed)
    }

    /// Keeps a game, with the rounds before it. Returns a sentence, once, if that fails.
    pub fn save(&mut self, rounds: &[GameRecord]) -> Option<String> {
        let is_empty = rounds.iter().all(|record| record.turns.is_empty());
        if files::permit().is_err() || self.path.is_none() && is_empty {
            return None;
        }
        match self.write(rounds) {
            Ok(()) => {
                self.failed = false;
                None
            }
            Err(_) if self.failed => None,
            Err(error) => {
                self.failed = true;
                let place = self.path.clone().or_else(|| data_folder().ok());
                let place = place.map_or_else(String::new, |place| format!(" in `{}`", place.display()));
                Some(sentence(&format!("The game cannot be kept{place}: {error:#}."), 200, 600))
            }
        }
    }

    fn write(&mut self, rounds: &[GameRecord]) -> Result<()> {
        let path = match &self.path {
            Some(path) => path.clone(),
            None => {
                let folder = folder()?;
                files::create_folder(&folder)?;
                let game = rounds.last().map_or("", |record| record.game.as_str());
                let now = Date::now().text();
                let name = format!("{}-{game}", now.replace(':', "-").trim_end_matches('Z'));
                let names = (1..).map(|number: u32| match number {
                    1 => format!("{name}.jsonl"),
                    _ => format!("{name}-{number}.jsonl"),
                });
                let paths = names.map(|name| folder.join(name)).find(|path| !path.exists());
                paths.ok_or_else(|| anyhow!("no free file name is left"))?
            }
        };
        if self.lock.is_none() {
            self.lock = Some(lock(&path)?);
        }
        let (text, _) = records::write(rounds, RecordFormat::Jsonl);
        match self.path {
            Some(_) => files::write(&path, text.as_bytes())?,
            None => Outputs::new(false).allow(&path)?.finish_with(text.as_bytes())?,
        }
        self.path = Some(path);
        Ok(())
    }
}

/// Locks the game of a file; on a file system without locks nothing keeps another terminal away.
fn lock(path: &Path) -> Result<LockFile, LockError> {
    let path = path.with_extension("lock");
    match LockFile::take(&path, &LockOptions::default()) {
        Err(LockError::File(_)) => LockFile::take(&path, &LockOptions { without: true, ..LockOptions::default() }),
        taken => taken,
    }
}

/// Whether a game, or the match whose last round it is, is unfinished.
fn is_unfinished(record: &GameRecord) -> bool {
    let match_goes_on = record.round.as_ref().is_some_and(|round| round.round > 1 && !round.over);
    record.reason == Reason::Unfinished && !record.turns.is_empty() || match_goes_on
}

/// The last unfinished game that nobody is playing now, of one game or of any, with its file and its lock.
///
/// # Errors
/// If there is none, or the folder cannot be read.
pub fn last_unfinished(game: Option<&str>) -> Result<(PathBuf, LockFile, Vec<GameRecord>)> {
    let folder = folder()?;
    let mut played_elsewhere = false;
    for path in files::newest_first(&folder, "jsonl").unwrap_or_default() {
        // Who has put something else there may keep it.
        let Ok(rounds) = record_files::read(&path) else { continue };
        let fits = |last: &GameRecord| game.is_none_or(|game| last.game.eq_ignore_ascii_case(game));
        if rounds.last().is_some_and(|last| fits(last) && is_unfinished(last)) {
            match lock(&path) {
                Ok(lock) => return Ok((path, lock, rounds)),
                Err(_) => played_elsewhere = true,
            }
        }
    }
    files::permit()?;
    let what = game.map_or(String::new(), |game| format!(" of {game}"));
    ensure!(!played_elsewhere, "the unfinished game{what} is being played in another terminal");
    Err(anyhow!("there is no unfinished game{what} in `{}`", folder.display()))
}
