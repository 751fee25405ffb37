//! A game as data.
//!
//! A record needs the game's name and its turns; everything else may be missing. Tournament games have more fields.

use super::RecordError;
use super::reading::{bounded, in_little_room, number_or_text};
use super::reason::{Mark, Reason, ReportedScore, TurnInfo};
use super::says;
use crate::game::TextError;
use crate::registry::GameLine;
use crate::sentence::{Sentence, verbatim};
use crate::session::Session;
use crate::text::shorten;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Whether a number is the one that stands for a missing value.
fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// A turn as it was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// The turn in this engine's notation.
    pub turn: String,
    /// The seat that played it, from 1; 0 if that is not reported.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub seat: usize,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ms: Option<f64>,
    /// The time left on its clock after it, including the increment, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub left: Option<f64>,
    /// How much longer it took than the player reported, in milliseconds: the overhead of starting and answering.
    /// Slightly negative if the player rounds up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub latency: Option<f64>,
    /// The value that the player reported, from its own side.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<ReportedScore>,
    /// How deep the player looked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// How many nodes the player searched.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// How good a turn it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mark: Option<Mark>,
    /// A comment on it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub comment: Option<String>,
    /// Lines that could have been played from here; their first turn replaces this one.
    #[serde(skip_serializing_if = "Vec::is_empty", default, deserialize_with = "in_little_room")]
    pub variations: Vec<Vec<Turn>>,
}

impl Turn {
    /// A turn by `seat`, from 0, that took `millis`.
    pub fn new(turn: String, seat: usize, millis: f64, info: TurnInfo) -> Self {
        let TurnInfo { score, depth, nodes, time_ms } = info;
        let latency = time_ms.map(|reported| microseconds(millis - reported as f64));
        let ms = Some(microseconds(millis));
        Self { turn, seat: seat + 1, ms, latency, score, depth, nodes, ..Self::default() }
    }

    /// The turn with the time left on the clock, if there is one.
    pub fn with_left(self, left: Option<Duration>) -> Self {
        Self { left: left.map(|left| microseconds(left.as_secs_f64() * 1e3)), ..self }
    }
}

/// Milliseconds, rounded to microseconds, the accuracy of timing over a pipe.
fn microseconds(millis: f64) -> f64 {
    (millis * 1e3).round() / 1e3
}

/// Who sat at a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// The name, in a tournament that of the engine there.
    #[serde(default)]
    pub name: String,
    /// The name and version that the engine reports.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub id: String,
    /// Its limits.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub limits: String,
    /// The options that were set.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub option: BTreeMap<String, String>,
}

/// The place of a round in a match to points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    /// The number of the round, from 1.
    pub round: u32,
    /// The two players, in the order in which the match lists them; empty if they are not known.
    #[serde(default)]
    pub players: [String; 2],
    /// Their scores so far, including this round, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub points: Option<[u32; 2]>,
    /// Whether the match is over.
    #[serde(default)]
    pub over: bool,
    /// Who won it; nobody in a draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<String>,
}

impl Round {
    /// Checks that the match can be one between the players of these seats.
    ///
    /// # Errors
    /// A sentence that says what is impossible.
    pub fn check(&self, seats: &[Seat]) -> Result<(), Sentence> {
        let names: Vec<&String> = seats.iter().map(|seat| &seat.name).collect();
        let [first, second] = &self.players;
        let are_known = self.players.iter().any(|name| !name.is_empty());
        if are_known && names != [first, second] && names != [second, first] {
            return Err(says::other_round());
        }
        if self.round == 0 || self.winner.as_ref().is_some_and(|winner| !self.over || !names.contains(&winner)) {
            return Err(says::wrong_round());
        }
        Ok(())
    }
}

