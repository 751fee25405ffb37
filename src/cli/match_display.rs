//! What `quintet match` shows: a live table on a terminal, lines in a pipe, and the result at the end.

use super::{reader, report};
use crate::records::GameRecord;
use crate::text::{clean, counted, plural, sentence};
use crate::tournament::Error;
use crate::tournament::runner::Tournament;
use crate::tournament::standings::Standings;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows a tournament.
pub struct MatchDisplay {
    /// The standings of all known games, including those of other machines.
    standings: Standings,
    /// The standings of this part's games, for their number.
    own: Standings,
    bar: Option<ProgressBar>,
    quiet: bool,
    /// How many games the whole tournament has, and this part of it.
    all: u64,
    total: u64,
    has_others: bool,
    /// After how many games the whole result is printed.
    interval: Option<u64>,
    started: Instant,
    last: Instant,
    /// How many games there were at the start, and how many have been played since, counting rounds of matches.
    before: u64,
    played: u64,
}

impl MatchDisplay {
    /// The display before the first game. With `quiet` only the end is shown.
    ///
    /// # Errors
    /// [`Error::Request`] if there is no such game.
    pub fn new(tournament: &Tournament, quiet: bool) -> Result<Self, Error> {
        let (config, plan) = (tournament.config(), tournament.plan());
        let sides = config.session()?.sides();
        let standings = Standings::new(plan.names.clone(), sides, plan.schedule.exchanges(), config.sprt);
        let bar = (!quiet && io::stdout().is_terminal()).then(|| {
            let bar = ProgressBar::new(tournament.count());
            if let Ok(style) = ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} {elapsed} {prefix}") {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        Ok(Self {
            own: standings.clone(),
            standings,
            bar,
            quiet,
            all: plan.schedule.len(),
            total: tournament.count(),
            has_others: config.with.is_some(),
            interval: config.ratinginterval,
            started: now,
            last: now,
            before: 0,
            played: 0,
        })
    }

    /// A remark that is not a result.
    pub fn note(&self, text: &str) {
        let text = sentence(text, 300, 300);
        match &self.bar {
            Some(bar) => bar.println(text),
            None => report(&text),
        }
    }

    /// Whether no test has been decided.
    pub fn is_undecided(&self) -> bool {
        self.standings.test().is_none_or(|test| test.decision().is_none())
    }

    /// How many games of this part are finished.
    pub fn own(&self) -> u64 {
        self.own.games()
    }

    /// A game of this part that was played earlier.
    pub fn own_game_before(&mut self, record: &GameRecord) {
        self.standings.add(record);
        self.own.add(record);
        self.before = self.own.games();
    }

    /// A game of another machine.
    pub fn others_game(&mut self, record: &GameRecord) {
        self.standings.add(record);
    }

    /// A game just played; it is not new if another machine has also played it.
    pub fn game(&mut self, record: &GameRecord, is_new: bool) {
        self.played += 1;
        if is_new {
            self.standings.add(record);
        }
        self.own.add(record);
        if record.reason.is_fault()
            && let Some(seat) = record.loser
        {
            let (name, detail) = (&record.seats[seat - 1].name, record.detail.as_deref().unwrap_or_default());
            self.note(&format!("game {}: {name} loses ({}): {detail}", record.number, record.reason.word()));
        }
        if !self.quiet && self.bar.is_none() && self.interval.is_some_and(|n| self.played.is_multiple_of(n)) {
            // A reader that has gone is noticed at the end.
            let _ = write!(io::stdout(), "{}", self.standings.full_text());
        }
    }

    /// Shows the state, if it is time to.
    pub fn refresh(&mut self, now: bool) {
        let interval = Duration::from_secs(if self.bar.is_some() { 1 } else { 10 });
        if self.quiet || (!now && self.last.elapsed() < interval) {
            return;
        }
        self.last = Instant::now();
        let left = self.left();
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.own());
                bar.set_message(self.standings.full_text());
                bar.set_prefix(left.map_or(String::new(), |left| format!("({left} left)")));
            }
            None => {
                let left = left.map_or(String::new(), |left| format!(" ({left} left)"));
                let (own, total, summary) = (self.own(), self.total, self.standings.summary());
                let games = plural(total, "game");
                let _ = writeln!(io::stdout(), "{own}/{total} {games}{left}: {summary}");
            }
        }
    }

    /// How long the remaining games will take, estimated from this run alone, as the times of earlier runs are unknown.
    /// `None` before the first and after the last.
    fn left(&self) -> Option<String> {
        let played = self.own().checked_sub(self.before).filter(|played| *played > 0)?;
        let left = self.total.checked_sub(self.own()).filter(|left| *left > 0)?;
        let seconds = self.started.elapsed().as_secs_f64() * left as f64 / played as f64;
        let rounded = match seconds {
            ..60.0 => seconds.ceil(),
            60.0..3_600.0 => (seconds / 10.0).ceil() * 10.0,
            _ => (seconds / 60.0).ceil() * 60.0,
        };
        Some(humantime::format_duration(Duration::from_secs_f64(rounded.min(1e9))).to_string())
    }

    /// Prints the result; if it is incomplete, also the command to continue, which needs the games in a file.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub fn finish(mut self, is_whole: bool, is_kept: bool) -> Result<()> {
        self.refresh(true);
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.played as f64 / seconds.max(1e-9);
        // What is kept in files is there all the same.
        let mut out = reader::stdout(is_kept);
        write!(out, "{}", self.standings.full_text())?;
        writeln!(out, "{} of {} played, {seconds:.1} s, {rate:.1} games/s", counted(self.own(), "game"), self.total)?;
        if self.has_others {
            writeln!(out, "with those of other machines {} of {}", counted(self.standings.games(), "game"), self.all)?;
        }
        match (is_whole, is_kept) {
            (true, _) => {}
            (false, true) => writeln!(out, "stopped before the end; to continue: {}", command_to_resume())?,
            (false, false) => writeln!(out, "stopped before the end; without `--out FILE` this cannot be resumed")?,
        }
        Ok(())
    }
}

/// This command line, with `--resume`, as a shell reads it.
fn command_to_resume() -> String {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<String> = words.collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_string());
    }
    clean(&shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(), usize::MAX)
}
