//! The record of a game played here, in the usual form: with names, times of turns and how it ended. Variations are
//! kept by the page.

use super::error::DeskError;
use super::kept_game::{EndKind, KeptGame, SeatSetup};
use super::says;
use crate::records::{GameRecord, Reason, Round, Seat, Turn, by_rules};
use crate::sentence::Sentence;
use crate::session::MatchState;
use std::collections::BTreeMap;

/// The record of the game, or of each of its rounds so far, by a program of this version; the last is that of this
/// round.
///
/// # Errors
/// [`DeskError::Broken`] if the game does not follow the rules.
pub fn records_of(kept: &KeptGame, version: &str) -> Result<Vec<GameRecord>, DeskError> {
    if !kept.recorded.is_empty() {
        return Ok(kept.recorded.clone());
    }
    let broken = |why: Sentence| DeskError::Broken(says::no_record(kept.id.as_str(), why));
    let mut session = kept.line().session()?;
    let mut records = Vec::new();
    let mut start = kept.start.clone();
    for round in &kept.rounds {
        let position = start.take();
        session.set_position(position.as_deref(), round)?;
        let turn = |(turn, seat): (&String, usize)| Turn { turn: turn.clone(), seat: seat + 1, ..Turn::default() };
        let turns = round.iter().zip(session.turn_seats()).map(turn).collect();
        let given = if records.is_empty() { kept.opening } else { 0 };
        records.push((
            with_opening(GameRecord { position, turns, ..GameRecord::default() }, given),
            session.state().match_score,
        ));
        if !session.next_round() {
            return Err(broken(says::round_goes_on()));
        }
    }
    session.set_position(start.as_deref(), &kept.turn_texts())?;
    let given = if kept.rounds.is_empty() { kept.opening } else { 0 };
    records.push((with_opening(last_round(kept, start), given), session.state().match_score));
    let mut seats = seats_by_round(kept, &records);
    let first = seats.first().cloned().unwrap_or_default();
    let whole = |(record, score): (GameRecord, Option<MatchState>)| {
        let seats = seats.remove(0);
        let round = score.and_then(|score| round_of(&score, &seats, &first));
        let record = GameRecord {
            game: kept.game.clone(),
            option: kept.options.clone(),
            seats,
            round,
            quintet: version.to_string(),
            ..record
        };
        let mut odd = Vec::new();
        let record = by_rules(record, &mut odd, &|| false).map_err(broken)?;
        odd.into_iter().next().map_or(Ok(record), |what| Err(broken(what)))
    };
    records.into_iter().map(whole).collect()
}

/// The current round, or the last one.
fn last_round(kept: &KeptGame, position: Option<String>) -> GameRecord {
    let turns = kept.turns.iter().map(|played| Turn {
        turn: played.turn.clone(),
        seat: played.seat,
        ms: played.ms.map(|ms| ms as f64),
        left: played.left.map(|left| left as f64),
        ..Turn::default()
    });
    let ended = kept.ended.as_ref();
    let reason = ended.map_or(Reason::Unfinished, |ended| match ended.why {
        EndKind::Rules => Reason::Rules,
        EndKind::Resigned => Reason::Resign,
        EndKind::Agreed => Reason::Draw,
        EndKind::Time => Reason::Time,
        EndKind::Fault => Reason::Illegal,
        EndKind::Called => Reason::Maxturns,
    });
    GameRecord {
        position,
        turns: turns.collect(),
        result: "none".to_string(),
        reason,
        loser: ended.and_then(|ended| ended.loser),
        ended: ended.map_or(0, |_| kept.updated),
        ..GameRecord::default()
    }
}

/// A record whose first turns (this many) were given.
fn with_opening(mut record: GameRecord, given: usize) -> GameRecord {
    let given = given.min(record.turns.len());
    record.opening = record.turns.drain(..given).map(|turn| turn.turn).collect();
    record.result = "none".to_string();
    record
}

/// Who sat where in each round: the player who starts a round has seat 1 in it, and now sits where the present seats
/// say.
fn seats_by_round(kept: &KeptGame, rounds: &[(GameRecord, Option<MatchState>)]) -> Vec<Vec<Seat>> {
    let limits = kept
        .clock
        .map_or(String::new(), |clock| format!("{}+{}", clock.base_ms as f64 / 1e3, clock.increment_ms as f64 / 1e3));
    let seat = |setup: &SeatSetup| Seat {
        name: setup.label(),
        id: String::new(),
        limits: limits.clone(),
        option: match setup {
            SeatSetup::Quintet { options, .. } => options.clone(),
            SeatSetup::Person { .. } | SeatSetup::Engine { .. } => BTreeMap::new(),
        },
    };
    let mut now: Vec<Seat> = kept.seats.iter().map(seat).collect();
    if now.iter().all(|seat| *seat == Seat::default()) {
        // Nothing is known of people without names.
        now.clear();
    }
    let mut seats = vec![now.clone()];
    for (_, score) in rounds.iter().rev().skip(1) {
        if score.as_ref().is_some_and(|score| score.next_starts == Some(2)) && !now.is_empty() {
            now.rotate_right(1);
        }
        seats.insert(0, now.clone());
    }
    seats
}

