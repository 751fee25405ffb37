//! The evaluation: what lies in every window of five points, jumps, markers, rings taken off.
//!
//! The windows tell rows and what is nearly one, and which rings can make or break it. They are the same for all; what
//! is counted for each side has weights by whose turn it is and by how many rings the side has taken off.

use super::board::{BOARD, STRIDES, around, point};
use super::lines::count_jumps;
use super::position::{Phase, Yinsh};
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::eval::line_patterns::{LineWorth, Lines, Pattern, Patterns, cut};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Player};
use std::sync::LazyLock;

/// What is counted for each side.
const COUNTS: [&str; 3] = ["moves that jump", "markers", "rings near the centre while they are placed"];

/// The kinds of pieces, in the order of [`Yinsh::pieces`].
const KINDS: usize = 4;
/// The points of a window.
const WINDOW: usize = 5;
/// The parts of all lines that are looked up, and room for more to fill whole vectors.
const ROOM: usize = 80;

/// Where the weights of each kind begin, after those of the patterns: for each of 0, 1 and 2 rings taken off, of the side
/// to move and then of the other, those of [`COUNTS`]; for each number of rings that the side to move has taken off, and
/// the other; and the turn.
const PHASES: usize = 3;
const SIDE: usize = PHASES * COUNTS.len();
const TAKEN: usize = 2 * SIDE;
const TURN: usize = TAKEN + PHASES * PHASES;

struct Learnt {
    network: Network,
    lines: LineWorth<KINDS, ROOM>,
    /// By side and rings taken off.
    counts: [[[Row; COUNTS.len()]; PHASES]; 2],
    taken: [[Row; PHASES]; PHASES],
    turn: Row,
}

impl Learnt {
    fn new(text: &str) -> Self {
        let patterns = Patterns::new(KINDS, [Pattern::Window(WINDOW)]);
        let first = patterns.count();
        let network = Network::embedded(text, first + TURN + 1);
        let lines = LineWorth::new(Lines::new(parts_of_lines()), patterns, network.rows());
        let row = |index: usize| network.rows()[first + index];
        let of_phase = |side: usize, phase| std::array::from_fn(|i| row(side * SIDE + phase * COUNTS.len() + i));
        let counts = [0, 1].map(|side| [0, 1, 2].map(|phase| of_phase(side, phase)));
        let taken = [0, 1, 2].map(|own| [0, 1, 2].map(|enemy| row(TAKEN + PHASES * own + enemy)));
        Self { lines, counts, taken, turn: row(TURN), network }
    }
}

/// The weights of YINSH, and of Blitz.
static LEARNT: LazyLock<[Learnt; 2]> =
    LazyLock::new(|| [include_str!("weights-yinsh.txt"), include_str!("weights-blitz.txt")].map(Learnt::new));

/// The parts of all lines: the contents of a whole line would be too many.
fn parts_of_lines() -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    for stride in STRIDES {
        let begins = BOARD & !(BOARD << stride);
        for begin in members(begins) {
            let line: Vec<usize> = (begin..).step_by(stride as usize).take_while(|&p| BOARD >> p & 1 != 0).collect();
            parts.append(&mut cut(&line, WINDOW));
        }
    }
    parts
}

/// The points at most two steps from f6.
const CENTRE: u128 = around(around(1 << point(5, 6)));

#[inline(always)]
fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

impl Yinsh {
    #[inline(always)]
    fn learnt(&self) -> &'static Learnt {
        &LEARNT[usize::from(self.rings_to_win == 1)]
    }

    /// What is counted for White and for Black.
    #[inline(always)]
    fn counts(&self) -> [[i32; COUNTS.len()]; 2] {
        let jumps = count_jumps(&self.rings, &self.markers);
        let centre = if self.phase == Phase::Place { CENTRE } else { 0 };
        [Player::FIRST, Player::SECOND].map(|player| {
            let i = player.index();
            [jumps[i], count(self.markers_of(player)), count(self.rings[i].set() & centre)]
        })
    }

    /// The side whose turn it is or comes next. While rows are taken that need not be the one to decide.
    #[inline(always)]
    fn turn_of(&self) -> Player {
        if self.phase == Phase::Place { self.decides } else { self.moves_next }
    }

    /// The points with each kind of piece: markers of the side to move and of the other, rings of both.
    #[inline(always)]
    fn pieces(&self) -> [u128; KINDS] {
        let [me, you] = [self.turn_of(), self.turn_of().other()];
        let rings = |player: Player| self.rings[player.index()].set();
        [self.markers_of(me), self.markers_of(you), rings(me), rings(you)]
    }

    /// The side whose turn it is, and the other.
    #[inline(always)]
    fn sides(&self) -> [usize; 2] {
        [self.turn_of().index(), self.turn_of().other().index()]
    }

    /// How many rings a side has taken off, as far as it matters while the game goes on.
    #[inline(always)]
    fn phase_of(&self, side: usize) -> usize {
        usize::from(self.taken[side]).min(PHASES - 1)
    }
}

/// The sums of rows: the lines, the rings taken off and the turn, and all that is counted of each side.
struct Sums<'a>(&'a Yinsh);

impl Kernel for Sums<'_> {
    type Output = [Row; 4];

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> [Row; 4] {
        let Self(position) = self;
        let learnt = position.learnt();
        let (sides, counts) = (position.sides(), position.counts());
        let phases = sides.map(|side| position.phase_of(side));
        let sum = |i: usize| {
            let mut sum = Row::ZERO;
            let rows = &learnt.counts[i][phases[i]];
            counts[sides[i]].iter().zip(rows).for_each(|(&times, row)| sum.add_times(row, times));
            sum
        };
        let taken = learnt.taken[phases[0]][phases[1]];
        [learnt.lines.sum(position.pieces()), Row::sum([taken, learnt.turn]), sum(0), sum(1)]
    }
}

impl Evaluate for Yinsh {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score = self.learnt().network.score(&Row::sum(fastest(Sums(self))));
        if player == self.turn_of() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.turn_of() == Player::FIRST { 1 } else { -1 };
        let [lines, rings, own, enemy] = fastest(Sums(self));
        let parts = [("lines", lines), ("rings taken and turn", rings), ("side to move", own), ("other side", enemy)];
        self.learnt().network.terms(sign, parts)
    }
}

impl Learned for Yinsh {
    fn groups() -> Vec<(String, usize)> {
        let sides = ["side to move", "other side"];
        let name = |side: &str, taken: usize| format!("{side} with {taken} rings off: {}", COUNTS.join(", "));
        let counts = sides.into_iter().flat_map(|side| (0..PHASES).map(move |taken| (name(side, taken), COUNTS.len())));
        let rest = [("rings off, by those of the side to move and of the other", PHASES * PHASES), ("turn", 1)];
        let rest = rest.into_iter().map(|(name, count)| (name.to_string(), count));
        LEARNT[0].lines.patterns().groups().chain(counts).chain(rest).collect()
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (sides, counts) = (self.sides(), self.counts());
        self.learnt().lines.visit(self.pieces(), &mut |number| visit(number, 1));
        let first = self.learnt().lines.patterns().count();
        for (i, side) in sides.into_iter().enumerate() {
            for (k, &times) in counts[side].iter().enumerate() {
                visit(first + i * SIDE + self.phase_of(side) * COUNTS.len() + k, times);
            }
        }
        visit(first + TAKEN + PHASES * self.phase_of(sides[0]) + self.phase_of(sides[1]), 1);
        visit(first + TURN, 1);
    }

    fn network(&self) -> &'static Network {
        &self.learnt().network
    }
}
