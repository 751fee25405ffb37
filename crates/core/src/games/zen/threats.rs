//! Wins in one move: found by looking where a single piece could join all groups.

use super::board::{BOARD, Squares, group, neighbours, single, spread};
use super::decision::step;
use super::position::Zen;
use crate::board::bits::members;
use crate::game::{Game, Move, MoveList, Outcome};
use arrayvec::ArrayVec;

/// The threats of the player who has just moved (rule 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// No win with their next move.
    None,
    /// A win with their next move, which can be stopped.
    Check,
    /// A win with their next move at the latest, whatever the side to move does.
    Mate,
}

impl Zen {
    /// A move that wins at once, if there is one.
    ///
    /// A piece that leaves one group must land next to all the others. No square touches more than four groups that
    /// do not touch each other, so with six (or six lone pieces) there is nothing to find; mostly no square is left
    /// after two or three.
    #[inline(always)]
    pub(super) fn winning_move(&self) -> Option<Move> {
        let army = self.army(self.colour());
        if (army & !neighbours(army)).count_ones() > 5 {
            return None;
        }
        let mut groups: ArrayVec<(Squares, Squares), 5> = ArrayVec::new();
        // The squares away from at least one group, and from at least two.
        let (mut far, mut too_far) = (0, 0);
        let mut rest = army;
        while rest != 0 {
            let found = group(army, rest & rest.wrapping_neg());
            let near = spread(found);
            too_far |= far & !near;
            far |= !near;
            if too_far & BOARD == BOARD || groups.try_push((found, near)).is_err() {
                return None;
            }
            rest ^= found;
        }
        for (found, near) in groups {
            let joining = !too_far & !(far & near) & BOARD;
            if joining == 0 {
                continue;
            }
            for from in members(found) {
                let mut winning = None;
                self.each_step_from(from, |to| {
                    if joining & single(to) != 0 && self.wins(step(from, to)) {
                        winning = Some(step(from, to));
                    }
                });
                if winning.is_some() {
                    return winning;
                }
            }
        }
        None
    }

    fn wins(&self, mv: Move) -> bool {
        let mut after = *self;
        after.play(mv);
        after.outcome() == Some(Outcome::win(self.to_move()))
    }

    /// The threats of the player who has just moved; none once the game has ended.
    pub fn threat(&self) -> Threat {
        if self.outcome().is_some() || self.skipped().winning_move().is_none() {
            return Threat::None;
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        let lost = |&mv: &Move| {
            let mut after = *self;
            after.play(mv);
            match after.outcome() {
                Some(outcome) => outcome == Outcome::loss(self.to_move()),
                None => after.winning_move().is_some(),
            }
        };
        if list.iter().all(lost) { Threat::Mate } else { Threat::Check }
    }

    /// The winner's score in this round (rule 7): the loser's pieces outside their largest group, including the Zen. 0
    /// in a draw; `None` before the end.
    pub fn points(&self) -> Option<u32> {
        let Some(winner) = self.outcome()?.winner() else { return Some(0) };
        let army = self.army(self.colour_of(winner.other()));
        let mut rest = army;
        let mut largest = 0;
        while rest != 0 {
            let found = group(army, rest & rest.wrapping_neg());
            largest = largest.max(found.count_ones());
            rest ^= found;
        }
        Some(army.count_ones() - largest)
    }
}
