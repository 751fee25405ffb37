//! `quintet play`: a person against the engine in the terminal.

use super::{Setup, analyze::words, charset};
use crate::options::{EngineOptions, MAX_THREADS};
use crate::registry;
use crate::search::Limits;
use crate::search::skill::FULL;
use crate::session::{SearchRequest, SearchResult, Session};
use anyhow::{Result, ensure};
use rustyline::error::ReadlineError;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

/// The arguments of `quintet play`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// The seats that you play, such as 1 or 1,3; the engine plays the others
    #[arg(long, default_value = "1", value_delimiter = ',')]
    seat: Vec<usize>,
    /// How well the engine plays, from 0 (like a beginner) to 20 (as well as it can)
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=i64::from(FULL)))]
    level: u8,
    /// How well it plays in Elo, where 0 is random play, in place of a level
    #[arg(long, conflicts_with = "level")]
    elo: Option<u16>,
    /// How long it thinks about a turn at most, such as 1s or 500ms
    #[arg(long, default_value = "1s", value_parser = super::parse_time)]
    time: Duration,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

const HELP: &str = "\
Type a turn as the rules write it, or one of
  hint      what the engine would play      undo     take back your last turn
  legal     the turns you may play          history  the turns so far
  level N   how well it plays, 0 to 20      board    draw the board again
  help      this text                       quit     leave the game
";

/// The help, and where the rules of the game are.
fn help(game: &str) -> String {
    format!("{HELP}The rules of {game}, and how turns are written, are in the project's {}.\n", registry::rules(game))
}

/// Where the person's lines come from.
enum Prompt {
    Terminal(Box<rustyline::DefaultEditor>),
    Pipe(io::StdinLock<'static>),
}

impl Prompt {
    fn new() -> Result<Self> {
        Ok(match io::stdin().is_terminal() {
            true => Self::Terminal(Box::new(rustyline::DefaultEditor::new()?)),
            false => Self::Pipe(io::stdin().lock()),
        })
    }

    /// The next line; `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::Pipe(input) => {
                let mut bytes = Vec::new();
                let read = input.read_until(b'\n', &mut bytes)?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

/// Plays a game.
pub fn run(arguments: &Arguments) -> Result<()> {
    let session = arguments.setup.session()?;
    let seats = session.seats();
    ensure!(
        arguments.seat.iter().all(|seat| (1..=seats).contains(seat)),
        "--seat is from 1 to {seats} in {}",
        session.name()
    );
    let [least, .., most] = *registry::ratings(session.name());
    if let Some(elo) = arguments.elo {
        ensure!((least..=most).contains(&elo), "--elo is from {least} to {most} in {}", session.name());
    }
    // A new seed each time, so that no two games are alike.
    let (threads, seed, skill) = (arguments.threads as usize, RandomState::new().hash_one(()), arguments.level);
    let (limit_strength, rating) = (arguments.elo.is_some(), arguments.elo.unwrap_or(most));
    let options = EngineOptions { threads, seed, skill, limit_strength, rating, ..EngineOptions::default() };
    let mut game =
        TerminalGame { session, options, people: &arguments.seat, time: arguments.time, ascii: arguments.ascii };
    print(&help(game.session.name()))?;
    game.show()?;
    let mut prompt = Prompt::new()?;
    loop {
        if game.session.standing().outcome().is_none() && !game.is_persons_turn() {
            game.answer()?;
            continue;
        }
        let seat = game.session.seat() + 1;
        match prompt.read(&format!("seat {seat}> "))? {
            Some(line) if game.handle_command(line.trim())? => {}
            _ => return Ok(()),
        }
    }
}

/// Writes to stdout; unlike `print!` it reports a reader that has gone.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

struct TerminalGame<'a> {
    session: Box<dyn Session>,
    options: EngineOptions,
    people: &'a [usize],
    time: Duration,
    ascii: bool,
}

impl TerminalGame<'_> {
    fn is_persons_turn(&self) -> bool {
        self.people.contains(&(self.session.seat() + 1))
    }

    /// The board, and who has won if the game is over.
    fn show(&self) -> io::Result<()> {
        print(&format!("\n{}\n", self.session.terminal(charset(self.ascii))))?;
        let Some(outcome) = self.session.standing().outcome() else { return Ok(()) };
        let winners: Vec<String> = self.session.winners(outcome).iter().map(|s| (s + 1).to_string()).collect();
        match &winners[..] {
            [winner] => print(&format!("Seat {winner} wins.\n")),
            several => print(&format!("Seats {} share the point.\n", several.join(" and "))),
        }
    }

    fn think(&self, options: &EngineOptions) -> Result<SearchResult> {
        let request = SearchRequest {
            limits: Limits { movetime: Some(self.time), ..Limits::default() },
            settings: options.settings(&*self.session),
            ..SearchRequest::default()
        };
        Ok(self.session.search(request)?.1(&mut |_| {}))
    }

    /// The engine's turn.
    fn answer(&mut self) -> Result<()> {
        let seat = self.session.seat() + 1;
        let found = self.think(&self.options)?;
        self.session.play(&found.best)?;
        print(&format!("The engine (seat {seat}) plays {}: {}.\n", found.best, words(found.verdict)))?;
        Ok(self.show()?)
    }

    /// Does what a person types; false to leave.
    fn handle_command(&mut self, line: &str) -> Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let text = match words[..] {
            [] => return Ok(true),
            ["quit" | "exit"] => return Ok(false),
            ["help" | "?"] => help(self.session.name()).trim_end().to_string(),
            ["board"] => return self.show_on(),
            ["history"] if self.session.turns().is_empty() => "No turn has been played.".to_string(),
            ["history"] => self.session.turns().join(" "),
            ["hint" | "legal"] if self.session.standing().outcome().is_some() => "The game is over.".to_string(),
            ["legal"] => self.session.legal_turns().join(" "),
            ["level", level] => match level.parse() {
                Ok(level @ 0..=FULL) => {
                    (self.options.skill, self.options.limit_strength) = (level, false);
                    format!("The engine plays at level {level} of {FULL} from now on.")
                }
                _ => format!("A level is a number from 0 to {FULL}, not `{level}`."),
            },
            ["hint"] => {
                let best = EngineOptions { skill: FULL, limit_strength: false, ..self.options.clone() };
                let found = self.think(&best)?;
                format!("{}: {}", found.best, super::analyze::words(found.verdict))
            }
            ["undo"] if self.undo() => return self.show_on(),
            ["undo"] => "There is nothing to take back.".to_string(),
            [turn] => match self.session.play(turn) {
                Ok(_) => return self.show_on(),
                Err(error) => format!("{}.", capitalized(&error.to_string())),
            },
            _ => "One turn at a time, please; `help` tells what else can be typed.".to_string(),
        };
        print(&(text + "\n"))?;
        Ok(true)
    }

    fn show_on(&self) -> Result<bool> {
        self.show()?;
        Ok(true)
    }

    /// Takes turns back until it is a person's again; false if there is none.
    fn undo(&mut self) -> bool {
        let undone = self.session.undo();
        while undone && !self.is_persons_turn() && self.session.undo() {}
        undone
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
