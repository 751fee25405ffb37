//! A game at the terminal as a record, and back: for keeping, saving, loading and resuming.

use super::game::{Note, Opponent, TerminalGame};
use crate::date::Date;
use crate::options::EngineOptions;
use crate::records::{self, GameRecord, Reason, Round, Seat, Turn};
use crate::search::skill::FULL;
use crate::session::{Session, Standing};
use crate::tournament::clock::TimeControl;
use crate::version::{ENGINE_ID, VERSION};
use anyhow::{Result, anyhow};
use std::time::Duration;

/// The engine's name in records.
const ENGINE: &str = "quintet";

impl TerminalGame {
    /// The name of the player at a seat.
    fn player(&self, seat: usize) -> String {
        match &self.people[..] {
            people if !people.contains(&seat) => ENGINE.to_string(),
            [_] => "You".to_string(),
            _ => format!("Player {seat}"),
        }
    }

    fn seat_record(&self, seat: usize) -> Seat {
        let clock = TimeControl { clock: self.opponent.clock, ..TimeControl::default() };
        let name = self.player(seat);
        if self.people.contains(&seat) {
            return Seat { name, limits: clock.to_string(), ..Seat::default() };
        }
        let limits = TimeControl { movetime: self.opponent.time, ..clock }.to_string();
        let id = ENGINE_ID.to_string();
        let EngineOptions { skill, limit_strength, rating, .. } = self.opponent.options;
        let mut option = vec![("Skill".to_string(), skill.to_string())];
        if limit_strength {
            option = vec![("UCI_LimitStrength".into(), "true".into()), ("UCI_Elo".into(), rating.to_string())];
        }
        Seat { name, id, limits, option: option.into_iter().collect() }
    }

    /// The game as a record.
    pub fn record(&self) -> GameRecord {
        let turn = |(turn, note): (String, &Note)| Turn {
            turn,
            seat: note.seat,
            ms: note.time.map(|time| (time.as_secs_f64() * 1e6).round() / 1e3),
            score: note.score,
            ..Turn::default()
        };
        let standing = self.session.standing();
        let winners = standing.outcome().map_or_else(Vec::new, |outcome| self.session.winners(outcome));
        let winners: Vec<usize> = winners.into_iter().map(|seat| seat + 1).collect();
        let (reason, loser) = match (standing, self.fault) {
            (Standing::Open, _) => (Reason::Unfinished, None),
            (Standing::Over(_), _) => (Reason::Rules, None),
            (Standing::Forfeit(_), fault) => fault.map_or((Reason::Unfinished, None), |(why, seat)| (why, Some(seat))),
        };
        GameRecord {
            round: self.round(),
            game: self.session.name().to_string(),
            option: records::setup(&*self.session),
            position: self.session.start(),
            seats: (1..=self.session.seats()).map(|seat| self.seat_record(seat)).collect(),
            turns: self.session.turns().into_iter().zip(&self.notes).map(turn).collect(),
            result: records::result(&winners, &self.session.sides()),
            winners,
            reason,
            loser,
            quintet: VERSION.to_string(),
            ended: if standing == Standing::Open { 0 } else { Date::now().seconds() },
            ..GameRecord::default()
        }
    }

    /// The place of the game in a match; matches of teams have none in a record.
    fn round(&self) -> Option<Round> {
        let score = self.state().match_score.filter(|_| self.session.seats() == 2)?;
        let now = [self.player(1), self.player(2)];
        let first = self.earlier.first().and_then(|record| record.round.as_ref());
        let players = first.map_or_else(|| now.clone(), |round| round.players.clone());
        let exchanged = players != now;
        let [one, two] = score.points;
        let winner = score.over.then(|| match self.fault {
            Some((_, loser)) => now[2 - loser].clone(),
            None => now[usize::from(two > one)].clone(),
        });
        let points = Some(if exchanged { [two, one] } else { [one, two] });
        Some(Round { round: score.round, players, points, over: score.over, winner })
    }

    /// Takes over a recorded game, with its players if it was played at a terminal, otherwise with the present ones.
    pub fn load(record: &GameRecord, people: &[usize], opponent: &Opponent) -> Result<Self> {
        let session = record.session()?;
        Self::load_into(session, record, people, opponent)
    }

    fn load_into(
        mut session: Box<dyn Session>,
        record: &GameRecord,
        people: &[usize],
        opponent: &Opponent,
    ) -> Result<Self> {
        record.line().set_up(&mut *session, usize::MAX)?;
        let seats = session.seats();
        let mut people: Vec<usize> = people.iter().copied().filter(|seat| *seat <= seats).collect();
        if people.is_empty() {
            people.push(1);
        }
        let mut game = Self::new(session, people, opponent.clone());
        for (note, turn) in game.notes.iter_mut().skip(record.opening.len()).zip(&record.turns) {
            note.time = turn.ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok());
            note.score = turn.score;
        }
        game.set_clocks();
        if let (Some(loser), Standing::Open) = (record.loser, game.session.standing())
            && (1..=seats).contains(&loser)
        {
            game.lose(record.reason, loser);
        }
        Ok(game)
    }

    /// Continues a kept match with these rounds.
    pub fn resume(rounds: &[GameRecord], opponent: Opponent) -> Result<Self> {
        let (last, earlier) = rounds.split_last().ok_or_else(|| anyhow!("there is no game"))?;
        let seats = |record: &GameRecord| -> Vec<usize> {
            (1..).zip(&record.seats).filter(|(_, seat)| seat.id.is_empty()).map(|(seat, _)| seat).collect()
        };
        let mut session = last.session()?;
        for record in earlier {
            let game = Self::load_into(session, record, &seats(record), &opponent)?;
            session = game.session;
            session.next_round();
        }
        let mut game = Self::load_into(session, last, &seats(last), &opponent)?;
        game.earlier = earlier.to_vec();
        Ok(game)
    }
}

/// The settings of a record's engine, as far as the record has them.
pub fn recorded_opponent(record: &GameRecord, opponent: &Opponent) -> Opponent {
    let mut opponent = opponent.clone();
    let Some(seat) = record.seats.iter().find(|seat| !seat.id.is_empty()) else {
        opponent.clock = record.seats.first().and_then(|seat| seat.limits.parse::<TimeControl>().ok()?.clock);
        return opponent;
    };
    let number = |name: &str| seat.option.get(name).and_then(|value| value.parse::<u16>().ok());
    if let Some(level) = number("Skill").and_then(|level| u8::try_from(level).ok()).filter(|level| *level <= FULL) {
        (opponent.options.skill, opponent.options.limit_strength) = (level, false);
    }
    if let Some(rating) = number("UCI_Elo") {
        (opponent.options.rating, opponent.options.limit_strength) = (rating, true);
    }
    if let Ok(limits) = seat.limits.parse::<TimeControl>() {
        (opponent.time, opponent.clock) = (limits.movetime, limits.clock);
    }
    opponent
}
