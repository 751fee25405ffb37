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

/// The name among `known` that somebody may have meant who wrote `name`, in whatever case.
#[cfg(feature = "cli")]
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// From 0 to 1: of three letters two may be exchanged.
    const LEAST: f64 = 0.6;
    let name = name.to_lowercase();
    let likeness = |known: &'a str| (strsim::normalized_damerau_levenshtein(&name, &known.to_lowercase()), known);
    let near = known.map(likeness).filter(|&(likeness, _)| (LEAST..1.0).contains(&likeness));
    near.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let known = || ["yavalath", "yavalath3", "zen", "gipf-standard"].into_iter();
        assert_eq!(nearest("yavalth", known()), Some("yavalath"));
        assert_eq!(nearest("ZNE", known()), Some("zen"));
        assert_eq!(nearest("chess", known()), None);
        // Who wrote the name itself has made another mistake.
        assert_eq!(nearest("Zen", ["zen"].into_iter()), None);
    }
}
