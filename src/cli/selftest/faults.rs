//! Engines that misbehave: each loses its games with the reason recorded, and the tournament goes on.

use super::children::ending;
use super::{Bench, Verdict};
use crate::files;
use crate::tournament::misbehaviour::{MISBEHAVIOURS, Misbehaviour};
use crate::{record_files, records};
use anyhow::Result;
use std::time::{Duration, Instant};

/// Plays two games of each against a random player.
pub fn run(bench: &Bench) -> Result<Verdict> {
    for (number, misbehaviour) in MISBEHAVIOURS.iter().enumerate() {
        let Misbehaviour { name, limits, reasons, .. } = misbehaviour;
        files::write(&bench.folder.join("engine.sh"), misbehaviour.script().as_bytes())?;
        let out = format!("{number}.jsonl");
        let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "builtin=random"];
        let words = ["match", "yavalath", "--option", "Swap=false", "--quiet", "--out", &out];
        let started = Instant::now();
        let output = bench.output(&[&words[..], &engines, limits].concat())?;
        if !output.status.success() || started.elapsed() > Duration::from_secs(60) {
            return Ok(Err(format!("{name}: {}", ending(&output))));
        }
        let records = record_files::read(&bench.folder.join(&out))?;
        let is_lost = |game: &records::GameRecord| {
            let loser = game.loser.and_then(|seat| game.seats.get(seat - 1));
            reasons.contains(&game.reason) && loser.is_some_and(|seat| seat.name == "fake") && game.check().is_ok()
        };
        if records.len() != 2 || !records.iter().all(is_lost) {
            let found: Vec<_> = records.iter().map(|game| (game.reason, game.loser)).collect();
            return Ok(Err(format!("{name}: {found:?}")));
        }
    }
    Ok(Ok(format!("{} ways to misbehave, each lost its games", MISBEHAVIOURS.len())))
}
