//! The board for terminals and as SVG. The dots are drawn as their names, which are all the coordinates it needs.

use super::board::{self, BOARD, LINE, PUSH, PUSHES, Point, point};
use super::decision::Decision;
use super::names::{colour, point_text};
use super::position::Gipf;
use super::setup::Variant;
use crate::board::bits::members;
use crate::board::drawing::{self, Stone, palette};
use crate::game::{Charset, Describe, Draw, ExpectedMove, Marks, Move, Player};
use svg::Document;
use svg::node::element::Group;

/// The distance of neighbouring points in the SVG.
const UNIT: f64 = 58.0;
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 680.0;
/// Width and height of the picture.
pub const PICTURE: (f64, f64) = (WIDTH, HEIGHT);
const CENTRE: (f64, f64) = (300.0, 300.0);
const RADIUS: f64 = 21.0;
const SIDES: [Player; 2] = [Player::FIRST, Player::SECOND];

/// What decisions have touched.
#[derive(Default)]
struct Touched {
    dots: Vec<Point>,
    /// Where new pieces were put.
    pushed: u64,
    /// Where pieces were taken off.
    taken: u64,
}

impl Touched {
    fn by(decisions: &[Move]) -> Self {
        let mut touched = Self::default();
        for &mv in decisions {
            match Decision::of(mv) {
                Decision::Push { push, .. } => {
                    touched.dots.push(PUSH[push].dot());
                    touched.pushed |= PUSH[push].first;
                }
                Decision::Row { line, taken } => touched.taken |= LINE[line].unpack(taken),
            }
        }
        touched
    }
}

/// The 24 dots, each once.
pub fn dots() -> Vec<Point> {
    let mut dots: Vec<Point> = (0..PUSHES).map(|push| PUSH[push].dot()).collect();
    dots.sort_unstable();
    dots.dedup();
    dots
}

/// How far north of the centre a point is, in half steps.
fn height((column, row): Point) -> i32 {
    2 * (row - 3) - (column - 3)
}

impl Gipf {
    /// Whose piece lies on a spot.
    pub(super) fn owner(&self, spot: usize) -> Option<Player> {
        SIDES.into_iter().find(|p| self.pieces[p.index()] >> spot & 1 != 0)
    }

    /// Whether a GIPF-piece lies on a spot.
    pub(super) fn is_stack(&self, spot: usize) -> bool {
        self.stacks >> spot & 1 != 0
    }

    /// How many pieces of a player are out of the game.
    pub(super) fn captured(&self, player: Player) -> u32 {
        let own = self.pieces[player.index()];
        let pieces = own.count_ones() + (own & self.stacks).count_ones() + u32::from(self.reserve[player.index()]);
        u32::from(self.army[player.index()]).saturating_sub(pieces)
    }

    fn stock(&self, player: Player) -> String {
        let captured = match self.captured(player) {
            0 => String::new(),
            n => format!(", {n} captured"),
        };
        format!("{} in reserve{captured}", self.reserve[player.index()])
    }
}

impl Draw for Gipf {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let symbols = match charset {
            Charset::Ascii => [["w", "W"], ["b", "B"], [".", "."]],
            Charset::Unicode => [["○", "◎"], ["●", "◉"], ["·", "·"]],
        };
        let touched = Touched::by(last);
        let mut points: Vec<(Point, String, bool)> =
            dots().into_iter().map(|dot| (dot, point_text(dot), touched.dots.contains(&dot))).collect();
        for spot in members(BOARD) {
            let symbol = symbols[self.owner(spot).map_or(2, Player::index)][usize::from(self.is_stack(spot))];
            points.push((point(spot), symbol.to_string(), (touched.pushed | touched.taken) >> spot & 1 != 0));
        }
        points.sort();
        let mut text = String::new();
        for half_step in (-8..=8).rev() {
            let mut printed = String::new();
            let mut width = 0;
            for ((column, _), symbol, marked) in points.iter().filter(|(point, ..)| height(*point) == half_step) {
                let cell = if *marked { format!("[{symbol}]") } else { format!(" {symbol} ") };
                let gap = (5 * (column + 1)) as usize - width;
                printed += &" ".repeat(gap);
                printed += &cell;
                width += gap + cell.chars().count();
            }
            text += printed.trim_end();
            text.push('\n');
        }
        for player in SIDES {
            let [piece, stack] = symbols[player.index()];
            let legend = if self.variant == Variant::Basic { String::new() } else { format!(", GIPF-piece {stack}") };
            text += &format!("\n{} {piece}{legend}: {}", colour(player), self.stock(player));
        }
        text + "\n" + &self.caption() + "\n"
    }

    fn svg(&self, marks: &Marks) -> String {
        let touched = Touched::by(marks.last);
        let mut document = draw_board(&touched);
        for spot in members(BOARD) {
            if let Some(owner) = self.owner(spot) {
                document = document.add(piece(place(point(spot)), RADIUS, owner, self.is_stack(spot)));
            }
        }
        for spot in members(touched.pushed) {
            document = document.add(drawing::circle(place(point(spot)), RADIUS + 3.0, "none", palette::LAST, 3.0));
        }
        for spot in members(touched.taken & !touched.pushed & !self.occupied()) {
            let ring = drawing::circle(place(point(spot)), RADIUS - 6.0, "none", palette::LAST, 2.5);
            document = document.add(ring.set("stroke-dasharray", "5 4"));
        }
        for expected in marks.line {
            document = draw_expected(document, expected);
        }
        for player in SIDES {
            document = self.draw_stock(document, player);
        }
        let status = drawing::label((CENTRE.0, HEIGHT - 22.0), 17.0, palette::LABEL, self.caption());
        document.add(status).to_string()
    }
}

