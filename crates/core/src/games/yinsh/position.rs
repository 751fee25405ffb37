//! A position of YINSH: its data, and the effect of a decision.

use super::board::{BOARD, between, fives, has_five, window};
use super::decision::Decision;
use super::lines::{Lines, Reach};
use crate::board::bits::members;
use crate::game::{Outcome, Player};
use crate::games::swap::Swap;

/// How many rings each player places.
pub const RINGS: u32 = 5;

/// How many markers there are for both players together.
pub const POOL: u8 = 51;

/// The next decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Where to place a ring.
    Place,
    /// Which ring to move where; also the phase of every finished game.
    Move,
    /// Which row to take.
    Row,
    /// Which ring to take off for the row just taken.
    Ring,
}

/// A position of YINSH.
///
/// Colours are written as the players who own them while nobody has swapped, White as [`Player::FIRST`]. Only what other
/// modules ask for is about the players themselves: `owner` and `colour_of` lead from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yinsh {
    /// The rings of each colour.
    pub(super) rings: [Lines; 2],
    /// The markers of both colours.
    pub(super) markers: Lines,
    /// The markers that show White; in one view only, as rings move alike over all markers.
    pub(super) white: u128,
    /// How many rings each colour has taken off.
    pub(super) taken: [u8; 2],
    /// How many rings win.
    pub(super) rings_to_win: u8,
    /// How many markers are on the board.
    pub(super) marker_count: u8,
    /// The kind of decision.
    pub(super) phase: Phase,
    /// The colour to decide.
    pub(super) decides: Player,
    /// The colour that moves a ring next; in the phases `Row` and `Ring` that shows whose turn it is.
    pub(super) moves_next: Player,
    /// How many passes there have been in a row.
    pub(super) passes: u8,
    /// Open only while rings are placed and Black has none.
    pub(super) swap: Swap,
}

impl Yinsh {
    /// The player who owns a colour.
    #[inline(always)]
    pub(super) fn owner(&self, colour: Player) -> Player {
        self.swap.owner(colour.index())
    }

    /// The colour that a player owns.
    #[inline(always)]
    pub(super) fn colour_of(&self, player: Player) -> Player {
        // The same lookup both ways: players have their own colours or each other's.
        self.owner(player)
    }

    /// Whether the first ring may be taken over now.
    #[inline(always)]
    pub(super) fn may_swap(&self) -> bool {
        self.swap == Swap::Open && self.decides == Player::SECOND
    }

    /// The markers that show the colour of `player`.
    #[inline(always)]
    pub(super) fn markers_of(&self, player: Player) -> u128 {
        let others = if player == Player::FIRST { 0 } else { u128::MAX };
        self.markers.set() & (self.white ^ others)
    }

    /// The points without a piece.
    #[inline(always)]
    pub(super) fn free(&self) -> u128 {
        BOARD & !(self.rings[0].set() | self.rings[1].set() | self.markers.set())
    }

    /// Where the rings of `player` can go.
    #[inline(always)]
    pub(super) fn reach(&self, player: Player) -> Reach {
        Reach::new(&self.rings[player.index()], &self.rings[player.other().index()], &self.markers)
    }

    /// The first points of the rows of `player`, by direction.
    #[inline(always)]
    pub(super) fn rows(&self, player: Player) -> [u128; 3] {
        let markers = self.markers_of(player);
        [fives::<0>(markers), fives::<1>(markers), fives::<2>(markers)]
    }

    /// Whether `player` has a row to take.
    #[inline(always)]
    pub(super) fn has_row(&self, player: Player) -> bool {
        has_five(self.markers_of(player))
    }

    /// Whether `player` has taken off as many rings as it needs to win.
    #[inline(always)]
    pub(super) fn has_won(&self, player: Player) -> bool {
        self.taken[player.index()] == self.rings_to_win
    }

    /// How many rings `player` has yet to place.
    #[inline(always)]
    pub(super) fn rings_to_place(&self, player: Player) -> u32 {
        RINGS - self.rings[player.index()].set().count_ones() - u32::from(self.taken[player.index()])
    }

