//! What ends a search: the limits it was given, and a stop that comes from outside.

use super::time::{self, Clock};
use crate::game::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of one search. All that are given hold; with none it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most so many turns deep.
    pub depth: Option<u32>,
    /// At most so many nodes (alpha-beta) or iterations (MCTS).
    pub nodes: Option<u64>,
    /// Until a win within so many plies is proven, or none can be.
    pub mate: Option<u32>,
    /// Exactly so much time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// About how many turns the side to move has still to take, among which it shares out the clock. The session
    /// knows.
    pub turns_ahead: u32,
    /// Answer only when told to stop, even if nothing is left to search.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite`, until [`Control::ponder_hit`].
    pub ponder: bool,
    /// Choose among these first decisions only; empty: among all.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Whether the search ends by itself.
    pub fn are_finite(&self) -> bool {
        let bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.is_some();
        bounded && !self.infinite && !self.ponder
    }
}

/// Counts the searches that have been asked for and those that shall stop. Every `go` draws a ticket when it is
/// read, long before its search may start; a stop then covers the tickets drawn so far and no later one. So it is
/// neither lost nor does it hit the next search.
#[derive(Clone, Debug, Default)]
pub struct Stops(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    drawn: AtomicU64,
    stopped: AtomicU64,
}

impl Stops {
    /// A ticket for a new search.
    pub fn draw(&self) -> Ticket {
        Ticket { stops: self.clone(), number: self.0.drawn.fetch_add(1, Ordering::SeqCst) + 1 }
    }

    /// Stops all searches whose tickets have been drawn.
    pub fn stop(&self) {
        self.0.stopped.fetch_max(self.0.drawn.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

/// The right to search until stopped.
#[derive(Clone, Debug)]
pub struct Ticket {
    stops: Stops,
    number: u64,
}

impl Ticket {
    /// Whether this search has been told to stop.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stops.0.stopped.load(Ordering::Relaxed) >= self.number
    }

    /// Stops this search and those before it.
    pub fn stop(&self) {
        self.stops.0.stopped.fetch_max(self.number, Ordering::SeqCst);
    }
}

/// A running search's view of its limits, shared by its threads and by whoever may stop it.
#[derive(Debug)]
pub struct Control {
    /// The limits given.
    pub limits: Limits,
    ticket: Ticket,
    started: Instant,
    /// When to begin no further iteration and when to break off, in microseconds after `started`.
    soft: AtomicU64,
    hard: AtomicU64,
    pondering: AtomicBool,
    overhead: Duration,
}

impl Control {
    /// A control for a search that starts now. `overhead` is kept back from the clock for the way of the answer.
    pub fn new(limits: Limits, ticket: Ticket, overhead: Duration) -> Self {
        let pondering = AtomicBool::new(limits.ponder);
        let started = Instant::now();
        let (soft, hard) = (AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX));
        let control = Self { limits, ticket, started, soft, hard, pondering, overhead };
        if !control.limits.ponder {
            control.set_clock();
        }
        control
    }

    /// A control for a search that only `limits` end.
    pub fn unstoppable(limits: Limits) -> Self {
        Self::new(limits, Stops::default().draw(), Duration::ZERO)
    }

    /// The opponent has played the expected move: from now on the clock runs.
    pub fn ponder_hit(&self) {
        self.set_clock();
        self.pondering.store(false, Ordering::SeqCst);
    }

    fn set_clock(&self) {
        if let Some((soft, hard)) = self.budget() {
            let now = self.elapsed();
            let in_micros = |d: Duration| u64::try_from((now + d).as_micros()).unwrap_or(u64::MAX);
            self.soft.store(in_micros(soft), Ordering::SeqCst);
            self.hard.store(in_micros(hard), Ordering::SeqCst);
        }
    }

    /// How long from the start of the clock to begin further iterations, and when to break off.
    fn budget(&self) -> Option<(Duration, Duration)> {
        let budget = self.limits.clock.map(|clock| time::budget(clock, self.limits.turns_ahead, self.overhead));
        let Some(exact) = self.limits.movetime else { return budget };
        let exact = exact.saturating_sub(self.overhead.min(exact / 2));
        Some(budget.map_or((exact, exact), |(soft, hard)| (soft.min(exact), hard.min(exact))))
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must break off now, having searched `nodes`.
    #[inline]
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.ticket.stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.hard.load(Ordering::Relaxed) <= self.micros()
    }

    /// Whether so much time is left before the search must break off; while pondering, whether it would be left if the
    /// clock started now.
    pub fn leaves(&self, time: Duration) -> bool {
        if self.pondering.load(Ordering::Relaxed) {
            return self.budget().is_none_or(|(_, hard)| time < hard);
        }
        self.hard.load(Ordering::Relaxed) > self.micros().saturating_add(time.as_micros() as u64)
    }

    /// Whether another iteration is not worth beginning; `patience` (1 is normal) stretches the time for that.
    pub fn is_enough(&self, patience: f64) -> bool {
        (self.soft.load(Ordering::Relaxed) as f64 * patience) <= self.micros() as f64
    }

    /// Whether to answer at once if there is nothing to think about.
    pub fn may_answer_early(&self) -> bool {
        !self.limits.infinite && !self.pondering.load(Ordering::Relaxed)
    }

    /// After the end of an infinite or pondering search: waits until it may be answered.
    pub fn wait_for_leave(&self) {
        while !self.may_answer_early() && !self.ticket.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_hits_what_was_asked_for_and_nothing_later() {
        let stops = Stops::default();
        let (first, second) = (stops.draw(), stops.draw());
        stops.stop();
        let third = stops.draw();
        assert!(first.stopped() && second.stopped() && !third.stopped());
    }

    #[test]
    fn pondering_takes_no_time_until_the_hit() {
        let limits = Limits { ponder: true, movetime: Some(Duration::ZERO), ..Limits::default() };
        let control = Control::unstoppable(limits);
        assert!(!control.must_stop(1_000_000) && !control.may_answer_early());
        control.ponder_hit();
        assert!(control.must_stop(0) && control.may_answer_early());
    }
}
