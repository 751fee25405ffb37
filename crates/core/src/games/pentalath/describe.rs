//! Positions of Pentalath as data.

use super::board::place;
use super::decision::{SWAP, placed_cell};
use super::position::{BLACK, Pentalath, WHITE};
use super::says;
use crate::game::describe::{
    Colour, Describe, Description, Ending, PASS, PLACE, Piece, Place, PlaceName, Task, number_word,
};
use crate::game::says as game;
use crate::game::{Move, Outcome, Player};
use crate::games::hex_describe::{self, ends, longest_row, names};
use crate::games::says as hex;

impl Describe for Pentalath {
    fn places() -> Vec<Place> {
        hex_describe::places()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        hex_describe::pieces(&self.stones)
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        Colour::ALL[usize::from(self.owner(WHITE) != player)]
    }

    fn task(&self) -> Task {
        let (phase, what, how) = if self.may_swap() {
            (PLACE, hex::place_or_swap(), hex::place_or_swap_how())
        } else if self.placements() == 0 {
            (PASS, says::pass(), game::pass_how())
        } else {
            (PLACE, hex::place(), hex::place_how())
        };
        Task::new(phase, what, how)
    }

    fn ending(&self) -> Ending {
        let winner = self.outcome.and_then(Outcome::winner);
        let colour = [WHITE, BLACK].into_iter().find(|&colour| winner == Some(self.owner(colour)));
        match colour.and_then(|colour| Some((colour, longest_row(self.stones[colour], 5)?))) {
            Some((colour, row)) => {
                let sentence = hex::won(Colour::ALL[colour].said(), number_word(row.len()), ends(&row));
                Ending { why: "five", sentence, points: names(&row) }
            }
            None => Ending { why: "passes", sentence: game::drawn(says::nobody()), points: Vec::new() },
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