/// The place of a round in its match between the two players who started it; matches of teams have none in a record.
fn round_of(score: &MatchState, seats: &[Seat], first: &[Seat]) -> Option<Round> {
    let [one, two] = first else { return None };
    let players = [one.name.clone(), two.name.clone()];
    let is_exchanged = seats.first() != first.first();
    let [a, b] = score.points;
    let winner = (score.over && a != b).then(|| seats.get(usize::from(b > a)).map(|seat| seat.name.clone())).flatten();
    let points = Some(if is_exchanged { [b, a] } else { [a, b] });
    Some(Round { round: score.round, players, points, over: score.over, winner })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use crate::registry::{self, GameLine};
    use crate::service::hosted_game::{Act, HostedGame, NewGame};
    use crate::service::kept_game::ClockSetup;
    use crate::service::machine::tests::StandingMachine;
    use rand::SeedableRng;

    fn person(name: &str) -> SeatSetup {
        SeatSetup::Person { name: Some(name.to_string()) }
    }

    /// A random game between people, to any kind of end, with as many rounds as it takes.
    pub fn random_game(game: &str, rng: &mut Rng) -> HostedGame {
        let mut session = registry::open(game).unwrap();
        let seats = session.seats();
        let given = random_below(rng, 3) as usize;
        let moves = (0..given).map(|_| session.play(&session.legal_turns()[0]).unwrap()).collect();
        let clock = ClockSetup { base_ms: 60_000_000, increment_ms: 500 };
        let new = NewGame {
            line: GameLine { game: game.to_string(), moves, ..GameLine::default() },
            seats: ["Ann", "Bob", "Cid", "Dee"][..seats].iter().map(|name| person(name)).collect(),
            company: None,
            clock: (random_below(rng, 2) == 0).then_some(clock),
            pace_ms: 0,
        };
        let mut hosted = HostedGame::new("a".to_string(), new, StandingMachine::new()).unwrap();
        let most = random_below(rng, 400) as usize;
        for _ in 0..most {
            if hosted.ended().is_some() && hosted.act(Act::NextRound, None).is_err() {
                break;
            }
            let legal = &hosted.state().legal;
            let decision = legal[random_below(rng, legal.len() as u32) as usize].text.clone();
            hosted.decide(hosted.record().revision, &decision).unwrap();
        }
        match random_below(rng, 3) {
            _ if hosted.ended().is_some() => {}
            0 => hosted.act(Act::Resign, Some(1 + random_below(rng, seats as u32) as usize)).unwrap(),
            1 => {
                hosted.act(Act::OfferDraw, Some(1)).unwrap();
                (2..=seats).for_each(|seat| hosted.act(Act::Accept, Some(seat)).unwrap());
            }
            _ => {}
        }
        hosted
    }

    /// The record of a game is the game: its turns with their times, its players, its rounds and its end.
    #[test]
    fn a_game_that_was_played_is_recorded_whole() {
        let mut rng = Rng::seed_from_u64(54);
        let (mut rounds, mut ends) = (0, [0; 4]);
        for (game, time) in registry::names().flat_map(|game| (0..12).map(move |time| (game, time))) {
            let hosted = random_game(game, &mut rng);
            let mut kept = hosted.record().clone();
            let records = records_of(&kept, "0").unwrap();
            let texts: Vec<Vec<String>> = records.iter().map(GameRecord::all_turns).collect();
            let all: Vec<Vec<String>> = kept.rounds.iter().cloned().chain([kept.turn_texts()]).collect();
            assert_eq!(texts, all, "{game} {time}");
            let record = records.last().unwrap();
            let played = &kept.turns[record.opening.len()..];
            for (turn, played) in record.turns.iter().zip(played) {
                let times = (played.ms.map(|ms| ms as f64), played.left.map(|left| left as f64));
                assert_eq!((turn.seat, turn.ms, turn.left), (played.seat, times.0, times.1), "{game}");
            }
            let names: Vec<String> = kept.seats.iter().map(SeatSetup::label).collect();
            assert_eq!(record.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>(), names);
            let ended = hosted.ended();
            let why = ended.as_ref().map(|ended| ended.why);
            let reason = match why {
                None => Reason::Unfinished,
                Some(EndKind::Rules) => Reason::Rules,
                Some(EndKind::Resigned) => Reason::Resign,
                Some(EndKind::Agreed) => Reason::Draw,
                Some(EndKind::Time) => Reason::Time,
                Some(EndKind::Fault | EndKind::Called) => unreachable!(),
            };
            ends[why.map_or(3, |why| why as usize)] += 1;
            let winners = ended.map_or(Vec::new(), |ended| ended.winners);
            assert_eq!((record.reason, &record.winners), (reason, &winners), "{game}");
            // Who starts a round has lost the one before, or sat at seat 2 in a draw: a record is no rounder than that.
            for pair in records.windows(2) {
                rounds += 1;
                let [before, after] = pair else { unreachable!() };
                let starts = if before.winners == [2] { 0 } else { 1 };
                assert_eq!(after.seats[0].name, before.seats[starts].name, "{:?}", before.winners);
                let of = |record: &GameRecord| record.round.as_ref().unwrap().round;
                assert!(before.reason == Reason::Rules && of(after) == of(before) + 1);
            }
            // A loss on time is one, no matter who has lost.
            if why == Some(EndKind::Resigned) {
                kept.ended.as_mut().unwrap().why = EndKind::Time;
                assert_eq!(records_of(&kept, "0").unwrap().last().unwrap().reason, Reason::Time);
            }
        }
        assert!(rounds > 0 && ends.iter().all(|&count| count > 0), "{rounds} {ends:?}");
    }
}
