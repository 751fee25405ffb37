//! `quintet selftest`: tests the program on this machine: memory, threads and files that do not grow, tournaments that
//! are killed and resumed, full disks, unwritable folders, misbehaving engines.

mod children;
mod faults;
mod games;
mod kills;
mod outputs;

use super::parse_time;
use crate::cli::exit::Exit;
use crate::cli::report;
use crate::files;
use anyhow::{Context, Result};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The arguments of `quintet selftest`.
#[derive(clap::Args)]
pub struct Arguments {
    /// How long to test, in minutes
    #[arg(long, default_value_t = 2.0, value_parser = parse_minutes)]
    minutes: f64,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn parse_minutes(text: &str) -> Result<f64, String> {
    let time = parse_time(&format!("{text}m")).map_err(|_| format!("`{text}` is not a number of minutes"))?;
    Ok(time.as_secs_f64() / 60.0)
}

/// The inputs of a part of the test.
struct Bench<'a> {
    /// This program.
    quintet: PathBuf,
    /// Its own folder, which is removed afterwards.
    folder: &'a Path,
    /// For about how long.
    time: Duration,
    seed: u64,
}

/// The result of a part: what was seen, or what was wrong.
type Verdict = Result<String, String>;

/// A part: its name, its share of the time, and what it does.
struct Part {
    name: &'static str,
    share: f64,
    run: fn(&Bench) -> Result<Verdict>,
}

const PARTS: [Part; 5] = [
    Part { name: "games", share: 0.5, run: games::run },
    Part { name: "kills", share: 0.35, run: kills::run },
    Part { name: "full disk", share: 0.0, run: outputs::full_disk },
    Part { name: "read-only folder", share: 0.0, run: outputs::read_only_folder },
    Part { name: "faults", share: 0.0, run: faults::run },
];

/// Runs all parts, one line each.
///
/// # Errors
/// If a part has found a fault, or could not be run.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    files::permit()?;
    let folder = Scratch::new()?;
    let mut out = io::stdout().lock();
    let (started, mut wrong) = (Instant::now(), 0);
    for Part { name, share, run } in PARTS {
        let folder = folder.0.join(name.replace(' ', "-"));
        files::create_folder(&folder)?;
        let time = Duration::from_secs_f64(60.0 * arguments.minutes * share);
        let quintet = std::env::current_exe().context("this program cannot be found")?;
        let verdict = run(&Bench { quintet, folder: &folder, time, seed: arguments.seed })?;
        wrong += u32::from(verdict.is_err());
        match verdict {
            Ok(what) => writeln!(out, "ok     {name}: {what}")?,
            Err(what) => writeln!(out, "WRONG  {name}: {what}")?,
        }
        out.flush()?;
    }
    writeln!(out, "{wrong} of {} parts are wrong, {:.0} s", PARTS.len(), started.elapsed().as_secs_f64())?;
    if wrong == 0 {
        return Ok(Exit::Whole);
    }
    report("the program fails a check on this machine");
    Ok(Exit::Environment)
}

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("quintet-selftest-{}", std::process::id()));
        // One that is there already is somebody else's, and would be removed at the end.
        files::create_only_folder(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left there is small and harmless.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
