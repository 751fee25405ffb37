//! The command, in builds that can tune.

use super::super::selfplay::SelfPlay;
use super::super::{aside, interrupt, values};
use crate::files::Outputs;
use crate::game::{SearchParam, Steers};
use crate::search::{Halt, Kind};
use crate::session::Session;
use crate::terminal::exit::Exit;
use crate::text::nearest;
use crate::tournament::clock::TimeControl;
use crate::tournament::openings;
use crate::train::folder;
use crate::tune::games::{Openings, TuningGames};
use crate::tune::journal::{self, About, Journal, VERSION};
use crate::tune::spsa::Number;
use crate::version::ENGINE_ID;
use anyhow::{Context, Result, bail, ensure};
use clap::ValueHint;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The arguments of `quintet tune`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// The folder for the results; an interrupted tuning there is continued
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, required_unless_present = "join")]
    out: Option<PathBuf>,
    /// Print the mean of what these folders have found, which were tuned with different seeds
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, num_args = 1.., conflicts_with = "out")]
    join: Vec<PathBuf>,
    /// What to tune: NAME or NAME=START [default: all that steer the game's best search and are in use]
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    params: Vec<String>,
    /// Nodes of each search, or iterations if that is MCTS [default: 5000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The limits of a turn instead: movetime=50, 1+0.01
    #[arg(long, conflicts_with = "nodes")]
    tc: Option<String>,
    /// How many pairs of games to play
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// How many pairs to play before the numbers move: more keep more threads busy
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    batch: u64,
    /// How far a won pair moves the numbers at the end, in steps [default: 1 / the square root of the pairs]
    #[arg(long)]
    rate: Option<f64>,
    /// Begin games with the lines of this file instead of random turns
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
    #[command(flatten)]
    self_play: SelfPlay,
}

/// Tunes, or joins what has been tuned. The answer is a table.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    match &arguments.out {
        Some(out) => tune(arguments, out),
        None => join(arguments),
    }
}

fn tune(arguments: &Arguments, out: &Path) -> Result<Exit> {
    let (limits, openings) = (arguments.limits()?, arguments.openings()?);
    let about = arguments.about(&limits, &openings)?;
    Outputs::new(false).reading(&arguments.openings).set_apart(out)?;
    let pool = arguments.self_play.pool()?;
    let _lock = folder::take(out, &arguments.self_play.locking.options())?;
    let mut journal = Journal::open(out, about)?;
    arguments.self_play.begin()?;
    let halt = Halt::default();
    let games = TuningGames { limits, openings, halt: &halt };
    let mut display = Display::new(&journal);
    std::thread::scope(|scope| {
        let (over, ended) = mpsc::channel::<()>();
        let stopper = halt.clone();
        let watch = std::thread::Builder::new().spawn_scoped(scope, move || {
            while ended.recv_timeout(Duration::from_millis(100)) == Err(mpsc::RecvTimeoutError::Timeout) {
                if interrupt::has_come() {
                    stopper.halt();
                }
            }
        });
        watch.context("no thread could be started")?;
        let played = pool.install(|| games.play(&mut journal, &mut |journal| display.show(journal)));
        drop(over);
        anyhow::Ok(played?)
    })?;
    print(journal.about(), journal.spsa().values(), journal.played())?;
    Ok(if journal.played() == journal.about().pairs { Exit::Whole } else { Exit::Incomplete })
}

/// The mean of what several folders have found, each as often as it has pairs.
fn join(arguments: &Arguments) -> Result<Exit> {
    let mut joined: Option<(About, Vec<f64>, u64)> = None;
    for folder in &arguments.join {
        let (about, spsa, played) = journal::read(folder)?;
        ensure!(about.game == arguments.game, "`{}` is about {}", folder.display(), about.game);
        let weight = played as f64;
        let Some((first, sums, pairs)) = &mut joined else {
            joined = Some((about, spsa.values().iter().map(|value| value * weight).collect(), played));
            continue;
        };
        let alike = About { seed: about.seed, pairs: about.pairs, ..first.clone() };
        ensure!(about == alike, "`{}` is of another tuning than the first folder", folder.display());
        ensure!(about.seed != first.seed, "`{}` has the seed of the first folder: it adds nothing", folder.display());
        sums.iter_mut().zip(spsa.values()).for_each(|(sum, value)| *sum += value * weight);
        *pairs += played;
    }
    let Some((about, sums, pairs)) = joined else { bail!("`--join` needs a folder") };
    ensure!(pairs > 0, "nothing has been played yet");
    print(&about, &sums.iter().map(|sum| sum / pairs as f64).collect::<Vec<_>>(), pairs)?;
    Ok(Exit::Whole)
}

