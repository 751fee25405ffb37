//! `quintet match`: a tournament, from the first game to the table.

use super::arguments::{LockArguments, PartArguments, Stop};
use super::exit::Exit;
use super::match_display::MatchDisplay;
use super::{interrupt, values};
use crate::files::Outputs;
use crate::part::Part;
use crate::records::GameRecord;
use crate::search::Halt;
use crate::text::counted;
use crate::tournament::Error;
use crate::tournament::acceptance::Acceptance;
use crate::tournament::affinity::Affinity;
use crate::tournament::clock::TimeControl;
use crate::tournament::config::Config;
use crate::tournament::engine::{EngineConfig, Value};
use crate::tournament::journal::{Journal, Kept};
use crate::tournament::other_parts::OtherParts;
use crate::tournament::referee::{Draws, Resigns};
use crate::tournament::runner::{RunEvent, Tournament};
use crate::tournament::schedule::{Format, Order};
use crate::tournament::sprt::Sprt;
use crate::tournament::text_file::TextFile;
use anyhow::{Result, anyhow, ensure};
use clap::builder::TypedValueParser;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `quintet match`. Values not given come from the file of `--config`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: Option<String>,
    /// Read the tournament from a TOML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A player: name=A,cmd=COMMAND or builtin=PLAYER, and option.NAME=, dir=, tc=, movetime=, first=, nodes=, depth=,
    /// startup=, ponder=, margin=, restart=, proto=codingame (a program of CodinGame's arenas), follows=
    #[arg(long = "engine", value_name = "KEY=VALUE,..", value_parser = engine(), hide_possible_values = true)]
    engines: Vec<EngineConfig>,
    /// Defaults for all players, as in --engine: tc=10+0.1,option.Hash=64
    #[arg(long, value_name = "KEY=VALUE,..", value_parser = engine(), hide_possible_values = true)]
    each: Option<EngineConfig>,
    /// An option of the game, such as Swap=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option(), hide_possible_values = true)]
    options: Vec<(String, Value)>,
    /// Every engine meets every other, or the first engine meets all others [default: round-robin]
    #[arg(long, value_parser = ["round-robin", "gauntlet"])]
    format: Option<String>,
    /// How many openings each encounter plays, each in every order of seats [default: 1]
    #[arg(long)]
    rounds: Option<u64>,
    /// How many games to run at once, at most as many as the cores allow [default: 1]
    #[arg(long)]
    concurrency: Option<usize>,
    /// The limits of engines without their own: 10+0.1, 40/1:30+0.5, movetime=500, nodes=20000, depth=8, or several
    /// separated by commas
    #[arg(long)]
    tc: Option<TimeControl>,
    /// How many milliseconds an engine may exceed its time by [default: 50]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Seconds without an answer after which an engine without a clock counts as hanging [default: 300]
    #[arg(long, value_name = "SECONDS")]
    hang: Option<u64>,
    /// Call a game of this many turns a draw [default: 1000]
    #[arg(long, value_name = "N")]
    maxturns: Option<usize>,
    /// The file of openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The order in which the openings are played [default: sequential]
    #[arg(long, value_parser = ["sequential", "random"])]
    order: Option<String>,
    /// The random seed [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Resign lost games: score=600,turns=4
    #[arg(long)]
    resign: Option<Resigns>,
    /// Call even games a draw: from=40,turns=8,score=10
    #[arg(long)]
    draw: Option<Draws>,
    /// Stop when the first engine is known to be better or not: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Play matches to this many points (zen, zen-free)
    #[arg(long, value_name = "N")]
    points: Option<u32>,
    /// Append every finished game to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append every finished game to this file, as readable text
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// Continue from the games in the file of `--out`; the file of `--text` is rewritten from them
    #[arg(long)]
    resume: bool,
    /// Play even if an engine lacks a given option or cannot take its value
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    part: PartArguments,
    /// The files of all parts, such as 'part-*.jsonl': their games are not played again and count for the test
    #[arg(long, value_name = "PATTERN")]
    with: Option<String>,
    /// How often to look at the files of the other parts, in seconds [default: 2, more with many files]
    #[arg(long, value_name = "SECONDS")]
    poll: Option<u64>,
    #[command(flatten)]
    locking: LockArguments,
    #[command(flatten)]
    stop: Stop,
    /// Append the dialogue with the engines to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Bind each game to its own processors, out of all that this process may use or a list like 2,3,8-11
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    affinity: Option<Affinity>,
    /// Print the whole result after every N games, if no terminal shows it all the time
    #[arg(long, value_name = "N")]
    ratinginterval: Option<u64>,
    /// Print nothing before the final table
    #[arg(long)]
    quiet: bool,
}

