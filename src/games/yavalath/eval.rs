//! What the evaluation of Yavalath for two is made of: the windows of the board's 27 lines, and the turn to move.

use super::position::Yavalath;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61;
use crate::eval::line_patterns::{LineWorth, Lines, Pattern, Patterns};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Game, Player};
use std::sync::LazyLock;

struct Learnt {
    network: Network,
    lines: LineWorth<2, 32>,
    tempo: Row,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let patterns = Patterns::new(2, (4..=7).map(Pattern::Window).chain((5..=9).map(Pattern::Cell)));
    let count = patterns.count();
    let network = Network::embedded(include_str!("weights.txt"), count + 1);
    let lines = LineWorth::new(Lines::new(hex61::lines()), patterns, network.rows());
    Learnt { lines, tempo: network.rows()[count], network }
});

struct Sum(u64, u64);

impl Kernel for Sum {
    type Output = Row;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Row {
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
        let score = LEARNT.network.score(&Row::sum([fastest(Sum(own, enemy)), LEARNT.tempo]));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let (own, enemy) = self.own_and_enemy();
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        LEARNT.network.terms(sign, [("lines", LEARNT.lines.sum([own, enemy])), ("to move", LEARNT.tempo)])
    }
}

impl Learned for Yavalath {
    fn groups() -> Vec<(String, usize)> {
        LEARNT.lines.patterns().groups().chain([("tempo".to_string(), 1)]).collect()
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (own, enemy) = self.own_and_enemy();
        LEARNT.lines.visit([own, enemy], &mut |number| visit(number, 1));
        visit(LEARNT.lines.patterns().count(), 1);
    }

    fn network(&self) -> &'static Network {
        &LEARNT.network
    }
}
