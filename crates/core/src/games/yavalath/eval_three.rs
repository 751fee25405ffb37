//! The evaluation of three-player Yavalath: every window of five cells, seen by the player being evaluated, with
//! weights by when their turn comes and whether somebody is out.

use super::position::Yavalath3;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61;
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns, cut};
use crate::eval::network::{AnyNetwork, Learned, Row};
use crate::game::{Evaluate, Player};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// How a player may stand to the one to move. All stones are their own, those of the next player still in the game, and
/// the others.
const VIEWS: [&str; 5] = ["to move", "next to move", "last to move", "to move against one", "waiting for one"];
/// The cells of a window.
const WINDOW: usize = 5;
/// The parts of all lines that are looked up, and room for more to fill whole vectors.
const ROOM: usize = 48;
/// The evaluation of an eliminated player.
const OUT: i32 = -2_000;

/// The features besides the lines.
const FEATURES: Features = Features(&[Block::once(&[("views", VIEWS.len()), ("always", 1)])]);
const VIEW: usize = FEATURES.first(0, 0, 0);
const ALWAYS: usize = FEATURES.first(0, 0, 1);

/// The weights of the game for three.
pub const THREE_WEIGHTS: Data = Data::new("yavalath/weights-three.txt", include_str!("weights-three.txt"));
static NETWORK: LazyLock<LineNetwork<3, ROOM, { FEATURES.count() }, { VIEWS.len() }>> = LazyLock::new(|| {
    let parts = hex61::lines().iter().flat_map(|line| cut(line, WINDOW)).collect();
    let patterns = Patterns::new(3, [Pattern::Window(WINDOW)]);
    LineNetwork::of(&THREE_WEIGHTS, &LineNumbers::new(parts), &patterns)
});

struct Sum {
    view: usize,
    stones: [u64; 3],
}

impl Kernel for Sum {
    type Output = Row;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Row {
        NETWORK.sum_of_lines(self.view, self.stones)
    }
}

impl Yavalath3 {
    fn is_out(&self, player: Player) -> bool {
        self.alive >> player.index() & 1 == 0
    }

    /// The view, out of [`VIEWS`], of a player still in the game, and all stones from that view.
    #[inline(always)]
    fn view(&self, player: Player) -> (usize, [u64; 3]) {
        let (me, to_move) = (player.index(), usize::from(self.colour));
        let next = usize::from(Self::next(player.index() as u8, self.alive));
        let view = if self.alive == 0b111 { (me + 3 - to_move) % 3 } else { 3 + usize::from(me != to_move) };
        (view, [me, next, 3 - me - next].map(|colour| self.stones[colour]))
    }
}

impl Evaluate for Yavalath3 {
    fn evaluate(&self, player: Player) -> i32 {
        if self.is_out(player) {
            return OUT;
        }
        let (view, stones) = self.view(player);
        let others = NETWORK.others();
        NETWORK.network().score(&Row::sum([fastest(Sum { view, stones }), others[VIEW + view], others[ALWAYS]]))
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        if self.is_out(Player::FIRST) {
            return vec![("out", OUT)];
        }
        let (view, stones) = self.view(Player::FIRST);
        let turn = Row::sum([NETWORK.others()[VIEW + view], NETWORK.others()[ALWAYS]]);
        NETWORK.network().terms(1, [("lines", NETWORK.sum_of_lines(view, stones)), ("turn", turn)])
    }
}

impl Learned for Yavalath3 {
    fn groups() -> Vec<(String, usize)> {
        NETWORK.groups(VIEWS, FEATURES)
    }

    fn viewers(&self) -> ArrayVec<Player, 3> {
        [0, 1, 2].map(Player::new).into_iter().filter(|&player| !self.is_out(player)).collect()
    }

    fn features(&self, player: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (view, stones) = self.view(player);
        NETWORK.visit_lines(view, stones, visit);
        visit(NETWORK.number_of_other(VIEW + view), 1);
        visit(NETWORK.number_of_other(ALWAYS), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        NETWORK.network()
    }
}
