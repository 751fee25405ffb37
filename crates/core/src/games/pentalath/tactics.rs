//! Wins at once, and the only replies to a win that threatens.

use super::board::{almost_fives, captured, completions, connected, placements, weak_groups};
use super::decision::{PASS, placement};
use super::position::Pentalath;
use crate::board::bits::members;
use crate::board::hex61::{BOARD, neighbours};
use crate::game::{Game, MoveList, Outcome, SearchParams, Status, Tactics};

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// The stones of the position.
    stones: [u64; 2],
    /// The empty cells on which one more stone of each colour makes five in a line, legal or not.
    fives: [u64; 2],
}

impl Pentalath {
    /// The cells on which the colour to decide makes five, and those on which the other one does.
    #[inline(always)]
    fn own_and_enemy_fives(&self, threats: &Threats) -> (u64, u64) {
        let own = self.colour();
        (threats.fives[own], threats.fives[own ^ 1])
    }
}

impl Tactics for Pentalath {
    type Threats = Threats;

    #[inline(always)]
    fn threats(&self) -> Threats {
        let stones = self.stones;
        Threats { stones, fives: stones.map(|set| completions(set, self.empty())) }
    }

    /// Without a capture only the colour that has placed can make more fives than before.
    #[inline(always)]
    fn threats_after(&self, parent: &Threats) -> Threats {
        let (stones, empty) = (self.stones, self.empty());
        let has_captured = (0..2).any(|colour| parent.stones[colour] & !stones[colour] != 0);
        let fives = std::array::from_fn(|colour| {
            if has_captured || stones[colour] != parent.stones[colour] {
                completions(stones[colour], empty)
            } else {
                parent.fives[colour] & empty
            }
        });
        Threats { stones, fives }
    }

    /// A win at once and a threat of one are seen, not whether any reply saves.
    #[inline(always)]
    fn status(&self, threats: &Threats) -> Status {
        let (own, enemy) = self.own_and_enemy();
        let (wins, fives) = self.own_and_enemy_fives(threats);
        if wins != 0 && wins & placements(own, enemy) != 0 {
            return Status::Decided(Outcome::win(self.to_move()), 1);
        }
        if self.may_swap() {
            return Status::Open;
        }
        if fives != 0 && fives & placements(enemy, own) != 0 { Status::Forced } else { Status::Open }
    }

    /// The listed decisions are all those that win at once, or else all that do not lose at once, or else all.
    #[inline]
    fn relevant_moves(&self, threats: &Threats, list: &mut MoveList) -> Status {
        let (own, enemy) = self.own_and_enemy();
        let (wins, fives) = self.own_and_enemy_fives(threats);
        let cells = placements(own, enemy);
        let wins = wins & cells;
        if wins != 0 {
            list.extend(members(wins).map(placement));
            return Status::Decided(Outcome::win(self.to_move()), 1);
        }
        if self.may_swap() {
            // From a position text the swap may answer even a threat.
            self.moves(list);
            return Status::Open;
        }
        // Also a five that would be suicide matters: a reply may make it legal.
        let (mut threats, mut safe, mut lost) = (0, cells, false);
        if fives != 0 {
            threats = fives & placements(enemy, own);
            let candidates = if threats == 0 { cells } else { candidates(own, enemy, threats) & cells };
            safe = harmless(own, enemy, candidates);
            lost = if cells == 0 { threats != 0 } else { safe == 0 };
        }
        list.extend(members(if lost { cells } else { safe }).map(placement));
        if cells == 0 {
            list.push(PASS);
            if self.passes == 1 {
                return Status::Decided(Outcome::DRAW, 1);
            }
        }
        if lost {
            Status::Decided(Outcome::loss(self.to_move()), 2)
        } else if threats != 0 {
            Status::Forced
        } else {
            Status::Open
        }
    }

    #[inline]
    fn threat_moves(&self, threats: &Threats, list: &mut MoveList) {
        let (own, enemy) = self.own_and_enemy();
        let mut cells = almost_fives(own, self.empty());
        if cells != 0 {
            cells &= placements(own, enemy);
            let (_, fives) = self.own_and_enemy_fives(threats);
            if fives != 0 && fives & placements(enemy, own) != 0 {
                cells = harmless(own, enemy, cells);
            }
            list.extend(members(cells).map(placement));
        }
    }

    /// Threats and captures.
    #[inline]
    fn forcing_moves(&self, _threats: &Threats, list: &mut MoveList) {
        let (own, enemy) = self.own_and_enemy();
        let empty = self.empty();
        let mut cells = almost_fives(own, empty) & placements(own, enemy);
        weak_groups(enemy, empty, |_, liberties| {
            if liberties.is_power_of_two() {
                cells |= liberties;
            }
        });
        list.extend(members(cells).map(placement));
    }

    fn skip(&self) -> Option<Self> {
        Some(Self::new(self.stones, self.colour() ^ 1, self.swap.closed(), 0))
    }

    fn params(&self) -> &'static SearchParams {
        // Found by `quintet tune pentalath`, except those of the clock.
        const PARAMS: SearchParams = SearchParams {
            usual_turns: 17,
            effort_weight: 0,
            threat_search_depth: 6,
            threat_search_nodes: 24,
            late_move_depth: 6,
            late_move_base: 1,
            futility_depth: 6,
            futility_base: 34,
            futility_margin: 18,
            reverse_futility_margin: 32,
            improving_turns: 1,
            reduction_base: 35,
            reduction_divisor: 218,
            iterative_reduction_depth: 5,
            singular_depth: 5,
            singular_entry_depth: 4,
            singular_margin: 11,
            aspiration_window: 35,
            ..SearchParams::DEFAULT
        };
        &PARAMS
    }
}

/// The cells that could be an answer to `threats`, cells where the enemy would win.
#[inline(always)]
fn candidates(own: u64, enemy: u64, threats: u64) -> u64 {
    // Each threat has to be met. The first is met only by taking its cell; by taking the last other liberty that
    // the stone on it would have, which makes it suicide; or by a capture, be it of a stone of the line or of one
    // around a group that the stone on it would have captured.
    let empty = BOARD & !(own | enemy);
    let threat = threats & threats.wrapping_neg();
    let line = connected(threat, enemy | threat, enemy);
    let liberties = neighbours(line) & empty & !threat;
    let mut candidates = if liberties.count_ones() == 1 { threat | liberties } else { threat };
    weak_groups(enemy, empty, |_, liberties| {
        if liberties.is_power_of_two() {
            candidates |= liberties;
        }
    });
    candidates
}

/// Which of the legal `cells` leave the enemy without a win at once.
#[inline(always)]
fn harmless(own: u64, enemy: u64, cells: u64) -> u64 {
    let harmless = |&cell: &usize| {
        let own = own | 1 << cell;
        let enemy = enemy & !captured(enemy, neighbours(BOARD & !(own | enemy)), cell);
        let fives = completions(enemy, BOARD & !(own | enemy));
        fives == 0 || fives & placements(enemy, own) == 0
    };
    members(cells).filter(harmless).fold(0, |found, cell| found | 1 << cell)
}
