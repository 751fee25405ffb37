//! Threat-space search: wins by threats alone. Every decision of the attacker forces the reply, so the tree stays
//! narrow and a short search still sees far (Allis, van den Herik and Huntjens, "Go-Moku and threat-space search",
//! 1993).

use super::pv::Pv;
use crate::game::{Move, MoveList, Outcome, Status, Tactics};

/// Looks for a win of the side to move by threats alone, and returns its plies; not always the soonest. The status must
/// not be decided, `known` are the threats of the position. `effort` is how many decisions to look at before giving up,
/// and is reduced by those looked at. The win is appended to `pv`, its last decision first; without one `pv` stays as
/// it was.
pub fn forced_win<G: Tactics>(position: &G, known: &G::Threats, effort: &mut u32, pv: &mut Pv) -> Option<u32> {
    let mut threats = MoveList::new();
    position.threat_moves(known, &mut threats);
    let won = Outcome::win(position.to_move());
    for &mv in &threats {
        if *effort == 0 {
            return None;
        }
        *effort -= 1;
        let mut child = *position;
        child.play(mv);
        if child.outcome().is_some() {
            continue;
        }
        let known = child.threats_after(known);
        let mut replies = MoveList::new();
        let end = match child.relevant_moves(&known, &mut replies) {
            Status::Decided(outcome, plies) if outcome == won => {
                push(pv, replies[0]);
                Some(u32::from(plies))
            }
            Status::Forced => all_lose(&child, &known, &replies, won, effort, pv),
            _ => None,
        };
        if let Some(plies) = end {
            push(pv, mv);
            return Some(plies + 1);
        }
    }
    None
}

/// The plies until the attacker wins against the last of the `replies`, if each of them loses.
fn all_lose<G: Tactics>(
    position: &G,
    known: &G::Threats,
    replies: &[Move],
    won: Outcome,
    effort: &mut u32,
    pv: &mut Pv,
) -> Option<u32> {
    let start = pv.len();
    let mut longest = 0;
    for &reply in replies {
        let before = pv.len();
        let mut child = *position;
        child.play(reply);
        let end = match child.outcome() {
            Some(outcome) => (outcome == won).then_some(0),
            None => {
                let known = child.threats_after(known);
                match child.status(&known) {
                    Status::Decided(outcome, plies) => (outcome == won).then_some(u32::from(plies)),
                    Status::Open | Status::Forced => forced_win(&child, &known, effort, pv),
                }
            }
        };
        match end {
            Some(plies) if plies >= longest => {
                pv.drain(start..before);
                push(pv, reply);
                longest = plies + 1;
            }
            Some(_) => pv.truncate(before),
            None => {
                pv.truncate(start);
                return None;
            }
        }
    }
    Some(longest)
}

/// Appends, as long as there is room: a variation may be shorter than the win that it shows.
fn push(pv: &mut Pv, mv: Move) {
    let _ = pv.try_push(mv);
}
