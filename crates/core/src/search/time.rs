//! How much of a clock to spend on a turn.

use super::moment::Moment;
use super::sync::AtomicU64;
use crate::game::SearchParams;
use std::sync::atomic::Ordering;
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

/// Kept in reserve, except for increments, as long as there is more.
const RESERVE: Duration = Duration::from_millis(200);

/// How a search uses its clock, beyond its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockUse {
    /// About how many turns the side to move still has to take, to divide the clock among.
    pub turns_ahead: u32,
    /// Kept in reserve for sending the answer.
    pub overhead: Duration,
}

/// How many turns a player is likely to take from now on, after `taken` turns, if `usual` are usual in a game. Games
/// that last longer than usual tend to last longer still.
pub fn turns_ahead(usual: u32, taken: u32) -> u32 {
    usual.saturating_sub(taken).max(usual / 4 + 2)
}

/// The time after which no new iteration starts, and the time after which the search breaks off, if about `ahead` turns
/// are left. `overhead` is left on the clock.
pub fn budget(clock: Clock, ahead: u32, overhead: Duration) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead);
    let turns = clock.moves_to_go.unwrap_or(ahead).clamp(1, ahead.max(1));
    let share = usable / turns + clock.increment.mul_f64(0.8);
    let most = if clock.moves_to_go == Some(1) {
        usable.mul_f64(0.9)
    } else {
        // Of the last fifth of a second only increments are spent: a busy machine may take as long to wake us up. Where
        // it did, less of them until the reserve is whole again.
        let spare = usable.saturating_sub(RESERVE).mul_f64(0.4);
        let whole = usable.min(RESERVE).div_duration_f64(RESERVE);
        (spare + clock.increment.mul_f64(0.8 * whole)).clamp(usable / 20, usable.mul_f64(0.4))
    };
    // Well before the share is spent the last iteration begins that can be expected to finish within it.
    (share.mul_f64(0.6).min(most), share.mul_f64(2.5).min(most))
}

/// A factor for the time of a turn, 0.1 or more, by the `share` of the nodes (0 to 1) that its best decision took. Where that
/// is nearly all of them, the other decisions were refuted quickly, and a deeper iteration will hardly prefer one of them.
pub fn focus(params: &SearchParams, share: f64) -> f64 {
    let [weight, usual] = [params.effort_weight, params.usual_effort].map(|hundredths| f64::from(hundredths) / 100.0);
    (1.0 + weight * (usual - share)).max(0.1)
}

/// The time of one search.
#[derive(Debug)]
pub struct TimeManager {
    started: Moment,
    /// When to stop starting iterations and when to break off, in microseconds after `started`.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl TimeManager {
    /// A search starts now, without a time limit until [`start`](TimeManager::start).
    pub fn start_now() -> Self {
        Self { started: Moment::now(), soft: AtomicU64::new(u64::MAX), hard: AtomicU64::new(u64::MAX) }
    }

    /// The clock starts now: the time to start further iterations, and the time until the search breaks off.
    pub fn start(&self, soft: Duration, hard: Duration) {
        let now = self.elapsed();
        let in_micros = |d: Duration| u64::try_from(now.saturating_add(d).as_micros()).unwrap_or(u64::MAX);
        self.soft.store(in_micros(soft), Ordering::SeqCst);
        self.hard.store(in_micros(hard), Ordering::SeqCst);
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must break off.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.hard.load(Ordering::Relaxed) <= self.micros()
    }

    /// The time before the search must break off.
    pub fn left(&self) -> Duration {
        Duration::from_micros(self.hard.load(Ordering::Relaxed).saturating_sub(self.micros()))
    }

    /// Whether this much time is left before the search must break off.
    pub fn leaves(&self, time: Duration) -> bool {
        self.hard.load(Ordering::Relaxed) > self.micros().saturating_add(time.as_micros() as u64)
    }

    /// Whether another iteration is not worth starting; `patience` (1 is normal) stretches the time for that.
    pub fn is_enough(&self, patience: f64) -> bool {
        (self.soft.load(Ordering::Relaxed) as f64 * patience) <= self.micros() as f64
    }

    fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_expected_to_end_but_never_at_once() {
        let ahead: Vec<u32> = (0..60).map(|taken| turns_ahead(28, taken)).collect();
        assert!(ahead[0] == 28 && ahead[10] == 18 && ahead[59] == 9);
        assert!(ahead.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn the_more_of_the_nodes_the_best_decision_took_the_less_time_a_turn_gets() {
        for (effort_weight, usual_effort) in [(0, 37), (100, 37), (100, 54), (150, 10), (150, 90)] {
            let params = SearchParams { effort_weight, usual_effort, ..SearchParams::DEFAULT };
            let factors: Vec<f64> = (0..=100).map(|hundredths| focus(&params, f64::from(hundredths) / 100.0)).collect();
            assert!(factors.is_sorted_by(|a, b| a >= b) && (factors[usual_effort as usize] - 1.0).abs() < 1e-9);
            assert!(factors.iter().all(|factor| (0.1..=2.5).contains(factor)));
            assert_eq!(factors[0] > factors[100], effort_weight > 0);
        }
    }

    /// What is left of this many milliseconds after the turns `taken`, each of which adds 10 ms.
    fn left(milliseconds: u64, taken: std::ops::Range<u32>) -> Duration {
        let increment = Duration::from_millis(10);
        taken.fold(Duration::from_millis(milliseconds), |remaining, taken| {
            let clock = Clock { remaining, increment, moves_to_go: None };
            let (_, hard) = budget(clock, turns_ahead(30, taken), Duration::from_millis(10));
            remaining - hard + increment
        })
    }

    #[test]
    fn a_long_game_keeps_a_reserve() {
        let remaining = left(1_000, 0..300);
        assert!(remaining > RESERVE, "{remaining:?}");
    }

    #[test]
    fn a_lost_reserve_is_won_back() {
        let remaining = left(40, 50..80);
        assert!(remaining > RESERVE.mul_f64(0.75), "{remaining:?}");
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for remaining in [0, 1, 10, 40, 100, 1_000, 60_000] {
            for increment in [0, 10, 5_000] {
                for (moves_to_go, ahead) in [(None, 1), (None, 30), (Some(0), 30), (Some(1), 30), (Some(40), 30)] {
                    let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
                    let overhead = Duration::from_millis(10);
                    let (soft, hard) = budget(Clock { remaining, increment, moves_to_go }, ahead, overhead);
                    assert!(soft <= hard && hard <= remaining.saturating_sub(overhead));
                }
            }
        }
    }
}
