//! The position that a board shows. An arena tells neither the phase nor the rings taken, nor who has which colour: all
//! of it follows from this board and those before it.

use super::told::Told;
use super::{ArenaGame, Facts, Piece};
use crate::session::Session;

/// What is remembered of a game.
#[derive(Clone, Debug)]
pub struct Memory {
    game: ArenaGame,
    /// How many turns have been told.
    turns: usize,
    /// Whether all rings have been placed.
    is_placed: bool,
}

/// How many rings each player places.
const RINGS: usize = 5;

impl Memory {
    /// Of a game that begins.
    pub fn new(game: ArenaGame) -> Self {
        Self { game, turns: 0, is_placed: false }
    }

    /// Sets up the position of a board, with the player who is told of it to decide; false if the rules cannot go on from
    /// it.
    pub fn set_up(&mut self, session: &mut dyn Session, told: &Told) -> bool {
        let texts = self.positions(told);
        texts.iter().any(|text| session.set_position(Some(text), &[]).is_ok())
    }

    /// The position texts that a board may have, of which the rules accept one at most.
    fn positions(&mut self, told: &Told) -> Vec<String> {
        let facts = self.game.facts();
        self.turns += 1;
        let [own, other] = counts(facts, told, 0);
        // The first to place is White, and has as many pieces as Black before each of its turns. After the exchange of
        // sides that is the other player.
        let is_second = own < other;
        let colour = |is_second: bool| if is_second { "b" } else { "w" };
        // Only in the first turn of each: later such a board shows that the own piece has been taken over.
        let swap = if own == 0 && other <= 1 && self.turns == 1 { "open" } else { "no" };
        match self.game {
            ArenaGame::Yavalath => {
                vec![format!("{} {} {swap} 0", field(facts, &told.rows, is_second), colour(is_second))]
            }
            ArenaGame::Yinsh => {
                self.is_placed |= counts(facts, told, 1) != [0, 0] || [own, other] == [RINGS, RINGS];
                if !self.is_placed {
                    let board = field(facts, &told.rows, is_second);
                    return vec![format!("{board} {} 0,0 place w 0 {swap}", colour(is_second))];
                }
                // Once the rings are placed, no rule depends on the colour.
                let board = field(facts, &told.rows, false);
                let [own, other] = [own, other].map(|rings| RINGS.saturating_sub(rings));
                ["move", "row"].map(|phase| format!("{board} w {own},{other} {phase} w 0")).to_vec()
            }
        }
    }
}

/// How many pieces of a kind the player and the other have on the board.
fn counts(facts: &Facts, told: &Told, kind: usize) -> [usize; 2] {
    facts.pieces[kind].signs.map(|sign| told.rows.iter().flat_map(|row| row.chars()).filter(|c| *c == sign).count())
}

/// The board of a position text.
fn field(facts: &Facts, rows: &[String], is_second: bool) -> String {
    let letter = |sign: char| {
        let of = |piece: &Piece| {
            let side = piece.signs.iter().position(|known| *known == sign)?;
            Some(piece.letters[side ^ usize::from(is_second)])
        };
        facts.pieces.iter().find_map(of)
    };
    let part = |row: &String| {
        let (mut part, mut blanks) = (String::new(), 0);
        for letter in row.chars().map(letter).chain([None]) {
            match letter {
                None => blanks += 1,
                Some(letter) => {
                    if blanks > 0 {
                        part += &blanks.to_string();
                    }
                    blanks = 0;
                    part.push(letter);
                }
            }
        }
        // One more than there are, as the end counts as a blank.
        if blanks > 1 {
            part += &(blanks - 1).to_string();
        }
        part
    };
    rows.iter().map(part).collect::<Vec<_>>().join("/")
}
