//! `quintet arena`: quintet as a program of CodinGame's arenas, on stdin and stdout.

use crate::arena::{ANSWER, ArenaGame};
use crate::board::bits::drawn_seed;
use crate::bots::opponent::{Manner, Opponent, Reply};
use crate::lines::reading::next_line;
use crate::search::skill::FULL;
use crate::terminal::aside;
use anyhow::Result;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The arguments of `quintet arena`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The arena
    #[arg(value_parser = game())]
    game: ArenaGame,
    #[arg(long, value_name = "N", default_value_t = FULL, help = format!("How strong it is, from 0 (a beginner) to {FULL} (full strength)"))]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=i64::from(FULL)))]
    level: u8,
    /// How long an answer may take, in milliseconds; 20 of them are kept back. The first may take 1000
    #[arg(long, value_name = "MS", default_value_t = ANSWER.as_millis() as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    ms: u64,
    /// The random seed [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Reads the name of an arena.
pub fn game() -> impl clap::builder::TypedValueParser<Value = ArenaGame> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    let known = |name: String| ArenaGame::named(&name).ok_or("there is no such arena");
    PossibleValuesParser::new(ArenaGame::ALL.map(ArenaGame::name)).try_map(known)
}

/// Plays a game until the input ends.
pub fn run(arguments: &Arguments) -> Result<()> {
    let started = Instant::now();
    let seed = arguments.seed.unwrap_or_else(|| drawn_seed(RandomState::new().hash_one(())));
    let manner = Manner { level: arguments.level, time: Duration::from_millis(arguments.ms), seed };
    let mut opponent = Opponent::new(arguments.game, manner, started);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while let Some(line) = next_line(&mut input) {
        match line.map(|line| opponent.line(&line)) {
            Ok(Reply::None) => {}
            Ok(Reply::Answer(answer)) => {
                writeln!(output, "{answer}")?;
                output.flush()?;
            }
            Ok(Reply::Complaint(what)) => aside(&what),
            Err(left_out) => aside(&left_out.sentence),
        }
    }
    Ok(())
}
