//! Forced replies: fours and threes that one more stone would complete.

use super::decision::{placed_cell, placement};
use super::position::{Yavalath, Yavalath3};
use crate::board::bits::members;
use crate::board::hex61::BOARD;
use crate::board::hex61_lines::{Completions, completions, half_fours};
use crate::game::{Game, Move, MoveList, Outcome, SearchParams, Status, Tactics};

/// Appends a placement on each of `cells`.
fn push(list: &mut MoveList, cells: u64) {
    list.extend(members(cells).map(placement));
}

impl Tactics for Yavalath {
    /// The cells that complete lines of White and of Black.
    type Threats = [Completions; 2];
    const PROOF_SPREAD: i32 = 80;
    const PROOF_TEMPO: i32 = 80;

    #[inline(always)]
    fn threats(&self) -> [Completions; 2] {
        self.stones.map(|stones| completions(stones, self.empty()))
    }

    /// Only the colour that has placed can complete more than before.
    #[inline(always)]
    fn threats_after(&self, parent: &[Completions; 2]) -> [Completions; 2] {
        let (waits, moved) = (usize::from(self.colour), usize::from(self.colour ^ 1));
        let mut threats = *parent;
        threats[moved] = completions(self.stones[moved], self.empty());
        threats[waits] = parent[waits].on(self.empty());
        threats
    }

    #[inline(always)]
    fn status(&self, threats: &[Completions; 2]) -> Status {
        let me = self.to_move();
        let (mine, theirs) = (threats[usize::from(self.colour)], threats[usize::from(self.colour ^ 1)].fours);
        if mine.fours != 0 {
            return Status::Decided(Outcome::win(me), 1);
        }
        if self.may_swap() {
            return Status::Open;
        }
        let safe = self.empty() & !mine.threes;
        if safe == 0 {
            Status::Decided(Outcome::loss(me), 1)
        } else if theirs == 0 {
            Status::Open
        } else if theirs.is_power_of_two() && safe & theirs != 0 {
            Status::Forced
        } else {
            Status::Decided(Outcome::loss(me), 2)
        }
    }

    #[inline]
    fn relevant_moves(&self, threats: &[Completions; 2], list: &mut MoveList) -> Status {
        let (me, empty) = (self.to_move(), self.empty());
        let (mine, theirs) = (threats[usize::from(self.colour)], threats[usize::from(self.colour ^ 1)].fours);
        if mine.fours != 0 {
            push(list, mine.fours);
            return Status::Decided(Outcome::win(me), 1);
        }
        if self.may_swap() {
            // From a position text the swap may answer even a threat.
            self.moves(list);
            return Status::Open;
        }
        let safe = empty & !mine.threes;
        if theirs != 0 {
            let lost = Status::Decided(Outcome::loss(me), if safe == 0 { 1 } else { 2 });
            if safe & theirs != 0 {
                push(list, safe & theirs);
                return if theirs.is_power_of_two() { Status::Forced } else { lost };
            }
            // No block survives: whatever does not lose by itself lasts longest.
            push(list, if safe == 0 { empty } else { safe });
            return lost;
        }
        if safe == 0 {
            push(list, empty);
            return Status::Decided(Outcome::loss(me), 1);
        }
        push(list, safe);
        Status::Open
    }

    #[inline(always)]
    fn pressing_moves(&self, threats: &[Completions; 2], list: &mut MoveList) -> Status {
        let (mine, theirs) = (threats[usize::from(self.colour)], threats[usize::from(self.colour ^ 1)].fours);
        if mine.fours | theirs == 0 && self.empty() & !mine.threes != 0 {
            return Status::Open;
        }
        self.relevant_moves(threats, list)
    }

    #[inline]
    fn threat_moves(&self, threats: &[Completions; 2], list: &mut MoveList) {
        let (mine, theirs) = (threats[usize::from(self.colour)], threats[usize::from(self.colour ^ 1)].fours);
        let mut cells = half_fours(self.stones[usize::from(self.colour)], self.empty()) & !mine.threes;
        if theirs != 0 {
            cells &= theirs;
        }
        push(list, cells);
    }

