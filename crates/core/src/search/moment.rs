//! Moments in time: the standard library's, or the host's where that has no clock (`wasm32-unknown-unknown`).

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant as Moment;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Moment, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Says how to ask the host for the time since some fixed moment. A program calls this once, before its first search;
    /// later calls change nothing.
    pub fn set_clock(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment by the host's clock, used like [`std::time::Instant`].
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Moment(Duration);

    impl Moment {
        /// This moment.
        ///
        /// # Panics
        /// Before [`set_clock`].
        pub fn now() -> Self {
            let clock =
                CLOCK.get().expect("this target has no clock: call `quintet_core::search::moment::set_clock` first");
            Self(clock())
        }

        /// The time that has passed since; never less than nothing, whatever the host's clock does.
        pub fn elapsed(&self) -> Duration {
            Self::now() - *self
        }
    }

    impl Sub for Moment {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::host::{Moment, set_clock};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    #[test]
    fn the_hosts_clock_tells_the_time_and_may_go_back() {
        static TIME: AtomicU64 = AtomicU64::new(5_000);
        assert!(std::panic::catch_unwind(Moment::now).is_err());
        set_clock(|| Duration::from_millis(TIME.load(Relaxed)));
        set_clock(|| Duration::ZERO);
        let start = Moment::now();
        TIME.store(5_250, Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(250));
        let later = Moment::now();
        TIME.store(4_000, Relaxed);
        assert!(start < later && start.elapsed() == Duration::ZERO);
    }
}
