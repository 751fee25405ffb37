//! A position of Zèn: its data, and the effect of a move. The numbers are those of docs/rules/zen.md.
//!
//! A move is as long as its line has pieces, so the position counts the pieces of all 64 lines as it goes. Whether
//! the game has ended is found out when a move is played, and only for a side that the move can have connected.

use super::board::{LINES, NOWHERE, STEP, Squares, VIEW, group, single, single_at};
use super::decision::{PASS, squares_of, step};
use super::setup::{Colour, Setup, Variant};
use crate::board::bits::{hash_key, hash_keys, members};
use crate::board::wide::Wide;
use crate::game::{Move, Outcome, Player};

/// A position of Zèn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zen {
    /// White's pawns, Black's pawns.
    pub(super) pawns: [Squares; 2],
    pub(super) key: u64,
    /// How many pieces of any kind each line has.
    counts: [u8; LINES],
    /// Where the Zen is, or [`NOWHERE`].
    zen: u8,
    /// Where the Zen may not go (rule 3a), or [`NOWHERE`].
    ban: u8,
    pub(super) passes: u8,
    /// The seat to move, from 0. The sides take turns, so the lowest bit is the side.
    pub(super) seat: u8,
    /// 1 for two seats, 3 for four.
    pub(super) last_seat: u8,
    /// The colour of the side that starts.
    first: u8,
    free: bool,
    pub(super) result: Option<Outcome>,
}

/// The pieces that a text or a symmetry puts on the board.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    pub pawns: [Squares; 2],
    pub zen: usize,
    pub ban: usize,
}

/// Zobrist keys: white pawn, black pawn, the Zen, the ban. Of no square: 0.
static KEYS: [[u64; 128]; 4] = {
    let mut keys: [[u64; 128]; 4] = [hash_keys(0x2e0), hash_keys(0x2e1), hash_keys(0x2e2), hash_keys(0x2e3)];
    keys[2][NOWHERE] = 0;
    keys[3][NOWHERE] = 0;
    keys
};
const KEY_BLACK: u64 = hash_key(0x2e4 << 32);
const KEY_PASSED: u64 = hash_key(0x2e5 << 32);
const ZEN: usize = 2;
const BAN: usize = 3;

/// The pawns on a line, as bits from its first square on.
#[derive(Clone, Copy, Default)]
struct Line {
    own: u32,
    enemy: u32,
}

impl Line {
    /// Whether a pawn of the side to move may go this far forwards from `place`, with `ahead` squares before it, and
    /// whether it may go as far backwards: not past an enemy pawn, nor onto a pawn of its own, nor off the board.
    #[inline(always)]
    fn is_open(self, place: u32, ahead: u32, length: u32) -> [bool; 2] {
        // The last square of the line stops a pawn as an enemy there would: it may be reached, but not passed.
        let forwards = (self.enemy >> place | 1 << ahead).trailing_zeros();
        let behind = self.enemy & ((1 << place) - 1) | 1;
        let backwards = place - (31 - behind.leading_zeros());
        let own = u64::from(self.own);
        let is_own = [own >> length >> place & 1, own << length >> place & 1];
        [(length <= forwards) & (is_own[0] == 0), (length <= backwards) & (is_own[1] == 0)]
    }
}

/// The pawns on each line.
#[inline(always)]
fn contents_of_lines([own, enemy]: [Squares; 2]) -> [Line; LINES] {
    let mut lines = [Line::default(); LINES];
    for square in members(own) {
        let view = &VIEW[square & 127];
        (0..4).for_each(|axis| lines[usize::from(view.line[axis]) & (LINES - 1)].own |= 1 << view.place[axis]);
    }
    for square in members(enemy) {
        let view = &VIEW[square & 127];
        (0..4).for_each(|axis| lines[usize::from(view.line[axis]) & (LINES - 1)].enemy |= 1 << view.place[axis]);
    }
    lines
}

impl Zen {
    /// The position with these pieces; everything that play updates is recomputed.
    pub(super) fn build(setup: &Setup, pieces: Pieces, seat: usize, passes: usize) -> Self {
        let mut position = Self {
            pawns: pieces.pawns,
            key: 0,
            counts: [0; LINES],
            zen: pieces.zen as u8,
            ban: pieces.ban as u8,
            passes: passes as u8,
            seat: seat as u8,
            last_seat: if setup.four { 3 } else { 1 },
            first: setup.first as u8,
            free: setup.variant == Variant::Free,
            result: None,
        };
        for square in members(position.occupied()) {
            for line in VIEW[square].line {
                position.counts[usize::from(line)] += 1;
            }
        }
        for (kind, set) in [pieces.pawns[0], pieces.pawns[1], single(pieces.zen), single(pieces.ban)].iter().enumerate()
        {
            position.key = members(*set).fold(position.key, |key, square| key ^ KEYS[kind][square]);
        }
        if position.colour() == Colour::Black {
            position.key ^= KEY_BLACK;
        }
        position.end_if_connected([true, true]);
        position.end_after_passes();
        position
    }

