//! The games that other machines play of the same tournament, read from their files while these grow.

use super::Error;
use crate::files::{self, GrowingFile};
use crate::records::{GameRecord, record_lines};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files of the other parts.
#[derive(Debug)]
pub struct OtherParts {
    /// Such as `part-*.jsonl`.
    pattern: String,
    /// The file of this part, which the pattern may name, too.
    own: Option<PathBuf>,
    files: BTreeMap<PathBuf, GrowingFile>,
    /// Time between two looks, if it was chosen.
    interval: Option<Duration>,
    looked: Option<Instant>,
}

impl OtherParts {
    /// The files that match `pattern`, also those that are yet to come, but for the `own` one.
    ///
    /// # Errors
    /// [`Error::Request`] for a pattern that makes no sense.
    pub fn new(pattern: &str, own: Option<&Path>, interval: Option<Duration>) -> Result<Self, Error> {
        glob::Pattern::new(pattern)
            .map_err(|error| Error::request(format!("`{pattern}` is no pattern of file names: {}", error.msg)))?;
        let own = own.map(Path::to_path_buf);
        Ok(Self { pattern: pattern.to_string(), own, files: BTreeMap::new(), interval, looked: None })
    }

    /// Time between two looks. All machines together ask for the state of a file no more than a thousand times a second,
    /// however many there are.
    fn interval(&self) -> Duration {
        /// The least.
        const LEAST: Duration = Duration::from_secs(2);
        const LOOKS_PER_SECOND: f64 = 1_000.0;
        let parts = self.files.len() as f64 + 1.0;
        self.interval.unwrap_or_else(|| LEAST.max(Duration::from_secs_f64(parts * parts / LOOKS_PER_SECOND)))
    }

    /// The games that are new since the last look, each with its file, if it is time to look again.
    ///
    /// # Errors
    /// [`Error`] for a file that cannot be read or holds anything but games.
    pub fn new_games(&mut self) -> Result<Vec<(PathBuf, GameRecord)>, Error> {
        if self.looked.is_some_and(|looked| looked.elapsed() < self.interval()) {
            return Ok(Vec::new());
        }
        let paths = glob::glob(&self.pattern).map_err(|error| Error::request(error.msg))?;
        // What cannot be listed is not there, as far as can be seen.
        for path in paths.flatten() {
            let is_own = self.own.as_ref().is_some_and(|own| files::are_same(own, &path));
            if !is_own && path.is_file() {
                self.files.entry(path.clone()).or_insert_with(|| GrowingFile::new(path));
            }
        }
        let mut games = Vec::new();
        for (path, file) in &mut self.files {
            let bytes = file.new_lines().map_err(Error::file(path, "read"))?;
            let lines = record_lines(path, &bytes)?;
            games.extend(lines.into_iter().filter_map(|line| Some((path.clone(), line.record?))));
        }
        self.looked = Some(Instant::now());
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sample;
    use std::fs;

    #[test]
    fn games_of_others_are_found_once_and_own_ones_not_at_all() {
        let folder = std::env::temp_dir().join(format!("quintet-others-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let line = |number| serde_json::to_string(&GameRecord { number, ..sample() }).unwrap() + "\n";
        let own = folder.join("part-1.jsonl");
        fs::write(&own, line(1)).unwrap();
        let pattern = folder.join("part-*.jsonl");
        let mut others = OtherParts::new(pattern.to_str().unwrap(), Some(&own), Some(Duration::ZERO)).unwrap();
        let mut found = || -> Vec<u64> { others.new_games().unwrap().iter().map(|(_, game)| game.number).collect() };
        assert!(found().is_empty());
        fs::write(folder.join("part-2.jsonl"), line(2) + &line(3)[..40]).unwrap();
        assert_eq!(found(), [2]);
        fs::write(folder.join("part-2.jsonl"), line(2) + &line(3) + &line(5)).unwrap();
        fs::write(folder.join("part-3.jsonl"), line(4)).unwrap();
        assert_eq!(found(), [3, 5, 4]);
        assert!(found().is_empty());
        fs::write(folder.join("part-4.jsonl"), "my notes\n").unwrap();
        assert!(others.new_games().is_err());
        fs::remove_dir_all(&folder).unwrap();
        assert!(OtherParts::new("a[", None, None).is_err());
    }

    #[test]
    fn many_machines_look_more_rarely() {
        let mut others = OtherParts::new("*", None, None).unwrap();
        let mut intervals = Vec::new();
        for parts in [10, 100, 1_000] {
            others.files =
                (1..parts).map(|i| (PathBuf::from(i.to_string()), GrowingFile::new(PathBuf::new()))).collect();
            intervals.push(others.interval().as_secs());
        }
        assert_eq!(intervals, [2, 10, 1_000]);
    }
}
