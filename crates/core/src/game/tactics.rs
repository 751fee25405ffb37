//! What a search may ask a game beyond its rules. Everything has a default, so a new game needs none of it.

use super::{Game, Move, MoveList, Outcome, SearchParams};

/// What is known of a position before any search; see [`Tactics::status`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nothing is forced.
    Open,
    /// A threat must be answered, and only the relevant moves do.
    Forced,
    /// The game ends with this outcome in exactly this many plies (decisions) if the relevant moves are played: no
    /// player can improve their result, the winner cannot win sooner, the loser cannot last longer.
    Decided(Outcome, u8),
}

/// Threats and forced replies, quiescence, null move, and the numbers that steer a search.
///
/// All methods but [`threats`](Tactics::threats), [`is_evaluable`](Tactics::is_evaluable) and
/// [`params`](Tactics::params) need a game that has not ended. Their argument `threats` is always that of the position
/// itself.
pub trait Tactics: Game {
    /// What [`status`](Tactics::status), [`relevant_moves`](Tactics::relevant_moves) and
    /// [`threat_moves`](Tactics::threat_moves) have in common: computed once for a node and passed to its children and
    /// to every search of it. `()` where there is nothing to keep.
    type Threats: Copy + Send + Sync;

    /// Proof search: a difference of this much in static evaluation, in hundredths, makes the first proof and disproof
    /// numbers of a position differ e-fold.
    const PROOF_SPREAD: i32 = 2_000;
    /// Proof search: the side to decide is assumed to be this much better than its static evaluation.
    const PROOF_TEMPO: i32 = 0;

    /// The threats in this position, from scratch.
    fn threats(&self) -> Self::Threats;

    /// The threats in this position, one decision (or a null move) after one whose threats were `parent`: the same as
    /// [`threats`](Tactics::threats), but often cheaper, as only the mover's part has changed.
    #[inline(always)]
    fn threats_after(&self, _parent: &Self::Threats) -> Self::Threats {
        self.threats()
    }

    /// What is forced or decided, if that is cheap to see; else [`Status::Open`]. [`Status::Forced`] may also mean a
    /// threat that cannot be answered. Searches ask this where they would otherwise evaluate.
    #[inline(always)]
    fn status(&self, _threats: &Self::Threats) -> Status {
        Status::Open
    }

    /// Appends the decisions worth searching and says, exactly, what is forced or decided. The list is never empty, and
    /// leaves out only decisions that cannot be better than the listed ones.
    #[inline]
    fn relevant_moves(&self, _threats: &Self::Threats, list: &mut MoveList) -> Status {
        self.moves(list);
        Status::Open
    }

    /// The same, but where the status is open the list may stay empty: then [`open_moves`](Tactics::open_moves) fills it.
    /// For searches, which often need no list there.
    #[inline(always)]
    fn pressing_moves(&self, threats: &Self::Threats, list: &mut MoveList) -> Status {
        self.relevant_moves(threats, list)
    }

    /// Appends the [`relevant_moves`](Tactics::relevant_moves) of a position whose status is open.
    #[inline(always)]
    fn open_moves(&self, threats: &Self::Threats, list: &mut MoveList) {
        self.relevant_moves(threats, list);
    }

    /// Appends decisions that threaten to win with the next one and, if the other side has such a threat, also answer
    /// it. The status must not be decided. Some may be left out, and one that threatens nothing costs only time.
    #[inline(always)]
    fn threat_moves(&self, _threats: &Self::Threats, _list: &mut MoveList) {}

    /// Appends the noisy moves: those that win something at once, so that a static evaluation holds only if none of
    /// them is played (quiescence search). The position is evaluable and its status open.
    #[inline(always)]
    fn noisy_moves(&self, _list: &mut MoveList) {}

    /// Appends the forcing moves: those that late move pruning must keep, as they threaten or win something. The status
    /// must be open.
    #[inline(always)]
    fn forcing_moves(&self, threats: &Self::Threats, list: &mut MoveList) {
        self.threat_moves(threats, list);
        if self.is_evaluable() {
            self.noisy_moves(list);
        }
    }

    /// The position after the side to decide has skipped its turn, even if the rules forbid that. The best move of the
    /// next side is then its threat. `None` within a turn and where skipping leads to no valid position. The game must
    /// not have ended.
    #[inline(always)]
    fn skip(&self) -> Option<Self> {
        None
    }

    /// Whether [`defences`](Tactics::defences) of this position are known. The status is open.
    #[inline(always)]
    fn knows_defences(&self) -> bool {
        false
    }

    /// Appends the decisions that may spoil `win`, a line by which the other side wins by threats alone once this side
    /// has [skipped](Tactics::skip): the relevance zone of that win. All other decisions lose to it. The list may be
    /// empty.
    #[inline]
    fn defences(&self, threats: &Self::Threats, _win: &[Move], list: &mut MoveList) {
        self.relevant_moves(threats, list);
    }

    /// Whether a static evaluation makes sense here: nothing is left to take or finish. That is not the same as the
    /// start of a turn (YINSH: the opponent's row is taken first).
    #[inline(always)]
    fn is_evaluable(&self) -> bool {
        true
    }

    /// Appends first pieces that games have shown to be worth about the same to both sides, while a swap is open and
    /// nothing has been placed: an engine draws one of them. Nothing where searches know better.
    #[inline]
    fn fair_moves(&self, _list: &mut MoveList) {}

    /// Appends the decisions to choose among where games have shown whether to swap: the swap alone, or all others.
    /// Nothing where that is not clear. Only the choice of a turn asks this; analysis and proofs have all decisions.
    #[inline]
    fn clear_answers(&self, _list: &mut MoveList) {}

    /// The numbers that steer a search and its clock in this variant.
    fn params(&self) -> &'static SearchParams {
        &SearchParams::DEFAULT
    }
}
