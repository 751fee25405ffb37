//! A position of GIPF: its data, and the effect of a decision.
//!
//! A turn is a push; then the rows that it made are taken, first by the player who pushed, then by the other. In that
//! phase the position says who pushed, and every row is a separate decision.

use super::board::{self, LINE, PUSH, PUSHES};
use super::decision::Decision;
use super::setup::Variant;
use crate::board::bits::members;
use crate::game::{MoveList, Outcome, Player};

/// A position of GIPF. White is [`Player::FIRST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gipf {
    /// The spots with pieces of each player, single or stacked.
    pub(super) pieces: [u64; 2],
    /// The spots with GIPF-pieces of either player.
    pub(super) stacks: u64,
    /// The lines of which the player to decide has a row but chose to take nothing, this turn.
    pub(super) declined: u32,
    /// The single pieces that each player has in hand.
    pub(super) reserve: [u8; 2],
    /// The pieces that each player started with; those neither on the board nor in reserve were captured.
    pub(super) army: [u8; 2],
    /// Whether each player may still bring in GIPF-pieces.
    pub(super) may_stack: [bool; 2],
    /// The player who takes the next decision.
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
        board::rows(self.pieces[self.to_decide.index()]) & !self.declined
    }

    /// The spots that the row of the player to decide in a line takes off.
    #[inline]
    pub(super) fn segment(&self, line: usize) -> u64 {
        LINE[line].segment(self.pieces[self.to_decide.index()], self.occupied())
    }

    /// Whether a player could bring in a GIPF-piece, were they to push.
    #[inline(always)]
    pub(super) fn can_stack(&self, player: usize) -> bool {
        self.may_stack[player] && self.reserve[player] >= 2
    }

    /// Whether a player must bring in a GIPF-piece, having pushed nothing so far. A position only remembers its pieces,
    /// so a player who has taken all of them back into the hand counts as one who has not started.
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

    /// Pushes; see [`Decision::Push`](super::decision::Decision).
    #[inline(always)]
    pub(super) fn push(&mut self, push: usize, stacked: bool) {
        let me = self.to_decide.index();
        let push = &PUSH[push];
        let chain = push.chain(push.line & !self.occupied());
        let shift = |set: u64| set & !chain | push.moved(set & chain);
        let mover = |player: usize| if player == me { push.first } else { 0 };
        // In registers until all is known: a look for rows at what has just been stored in parts would wait for it.
        let pieces = [shift(self.pieces[0]) | mover(0), shift(self.pieces[1]) | mover(1)];
        self.pieces = pieces;
        self.stacks = shift(self.stacks);
        if stacked {
            self.stacks |= push.first;
            self.reserve[me] -= 2;
        } else {
            self.may_stack[me] = false;
            self.reserve[me] -= 1;
        }
        if board::has_row(pieces[0]) | board::has_row(pieces[1]) {
            self.pushed = Some(self.to_decide);
            self.look_for_rows();
        } else {
            self.to_decide = self.to_decide.other();
        }
    }

    /// Takes a row; see [`Decision::Row`](super::decision::Decision).
    pub(super) fn take(&mut self, line: usize, taken: u16) {
        let (me, you) = (self.to_decide.index(), self.to_decide.other().index());
        let taken = LINE[line].unpack(taken);
        let own = taken & self.pieces[me];
        self.reserve[me] += (own.count_ones() + (own & self.stacks).count_ones()) as u8;
        self.pieces[me] &= !taken;
        self.pieces[you] &= !taken;
        self.stacks &= !taken;
        if taken == 0 {
            self.declined |= 1 << line;
        }
        self.look_for_rows();
    }

    /// After a push or a row: finds whose row is next, or ends the turn.
    #[cold]
    fn look_for_rows(&mut self) {
        let Some(pusher) = self.pushed else { return };
        let rows = board::rows(self.pieces[self.to_decide.index()]);
        // Forget rows that are no more, so that the order of decisions leaves no trace.
        self.declined &= rows;
        if rows != self.declined {
            return;
        }
        self.declined = 0;
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
    pub(super) fn row_choices(&self, line: usize) -> (u16, u16) {
        let segment = self.segment(line);
        (LINE[line].pack(segment & !self.stacks), LINE[line].pack(segment & self.stacks))
    }

    /// Appends every way to take a row.
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

    /// How many ways there are to take a row.
    pub(super) fn count_rows(&self) -> usize {
        members(u64::from(self.open_rows())).map(|line| 1 << (self.segment(line) & self.stacks).count_ones()).sum()
    }

    /// The result, if the game has ended. If both have lost their GIPF-pieces in one turn, the player to move loses, as
    /// with empty reserves.
    #[inline(always)]
    pub(super) fn result(&self) -> Option<Outcome> {
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
}
