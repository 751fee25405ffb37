//! Positions of Pentalath as data.

use super::board::place;
use super::decision::{SWAP, placed_cell};
use super::position::{BLACK, Pentalath, WHITE};
use crate::game::describe::{Colour, Describe, Description, Ending, Phase, Piece, Place, PlaceName, Task, Why};
use crate::game::{Move, Player};
use crate::games::hex_describe::{self, PICTURE, ends, longest_row, names};

impl Describe for Pentalath {
    fn places() -> Vec<Place> {
        hex_describe::places()
    }

    fn picture() -> (f64, f64) {
        PICTURE
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        hex_describe::pieces(&self.stones)
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        Colour::ALL[usize::from(self.owner(WHITE) != player)]
    }

    fn task(&self) -> Task {
        let (phase, what, how) = if self.may_swap() {
            let what = "place a stone, or swap: take over the first stone";
            (Phase::Place, what, "click an empty cell, or the first stone to swap")
        } else if self.placements() == 0 {
            (Phase::Pass, "pass, as no stone can be placed", "click pass")
        } else {
            (Phase::Place, "place a stone", "click an empty cell")
        };
        Task { phase, what: what.to_string(), how }
    }

    fn ending(&self) -> Ending {
        let row = |colour: usize| longest_row(self.stones[colour], 5).map(|row| (colour, row));
        let last = self.colour() ^ 1;
        let won = [last, last ^ 1]
            .into_iter()
            .filter(|&colour| self.outcome.is_some_and(|outcome| outcome.winner() == Some(self.owner(colour))));
        match won.into_iter().find_map(row) {
            Some((colour, row)) => {
                let name = [Colour::White, Colour::Black][colour.min(BLACK)].name();
                let length = if row.len() == 5 { "five".to_string() } else { row.len().to_string() };
                let sentence = format!("{name} has won: {length} in a row on {}", ends(&row));
                Ending { why: Why::Five, sentence, points: names(&row) }
            }
            None => {
                let sentence = "The game is drawn: neither side can place a stone".to_string();
                Ending { why: Why::Passes, sentence, points: Vec::new() }
            }
        }
    }

    fn describe(&self, mv: Move) -> Description {
        match placed_cell(mv) {
            Some(cell) => {
                let (own, enemy) = self.own_and_enemy();
                hex_describe::placement(self.colour(), cell, place(own, enemy, cell).unwrap_or(0))
            }
            None if mv == SWAP => hex_describe::swap(self.stones[WHITE]),
            None => Description::pass(Vec::new()),
        }
    }
}
