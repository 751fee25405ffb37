//! Positions of Yavalath as data.

use super::decision::placed_cell;
use super::position::{Yavalath, Yavalath3};
use super::says;
use crate::game::describe::{
    Colour, Describe, Description, Effect, Ending, PLACE, Piece, Place, PlaceName, Task, number_word,
};
use crate::game::says as game;
use crate::game::{Game, Move, Player};
use crate::games::hex_describe::{self, ends, longest_row, names};
use crate::games::says as hex;
use crate::sentence::{self, joined};

/// How a row has ended the game: four or more win, three lose. `None` if there is no such row.
fn ending_by_row(stones: u64, colour: usize) -> Option<Ending> {
    let row = longest_row(stones, 3)?;
    let (player, length, on) = (Colour::ALL[colour].said(), number_word(row.len()), ends(&row));
    let (why, sentence) = match row.len() {
        3 => ("three", hex::lost(player, length, on)),
        _ => ("four", hex::won(player, length, on)),
    };
    Some(Ending { why, sentence, points: names(&row) })
}

impl Describe for Yavalath {
    fn places() -> Vec<Place> {
        hex_describe::places()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        hex_describe::pieces(&self.stones)
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        Colour::ALL[usize::from(self.owner(0) != player)]
    }

    fn task(&self) -> Task {
        let (what, how) = match self.may_swap() {
            true => (hex::place_or_swap(), hex::place_or_swap_how()),
            false => (hex::place(), hex::place_how()),
        };
        Task::new(PLACE, what, how)
    }

    fn ending(&self) -> Ending {
        // The colour that has just placed a stone has made the row, if there is one of both.
        let last = usize::from(self.colour ^ 1);
        let by_row = [last, last ^ 1].into_iter().find_map(|colour| {
            ending_by_row(self.stones[colour], colour)
                .filter(|_| self.outcome.is_some_and(|end| end.winner().is_some()))
        });
        by_row.unwrap_or_else(|| Ending { why: "fullBoard", sentence: game::drawn(says::full()), points: Vec::new() })
    }

    fn describe(&self, mv: Move) -> Description {
        match placed_cell(mv) {
            Some(cell) => hex_describe::placement(usize::from(self.colour), cell, 0),
            None => hex_describe::swap(self.stones[0]),
        }
    }
}

impl Describe for Yavalath3 {
    fn places() -> Vec<Place> {
        hex_describe::places()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        hex_describe::pieces(&self.stones)
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        Colour::ALL[player.index()]
    }

    fn is_eliminated(&self, player: Player) -> bool {
        self.alive >> player.index() & 1 == 0
    }

    fn task(&self) -> Task {
        if self.legal() == self.empty() {
            return Task::new(PLACE, hex::place(), hex::place_how());
        }
        let next = Colour::ALL[usize::from(Self::next(self.colour, self.alive))].said();
        Task::new(PLACE, says::block(next), says::block_how())
    }

    fn ending(&self) -> Ending {
        let name = |colour: usize| Colour::ALL[colour].said();
        let list = |mask: u8| joined((0..3).filter(|colour| mask >> colour & 1 != 0).map(name), sentence::and);
        let winners = self.outcome.map_or(self.alive, |outcome| outcome.mask());
        let only = winners.trailing_zeros() as usize % 3;
        let by_row = ending_by_row(self.stones[only], only).filter(|ending| ending.why == "four");
        if let Some(ending) = by_row.filter(|_| winners.is_power_of_two()) {
            return ending;
        }
        if winners.is_power_of_two() {
            // The rows that have put the others out.
            let out = (0..3).filter(|&colour| colour != only);
            let points = out.filter_map(|colour| longest_row(self.stones[colour], 3)).flat_map(|row| names(&row));
            let sentence = says::last_left(name(only), list(0b111 & !winners));
            return Ending { why: "lastLeft", sentence, points: points.collect() };
        }
        let sentence = says::full_shared(list(winners));
        Ending { why: "fullBoard", sentence, points: Vec::new() }
    }

    fn describe(&self, mv: Move) -> Description {
        let (colour, cell) = (usize::from(self.colour), usize::from(mv.code()));
        let mut description = hex_describe::placement(colour, cell, 0);
        let mut after = *self;
        after.play(mv);
        if after.alive != self.alive {
            description.effects.push(Effect::Eliminate { seat: colour + 1 });
        }
        description
    }
}