/// The version of [`GameRecord`] as JSON: `record/1`. It grows when a field changes or goes, not when one is added.
/// Files without it have version 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RecordVersion {
    /// The first.
    #[default]
    #[serde(rename = "record/1")]
    One,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// The version of this schema.
    #[serde(default)]
    pub schema: RecordVersion,
    /// A number for the tournament: the same in all its parts and continuations; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub tournament: String,
    /// The number of the game in the schedule, from 1. The rounds of a match share it. 0 outside tournaments.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub number: u64,
    /// The number of the encounter, from 1: the games of one opening with seats exchanged. 0 outside tournaments.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub encounter: u64,
    /// In a match: the round.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none", default)]
    pub round: Option<Round>,
    /// The game.
    pub game: String,
    /// Its options; others have their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub option: BTreeMap<String, String>,
    /// The position text from which the game starts, unless that is the start position.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<String>,
    /// The players, by seat; none if nothing is known about them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub seats: Vec<Seat>,
    /// A comment on the whole game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub comment: Option<String>,
    /// The opening turns.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub opening: Vec<String>,
    /// The played turns.
    #[serde(deserialize_with = "bounded")]
    pub turns: Vec<Turn>,
    /// `p1win`, `p2win`, … (the side of that seat), `draw`, or `none` for a game that was not finished.
    #[serde(default = "unfinished")]
    pub result: String,
    /// The seats, from 1, that share the point.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub winners: Vec<usize>,
    /// Why the game ended.
    #[serde(default)]
    pub reason: Reason,
    /// The seat, from 1, that lost by a fault or resigned.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loser: Option<usize>,
    /// What happened.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The version of the program that wrote this.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub quintet: String,
    /// The random seed of the game. It may be a string, as some readers of JSON round large numbers.
    #[serde(skip_serializing_if = "is_zero", default, deserialize_with = "number_or_text")]
    pub seed: u64,
    /// When the game ended, in seconds since 1970; 0 if that is not known.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub ended: u64,
}

/// The deepest nesting of variations that is read: JSON allows no deeper one either, with three brackets for each.
pub const MAX_DEPTH: usize = 40;

/// The result of a game that was not finished.
fn unfinished() -> String {
    "none".to_string()
}

impl GameRecord {
    /// The identity of a tournament game: the tournament, its number and its round.
    pub fn key(&self) -> (String, u64, Option<u32>) {
        (self.tournament.clone(), self.number, self.round.as_ref().map(|round| round.round))
    }

    /// The usual number of a game at this place of its file (from 1): in a tournament the one in the schedule,
    /// otherwise the place.
    pub fn number_at(&self, place: usize) -> u64 {
        if self.tournament.is_empty() { place as u64 } else { self.number }
    }

    /// A session for the game, with its options.
    ///
    /// # Errors
    /// [`TextError`] if there is no such game or option.
    pub fn session(&self) -> Result<Box<dyn Session>, TextError> {
        self.line().session()
    }

    /// The game as a line of play, including the opening.
    pub fn line(&self) -> GameLine {
        let (game, options, start) = (self.game.clone(), self.option.clone(), self.position.clone());
        GameLine { game, options, start, moves: self.all_turns() }
    }

    /// All turns, including the opening.
    pub fn all_turns(&self) -> Vec<String> {
        let played = self.turns.iter().map(|turn| turn.turn.clone());
        self.opening.iter().cloned().chain(played).collect()
    }

    /// Whether it was finished. The result of an unfinished game says nothing about its turns.
    pub fn is_finished(&self) -> bool {
        self.reason != Reason::Unfinished
    }

    /// The share of the point of each seat, if the seats have these sides.
    pub fn shares(&self, sides: &[usize]) -> Vec<f64> {
        let mut winning: Vec<usize> =
            self.winners.iter().filter_map(|seat| sides.get(seat.checked_sub(1)?).copied()).collect();
        winning.sort_unstable();
        winning.dedup();
        let share = 1.0 / winning.len().max(1) as f64;
        sides.iter().map(|side| if winning.contains(side) { share } else { 0.0 }).collect()
    }

    /// The share of each seat as statistics count it: of the game, or for the last round of a match, of the match.
    /// `None` for the other rounds and for unfinished games.
    pub fn counted_shares(&self, sides: &[usize]) -> Option<Vec<f64>> {
        if !self.is_finished() {
            return None;
        }
        let Some(round) = &self.round else { return Some(self.shares(sides)) };
        let share = |seat: &Seat| match &round.winner {
            Some(winner) => f64::from(u8::from(*winner == seat.name)),
            None => 0.5,
        };
        round.over.then(|| self.seats.iter().map(share).collect())
    }

    /// Replays the game by the rules.
    ///
    /// # Errors
    /// [`RecordError::Request`] that says what does not follow the rules.
    pub fn check(&self) -> Result<(), RecordError> {
        self.replay().map(drop)
    }

