//! The evaluation of three-player Yavalath: every window of five cells, seen by the player being evaluated, with
//! weights by when their turn comes and whether somebody is out.

use super::position::Yavalath3;
use crate::board::bits::{Isa, Kernel, fastest};
use crate::board::hex61;
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{KnownLines, LineNumbers, Pattern, Patterns, cut};
use crate::eval::network::{AnyNetwork, Learned, Row};
use crate::game::{Evaluate, Player};
use arrayvec::ArrayVec;
use std::cell::RefCell;
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

/// What all positions one stone after another have in common: the lines before the stone, as each player sees them after it.
#[derive(Clone, Copy)]
struct Before {
    stones: [u64; 3],
    colour: u8,
    alive: u8,
    lines: [KnownLines<ROOM>; 3],
}

thread_local! {
    /// Of the last position whose children were evaluated.
    static BEFORE: RefCell<Before> =
        const { RefCell::new(Before { stones: [0; 3], colour: 0, alive: 0, lines: [KnownLines::NONE; 3] }) };
}

/// Finds [`Before::lines`] of a position after which `next` is to move.
struct Look<'a> {
    before: &'a Yavalath3,
    next: u8,
}

impl Kernel for Look<'_> {
    type Output = [KnownLines<ROOM>; 3];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Self::Output {
        let after = Yavalath3 { colour: self.next, ..*self.before };
        [0, 1, 2].map(Player::new).map(|player| {
            if after.is_out(player) {
                return KnownLines::NONE;
            }
            let (view, stones) = after.view(player);
            NETWORK.known_lines(view, stones)
        })
    }
}

/// The scores of all players of `after`, which has a stone more than the position of `lines`, on `cell`.
struct Scores<'a> {
    after: &'a Yavalath3,
    lines: &'a [KnownLines<ROOM>; 3],
    cell: usize,
    /// The colour of the stone.
    stone: u8,
}

impl Kernel for Scores<'_> {
    type Output = [i32; 3];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Self::Output {
        let others = NETWORK.others();
        [0, 1, 2].map(Player::new).map(|player| {
            if self.after.is_out(player) {
                return OUT;
            }
            let view = self.after.view_of(player);
            let kind = self.after.kind_of(player, self.stone);
            let sum = NETWORK.sum_with(view, &self.lines[player.index()], self.cell, kind);
            NETWORK.network().score(&Row::sum([sum, others[VIEW + view], others[ALWAYS]]))
        })
    }
}

impl Yavalath3 {
    fn is_out(&self, player: Player) -> bool {
        self.alive >> player.index() & 1 == 0
    }

    /// The view, out of [`VIEWS`], of a player still in the game.
    #[inline(always)]
    fn view_of(&self, player: Player) -> usize {
        let (me, to_move) = (player.index(), usize::from(self.colour));
        if self.alive == 0b111 { (me + 3 - to_move) % 3 } else { 3 + usize::from(me != to_move) }
    }

    /// Which kind of piece the stones of `colour` are to a player still in the game: their own, the next one's, the others.
    #[inline(always)]
    fn kind_of(&self, player: Player, colour: u8) -> usize {
        let next = Self::next(player.index() as u8, self.alive);
        if usize::from(colour) == player.index() { 0 } else { 2 - usize::from(colour == next) }
    }

    /// The view of a player still in the game, and all stones from that view.
    #[inline(always)]
    fn view(&self, player: Player) -> (usize, [u64; 3]) {
        let me = player.index();
        let next = usize::from(Self::next(me as u8, self.alive));
        (self.view_of(player), [me, next, 3 - me - next].map(|colour| self.stones[colour]))
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

    fn evaluate_all(&self, before: &Self) -> [i32; 3] {
        // When a player goes out, the views of the others change.
        if self.alive != before.alive {
            return [0, 1, 2].map(|player| self.evaluate(Player::new(player)));
        }
        let stone = before.colour;
        let placed = self.stones[usize::from(stone)] ^ before.stones[usize::from(stone)];
        BEFORE.with_borrow_mut(|known| {
            if (known.stones, known.colour, known.alive) != (before.stones, before.colour, before.alive) {
                let lines = fastest(Look { before, next: self.colour });
                *known = Before { stones: before.stones, colour: stone, alive: before.alive, lines };
            }
            fastest(Scores { after: self, lines: &known.lines, cell: placed.trailing_zeros() as usize, stone })
        })
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