    #[inline]
    fn skip(&self) -> Option<Self> {
        Some(self.skipped())
    }

    #[inline(always)]
    fn knows_defences(&self) -> bool {
        !self.may_swap()
    }

    /// A stone spoils a win by threats if it occupies a cell which that win needs, or if it makes threats itself, at
    /// once or together with the stones that answer the threats.
    fn defences(&self, threats: &[Completions; 2], win: &[Move], list: &mut MoveList) {
        let (own, enemy) = (usize::from(self.colour), usize::from(self.colour ^ 1));
        let mut stones = self.stones;
        let empty = |stones: [u64; 2]| BOARD & !(stones[0] | stones[1]);
        let mut zone = half_fours(stones[own], empty(stones));
        for threat in win.iter().step_by(2).filter_map(|&mv| placed_cell(mv)) {
            stones[enemy] |= 1 << threat;
            // One cell to win on, which is taken; after the last threat there may be several.
            let wins = completions(stones[enemy], empty(stones)).fours;
            stones[own] |= wins;
            let answers = half_fours(stones[own], empty(stones)) | completions(stones[own], empty(stones)).fours;
            zone |= 1 << threat | wins | answers;
        }
        push(list, zone & self.empty() & !threats[own].threes);
    }

    fn params(&self) -> &'static SearchParams {
        const PARAMS: SearchParams =
            SearchParams { usual_turns: 11, effort_weight: 0, threat_search_depth: 0, ..SearchParams::DEFAULT };
        &PARAMS
    }
}

/// What is known about a position of three-player Yavalath.
#[derive(Clone, Copy, Debug)]
pub struct Threats3 {
    /// The stones of the position.
    stones: [u64; 3],
    /// The cells that complete lines of White, Black and Red.
    of: [Completions; 3],
}

impl Tactics for Yavalath3 {
    type Threats = Threats3;

    #[inline(always)]
    fn threats(&self) -> Threats3 {
        Threats3 { stones: self.stones, of: self.stones.map(|stones| completions(stones, self.empty())) }
    }

    /// Only the colour that just placed a stone can complete more than before. The position does not say which that
    /// was, as the player may be out.
    #[inline(always)]
    fn threats_after(&self, parent: &Threats3) -> Threats3 {
        let empty = self.empty();
        let mut threats = Threats3 { stones: self.stones, of: parent.of.map(|known| known.on(empty)) };
        for colour in 0..3 {
            if self.stones[colour] != parent.stones[colour] {
                threats.of[colour] = completions(self.stones[colour], empty);
            }
        }
        threats
    }

    #[inline(always)]
    fn status(&self, threats: &Threats3) -> Status {
        if threats.of[usize::from(self.colour)].fours != 0 {
            Status::Decided(Outcome::win(self.to_move()), 1)
        } else if threats.of[usize::from(Self::next(self.colour, self.alive))].fours != 0 {
            Status::Forced
        } else {
            Status::Open
        }
    }

    #[inline]
    fn relevant_moves(&self, threats: &Threats3, list: &mut MoveList) -> Status {
        let mine = threats.of[usize::from(self.colour)];
        if mine.fours != 0 {
            push(list, mine.fours);
            return Status::Decided(Outcome::win(self.to_move()), 1);
        }
        let blocks = threats.of[usize::from(Self::next(self.colour, self.alive))].fours;
        let legal = if blocks == 0 { self.empty() } else { blocks };
        // To be eliminated is the worst that can happen, so other moves will do if there are any.
        let safe = legal & !mine.threes;
        push(list, if safe == 0 { legal } else { safe });
        if blocks == 0 { Status::Open } else { Status::Forced }
    }

    fn skip(&self) -> Option<Self> {
        Some(Self::new(self.stones, Self::next(self.colour, self.alive), self.alive, None))
    }

    fn params(&self) -> &'static SearchParams {
        const PARAMS: SearchParams = SearchParams { usual_turns: 10, puct_first_play: 70, ..SearchParams::DEFAULT };
        &PARAMS
    }
}
