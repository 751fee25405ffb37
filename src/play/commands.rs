//! The commands that a person can type, besides turns.

use super::completion::{COMMANDS, natural};
use super::game::{Opponent, TerminalGame};
use super::words::{View, capitalized};
use super::{After, Terminal, advice, rules};
use crate::files::{OutputError, Outputs};
use crate::record_files;
use crate::records::tables::TableFormat;
use crate::records::{self, Reason, RecordFormat, format_names};
use crate::registry;
use crate::search::skill::FULL;
use crate::session::LegalDecision;
use crate::terminal::arguments::did_you_mean;
use crate::terminal::parse_time;
use crate::text::{counted, nearest, sentence};
use anyhow::{Context, Result, anyhow, ensure};
use std::path::Path;
use std::time::Instant;

/// The most hints at once.
const MOST_HINTS: usize = 30;

/// What `help` says.
fn help(game: &str) -> String {
    let shown = COMMANDS.iter().filter(|command| !command.2.is_empty());
    let line = |&(name, rest, what): &(&str, &str, &str)| format!("  {:17} {what}\n", format!("{name} {rest}"));
    let lines: String = shown.map(line).collect();
    let page = registry::rules(game);
    format!(
        "Type a turn in the notation of the rules, or one of\n{lines}The rules of {game} are also in the project's {page}."
    )
}

impl Terminal {
    /// Does what a person types. Mistakes get a sentence.
    pub(super) fn handle_line(&mut self, line: &str) -> Result<After> {
        if !self.game.is_over() && self.game.has_run_out(self.since.elapsed()) {
            let seat = self.game.seat();
            self.game.lose(Reason::Time, seat);
            self.keep();
            return Ok(After::Draw);
        }
        match self.handle_command(line) {
            Ok(after) => Ok(after),
            // Somebody has stopped to read.
            Err(error) if error.downcast_ref::<std::io::Error>().is_some_and(is_closed) => Err(error),
            Err(error) => {
                let what = sentence(&format!("{error:#}"), 60, 400);
                let stop = if what.ends_with(['.', '?']) { "" } else { "." };
                self.screen.write_line(&format!("{}{stop}", capitalized(&what)))?;
                Ok(After::Refused)
            }
        }
    }

