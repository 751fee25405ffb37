//! Arguments shared by several subcommands, and their parsing.

use super::{interrupt, report, values};
use crate::files::Outputs;
use crate::locks::LockOptions;
use crate::option_files::proof_file;
use crate::options::{SEARCHES, SearchChoice};
use crate::part::{KOfN, Part};
use crate::record_files;
use crate::registry;
use crate::search::STACK_SIZE;
use crate::search::proof::proof_file::ProofFileError;
use crate::session::Session;
use crate::text::{counted, nearest};
use anyhow::{Context, Result, anyhow, ensure};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// How to set up a position, for every subcommand that takes one.
#[derive(clap::Args)]
pub struct Setup {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    line: Line,
}

/// The position, of a game named elsewhere.
#[derive(clap::Args)]
pub struct Line {
    /// The turns played, separated by spaces, such as "e5 d4"
    #[arg(long, default_value = "")]
    moves: String,
    /// Start from this position text instead of the start position
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// An option of the game, such as Swap=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::game_option(), hide_possible_values = true)]
    options: Vec<String>,
}

impl Setup {
    /// A session with the position.
    ///
    /// # Errors
    /// For a game, option, position or turn that does not exist.
    pub fn session(&self) -> Result<Box<dyn Session>> {
        self.line.session(&self.game)
    }
}

impl Line {
    /// A session of `game` with the position.
    ///
    /// # Errors
    /// For a game, option, position or turn that does not exist.
    pub fn session(&self, game: &str) -> Result<Box<dyn Session>> {
        let mut session = open(game)?;
        set_options(&mut *session, &self.options)?;
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_string).collect();
        match session.set_position(self.position.as_deref(), &moves) {
            Err(error) if self.moves.contains(',') => {
                Err(anyhow!("{error}; turns are separated by spaces, not commas"))
            }
            set => Ok(set.map(|()| session)?),
        }
    }
}

/// A position of a recorded game: `FILE[#N][@TURN]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The file.
    file: PathBuf,
    /// The number of the game; by default the first in the file.
    number: Option<u64>,
    /// The position after this many turns; by default the last.
    turn: Option<usize>,
}

impl FromStr for RecordPlace {
    type Err = std::convert::Infallible;

    /// Text after `#` or `@` that is not a number belongs to the file name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fn split<T: FromStr>(text: &str, sign: char) -> (&str, Option<T>) {
            let cut = text.rsplit_once(sign).and_then(|(before, number)| Some((before, number.parse().ok()?)));
            cut.map_or((text, None), |(before, number)| (before, Some(number)))
        }
        let (rest, turn) = split(text, '@');
        let (file, number) = split(rest, '#');
        Ok(Self { file: file.into(), number, turn })
    }
}

impl std::fmt::Display for RecordPlace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.file.display())?;
        self.number.map_or(Ok(()), |number| write!(out, "#{number}"))
    }
}

impl RecordPlace {
    /// The file of the record.
    pub fn file(&self) -> &PathBuf {
        &self.file
    }

    /// A session with the position.
    ///
    /// # Errors
    /// For a file that cannot be read, or a game, position or turn that it does not have.
    pub fn session(&self) -> Result<Box<dyn Session>> {
        let imported = record_files::read_game(&self.file, self.number)?;
        let file = self.file.display();
        let record = imported.find(self.number).ok_or_else(|| match self.number {
            Some(number) => anyhow!("`{file}` has no game {number}; it has {}", counted(imported.read, "game")),
            None => anyhow!("`{file}` has no game"),
        })?;
        let mut line = record.line();
        let turn = self.turn.unwrap_or(line.moves.len());
        ensure!(turn <= line.moves.len(), "the game has {}, not {turn}", counted(line.moves.len(), "turn"));
        line.moves.truncate(turn);
        Ok(line.open()?)
    }
}