    /// The points that a decision about a single point can name.
    #[inline(always)]
    pub(super) fn single_points(&self) -> u128 {
        if self.phase == Phase::Place { self.free() } else { self.rings[self.decides.index()].set() }
    }

    #[inline(always)]
    fn place(&mut self, point: usize) {
        let me = self.decides;
        if self.may_swap() {
            self.swap = Swap::No;
        }
        self.rings[me.index()] = self.rings[me.index()].xor(Lines::spot(point));
        // From the start the players take turns; a position text may leave one with more to place.
        if self.rings_to_place(me.other()) > 0 {
            self.decides = me.other();
        } else if self.rings_to_place(me) == 0 {
            (self.phase, self.decides) = (Phase::Move, self.moves_next);
        }
    }

    #[inline(always)]
    fn go(&mut self, from: usize, to: usize) {
        let me = self.decides;
        let leave = Lines::spot(from);
        self.white ^= between(from, to) & self.markers.set();
        self.white |= if me == Player::FIRST { leave.set() } else { 0 };
        self.markers = self.markers.xor(leave);
        self.rings[me.index()] = self.rings[me.index()].xor(leave).xor(Lines::spot(to));
        self.marker_count += 1;
        self.passes = 0;
        self.moves_next = me.other();
        self.go_on();
    }

    #[inline(always)]
    fn take_row(&mut self, first: usize, direction: usize) {
        let row = window(first, direction);
        for point in members(row) {
            self.markers = self.markers.xor(Lines::spot(point));
        }
        self.white &= !row;
        self.marker_count -= 5;
        // Only where a position text has left out rings can there be none to take off.
        if self.rings[self.decides.index()].set() == 0 {
            self.go_on();
        } else {
            self.phase = Phase::Ring;
        }
    }

    #[inline(always)]
    fn take_ring(&mut self, point: usize) {
        let me = self.decides.index();
        self.rings[me] = self.rings[me].xor(Lines::spot(point));
        self.taken[me] += 1;
        if self.has_won(self.decides) {
            (self.phase, self.decides) = (Phase::Move, self.moves_next);
        } else {
            self.go_on();
        }
    }

    /// Continues with the next row of the player to decide or, if the player who moved has none left, with the
    /// opponent's turn.
    #[inline(always)]
    fn go_on(&mut self) {
        let own = self.has_row(self.decides);
        let theirs = self.has_row(self.moves_next);
        self.phase = if own | theirs { Phase::Row } else { Phase::Move };
        self.decides = if own { self.decides } else { self.moves_next };
    }

    /// The outcome if this colour has won.
    fn win_of(&self, colour: Player) -> Outcome {
        Outcome::win(self.owner(colour))
    }

    /// The result when no more rings can move: the side with more rings taken off wins.
    fn compare_rings(&self) -> Outcome {
        match self.taken[0].cmp(&self.taken[1]) {
            std::cmp::Ordering::Greater => self.win_of(Player::FIRST),
            std::cmp::Ordering::Less => self.win_of(Player::SECOND),
            std::cmp::Ordering::Equal => Outcome::DRAW,
        }
    }

    /// Takes a decision.
    #[inline(always)]
    pub(super) fn decide(&mut self, decision: Decision) {
        match decision {
            Decision::Go(from, to) => self.go(from, to),
            Decision::Place(point) => self.place(point),
            Decision::Row(first, direction) => self.take_row(first, direction),
            Decision::Ring(point) => self.take_ring(point),
            Decision::Pass => {
                self.passes += 1;
                self.decides = self.decides.other();
                self.moves_next = self.decides;
            }
            Decision::Swap => self.swap = Swap::Done,
        }
    }

    /// The result, if the game has ended.
    #[inline(always)]
    pub(super) fn result(&self) -> Option<Outcome> {
        if self.phase != Phase::Move {
            return None;
        }
        if self.has_won(Player::FIRST) || self.has_won(Player::SECOND) || self.marker_count == POOL || self.passes == 2
        {
            return Some(self.compare_rings());
        }
        None
    }
}
