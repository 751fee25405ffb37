//! The date as the system's clock has it. That clock may be set to anything, so this is the only place that asks it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment from the year 1970 to the year 9999, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(Duration);

/// The last moment that RFC 3339 can write: the end of the year 9999.
const LAST: Duration = Duration::new(253_402_300_799, 999_999_999);

impl Date {
    /// Now; where the clock stands before 1970 or after 9999 the moment nearest to that.
    #[expect(clippy::disallowed_methods, reason = "this is where it is asked")]
    pub fn now() -> Self {
        Self::from(SystemTime::now())
    }

    /// Seconds since the beginning of 1970.
    pub fn seconds(self) -> u64 {
        self.0.as_secs()
    }

    /// The text of RFC 3339, such as `2018-02-16T00:31:37Z`.
    pub fn text(self) -> String {
        humantime::format_rfc3339_seconds(UNIX_EPOCH + self.0).to_string()
    }

    /// The same with milliseconds, such as `2018-02-16T00:31:37.013Z`.
    pub fn text_with_millis(self) -> String {
        humantime::format_rfc3339_millis(UNIX_EPOCH + self.0).to_string()
    }
}

impl From<SystemTime> for Date {
    fn from(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).unwrap_or_default().min(LAST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Rng;
    use rand::{Rng as _, SeedableRng};

    /// Whatever a clock says is a date, in the order of time.
    #[test]
    fn every_time_has_a_date() {
        let mut rng = Rng::seed_from_u64(1);
        let mut times = vec![UNIX_EPOCH, UNIX_EPOCH + LAST, UNIX_EPOCH - Duration::from_nanos(1)];
        for bits in 0..63 {
            let offset = Duration::new(rng.next_u64() >> (63 - bits), (rng.next_u64() % 1_000_000_000) as u32);
            times.extend([UNIX_EPOCH.checked_sub(offset), UNIX_EPOCH.checked_add(offset)].into_iter().flatten());
        }
        times.sort_unstable();
        let mut last = (Date::from(times[0]), String::new(), String::new());
        for time in times {
            let date = Date::from(time);
            let next = (date, date.text(), date.text_with_millis());
            assert!(last <= next && next.1.len() == 20 && next.2.len() == 24, "{time:?}: {next:?}");
            last = next;
        }
        let ends = [UNIX_EPOCH - Duration::from_secs(9), UNIX_EPOCH + LAST + Duration::from_secs(9)].map(Date::from);
        assert_eq!(ends.map(Date::text), ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]);
        assert_eq!(ends[0].seconds(), 0);
    }
}
