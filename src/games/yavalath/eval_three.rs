//! What the evaluation of Yavalath for three is made of: every window of five cells, as the player sees it who is asked
//! about, with weights by when his turn comes and by whether somebody is out.

use super::position::Yavalath3;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61;
use crate::eval::line_patterns::{LineWorth, Lines, Pattern, Patterns, cut};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Player};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// How a player may stand to the one to move. All stones are his own, those of the next player still in the game, and
/// the others.
const VIEWS: [&str; 5] = ["to move", "next to move", "last to move", "to move against one", "waiting for one"];
/// The cells of a window.
const WINDOW: usize = 5;
/// The parts of all lines that are looked up, and room for more to fill whole vectors.
const ROOM: usize = 48;
/// What an eliminated player is worth to himself.
const OUT: i32 = -2_000;

struct Learnt {
    network: Network,
    lines: [LineWorth<3, ROOM>; VIEWS.len()],
    views: [Row; VIEWS.len()],
    always: Row,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let patterns = || Patterns::new(3, [Pattern::Window(WINDOW)]);
    let parts = || Lines::new(hex61::lines().iter().flat_map(|line| cut(line, WINDOW)).collect());
    let (count, views) = (patterns().count(), VIEWS.len());
    let network = Network::embedded(include_str!("weights-three.txt"), (count + 1) * views + 1);
    let rows = network.rows();
    Learnt {
        lines: std::array::from_fn(|view| LineWorth::new(parts(), patterns(), &rows[view * count..])),
        views: std::array::from_fn(|view| rows[views * count + view]),
        always: rows[views * (count + 1)],
        network,
    }
});

struct Sum {
    view: usize,
    stones: [u64; 3],
}

impl Kernel for Sum {
    type Output = Row;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Row {
        LEARNT.lines[self.view].sum(self.stones)
    }
}

impl Yavalath3 {
    fn is_out(&self, player: Player) -> bool {
        self.alive >> player.index() & 1 == 0
    }

    /// Which of [`VIEWS`] a player has who is still in the game, and all stones as he sees them.
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
        LEARNT.network.score(&Row::sum([fastest(Sum { view, stones }), LEARNT.views[view], LEARNT.always]))
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        if self.is_out(Player::FIRST) {
            return vec![("out", OUT)];
        }
        let (view, stones) = self.view(Player::FIRST);
        let turn = Row::sum([LEARNT.views[view], LEARNT.always]);
        LEARNT.network.terms(1, [("lines", LEARNT.lines[view].sum(stones)), ("turn", turn)])
    }
}

impl Learned for Yavalath3 {
    fn groups() -> Vec<(String, usize)> {
        let of_view =
            |view| LEARNT.lines[0].patterns().groups().map(move |(name, count)| (format!("{view}: {name}"), count));
        let rest = [("views", VIEWS.len()), ("always", 1)].map(|(name, count)| (name.to_string(), count));
        VIEWS.into_iter().flat_map(of_view).chain(rest).collect()
    }

    fn viewers(&self) -> ArrayVec<Player, 3> {
        [0, 1, 2].map(Player::new).into_iter().filter(|&player| !self.is_out(player)).collect()
    }

    fn features(&self, player: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (view, stones) = self.view(player);
        let lines = &LEARNT.lines[view];
        let count = lines.patterns().count();
        lines.visit(stones, &mut |number| visit(view * count + number, 1));
        visit(VIEWS.len() * count + view, 1);
        visit(VIEWS.len() * (count + 1), 1);
    }

    fn network(&self) -> &'static Network {
        &LEARNT.network
    }
}
