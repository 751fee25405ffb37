//! `quintet match`: a tournament, from the first game to the table.

use super::interrupt;
use crate::files;
use crate::records::GameRecord;
use crate::text::one_line;
use crate::tournament::Error;
use crate::tournament::clock::TimeControl;
use crate::tournament::config::{Config, Shard};
use crate::tournament::engine::{EngineConfig, Value};
use crate::tournament::journal::Journal;
use crate::tournament::player::Halt;
use crate::tournament::referee::{Draws, Resigns};
use crate::tournament::runner::{RunEvent, Tournament};
use crate::tournament::schedule::{Format, Order};
use crate::tournament::sprt::Sprt;
use crate::tournament::standings::Standings;
use crate::tournament::text_file::TextFile;
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `quintet match`. What is not given stays as the file of `--config` has it.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    game: Option<String>,
    /// Read the tournament from a TOML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A player: name=A,cmd=COMMAND or builtin=PLAYER, and option.NAME=, dir=, tc=, movetime=, nodes=, depth=,
    /// startup=, ponder=
    #[arg(long = "engine", value_name = "KEY=VALUE,..", value_parser = EngineConfig::read)]
    engines: Vec<EngineConfig>,
    /// An option of the game, such as Swap=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    options: Vec<(String, Value)>,
    /// Everybody meets everybody, or the first engine meets all others
    #[arg(long, value_parser = ["round-robin", "gauntlet"])]
    format: Option<String>,
    /// How many openings every encounter plays, each with all exchanges of seats
    #[arg(long)]
    rounds: Option<u64>,
    /// How many games to run at once, no more than the cores can bear
    #[arg(long)]
    concurrency: Option<usize>,
    /// The limits of engines without their own: 10+0.1, movetime=500, nodes=20000, depth=8, or several with commas
    #[arg(long)]
    tc: Option<TimeControl>,
    /// By how many milliseconds a time may be overstepped
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// After how many seconds without an answer an engine without a clock hangs
    #[arg(long, value_name = "SECONDS")]
    hang: Option<u64>,
    /// Call a game of so many turns a draw
    #[arg(long, value_name = "N")]
    maxturns: Option<usize>,
    /// The file of openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The order in which the openings are played
    #[arg(long, value_parser = ["sequential", "random"])]
    order: Option<String>,
    /// What everything random begins with
    #[arg(long)]
    seed: Option<u64>,
    /// Give a game up: score=600,turns=4
    #[arg(long)]
    resign: Option<Resigns>,
    /// Call a game a draw: from=40,turns=8,score=10
    #[arg(long)]
    draw: Option<Draws>,
    /// Stop when the first engine is found better or not: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Play matches to so many points (zen, zen-free)
    #[arg(long, value_name = "N")]
    points: Option<u32>,
    /// Append every finished game to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append every finished game to this file, as readable text
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// Go on from the games in the file of `--out`; that of `--text` is written anew from them
    #[arg(long)]
    resume: bool,
    /// Play even if an engine has no option of a name given for it, or cannot have its value
    #[arg(long)]
    lenient: bool,
    /// Play part K of N of the schedule
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Print nothing before the final table
    #[arg(long)]
    quiet: bool,
}

fn read_option(text: &str) -> Result<(String, Value), String> {
    let pair = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    Ok((pair.0.trim().to_string(), Value::Text(pair.1.trim().to_string())))
}

impl Arguments {
    /// The file's configuration, changed by the command line.
    fn configuration(&self) -> Result<Config, Error> {
        let mut config = self.config.as_deref().map_or_else(|| Ok(Config::default()), Config::read)?;
        /// Puts what was given in the place of what was there.
        fn set<T: Clone>(place: &mut T, given: Option<&T>) {
            if let Some(given) = given {
                *place = given.clone();
            }
        }
        set(&mut config.game, self.game.as_ref());
        if !self.engines.is_empty() {
            config.engine.clone_from(&self.engines);
        }
        config.option.extend(self.options.iter().cloned());
        config.format = match self.format.as_deref() {
            Some("gauntlet") => Format::Gauntlet,
            Some(_) => Format::RoundRobin,
            None => config.format,
        };
        config.order = match self.order.as_deref() {
            Some("random") => Order::Random,
            Some(_) => Order::Sequential,
            None => config.order,
        };
        set(&mut config.rounds, self.rounds.as_ref());
        set(&mut config.concurrency, self.concurrency.as_ref());
        set(&mut config.tc, self.tc.as_ref());
        set(&mut config.margin, self.margin.as_ref());
        set(&mut config.hang, self.hang.as_ref());
        set(&mut config.maxturns, self.maxturns.as_ref());
        set(&mut config.seed, self.seed.as_ref());
        config.openings = self.openings.clone().or(config.openings);
        config.resign = self.resign.or(config.resign);
        config.draw = self.draw.or(config.draw);
        config.sprt = self.sprt.or(config.sprt);
        config.points = self.points.or(config.points);
        config.out = self.out.clone().or(config.out);
        config.text = self.text.clone().or(config.text);
        config.shard = self.shard.or(config.shard);
        config.lenient |= self.lenient;
        Ok(config)
    }
}

