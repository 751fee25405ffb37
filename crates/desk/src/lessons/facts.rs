//! What can be true of a turn, whichever game it is: what it changes, how the game ends by it, what can follow.

use crate::game::describe::{Colour, Effect};
use crate::session::{LegalDecision, Session};
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZeroU8;

/// How a game has ended for the side that has just played.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Ends {
    /// It alone has won.
    Won,
    /// It has a share of the point.
    Drawn,
    /// Others have won.
    Lost,
}

/// Facts about a turn. All that are given must be true.
#[derive(Deserialize, JsonSchema, Clone, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Facts {
    /// It is one of these, written as the program writes turns.
    pub turns: Option<Vec<String>>,
    /// One of its decisions is of this kind, as the state of a game names them.
    pub decides: Option<String>,
    /// At least this many pieces move from one place to another.
    pub moves: Option<NonZeroU8>,
    /// At least this many pieces leave the board.
    pub takes: Option<NonZeroU8>,
    /// At least this many pieces of other colours leave the board.
    pub captures: Option<NonZeroU8>,
    /// At least this many pieces are turned over.
    pub flips: Option<NonZeroU8>,
    /// The game ends with it, and how.
    pub ends: Option<Ends>,
    /// It does not lose the game, and no turn of the next side has these facts.
    pub no_reply: Option<Box<Facts>>,
    /// Whatever the next side replies, this one has won or has a turn with these facts then.
    pub forces: Option<Box<Facts>>,
}

/// How the game has ended for a seat, from 0; `None` if it goes on.
fn ends(session: &dyn Session, seat: usize) -> Option<Ends> {
    let winners = session.winners(session.standing().outcome()?);
    Some(match (winners.contains(&seat), winners.len()) {
        (false, _) => Ends::Lost,
        (true, 1) => Ends::Won,
        (true, _) => Ends::Drawn,
    })
}

/// What follows after a turn, which is then taken back.
fn after<T>(session: &mut dyn Session, turn: &str, what: impl FnOnce(&mut dyn Session) -> T) -> Option<T> {
    session.play(turn).ok()?;
    let found = what(session);
    session.undo();
    Some(found)
}

impl Facts {
    /// Whether they are true of a whole turn that is legal now. The session is then as it was.
    pub fn hold(&self, session: &mut dyn Session, turn: &str) -> bool {
        self.turns.as_ref().is_none_or(|turns| turns.iter().any(|one| one == turn))
            && self.are_done(&*session, turn)
            && self.follow(session, turn)
    }

    /// Whether the turn does what they say.
    fn are_done(&self, session: &dyn Session, turn: &str) -> bool {
        let line = session.describe_line(&[turn.to_string()]);
        let Some(described) = line.first() else { return false };
        let is_at_least = |least: Option<NonZeroU8>, counts: fn(&Effect, Colour) -> bool| {
            let effects = described.decisions.iter().flat_map(|decision| &decision.description.effects);
            let found = effects.filter(|effect| counts(effect, described.colour)).count();
            least.is_none_or(|least| found >= usize::from(least.get()))
        };
        let is_kind =
            |kind: &String| described.decisions.iter().any(|one: &LegalDecision| one.description.kind == kind);
        self.decides.as_ref().is_none_or(is_kind)
            && is_at_least(self.moves, |effect, _| matches!(effect, Effect::Move { .. }))
            && is_at_least(self.takes, |effect, _| matches!(effect, Effect::Take { .. }))
            && is_at_least(
                self.captures,
                |effect, own| matches!(effect, Effect::Take { piece, .. } if piece.colour != own),
            )
            && is_at_least(self.flips, |effect, _| matches!(effect, Effect::Flip { .. }))
    }

    /// Whether what can follow the turn is as they say.
    fn follow(&self, session: &mut dyn Session, turn: &str) -> bool {
        if self.ends.is_none() && self.no_reply.is_none() && self.forces.is_none() {
            return true;
        }
        let seat = session.seat();
        let follows = |session: &mut dyn Session| {
            let ends = ends(&*session, seat);
            self.ends.is_none_or(|wanted| ends == Some(wanted))
                && self.no_reply.as_ref().is_none_or(|facts| ends != Some(Ends::Lost) && !facts.are_possible(session))
                && self.forces.as_ref().is_none_or(|facts| facts.are_forced(session, seat))
        };
        after(session, turn, follows) == Some(true)
    }

    /// Whether some legal turn has them.
    fn are_possible(&self, session: &mut dyn Session) -> bool {
        session.legal_turns().iter().any(|turn| self.hold(session, turn))
    }

    /// Whether a seat, which does not decide now, has won or has a turn with them after each.
    fn are_forced(&self, session: &mut dyn Session, seat: usize) -> bool {
        let is_reached = |session: &mut dyn Session| match ends(&*session, seat) {
            Some(end) => end == Ends::Won,
            None => self.are_possible(session),
        };
        match ends(&*session, seat) {
            Some(end) => end == Ends::Won,
            None => session.legal_turns().iter().all(|reply| after(session, reply, is_reached) == Some(true)),
        }
    }
}
