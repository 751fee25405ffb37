//! The evaluation of two-player Yavalath: the windows of the board's 27 lines, and the side to move.

use super::position::Yavalath;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61;
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns};
use crate::eval::network::{AnyNetwork, Learned, Row};
use crate::game::{Evaluate, Game, Player};
use std::sync::LazyLock;

/// The features besides the lines.
const FEATURES: Features = Features(&[Block::once(&[("tempo", 1)])]);
const TEMPO: usize = FEATURES.first(0, 0, 0);

/// The weights.
pub const WEIGHTS: Data = Data::new("yavalath/weights.txt", include_str!("weights.txt"));
static NETWORK: LazyLock<LineNetwork<2, 32, { FEATURES.count() }>> = LazyLock::new(|| {
    let patterns = Patterns::new(2, (4..=7).map(Pattern::Window).chain((5..=9).map(Pattern::Cell)));
    LineNetwork::of(&WEIGHTS, &LineNumbers::new(hex61::lines()), &patterns)
});

struct Sum(u64, u64);

impl Kernel for Sum {
    type Output = Row;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Row {
        NETWORK.sum_of_lines(0, [self.0, self.1])
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
        let score = NETWORK.network().score(&Row::sum([fastest(Sum(own, enemy)), NETWORK.others()[TEMPO]]));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let (own, enemy) = self.own_and_enemy();
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        let lines = NETWORK.sum_of_lines(0, [own, enemy]);
        NETWORK.network().terms(sign, [("lines", lines), ("to move", NETWORK.others()[TEMPO])])
    }
}

impl Learned for Yavalath {
    fn groups() -> Vec<(String, usize)> {
        NETWORK.groups([""], FEATURES)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (own, enemy) = self.own_and_enemy();
        NETWORK.visit_lines(0, [own, enemy], visit);
        visit(NETWORK.number_of_other(TEMPO), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        NETWORK.network()
    }
}
