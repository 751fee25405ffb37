//! The engine's advice: `hint` and `analyse`.

use super::game::TerminalGame;
use super::screen::Screen;
use super::words::View;
use crate::options::EngineOptions;
use crate::search::skill::FULL;
use crate::search::{Limits, StopSource};
use crate::session::{BestLines, Report, SearchRequest, SearchResult};
use crate::terminal::interrupt;
use crate::terminal::style::{BEST, FAINT, paint};
use anyhow::Result;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// How long a hint takes if turns have no time limit.
const HINT_TIME: Duration = Duration::from_secs(1);

impl TerminalGame {
    /// Searches the position; a signal ends it, and the caller handles the signal.
    pub fn think(
        &self,
        options: &EngineOptions,
        limits: Limits,
        stops: &StopSource,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<SearchResult> {
        let (settings, overhead, stop_token) = (options.settings(&*self.session), options.overhead, stops.token());
        let request = SearchRequest { limits, settings, overhead, stop_token, ..SearchRequest::default() };
        let signals = stops.clone();
        interrupt::finish_by(move || signals.stop());
        let (_, job) = self.session.search(request)?;
        Ok(job(on_report))
    }

    /// The engine at full strength.
    fn adviser(&self, lines: usize) -> EngineOptions {
        let options = self.opponent.options.clone();
        EngineOptions { skill: FULL, limit_strength: false, multi_pv: lines, ..options }
    }
}

/// Says what the engine would play; of several turns, the best first.
pub fn hint(game: &TerminalGame, screen: &Screen, count: usize) -> Result<()> {
    let limits = Limits { movetime: Some(game.opponent.time.unwrap_or(HINT_TIME)), ..Limits::default() };
    let mut best = BestLines::default();
    let found = game.think(&game.adviser(count), limits, &StopSource::default(), &mut |report| best.note(report))?;
    interrupt::take();
    let state = game.state();
    let view = View { state: &state, people: &game.people };
    if count == 1 || best.lines().is_empty() {
        let chances = view.chances(found.verdict, game.seat());
        return Ok(screen.write_line(&format!("{}: {chances}", found.best))?);
    }
    let turn = |report: &Report| report.turns.first().map_or(String::new(), Clone::clone);
    let width = best.lines().iter().map(|report| turn(report).len()).max().unwrap_or(0);
    let chances = |report: &Report| view.chances(report.info.verdict, game.seat());
    let wide = best.lines().iter().map(|report| chances(report).len()).max().unwrap_or(0);
    for (rank, report) in (1..).zip(best.lines()) {
        let name = format!("{:width$}", turn(report));
        let name = if rank == 1 { paint(BEST, &name) } else { name };
        let line = paint(FAINT, &line(report));
        screen.write_line(&format!("{rank:2}. {name}  {:wide$}  {line}", chances(report)))?;
    }
    Ok(())
}

/// The start of a principal variation.
fn line(report: &Report) -> String {
    /// The most turns shown; more would say little.
    const TURNS: usize = 6;
    report.turns[..report.turns.len().min(TURNS)].join(" ")
}

/// Shows the best line whenever it changes, for a time or until Enter or Ctrl-C.
pub fn analyse(game: &TerminalGame, screen: &Screen, time: Option<Duration>, is_terminal: bool) -> Result<()> {
    /// The time if nobody can stop it.
    const TIME: Duration = Duration::from_secs(5);
    let time = time.or((!is_terminal).then_some(TIME));
    if is_terminal {
        screen.write_line(&paint(FAINT, "Enter or Ctrl-C stops the analysis."))?;
    }
    let stops = StopSource::default();
    let limits = Limits { movetime: time, infinite: time.is_none(), ..Limits::default() };
    let state = game.state();
    let view = View { state: &state, people: &game.people };
    let seat = game.seat();
    let runs = AtomicBool::new(true);
    let mut last = String::new();
    let found = std::thread::scope(|scope| {
        if is_terminal {
            let (stops, runs) = (stops.clone(), &runs);
            // Without a thread Ctrl-C still stops it.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || wait_for_enter(runs, &stops));
        }
        let found = game.think(&game.adviser(1), limits, &stops, &mut |report| {
            let chances = view.chances(report.info.verdict, seat);
            let news = format!("{chances:18}  {}", line(report));
            if report.info.is_line() && news != last {
                // A reader that has gone is noticed at the end.
                let _ = screen.write_line(&format!("depth {:2}  {news}", report.info.depth));
                last = news;
            }
        });
        runs.store(false, Relaxed);
        found
    })?;
    interrupt::take();
    let chances = view.chances(found.verdict, seat);
    Ok(screen.write_line(&format!("{} {}: {chances}", paint(BEST, "best"), found.best))?)
}

/// Stops the search when a line comes from the terminal.
fn wait_for_enter(runs: &AtomicBool, stops: &StopSource) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = io::stdin();
    while runs.load(Relaxed) {
        let mut waiting = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        match poll(&mut waiting, PollTimeout::from(50u8)) {
            Ok(0) => {}
            Ok(_) => {
                // Whatever has been typed, and also the end of the input, means stop.
                let _ = input.read_line(&mut String::new());
                // The search may not have drawn its token yet.
                while runs.load(Relaxed) {
                    stops.stop();
                    std::thread::sleep(Duration::from_millis(20));
                }
                return;
            }
            Err(_) => return,
        }
    }
}