    /// The session at the end of the game, replayed by the rules.
    ///
    /// # Errors
    /// [`RecordError::Request`] that says what does not follow the rules.
    pub fn replay(&self) -> Result<Box<dyn Session>, RecordError> {
        let wrong = |what| Err(RecordError::Request(what));
        let mut session = self.session()?;
        let seats = session.seats();
        let is_of_tournament = !self.tournament.is_empty();
        if seats != self.seats.len() && (is_of_tournament || !self.seats.is_empty()) {
            return wrong(says::seats(seats, self.seats.len()));
        }
        if is_of_tournament && self.turns.iter().any(|turn| turn.seat == 0) {
            return wrong(says::no_seat());
        }
        if is_of_tournament && (self.number == 0 || self.encounter == 0) {
            return wrong(says::counted_from_1());
        }
        let named = self.winners.iter().chain(&self.loser).find(|&&seat| !(1..=seats).contains(&seat));
        if let Some(seat) = named {
            return wrong(says::outside_seats(seats, *seat));
        }
        let has_loser = self.reason.is_fault() || self.reason == Reason::Resign;
        if has_loser != self.loser.is_some() {
            let said = if has_loser { says::has_loser } else { says::has_no_loser };
            return wrong(said(self.reason.word()));
        }
        let start = session.set_position(self.position.as_deref(), &self.opening);
        start.map_err(|error| RecordError::Request(says::opening(Sentence::from(error))))?;
        play_all(&mut *session, self.opening.len(), &self.turns)?;
        let by_rules = session.standing().outcome();
        match (by_rules, self.reason == Reason::Rules) {
            (Some(_), true) => {}
            (None, false) => {
                if let Some(loser) = self.loser {
                    session.forfeit(loser - 1);
                }
            }
            (Some(_), false) => return wrong(says::ended_by_rules(self.reason.word())),
            (None, true) => return wrong(says::game_not_over()),
        }
        let nobody = || if self.reason == Reason::Unfinished { Vec::new() } else { (0..seats).collect() };
        let winners: Vec<usize> = session.standing().outcome().map_or_else(nobody, |outcome| session.winners(outcome));
        let winners: Vec<usize> = winners.into_iter().map(|seat| seat + 1).collect();
        let result = result(&winners, &session.sides());
        if winners != self.winners || result != self.result {
            let is = result_words(&result, &winners);
            return wrong(says::other_result(is, result_words(&self.result, &self.winners)));
        }
        if let Some(round) = &self.round {
            round.check(&self.seats).map_err(RecordError::Request)?;
        }
        Ok(session)
    }
}

/// Plays turns after this many first ones, each by the seat it names and as one word, and the variations of each.
fn play_all(session: &mut dyn Session, before: usize, turns: &[Turn]) -> Result<(), RecordError> {
    for (index, Turn { turn, seat, variations, .. }) in turns.iter().enumerate() {
        let wrong = |what: Sentence| RecordError::Request(says::turn(before + index + 1, what));
        for line in variations {
            let mark = session.decisions();
            let in_variation = |error: RecordError| RecordError::Request(says::variation(Sentence::from(error)));
            play_all(session, before + index, line).map_err(in_variation)?;
            while session.decisions() > mark && session.undo_decision() {}
        }
        if *seat != 0 && *seat != session.seat() + 1 {
            return Err(wrong(says::other_seat(session.seat() + 1, *seat)));
        }
        if turn.contains(char::is_whitespace) {
            return Err(wrong(says::several_words(shorten(turn))));
        }
        session.play(turn).map_err(|error| wrong(error.into()))?;
    }
    Ok(())
}

/// The options of the game of a session, with the values they have.
pub fn setup(session: &dyn Session) -> BTreeMap<String, String> {
    session.options().into_iter().map(|option| (option.name.to_string(), option.kind.value())).collect()
}

/// The result as a word, from the seats (from 1) that share the point and the sides of all seats. No seat has it in an
/// unfinished game.
pub fn result(winners: &[usize], sides: &[usize]) -> String {
    match winners {
        [first, rest @ ..] if rest.iter().all(|seat| sides[seat - 1] == sides[first - 1]) => {
            format!("p{}win", sides[first - 1] + 1)
        }
        [] => unfinished(),
        _ => "draw".to_string(),
    }
}

/// A result and who won, in words.
pub fn result_words(result: &str, winners: &[usize]) -> Sentence {
    match winners {
        [] => verbatim(result),
        _ => says::with_winners(result, winners_words(winners)),
    }
}

