//! Turns games of other programs into records: plays their turns by the rules, and reports oddities.

use super::cleaning;
use super::ending::{RecordedEnd, SaidEnd, ending};
use super::reading::MAX_TURNS;
use super::record::{GameRecord, Seat, Turn, setup};
use super::says;
use crate::game::TextError;
use crate::game::describe::Effect;
use crate::registry::GameLine;
use crate::sentence::Sentence;
use crate::session::{Session, Standing};
use crate::text::{one_line, with_plain_signs};
use std::fmt;

/// Something odd in a game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The number of the game in its file, from 1; 0 if it is about the file as a whole.
    pub game: usize,
    /// The oddity, as a sentence without a full stop.
    pub what: Sentence,
    /// Whether the game could not be read at all.
    pub refused: bool,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.game {
            0 => write!(f, "{}", self.what),
            game => write!(f, "game {game}: {}", self.what),
        }
    }
}

/// What to keep of a game, which comes with its usual number; `None` if it is not wanted.
pub type Keep<'a> = dyn FnMut(u64, GameRecord) -> Option<GameRecord> + 'a;

/// The result of reading a file: the games kept, and the oddities of all games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The games.
    pub records: Vec<GameRecord>,
    /// The place of each of them in the file, from 1. Games that could not be read have a place, too.
    pub places: Vec<usize>,
    /// The oddities.
    pub oddities: Vec<Oddity>,
    /// Whether the file was in one of quintet's own formats, which should have no oddities.
    pub is_own: bool,
    /// How many games could be read, including those not kept here.
    pub read: usize,
}

impl Imported {
    /// Each game with its usual number.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &GameRecord)> {
        self.places.iter().zip(&self.records).map(|(&place, record)| (record.number_at(place), record))
    }

    /// The game of this number; without a number the first.
    pub fn find(&self, number: Option<u64>) -> Option<&GameRecord> {
        let is_asked = |found: &(u64, &GameRecord)| number.is_none_or(|number| found.0 == number);
        self.numbered().find(is_asked).map(|(_, record)| record)
    }

    /// Adds what is kept of the game at a place, or why it cannot be read, and its oddities.
    pub(super) fn add(
        &mut self,
        place: usize,
        read: Result<GameRecord, Sentence>,
        odd: Vec<Sentence>,
        keep: &mut Keep,
    ) {
        self.oddities.extend(odd.into_iter().map(|what| Oddity { game: place, what, refused: false }));
        match read {
            Ok(record) => {
                self.read += 1;
                if let Some(record) = keep(record.number_at(place), record) {
                    self.records.push(record);
                    self.places.push(place);
                }
            }
            Err(what) => self.oddities.push(Oddity { game: place, what, refused: true }),
        }
    }
}

/// A game from another program, in quintet's turns or parts of turns, not yet played by the rules.
#[derive(Clone, Debug, Default)]
pub struct GivenGame {
    /// The game.
    pub game: String,
    /// Options that are not the default.
    pub option: Vec<(String, String)>,
    /// The names of the players by seat; none if they are not reported.
    pub seats: Vec<String>,
    /// Turns or parts of turns, in any spelling that the game reads.
    pub parts: Vec<String>,
    /// How it ended.
    pub end: SaidEnd,
    /// Other information.
    pub comment: Option<String>,
}

/// A game of another program, checked by the rules. Oddities come as sentences; `stop` says when it takes too long, and
/// then the part read so far is the game.
///
/// # Errors
/// Why it cannot be understood.
pub fn by_rules(given: GivenGame, odd: &mut Vec<Sentence>, stop: &dyn Fn() -> bool) -> Result<GameRecord, Sentence> {
    if given.parts.len() > MAX_TURNS {
        return Err(says::too_many_turns(given.parts.len(), MAX_TURNS));
    }
    let line = GameLine { game: given.game, options: given.option.into_iter().collect(), ..GameLine::default() };
    let mut session = line.session()?;
    let seats = session.seats();
    let mut names = given.seats;
    if names.len() != seats && !names.is_empty() {
        odd.push(says::other_players(names.len(), seats, line.game.as_str()));
        names.clear();
    }
    let parts: Vec<String> = given.parts.iter().map(|part| with_plain_signs(part).into_owned()).collect();
    let mut player = Importer { session: &mut *session, found: Vec::new(), budget: BUDGET, stop };
    let (reached, fault) = player.play(&parts, 0);
    let found = player.found;
    for (number, turn) in found {
        odd.push(says::row_found(number, turn));
    }
    let mut detail = None;
    if let Some(error) = fault {
        let number = session.turns().len() + 1;
        let what = says::kept_to_there(says::turn(number, Sentence::from(error)));
        detail = Some(one_line(&what.to_string()));
        odd.push(what);
    } else if reached < given.parts.len() {
        let after = session.turns().len();
        odd.push(says::goes_on(after));
    }
    let RecordedEnd { reason, loser, winners, result } = ending(&mut *session, &given.end, detail.is_some(), odd);
    let turn = |turn| Turn { turn, ..Turn::default() };
    Ok(GameRecord {
        game: session.name().to_string(),
        option: setup(&*session),
        seats: names.iter().map(|name| Seat { name: one_line(name.trim()), ..Seat::default() }).collect(),
        comment: given.comment.as_deref().and_then(cleaning::comment),
        turns: session.turns().into_iter().map(turn).collect(),
        result,
        winners,
        reason,
        loser,
        detail,
        ..GameRecord::default()
    })
}

