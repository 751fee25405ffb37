//! The evaluation of Pentalath: the windows of the board's 27 lines, and groups short of liberties.

use super::board::weak_groups;
use super::position::Pentalath;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61::{self, BOARD};
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns};
use crate::eval::network::{AnyNetwork, Learned, Row};
use crate::game::{Evaluate, Game, Player};
use std::sync::LazyLock;

/// Groups of this many stones and more are alike.
const LARGE: usize = 8;

/// The features beside the lines: groups with one liberty and with two, by their stones, of the player to decide and of
/// the other; and the turn.
const FEATURES: Features = Features(&[Block::once(&[
    ("own in atari, by stones", LARGE),
    ("own with two liberties, by stones", LARGE),
    ("enemies in atari, by stones", LARGE),
    ("enemies with two liberties, by stones", LARGE),
    ("tempo", 1),
])]);
/// By whose group it is and how many liberties it has less one.
const GROUPS: [[usize; 2]; 2] =
    [[FEATURES.first(0, 0, 0), FEATURES.first(0, 0, 1)], [FEATURES.first(0, 0, 2), FEATURES.first(0, 0, 3)]];
const TEMPO: usize = FEATURES.first(0, 0, 4);

/// The weights.
pub const WEIGHTS: Data = Data::new("pentalath/weights.txt", include_str!("weights.txt"));
static NETWORK: LazyLock<LineNetwork<2, 32, { FEATURES.count() }>> = LazyLock::new(|| {
    let patterns = Patterns::new(2, (5..=7).map(Pattern::Window).chain((5..=9).map(Pattern::Cell)));
    LineNetwork::of(&WEIGHTS, &LineNumbers::new(hex61::lines()), &patterns)
});

/// Visits the feature of each group of one side (0 is to decide) that has one or two liberties.
#[inline(always)]
fn each_weak_group(side: usize, stones: u64, empty: u64, mut visit: impl FnMut(usize)) {
    weak_groups(stones, empty, |group, liberties| {
        let liberties = usize::from(!liberties.is_power_of_two());
        visit(GROUPS[side][liberties] + (group.count_ones() as usize - 1).min(LARGE - 1));
    });
}

/// The sums of rows: lines, and groups short of liberties.
struct Sums {
    own: u64,
    enemy: u64,
}

impl Kernel for Sums {
    type Output = [Row; 2];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [Row; 2] {
        let Self { own, enemy } = self;
        let empty = BOARD & !(own | enemy);
        let mut groups = Row::ZERO;
        for (side, stones) in [own, enemy].into_iter().enumerate() {
            each_weak_group(side, stones, empty, |feature| groups.add(&NETWORK.others()[feature]));
        }
        [NETWORK.sum_of_lines(0, [own, enemy]), groups]
    }
}

impl Pentalath {
    fn sums(&self) -> [Row; 2] {
        let (own, enemy) = self.own_and_enemy();
        fastest(Sums { own, enemy })
    }
}

impl Evaluate for Pentalath {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let [lines, groups] = self.sums();
        let score = NETWORK.network().score(&Row::sum([lines, groups, NETWORK.others()[TEMPO]]));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let [lines, groups] = self.sums();
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        NETWORK.network().terms(sign, [("lines", lines), ("liberties", groups), ("tempo", NETWORK.others()[TEMPO])])
    }
}

impl Learned for Pentalath {
    fn groups() -> Vec<(String, usize)> {
        NETWORK.groups([""], FEATURES)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (own, enemy) = self.own_and_enemy();
        let empty = BOARD & !(own | enemy);
        NETWORK.visit_lines(0, [own, enemy], visit);
        for (side, stones) in [own, enemy].into_iter().enumerate() {
            each_weak_group(side, stones, empty, |feature| visit(NETWORK.number_of_other(feature), 1));
        }
        visit(NETWORK.number_of_other(TEMPO), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        NETWORK.network()
    }
}
