//! The line of play of one game: its start, the turns played, its result by the rules, and the rounds before it.

use super::says;
use crate::game::says as game;
use crate::game::{Move, Outcome, Playable, Player, TextError};
use crate::search::Root;

/// The earlier rounds of the match.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rounds {
    /// How many.
    pub played: u32,
    /// What the sides of seats 1 and 2 of this game have scored in them.
    pub points: [u32; 2],
}

/// A game as far as it has been played.
#[derive(Clone)]
pub(super) struct PlayedGame<G: Playable> {
    pub setup: G::Setup,
    pub start: G,
    /// Every decision played so far, with the position before it.
    pub played: Vec<(G, Move)>,
    pub position: G,
    pub forfeit: Option<Outcome>,
}

impl<G: Playable> PlayedGame<G> {
    /// A new game in the variant `setup`.
    pub fn new(setup: G::Setup) -> Self {
        let start = G::start(&setup);
        Self { setup, start, played: Vec::new(), position: start, forfeit: None }
    }

    pub fn reset(&mut self, start: G) {
        self.start = start;
        self.position = start;
        self.played.clear();
        self.forfeit = None;
    }

    /// The outcome by the rules, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let key = self.position.key();
            let earlier = || self.played.iter().filter(|(position, _)| position.key() == key).count();
            (G::REPETITION && earlier() >= 2).then_some(Outcome::DRAW)
        })
    }

    /// The outcome if the side of `player` resigns.
    pub fn lost_by(player: Player) -> Outcome {
        Outcome::shared(((1 << G::PLAYERS) - 1) & !(1 << player.index()))
    }

    /// Plays a turn; the decisions it was made of.
    pub fn play(&mut self, turn: &str) -> Result<Vec<Move>, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::Move(game::over(turn)));
        }
        let before = self.played.len();
        let decisions = self.position.read_turn(turn)?;
        for &mv in &decisions {
            if self.played.len() > before && self.position.to_move() != self.played[before].0.to_move() {
                while self.played.len() > before {
                    self.take_back();
                }
                return Err(TextError::Move(says::several_turns(turn)));
            }
            self.played.push((self.position, mv));
            self.position.play(mv);
        }
        Ok(decisions)
    }

    pub fn take_back(&mut self) -> bool {
        let last = self.played.pop();
        if let Some((position, _)) = last {
            self.position = position;
            self.forfeit = None;
        }
        last.is_some()
    }

    /// The decisions of the last turn.
    pub fn last_turn(&self) -> Vec<Move> {
        let Some((last, _)) = self.played.last() else { return Vec::new() };
        let same = self.played.iter().rev().take_while(|(position, _)| position.to_move() == last.to_move());
        let mut moves: Vec<Move> = same.map(|&(_, mv)| mv).collect();
        moves.reverse();
        moves
    }

    pub fn root(&self) -> Root<G> {
        let played = self.played.iter().map(|(position, _)| position.key()).collect();
        Root { played, ..Root::new(self.position) }
    }
}