/// The table of what was found, and how to test it.
fn print(about: &About, values: &[f64], pairs: u64) -> Result<()> {
    let mut text = format!("{:26} {:>8} {:>8}\n", "number", "start", "found");
    let mut options = String::new();
    for (number, value) in about.numbers.iter().zip(values) {
        writeln!(text, "{:26} {:>8} {value:>8.1}", number.name, number.start)?;
        write!(options, ",option.Tune_{}={}", number.name, value.round())?;
    }
    writeln!(text, "after {pairs} pairs of games of {}, {}; to test it on other openings:", about.game, about.limits)?;
    writeln!(
        text,
        "quintet match {game} --engine name=new,builtin=quintet{options} --engine name=old,builtin=quintet --tc {limits} \
         --openings openings/{game}.txt --rounds 200",
        game = about.game,
        limits = about.limits
    )?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

impl Arguments {
    fn limits(&self) -> Result<TimeControl> {
        let mut limits = TimeControl::default();
        match &self.tc {
            None => limits.set("nodes", &self.nodes.unwrap_or(5_000).to_string())?,
            Some(text) => {
                for part in text.split(',') {
                    let (key, value) = part.split_once('=').unwrap_or(("tc", part));
                    limits.set(key, value)?;
                }
            }
        }
        Ok(limits.checked()?)
    }

    fn openings(&self) -> Result<Openings> {
        let Some(file) = &self.openings else { return Ok(Openings::Random(self.self_play.opening()?)) };
        let lines = openings::read(file, &mut *super::super::open(&self.game)?)?;
        ensure!(!lines.is_empty(), "`{}` has no opening", file.display());
        Ok(Openings::Lines(lines))
    }

    fn about(&self, limits: &TimeControl, openings: &Openings) -> Result<About> {
        let rate = self.rate.unwrap_or(1.0 / (self.pairs as f64).sqrt());
        ensure!(rate > 0.0 && rate <= 1.0, "`--rate` must be above 0 and at most 1, not {rate}");
        let session = super::super::open(&self.game)?;
        let openings = match openings {
            Openings::Random(turns) => format!("{} to {} random turns", turns.start(), turns.end()),
            Openings::Lines(lines) => {
                let mut hasher = rustc_hash::FxHasher::default();
                lines.hash(&mut hasher);
                format!("{} lines, {:016x}", lines.len(), hasher.finish())
            }
        };
        Ok(About {
            tune: VERSION,
            engine: ENGINE_ID.to_string(),
            game: session.name().to_string(),
            limits: limits.to_string(),
            pairs: self.pairs,
            batch: self.batch,
            rate,
            seed: self.self_play.seed,
            openings,
            numbers: self.numbers(&*session)?,
        })
    }

    /// What is tuned.
    fn numbers(&self, session: &dyn Session) -> Result<Vec<Number>> {
        let params = session.search_params().list();
        if self.params.is_empty() {
            let kind = if session.auto() == Kind::AlphaBeta { Steers::AlphaBeta } else { Steers::Tree };
            // What has its depth switched off uses none of its numbers.
            let off: Vec<&str> = params
                .iter()
                .filter(|param| param.is_off())
                .map(|param| param.name.strip_suffix("depth").unwrap_or(param.name))
                .collect();
            let in_use = |param: &SearchParam| {
                let steers = param.steers == kind || self.tc.is_some() && param.steers == Steers::Clock;
                steers && !off.iter().any(|off| param.name.starts_with(off))
            };
            return Ok(params.iter().filter(|param| in_use(param)).map(|param| number(param.clone(), None)).collect());
        }
        let mut numbers: Vec<Number> = Vec::new();
        for text in &self.params {
            let (name, start) = match text.split_once('=') {
                Some((name, start)) => (name, Some(start)),
                None => (text.as_str(), None),
            };
            let Some(param) = params.iter().find(|param| param.name == name).cloned() else {
                let meant = nearest(name, params.iter().map(|param| param.name));
                let meant = meant.map_or_else(String::new, |known| format!("; did you mean `{known}`?"));
                bail!("no number that steers a search is called `{name}`{meant}");
            };
            let (least, most) = (*param.range.start(), *param.range.end());
            let start = match start.map(str::parse) {
                None if param.is_off() => bail!(
                    "`{name}` is off in {} ({}): give a value to begin with, as in `{name}=5`",
                    session.name(),
                    param.value
                ),
                None => None,
                Some(Ok(start)) if param.range.contains(&start) => Some(start),
                Some(_) => bail!("`{name}` is from {least} to {most}, so it cannot be `{text}`"),
            };
            ensure!(numbers.iter().all(|number| number.name != name), "`{name}` is named twice");
            numbers.push(number(param, start));
        }
        Ok(numbers)
    }
}

fn number(param: SearchParam, start: Option<i64>) -> Number {
    let (least, most) = param.range.into_inner();
    Number { name: param.name.to_string(), start: start.unwrap_or(param.value), least, most, step: param.step }
}

/// Shows how far it is, now and then.
struct Display {
    begun: Instant,
    /// How many pairs had been played before.
    before: u64,
    last: Option<Instant>,
}

impl Display {
    fn new(journal: &Journal) -> Self {
        Self { begun: Instant::now(), before: journal.played(), last: None }
    }

    fn show(&mut self, journal: &Journal) {
        /// The time between lines.
        const PAUSE: Duration = Duration::from_secs(10);
        if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let (about, played) = (journal.about(), journal.played());
        let rate = (played - self.before) as f64 / self.begun.elapsed().as_secs_f64();
        let left = Duration::from_secs(((about.pairs - played) as f64 / rate) as u64);
        let numbers = about.numbers.iter().zip(journal.spsa().values());
        let numbers: Vec<String> = numbers.map(|(number, value)| format!("{} {value:.1}", number.name)).collect();
        let left = humantime::format_duration(left);
        aside(&format!("{played} of {} pairs, {left} left: {}", about.pairs, numbers.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;
    use clap::{Args, Command, FromArgMatches};

    fn arguments(text: &str) -> Arguments {
        let matches = Arguments::augment_args(Command::new("tune")).no_binary_name(true);
        let matches = matches.try_get_matches_from(text.split(' ')).map_err(|error| anyhow!("{error}")).unwrap();
        Arguments::from_arg_matches(&matches).unwrap()
    }

    fn numbers(text: &str) -> Result<Vec<String>> {
        let arguments = arguments(text);
        let session = super::super::super::open(&arguments.game)?;
        Ok(arguments
            .numbers(&*session)?
            .into_iter()
            .map(|number| format!("{} {}", number.name, number.start))
            .collect())
    }

    #[test]
    fn what_is_tuned_is_what_is_in_use_or_what_was_named() {
        let all = numbers("gipf --out a").unwrap();
        assert!(all.contains(&"futility_margin 50".to_string()), "{all:?}");
        for name in ["late_move_", "singular_", "threat_search_", "uct_exploration", "usual_turns"] {
            assert!(!all.iter().any(|number| number.starts_with(name)), "{all:?}");
        }
        assert!(numbers("gipf --out a --tc 1+0.01").unwrap().contains(&"usual_turns 55".to_string()));
        assert!(numbers("yavalath3 --out a").unwrap().contains(&"puct_exploration 110".to_string()));
        let named = numbers("gipf --out a --params singular_depth=6,reduction_base").unwrap();
        assert_eq!(named, ["singular_depth 6", "reduction_base 50"]);
        for (params, part) in [
            ("reduction_bas", "did you mean `reduction_base`?"),
            ("singular_depth", "is off in gipf (1000)"),
            ("reduction_base=301", "from 0 to 300"),
            ("reduction_base=x", "from 0 to 300"),
            ("reduction_base,reduction_base=3", "named twice"),
        ] {
            let error = numbers(&format!("gipf --out a --params {params}")).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
