//! `quintet referee`: a game between two programs of CodinGame's arenas, called as their tools call a referee.

use super::exit::Exit;
use super::interrupt;
use crate::arena::spelling::Fault;
use crate::arena::table::End;
use crate::arena::{ANSWER, ArenaGame};
use crate::bots::contest::Contest;
use crate::files::Outputs;
use crate::search::Halt;
use crate::terminal::report;
use crate::tournament::engine::CommandLine;
use anyhow::{Context, Result};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `quintet referee`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The arena
    #[arg(value_parser = super::arena::game())]
    game: ArenaGame,
    /// The command of the first player; `-p1` as other referees are called
    #[arg(long, value_name = "CMD", value_hint = clap::ValueHint::CommandString)]
    p1: String,
    /// The command of the second player; `-p2`
    #[arg(long, value_name = "CMD", value_hint = clap::ValueHint::CommandString)]
    p2: String,
    /// The random seed of the game, which goes into the log: these games have no chance
    #[arg(short = 'd', value_name = "seed=N", value_parser = read_seed)]
    seed: Option<String>,
    /// Write what was said to this file, as JSON; a file that is there is replaced
    #[arg(short = 'l', long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print the result for psyleague: ranks and errors as JSON
    #[arg(long)]
    psyleague: bool,
    /// Accept incomplete turns of YINSH, as the arena's referee does against its statement
    #[arg(long)]
    accept_incomplete: bool,
    /// How long an answer may take, in milliseconds; the first may take ten times as long
    #[arg(long, value_name = "MS", default_value_t = ANSWER.as_millis() as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    ms: u64,
}

fn read_seed(text: &str) -> Result<String, String> {
    let seed = text.strip_prefix("seed=").filter(|seed| seed.parse::<i128>().is_ok());
    seed.map(str::to_string).ok_or_else(|| format!("`{text}` is not of the form seed=N"))
}

/// The words of a command line in which `-p1` and `-p2` are options of the referee.
pub fn spelled_out(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_referee = false;
    let spelled_out = |word: OsString| {
        is_referee |= word == "referee";
        match word.to_str() {
            Some("-p1") if is_referee => "--p1".into(),
            Some("-p2") if is_referee => "--p2".into(),
            _ => word,
        }
    };
    words.map(spelled_out).collect()
}

/// Plays the game.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let log = arguments.log.as_deref().map(|path| Outputs::new(true).allow(path)).transpose()?;
    let words = |command: &str, name: &str| {
        CommandLine::Text(command.to_string()).words().with_context(|| format!("`-{name}`"))
    };
    let commands = [words(&arguments.p1, "p1")?, words(&arguments.p2, "p2")?];
    let halt = Halt::default();
    interrupt::finish_by({
        let halt = halt.clone();
        move || halt.halt()
    });
    let contest = Contest {
        game: arguments.game,
        commands,
        accepts_incomplete: arguments.accept_incomplete,
        time: Duration::from_millis(arguments.ms),
        halt: &halt,
    };
    let contested = contest.play();
    if let Some(log) = log {
        let text = contested.log(&contest, arguments.seed.as_deref()).to_string() + "\n";
        log.finish_with(text.as_bytes())?;
    }
    let Some(end) = &contested.end else { return Ok(interrupt::exit(false)) };
    let mut out = io::stdout().lock();
    if arguments.psyleague {
        writeln!(out, "{}", for_psyleague(end))?;
    } else {
        end.scores.iter().try_for_each(|score| writeln!(out, "{score}"))?;
    }
    out.flush()?;
    if let Some((player, what)) = &contested.unstarted {
        report(&format!("player {}: {what}", player + 1));
        return Ok(Exit::Environment);
    }
    Ok(Exit::Whole)
}

/// All four keys are needed.
fn for_psyleague(end: &End) -> serde_json::Value {
    let [first, second] = end.scores;
    let at_fault = |player: usize| u8::from(matches!(&end.fault, Some((loser, Fault { .. })) if *loser == player));
    json!({
        "ranks": [u8::from(first < second), u8::from(second < first)],
        "errors": [at_fault(0), at_fault(1)],
        "test_data": {},
        "player_data": [{}, {}],
    })
}
