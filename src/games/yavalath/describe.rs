//! Positions of Yavalath as data.

use super::decision::placed_cell;
use super::position::{Yavalath, Yavalath3};
use crate::game::describe::{
    Colour, Describe, Description, Effect, Ending, Phase, Piece, Place, PlaceName, Task, Why, number_word,
};
use crate::game::{Game, Move, Player};
use crate::games::hex_describe::{self, ends, longest_row, names};
use crate::games::hex_text::SIZE;

const HOW: &str = "choose an empty cell";

/// How a row has ended the game: four or more win, three lose. `None` if there is no such row.
fn ending_by_row(stones: u64, name: &str) -> Option<Ending> {
    let row = longest_row(stones, 3)?;
    let (why, result) = if row.len() == 3 { (Why::Three, "lost") } else { (Why::Four, "won") };
    let sentence = format!("{name} has {result}: {} in a row on {}", number_word(row.len()), ends(&row));
    Some(Ending { why, sentence, points: names(&row) })
}

impl Describe for Yavalath {
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
        Colour::ALL[usize::from(self.owner(0) != player)]
    }

    fn task(&self) -> Task {
        let (what, how) = if self.may_swap() {
            ("place a stone, or swap: take over the first stone", "choose an empty cell, or the first stone to swap")
        } else {
            ("place a stone", HOW)
        };
        Task { phase: Phase::Place, what: what.to_string(), how }
    }

    fn ending(&self) -> Ending {
        // The colour that has just placed a stone has made the row, if there is one of both.
        let last = usize::from(self.colour ^ 1);
        let by_row = [last, last ^ 1].into_iter().find_map(|colour| {
            let name = Colour::ALL[colour].name();
            ending_by_row(self.stones[colour], name).filter(|_| self.outcome.is_some_and(|end| end.winner().is_some()))
        });
        by_row.unwrap_or_else(|| Ending {
            why: Why::FullBoard,
            sentence: "The game is drawn: the board is full".to_string(),
            points: Vec::new(),
        })
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(Self::new(self.stones, self.colour ^ 1, self.swap.closed(), None))
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

    fn picture() -> (f64, f64) {
        SIZE
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
        let next = Colour::ALL[usize::from(Self::next(self.colour, self.alive))].name();
        if self.legal() == self.empty() {
            return Task { phase: Phase::Place, what: "place a stone".to_string(), how: HOW };
        }
        let what = format!("stop the four of {next}, who is next, or make a four of your own");
        Task { phase: Phase::Place, what, how: "choose one of the cells where that is possible" }
    }

    fn ending(&self) -> Ending {
        let name = |colour: usize| Colour::ALL[colour].name();
        let list = |mask: u8| {
            let names: Vec<&str> = (0..3).filter(|colour| mask >> colour & 1 != 0).map(name).collect();
            names.join(" and ")
        };
        let winners = self.outcome.map_or(self.alive, |outcome| outcome.mask());
        let only = winners.trailing_zeros() as usize % 3;
        let by_row = ending_by_row(self.stones[only], name(only)).filter(|ending| ending.why == Why::Four);
        if let Some(ending) = by_row.filter(|_| winners.is_power_of_two()) {
            return ending;
        }
        if winners.is_power_of_two() {
            // The rows that have put the others out.
            let out = (0..3).filter(|&colour| colour != only);
            let points = out.filter_map(|colour| longest_row(self.stones[colour], 3)).flat_map(|row| names(&row));
            let sentence = format!("{} has won: {} are out", name(only), list(0b111 & !winners));
            return Ending { why: Why::LastLeft, sentence, points: points.collect() };
        }
        let sentence = format!("The game is drawn by {}: the board is full", list(winners));
        Ending { why: Why::FullBoard, sentence, points: Vec::new() }
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(Self::new(self.stones, Self::next(self.colour, self.alive), self.alive, None))
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
