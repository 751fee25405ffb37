//! How a game ended: what the record says, compared with the rules.

use super::reason::Reason;
use super::record::{result, result_words, winners_words};
use super::says;
use crate::sentence::{self, Sentence, joined};
use crate::session::Session;
use crate::text::shorten;

/// What a record says about the end of a game. Seats are counted from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaidEnd {
    /// The seats that share the point; none if that is not given.
    pub winners: Vec<usize>,
    /// The result as a word, if that is all that is given about the winners.
    pub result: Option<String>,
    /// Why it ended.
    pub reason: Option<Reason>,
    /// Who resigned or lost by a fault.
    pub loser: Option<usize>,
    /// Whether the words are quintet's, so that each must be right. Other programs share a point in other ways.
    pub is_exact: bool,
}

impl SaidEnd {
    /// These seats share the point.
    pub fn won_by(winners: Vec<usize>) -> Self {
        Self { winners, ..Self::default() }
    }

    /// This seat resigned.
    pub fn resigned_by(seat: usize) -> Self {
        Self { reason: Some(Reason::Resign), loser: Some(seat), ..Self::default() }
    }
}

/// The end of a game according to a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEnd {
    pub reason: Reason,
    pub loser: Option<usize>,
    pub winners: Vec<usize>,
    pub result: String,
}

/// The end of the game at a session. Statements that are not true are reported. A game that was cut has none.
pub fn ending(session: &mut dyn Session, said: &SaidEnd, is_cut: bool, odd: &mut Vec<Sentence>) -> RecordedEnd {
    let sides = session.sides();
    let by_rules = session.standing().outcome().is_some();
    let (reason, loser) = match by_rules {
        true => (Reason::Rules, None),
        false if is_cut => (Reason::Unfinished, None),
        false => by_agreement(&sides, said, odd),
    };
    if let Some(loser) = loser {
        session.forfeit(loser - 1);
    }
    let nobody = || if reason == Reason::Unfinished { Vec::new() } else { (0..sides.len()).collect() };
    let winners = session.standing().outcome().map_or_else(nobody, |outcome| session.winners(outcome));
    let winners: Vec<usize> = winners.into_iter().map(|seat| seat + 1).collect();
    let end = RecordedEnd { result: result(&winners, &sides), reason, loser, winners };
    if !is_cut && (by_rules || reason != Reason::Unfinished) {
        compare(&end, said, &sides, odd);
    }
    end
}

/// How a game that is not over by the rules ended: the reason, and who lost.
fn by_agreement(sides: &[usize], said: &SaidEnd, odd: &mut Vec<Sentence>) -> (Reason, Option<usize>) {
    let is_seat = |seat: &usize| (1..=sides.len()).contains(seat);
    let winners: Vec<usize> = said.winners.iter().copied().filter(is_seat).collect();
    // A side that gives up leaves the point to all others.
    let has_lost = |seat: usize| {
        let shares = |other: usize| winners.iter().any(|&winner| sides[winner - 1] == sides[other - 1]);
        (1..=sides.len()).all(|other| shares(other) == (sides[other - 1] != sides[seat - 1]))
    };
    let is_word = |seat: usize| {
        let others = sides.iter().filter(|&&side| side != sides[seat - 1]).max();
        winners.is_empty()
            && sides.iter().max() == Some(&1)
            && others.is_some_and(|side| said.result == Some(format!("p{}win", side + 1)))
    };
    let loser =
        || said.loser.filter(is_seat).or_else(|| (1..=sides.len()).find(|&seat| has_lost(seat) || is_word(seat)));
    let is_shared = winners.len() == sides.len() || winners.is_empty() && said.result.as_deref() == Some("draw");
    let unsettled = |odd: &mut Vec<Sentence>| {
        let what = said.result.clone().filter(|_| winners.is_empty()).unwrap_or_else(|| result(&winners, sides));
        odd.push(match said.reason {
            Some(Reason::Rules) => says::not_over(),
            Some(reason) if reason != Reason::Unfinished => says::nobody_lost(reason.word()),
            _ => says::result_not_over(shorten(&what)),
        });
        (Reason::Unfinished, None)
    };
    match said.reason.unwrap_or_default() {
        Reason::Rules => unsettled(odd),
        reason @ (Reason::Draw | Reason::Maxturns) => (reason, None),
        Reason::Unfinished if winners.is_empty() && said.result.is_none() => (Reason::Unfinished, None),
        Reason::Unfinished if is_shared => (Reason::Draw, None),
        Reason::Unfinished => loser().map_or_else(|| unsettled(odd), |seat| (Reason::Resign, Some(seat))),
        reason => loser().map_or_else(|| unsettled(odd), |seat| (reason, Some(seat))),
    }
}

/// Reports statements about the end that are not true.
fn compare(end: &RecordedEnd, said: &SaidEnd, sides: &[usize], odd: &mut Vec<Sentence>) {
    let is_other = match said.is_exact {
        true => said.winners != end.winners,
        false => {
            said.winners.iter().all(|seat| (1..=sides.len()).contains(seat))
                && result(&said.winners, sides) != end.result
        }
    };
    let is_other = is_other && !said.winners.is_empty();
    let has_other_loser = match said.is_exact {
        true => said.loser.is_some() && said.loser != end.loser,
        false => said.loser.is_some_and(|seat| end.winners.contains(&seat)),
    };
    if said.is_exact && said.reason.is_some_and(|reason| reason != end.reason) {
        let reason = said.reason.unwrap_or_default().word();
        odd.push(says::other_reason(reason, end.reason.word()));
    } else if is_other || has_other_loser || said.result.as_ref().is_some_and(|word| *word != end.result) {
        let mut whats = Vec::new();
        if let Some(word) = &said.result {
            whats.push(says::result_is(shorten(word)));
        }
        if !said.winners.is_empty() {
            whats.push(winners_words(&said.winners));
        }
        if let Some(loser) = said.loser.filter(|_| has_other_loser) {
            whats.push(says::loser_is(loser));
        }
        let why = match end.loser {
            _ if end.reason == Reason::Rules => says::by_rules(),
            Some(loser) => says::by_end_of(end.reason.word(), loser),
            None => says::by_end(end.reason.word()),
        };
        let is = result_words(&end.result, &end.winners);
        odd.push(says::other_end(joined(whats, sentence::and), why, is));
    }
}
