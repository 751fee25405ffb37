//! Positions of Pentalath as data.

use super::board::place;
use super::decision::{SWAP, placed_cell};
use super::position::{BLACK, Pentalath, WHITE};
use crate::game::describe::{
    Colour, Describe, Description, Ending, Phase, Piece, Place, PlaceName, Task, Why, number_word,
};
use crate::game::{Move, Outcome, Player};
use crate::games::hex_describe::{self, ends, longest_row, names};
use crate::games::hex_text::SIZE;

impl Describe for Pentalath {
    fn places() -> Vec<Place> {
        hex_describe::places()
    }

    fn picture() -> (f64, f64) {
        SIZE
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
            (Phase::Place, what, "choose an empty cell, or the first stone to swap")
        } else if self.placements() == 0 {
            (Phase::Pass, "pass, as no stone can be placed", "choose pass")
        } else {
            (Phase::Place, "place a stone", "choose an empty cell")
        };
        Task { phase, what: what.to_string(), how }
    }

    fn ending(&self) -> Ending {
        let winner = self.outcome.and_then(Outcome::winner);
        let colour = [WHITE, BLACK].into_iter().find(|&colour| winner == Some(self.owner(colour)));
        match colour.and_then(|colour| Some((colour, longest_row(self.stones[colour], 5)?))) {
            Some((colour, row)) => {
                let (name, length) = (Colour::ALL[colour].name(), number_word(row.len()));
                let sentence = format!("{name} has won: {length} in a row on {}", ends(&row));
                Ending { why: Why::Five, sentence, points: names(&row) }
            }
            None => {
                let sentence = "The game is drawn: neither side can place a stone".to_string();
                Ending { why: Why::Passes, sentence, points: Vec::new() }
            }
        }
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(Self::new(self.stones, self.colour() ^ 1, self.swap.closed(), 0))
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
