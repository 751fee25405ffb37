//! `quintet play`: a person against the engine in the terminal.

use super::{Setup, analyze::words, charset};
use crate::protocol::options::Options;
use crate::search::{Limits, Stops};
use crate::session::{Found, Request, Session};
use anyhow::{Result, ensure};
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

/// What `quintet play` is told.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// The seats that you play, such as 1 or 1,3; the engine plays the others
    #[arg(long, default_value = "1", value_delimiter = ',')]
    seat: Vec<usize>,
    /// How hard the engine thinks, from 1 (some milliseconds a turn) to 10 (ten seconds)
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

const HELP: &str = "\
Type a turn as the rules write it, or one of
  hint      what the engine would play      undo     take back your last turn
  legal     the turns you may play          history  the turns so far
  level N   how hard it thinks, 1 to 10     board    draw the board again
  help      this text                       quit     leave the game
";

/// The time for a turn: each level takes about twice as long as the one below.
fn time(level: u8) -> Duration {
    Duration::from_millis(20 << (level - 1))
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
    let options = Options { threads: arguments.threads as usize, ..Options::default() };
    let mut table = Table { session, options, people: &arguments.seat, level: arguments.level, ascii: arguments.ascii };
    print!("{HELP}");
    table.show()?;
    let mut prompt = Prompt::new()?;
    loop {
        if let Some(outcome) = table.session.standing().outcome() {
            let winners: Vec<String> = table.session.winners(outcome).iter().map(|s| (s + 1).to_string()).collect();
            match winners.len() {
                1 => println!("Seat {} wins.", winners[0]),
                _ => println!("Seats {} share the point.", winners.join(" and ")),
            }
        } else if !table.is_persons_turn() {
            table.answer()?;
            continue;
        }
        let seat = table.session.seat() + 1;
        match prompt.read(&format!("seat {seat}> "))? {
            Some(line) if table.obey(line.trim())? => {}
            _ => return Ok(()),
        }
    }
}

struct Table<'a> {
    session: Box<dyn Session>,
    options: Options,
    people: &'a [usize],
    level: u8,
    ascii: bool,
}

impl Table<'_> {
    fn is_persons_turn(&self) -> bool {
        self.people.contains(&(self.session.seat() + 1))
    }

    fn show(&self) -> io::Result<()> {
        write!(io::stdout(), "\n{}\n", self.session.terminal(charset(self.ascii)))
    }

    fn think(&self) -> Result<Found> {
        let request = Request {
            limits: Limits { movetime: Some(time(self.level)), ..Limits::default() },
            search_moves: Vec::new(),
            ticket: Stops::default().draw(),
            overhead: Duration::ZERO,
            settings: self.options.settings(&*self.session),
        };
        Ok(self.session.search(request)?.1(&mut |_| {}))
    }

    /// The engine's turn.
    fn answer(&mut self) -> Result<()> {
        let seat = self.session.seat() + 1;
        let found = self.think()?;
        self.session.play(&found.best)?;
        println!("The engine (seat {seat}) plays {}: {} for it.", found.best, words(found.verdict));
        Ok(self.show()?)
    }

    /// Does what a person types; false to leave.
    fn obey(&mut self, line: &str) -> Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["quit" | "exit"] => return Ok(false),
            ["help" | "?"] => print!("{HELP}"),
            ["board"] => self.show()?,
            ["history"] => println!("{}", self.session.turns().join(" ")),
            ["legal"] => println!("{}", self.session.legal_turns().join(" ")),
            ["level", level] => match level.parse() {
                Ok(level @ 1..=10) => self.level = level,
                _ => println!("A level is a number from 1 to 10, not `{level}`."),
            },
            ["hint"] if self.session.standing().outcome().is_none() => {
                let found = self.think()?;
                println!("{}: {}", found.best, super::analyze::words(found.verdict));
            }
            ["hint"] => println!("The game is over."),
            ["undo"] => self.undo()?,
            [turn] => match self.session.play(turn) {
                Ok(()) => self.show()?,
                Err(error) => println!("{}.", capitalized(&error.to_string())),
            },
            _ => println!("One turn at a time, please; `help` tells what else can be typed."),
        }
        Ok(true)
    }

    /// Takes turns back until it is a person's again.
    fn undo(&mut self) -> Result<()> {
        if !self.session.undo() {
            println!("There is nothing to take back.");
            return Ok(());
        }
        while !self.is_persons_turn() && self.session.undo() {}
        Ok(self.show()?)
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
