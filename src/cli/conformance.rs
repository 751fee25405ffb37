//! `quintet conformance`: whether an engine speaks the protocol, step by step.

use super::exit::Exit;
use super::{interrupt, open, values};
use crate::conformance::dialogue::{Direction, Entry};
use crate::conformance::exam::EngineLaunch;
use crate::conformance::rules::{GivenLine, Rules};
use crate::conformance::steps::{ConformanceStep, STEPS, Scope};
use crate::conformance::{Finding, StepVerdict, examine};
use crate::registry;
use crate::search::Halt;
use anyhow::{Context, Result};
use clap::ValueHint;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The arguments of `quintet conformance`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game that the engine plays, by whose rules its turns are checked (`quintet games` lists them)
    #[arg(long, default_value = registry::GAMES[0].name, value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// Instead of the rules: legal turns from the start position of another game, separated by spaces
    #[arg(long, value_name = "TURNS", conflicts_with = "game")]
    line: Option<String>,
    /// The result of the game after the last turn of --line
    #[arg(long, requires = "line", value_parser = ["p1win", "p2win", "draw"])]
    result: Option<String>,
    /// An option to set in the engine, and in the game if the game has it, such as Hash=16
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    options: Vec<(String, String)>,
    /// The longest an answer may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How long to watch a search that must not end by itself, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 80, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    watch: u64,
    /// Run these steps only, by number or name, separated by commas
    #[arg(long, value_name = "STEP", value_delimiter = ',', value_parser = read_step)]
    step: Vec<usize>,
    /// Also fail if an extension does not hold
    #[arg(long)]
    strict: bool,
    /// Show the dialogue of every step, not only of the steps that fail
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print one JSON object for each step and one for the whole run
    #[arg(long)]
    json: bool,
    /// List the steps without running them
    #[arg(long)]
    list: bool,
    /// The engine and its arguments, after --
    #[arg(last = true, required_unless_present = "list", value_hint = ValueHint::CommandName)]
    command: Vec<String>,
}

fn read_option(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    Ok((pair.0.trim().to_string(), pair.1.trim().to_string()))
}

fn read_step(text: &str) -> Result<usize, String> {
    let found = STEPS.iter().position(|step| step.name == text).map(|place| place + 1);
    let number = found.or_else(|| text.parse().ok().filter(|number| (1..=STEPS.len()).contains(number)));
    number.ok_or_else(|| format!("the steps are 1 to {}, or names of `quintet conformance --list`", STEPS.len()))
}

impl Arguments {
    /// What to check the engine's turns by.
    fn rules(&self) -> Result<Rules> {
        if let Some(line) = &self.line {
            let turns = line.split_whitespace().map(str::to_string).collect();
            return Ok(Rules::Line(GivenLine { turns, result: self.result.clone() }));
        }
        let mut session = open(&self.game)?;
        for (name, value) in &self.options {
            // The others are the engine's own.
            if session.options().iter().any(|option| option.name.eq_ignore_ascii_case(name)) {
                session.set_option(name, value)?;
            }
        }
        Ok(Rules::Ours(session))
    }
}

/// Examines an engine: 0 if it conforms, else 1.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let mut out = io::stdout().lock();
    if arguments.list {
        for (number, step) in (1..).zip(STEPS) {
            match arguments.json {
                true => writeln!(out, "{}", step_as_json(number, step))?,
                false => writeln!(out, "{number:>3}  {:<9}  {:<18}  {}", step.scope.word(), step.name, step.title)?,
            }
        }
        return Ok(Exit::Whole);
    }
    let rules = arguments.rules()?;
    let launch = EngineLaunch {
        command: arguments.command.clone(),
        options: arguments.options.clone(),
        timeout: Duration::from_secs(arguments.timeout),
        watch: Duration::from_millis(arguments.watch),
    };
    launch.try_start().with_context(|| format!("`{}` could not be started", arguments.command[0]))?;
    let halt = Halt::default();
    interrupt::finish_by({
        let halt = halt.clone();
        move || halt.halt()
    });
    let (mut summary, mut causes) = (Summary::default(), Causes::default());
    let started = Instant::now();
    let wanted = |number, _: &ConformanceStep| arguments.step.is_empty() || arguments.step.contains(&number);
    examine(launch, rules, wanted, &halt, &mut |finding| {
        summary.add(&finding);
        let is_new = causes.add(&finding);
        match arguments.json {
            true => writeln!(out, "{}", finding_as_json(&finding)),
            false => write_finding(&mut out, &finding, arguments.verbose || is_new),
        }?;
        out.flush()
    })?;
    if halt.is_halted() {
        return Ok(Exit::Environment);
    }
    let conforms = summary.core.failed == 0 && (!arguments.strict || summary.extension.failed == 0);
    match arguments.json {
        true => writeln!(out, "{}", summary.as_json(conforms))?,
        false => {
            causes.write(&mut out)?;
            writeln!(out, "{}, {:.1} s", summary.text(), started.elapsed().as_secs_f64())?;
        }
    }
    Ok(if conforms { Exit::Whole } else { Exit::Environment })
}

