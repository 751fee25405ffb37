//! Recorded games as the steps that were taken in them.

use crate::game::TextError;
use crate::records::GameRecord;
use crate::session::Session;
use quintet_core::board::bits::fnv_1a_64;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position, whichever way the board is turned, as a short text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlaceKey(String);

impl PlaceKey {
    /// That of a session.
    pub fn of(session: &dyn Session) -> Self {
        Self(format!("{:016x}", fnv_1a_64(session.canonical_text().as_bytes())))
    }
}

/// A decision from one position to another, and how games went in which it was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The position.
    pub here: PlaceKey,
    /// The position that the decision leads to.
    pub after: PlaceKey,
    /// How many games the side has won that took it.
    pub won: u32,
    /// In how many it shared the point.
    pub drawn: u32,
    /// How many it has lost.
    pub lost: u32,
    /// Its points in all of them.
    pub points: f64,
}

/// The steps of a finished game, in their order; only the first decision of each turn is one.
///
/// # Errors
/// [`TextError`] if the game breaks the rules.
pub fn steps_of(record: &GameRecord) -> Result<Vec<Step>, TextError> {
    let mut session = record.session()?;
    let shares = record.shares(&session.sides());
    let line = record.line();
    line.set_up(&mut *session, 0)?;
    let mut steps = Vec::new();
    let mut here = PlaceKey::of(&*session);
    for turn in &line.moves {
        let (seat, decision) = (session.seat(), session.first_decision(turn)?);
        session.play(&decision)?;
        let after = PlaceKey::of(&*session);
        session.undo_decision();
        let next = if session.play(turn)? == decision { after.clone() } else { PlaceKey::of(&*session) };
        let points = shares.get(seat).copied().unwrap_or(0.0);
        let [won, lost] = [1.0, 0.0].map(|share| u32::from(points == share));
        steps.push(Step { here, after, won, drawn: 1 - won - lost, lost, points });
        here = next;
    }
    Ok(steps)
}

/// Steps from one position to another as one, with the games of all of them.
pub fn summed(steps: Vec<Step>) -> Vec<Step> {
    let mut known: FxHashMap<(PlaceKey, PlaceKey), usize> = FxHashMap::default();
    let mut sums: Vec<Step> = Vec::new();
    for step in steps {
        let at = *known.entry((step.here.clone(), step.after.clone())).or_insert(sums.len());
        match sums.get_mut(at) {
            None => sums.push(step),
            Some(sum) => {
                sum.won += step.won;
                sum.drawn += step.drawn;
                sum.lost += step.lost;
                sum.points += step.points;
            }
        }
    }
    sums
}
