//! The rules: the position, what may be decided in it, and what comes of it.

use super::board::{BOARD, around, between, fifths, fives, has_five, window};
use super::decision::{CODES, Decision};
use super::lines::{Lines, Reach};
use super::playout::{Count, Playout, RandomMove, RingMoves};
use crate::board::bits::{Rng, fastest, hash_keys, members};
use crate::game::{Game, Move, MoveList, Outcome, Player, Seating};

/// How many rings each player places.
pub const RINGS: u32 = 5;

/// How many markers there are for both players together.
pub const POOL: u8 = 51;

/// What can be chosen before a game: only the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The name of the variant: `yinsh` or `yinsh-blitz`.
    pub name: &'static str,
    /// How many rings a player has to take off to win.
    pub rings_to_win: u8,
}

impl Setup {
    /// The game as published: three rings win.
    pub const YINSH: Self = Self { name: "yinsh", rings_to_win: 3 };
    /// The short game: one ring wins.
    pub const BLITZ: Self = Self { name: "yinsh-blitz", rings_to_win: 1 };
}

/// What is to be decided next.
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

/// A position of YINSH. White is [`Player::FIRST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yinsh {
    /// The rings of each player.
    pub(super) rings: [Lines; 2],
    /// The markers of both players.
    pub(super) markers: Lines,
    /// The markers that show White; in one view only, as rings move alike over all markers.
    pub(super) white: u128,
    /// How many rings each player has taken off.
    pub(super) taken: [u8; 2],
    /// How many rings win.
    pub(super) rings_to_win: u8,
    /// How many markers are on the board.
    pub(super) marker_count: u8,
    /// What is to be decided.
    pub(super) phase: Phase,
    /// Who decides.
    pub(super) decides: Player,
    /// Who moves a ring next: in the phases `Row` and `Ring` that tells whose turn it is.
    pub(super) moves_next: Player,
    /// How many passes there have been in a row.
    pub(super) passes: u8,
}

impl Yinsh {
    /// The markers that show the colour of `player`.
    #[inline(always)]
    pub(super) fn markers_of(&self, player: Player) -> u128 {
        let others = if player == Player::FIRST { 0 } else { u128::MAX };
        self.markers.set() & (self.white ^ others)
    }

    /// The points without a piece.
    #[inline(always)]
    fn free(&self) -> u128 {
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

    /// The points that a decision about a single point can name.
    #[inline(always)]
    pub(super) fn single_points(&self) -> u128 {
        if self.phase == Phase::Place { self.free() } else { self.rings[self.decides.index()].set() }
    }

    #[inline(always)]
    fn place(&mut self, point: usize) {
        let me = self.decides;
        self.rings[me.index()] = self.rings[me.index()].xor(Lines::spot(point));
        self.decides = me.other();
        if me == Player::SECOND && self.rings[1].set().count_ones() == RINGS {
            self.phase = Phase::Move;
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
        self.after_settling();
    }

    #[inline(always)]
    fn take_row(&mut self, first: usize, direction: usize) {
        let row = window(first, direction);
        for point in members(row) {
            self.markers = self.markers.xor(Lines::spot(point));
        }
        self.white &= !row;
        self.marker_count -= 5;
        self.phase = Phase::Ring;
    }

    #[inline(always)]
    fn take_ring(&mut self, point: usize) {
        let me = self.decides.index();
        self.rings[me] = self.rings[me].xor(Lines::spot(point));
        self.taken[me] += 1;
        if self.has_won(self.decides) {
            (self.phase, self.decides) = (Phase::Move, self.moves_next);
        } else {
            self.after_settling();
        }
    }

    /// Goes on to the next row of the decider or, if that is the mover and he has none, to the opponent's turn.
    #[inline(always)]
    fn after_settling(&mut self) {
        let own = self.has_row(self.decides);
        let theirs = self.has_row(self.moves_next);
        self.phase = if own | theirs { Phase::Row } else { Phase::Move };
        self.decides = if own { self.decides } else { self.moves_next };
    }

    /// Whether the points of a row to come are there: they hold markers or the ring that leaves one.
    #[inline(always)]
    pub(super) fn may_make_row(&self) -> bool {
        has_five(self.markers.set() | self.rings[self.decides.index()].set())
    }

    /// Keeps only the ring moves that make a row of the mover's, if there are any.
    pub(super) fn keep_row_makers(&self, list: &mut MoveList) -> bool {
        if !self.may_make_row() {
            return false;
        }
        let me = self.decides;
        let (own, markers) = (self.markers_of(me), self.markers.set());
        let enemy = markers & !own;
        let fifth = fifths(own);
        let makes_row = |mv: Move| match Decision::decode(mv) {
            Decision::Go(from, to) => {
                let flips = between(from, to) & markers;
                // A move that changes two points of a row goes from one of them over enemy markers next to it.
                let may = (flips | 1 << from) & fifth != 0 || flips & enemy & around(1 << from) != 0;
                may && has_five((own ^ flips) | 1 << from)
            }
            _ => false,
        };
        let mut makers = 0;
        for i in 0..list.len() {
            if makes_row(list[i]) {
                list.swap(makers, i);
                makers += 1;
            }
        }
        if makers > 0 {
            list.truncate(makers);
        }
        makers > 0
    }

    /// The result when no more rings can be moved: more rings taken off wins.
    fn compare_rings(&self) -> Outcome {
        match self.taken[0].cmp(&self.taken[1]) {
            std::cmp::Ordering::Greater => Outcome::win(Player::FIRST),
            std::cmp::Ordering::Less => Outcome::win(Player::SECOND),
            std::cmp::Ordering::Equal => Outcome::DRAW,
        }
    }

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
        }
    }
}

