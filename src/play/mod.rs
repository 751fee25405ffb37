//! `quintet play`: people against the engine, or each other, in the terminal.
//!
//! [`game::TerminalGame`] is the game, [`screen::Screen`] shows it, [`commands`] are what can be typed.

mod advice;
mod autosave;
mod clock;
mod commands;
mod completion;
mod game;
mod prompt;
pub mod puzzle;
mod recording;
mod rules;
mod screen;
mod words;

use crate::board::bits::drawn_seed;
use crate::options::{EngineOptions, MAX_THREADS};
use crate::registry;
use crate::search::StopSource;
use crate::search::skill::{FULL, USUAL};
use crate::terminal::arguments::Line;
use crate::terminal::board::BoardArguments;
use crate::terminal::{interrupt, open, parse_time, values};
use crate::tournament::clock::ClockControl;
use anyhow::{Result, ensure};
use autosave::Autosave;
use completion::Completion;
use game::{Opponent, TerminalGame};
use prompt::Prompt;
use recording::recorded_opponent;
use screen::Screen;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};
use words::View;

/// The arguments of `quintet play`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(required_unless_present = "resume", value_parser = values::game(), hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    line: Line,
    /// Continue the last unfinished game, or the last one of GAME
    #[arg(long, conflicts_with_all = ["moves", "position", "options", "seat"])]
    resume: bool,
    /// The seats you play, such as 1 or 1,3; the engine plays the others
    #[arg(long, default_value = "1", value_delimiter = ',')]
    seat: Vec<usize>,
    #[arg(long, help = format!("How strong the engine is, from 0 (a beginner) to 20 (full strength) [default: {USUAL}]"))]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=i64::from(FULL)))]
    level: Option<u8>,
    /// How strong the engine is in Elo, where 0 is random play, instead of a level
    #[arg(long, conflicts_with = "level")]
    elo: Option<u16>,
    /// The longest it thinks about a turn, such as 1s or 500ms [default: 1s, with --clock no limit]
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// A clock for each seat: the time for the game plus the time each turn adds, such as 5m+3s
    #[arg(long, value_parser = clock::parse_clock)]
    clock: Option<ClockControl>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    #[command(flatten)]
    board: BoardArguments,
}

/// The default time for a turn.
const TIME: Duration = Duration::from_secs(1);

impl Arguments {
    /// The engine's settings, from an unfinished game if it is `kept`, changed by what is given now.
    fn opponent(&self, game: &str, kept: Option<&Opponent>) -> Result<Opponent> {
        let (least, most) = (registry::scale(game).least(), registry::scale(game).most());
        if let Some(elo) = self.elo {
            ensure!((least..=most).contains(&elo), "--elo is from {least} to {most} in {game}");
        }
        let mut opponent = kept.cloned().unwrap_or(Opponent {
            options: EngineOptions { skill: USUAL, rating: most, ..EngineOptions::default() },
            time: self.clock.is_none().then_some(TIME),
            clock: None,
        });
        // A new seed each time, so that no two games are alike.
        let seed = drawn_seed(RandomState::new().hash_one(()));
        (opponent.options.threads, opponent.options.seed) = (self.threads as usize, seed);
        if let Some(level) = self.level {
            (opponent.options.skill, opponent.options.limit_strength) = (level, false);
        }
        if let Some(elo) = self.elo {
            (opponent.options.rating, opponent.options.limit_strength) = (elo, true);
        }
        opponent.time = self.time.or(opponent.time);
        opponent.clock = self.clock.or(opponent.clock);
        Ok(opponent)
    }

    /// The game to start or continue, and where it is kept.
    fn game(&self) -> Result<(TerminalGame, Autosave)> {
        if self.resume {
            // A typo in the name must not look like a game without saved games.
            let name = self.game.as_deref().map(|name| open(name).map(|session| session.name())).transpose()?;
            let (path, lock, rounds) = autosave::last_unfinished(name)?;
            let mut opponent = self.opponent(&rounds[0].game, None)?;
            if let Some(last) = rounds.last() {
                opponent = self.opponent(&last.game, Some(&recorded_opponent(last, &opponent)))?;
            }
            return Ok((TerminalGame::resume(&rounds, opponent)?, Autosave::of(path, lock)));
        }
        let session = self.line.session(self.game.as_deref().unwrap_or_default())?;
        let seats = session.seats();
        let name = session.name();
        ensure!(self.seat.iter().all(|seat| (1..=seats).contains(seat)), "--seat is from 1 to {seats} in {name}");
        let opponent = self.opponent(name, None)?;
        let mut people = self.seat.clone();
        people.sort_unstable();
        people.dedup();
        Ok((TerminalGame::new(session, people, opponent), Autosave::default()))
    }
}

/// A game at the terminal, with everything around it.
struct Terminal {
    game: TerminalGame,
    screen: Screen,
    autosave: Autosave,
    /// The messages for the next frame.
    messages: Vec<String>,
    /// When the seat to decide started thinking.
    since: Instant,
    is_terminal: bool,
    /// Whether the commands have been explained.
    has_greeted: bool,
}

/// What to do after a command.
#[derive(PartialEq, Eq)]
enum After {
    /// The next one.
    Prompt,
    /// The next one, without what was pasted with this one, which was refused.
    Refused,
    /// Redraw the game.
    Draw,
    /// The end.
    Leave,
}

