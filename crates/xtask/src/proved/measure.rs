//! Measuring an engine with the positions.

use super::{Class, Proved};
use std::io::{BufRead, BufReader, Error, ErrorKind, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Has a program decide in every `step`th position of a game, once with each of these times, and prints a line of a table for each
/// time: how many per cent of its decisions give the value away, in all positions and in each class.
///
/// # Errors
/// A sentence, if the positions cannot be read or the program does not answer.
pub fn measure(program: &str, game: &str, step: usize, milliseconds: &[u32]) -> Result<(), String> {
    let positions = super::read(game)?;
    let mut engine = Engine::start(program, game).map_err(|error| format!("`{program}`: {error}"))?;
    for &time in milliseconds {
        let mut kept: Vec<(Class, bool)> = Vec::new();
        for proved in positions.iter().step_by(step.max(1)) {
            let decision = engine.decide(proved, time).map_err(|error| format!("`{program}`: {error}"))?;
            kept.push((proved.class(), proved.keeping.iter().any(|keeping| keeping.eq_ignore_ascii_case(&decision))));
        }
        let share = |is_meant: &dyn Fn(Class) -> bool| {
            let meant: Vec<bool> =
                kept.iter().filter(|(class, _)| is_meant(*class)).map(|(_, is_kept)| *is_kept).collect();
            let lost = meant.iter().filter(|is_kept| !**is_kept).count();
            match meant.len() {
                0 => "-".to_string(),
                all => format!("{:.1} % of {all}", 100.0 * lost as f64 / all as f64),
            }
        };
        let classes = Class::ALL.map(|class| share(&|other| other == class));
        println!("| `{game}` | {time} ms | {} | {} |", share(&|_| true), classes.join(" | "));
    }
    Ok(())
}

/// The head of the table.
pub fn head() -> String {
    let titles = Class::ALL.map(Class::title);
    format!("| game | time | value lost, all | {} |\n|{}", titles.join(" | "), "---|".repeat(3 + titles.len()))
}

/// An engine of its own process, which speaks UGI.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(program: &str, game: &str) -> Result<Self, Error> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(ErrorKind::BrokenPipe.into()) };
        let mut engine = Self { process, input, output: BufReader::new(output).lines() };
        engine.say(&format!("ugi\nsetoption name Game value {game}\nsetoption name Hash value 64\nisready"))?;
        engine.hear("readyok")?;
        Ok(engine)
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    /// What follows a word that a line begins with.
    fn hear(&mut self, word: &str) -> Result<String, Error> {
        for line in &mut self.output {
            if let Some(rest) = line?.strip_prefix(word) {
                return Ok(rest.trim().to_string());
            }
        }
        Err(ErrorKind::UnexpectedEof.into())
    }

    /// Its first decision.
    fn decide(&mut self, proved: &Proved, milliseconds: u32) -> Result<String, Error> {
        self.say("uginewgame")?;
        self.say(&format!("position fen {}\ngo movetime {milliseconds}", proved.position))?;
        let turn = self.hear("bestmove")?;
        let first = turn.split([' ', ';']).next();
        Ok(first.unwrap_or_default().to_string())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}