fn engine() -> impl TypedValueParser<Value = EngineConfig> {
    values::player().try_map(|text| EngineConfig::read(&text))
}

fn option() -> impl TypedValueParser<Value = (String, Value)> {
    values::game_option().try_map(|text| read_option(&text))
}

fn read_option(text: &str) -> Result<(String, Value), String> {
    let pair = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    Ok((pair.0.trim().to_string(), Value::Text(pair.1.trim().to_string())))
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        // A file of --config may name files.
        self.config.is_none() && self.out.is_none() && self.text.is_none() && self.log.is_none()
    }

    /// The file's configuration, changed by the command line.
    fn configuration(&self) -> Result<Config, Error> {
        let mut config = self.config.as_deref().map_or_else(|| Ok(Config::default()), Config::read)?;
        /// Overrides the configuration with what was given.
        fn set<T: Clone>(place: &mut T, given: Option<&T>) {
            if let Some(given) = given {
                *place = given.clone();
            }
        }
        set(&mut config.game, self.game.as_ref());
        if !self.engines.is_empty() {
            config.engine.clone_from(&self.engines);
        }
        config.set_options(&self.options)?;
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
        config.each = self.each.clone().or(config.each);
        config.log = self.log.clone().or(config.log);
        config.affinity = self.affinity.clone().or(config.affinity);
        config.ratinginterval = self.ratinginterval.or(config.ratinginterval);
        config.with = self.with.clone().or(config.with);
        if self.part.part().is_some() {
            (config.shard, config.chunk) = (self.part.shard, self.part.chunk);
        }
        config.lenient |= self.lenient;
        Ok(config)
    }
}

/// Plays a tournament; 0 if it is complete or decided.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let config = arguments.configuration()?;
    if config.game.is_empty() {
        return Err(anyhow!("which game? `quintet match GAME`, or `game = \"…\"` in the file of --config"));
    }
    super::open(&config.game)?;
    if arguments.resume && config.out.is_none() {
        return Err(anyhow!("`--resume` needs the file to continue: `--out FILE`"));
    }
    let mut outputs = Outputs::new(false).reading(arguments.config.iter().chain(&config.openings));
    [&config.out, &config.text, &config.log].into_iter().flatten().try_for_each(|path| outputs.set_apart(path))?;
    ensure!(
        arguments.poll.is_none() || config.with.is_some(),
        "`--poll` needs the files of other machines: `--with PATTERN`"
    );
    let halt = Halt::default();
    interrupt::finish_by({
        let halt = halt.clone();
        move || halt.halt()
    });
    arguments.stop.start()?;
    let tournament = Tournament::new(config, halt.clone())?;
    let config = tournament.config();
    let locking = arguments.locking.options();
    let (mut journal, kept) = match &config.out {
        Some(path) => Journal::open(path, arguments.resume, &locking).map(|(journal, kept)| (Some(journal), kept))?,
        None => (None, Kept::default()),
    };
    let mut display = MatchDisplay::new(&tournament, arguments.quiet)?;
    kept.notes.iter().for_each(|note| display.note(note));
    let others = config.with.as_deref().map(|pattern| {
        let interval = arguments.poll.map(Duration::from_secs);
        OtherParts::new(pattern, config.out.as_deref(), interval)
    });
    let games = tournament.plan().schedule.len();
    let (acceptance, others, elsewhere) = (Acceptance::new(&tournament)?, others.transpose()?, Some(Vec::new()));
    let mut counter = GameCounter { acceptance, others, elsewhere, games };
    let mut finished = counter.own_before(kept.records, config.part(), &mut display)?;
    if let Some(journal) = &mut journal {
        journal.repair()?;
    }
    counter.look_at_others(config.part(), &mut display)?;
    if config.sprt.is_none() {
        // What the others play from now on is of their parts.
        counter.others = None;
    }
    let elsewhere = counter.elsewhere.take().unwrap_or_default();
    let (begun, over): (Vec<_>, Vec<_>) =
        elsewhere.into_iter().partition(|record| counter.acceptance.is_begun(record.number));
    for record in begun {
        // A match goes on in this file, so its first rounds must be here.
        if let Some(journal) = &mut journal {
            journal.append(&record)?;
        }
        finished.push(record);
    }
    let own = finished.len();
    finished.extend(over);
    let resumed = arguments.resume.then_some((tournament.fingerprint(), &finished[..own]));
    let mut readable = config.text.as_deref().map(|path| TextFile::open(path, resumed, &locking)).transpose()?;
    if display.is_undecided() && display.own() < tournament.count() {
        let engines = match tournament.try_engines() {
            Err(_) if halt.is_halted() => {
                let exit = interrupt::exit(false);
                display.finish(false, config.out.is_some())?;
                return Ok(exit);
            }
            engines => engines?,
        };
        engines.warnings.iter().for_each(|warning| display.note(warning));
        let workers = workers(&tournament, &display)?;
        tournament.run(&engines, &finished, workers, &mut |event| {
            match event {
                RunEvent::Game(record) => {
                    if let Some(journal) = &mut journal {
                        journal.append(&record)?;
                    }
                    if let Some(readable) = &mut readable {
                        readable.append(&record)?;
                    }
                    display.game(&record, counter.acceptance.mark(&record));
                }
                RunEvent::FewerThreads(count) => {
                    display.note(&format!(
                        "the system has threads for only {} at once, not {workers}",
                        counted(count, "game")
                    ));
                }
                RunEvent::Nothing => {
                    if let Some(journal) = &mut journal {
                        journal.sync_if_due()?;
                    }
                }
            }
            if display.is_undecided()
                && let Err(error) = counter.look_at_others(config.part(), &mut display)
            {
                // What this machine plays is good all the same.
                display.note(&format!("the games of other machines: {error}"));
                // A file system that did not answer may do so at the next look.
                if !matches!(error, Error::File(_)) {
                    display.note("they are no longer read");
                    counter.others = None;
                }
            }
            if !display.is_undecided() {
                halt.halt();
            }
            display.refresh(false);
            Ok(())
        })?;
    }
    if let Some(journal) = &mut journal {
        journal.sync()?;
    }
    let is_whole = !display.is_undecided() || display.own() >= tournament.count();
    let exit = interrupt::exit(is_whole);
    display.finish(is_whole, config.out.is_some())?;
    Ok(exit)
}