/// A session of the game with this name.
///
/// # Errors
/// If there is none.
pub fn open(game: &str) -> Result<Box<dyn Session>> {
    registry::open(game).map_err(|error| anyhow!("{error}{}", did_you_mean(nearest(game, registry::names()))))
}

/// Sets options of the game, given as `NAME=VALUE`.
///
/// # Errors
/// For a wrong form, an unknown name or value, or a name given twice.
pub fn set_options(session: &mut dyn Session, texts: &[String]) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    for text in texts {
        set_option(session, text)?;
        let name = text.split('=').next().unwrap_or_default().trim().to_ascii_lowercase();
        ensure!(!names.contains(&name), "`--option {text}` sets `{name}` a second time");
        names.push(name);
    }
    Ok(())
}

/// Sets an option of the game, given as `NAME=VALUE`.
fn set_option(session: &mut dyn Session, text: &str) -> Result<()> {
    let pair = text.split_once('=');
    let (name, value) = pair.ok_or_else(|| anyhow!("`--option {text}` is not of the form NAME=VALUE"))?;
    let name = name.trim();
    session.set_option(name, value.trim()).map_err(|error| {
        let known: Vec<&str> = session.options().iter().map(|option| option.name).collect();
        anyhow!("{error}{}", did_you_mean(nearest(name, known.into_iter())))
    })
}

/// A pool of this many threads for searches, or of as many as can be started; a line on stderr then says so.
///
/// # Errors
/// If not even one can be started.
pub fn pool(threads: u64) -> Result<rayon::ThreadPool> {
    let build = |count: usize| rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_SIZE).build();
    let mut count = threads as usize;
    loop {
        match build(count) {
            Ok(pool) => return Ok(pool),
            Err(error) if count == 1 => return Err(error).context("no thread could be started"),
            Err(_) => {
                count = count.div_ceil(2);
                report(&format!("{} could not be started, trying {count}", counted(threads, "thread")));
            }
        }
    }
}

/// Which part of the work to do, for every subcommand whose work several machines can share.
#[derive(clap::Args)]
pub struct PartArguments {
    /// Do part K of N: every Nth, starting with the Kth
    #[arg(long, value_name = "K/N", conflicts_with = "chunk")]
    pub shard: Option<KOfN>,
    /// Do part K of N: the Kth of N equal consecutive blocks
    #[arg(long, value_name = "K/N")]
    pub chunk: Option<KOfN>,
}

impl PartArguments {
    /// The part, if one was asked for.
    pub fn part(&self) -> Option<Part> {
        self.shard.map(Part::Interleaved).or(self.chunk.map(Part::Contiguous))
    }
}

/// When to stop, for every subcommand that can be resumed.
#[derive(clap::Args)]
pub struct Stop {
    /// Stop cleanly after this time, such as 55m or 23h, with exit code 3, as after a signal
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    stop: Option<Duration>,
}

impl Stop {
    /// Whether there is such a time.
    pub fn is_given(&self) -> bool {
        self.stop.is_some()
    }

    /// Starts the time.
    ///
    /// # Errors
    /// If no thread can be started to wait.
    pub fn start(&self) -> io::Result<()> {
        self.stop.map_or(Ok(()), interrupt::come_after)
    }
}

/// How to lock the output file, for every subcommand that continues one.
#[derive(clap::Args)]
pub struct LockArguments {
    /// Wait up to this many seconds for another process that has locked the file, such as one on a machine that was cut
    /// off
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    wait_lock: u64,
    /// Do not lock the file (for file systems without locks); no other process may write it
    #[arg(long, conflicts_with = "wait_lock")]
    no_lock: bool,
}

impl LockArguments {
    /// Whether any of these is given.
    pub fn is_given(&self) -> bool {
        self.no_lock || self.wait_lock > 0
    }

    /// The options of the locks.
    pub fn options(&self) -> LockOptions {
        let wait = Duration::from_secs(self.wait_lock);
        let waiting = |path: &Path| {
            report(&format!("waiting for `{}`, which another process is using", path.display()));
        };
        LockOptions { wait, without: self.no_lock, can_be_without: true, waiting, stopped: interrupt::has_come }
    }
}

