//! Wins at once, and the only replies to a win that threatens.

use super::board::{almost_fives, captured, completions, connected, placements, weak_groups};
use super::rules::{PASS, Pentalath, SWAP, placement};
use crate::board::bits::members;
use crate::board::hex61::{BOARD, neighbours};
use crate::game::{Game, MoveList, Outcome, Outlook};

/// [`Game::outlook`]. Exact: the listed decisions are all those that win at once, or else all that do not lose at
/// once, or else all.
#[inline]
pub fn outlook(position: &Pentalath, list: &mut MoveList) -> Outlook {
    let (own, enemy) = position.own_and_enemy();
    let empty = position.empty();
    let cells = placements(own, enemy);
    let wins = completions(own, empty) & cells;
    if wins != 0 {
        list.extend(members(wins).map(placement));
        return Outlook::Decided(Outcome::win(position.to_move()), 1);
    }
    // Also a five that would be suicide matters: a reply may make it legal.
    let fives = completions(enemy, empty);
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
        if position.passes() == 1 {
            return Outlook::Decided(Outcome::DRAW, 1);
        }
    }
    if position.may_swap() {
        list.push(SWAP);
    }
    if lost {
        Outlook::Decided(Outcome::loss(position.to_move()), 2)
    } else if threats != 0 {
        Outlook::Forced
    } else {
        Outlook::Open
    }
}

/// [`Game::glance`]. A win at once and a threat of one are seen, not whether any reply saves.
#[inline(always)]
pub fn glance(position: &Pentalath) -> Outlook {
    let (own, enemy) = position.own_and_enemy();
    let empty = position.empty();
    let wins = completions(own, empty);
    if wins != 0 && wins & placements(own, enemy) != 0 {
        return Outlook::Decided(Outcome::win(position.to_move()), 1);
    }
    let threats = completions(enemy, empty);
    if threats != 0 && threats & placements(enemy, own) != 0 { Outlook::Forced } else { Outlook::Open }
}

/// [`Game::threats`].
#[inline]
pub fn threats(position: &Pentalath, list: &mut MoveList) {
    let (own, enemy) = position.own_and_enemy();
    let empty = position.empty();
    let mut cells = almost_fives(own, empty);
    if cells != 0 {
        cells &= placements(own, enemy);
        let fives = completions(enemy, empty);
        if fives != 0 && fives & placements(enemy, own) != 0 {
            cells = harmless(own, enemy, cells);
        }
        list.extend(members(cells).map(placement));
    }
}

/// [`Game::forcing`]: threats and captures.
#[inline]
pub fn forcing(position: &Pentalath, list: &mut MoveList) {
    let (own, enemy) = position.own_and_enemy();
    let empty = position.empty();
    let mut cells = almost_fives(own, empty) & placements(own, enemy);
    weak_groups(enemy, empty, |_, liberties| {
        if liberties.is_power_of_two() {
            cells |= liberties;
        }
    });
    list.extend(members(cells).map(placement));
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
