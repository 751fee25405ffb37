//! Small texts that several parts of the program write alike, and the cleaning of what comes from outside.

use std::time::Duration;

/// Whether a terminal shows a character as itself: it neither steers the terminal, nor breaks the line, nor changes the
/// direction of writing, nor hides.
fn is_plain(c: char) -> bool {
    let hides = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !c.is_control() && !hides
}

/// A text from outside as any screen can show it: on one line, with U+FFFD in place of control characters, marks of
/// direction and invisible characters, and after `length` characters an ellipsis in place of the rest.
pub fn clean(text: &str, length: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == length {
            shown.push('…');
            break;
        }
        shown.push(if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER });
    }
    shown
}

/// The beginning of a text from outside, cleaned, to be quoted in a sentence.
pub fn shorten(text: &str) -> String {
    clean(text, 60)
}

/// A name or a remark from outside, cleaned, which may be as long as a line.
pub fn one_line(text: &str) -> String {
    clean(text, 300)
}

/// A sentence that may quote texts from outside, cleaned: each of its words has at most `word` characters, and all of it
/// at most `length`.
pub fn sentence(text: &str, word: usize, length: usize) -> String {
    let words = text.split(' ').map(|text| match text.strip_suffix('`') {
        Some(quoted) => clean(quoted, word) + "`",
        None => clean(text, word),
    });
    // No more words than can be shown.
    let words: Vec<String> = words.take(length).collect();
    // With the ellipsis.
    clean(&words.join(" "), length.saturating_sub(1))
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
    /// No name is as long, and the comparison takes time with the square of the length.
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let likeness = |known: &'a str| (strsim::normalized_damerau_levenshtein(&name, &known.to_lowercase()), known);
    let near = known.map(likeness).filter(|&(likeness, _)| (LEAST..1.0).contains(&likeness));
    near.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_steer_a_terminal_is_replaced() {
        assert_eq!(
            clean("a\x1b[31mb\u{202e}c\u{200b}d\ne\u{2029}f", 100),
            "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f"
        );
        assert_eq!(clean("Zèn l'initié · 棋 ⬢", 100), "Zèn l'initié · 棋 ⬢");
        assert_eq!((clean("abc", 3), clean("abcd", 3)), ("abc".to_string(), "abc…".to_string()));
        assert!(clean(&"\u{9b}".repeat(1_000_000), 60).chars().count() == 61);
    }

    #[test]
    fn a_sentence_quotes_long_texts_in_short() {
        let long = "q".repeat(100_000);
        let line = sentence(&format!("move 1: `{long}` is no cell, nor is `a\0b`"), 60, 400);
        assert!(line.starts_with("move 1: `qqq") && line.ends_with("` is no cell, nor is `a\u{fffd}b`"));
        assert!(line.chars().count() < 150, "{line}");
        assert!(sentence(&"q ".repeat(100_000), 60, 400).chars().count() < 500);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let known = || ["yavalath", "yavalath3", "zen", "gipf-standard"].into_iter();
        assert_eq!(nearest("yavalth", known()), Some("yavalath"));
        assert_eq!(nearest("ZNE", known()), Some("zen"));
        assert_eq!(nearest("chess", known()), None);
        assert_eq!(nearest(&"yavalath".repeat(100_000), known()), None);
        // Who wrote the name itself has made another mistake.
        assert_eq!(nearest("Zen", ["zen"].into_iter()), None);
    }
}
