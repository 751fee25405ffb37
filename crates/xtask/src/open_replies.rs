//! The attempt on the replies that docs/yavalath-theory.md calls open, carried on.

use crate::replies::{self, Replies};
use quintet::game::{Game, Notation, Player};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::search::proof::solver::{GameValue, SolveError, SolveSettings, Solver};
use quintet::search::{Limits, SearchControl};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// How many times more positions each round tries.
const MORE: u64 = 4;
/// The table, in KiB.
const TABLE: usize = 6 << 20;

/// Tries each open reply with ever more positions, and writes the file after every first stone. Ends when none is open.
///
/// # Errors
///
/// A sentence, if the file cannot be read or written, or if a reply turns out not to lose.
pub fn carry_on() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut replies = replies::read(&root)?;
    loop {
        let tried = replies.values().filter(|(is_proved, _)| !is_proved).map(|(_, positions)| *positions);
        let Some(least) = tried.min() else { return Ok(()) };
        let effort = least.max(100_000) * MORE;
        let firsts: BTreeSet<String> = replies.keys().map(|(first, _)| first.clone()).collect();
        for first in firsts {
            try_open(&mut replies, &first, effort)?;
            let path = root.join(replies::FILE);
            std::fs::write(&path, text(&replies))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
}

/// Tries the open replies to one first stone.
fn try_open(replies: &mut Replies, first: &str, effort: u64) -> Result<(), String> {
    let settings = SolveSettings { threads: 1, only: Some(Player::FIRST), report_every: Duration::MAX };
    let mut solver = Solver::new(TABLE).map_err(|error| error.to_string())?;
    let is_open = |((stone, _), (is_proved, tried)): &(&(String, String), &(bool, u64))| {
        stone == first && !is_proved && *tried < effort
    };
    let open: Vec<(String, String)> = replies.iter().filter(is_open).map(|(pair, _)| pair.clone()).collect();
    for pair in open {
        let mut position = Yavalath::start(&Setup { swap: false });
        for text in [&pair.0, &pair.1] {
            position.play(position.read_move(text).map_err(|error| error.to_string())?);
        }
        let before = solver.evaluated();
        let control = SearchControl::unstoppable(Limits { nodes: Some(before + effort), ..Limits::default() });
        let value = solver.value(&position, &control, settings, &mut |_, _| {});
        let used = solver.evaluated() - before;
        println!("{} {}: {value:?} after {used}", pair.0, pair.1);
        let entry = match value {
            Ok(GameValue::Won(Player::FIRST)) => (true, used),
            Err(SolveError::Limits) => (false, effort),
            other => {
                return Err(format!("{} {}: White's win is claimed, but the solver says {other:?}", pair.0, pair.1));
            }
        };
        replies.insert(pair, entry);
    }
    Ok(())
}

fn text(replies: &Replies) -> String {
    let mut text = "# FIRST REPLY proved|open POSITIONS: see docs/yavalath-theory.md\n".to_string();
    for ((first, reply), (is_proved, positions)) in replies {
        let word = if *is_proved { "proved" } else { "open" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{first} {reply} {word} {positions}");
    }
    text
}
