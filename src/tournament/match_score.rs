//! A match to points: who starts each round, and who wins in the end.

use super::schedule::Pairing;
use crate::records::{GameRecord, Reason, Round};
use crate::session::Session;

/// The points for a finished game by the game's own count.
pub fn points_of(session: &dyn Session) -> u32 {
    session.query("points").and_then(|points| points.parse().ok()).unwrap_or(0)
}

/// The state of a match to points. The loser of a round starts the next one; after a draw the other side does. The
/// player who starts has seat 1. A round lost by a fault, for which the rules have no points, loses the match.
pub struct MatchScore {
    players: [String; 2],
    /// The player who starts the next round.
    starter: usize,
    points: [u32; 2],
    /// The number of the next round, from 1.
    pub round: u32,
    /// Whether the last round was the last one of the match.
    pub is_over: bool,
}

/// A match to points is over after this many rounds; the side with more points then wins it.
pub const MAX_ROUNDS: u32 = 30;

impl MatchScore {
    /// A new match between these players; the first starts.
    pub fn new(players: [String; 2]) -> Self {
        Self { players, starter: 0, points: [0; 2], round: 1, is_over: false }
    }

    /// The engine at each seat in the next round.
    pub fn seats(&self, pairing: &Pairing) -> Vec<usize> {
        vec![pairing.seats[self.starter], pairing.seats[1 - self.starter]]
    }

    /// Counts the next round, worth this many points to its winner, in a match to `target` points.
    pub fn add(&mut self, record: &GameRecord, scored: u32, target: u32) -> Round {
        let winner = match record.winners[..] {
            [seat] => Some(if seat == 1 { self.starter } else { 1 - self.starter }),
            _ => None,
        };
        if let Some(winner) = winner {
            self.points[winner] += scored;
        }
        let points = self.points;
        let forfeit = winner.filter(|_| record.reason.is_fault() || record.reason == Reason::Resign);
        let over = forfeit.is_some() || points.iter().any(|&p| p >= target) || self.round >= MAX_ROUNDS;
        let ahead = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let best = forfeit.or(ahead).filter(|_| over).map(|player: usize| self.players[player].clone());
        let round =
            Round { round: self.round, players: self.players.clone(), points: Some(points), over, winner: best };
        self.go_on_after(&round, record);
        round
    }

    /// The next round is the one after this.
    pub fn go_on_after(&mut self, round: &Round, record: &GameRecord) {
        self.starter = next_starter(self.starter, &record.winners);
        self.points = round.points.unwrap_or(self.points);
        self.round = round.round + 1;
        self.is_over = round.over;
    }
}

/// Who starts the next round, after one that `starter` started and these seats (from 1) won.
fn next_starter(starter: usize, winners: &[usize]) -> usize {
    // Seat 2 starts next if it has lost or if nobody has.
    if winners == [2] { starter } else { 1 - starter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_of_a_round_starts_the_next() {
        assert_eq!(next_starter(0, &[1]), 1, "seat 2 has lost");
        assert_eq!(next_starter(0, &[2]), 0, "seat 1 has lost");
        assert_eq!(next_starter(1, &[1, 2]), 0, "after a draw the other side starts");
    }
}