/// The most turns tried where rows have been left out.
const BUDGET: usize = 5_000;

/// Plays the reported turns, and finds missing rows.
struct Importer<'a> {
    session: &'a mut dyn Session,
    /// The turns in which a row was found, by their numbers.
    found: Vec<(usize, String)>,
    budget: usize,
    stop: &'a dyn Fn() -> bool,
}

impl Importer<'_> {
    fn is_open(&self) -> bool {
        self.session.standing() == Standing::Open
    }

    /// Plays the parts from number `next` on; returns how far that goes, and what is wrong with the next one unless the
    /// game is over.
    fn play(&mut self, parts: &[String], mut next: usize) -> (usize, Option<TextError>) {
        while let Some(part) = parts.get(next) {
            if !self.is_open() || (self.stop)() {
                return (next, None);
            }
            if let Err(error) = self.session.play(part)
                && (!self.leave_rows() || self.session.play(part).is_err())
            {
                return self.try_rows(parts, next, error);
            }
            next += 1;
        }
        if self.is_open() {
            self.leave_rows();
        }
        (next, None)
    }

    /// Passes over rows from which nothing has to be taken, as records do not write that. Returns whether there were
    /// any.
    fn leave_rows(&mut self) -> bool {
        let mut found = false;
        // More rows than there are lines need no second look.
        for _ in 0..32 {
            let nothing = |effects: &[Effect]| effects.is_empty();
            let legal = if self.is_open() { self.session.state().legal } else { Vec::new() };
            let row = legal.iter().find(|d| d.text.starts_with('x') && nothing(&d.description.effects));
            let Some(row) = row else { break };
            if self.session.play(&row.text).is_err() {
                break;
            }
            found = true;
        }
        found
    }

    /// Tries the turns that a part without its rows can stand for, until one leads on to the end.
    fn try_rows(&mut self, parts: &[String], next: usize, error: TextError) -> (usize, Option<TextError>) {
        let number = self.session.turns().len();
        let asked = without_rows(crate::game::without_number(&parts[next]));
        if !asked.contains('x') {
            return (next, Some(error));
        }
        let turns: Vec<String> =
            self.session.legal_turns().into_iter().filter(|turn| without_rows(turn) == asked).collect();
        let (mut best, mut best_fault) = (next, Some(error));
        let mut best_turn = None;
        for turn in turns {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let mark = self.found.len();
            if self.session.play(&turn).is_err() {
                continue;
            }
            self.found.push((number + 1, turn.clone()));
            let (reached, fault) = self.play(parts, next + 1);
            if fault.is_none() {
                return (reached, None);
            }
            if reached > best {
                (best, best_fault, best_turn) = (reached, fault, Some(turn));
            }
            while self.session.turns().len() > number && self.session.undo() {}
            self.found.truncate(mark);
        }
        match best_turn {
            Some(turn) if self.session.play(&turn).is_ok() => {
                self.found.push((number + 1, turn));
                self.play(parts, next + 1)
            }
            _ => (next, best_fault),
        }
    }
}

/// A turn of YINSH without the ends of its rows: `c5-a3;xb2` of `c5-a3;xa5-e5xb2`.
fn without_rows(turn: &str) -> String {
    let lower = turn.to_ascii_lowercase();
    let part = |part: &str| match part.strip_prefix('x') {
        Some(row) if row.contains('-') => row.find('x').map_or(part.to_string(), |ring| row[ring..].to_string()),
        _ => part.to_string(),
    };
    lower.split(';').map(part).collect::<Vec<_>>().join(";")
}

/// A sentence for a game with another board or rule that quintet does not have.
pub fn refuse<T>(what: Sentence) -> Result<T, Sentence> {
    Err(says::not_here(what))
}
