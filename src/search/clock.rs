//! How much of a clock to spend on a turn.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after the turn.
    pub increment: Duration,
    /// Turns until more time is added; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Turns that a game is assumed to go on for when nothing tells.
const TURNS_AHEAD: u32 = 22;

/// The time after which no new iteration begins, and the time after which the search breaks off. `overhead` is left
/// on the clock.
pub fn budget(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead);
    let turns = clock.moves_to_go.unwrap_or(TURNS_AHEAD).clamp(1, TURNS_AHEAD);
    // Half of the share begins the last iteration that can be expected to finish within it.
    let share = usable / turns + clock.increment.mul_f64(0.8);
    let most = if clock.moves_to_go == Some(1) { usable.mul_f64(0.9) } else { usable.mul_f64(0.4) };
    ((share.mul_f64(0.6)).min(most), share.mul_f64(2.5).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_never_overdrawn() {
        for remaining in [0, 1, 10, 40, 100, 1_000, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
                    let overhead = Duration::from_millis(10);
                    let (soft, hard) = budget(Clock { remaining, increment, moves_to_go }, overhead);
                    assert!(soft <= hard && hard <= remaining.saturating_sub(overhead));
                }
            }
        }
    }
}
