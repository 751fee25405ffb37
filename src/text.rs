//! Small texts that several parts of the program write alike.

use std::time::Duration;

/// The beginning of a text from outside that may be very long.
pub fn shorten(text: &str) -> String {
    const LENGTH: usize = 60;
    if text.chars().count() <= LENGTH {
        text.to_string()
    } else {
        text.chars().take(LENGTH).collect::<String>() + "…"
    }
}

/// The last line of a measurement: how many there were, and how many in a second.
pub fn bench_line(count: u64, what: &str, rate: &str, time: Duration) -> String {
    format!("{count} {what} {:.0} {rate}", count as f64 / time.as_secs_f64().max(1e-9))
}
