//! The games of the same tournament that other machines play, read from their files while these grow.

use super::Error;
use crate::files::{self, GrowingFile};
use crate::records::{GameRecord, record_lines};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files of the other parts.
#[derive(Debug)]
pub struct OtherParts {
    /// Such as `part-*.jsonl`.
    pattern: String,
    /// The file of this part, which the pattern may match, too.
    own: Option<PathBuf>,
    own_paths: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, GrowingFile>,
    /// The time between two looks, if it was set.
    interval: Option<Duration>,
    looked: Option<Instant>,
}

impl OtherParts {
    /// The files that match `pattern`, now or later, except for the `own` one.
    ///
    /// # Errors
    /// [`Error::Request`] for a pattern that makes no sense.
    pub fn new(pattern: &str, own: Option<&Path>, interval: Option<Duration>) -> Result<Self, Error> {
        glob::Pattern::new(pattern)
            .map_err(|error| Error::request(format!("`{pattern}` is not a pattern of file names: {}", error.msg)))?;
        let own = own.map(Path::to_path_buf);
        Ok(Self {
            pattern: pattern.to_string(),
            own,
            own_paths: BTreeSet::new(),
            files: BTreeMap::new(),
            interval,
            looked: None,
        })
    }

    /// The time between two looks. All machines together look at no more than a thousand files a second, however many
    /// there are.
    fn interval(&self) -> Duration {
        /// The least.
        const LEAST: Duration = Duration::from_secs(2);
        const LOOKS_PER_SECOND: f64 = 1_000.0;
        let parts = self.files.len() as f64 + 1.0;
        self.interval.unwrap_or_else(|| LEAST.max(Duration::from_secs_f64(parts * parts / LOOKS_PER_SECOND)))
    }

    /// Passes the games that are new since the last look to `visit`, each with its file, if it is time to look again.
    ///
    /// # Errors
    /// [`Error::File`] for a file that cannot be read, another for one that holds anything but games; or what `visit`
    /// returns.
    pub fn new_games(&mut self, visit: &mut dyn FnMut(&Path, &GameRecord) -> Result<(), Error>) -> Result<(), Error> {
        if self.looked.is_some_and(|looked| looked.elapsed() < self.interval()) {
            return Ok(());
        }
        self.looked = Some(Instant::now());
        let paths = glob::glob(&self.pattern).map_err(|error| Error::request(error.msg))?;
        // What cannot be listed is not there, as far as can be seen.
        for path in paths.flatten() {
            if self.files.contains_key(&path) || self.own_paths.contains(&path) {
                continue;
            }
            if self.own.as_ref().is_some_and(|own| files::are_same(own, &path)) {
                self.own_paths.insert(path);
            } else if path.is_file() {
                self.files.insert(path.clone(), GrowingFile::new(path));
            }
        }
        for (path, file) in &mut self.files {
            let bytes = file.new_lines()?;
            let lines = record_lines(path, &bytes)?;
            lines.iter().filter_map(|line| line.record.as_ref()).try_for_each(|record| visit(path, record))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::sample;
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
        let mut found = || {
            let mut numbers: Vec<u64> = Vec::new();
            let mut visit = |_: &Path, game: &GameRecord| {
                numbers.push(game.number);
                Ok(())
            };
            others.new_games(&mut visit).unwrap();
            numbers
        };
        assert!(found().is_empty());
        fs::write(folder.join("part-2.jsonl"), line(2) + &line(3)[..40]).unwrap();
        assert_eq!(found(), [2]);
        fs::write(folder.join("part-2.jsonl"), line(2) + &line(3) + &line(5)).unwrap();
        fs::write(folder.join("part-3.jsonl"), line(4)).unwrap();
        assert_eq!(found(), [3, 5, 4]);
        assert!(found().is_empty());
        fs::write(folder.join("part-4.jsonl"), "my notes\n").unwrap();
        let said = others.new_games(&mut |_, _| Ok(())).unwrap_err().to_string();
        assert!(said.contains("part-4.jsonl"), "{said}");
        fs::remove_dir_all(&folder).unwrap();
        let said = OtherParts::new("a[", None, None).err().unwrap().to_string();
        assert!(said.contains("`a[`"), "{said}");
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
