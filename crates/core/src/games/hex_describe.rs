//! What Yavalath and Pentalath share in describing a position as data.

use crate::board::bits::members;
use crate::board::hex61::{self, CELLS};
use crate::game::Arrangement;
use crate::game::describe::{Colour, Description, Effect, PLACE, Piece, PieceKind, Place, PlaceKind, PlaceName, Shape};
use crate::game::says;
use crate::games::swap;

const STONE: PieceKind = PieceKind { id: "stone", shape: Shape::Disc, name: says::stone };

/// The cells: a row goes to the right, the next one begins half a cell further to the left.
pub fn places() -> Vec<Place> {
    let at = |cell| {
        let (column, number) = hex61::coordinates(cell);
        (f64::from(2 * column - number) / 2.0, f64::from(-number) * 0.75_f64.sqrt())
    };
    (0..CELLS).map(|cell| Place { name: hex61::name(cell), kind: PlaceKind::Cell, at: at(cell) }).collect()
}

/// A stone of a colour, by its number.
pub fn stone(colour: usize) -> Piece {
    Piece::new(STONE, Colour::ALL[colour])
}

/// The stones on the board, from the cells of each colour.
pub fn pieces(stones: &[u64]) -> Vec<(PlaceName, Piece)> {
    let of = |(colour, &set): (usize, &u64)| members(set).map(move |cell| (hex61::name(cell), stone(colour)));
    stones.iter().enumerate().flat_map(of).collect()
}

/// The cells of the stones of each colour: what [`pieces`] makes pieces of.
pub fn stones_of<const N: usize>(arrangement: &Arrangement) -> [u64; N] {
    std::array::from_fn(|colour| {
        let holds = |&cell: &usize| arrangement.piece_on(&hex61::name(cell)) == Some(stone(colour));
        (0..CELLS).filter(holds).fold(0, |set, cell| set | 1 << cell)
    })
}

/// A stone of a colour is placed on a cell and captures `captured`.
pub fn placement(colour: usize, cell: usize, captured: u64) -> Description {
    let take = |cell| Effect::Take { piece: stone(colour ^ 1), from: hex61::name(cell) };
    let put = Effect::put(stone(colour), hex61::name(cell));
    let effects = std::iter::once(put).chain(members(captured).map(take)).collect();
    Description::new(PLACE, vec![hex61::name(cell)], effects)
}

/// The first stone, one of `white`, is taken over: the seats exchange their colours.
pub fn swap(white: u64) -> Description {
    swap::describe(members(white).next().map(hex61::name))
}

/// The longest row of `stones`, cell by cell, if there is one of `least` or more.
pub fn longest_row(stones: u64, least: usize) -> Option<Vec<usize>> {
    let lines = hex61::lines();
    let rows = lines.iter().flat_map(|line| line.split(|&cell| stones >> cell & 1 == 0));
    rows.filter(|row| row.len() >= least).max_by_key(|row| row.len()).map(<[usize]>::to_vec)
}

/// The ends of a row, as in `e4-h7`.
pub fn ends(row: &[usize]) -> String {
    let mut ends = [row[0], row[row.len() - 1]].map(hex61::name);
    ends.sort();
    ends.join("-")
}

/// The names of cells.
pub fn names(cells: &[usize]) -> Vec<PlaceName> {
    cells.iter().map(|&cell| hex61::name(cell)).collect()
}