    /// Whether the Zen need not touch a pawn: the variant `zen-free`.
    #[inline(always)]
    pub(super) fn is_free(&self) -> bool {
        self.free
    }

    /// The setup of the game that this position belongs to.
    pub(super) fn setup(&self) -> Setup {
        Setup {
            variant: if self.free { Variant::Free } else { Variant::Zen },
            first: if self.first == 0 { Colour::White } else { Colour::Black },
            four: self.last_seat == 3,
        }
    }

    /// The colour to move.
    #[inline(always)]
    pub fn colour(&self) -> Colour {
        if (self.seat ^ self.first) & 1 == 0 { Colour::White } else { Colour::Black }
    }

    /// The colour that `player` owns.
    #[inline(always)]
    pub fn colour_of(&self, player: Player) -> Colour {
        if player.index() as u8 ^ self.first == 0 { Colour::White } else { Colour::Black }
    }

    /// The pieces that must come together for `colour`: its pawns, and the Zen while it is on the board.
    #[inline(always)]
    pub(super) fn army(&self, colour: Colour) -> Squares {
        self.pawns[colour as usize] | single(self.zen())
    }

    /// Where the Zen is, or [`NOWHERE`].
    #[inline(always)]
    pub(super) fn zen(&self) -> usize {
        usize::from(self.zen)
    }

    /// Where rule 3a forbids the Zen to go, or [`NOWHERE`].
    #[inline(always)]
    pub(super) fn ban(&self) -> usize {
        usize::from(self.ban)
    }

    /// How many turns have been passed in a row.
    pub(super) fn passes(&self) -> usize {
        usize::from(self.passes)
    }

    /// The same board with the next seat to move and no ban: the result of a pass, except for its count.
    #[inline(always)]
    pub(super) fn skipped(&self) -> Self {
        let mut position = *self;
        position.key ^= KEYS[BAN][self.ban() & 127] ^ KEY_BLACK;
        position.ban = NOWHERE as u8;
        position.seat = (self.seat + 1) & self.last_seat;
        position
    }

    /// The same position as if nobody had just passed.
    pub(super) fn without_passes(&self) -> Self {
        let mut position = *self;
        if self.passes > 0 && self.steps().1 == 0 {
            position.key ^= KEY_PASSED;
        }
        position.passes = 0;
        position
    }

    pub(super) fn occupied(&self) -> Squares {
        self.pawns[0] | self.pawns[1] | single(self.zen())
    }

    /// How many pieces the line through `square` along the axis of `direction` has: the length of a move there.
    #[inline(always)]
    pub(super) fn length(&self, square: usize, direction: usize) -> usize {
        usize::from(self.counts[usize::from(VIEW[square & 127].line[direction & 3]) & (LINES - 1)])
    }

    /// Where the piece on `from` gets to in a direction by rules 1 and 2, if it may move there.
    #[inline(always)]
    pub(super) fn target(&self, from: usize, direction: usize) -> (usize, bool) {
        let view = &VIEW[from & 127];
        let length = self.length(from, direction);
        let to = (from as i32 + length as i32 * STEP[direction]) as usize & 127;
        let colour = self.colour() as usize;
        let [own, enemy] = [colour, colour ^ 1].map(|colour| Wide::new(&self.pawns[colour]));
        let between = Wide::new(&view.ray[direction]) & Wide::new(&VIEW[to].ray[direction ^ 4]);
        let stopped = (between & enemy) | (Wide::new(single_at(to)) & own);
        (to, (length <= usize::from(view.reach[direction])) & !stopped.any())
    }

    #[inline(always)]
    pub(super) fn own_and_enemy(&self) -> [Squares; 2] {
        let colour = self.colour() as usize;
        [self.pawns[colour], self.pawns[colour ^ 1]]
    }

    /// Rule 3: whether the Zen may end its move on `to`.
    #[inline(always)]
    pub(super) fn zen_may_enter(&self, to: usize) -> bool {
        to != self.ban() && (self.free || VIEW[to & 127].around & (self.pawns[0] | self.pawns[1]) != 0)
    }