/// What to do about an existing file, for every subcommand that writes files as a whole.
#[derive(clap::Args)]
pub struct ForceArguments {
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

impl ForceArguments {
    /// The files to write.
    pub fn outputs(&self) -> Outputs {
        Outputs::new(self.force)
    }
}

/// A file of proofs about the game.
#[derive(clap::Args)]
pub struct ProofArguments {
    /// A file of proofs, written by `quintet verify --proofs`: positions in it need no search and are marked as proved
    #[arg(long, value_name = "FILE")]
    proofs: Option<PathBuf>,
}

impl ProofArguments {
    /// The file.
    pub fn file(&self) -> Option<&PathBuf> {
        self.proofs.as_ref()
    }

    /// Opens the file for a session.
    ///
    /// # Errors
    /// If it cannot be read or is about another game.
    pub fn open(&self, session: &mut dyn Session) -> Result<()> {
        let Some(path) = &self.proofs else { return Ok(()) };
        explain_proofs(path, proof_file(path).and_then(|file| session.use_proofs(Some(file))))
    }
}

/// The error for a file of proofs that is not used; one that cannot be read gets the exit code for files.
pub fn explain_proofs<T>(path: &Path, opened: Result<T, ProofFileError>) -> Result<T> {
    let opened = opened.map_err(|error| match error {
        ProofFileError::Read(error) => anyhow::Error::new(error),
        error => anyhow!("{error}"),
    });
    opened.with_context(|| format!("the proof file `{}` is not used", path.display()))
}

/// A suggestion to add to the sentence about an unknown name.
pub fn did_you_mean(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// Reads a time such as `5s`, `500ms`, `1.5h` or `1m 30s`; a number alone is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    /// A year: more is a typo.
    const MOST: Duration = Duration::from_secs(365 * 86_400);
    let wrong = || format!("`{text}` is not a time such as 5s, 500ms or 2m");
    let in_seconds = text.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    // A fraction may be written without the digit before or after its point.
    let spelled = text.strip_prefix('.').map_or(text.to_string(), |rest| format!("0.{rest}"));
    let spelled = if in_seconds { format!("{}s", spelled.trim_end_matches('.')) } else { spelled };
    humantime::parse_duration(&spelled).ok().filter(|time| *time < MOST).ok_or_else(wrong)
}

/// Reads the name of a search.
pub fn parse_search(text: &str) -> Result<SearchChoice, String> {
    let words = SEARCHES.join(", ");
    SearchChoice::named(text).ok_or_else(|| format!("the searches are {words}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_records_are_read() {
        let place = |text: &str| text.parse::<RecordPlace>().map(|place| (place.file, place.number, place.turn));
        assert_eq!(place("a.jsonl"), Ok(("a.jsonl".into(), None, None)));
        assert_eq!(place("a.jsonl#3@12"), Ok(("a.jsonl".into(), Some(3), Some(12))));
        assert_eq!(place("a#b@home.txt@0"), Ok(("a#b@home.txt".into(), None, Some(0))));
        assert_eq!(place("#1"), Ok(("".into(), Some(1), None)));
    }

    #[test]
    fn times_are_read() {
        for (text, millis) in [
            ("5", 5_000),
            ("0.5", 500),
            (".5", 500),
            ("5.", 5_000),
            ("5s", 5_000),
            ("1.5s", 1_500),
            ("500ms", 500),
            ("0ms", 0),
            ("2m", 120_000),
            ("2min", 120_000),
            ("0.0005m", 30),
            ("1h", 3_600_000),
            ("1m 30s", 90_000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "soon", "s", "-5s", "5x", "1..5s", "366d", "99999999999999999999h", "5 parsecs", "5sé", "é"]
        {
            assert!(parse_time(text).unwrap_err().contains("such as 5s"), "{text}");
        }
    }
}
