//! The line of play that leads to a position, for games in which repetition is a draw.

use crate::board::bits::hash_key;
use crate::game::Game;
use std::marker::PhantomData;

/// The keys of the positions from the start of the game to here, with a filter that quickly rules out keys not among
/// them. For games without repetition it stores nothing and costs nothing.
#[derive(Clone, Debug)]
pub struct Repetition<G> {
    keys: Vec<u64>,
    /// How many of the keys fall on each residue.
    filter: Vec<u16>,
    /// How many of the keys belong to the game; the others to the search.
    played: usize,
    game: PhantomData<G>,
}

const RESIDUES: usize = 4096;

/// A number for the positions that have occurred twice, so that a third time is a draw; 0 if there are none. Proofs
/// depend on these and on nothing else in the game so far: a proof may pass through any other position once more, but
/// not through these. So what was learned with one such number does not hold with another (the graph history
/// interaction problem; Kishimoto and Müller, "A general solution to the graph history interaction problem", 2004).
pub(super) fn history_key<G: Game>(played: &[u64]) -> u64 {
    if !G::REPETITION {
        return 0;
    }
    let is_second = |&(at, key): &(usize, u64)| played[..at].iter().filter(|&&other| other == key).count() == 1;
    let twice = played.iter().copied().enumerate().filter(is_second);
    twice.fold(0, |all, (_, key)| all ^ hash_key(key))
}

impl<G: Game> Repetition<G> {
    /// The line of a game whose positions so far had these keys, without the present one.
    pub fn new(played: &[u64]) -> Self {
        let filter = vec![0; if G::REPETITION { RESIDUES } else { 0 }];
        let mut line = Self { keys: Vec::new(), filter, played: 0, game: PhantomData };
        for &key in played {
            line.push(key);
        }
        line.played = line.keys.len();
        line
    }

    /// Continues from a position with this key.
    #[inline(always)]
    pub fn push(&mut self, key: u64) {
        if G::REPETITION {
            self.keys.push(key);
            self.filter[key as usize % RESIDUES] += 1;
        }
    }

    /// Takes the last [`push`](Repetition::push) back.
    #[inline(always)]
    pub fn pop(&mut self) {
        if G::REPETITION
            && let Some(key) = self.keys.pop()
        {
            self.filter[key as usize % RESIDUES] -= 1;
        }
    }

    /// Takes back all that has been pushed since the line was made.
    #[inline]
    pub fn rewind(&mut self) {
        while self.keys.len() > self.played {
            self.pop();
        }
    }

    /// Whether a search should count the position with this key as a draw: it has occurred twice in the game, or once
    /// before in the searched line, whose repetition can be forced again.
    #[inline(always)]
    pub fn repeats(&self, key: u64) -> bool {
        G::REPETITION && self.filter[key as usize % RESIDUES] != 0 && self.counts_as_draw(key)
    }

    fn counts_as_draw(&self, key: u64) -> bool {
        let (played, searched) = self.keys.split_at(self.played);
        searched.contains(&key) || played.iter().filter(|&&k| k == key).count() >= 2
    }
}