/// Who won, in words.
pub fn winners_words(winners: &[usize]) -> Sentence {
    let seats: Vec<String> = winners.iter().map(ToString::to_string).collect();
    match &seats[..] {
        [seat] => says::winner_is(seat.as_str()),
        seats => says::winners_are(seats.join(", ")),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A short game of Yavalath that seat 1 wins by the rules.
    pub fn sample() -> GameRecord {
        let hash: BTreeMap<String, String> = [("Hash".to_string(), "2".to_string())].into();
        let seat = |name: &str| Seat {
            name: name.into(),
            id: "quintet".into(),
            limits: "nodes=5".into(),
            option: hash.clone(),
        };
        let info = TurnInfo { score: Some(ReportedScore::Cp(-20)), depth: Some(3), nodes: Some(99), time_ms: None };
        let turn = |(index, text): (usize, &str)| Turn::new(text.into(), index % 2, 1.25, info);
        GameRecord {
            tournament: "00".into(),
            number: 3,
            encounter: 2,
            round: None,
            game: "yavalath".into(),
            option: [("Swap".to_string(), "true".to_string())].into(),
            seats: vec![seat("A"), seat("B \"the bold\"")],
            opening: vec!["e5".into(), "a1".into()],
            turns: ["e6", "a3", "e8", "c1", "e7"].into_iter().enumerate().map(turn).collect(),
            result: "p1win".into(),
            winners: vec![1],
            reason: Reason::Rules,
            loser: None,
            detail: None,
            quintet: "0".into(),
            seed: 7,
            ended: 8,
            ..GameRecord::default()
        }
    }

    #[test]
    fn a_record_is_checked_by_the_rules() {
        let good = sample();
        good.check().unwrap();
        let broken = |change: fn(&mut GameRecord)| {
            let mut record = good.clone();
            change(&mut record);
            record.check().unwrap_err().to_string()
        };
        broken(|r| r.winners = vec![2]);
        broken(|r| r.result = "draw".into());
        broken(|r| r.reason = Reason::Time);
        broken(|r| r.turns[2].turn = "e5".into());
        broken(|r| r.turns[2].seat = 2);
        broken(|r| drop(r.turns.pop()));
        broken(|r| drop(r.seats.pop()));
        broken(|r| r.game = "chess".into());
        broken(|r| r.winners = vec![0]);
        broken(|r| r.number = 0);
        broken(|r| r.encounter = 0);
        broken(|r| r.winners = vec![1, 3]);
        broken(|r| r.loser = Some(0));
        broken(|r| r.turns[0].seat = 0);
        broken(|r| r.seats.clear());
        broken(|r| r.turns[1].turn = "a 3".into());
        broken(|r| r.position = Some("nowhere".into()));
        broken(|r| r.turns[1].variations = vec![vec![Turn { turn: "e5".into(), ..Turn::default() }]]);
        broken(|r| r.reason = Reason::Unfinished);
        let mut more = sample();
        let line = |turns: &[&str]| turns.iter().map(|&t| Turn { turn: t.into(), ..Turn::default() }).collect();
        more.turns[1].variations = vec![line(&["a4", "e8", "a3"]), line(&["d1"])];
        more.turns[1].variations[0][1].variations = vec![line(&["d1", "c1"])];
        more.check().unwrap();
        more.turns[1].variations[0][1].variations = vec![line(&["a4"])];
        assert!(more.check().unwrap_err().to_string().contains("variation"));
        let mut forfeit = sample();
        forfeit.turns.pop();
        (forfeit.reason, forfeit.loser) = (Reason::Crash, Some(2));
        forfeit.check().unwrap();
        forfeit.loser = Some(1);
        expect_test::expect!["the result is p2win (the winner is seat 2), not p1win (the winner is seat 1)"]
            .assert_eq(&forfeit.check().unwrap_err().to_string());
    }

    #[test]
    fn sides_share_the_point() {
        let mut record = sample();
        record.winners = vec![1, 3];
        assert_eq!(record.shares(&[0, 1, 0, 1]), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(record.shares(&[0, 1, 2]), [0.5, 0.0, 0.5]);
        assert_eq!(result(&[1, 3], &[0, 1, 0, 1]), "p1win");
        assert_eq!(result(&[1, 3], &[0, 1, 2]), "draw");
    }
}