/// Plays a tournament.
pub fn run(arguments: &Arguments) -> Result<()> {
    let config = arguments.configuration()?;
    if config.game.is_empty() {
        return Err(anyhow!("which game? `quintet match GAME`, or `game = \"…\"` in the file of --config"));
    }
    super::open(&config.game)?;
    if arguments.resume && config.out.is_none() {
        return Err(anyhow!("`--resume` needs the file to continue: `--out FILE`"));
    }
    if let (Some(out), Some(text)) = (&config.out, &config.text) {
        ensure!(!files::are_same(out, text), "`--out` and `--text` need a file each, not both `{}`", out.display());
    }
    let halt = Halt::default();
    interrupt::finish_by({
        let halt = halt.clone();
        move || halt.halt()
    });
    let (tournament, warnings) = Tournament::prepare(config, halt.clone())?;
    let config = tournament.config();
    let mut show = Show::new(&tournament, arguments.quiet)?;
    for warning in warnings {
        show.note(&warning);
    }
    let (mut journal, finished) = match &config.out {
        Some(path) => Journal::open(path, arguments.resume).map(|(journal, finished)| (Some(journal), finished))?,
        None => (None, Vec::new()),
    };
    tournament.accept(&finished)?;
    finished.iter().for_each(|record| show.standings.add(record));
    if !finished.is_empty() {
        show.note(&format!("{} games are in the file already", finished.len()));
    }
    let resumed = arguments.resume.then_some((tournament.fingerprint(), &finished[..]));
    let mut readable = config.text.as_deref().map(|path| TextFile::open(path, resumed)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = config.workers(tournament.plan().seats, cores);
    if workers < config.concurrency {
        show.note(&format!("{cores} cores bear {workers} such games at once, not {}", config.concurrency));
    }
    if show.is_undecided() {
        tournament.run(&finished, workers, &mut |event| {
            match event {
                RunEvent::Game(record) => {
                    if let Some(journal) = &mut journal {
                        journal.append(&record)?;
                    }
                    if let Some(readable) = &mut readable {
                        readable.append(&record)?;
                    }
                    show.game(&record);
                    if !show.is_undecided() {
                        halt.halt();
                    }
                }
                RunEvent::FewerThreads(count) => {
                    show.note(&format!("there are threads for {count} games at once, not {workers}"));
                }
                RunEvent::Nothing => {}
            }
            show.refresh(false);
            Ok(())
        })?;
    }
    if let Some(journal) = &mut journal {
        journal.sync()?;
    }
    show.finish(halt.is_halted())
}

/// Shows the tournament: a live table on a terminal, lines in a pipe.
struct Show {
    standings: Standings,
    bar: Option<ProgressBar>,
    quiet: bool,
    total: u64,
    started: Instant,
    last: Instant,
    played: u64,
}

impl Show {
    fn new(tournament: &Tournament, quiet: bool) -> Result<Self> {
        let (config, plan) = (tournament.config(), tournament.plan());
        let sides = config.session()?.sides();
        let standings = Standings::new(plan.names.clone(), sides, plan.schedule.exchanges(), config.sprt);
        let bar = (!quiet && io::stdout().is_terminal()).then(|| {
            let bar = ProgressBar::new(tournament.count());
            if let Ok(style) = ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} {elapsed} ({eta})") {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        Ok(Self { standings, bar, quiet, total: tournament.count(), started: now, last: now, played: 0 })
    }

    /// A remark that is not a result.
    fn note(&self, text: &str) {
        let text = one_line(text);
        match &self.bar {
            Some(bar) => bar.println(text),
            None => drop(writeln!(io::stderr(), "quintet: {text}")),
        }
    }

    fn is_undecided(&self) -> bool {
        self.standings.sprt().is_none_or(|(_, decision)| decision.is_none())
    }

    fn game(&mut self, record: &GameRecord) {
        self.played += 1;
        self.standings.add(record);
        if record.reason.is_fault()
            && let Some(seat) = record.loser
        {
            let (name, detail) = (&record.seats[seat - 1].name, record.detail.as_deref().unwrap_or_default());
            self.note(&format!("game {}: {name} loses ({}): {detail}", record.number, record.reason.word()));
        }
    }

    /// Shows how things stand, if it is time to.
    fn refresh(&mut self, now: bool) {
        let interval = Duration::from_secs(if self.bar.is_some() { 1 } else { 10 });
        if self.quiet || (!now && self.last.elapsed() < interval) {
            return;
        }
        self.last = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.games());
                bar.set_message(self.standings.full_text());
            }
            // A reader that has gone is noticed at the end.
            None => drop(writeln!(io::stdout(), "{}/{} games: {}", self.games(), self.total, self.standings.summary())),
        }
    }

    fn games(&self) -> u64 {
        self.standings.games()
    }

    fn finish(mut self, halted: bool) -> Result<()> {
        self.refresh(true);
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.played as f64 / seconds.max(1e-9);
        let mut out = io::stdout().lock();
        write!(out, "{}", self.standings.full_text())?;
        writeln!(out, "{} games of {} played, {:.1} s, {rate:.1} games/s", self.games(), self.total, seconds)?;
        if halted && self.games() < self.total {
            writeln!(out, "stopped before the end")?;
        }
        Ok(())
    }
}
