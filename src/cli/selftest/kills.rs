//! Tournaments that are killed at any moment and go on: nothing is lost or doubled, and where the engines are
//! deterministic all games are the same as without a kill.

use super::children::{ending, ends_within};
use super::{Bench, Verdict};
use crate::board::bits::{Rng, random_below};
use crate::record_files;
use crate::records::{GameRecord, text};
use anyhow::Result;
use rand::SeedableRng;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A tournament of three engines, one of them a process of its own.
fn words<'a>(child: &'a str, out: &'a str, text: &'a str) -> Vec<&'a str> {
    let engines = ["--engine", child, "--engine", "builtin=random", "--engine", "builtin=mcts:30"];
    let rest = ["--tc", "nodes=8", "--maxturns", "60", "--concurrency", "2", "--rounds", "12", "--quiet"];
    [&["match", "pentalath"][..], &engines, &rest, &["--out", out, "--text", text]].concat()
}

/// What does not change when a game is played again: all but times.
fn timeless(mut records: Vec<GameRecord>) -> Vec<GameRecord> {
    for record in &mut records {
        record.ended = 0;
        record.turns.iter_mut().for_each(|turn| (turn.ms, turn.left, turn.latency) = (None, None, None));
    }
    records.sort_by_key(|record| record.number);
    records
}

/// Kills and resumes tournaments until the time is over.
pub fn run(bench: &Bench) -> Result<Verdict> {
    let child = format!("name=child,cmd='{}',option.Hash=1", bench.quintet.display());
    let output = bench.output(&words(&child, "whole.jsonl", "whole.txt"))?;
    if !output.status.success() {
        return Ok(Err(ending(&output)));
    }
    let whole = timeless(record_files::read(&bench.folder.join("whole.jsonl"))?);
    let (started, mut rng) = (Instant::now(), Rng::seed_from_u64(bench.seed));
    let (mut tournaments, mut kills) = (0, 0);
    while tournaments == 0 || started.elapsed() < bench.time {
        let (out, readable) = (format!("{tournaments}.jsonl"), format!("{tournaments}.txt"));
        let mut words = words(&child, &out, &readable);
        loop {
            let mut process = bench.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            let delay = Duration::from_millis(u64::from(random_below(&mut rng, 400)));
            if ends_within(&mut process, delay)? {
                break;
            }
            process.kill()?;
            process.wait()?;
            kills += 1;
            // A file that does not end in a whole line is repaired when it is gone on with.
            if !words.contains(&"--resume") {
                words.push("--resume");
            }
        }
        let output =
            bench.output(&[&words[..], if words.contains(&"--resume") { &[] } else { &["--resume"] }].concat())?;
        if !output.status.success() {
            return Ok(Err(format!("after {kills} kills {}", ending(&output))));
        }
        let records = record_files::read(&bench.folder.join(&out))?;
        let games = text::read(&bench.text(&readable))?;
        if timeless(games) != timeless(records.clone()) {
            return Ok(Err(format!("after {kills} kills the text has other games than the records")));
        }
        let records = timeless(records);
        if records != whole {
            let what = "games were lost, doubled or played differently";
            return Ok(Err(format!("after {kills} kills {what}: {} of {}", records.len(), whole.len())));
        }
        tournaments += 1;
    }
    Ok(Ok(format!("{tournaments} tournaments of {} games killed {kills} times, all games as without", whole.len())))
}
