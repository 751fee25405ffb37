//! Games of other programs become records: their turns are played by the rules, and what is odd is reported.

use super::cleaning;
use super::reason::Reason;
use super::record::{GameRecord, Seat, Turn, result, setup};
use crate::game::TextError;
use crate::game::describe::Effect;
use crate::registry;
use crate::session::{Session, Standing, Start};
use crate::text::{one_line, shorten};
use std::fmt;

/// No game has more turns or parts of turns: what is longer is no game.
const MAX_PARTS: usize = 20_000;

/// Something odd in a game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// What is odd, as a sentence without a full stop.
    pub what: String,
    /// Whether the game could not be read at all.
    pub refused: bool,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.what)
    }
}

/// What was read from a file: the games that could be, and what is odd in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The games.
    pub records: Vec<GameRecord>,
    /// What is odd.
    pub oddities: Vec<Oddity>,
}

/// How a game ended, by what another program says. Seats are counted from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GivenEnd {
    /// Nothing is said.
    #[default]
    Unknown,
    /// These seats share the point.
    Winners(Vec<usize>),
    /// This one gave up.
    Resigned(usize),
}

/// A game as another program tells it, in our turns or parts of turns, not yet played by the rules.
#[derive(Clone, Debug, Default)]
pub struct GivenGame {
    /// The game.
    pub game: String,
    /// Options that are not the default.
    pub option: Vec<(String, String)>,
    /// The position text at which it begins.
    pub position: Option<String>,
    /// The names of the players by seat; none if they are not reported.
    pub seats: Vec<String>,
    /// Turns or parts of turns, in any spelling that the game reads.
    pub parts: Vec<String>,
    /// How it ended.
    pub end: GivenEnd,
    /// What else is said.
    pub comment: Option<String>,
}

/// Plays games by the rules; those that cannot be understood come as the reason why.
pub fn import(games: Vec<Result<GivenGame, String>>) -> Imported {
    let mut imported = Imported::default();
    for (index, given) in games.into_iter().enumerate() {
        let game = index + 1;
        let mut whats = Vec::new();
        let record = given.and_then(|given| by_rules(given, &mut whats));
        let odd = |what| Oddity { game, what, refused: false };
        imported.oddities.extend(whats.into_iter().map(odd));
        match record {
            Ok(record) => imported.records.push(record),
            Err(what) => imported.oddities.push(Oddity { game, what, refused: true }),
        }
    }
    imported
}

fn by_rules(given: GivenGame, odd: &mut Vec<String>) -> Result<GameRecord, String> {
    if given.parts.len() > MAX_PARTS {
        return Err(format!("it has {} turns, but no game has more than {MAX_PARTS}", given.parts.len()));
    }
    let mut session = registry::open(&given.game).ok_or_else(|| registry::unknown(&given.game))?;
    for (name, value) in &given.option {
        session.set_option(name, value).map_err(|error| error.to_string())?;
    }
    let start = given.position.clone().map_or(Start::Initial, Start::Text);
    session.set_position(&start, &[]).map_err(|error| error.to_string())?;
    let seats = session.seats();
    let mut names = given.seats;
    if names.len() != seats && !names.is_empty() {
        odd.push(format!("it has {} players, but {seats} play {}", names.len(), given.game));
        names.clear();
    }
    let mut player = Importer { session: &mut *session, found: Vec::new(), budget: BUDGET };
    let (reached, fault) = player.play(&given.parts, 0);
    let found = player.found;
    for (number, turn) in found {
        odd.push(format!("turn {number}: the row that is left out was found by trying: `{turn}`"));
    }
    let mut detail = None;
    if let Some(error) = fault {
        let number = session.turns().len() + 1;
        let what = format!("turn {number}: {error}; the game is kept up to there");
        detail = Some(one_line(&what));
        odd.push(what);
    } else if reached < given.parts.len() {
        let after = session.turns().len();
        odd.push(format!("it goes on after its end by the rules and is cut there, after turn {after}"));
    }
    let (reason, loser) = ending(&mut *session, &given.end, detail.is_some(), odd);
    let nobody = || if reason == Reason::Unfinished { Vec::new() } else { (0..seats).collect() };
    let winners = session.standing().outcome().map_or_else(nobody, |outcome| session.winners(outcome));
    let winners: Vec<usize> = winners.into_iter().map(|seat| seat + 1).collect();
    let turn = |turn| Turn { turn, ..Turn::default() };
    Ok(GameRecord {
        game: session.name().to_string(),
        option: setup(&*session),
        position: given.position.map(|_| start_text(&*session, &start)),
        seats: names.iter().map(|name| Seat { name: one_line(name.trim()), ..Seat::default() }).collect(),
        comment: given.comment.as_deref().and_then(cleaning::comment),
        turns: session.turns().into_iter().map(turn).collect(),
        result: result(&winners, &session.sides()),
        winners,
        reason,
        loser,
        detail,
        ..GameRecord::default()
    })
}