    fn handle_command(&mut self, line: &str) -> Result<After> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let over = self.game.is_over();
        match words[..] {
            [] => return Ok(After::Prompt),
            ["quit" | "exit"] => return Ok(After::Leave),
            ["help" | "?"] => self.screen.write_line(&help(self.game.session.name()))?,
            ["board"] => return Ok(After::Draw),
            ["rules"] => {
                rules::show(&self.screen, self.game.session.name())?;
                self.since_reading();
            }
            ["history"] => self.history()?,
            ["hint" | "legal" | "moves" | "analyse" | "analyze" | "resign", ..] if over => {
                self.screen.write_line("The game is over.")?;
            }
            ["legal" | "moves"] => self.legal(None)?,
            ["legal" | "moves", point] => self.legal(Some(point))?,
            ["hint"] => advice::hint(&self.game, &self.screen, 1)?,
            ["hint", count] => {
                let count = count.parse().ok().filter(|count| (1..=MOST_HINTS).contains(count));
                let count = count.with_context(|| format!("`hint N` takes a number from 1 to {MOST_HINTS}"))?;
                advice::hint(&self.game, &self.screen, count)?;
            }
            ["analyse" | "analyze"] => advice::analyse(&self.game, &self.screen, None, self.is_terminal)?,
            ["analyse" | "analyze", time] => {
                let time = parse_time(time).map_err(|error| anyhow!(error))?;
                advice::analyse(&self.game, &self.screen, Some(time), self.is_terminal)?;
            }
            ["level"] => self.screen.write_line(&self.level())?,
            ["level", level] => {
                let known = level.parse().ok().filter(|level| *level <= FULL);
                let known = known.with_context(|| format!("a level is a number from 0 to {FULL}, not `{level}`"))?;
                let options = &mut self.game.opponent.options;
                (options.skill, options.limit_strength) = (known, false);
                self.screen.write_line(&self.level())?;
            }
            ["clock"] => {
                let line = self.game.clock_line(self.since.elapsed());
                self.screen
                    .write_line(&line.unwrap_or_else(|| "There is no clock; `--clock 5m+3s` sets one.".to_string()))?;
            }
            ["undo"] => {
                ensure!(self.game.undo(), "there is nothing to take back");
                return Ok(self.changed());
            }
            ["redo"] => {
                ensure!(self.game.redo(), "there is nothing to redo");
                return Ok(self.changed());
            }
            ["resign"] => {
                let seat = self.game.seat();
                self.game.lose(Reason::Resign, seat);
                return Ok(self.changed());
            }
            ["new"] => {
                self.game.restart();
                self.autosave = super::Autosave::default();
                return Ok(self.changed());
            }
            ["next"] => {
                ensure!(self.game.next_round(), "there is no next round: {}", self.why_no_round());
                return Ok(self.changed());
            }
            ["side" | "swap-sides"] => {
                let seats = self.game.session.seats();
                let others = (1..=seats).filter(|seat| !self.game.people.contains(seat)).collect();
                return self.sit(others);
            }
            ["side" | "swap-sides", seats] => {
                let wrong = || format!("`{seats}` is not a list of seats such as 2 or 1,3");
                let seats = seats.split(',').map(|seat| seat.parse().ok()).collect::<Option<Vec<usize>>>();
                return self.sit(seats.with_context(wrong)?);
            }
            ["save", ..] => self.save(&arguments(line)?)?,
            ["load", ..] => return self.load(&arguments(line)?),
            [turn] => return self.play(turn),
            _ => {
                let command = words[0];
                if COMMANDS.iter().any(|known| known.0.split_whitespace().next() == Some(command)) {
                    return Err(anyhow!(
                        "`{command}` does not take `{}`; `help` says what it takes",
                        words[1..].join(" ")
                    ));
                }
                let meant = did_you_mean(nearest(command, COMMANDS.iter().map(|command| command.0)));
                ensure!(!meant.is_empty(), "one turn at a time, please; `help` says what else can be typed");
                return Err(anyhow!("`{command}` is not a command{meant}"));
            }
        }
        Ok(After::Prompt)
    }

    /// Notes that the game has changed.
    fn changed(&mut self) -> After {
        self.keep();
        self.since = Instant::now();
        After::Draw
    }

    /// Reading the rules takes no playing time.
    fn since_reading(&mut self) {
        if self.game.opponent.clock.is_none() {
            self.since = Instant::now();
        }
    }

    fn play(&mut self, turn: &str) -> Result<After> {
        let time = self.since.elapsed();
        if let Err(error) = self.game.play(turn, time, None) {
            let commands = COMMANDS.iter().map(|command| command.0);
            return match nearest(turn, commands).filter(|_| turn.chars().all(char::is_alphabetic)) {
                Some(meant) => Err(anyhow!("`{turn}` is not a command{}", did_you_mean(Some(meant)))),
                None => Err(error),
            };
        }
        Ok(self.changed())
    }

    fn sit(&mut self, seats: Vec<usize>) -> Result<After> {
        let count = self.game.session.seats();
        ensure!(!seats.is_empty(), "you have all seats; `side 1` leaves the others to the engine");
        ensure!(seats.iter().all(|seat| (1..=count).contains(seat)), "the seats are 1 to {count}");
        let mut seats = seats;
        seats.sort_unstable();
        seats.dedup();
        self.game.sit(seats);
        Ok(self.changed())
    }

    fn legal(&self, point: Option<&str>) -> Result<()> {
        let mut turns = self.game.session.legal_turns();
        if let Some(point) = point {
            let point = point.to_ascii_lowercase();
            let state = self.game.state();
            let touches =
                |legal: &&LegalDecision| legal.description.touches.iter().flatten().any(|place| *place == point);
            let touching: Vec<&String> = state.legal.iter().filter(touches).map(|legal| &legal.text).collect();
            let is_point = state.board.places.iter().any(|place| place.name == point);
            turns.retain(|turn| {
                let mut parts = turn.split(|c: char| !c.is_alphanumeric());
                let first = turn.split(';').next().unwrap_or(turn);
                match is_point {
                    true => parts.any(|part| part == point) || touching.iter().any(|text| *text == first),
                    false => turn.starts_with(&point),
                }
            });
            ensure!(!turns.is_empty(), "no legal turn {} `{point}`", if is_point { "has" } else { "begins with" });
        }
        turns.sort_by_cached_key(|turn| natural(turn));
        self.screen.write_line(&format!("{}:", counted(turns.len(), "turn")))?;
        Ok(self.screen.write_columns(&turns)?)
    }

    fn history(&self) -> Result<()> {
        let turns = self.game.session.turns();
        if turns.is_empty() {
            return Ok(self.screen.write_line("No turn has been played.")?);
        }
        let numbered: Vec<String> =
            (1..).zip(turns).map(|(number, turn): (u32, _)| format!("{number}. {turn}")).collect();
        Ok(self.screen.write_line(&numbered.join("  "))?)
    }

    fn level(&self) -> String {
        if !self.game.has_engine() {
            return "The engine has no seat; `side 1` gives it the others.".to_string();
        }
        let options = &self.game.opponent.options;
        if options.limit_strength {
            return format!("The engine plays at {} Elo above random play.", options.rating);
        }
        let level = options.skill;
        let rating = registry::scale(self.game.session.name()).levels()[usize::from(level)];
        format!("The engine plays at level {level} of {FULL}, about {rating} Elo above random play.")
    }

    fn why_no_round(&self) -> &'static str {
        match self.game.state().match_score {
            None => "this game is not a round of a match",
            Some(score) if score.over => "the match is over",
            Some(_) => "this round is not over",
        }
    }

    fn save(&mut self, arguments: &[String]) -> Result<()> {
        let [path] = arguments else { return Err(anyhow!("`save` takes the name of a file, such as game.jsonl")) };
        let path = Path::new(path);
        ensure!(!path.is_dir(), "`{}` is a folder; `save` takes the name of a file in it", path.display());
        let format = RecordFormat::of_name(path).with_context(|| {
            let as_data = match TableFormat::of_name(path).is_some() {
                true => "; `quintet convert` makes CSV and PGN of a saved game",
                false => "",
            };
            format!("the file name does not say which format to write; a game can be saved as {}{as_data}", endings())
        })?;
        let output = Outputs::new(false).allow(path).map_err(|error| match error {
            // What is there may be worth more than this game.
            OutputError::Exists(_) => anyhow!("`{}` already exists; choose another name", path.display()),
            error => error.into(),
        })?;
        let mut rounds = self.game.earlier.clone();
        rounds.push(self.game.record());
        let (text, left_out) = records::write(&rounds, format);
        if let Some((_, what)) = left_out.first() {
            return Err(anyhow!("the game cannot be saved as {}: {what}", format.name()));
        }
        output.finish_with(text.as_bytes())?;
        Ok(self.screen.write_line(&format!("Saved in {}.", super::shown(path)))?)
    }

    fn load(&mut self, arguments: &[String]) -> Result<After> {
        let (path, number) = match arguments {
            [path] => (path, None),
            [path, number] => {
                (path, Some(number.parse().ok().with_context(|| format!("`{number}` is not the number of a game"))?))
            }
            _ => return Err(anyhow!("`load` takes the name of a file, and the number of a game in it")),
        };
        let imported = record_files::read_game(Path::new(path), number)?;
        let found = imported.find(number);
        let record =
            found.with_context(|| format!("`{path}` has no such game; it has {}", counted(imported.read, "game")))?;
        let Opponent { options, time, .. } = &self.game.opponent;
        let opponent = Opponent { options: options.clone(), time: time.or(Some(super::TIME)), clock: None };
        let people = self.game.people.clone();
        self.game = TerminalGame::load(record, &people, &opponent)?;
        self.autosave = super::Autosave::default();
        let (name, turns) = (self.game.session.name(), counted(self.game.length(), "turn"));
        self.messages.push(format!("Loaded: {name} after {turns}."));
        self.messages.extend(imported.oddities.iter().map(|oddity| sentence(&format!("{oddity}."), 60, 400)));
        if !self.game.is_over() && !self.game.is_persons_turn() {
            // A player who loads a game wants to look at it before it goes on.
            self.game.sit(vec![self.game.seat()]);
        }
        let state = self.game.state();
        let view = View { state: &state, people: &self.game.people };
        let own: Vec<String> = self.game.people.iter().map(|seat| view.name(*seat)).collect();
        self.messages.push(format!("You play {}; `side` takes the other seat.", own.join(" and ")));
        self.since = Instant::now();
        Ok(After::Draw)
    }
}

/// The words after a command; quotation marks keep names with spaces together.
fn arguments(line: &str) -> Result<Vec<String>> {
    let words = shlex::split(line).context("a quotation mark is missing")?;
    Ok(words.into_iter().skip(1).collect())
}

/// The file name endings that can be written.
fn endings() -> String {
    let endings = records::FORMATS.iter().flat_map(|known| known.2).map(|ending| format!(".{ending}"));
    let endings: Vec<String> = endings.collect();
    if endings.is_empty() { format_names() } else { endings.join(", ") }
}

fn is_closed(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}