    /// Calls `found` with every square to which the piece on `from`, of the side to move or the Zen, may go.
    #[inline(always)]
    pub(super) fn each_step_from(&self, from: usize, mut found: impl FnMut(usize)) {
        for direction in 0..8 {
            let (to, may_go) = self.target(from, direction);
            if may_go && (from != self.zen() || self.zen_may_enter(to)) {
                found(to);
            }
        }
    }

    /// All legal moves except a pass, at the start of the array, and their number.
    ///
    /// About half of the (piece, direction) pairs are legal, unpredictably, so each is written and only the legal
    /// ones are counted.
    #[inline(always)]
    pub(super) fn steps(&self) -> ([Move; 128], usize) {
        let mut steps = [PASS; 128];
        let mut count = 0;
        let own_and_enemy = self.own_and_enemy();
        let lines = contents_of_lines(own_and_enemy);
        for from in members(own_and_enemy[0]) {
            let view = &VIEW[from & 127];
            let along = |axis: usize| {
                let line = usize::from(view.line[axis]) & (LINES - 1);
                let length = u32::from(self.counts[line]);
                (length, lines[line].is_open(view.place[axis].into(), view.reach[axis].into(), length))
            };
            let along = [along(0), along(1), along(2), along(3)];
            for direction in 0..8 {
                let (length, is_open) = along[direction & 3];
                let to = (from as i32 + length as i32 * STEP[direction]) as usize & 127;
                steps[count & 127] = step(from, to);
                count += usize::from(is_open[direction >> 2]);
            }
        }
        if self.zen() != NOWHERE {
            self.each_step_from(self.zen(), |to| {
                steps[count & 127] = step(self.zen(), to);
                count += 1;
            });
        }
        (steps, count)
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn advance(&mut self, mv: Move) {
        let colour = self.colour();
        let [me, enemy] = [colour as usize, colour.other() as usize];
        *self = self.skipped();
        let Some((from, to)) = squares_of(mv) else {
            // The pass before is in the key, as this one was the only move.
            if self.passes > 0 {
                self.key ^= KEY_PASSED;
            }
            self.passes += 1;
            self.end_after_passes();
            return;
        };
        let (leaves, enters) = (single(from), single(to));
        let captures = (self.pawns[enemy] & enters != 0) | (to == self.zen());
        self.passes = 0;
        if self.pawns[enemy] & enters != 0 {
            self.pawns[enemy] ^= enters;
            self.key ^= KEYS[enemy][to & 127];
        }
        let mut touched = captures;
        if from == self.zen() {
            touched = true;
            self.key ^= KEYS[ZEN][from & 127] ^ KEYS[ZEN][to & 127] ^ KEYS[BAN][from & 127];
            self.zen = to as u8;
            self.ban = from as u8;
        } else {
            self.key ^= KEYS[me][from & 127] ^ KEYS[me][to & 127];
            self.pawns[me] ^= leaves | enters;
            if to == self.zen() {
                self.key ^= KEYS[ZEN][to & 127];
                self.zen = NOWHERE as u8;
            }
        }
        for line in VIEW[from & 127].line {
            self.counts[usize::from(line) & (LINES - 1)] -= 1;
        }
        if !captures {
            for line in VIEW[to & 127].line {
                self.counts[usize::from(line) & (LINES - 1)] += 1;
            }
        }
        let mut changed = [touched; 2];
        changed[me] = true;
        self.end_if_connected(changed);
    }

    /// Rule 4, for the colours that a move can have connected.
    #[inline(always)]
    fn end_if_connected(&mut self, changed: [bool; 2]) {
        let white = changed[0] && self.connected(Colour::White);
        let black = changed[1] && self.connected(Colour::Black);
        if white | black {
            self.result =
                Some(Outcome::shared((u8::from(white) << self.first) | (u8::from(black) << (self.first ^ 1))));
        }
    }

    /// Rule 5 after a pass. The passes enter the key only where the next player must pass too: elsewhere they do not
    /// matter, and repetition (board, side to move, ban) must take such positions for the same.
    fn end_after_passes(&mut self) {
        if self.passes > 0 && self.result.is_none() {
            if self.steps().1 == 0 {
                self.key ^= KEY_PASSED;
            }
            if self.passes > 1 {
                self.result = Some(Outcome::DRAW);
            }
        }
    }

    /// Whether all pieces that `colour` needs form one group.
    #[inline(always)]
    pub(super) fn connected(&self, colour: Colour) -> bool {
        let army = self.army(colour);
        let seed = army & army.wrapping_neg();
        self.pawns[colour as usize] != 0 && group(army, seed) == army
    }
}
