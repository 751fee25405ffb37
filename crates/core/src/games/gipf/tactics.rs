//! What a search may ask: distinct pushes, immediate wins, pushes that make a row.

use super::board::{self, LINE, PUSH, PUSHES, above, below};
use super::position::Gipf;
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::game::{Game, Move, MoveList, NEVER, Outcome, SearchParams, Status, Tactics};

impl Tactics for Gipf {
    type Threats = ();

    #[inline(always)]
    fn threats(&self) {}

    /// Lists one push for each position that can be reached, and sees wins at once.
    #[inline]
    fn relevant_moves(&self, (): &(), list: &mut MoveList) -> Status {
        if self.pushed.is_none() {
            let (first, count) = self.push_codes();
            if first == 0 {
                self.list_different_pushes(0, self.stacks, list);
            }
            if first + count > PUSHES {
                self.list_different_pushes(PUSHES, !self.stacks, list);
            }
            // A push alone wins only against an empty reserve.
            if self.reserve[self.to_decide.other().index()] != 0 {
                return Status::Open;
            }
        } else {
            self.list_rows(list);
        }
        let mut wins = MoveList::new();
        self.list_wins(list, &mut wins);
        if wins.is_empty() {
            return Status::Open;
        }
        *list = wins;
        Status::Decided(Outcome::win(self.to_decide), 1)
    }

    /// A push wins at once only against an empty reserve.
    #[inline(always)]
    fn pressing_moves(&self, (): &(), list: &mut MoveList) -> Status {
        if self.pushed.is_none() && self.reserve[self.to_decide.other().index()] != 0 {
            return Status::Open;
        }
        self.relevant_moves(&(), list)
    }

    /// The pushes that make a row of the mover's.
    #[inline]
    fn noisy_moves(&self, list: &mut MoveList) {
        let rows = fastest(RowPushes { own: self.pieces[self.to_decide.index()], occupied: self.occupied() });
        if rows == 0 {
            return;
        }
        self.relevant_moves(&(), list);
        list.retain(|&mut mv| rows >> (usize::from(mv.code()) % PUSHES) & 1 != 0);
    }

    #[inline(always)]
    fn skip(&self) -> Option<Self> {
        self.is_evaluable().then_some(Self { to_decide: self.to_decide.other(), ..*self })
    }

    #[inline(always)]
    fn is_evaluable(&self) -> bool {
        self.pushed.is_none()
    }

    fn params(&self) -> &'static SearchParams {
        // Every decision of a narrow game may matter.
        const PARAMS: SearchParams =
            SearchParams { usual_turns: 55, late_move_depth: -NEVER, null_move_depth: 3, ..SearchParams::DEFAULT };
        &PARAMS
    }
}

impl Gipf {
    /// Appends the pushes of one kind of piece, but of those that do the same only the first. Lines share one spot at
    /// most, so two pushes do the same if and only if both change nothing but one hole: nothing is in their way, or
    /// only pieces like the new one. The others are those of the opponent and of `another_kind`.
    #[inline]
    fn list_different_pushes(&self, codes: usize, another_kind: u64, list: &mut MoveList) {
        let unlike = self.pieces[self.to_decide.other().index()] | another_kind;
        let different = fastest(DifferentPushes { occupied: self.occupied(), unlike });
        list.extend(members(different).map(|code| Move::new((codes + code) as u16)));
    }

    /// Appends the decisions that win at once, if there are any.
    #[inline]
    fn list_wins(&self, candidates: &[Move], list: &mut MoveList) {
        let win = Some(Outcome::win(self.to_decide));
        for &mv in candidates {
            let mut after = *self;
            after.play(mv);
            if after.outcome() == win {
                list.push(mv);
            }
        }
    }
}

/// Finds the pushes after which the pusher has a row, one bit a push. In a line without a hole none is legal, and what is
/// found for it means nothing.
struct RowPushes {
    own: u64,
    occupied: u64,
}

impl Kernel for RowPushes {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> u64 {
        // Apart, so that the look for rows takes several pushes at a time.
        let after = PUSH.map(|push| {
            let chain = push.chain(push.line & !self.occupied);
            self.own & !chain | push.moved(self.own & chain) | push.first
        });
        let with_row = after.map(|own| u64::from(board::has_row(own)));
        with_row.into_iter().enumerate().fold(0, |found, (push, has)| found | has << push)
    }
}

/// Finds the pushes that do something else than any before them, one bit a push.
struct DifferentPushes {
    occupied: u64,
    unlike: u64,
}

impl Kernel for DifferentPushes {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> u64 {
        // Without branches, as what is on the board cannot be predicted.
        let (mut different, mut filled) = (0, 0);
        for (line, spots) in LINE.iter().map(|line| line.spots).enumerate() {
            let holes = spots & !self.occupied;
            let ends = [(below(holes), board::lowest(holes)), (above(holes), board::highest(holes))];
            for (end, (chain, hole)) in ends.into_iter().enumerate() {
                let fills_only = if spots & chain & self.unlike == 0 { hole } else { 0 };
                different |= u64::from((holes != 0) & (filled & fills_only == 0)) << (2 * line + end);
                filled |= fills_only;
            }
        }
        different
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rng;
    use crate::games::gipf::{Setup, Variant};
    use rand::SeedableRng;

    #[test]
    fn noisy_moves_are_the_pushes_that_make_a_row_of_the_pusher() {
        let mut rng = Rng::seed_from_u64(7);
        for setup in [Variant::Basic, Variant::Standard, Variant::Tournament].map(Setup::new) {
            let mut count = 0;
            for _ in 0..100 {
                let mut position = Gipf::start(&setup);
                while position.outcome().is_none() {
                    if position.is_evaluable() {
                        let (mut expected, mut noisy) = (MoveList::new(), MoveList::new());
                        position.relevant_moves(&(), &mut expected);
                        expected.retain(|&mut mv| {
                            let mut after = position;
                            after.play(mv);
                            after.pushed.is_some() && after.to_decide == position.to_decide
                        });
                        position.noisy_moves(&mut noisy);
                        assert_eq!(noisy, expected, "{position:?}");
                        count += noisy.len();
                    }
                    position.play(position.random_move(&mut rng));
                }
            }
            assert!(count > 1_000, "{count}");
        }
    }
}
