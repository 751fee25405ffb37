//! A static opinion about Yavalath for three: who has more lines left to threaten with.
//!
//! A window is four cells in a line. As long as the others have no stone in it, its owner's stones there count: two
//! of them leave a cell that makes a threat without making a three. Threats themselves are seen by
//! [`Game::outlook`] and by search.

use super::Yavalath3;
use crate::bits::{Isa, Kernel, fastest};
use crate::game::{Evaluate, Game, Player};
use crate::hex::{BOARD, STEPS};

/// All weights.
struct Weights {
    /// For each open window with so many own stones (0 to 3).
    window: [i32; 4],
    /// For being to move.
    tempo: i32,
    /// What an eliminated player is worth to himself.
    out: i32,
}

const WEIGHTS: Weights = Weights { window: [0, 4, 15, 20], tempo: 20, out: -2_000 };

/// How many windows hold exactly one, two, three of `stones` and nothing else.
#[inline(always)]
fn open_windows(stones: u64, others: u64) -> [i32; 4] {
    let free = BOARD & !others;
    let mut counts = [0; 4];
    for [_, back] in STEPS {
        // The cell itself, and the cells one, two, three steps on, seen from the first cell of the window.
        let (s0, f0) = (stones, free);
        let (s1, f1) = (back.apply(s0), back.apply(f0));
        let (s2, f2) = (back.apply(s1), back.apply(f1));
        let (s3, f3) = (back.apply(s2), back.apply(f2));
        let open = f0 & f1 & f2 & f3;
        // The binary sum of the four.
        let (low, high) = (s0 ^ s1, s2 ^ s3);
        let odd = low ^ high;
        let pairs = (s0 & s1) ^ (s2 & s3) ^ (low & high);
        counts[1] += (open & odd & !pairs).count_ones() as i32;
        counts[2] += (open & pairs & !odd).count_ones() as i32;
        counts[3] += (open & pairs & odd).count_ones() as i32;
    }
    counts
}

/// The potential of one colour.
struct Potential {
    stones: u64,
    others: u64,
}

impl Kernel for Potential {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> i32 {
        let counts = open_windows(self.stones, self.others);
        (1..4).map(|n| WEIGHTS.window[n] * counts[n]).sum()
    }
}

impl Evaluate for Yavalath3 {
    fn evaluate(&self, player: Player) -> i32 {
        let potential = |i: usize| {
            if self.alive >> i & 1 == 0 {
                return WEIGHTS.out;
            }
            let others = self.stones[(i + 1) % 3] | self.stones[(i + 2) % 3];
            let tempo = if self.to_move().index() == i { WEIGHTS.tempo } else { 0 };
            tempo + fastest(Potential { stones: self.stones[i], others })
        };
        let scores = [0, 1, 2].map(potential);
        let me = player.index();
        scores[me] - (scores[(me + 1) % 3] + scores[(me + 2) % 3]) / 2
    }
}
