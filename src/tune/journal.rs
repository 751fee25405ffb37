//! The file that keeps what has been played, so that an interrupted tuning goes on.

use super::TuneError;
use super::spsa::{Number, Spsa};
use crate::files::{self, FileError};
use crate::text::one_line;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};

/// What is tuned and how: the first line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The version of the file.
    pub tune: u32,
    /// The engine.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The limits of a turn.
    pub limits: String,
    /// How many pairs of games are played.
    pub pairs: u64,
    /// How many of them are played before the numbers move.
    pub batch: u64,
    /// How far the numbers move ([`Spsa::new`]).
    pub rate: f64,
    /// The random seed.
    pub seed: u64,
    /// The openings: how many random turns, or a file and a hash of its lines.
    pub openings: String,
    /// What is tuned.
    pub numbers: Vec<Number>,
}

/// What the file has of a batch: by how many points the first side of each pair scored more.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch {
    results: Vec<f64>,
}

/// The version that is written.
pub const VERSION: u32 = 1;

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    about: About,
    spsa: Spsa,
    played: u64,
}

/// The file in a folder.
pub fn file_of(folder: &Path) -> PathBuf {
    folder.join("tune.jsonl")
}

impl Journal {
    /// Opens the journal of a folder to play on, or begins one. A line that was cut off is played again.
    ///
    /// # Errors
    /// [`TuneError::Other`] for the journal of another tuning, [`TuneError::Damaged`], [`TuneError::File`].
    pub fn open(folder: &Path, about: About) -> Result<Self, TuneError> {
        let path = file_of(folder);
        let mut file = files::append(&path)?;
        let bytes = files::read_open(&mut file, files::MAX_RECORDS).map_err(FileError::of(&path, "read"))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let written = FileError::of(&path, "written");
        if whole == 0 {
            file.set_len(0).map_err(&written)?;
            let line = line_of(&about)?;
            files::append_whole(&mut file, line.as_bytes()).map_err(&written)?;
            let spsa = about.spsa();
            return Ok(Self { path, file, about, spsa, played: 0 });
        }
        let (found, spsa, played) = replay(&path, &bytes[..whole])?;
        if found != about {
            return Err(TuneError::Other(path));
        }
        file.set_len(whole as u64).map_err(&written)?;
        Ok(Self { path, file, about, spsa, played })
    }

    /// What is tuned and how.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The numbers so far.
    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// How many pairs have been played.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Keeps the results of the next pairs and learns from them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, results: Vec<f64>) -> Result<(), TuneError> {
        let batch = Batch { results };
        let line = line_of(&batch)?;
        files::append_whole(&mut self.file, line.as_bytes()).map_err(FileError::of(&self.path, "written"))?;
        learn(&mut self.spsa, &mut self.played, &batch);
        Ok(())
    }
}

impl About {
    /// The numbers before the first pair.
    pub fn spsa(&self) -> Spsa {
        Spsa::new(self.numbers.clone(), self.pairs, self.rate, self.seed)
    }
}

fn line_of(value: &impl Serialize) -> Result<String, TuneError> {
    Ok(serde_json::to_string(value).map_err(|error| TuneError::Request(error.to_string()))? + "\n")
}

fn learn(spsa: &mut Spsa, played: &mut u64, batch: &Batch) {
    for &result in &batch.results {
        spsa.learn(*played, result);
        *played += 1;
    }
}

/// What the journal of a folder has found: what was tuned, the numbers, and how many pairs have been played.
///
/// # Errors
/// [`TuneError::Damaged`], [`TuneError::File`].
pub fn read(folder: &Path) -> Result<(About, Spsa, u64), TuneError> {
    let path = file_of(folder);
    let bytes = files::read(&path, files::MAX_RECORDS)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    replay(&path, &bytes[..whole])
}

fn replay(path: &Path, bytes: &[u8]) -> Result<(About, Spsa, u64), TuneError> {
    let damaged = |line: usize, what: String| TuneError::Damaged { path: path.to_path_buf(), line, what };
    let text = std::str::from_utf8(bytes).map_err(|error| damaged(1, error.to_string()))?;
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or_else(|| damaged(1, "it is empty".to_string()))?;
    let about: About = serde_json::from_str(first).map_err(|error| damaged(1, one_line(&error.to_string())))?;
    if about.tune != VERSION {
        return Err(damaged(1, format!("it is of version {}, not {VERSION}", about.tune)));
    }
    let (mut spsa, mut played) = (about.spsa(), 0);
    for (i, line) in lines {
        let batch: Batch = serde_json::from_str(line).map_err(|error| damaged(i + 1, one_line(&error.to_string())))?;
        let expected = about.batch.min(about.pairs - played);
        if batch.results.len() as u64 != expected || !batch.results.iter().all(|result| (-3.0..=3.0).contains(result)) {
            return Err(damaged(i + 1, format!("{expected} results are expected here")));
        }
        learn(&mut spsa, &mut played, &batch);
    }
    Ok((about, spsa, played))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        let number = Number { name: "a".to_string(), start: 50, least: 0, most: 100, step: 5.0 };
        About {
            tune: VERSION,
            engine: "quintet".to_string(),
            game: "zen".to_string(),
            limits: "nodes=10".to_string(),
            pairs: 10,
            batch: 4,
            rate: 0.1,
            seed: 1,
            openings: "2..=4 random turns".to_string(),
            numbers: vec![number],
        }
    }

    #[test]
    fn a_journal_cut_anywhere_goes_on_and_ends_alike() {
        let folder = std::env::temp_dir().join(format!("quintet-tune-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let results = [vec![1.0, 0.0, -2.0, 2.0], vec![0.0, 0.0, 1.0, -1.0], vec![2.0, 2.0]];
        let play = |journal: &mut Journal| {
            while journal.played() < 10 {
                journal.add(results[(journal.played() / 4) as usize].clone()).unwrap();
            }
            journal.spsa().values().to_vec()
        };
        let expected = play(&mut Journal::open(&folder, about()).unwrap());
        assert_ne!(expected, [50.0]);
        let path = file_of(&folder);
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert_eq!(play(&mut Journal::open(&folder, about()).unwrap()), expected, "cut at {cut}");
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        let other = About { seed: 2, ..about() };
        assert!(matches!(Journal::open(&folder, other), Err(TuneError::Other(_))));
        let text = String::from_utf8(whole).unwrap();
        for wrong in
            [text.replace("2.0]", "9.0]"), text.replace("[1.0,", "["), text.replace("\"tune\":1", "\"tune\":2")]
        {
            std::fs::write(&path, wrong).unwrap();
            assert!(matches!(read(&folder), Err(TuneError::Damaged { .. })));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
