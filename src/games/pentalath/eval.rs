//! What the evaluation of Pentalath is made of: the windows of the board's 27 lines, and groups short of liberties.

use super::board::weak_groups;
use super::position::Pentalath;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61::{self, BOARD};
use crate::eval::line_patterns::{LineWorth, Lines, Pattern, Patterns};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Game, Player};
use std::sync::LazyLock;

/// Groups of so many stones and more are alike.
const LARGE: usize = 8;

/// Whose group it is (0 is to decide), how many liberties it has less one, and its stones.
type ByGroup = [[[Row; LARGE]; 2]; 2];

struct Learnt {
    network: Network,
    lines: LineWorth<2, 32>,
    groups: ByGroup,
    tempo: Row,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let patterns = Patterns::new(2, (5..=7).map(Pattern::Window).chain((5..=9).map(Pattern::Cell)));
    let count = patterns.count();
    let network = Network::embedded(include_str!("weights.txt"), count + 4 * LARGE + 1);
    let rows = network.rows();
    let lines = LineWorth::new(Lines::new(hex61::lines()), patterns, rows);
    let of_group = |side, liberties, size| rows[count + (2 * side + liberties) * LARGE + size];
    let groups = std::array::from_fn(|side| {
        std::array::from_fn(|liberties| std::array::from_fn(|size| of_group(side, liberties, size)))
    });
    Learnt { lines, groups, tempo: rows[count + 4 * LARGE], network }
});

/// Visits the place in [`ByGroup`] of each group of one side that has one or two liberties.
#[inline(always)]
fn each_weak_group(stones: u64, empty: u64, mut visit: impl FnMut(usize, usize)) {
    weak_groups(stones, empty, |group, liberties| {
        let liberties = usize::from(!liberties.is_power_of_two());
        visit(liberties, (group.count_ones() as usize - 1).min(LARGE - 1));
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
        for (stones, rows) in [own, enemy].into_iter().zip(&LEARNT.groups) {
            each_weak_group(stones, empty, |liberties, size| groups.add(&rows[liberties][size]));
        }
        [LEARNT.lines.sum([own, enemy]), groups]
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
        let score = LEARNT.network.score(&Row::sum([lines, groups, LEARNT.tempo]));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let [lines, groups] = self.sums();
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        LEARNT.network.terms(sign, [("lines", lines), ("liberties", groups), ("tempo", LEARNT.tempo)])
    }
}

impl Learned for Pentalath {
    fn groups() -> Vec<(String, usize)> {
        let names = ["own in atari", "own with two liberties", "enemies in atari", "enemies with two liberties"];
        let groups = names.into_iter().map(|name| (format!("{name}, by stones"), LARGE));
        LEARNT.lines.patterns().groups().chain(groups).chain([("tempo".to_string(), 1)]).collect()
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (own, enemy) = self.own_and_enemy();
        let empty = BOARD & !(own | enemy);
        let count = LEARNT.lines.patterns().count();
        LEARNT.lines.visit([own, enemy], &mut |number| visit(number, 1));
        for (side, stones) in [own, enemy].into_iter().enumerate() {
            each_weak_group(stones, empty, |liberties, size| visit(count + (2 * side + liberties) * LARGE + size, 1));
        }
        visit(count + 4 * LARGE, 1);
    }

    fn network(&self) -> &'static Network {
        &LEARNT.network
    }
}