/// Groups failed steps with one cause: those that fail the same expectation.
#[derive(Default)]
struct Causes(Vec<(String, Vec<&'static str>)>);

impl Causes {
    /// Adds a step; returns whether it fails for a new cause.
    fn add(&mut self, finding: &Finding) -> bool {
        let StepVerdict::Fail { expected, .. } = &finding.verdict else { return false };
        match self.0.iter_mut().find(|(known, _)| known == expected) {
            Some((_, names)) => {
                names.push(finding.step.name);
                false
            }
            None => {
                self.0.push((expected.clone(), vec![finding.step.name]));
                true
            }
        }
    }

    /// Writes the causes of several failures.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (expected, names) in self.0.iter().filter(|(_, names)| names.len() > 1) {
            writeln!(out, "one cause, {} steps: {} (expected: {expected})", names.len(), names.join(", "))?;
        }
        Ok(())
    }
}

/// How many steps had which result.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    left_out: usize,
}

impl Counts {
    fn text(&self, what: &str) -> String {
        let mut text = format!("{what}: {} passed", self.passed);
        if self.failed > 0 {
            text += &format!(", {} failed", self.failed);
        }
        if self.left_out > 0 {
            text += &format!(", {} left out", self.left_out);
        }
        text
    }

    fn as_json(&self) -> Value {
        json!({ "passed": self.passed, "failed": self.failed, "left_out": self.left_out })
    }
}

/// The version of the lines of `--json`. It grows when a field changes or goes, not when one is added.
const CONFORMANCE_SCHEMA: &str = "conformance/1";

#[derive(Default)]
struct Summary {
    core: Counts,
    extension: Counts,
}

impl Summary {
    fn add(&mut self, finding: &Finding) {
        let counts = match finding.step.scope {
            Scope::Core => &mut self.core,
            Scope::Extension => &mut self.extension,
        };
        *match finding.verdict {
            StepVerdict::Pass => &mut counts.passed,
            StepVerdict::Fail { .. } => &mut counts.failed,
            StepVerdict::LeftOut(_) => &mut counts.left_out,
        } += 1;
    }

    fn text(&self) -> String {
        format!("{}; {}", self.core.text("core"), self.extension.text("extensions"))
    }

    fn as_json(&self, conforms: bool) -> Value {
        json!({ "schema": CONFORMANCE_SCHEMA, "core": self.core.as_json(), "extension": self.extension.as_json(), "conforms": conforms })
    }
}

fn write_finding(out: &mut impl Write, finding: &Finding, with_dialogue: bool) -> io::Result<()> {
    let Finding { number, step, verdict, dialogue, .. } = finding;
    let (scope, name, title) = (step.scope.word(), step.name, step.title);
    write!(out, "{number:>3}  {:<8}  {scope:<9}  {name:<18}  {title}", verdict.word())?;
    match verdict {
        StepVerdict::Pass => writeln!(out)?,
        StepVerdict::LeftOut(reason) => writeln!(out, " ({reason})")?,
        StepVerdict::Fail { expected, came } => {
            writeln!(out, "\n     expected  {expected}\n     came      {came}")?;
        }
    }
    if with_dialogue {
        for Entry { millis, direction, text } in dialogue {
            writeln!(out, "     {millis:>6} ms  {} {text}", direction.mark())?;
        }
    }
    Ok(())
}

fn step_as_json(number: usize, step: &ConformanceStep) -> Value {
    json!({ "schema": CONFORMANCE_SCHEMA, "step": number, "name": step.name, "scope": step.scope.word(), "title": step.title })
}

fn finding_as_json(finding: &Finding) -> Value {
    let mut value = step_as_json(finding.number, finding.step);
    value["verdict"] = finding.verdict.word().into();
    match &finding.verdict {
        StepVerdict::Pass => {}
        StepVerdict::Fail { expected, came } => {
            value["expected"] = expected.as_str().into();
            value["came"] = came.as_str().into();
        }
        StepVerdict::LeftOut(reason) => value["reason"] = reason.as_str().into(),
    }
    value["ms"] = finding.millis.into();
    let entry = |entry: &Entry| {
        let direction = match entry.direction {
            Direction::Sent => "sent",
            Direction::Received => "received",
            Direction::Note => "note",
        };
        json!({ "ms": entry.millis, direction: entry.text })
    };
    value["dialogue"] = finding.dialogue.iter().map(entry).collect();
    value
}
