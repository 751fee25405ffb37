//! Games in quintet's own formats, played by the rules like those of other programs: missing fields are filled in, and
//! impossible ones are reported and cut.

use super::cleaning;
use super::ending::{RecordedEnd, SaidEnd, ending};
use super::reason::Reason;
use super::record::{GameRecord, MAX_DEPTH, Turn};
use super::says;
use crate::sentence::Sentence;
use crate::session::{Session, Standing};
use crate::text::{one_line, shorten, with_plain_signs};

/// The game, checked by the rules, with clean names and comments. Oddities come as sentences; `stop` says when it takes
/// too long, and then the part read so far is the game.
///
/// # Errors
/// Why there is no such game.
pub fn by_rules(record: GameRecord, odd: &mut Vec<Sentence>, stop: &dyn Fn() -> bool) -> Result<GameRecord, Sentence> {
    let mut record = cleaning::record(record);
    let mut session = record.session()?;
    session.set_position(record.position.as_deref(), &[])?;
    if record.game != session.name() {
        record.game = session.name().to_string();
    }
    check_seats(&mut record, session.seats(), odd);
    let mut player = Replay { session: &mut *session, odd, needs_seats: !record.tournament.is_empty(), stop };
    let fault = player.opening(&mut record);
    let before = record.opening.len();
    let fault = fault.or_else(|| {
        let fault = player.turns(&mut record.turns, before, 0);
        fault.inspect(|what| player.odd.push(says::kept_to_there(what.clone())))
    });
    let said = said(&record);
    let end = ending(&mut *session, &said, fault.is_some(), odd);
    let RecordedEnd { reason, loser, winners, result } = end;
    (record.reason, record.loser, record.winners, record.result) = (reason, loser, winners, result);
    // A file of games stays in memory: lists that have grown piece by piece have room for twice as many turns.
    record.turns.shrink_to_fit();
    if let Some(what) = fault {
        record.detail = Some(one_line(&what.to_string()));
    }
    Ok(record)
}

/// What a record says about its end. Missing fields have the values of an unfinished game.
fn said(record: &GameRecord) -> SaidEnd {
    let mut winners = record.winners.clone();
    winners.sort_unstable();
    winners.dedup();
    SaidEnd {
        winners,
        result: Some(record.result.clone()).filter(|result| result != "none"),
        reason: Some(record.reason).filter(|&reason| reason != Reason::Unfinished),
        loser: record.loser,
        is_exact: true,
    }
}

/// Removes impossible data about the players, and about the tournament that the game claims to be from.
fn check_seats(record: &mut GameRecord, seats: usize, odd: &mut Vec<Sentence>) {
    let is_of_tournament = !record.tournament.is_empty();
    if record.seats.len() != seats && (is_of_tournament || !record.seats.is_empty()) {
        odd.push(says::other_players(record.seats.len(), seats, record.game.as_str()));
        record.seats.truncate(seats);
        record.seats.resize_with(seats, Default::default);
    }
    if is_of_tournament && (record.number == 0 || record.encounter == 0) {
        odd.push(says::no_tournament());
        record.tournament.clear();
        record.round = None;
    }
    if let (Some(round), [first, second]) = (&mut record.round, &record.seats[..])
        && round.players.iter().all(String::is_empty)
    {
        round.players = [first.name.clone(), second.name.clone()];
    }
    if let Some(Err(error)) = record.round.as_ref().map(|round| round.check(&record.seats)) {
        odd.push(error);
        record.round = None;
    }
}

struct Replay<'a> {
    session: &'a mut dyn Session,
    odd: &'a mut Vec<Sentence>,
    /// Whether each turn must say who played it, as in tournaments.
    needs_seats: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Replay<'_> {
    /// Plays a turn as given, and rewrites it in this engine's notation. Returns its error if it cannot be played.
    fn play(&mut self, turn: &mut String) -> Result<(), Sentence> {
        if turn.contains(char::is_whitespace) {
            return Err(says::several_words(shorten(turn)));
        }
        let written = self.session.play(&with_plain_signs(turn))?;
        if *turn != written {
            *turn = written;
        }
        Ok(())
    }

    /// Plays the opening turns; returns the error of the first that cannot be played.
    fn opening(&mut self, record: &mut GameRecord) -> Option<Sentence> {
        for index in 0..record.opening.len() {
            if let Err(what) = self.play(&mut record.opening[index]) {
                let what = says::in_opening(index + 1, what);
                self.odd.push(says::kept_to_there(what.clone()));
                record.opening.truncate(index);
                record.turns.clear();
                return Some(what);
            }
        }
        None
    }

    /// Plays turns, the first of which comes after this many, and the variations of each. They are cut before the first
    /// that cannot be played; returns its error, unless the game is over.
    fn turns(&mut self, turns: &mut Vec<Turn>, before: usize, depth: usize) -> Option<Sentence> {
        let at = |number, what: Sentence| match depth {
            0 => says::turn(number, what),
            _ => says::in_variation(number, what),
        };
        for index in 0..turns.len() {
            if (self.stop)() {
                turns.truncate(index);
                return None;
            }
            let number = before + index + 1;
            if self.session.standing() != Standing::Open {
                self.odd.push(match depth {
                    0 => says::goes_on(number - 1),
                    _ => says::variation_kept(at(number, says::over())),
                });
                turns.truncate(index);
                return None;
            }
            let turn = &mut turns[index];
            let seat = self.session.seat() + 1;
            if turn.seat != 0 && turn.seat != seat {
                self.odd.push(at(number, says::other_seat(seat, turn.seat)));
                turn.seat = seat;
            }
            if self.needs_seats && turn.seat == 0 && depth == 0 {
                // A tournament has written it, so somebody has changed it.
                self.odd.push(says::turn(number, says::no_seat()));
                turn.seat = seat;
            }
            self.variations(&mut turn.variations, before + index, depth);
            if let Err(what) = self.play(&mut turn.turn) {
                // The variations say what could have been played there, but there is no turn that has them any more.
                turns.truncate(index);
                return Some(at(number, what));
            }
        }
        None
    }

    /// Plays the lines that could have been played from here.
    fn variations(&mut self, lines: &mut Vec<Vec<Turn>>, before: usize, depth: usize) {
        if depth >= MAX_DEPTH && !lines.is_empty() {
            self.odd.push(says::turn(before + 1, says::too_deep(MAX_DEPTH)));
            lines.clear();
        }
        for line in &mut *lines {
            let mark = self.session.decisions();
            if let Some(what) = self.turns(line, before, depth + 1) {
                self.odd.push(says::variation_kept(what));
            }
            while self.session.decisions() > mark && self.session.undo_decision() {}
        }
        lines.retain(|line| !line.is_empty());
    }
}