/// How many games to play at once.
fn workers(tournament: &Tournament, display: &MatchDisplay) -> Result<usize> {
    let config = tournament.config();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let seats = tournament.plan().seats;
    let mut workers = config.workers(seats, cores);
    if workers < config.concurrency {
        display.note(&format!(
            "{} can run {} at once, not {}",
            counted(cores, "core"),
            counted(workers, "such game"),
            config.concurrency
        ));
    }
    if let Some(affinity) = &config.affinity {
        let bound = affinity.divide(workers, config.threads_of_a_game(seats))?.len();
        if bound < workers {
            display.note(&format!("`--affinity` has processors for {} at once, not {workers}", counted(bound, "game")));
        }
        workers = bound;
    }
    Ok(workers)
}

/// Counts the tournament's games, including those of other machines.
struct GameCounter<'a> {
    acceptance: Acceptance<'a>,
    others: Option<OtherParts>,
    /// The games of this part in the files of others, until the first game is played here: the tournament was divided
    /// differently before.
    elsewhere: Option<Vec<GameRecord>>,
    /// How many games the schedule has.
    games: u64,
}

impl GameCounter<'_> {
    /// Counts the games played earlier, except those of rounds that are no longer scheduled. Returns all. If the files
    /// of all parts are read, games of other parts may be among them.
    fn own_before(
        &mut self,
        records: Vec<GameRecord>,
        part: Part,
        display: &mut MatchDisplay,
    ) -> Result<Vec<GameRecord>, Error> {
        self.acceptance.check_tournament(&records.iter().collect::<Vec<_>>())?;
        let mut in_order: Vec<&GameRecord> = records.iter().collect();
        in_order.sort_by_key(|record| record.round.as_ref().map(|round| round.round));
        for record in in_order {
            self.acceptance.take(record, if self.others.is_some() { Part::WHOLE } else { part })?;
            match self.acceptance.is_in(record, part) {
                _ if record.number > self.games => {}
                true => display.own_game_before(record),
                false => display.others_game(record),
            }
        }
        if !records.is_empty() {
            display.note(&format!("already in the file: {}", counted(records.len(), "game")));
        }
        Ok(records)
    }

    /// Counts the new games of other machines.
    fn look_at_others(&mut self, part: Part, display: &mut MatchDisplay) -> Result<(), Error> {
        let Self { acceptance, others, elsewhere, games } = self;
        let Some(others) = others else { return Ok(()) };
        others.new_games(&mut |path, record| {
            let taken = acceptance.take(record, Part::WHOLE);
            let is_new = taken.map_err(|error| Error::Request(format!("`{}`: {error}", path.display())))?;
            match elsewhere.as_mut().filter(|_| acceptance.is_in(record, part)) {
                _ if !is_new || record.number > *games => {}
                Some(elsewhere) => {
                    elsewhere.push(record.clone());
                    display.own_game_before(record);
                }
                None => display.others_game(record),
            }
            Ok(())
        })
    }
}
