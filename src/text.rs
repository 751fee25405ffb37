//! Text that comes from outside, before it is shown.

/// The beginning of a text that may be very long.
pub fn shorten(text: &str) -> String {
    const LENGTH: usize = 60;
    if text.chars().count() <= LENGTH {
        text.to_string()
    } else {
        text.chars().take(LENGTH).collect::<String>() + "…"
    }
}