impl Game for Yinsh {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CODES;
    /// No game is longer: 10 rings placed; 5 rows and rings taken at most; 51 + 5 · 5 ring moves, as each uses up a
    /// marker and only a row brings back five; before each of them one pass.
    const PLAYOUT_CAP: usize = 10 + 2 * 5 + 2 * (POOL as usize + 5 * 5) + 2;

    fn start(setup: &Setup) -> Self {
        Self {
            rings: [Lines::EMPTY; 2],
            markers: Lines::EMPTY,
            white: 0,
            taken: [0; 2],
            rings_to_win: setup.rings_to_win,
            marker_count: 0,
            phase: Phase::Place,
            decides: Player::FIRST,
            moves_next: Player::FIRST,
            passes: 0,
        }
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.decides
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Move {
            return None;
        }
        if self.has_won(Player::FIRST) || self.has_won(Player::SECOND) || self.marker_count == POOL || self.passes == 2
        {
            return Some(self.compare_rings());
        }
        None
    }

    fn moves(&self, list: &mut MoveList) {
        match self.phase {
            Phase::Place => list.extend(members(self.free()).map(|point| Decision::Place(point).encode())),
            Phase::Ring => list.extend(members(self.single_points()).map(|point| Decision::Ring(point).encode())),
            Phase::Row => {
                for (direction, rows) in self.rows(self.decides).into_iter().enumerate() {
                    list.extend(members(rows).map(|first| Decision::Row(first, direction).encode()));
                }
            }
            Phase::Move => fastest(RingMoves(self, list)),
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.decide(Decision::decode(mv));
    }

    /// A hash of the whole position at once, by folded 64-bit products as in XXH3. A move changes many points, so
    /// this is cheaper than keeping a Zobrist key up to date, and free where nobody asks, as in playouts.
    #[inline]
    fn key(&self) -> u64 {
        const SECRETS: [u64; 10] = hash_keys(0x59);
        let fold = |i: usize, a: u64, b: u64| {
            let product = u128::from(a ^ SECRETS[i]) * u128::from(b ^ SECRETS[i + 1]);
            product as u64 ^ (product >> 64) as u64
        };
        let half = |half: usize| {
            let black = self.markers.0[half] & !((self.white >> (64 * half)) as u64);
            let white = (self.white >> (64 * half)) as u64;
            fold(4 * half, self.rings[0].0[half], self.rings[1].0[half]) ^ fold(4 * half + 2, white, black)
        };
        let state = [
            self.phase as u8,
            self.decides.index() as u8,
            self.moves_next.index() as u8,
            self.passes,
            self.taken[0],
            self.taken[1],
            0,
            0,
        ];
        fold(8, half(0) ^ half(1), u64::from_le_bytes(state))
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        match self.phase {
            Phase::Move => fastest(Count(self)),
            Phase::Row => self.rows(self.decides).map(u128::count_ones).iter().sum::<u32>() as usize,
            Phase::Place | Phase::Ring => self.single_points().count_ones() as usize,
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        fastest(RandomMove(self, rng))
    }

    #[inline]
    fn playout(self, rng: &mut Rng) -> Outcome {
        fastest(Playout(self, rng))
    }
}

impl Seating for Yinsh {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Tactics};
    use rand::SeedableRng;

    #[test]
    fn what_gains_something_is_what_makes_a_row() {
        let mut rng = Rng::seed_from_u64(7);
        let mut gaining = 0;
        for _ in 0..300 {
            let mut position = Yinsh::start(&Setup::YINSH);
            while position.outcome().is_none() {
                if position.phase == Phase::Move {
                    let (mut all, mut gains) = (MoveList::new(), MoveList::new());
                    position.moves(&mut all);
                    all.retain(|&mut mv| {
                        let mut after = position;
                        after.play(mv);
                        after.has_row(position.decides)
                    });
                    position.noisy_moves(&mut gains);
                    assert_eq!(gains, all, "{position:?}");
                    gaining += gains.len();
                }
                position.play(position.random_move(&mut rng));
            }
        }
        assert!(gaining > 1_000, "{gaining}");
    }

    /// No position is known in which neither player can move, so the first pass is only said to have been.
    #[test]
    fn two_passes_end_the_game() {
        let blocked = "WWWW/1BBBBB1/8/9/10/9/10/9/8/7/4 w 1,0 move w 0";
        let mut position = Yinsh::read_position(&Setup::YINSH, blocked).unwrap();
        position.passes = 1;
        assert_eq!(position.outcome(), None);
        position.play(Decision::Pass.encode());
        for (taken, winner) in [([1, 0], Some(Player::FIRST)), ([1, 1], None), ([1, 2], Some(Player::SECOND))] {
            position.taken = taken;
            assert_eq!(position.outcome().map(Outcome::winner), Some(winner));
        }
    }
}
