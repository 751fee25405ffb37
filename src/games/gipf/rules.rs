//! The rules of GIPF in its three variants.
//!
//! A turn is a push; then the rows that it made are taken, first by the one who pushed, then by the other. In that
//! phase the position tells who pushed, and every row is a decision of its own.

use super::board::{self, LINE, PUSH, PUSHES};
use super::decision::{self, Decision};
use crate::board::bits::{Isa, Kernel, fastest, hash_key, members};
use crate::game::*;

/// Which GIPF is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Single pieces only.
    Basic,
    /// The six pieces of the start are GIPF-pieces.
    Standard,
    /// An empty board, to which the players bring their GIPF-pieces first.
    Tournament,
}

/// What is chosen before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// Extra pieces in reserve for White and for Black, 0 to 3 for one of them: the handicap.
    pub extra: [u8; 2],
}

impl Setup {
    /// A game without handicap.
    pub const fn new(variant: Variant) -> Self {
        Self { variant, extra: [0, 0] }
    }

    /// How many pieces each side has, on the board and in reserve together.
    pub fn army(&self) -> [u8; 2] {
        let pieces = if self.variant == Variant::Basic { 15 } else { 18 };
        self.extra.map(|extra| pieces + extra)
    }
}

/// A position of GIPF. White is [`Player::FIRST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gipf {
    /// The spots with pieces of each player, single or stacked.
    pub(super) pieces: [u64; 2],
    /// The spots with GIPF-pieces of either player.
    pub(super) stacks: u64,
    /// The lines of which the player to decide has a row but chose to take nothing, this turn.
    pub(super) settled: u32,
    /// The single pieces that each player has in hand.
    pub(super) reserve: [u8; 2],
    /// The pieces that each player began with; what is neither on the board nor in reserve was captured.
    pub(super) army: [u8; 2],
    /// Whether each player may still bring in GIPF-pieces.
    pub(super) may_stack: [bool; 2],
    /// Who takes the next decision.
    pub(super) to_decide: Player,
    /// While rows are being taken: who pushed.
    pub(super) pushed: Option<Player>,
    /// The variant.
    pub(super) variant: Variant,
}

impl Gipf {
    /// The spots with a piece.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The lines with a row that the player to decide has yet to deal with; only while rows are being taken.
    #[inline]
    pub(super) fn open_rows(&self) -> u32 {
        board::rows(self.pieces[self.to_decide.index()]) & !self.settled
    }

    /// The spots that the row of the player to decide in a line takes off.
    #[inline]
    pub(super) fn segment(&self, line: usize) -> u64 {
        LINE[line].segment(self.pieces[self.to_decide.index()], self.occupied())
    }

    /// Whether a player could bring in a GIPF-piece, were he to push.
    #[inline(always)]
    pub(super) fn can_stack(&self, player: usize) -> bool {
        self.may_stack[player] && self.reserve[player] >= 2
    }

    /// Whether a player must bring in a GIPF-piece: he has pushed nothing so far. A position does not remember more
    /// than its pieces, so one who has taken all of his back into his hand is as one who has not begun.
    #[inline(always)]
    pub(super) fn must_stack(&self, player: usize) -> bool {
        self.may_stack[player] && self.reserve[player] == self.army[player]
    }

    #[inline(always)]
    fn has_no_gipf_piece(&self, player: usize) -> bool {
        self.stacks & self.pieces[player] == 0 && !self.can_stack(player)
    }

    /// The codes of the pushes that the player may make if all lines have a hole: with which to begin, and how many.
    #[inline(always)]
    pub(super) fn push_codes(&self) -> (usize, usize) {
        let me = self.to_decide.index();
        match (self.can_stack(me), self.must_stack(me)) {
            (false, _) => (0, PUSHES),
            (true, false) => (0, 2 * PUSHES),
            (true, true) => (PUSHES, PUSHES),
        }
    }

