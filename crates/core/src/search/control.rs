//! What ends a search: its limits, its time, or a stop from outside.

use super::limits::Limits;
use super::sync::{Arc, AtomicBool, AtomicU64};
use super::threads::HAS_THREADS;
use super::time::{self, ClockUse, TimeManager};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Counts the searches that were requested and those that must stop. Every `go` draws a numbered token when it is read,
/// long before its search may start; a stop covers the tokens drawn so far and no later one. So a stop is never lost
/// and never hits the next search.
#[derive(Clone, Debug, Default)]
pub struct StopSource(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    drawn: AtomicU64,
    stopped: AtomicU64,
}

impl StopSource {
    /// A token for a new search.
    pub fn token(&self) -> StopToken {
        StopToken { stops: self.clone(), number: self.0.drawn.fetch_add(1, Ordering::SeqCst) + 1 }
    }

    /// Stops all searches whose tokens have been drawn.
    pub fn stop(&self) {
        self.0.stopped.fetch_max(self.0.drawn.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

/// The right to search until stopped.
#[derive(Clone, Debug)]
pub struct StopToken {
    stops: StopSource,
    number: u64,
}

impl StopToken {
    /// Whether this search must stop.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stops.0.stopped.load(Ordering::Relaxed) >= self.number
    }

    /// Stops this search and those before it.
    pub fn stop(&self) {
        self.stops.0.stopped.fetch_max(self.number, Ordering::SeqCst);
    }
}

/// A running search's view of its limits, shared by its threads and by those that may stop it.
#[derive(Debug)]
pub struct SearchControl {
    /// The limits given.
    pub limits: Limits,
    stop_token: StopToken,
    time: TimeManager,
    pondering: AtomicBool,
    clock_use: ClockUse,
}

impl SearchControl {
    /// A control for a search that starts now.
    pub fn new(limits: Limits, stop_token: StopToken, clock_use: ClockUse) -> Self {
        let pondering = AtomicBool::new(limits.ponder);
        let control = Self { limits, stop_token, time: TimeManager::start_now(), pondering, clock_use };
        if !control.limits.ponder {
            control.start_clock();
        }
        control
    }

    /// A control for a search that ends only by `limits`.
    pub fn unstoppable(limits: Limits) -> Self {
        Self::new(limits, StopSource::default().token(), ClockUse::default())
    }

    /// A control for a part of this search, stopped with it: at most this many nodes, and no more nodes and time than
    /// `used` nodes have left.
    pub fn part(&self, nodes: Option<u64>, used: u64) -> Self {
        let left = self.limits.nodes.map(|most| most.saturating_sub(used));
        let movetime = self.limits.movetime.map(|_| self.time.left());
        let nodes = nodes.into_iter().chain(left).min();
        let limits = Limits { nodes, movetime, infinite: false, ponder: false, ..self.limits };
        let clock_use = ClockUse { overhead: Duration::ZERO, ..self.clock_use };
        Self::new(limits, self.stop_token.clone(), clock_use)
    }

    /// The opponent has played the expected move: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.start_clock();
        self.pondering.store(false, Ordering::SeqCst);
    }

    fn start_clock(&self) {
        if let Some((soft, hard)) = self.budget() {
            self.time.start(soft, hard);
        }
    }

    /// How long after the start of the clock to start further iterations, and when to break off.
    fn budget(&self) -> Option<(Duration, Duration)> {
        let ClockUse { turns_ahead, overhead } = self.clock_use;
        let budget = self.limits.clock.map(|clock| time::budget(clock, turns_ahead, overhead));
        let Some(exact) = self.limits.movetime else { return budget };
        let exact = exact.saturating_sub(overhead.min(exact / 2));
        // A time for one decision is used to its end, whatever the search thinks of it.
        Some(budget.map_or((Duration::MAX, exact), |(soft, hard)| (soft, hard.min(exact))))
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    /// Whether the search must break off now, having searched `nodes`.
    #[inline]
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.stop_token.stopped() || self.limits.nodes.is_some_and(|limit| nodes >= limit) || self.time.is_up()
    }

    /// Whether this much time is left before the search must break off; while pondering, whether it would be left if
    /// the clock started now.
    pub fn leaves(&self, time: Duration) -> bool {
        if self.pondering.load(Ordering::Relaxed) {
            return self.budget().is_none_or(|(_, hard)| time < hard);
        }
        self.time.leaves(time)
    }

    /// Whether another iteration is not worth starting; `patience` (1 is normal) stretches the time for that.
    pub fn is_enough(&self, patience: f64) -> bool {
        self.time.is_enough(patience)
    }

    /// Whether to answer at once if there is nothing to think about.
    pub fn may_answer_early(&self) -> bool {
        !self.limits.infinite && !self.pondering.load(Ordering::Relaxed)
    }

    /// After the end of an infinite or pondering search: waits until it may be answered. Where the target has no threads
    /// nobody could say so meanwhile, so it is answered at once.
    pub fn wait_until_answerable(&self) {
        while HAS_THREADS && !self.may_answer_early() && !self.stop_token.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_hits_what_was_asked_for_and_nothing_later() {
        let stops = StopSource::default();
        let (first, second) = (stops.token(), stops.token());
        stops.stop();
        let third = stops.token();
        assert!(first.stopped() && second.stopped() && !third.stopped());
    }

    #[test]
    fn a_time_for_one_decision_is_used_to_its_end() {
        let limits = Limits { movetime: Some(Duration::from_millis(50)), ..Limits::default() };
        let (soft, hard) = SearchControl::unstoppable(limits).budget().unwrap();
        // However sure a search is.
        assert_eq!((soft, hard), (Duration::MAX, Duration::from_millis(50)));
        let control = SearchControl::unstoppable(Limits { movetime: Some(Duration::from_micros(1)), ..limits });
        assert!((1..=300).all(|hundredths| !control.is_enough(f64::from(hundredths) / 100.0)));
        let clock = time::Clock { remaining: Duration::from_secs(2), increment: Duration::ZERO, moves_to_go: None };
        // With a clock, too, that says when to stop.
        let (limits, clock_use) =
            (Limits { clock: Some(clock), ..limits }, ClockUse { turns_ahead: 40, ..ClockUse::default() });
        let both = SearchControl::new(limits, StopSource::default().token(), clock_use);
        assert_eq!(both.budget().unwrap(), (Duration::from_millis(30), Duration::from_millis(50)));
    }

    #[test]
    fn pondering_takes_no_time_until_the_hit() {
        let limits = Limits { ponder: true, movetime: Some(Duration::ZERO), ..Limits::default() };
        let control = SearchControl::unstoppable(limits);
        assert!(!control.must_stop(1_000_000) && !control.may_answer_early());
        control.ponder_hit();
        assert!(control.must_stop(0) && control.may_answer_early());
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use loom::thread;

    #[test]
    fn a_stop_covers_what_was_drawn_before_it_and_nothing_later() {
        loom::model(|| {
            let stops = StopSource::default();
            let first = stops.token();
            let stopper = thread::spawn({
                let stops = stops.clone();
                move || stops.stop()
            });
            let meanwhile = stops.token();
            stopper.join().unwrap();
            let last = stops.token();
            assert!(first.stopped() && !last.stopped());
            meanwhile.stop();
            assert!(first.stopped() && meanwhile.stopped() && !last.stopped());
            stops.stop();
            assert!(last.stopped());
        });
    }

    #[test]
    fn nothing_is_lost_between_two_who_stop() {
        loom::model(|| {
            let stops = StopSource::default();
            // One stops all, the other only what it has drawn itself.
            let other = thread::spawn({
                let stops = stops.clone();
                move || {
                    let token = stops.token();
                    token.stop();
                    assert!(token.stopped());
                    token
                }
            });
            let token = stops.token();
            stops.stop();
            assert!(token.stopped());
            let others = other.join().unwrap();
            let later = stops.token();
            assert!(token.stopped() && others.stopped() && !later.stopped());
        });
    }

    #[test]
    fn two_who_stop_all_stop_all() {
        loom::model(|| {
            let stops = StopSource::default();
            let stop = || {
                let stops = stops.clone();
                thread::spawn(move || {
                    let token = stops.token();
                    stops.stop();
                    assert!(token.stopped());
                    token
                })
            };
            let tokens = [stop(), stop()].map(|other| other.join().unwrap());
            assert!(tokens.iter().all(StopToken::stopped) && !stops.token().stopped());
        });
    }

    #[test]
    fn of_two_drawn_at_once_one_is_the_later_and_goes_on() {
        loom::model(|| {
            let stops = StopSource::default();
            let other = thread::spawn({
                let stops = stops.clone();
                move || stops.token()
            });
            let mut tokens = [stops.token(), other.join().unwrap()];
            tokens.sort_by_key(|token| token.number);
            tokens[0].stop();
            assert!(tokens[0].stopped() && !tokens[1].stopped());
        });
    }

    #[test]
    fn a_search_sees_a_stop_in_the_end() {
        loom::model(|| {
            let stops = StopSource::default();
            let token = stops.token();
            let search = thread::spawn(move || {
                while !token.stopped() {
                    thread::yield_now();
                }
            });
            stops.stop();
            search.join().unwrap();
        });
    }
}
