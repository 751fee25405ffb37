//! Short games of all variants in one process whose options change: none of its resources may grow.

use super::children::{Usage, usage};
use super::{Bench, Verdict};
use crate::board::bits::{Rng, random_below};
use crate::lines::link::{InfoLines, Input, Link};
use crate::registry;
use anyhow::Result;
use rand::SeedableRng;
use std::process::Command;
use std::time::{Duration, Instant};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Games are broken off after this many turns.
const TURNS: usize = 16;
/// The rounds of all options after which everything that is kept exists: caches, networks and books of all games,
/// arenas of the allocator.
const WARM_UP: u32 = 16;
/// How much memory may grow in a thousand games.
const GROWTH: f64 = 0.02;
/// And once by this many KiB more: the system may replace small pages by huge ones of 2 MiB, and counts all of it as
/// used.
const HUGE_PAGES: f64 = 2.0 * 2048.0;

/// Options to play games with, one after the other; after the last the first again, and a checkpoint.
const OPTIONS: [&[&str]; 8] = [
    &["Threads value 2", "Search value mcts"],
    &["Hash value 9", "MultiPV value 3"],
    &["Search value alphabeta", "Threads value 3", "MultiPV value 1"],
    &["Skill value 5", "Hash value 2"],
    &["Skill value 20", "Search value mcts-eval", "Threads value 2"],
    &["OwnBook value true", "UCI_ShowWDL value true", "Threads value 1"],
    &["Hash value 1", "Search value mcts", "OwnBook value false"],
    &["Ponder value true", "Hash value 24", "UCI_ShowWDL value false"],
];
/// The same at every checkpoint.
const AT_CHECKPOINT: &str = "\
setoption name Game value yavalath
setoption name Search value alphabeta
setoption name Threads value 1
setoption name Hash value 8
setoption name Ponder value false
setoption name Clear Hash
";

/// Plays until the time is over, and at least one round of all options after the first checkpoint.
pub fn run(bench: &Bench) -> Result<Verdict> {
    let mut engine = Engine { link: Link::start(Command::new(&bench.quintet), InfoLines::Summed)?, games: 0, turns: 0 };
    let verdict = engine.soak(bench);
    engine.link.end(true);
    Ok(verdict)
}

struct Engine {
    link: Link,
    games: u64,
    turns: u64,
}

impl Engine {
    fn soak(&mut self, bench: &Bench) -> Verdict {
        let (started, mut rng) = (Instant::now(), Rng::seed_from_u64(bench.seed));
        let mut first: Option<(u64, Usage)> = None;
        let mut round = 0;
        let names: Vec<&str> = registry::names().collect();
        loop {
            for options in OPTIONS {
                let lines: String = options.iter().map(|option| format!("setoption name {option}\n")).collect();
                self.ask(&lines)?;
                self.play(names[random_below(&mut rng, names.len() as u32) as usize], &mut rng)?;
                self.play(names[(self.games as usize / 2) % names.len()], &mut rng)?;
            }
            round += 1;
            self.ask(AT_CHECKPOINT)?;
            let Some(now) = usage(self.link.id()) else {
                return Ok(format!("{} games; this system does not tell what a process uses", self.games));
            };
            if round < WARM_UP {
                continue;
            }
            let (begun, before) = *first.get_or_insert((self.games, now));
            let games = self.games - begun;
            let most = before.memory as f64 * (1.0 + GROWTH * (games as f64 / 1000.0).max(1.0)) + HUGE_PAGES;
            if now.memory as f64 > most || (now.threads, now.files) != (before.threads, before.files) {
                return Err(format!("after {games} games {before:?} has become {now:?}"));
            }
            if started.elapsed() >= bench.time && games > 0 {
                return Ok(format!(
                    "{} games, {} turns; from the first checkpoint on {games} games: memory {:.1} → {:.1} MiB, threads {}, files {}",
                    self.games,
                    self.turns,
                    before.memory as f64 / 1024.0,
                    now.memory as f64 / 1024.0,
                    now.threads,
                    now.files
                ));
            }
        }
    }

    /// Plays a game with itself.
    fn play(&mut self, game: &str, rng: &mut Rng) -> Result<(), String> {
        self.ask(&format!("setoption name Game value {game}\nuginewgame\n"))?;
        let mut line = String::new();
        for _ in 0..TURNS {
            let nodes = 10 + random_below(rng, 100);
            let lines = self
                .ask_until(&format!("position startpos{line}\nquery gameover\ngo nodes {nodes}\n"), |line| {
                    line.starts_with("bestmove ")
                })?;
            if lines.iter().any(|line| line == "response true") {
                break;
            }
            let best = lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or("none");
            if best == "none" || !lines.iter().any(|line| line.contains(" score ")) {
                return Err(format!("{game} after `position startpos{line}`: {lines:?}"));
            }
            line += if line.is_empty() { " moves " } else { " " };
            line += best;
            self.turns += 1;
        }
        self.games += 1;
        Ok(())
    }

    /// Sends lines; nothing but `readyok` may come.
    fn ask(&mut self, lines: &str) -> Result<(), String> {
        let answers = self.ask_until(&format!("{lines}isready\n"), |line| line == "readyok")?;
        if answers.len() == 1 { Ok(()) } else { Err(format!("after `{}`: {answers:?}", lines.trim_end())) }
    }

    fn ask_until(&mut self, lines: &str, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let gone = |link: &mut Link| format!("after `{}`: {}", lines.trim_end(), link.exit_text());
        if self.link.send(lines.to_string()).is_err() {
            return Err(gone(&mut self.link));
        }
        let mut answers = Vec::new();
        loop {
            match self.link.receive(PATIENCE) {
                Ok(Input::Line { text, info, .. }) => {
                    // `info` lines do not come one by one.
                    answers.extend(info.score.map(|score| format!("info score {score:?}")));
                    let last = is_last(&text);
                    answers.push(text);
                    if last {
                        return Ok(answers);
                    }
                }
                Ok(other) => return Err(format!("after `{}`: {other:?}", lines.trim_end())),
                Err(_) => return Err(gone(&mut self.link)),
            }
        }
    }
}