    #[inline(always)]
    fn push(&mut self, push: usize, stacked: bool) {
        let me = self.to_decide.index();
        let push = &PUSH[push];
        let chain = push.chain(push.line & !self.occupied());
        let shift = |set: u64| set & !chain | push.moved(set & chain);
        self.pieces = self.pieces.map(shift);
        self.stacks = shift(self.stacks);
        self.pieces[me] |= push.first;
        if stacked {
            self.stacks |= push.first;
            self.reserve[me] -= 2;
        } else {
            self.may_stack[me] = false;
            self.reserve[me] -= 1;
        }
        if board::has_row(self.pieces[0]) | board::has_row(self.pieces[1]) {
            self.pushed = Some(self.to_decide);
            self.look_for_rows();
        } else {
            self.to_decide = self.to_decide.other();
        }
    }

    fn take(&mut self, line: usize, taken: u16) {
        let (me, you) = (self.to_decide.index(), self.to_decide.other().index());
        let taken = LINE[line].unpack(taken);
        let own = taken & self.pieces[me];
        self.reserve[me] += (own.count_ones() + (own & self.stacks).count_ones()) as u8;
        self.pieces[me] &= !taken;
        self.pieces[you] &= !taken;
        self.stacks &= !taken;
        if taken == 0 {
            self.settled |= 1 << line;
        }
        self.look_for_rows();
    }

    /// After a push or a row: finds whose row is next, or ends the turn.
    #[cold]
    fn look_for_rows(&mut self) {
        let Some(pusher) = self.pushed else { return };
        let rows = board::rows(self.pieces[self.to_decide.index()]);
        // Forget rows that are no more, so that the order of decisions leaves no trace.
        self.settled &= rows;
        if rows != self.settled {
            return;
        }
        self.settled = 0;
        if self.to_decide == pusher {
            self.to_decide = pusher.other();
            if board::has_row(self.pieces[self.to_decide.index()]) {
                return;
            }
        }
        self.to_decide = pusher.other();
        self.pushed = None;
    }

    /// The ways to take the row in a line: the packed spots that must go and the GIPF-pieces that may.
    #[inline]
    fn row_choices(&self, line: usize) -> (u16, u16) {
        let segment = self.segment(line);
        (LINE[line].pack(segment & !self.stacks), LINE[line].pack(segment & self.stacks))
    }

    pub(super) fn list_rows(&self, list: &mut MoveList) {
        for line in members(u64::from(self.open_rows())) {
            let (singles, stacks) = self.row_choices(line);
            let mut subset = stacks;
            loop {
                list.push(Decision::Row { line, taken: singles | subset }.to_move());
                if subset == 0 {
                    break;
                }
                subset = (subset - 1) & stacks;
            }
        }
    }

    fn count_rows(&self) -> usize {
        members(u64::from(self.open_rows())).map(|line| 1 << (self.segment(line) & self.stacks).count_ones()).sum()
    }

    #[cold]
    fn random_row(&self, rng: &mut Rng) -> Move {
        let mut choice = random_below(rng, self.count_rows() as u32);
        for line in members(u64::from(self.open_rows())) {
            let (singles, stacks) = self.row_choices(line);
            if choice >> stacks.count_ones() == 0 {
                let kept = members(u64::from(stacks)).enumerate().filter(|&(i, _)| choice >> i & 1 != 0);
                let taken = kept.fold(singles | stacks, |taken, (_, bit)| taken & !(1 << bit));
                return Decision::Row { line, taken }.to_move();
            }
            choice -= 1 << stacks.count_ones();
        }
        unreachable!("the choices were counted")
    }

    #[inline(always)]
    fn choose(&self, rng: &mut Rng) -> Move {
        if self.pushed.is_some() {
            return self.random_row(rng);
        }
        let (first, count) = self.push_codes();
        let occupied = self.occupied();
        // Few lines are ever full, so that drawing again is cheaper than knowing them beforehand.
        loop {
            let code = first + random_below(rng, count as u32) as usize;
            let line = PUSH[if code < PUSHES { code } else { code - PUSHES }].line;
            if line & !occupied != 0 {
                return Move::new(code as u16);
            }
        }
    }
}

