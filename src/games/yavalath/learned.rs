//! What the evaluation of Yavalath for two is made of: the windows of the board's 27 lines, and the turn to move.

use super::Yavalath;
use crate::bits::{Isa, Kernel, fastest};
use crate::game::{Evaluate, Game, Learned, Player};
use crate::hex;
use crate::lines::{LineWorth, Lines, Pattern, Patterns};
use crate::weights;
use std::sync::LazyLock;

struct Learnt {
    weights: Vec<i16>,
    lines: LineWorth<2, 32>,
    tempo: i32,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let patterns = Patterns::new(2, (4..=7).map(Pattern::Window).chain((5..=9).map(Pattern::Cell)));
    let count = patterns.count();
    let weights = weights::embedded(include_str!("weights.txt"), count + 1);
    let lines = LineWorth::new(Lines::new(hex::lines()), patterns, &weights);
    Learnt { lines, tempo: weights[count].into(), weights }
});

struct Sum(u64, u64);

impl Kernel for Sum {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> i32 {
        LEARNT.lines.sum([self.0, self.1])
    }
}

impl Yavalath {
    /// The stones of the colour to decide, and the others.
    fn own_and_enemy(&self) -> (u64, u64) {
        let colour = usize::from(self.colour & 1);
        (self.stones[colour], self.stones[1 - colour])
    }
}

impl Evaluate for Yavalath {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let (own, enemy) = self.own_and_enemy();
        let score = weights::score(fastest(Sum(own, enemy)) + LEARNT.tempo);
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let (own, enemy) = self.own_and_enemy();
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        weights::parts([("lines", sign * LEARNT.lines.sum([own, enemy])), ("to move", sign * LEARNT.tempo)])
    }
}

impl Learned for Yavalath {
    fn groups() -> Vec<(String, usize)> {
        LEARNT.lines.patterns().groups().chain([("tempo".to_string(), 1)]).collect()
    }

    fn features(&self, visit: &mut dyn FnMut(usize, i32)) {
        let (own, enemy) = self.own_and_enemy();
        LEARNT.lines.visit([own, enemy], &mut |number| visit(number, 1));
        visit(LEARNT.lines.patterns().count(), 1);
    }

    fn weights(&self) -> &'static [i16] {
        &LEARNT.weights
    }
}
