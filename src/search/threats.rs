//! Wins by threats alone: every decision of the attacker forces the reply, so the tree stays narrow and one that is
//! short of time still sees far (Allis, van den Herik and Huntjens, "Go-Moku and threat-space search", 1993).

use super::pv::Variation;
use crate::game::{Game, Move, MoveList, Outcome, Outlook};

/// Looks for a win of the side to move by nothing but threats, and tells in how many plies; not always the soonest.
/// Nothing must be decided at a glance. `effort` is how many decisions to look at before giving up; it comes back
/// lowered. The win is appended to `line`, its last decision first; without one `line` stays as it was.
pub fn forced_win<G: Game>(position: &G, effort: &mut u32, line: &mut Variation) -> Option<u32> {
    let mut threats = MoveList::new();
    position.threats(&mut threats);
    let won = Outcome::win(position.to_move());
    for &mv in &threats {
        if *effort == 0 {
            return None;
        }
        *effort -= 1;
        let mut child = *position;
        child.play(mv);
        let mut replies = MoveList::new();
        let end = match child.outcome() {
            Some(_) => None,
            None => match child.outlook(&mut replies) {
                Outlook::Decided(outcome, plies) if outcome == won => {
                    push(line, replies[0]);
                    Some(u32::from(plies))
                }
                Outlook::Forced => all_lose(&child, &replies, won, effort, line),
                _ => None,
            },
        };
        if let Some(plies) = end {
            push(line, mv);
            return Some(plies + 1);
        }
    }
    None
}

/// In how many plies the attacker wins against the last of the `replies`, if he does against each.
fn all_lose<G: Game>(
    position: &G,
    replies: &[Move],
    won: Outcome,
    effort: &mut u32,
    line: &mut Variation,
) -> Option<u32> {
    let start = line.len();
    let mut longest = 0;
    for &reply in replies {
        let before = line.len();
        let mut child = *position;
        child.play(reply);
        let end = match child.outcome() {
            Some(outcome) => (outcome == won).then_some(0),
            None => match child.glance() {
                Outlook::Decided(outcome, plies) => (outcome == won).then_some(u32::from(plies)),
                Outlook::Open | Outlook::Forced => forced_win(&child, effort, line),
            },
        };
        match end {
            Some(plies) if plies >= longest => {
                line.drain(start..before);
                push(line, reply);
                longest = plies + 1;
            }
            Some(_) => line.truncate(before),
            None => {
                line.truncate(start);
                return None;
            }
        }
    }
    Some(longest)
}

/// Appends, as long as there is room: a line may be shorter than the win that it shows.
fn push(line: &mut Variation, mv: Move) {
    let _ = line.try_push(mv);
}