impl Game for Gipf {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = decision::CODES;
    const PLAYOUT_CAP: usize = 500;
    const REPETITION: bool = true;

    fn start(setup: &Setup) -> Self {
        let spots = |points: [board::Point; 3]| points.iter().fold(0, |set, &point| set | 1 << board::bit(point));
        let (white, black) = match setup.variant {
            Variant::Tournament => (0, 0),
            _ => (spots([(0, 3), (3, 0), (6, 6)]), spots([(0, 0), (3, 6), (6, 3)])),
        };
        let in_hand = if setup.variant == Variant::Tournament { 18 } else { 12 };
        Self {
            pieces: [white, black],
            stacks: if setup.variant == Variant::Standard { white | black } else { 0 },
            settled: 0,
            reserve: setup.extra.map(|extra| in_hand + extra),
            army: setup.army(),
            may_stack: [setup.variant == Variant::Tournament; 2],
            to_decide: Player::FIRST,
            pushed: None,
            variant: setup.variant,
        }
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.to_decide
    }

    /// If both have lost their GIPF-pieces in one turn, the player to move loses, as with empty reserves.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.pushed.is_some() {
            return None;
        }
        let (me, you) = (self.to_decide, self.to_decide.other());
        if self.variant != Variant::Basic {
            if self.has_no_gipf_piece(me.index()) {
                return Some(Outcome::loss(me));
            }
            if self.has_no_gipf_piece(you.index()) {
                return Some(Outcome::loss(you));
            }
        }
        (self.reserve[me.index()] == 0).then_some(Outcome::loss(me))
    }

    #[inline]
    fn moves(&self, list: &mut MoveList) {
        if self.pushed.is_some() {
            return self.list_rows(list);
        }
        let (first, count) = self.push_codes();
        let occupied = self.occupied();
        for (line, _) in LINE.iter().enumerate().filter(|(_, line)| line.spots & !occupied != 0) {
            for code in (first..first + count).step_by(PUSHES) {
                list.push(Move::new((code + 2 * line) as u16));
                list.push(Move::new((code + 2 * line + 1) as u16));
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match Decision::of(mv) {
            Decision::Push { push, stacked } => self.push(push, stacked),
            Decision::Row { line, taken } => self.take(line, taken),
        }
    }

    /// Made from the whole position when asked for: that is two multiplications, where keeping it up to date would
    /// take a look at every piece that a push shifts.
    #[inline]
    fn key(&self) -> u64 {
        const SALT: [u64; 4] =
            [hash_key(0x6769_7066), hash_key(0x6769_7067), hash_key(0x6769_7068), hash_key(0x6769_7069)];
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let phase = match self.pushed {
            None => 0,
            Some(pusher) => 1 + pusher.index() as u64,
        };
        let rest = u64::from(self.settled)
            | (self.to_decide.index() as u64) << 32
            | phase << 34
            | u64::from(self.may_stack[0]) << 36
            | u64::from(self.may_stack[1]) << 37
            | u64::from(self.reserve[0]) << 40
            | u64::from(self.reserve[1]) << 48;
        let pieces = fold(self.pieces[0] ^ SALT[0], self.pieces[1] ^ SALT[1]);
        fold(pieces ^ self.stacks, rest ^ SALT[2]) ^ SALT[3]
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        if self.pushed.is_some() {
            return self.count_rows();
        }
        let occupied = self.occupied();
        let open = LINE.iter().filter(|line| line.spots & !occupied != 0).count();
        self.push_codes().1 / PUSHES * 2 * open
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        self.choose(rng)
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        fastest(Playout { position: self, rng })
    }
}

struct Playout<'a> {
    position: Gipf,
    rng: &'a mut Rng,
}

impl Kernel for Playout<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Outcome {
        let mut position = self.position;
        for _ in 0..Gipf::PLAYOUT_CAP {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            position.play(position.choose(self.rng));
        }
        position.outcome().unwrap_or(Outcome::DRAW)
    }
}

impl Seating for Gipf {}
