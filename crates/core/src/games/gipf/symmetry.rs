//! Turning and mirroring the board, and exchanging the players.

use super::board::{IMAGES, LINE, PUSH};
use super::decision::Decision;
use super::position::Gipf;
use crate::board::bits::members;
use crate::board::symmetry::{SYMMETRIES, image_of_set};
use crate::game::{Move, Player, Symmetry};

/// A set of spots under symmetry `index`.
fn turned_set(spots: u64, index: usize) -> u64 {
    image_of_set(spots, &IMAGES[index])
}

fn turned_line(line: usize, index: usize) -> usize {
    let spots = turned_set(LINE[line].spots, index);
    LINE.iter().position(|line| line.spots == spots).expect("symmetries keep lines")
}

impl Symmetry for Gipf {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        let declined = members(u64::from(self.declined)).fold(0, |set, line| set | 1 << turned_line(line, index));
        Self {
            pieces: self.pieces.map(|set| turned_set(set, index)),
            stacks: turned_set(self.stacks, index),
            declined,
            ..*self
        }
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        match Decision::of(mv) {
            Decision::Push { push, stacked } => {
                let line = turned_line(push / 2, index);
                let first = turned_set(PUSH[push].first, index);
                Decision::Push { push: 2 * line + usize::from(PUSH[2 * line].first != first), stacked }
            }
            Decision::Row { line, taken } => {
                let spots = turned_set(LINE[line].unpack(taken), index);
                let line = turned_line(line, index);
                Decision::Row { line, taken: LINE[line].pack(spots) }
            }
        }
        .to_move()
    }

    fn exchange_sides(&self) -> Option<Self> {
        let swap = |[white, black]: [u8; 2]| [black, white];
        Some(Self {
            pieces: [self.pieces[1], self.pieces[0]],
            reserve: swap(self.reserve),
            army: swap(self.army),
            may_stack: [self.may_stack[1], self.may_stack[0]],
            to_decide: self.to_decide.other(),
            pushed: self.pushed.map(Player::other),
            ..*self
        })
    }
}