impl Gipf {
    /// The pieces in reserve as a row of small stones, White's on the left and Black's on the right.
    fn draw_stock(&self, mut document: Document, player: Player) -> Document {
        let (edge, inwards, anchor) = [(30.0, 1.0, "start"), (WIDTH - 30.0, -1.0, "end")][player.index()];
        let y = HEIGHT - 92.0;
        for i in 0..self.reserve[player.index()] {
            let x = edge + inwards * (9.0 + 11.5 * f64::from(i));
            document = document.add(piece((x, y), 9.0, player, false));
        }
        // The captured ones, ghostly, above.
        for i in 0..self.captured(player) {
            let x = edge + inwards * (9.0 + 11.5 * f64::from(i));
            document = document.add(piece((x, y - 22.0), 7.0, player, false).set("opacity", 0.35));
        }
        let text = format!("{}: {}", colour(player), self.stock(player));
        document.add(drawing::label((edge, y + 26.0), 14.0, palette::LABEL, text).set("text-anchor", anchor))
    }
}

/// Where a point of the board is in the SVG.
pub fn place(at: Point) -> drawing::Point {
    let x = CENTRE.0 + f64::from(at.0 - 3) * UNIT * 0.75_f64.sqrt();
    (x, CENTRE.1 - f64::from(height(at)) * UNIT / 2.0)
}

/// `at`, moved away from the centre of the board by `by`.
fn outwards(at: drawing::Point, by: f64) -> drawing::Point {
    let (dx, dy) = (at.0 - CENTRE.0, at.1 - CENTRE.1);
    let length = dx.hypot(dy);
    (at.0 + dx / length * by, at.1 + dy / length * by)
}

/// The empty board: the wood, its lines from dot to dot, the dots and their names.
fn draw_board(touched: &Touched) -> Document {
    let corner = |at: Point, by: f64| outwards(place(at), by);
    let corners = [(-1, -1), (-1, 3), (3, 7), (7, 7), (7, 3), (3, -1)];
    let wood = corners.map(|at| corner(at, 24.0));
    let field = corners.map(|(column, row)| place((column - (column - 3) / 4, row - (row - 3) / 4)));
    let mut document = drawing::sheet(WIDTH, HEIGHT)
        .add(drawing::polygon(&wood, palette::WOOD, palette::LINE, 2.0))
        .add(drawing::polygon(&field, palette::WOOD_DARK, palette::WOOD_DARK, 0.0));
    for line in 0..board::LINES {
        let (from, to) = (place(PUSH[2 * line].dot()), place(PUSH[2 * line + 1].dot()));
        document = document.add(drawing::line(from, to, 1.8, palette::LINE));
    }
    for dot in dots() {
        let marked = touched.dots.contains(&dot);
        let (fill, radius) = if marked { (palette::LAST, 6.5) } else { (palette::LINE, 5.0) };
        document = document.add(drawing::circle(place(dot), radius, fill, fill, 1.0)).add(drawing::label(
            outwards(place(dot), 42.0),
            15.0,
            palette::LABEL,
            point_text(dot),
        ));
    }
    document
}

/// A single piece with its groove, or a GIPF-piece: two of them, one upon the other.
fn piece(at: drawing::Point, radius: f64, owner: Player, stacked: bool) -> Group {
    let stone = [Stone::White, Stone::Black][owner.index()];
    let (fill, edge) = stone.colours();
    let groove = [edge, "#6b645c"][owner.index()];
    let mut group = Group::new();
    let top = if stacked { (at.0, at.1 - 3.5) } else { at };
    if stacked {
        group = group.add(drawing::stone((at.0, at.1 + 4.5), radius, stone));
    }
    group = group.add(drawing::stone(top, radius, stone));
    group = group.add(drawing::circle(top, radius * 0.62, "none", groove, radius * 0.05));
    if stacked {
        group = group.add(drawing::circle(top, radius * 0.3, stone.contrast(), fill, 1.0));
    }
    group
}

/// An expected decision: an arrow for a push, a bar over the pieces that a row takes.
fn draw_expected(document: Document, expected: &ExpectedMove) -> Document {
    let (turn, colour) = (expected.turn, expected.stone());
    match Decision::of(expected.mv) {
        Decision::Push { push, .. } => {
            let first = point(PUSH[push].first.trailing_zeros() as usize);
            drawing::arrow(document, place(PUSH[push].dot()), place(first), turn, colour)
        }
        Decision::Row { line, taken } => {
            let spots = if taken == 0 { LINE[line].spots } else { LINE[line].unpack(taken) };
            let from = place(point(spots.trailing_zeros() as usize));
            let to = place(point(63 - spots.leading_zeros() as usize));
            let bar = drawing::line(from, to, 15.0, palette::ARROW).set("opacity", 0.45);
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            drawing::ghost(document.add(bar), middle, 10.0, turn, colour)
        }
    }
}