/// The text of the position at which a game began.
fn start_text(session: &dyn Session, start: &Start) -> String {
    let mut other = registry::open(session.name()).expect("the game of a session has a name");
    for (name, value) in setup(session) {
        other.set_option(&name, &value).expect("the value of an option");
    }
    other.set_position(start, &[]).expect("it has been set up before");
    other.position_text()
}

/// Why the game ended, and who gave up; what is reported of it is compared with the rules.
fn ending(session: &mut dyn Session, given: &GivenEnd, cut: bool, odd: &mut Vec<String>) -> (Reason, Option<usize>) {
    let sides = session.sides();
    if let Some(outcome) = session.standing().outcome() {
        let winners: Vec<usize> = session.winners(outcome).into_iter().map(|seat| seat + 1).collect();
        let differs = match given {
            GivenEnd::Unknown => false,
            GivenEnd::Winners(seats) => result(seats, &sides) != result(&winners, &sides),
            GivenEnd::Resigned(seat) => winners.contains(seat),
        };
        if differs {
            let by_rules = result(&winners, &sides);
            odd.push(format!("its result is not {by_rules}, which it is by the rules"));
        }
        return (Reason::Rules, None);
    }
    let loser = match given {
        _ if cut => None,
        GivenEnd::Resigned(seat) => Some(*seat),
        // Between two sides whoever has not won has given up.
        GivenEnd::Winners(seats) if sides.iter().max() == Some(&1) => {
            let won = |seat: usize| seats.iter().any(|&winner| sides.get(winner - 1) == sides.get(seat - 1));
            (1..=sides.len()).find(|&seat| !won(seat))
        }
        _ => None,
    };
    match (given, loser) {
        (_, Some(seat)) if (1..=sides.len()).contains(&seat) => {
            session.forfeit(seat - 1);
            (Reason::Resign, Some(seat))
        }
        (GivenEnd::Winners(seats), None) if !cut && seats.len() == sides.len() => (Reason::Draw, None),
        (GivenEnd::Winners(seats), _) if !cut => {
            odd.push(format!("its result is {}, but by the rules it is not over", result(seats, &sides)));
            (Reason::Unfinished, None)
        }
        _ => (Reason::Unfinished, None),
    }
}

/// So many turns are tried where rows have been left out.
const BUDGET: usize = 5_000;

/// Plays what is reported, and finds what was left out.
struct Importer<'a> {
    session: &'a mut dyn Session,
    /// The turns in which a row was found, by their numbers.
    found: Vec<(usize, String)>,
    budget: usize,
}

impl Importer<'_> {
    fn is_open(&self) -> bool {
        self.session.standing() == Standing::Open
    }

    /// Plays the parts from number `next` on: how far that goes, and what is wrong with the next one, if it is not that
    /// the game is over.
    fn play(&mut self, parts: &[String], mut next: usize) -> (usize, Option<TextError>) {
        while let Some(part) = parts.get(next) {
            if !self.is_open() {
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

    /// Takes nothing of rows from which nothing need be taken: records do not write that. Whether there were any.
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

/// A sentence for a game that another board or rule makes impossible.
pub fn refuse<T>(what: &str) -> Result<T, String> {
    Err(format!("{}, which quintet does not have", shorten(what)))
}
