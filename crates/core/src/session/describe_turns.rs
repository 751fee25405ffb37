//! Describes turns: each decision as it was, or will be, when it is taken.

use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::played_game::PlayedGame;
use super::state::{DescribedTurn, LegalDecision};
use crate::game::{Move, Playable};

impl<G: Playable> GameSession<G> {
    /// Turns from the present position, up to the first that cannot be played.
    pub(super) fn described_line(&self, turns: &[String]) -> Vec<DescribedTurn> {
        match self.standing() {
            Standing::Open => described(self.game.clone(), turns),
            _ => Vec::new(),
        }
    }

    /// The same if it were the next side's turn.
    pub(super) fn described_threat(&self, turns: &[String]) -> Vec<DescribedTurn> {
        let passed = (self.standing() == Standing::Open).then(|| self.game.position.skip()).flatten();
        let Some(position) = passed else { return Vec::new() };
        let mut line = self.game.clone();
        line.reset(position);
        described(line, turns)
    }

    /// The last whole turn, or the decisions of the current one.
    pub(super) fn described_last(&self) -> Option<DescribedTurn> {
        let decisions = self.game.last_turn();
        let (before, _) = self.game.played[self.game.played.len() - decisions.len()..].first()?;
        Some(described_turn(*before, &decisions))
    }
}

fn described<G: Playable>(mut line: PlayedGame<G>, turns: &[String]) -> Vec<DescribedTurn> {
    let mut described = Vec::new();
    for turn in turns {
        let before = line.position;
        let Ok(decisions) = line.play(turn) else { break };
        described.push(described_turn(before, &decisions));
    }
    described
}

fn described_turn<G: Playable>(before: G, decisions: &[Move]) -> DescribedTurn {
    let mut position = before;
    let decision = |&mv: &Move| {
        let decision = LegalDecision { text: position.move_text(mv), description: position.describe(mv) };
        position.play(mv);
        decision
    };
    DescribedTurn {
        turn: before.turn_text(decisions),
        seat: before.seat() + 1,
        colour: before.colour_of_player(before.to_move()),
        decisions: decisions.iter().map(decision).collect(),
    }
}