/// Plays a game.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (game, autosave) = arguments.game()?;
    let mut prompt = Prompt::new()?;
    let mut terminal = Terminal {
        game,
        screen: Screen::new(arguments.board),
        autosave,
        messages: Vec::new(),
        since: Instant::now(),
        is_terminal: prompt.is_terminal(),
        has_greeted: false,
    };
    if arguments.resume {
        let (name, turns) = (terminal.game.session.name(), crate::text::counted(terminal.game.length(), "turn"));
        terminal.messages.push(format!("The game of {name} continues after {turns}."));
    }
    terminal.end_well();
    let mut after = After::Draw;
    while after != After::Leave {
        if !terminal.game.is_over() && !terminal.game.is_persons_turn() {
            after = terminal.answer()?;
            continue;
        }
        if after == After::Draw {
            terminal.draw()?;
        }
        let line = prompt.read(&terminal.prompt(), || terminal.completion())?;
        after = match line {
            prompt::Line::Text(line) => {
                let after = terminal.handle_line(line.trim())?;
                if after == After::Refused {
                    prompt.refuse_pasted(&terminal.screen)?;
                }
                terminal.end_well();
                after
            }
            prompt::Line::End => After::Leave,
            prompt::Line::Interrupt => {
                interrupt::note();
                After::Leave
            }
        };
    }
    let farewell = terminal.farewell();
    if !farewell.is_empty() {
        terminal.screen.write_line(&farewell)?;
    }
    Ok(())
}

impl Terminal {
    /// Draws the game with its messages.
    fn draw(&mut self) -> Result<()> {
        let example = self.example();
        let hint = match (self.game.is_over(), self.has_greeted) {
            (true, _) => Some(self.last_words()),
            (false, false) => Some(format!(
                "Type a turn{example}. `legal` lists them all, `rules` says how to play, `help` what else can be typed{}.",
                if self.is_terminal { ", Tab completes" } else { "" }
            )),
            (false, true) => Some(format!("Type a turn{example}, or `help`.")),
        };
        self.has_greeted |= !self.game.is_over();
        self.screen.draw(&self.game, &self.messages, hint.as_deref())?;
        self.messages.clear();
        Ok(())
    }

    /// What to do after the end.
    fn last_words(&self) -> String {
        let review = self.autosave.path().map_or(String::new(), |path| {
            format!("; `quintet review {}` says what would have been better", shown(path))
        });
        format!("`new` starts another game, `undo` takes back, `quit` leaves{review}.")
    }

    /// A turn as an example, if there is one.
    fn example(&self) -> String {
        let legal = self.game.session.legal();
        let turns: Vec<&String> = legal.iter().filter(|turn| turn.contains(|c: char| c.is_ascii_digit())).collect();
        turns.get(turns.len() / 2).map_or(String::new(), |turn| format!(" such as `{turn}`"))
    }

    fn prompt(&self) -> String {
        let state = self.game.state();
        let view = View { state: &state, people: &self.game.people };
        if self.game.is_over() {
            return "game over> ".to_string();
        }
        let seat = self.game.seat();
        let left = self.game.clocks.remaining(seat - 1);
        let left = left.map_or(String::new(), |left| format!(" {}", clock::shown(left)));
        format!("{}{left}> ", view.name(seat))
    }

    fn completion(&self) -> Completion {
        let mut turns = self.game.session.legal_turns();
        turns.extend(self.game.session.legal());
        let points = self.game.state().board.places.into_iter().map(|place| place.name).collect();
        Completion { turns, points, has_files: crate::files::permit().is_ok() }
    }

    /// The last line: where the game is kept, if it is unfinished.
    fn farewell(&self) -> String {
        let kept = self.autosave.path().filter(|_| self.game.length() > 0 && !self.game.is_over());
        match kept {
            Some(path) => format!("The game is kept in {}; `quintet play --resume` continues it.", shown(path)),
            None => String::new(),
        }
    }

    /// Keeps the game.
    fn keep(&mut self) {
        let mut rounds = self.game.earlier.clone();
        rounds.push(self.game.record());
        // Or a signal would say that nothing is kept of a game whose first turn has just been.
        let message = interrupt::finish_after(|| (self.autosave.save(&rounds), prompt::end_with(self.farewell())));
        self.messages.extend(message);
    }

    /// Makes a signal end the program with a line that says where the game is kept.
    fn end_well(&self) {
        interrupt::finish_by(prompt::end_with(self.farewell()));
    }

    /// The engine's turn.
    fn answer(&mut self) -> Result<After> {
        let seat = self.game.seat();
        if self.screen.in_place {
            let state = self.game.state();
            let name = View { state: &state, people: &self.game.people }.name(seat);
            self.screen.draw(&self.game, &self.messages, Some(&format!("{name} is thinking …")))?;
        } else if self.game.length() > 0 {
            self.screen.draw(&self.game, &self.messages, None)?;
            self.messages.clear();
        }
        let start = Instant::now();
        let limits = self.game.clocks.limits(seat - 1);
        let found = self.game.think(&self.game.opponent.options, limits, &StopSource::default(), &mut |_| {})?;
        // Only then: a signal until here has ended the search, one from here on ends the program.
        self.end_well();
        if interrupt::has_come() {
            return Ok(After::Leave);
        }
        self.messages.clear();
        let time = start.elapsed();
        if self.game.has_run_out(time) {
            self.game.lose(crate::records::Reason::Time, seat);
        } else {
            // A swap changes the colours.
            let state = self.game.state();
            let view = View { state: &state, people: &self.game.people };
            let (name, chances) = (view.name(seat), view.chances(found.verdict, seat));
            let played = self.game.play(&found.best, time, Some(found.verdict))?;
            self.messages.push(format!("The engine plays {played} for {name}: {chances}."));
        }
        self.keep();
        self.since = Instant::now();
        Ok(After::Draw)
    }
}

/// A path as a person may type it.
fn shown(path: &std::path::Path) -> String {
    let path = crate::text::one_line(&path.display().to_string());
    if path.contains(' ') { format!("\"{path}\"") } else { path }
}
