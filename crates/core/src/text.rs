//! Small texts shared by several parts of the program, and the cleaning of text from outside.

use std::borrow::Cow;
use std::time::Duration;

/// The byte order mark that some programs write before UTF-8 text. It is not part of the text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes of a file or line without a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Decodes bytes from outside, without a byte order mark, and returns whether they were something other than UTF-8:
/// UTF-16 if a mark says so, otherwise Windows-1252 (Latin-1 with quotation marks and dashes) if they are not valid
/// UTF-8.
pub fn decoded(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let wide = |pair: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|two| pair([two[0], two[1]]));
        let text = char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
        (Cow::Owned(text.collect()), true)
    };
    match bytes {
        [0xff, 0xfe, ..] => return wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    let bytes = without_mark(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Cow::Borrowed(text), false);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        text.extend(chunk.invalid().iter().map(|&byte| of_windows_1252(byte)));
    }
    (Cow::Owned(text), true)
}

/// The letter of a byte in Windows-1252, which is Latin-1 except for the 32 control characters from 0x80 on.
fn of_windows_1252(byte: u8) -> char {
    const OTHERS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let other = byte.checked_sub(0x80).and_then(|index| OTHERS.chars().nth(usize::from(index)));
    other.unwrap_or(char::from(byte))
}

/// A turn with typographic dashes and × replaced by `-` and `x`, for texts that went through a word processor.
pub fn with_plain_signs(turn: &str) -> Cow<'_, str> {
    let plain = |letter: char| match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{ad}' => '-',
        '×' => 'x',
        other => other,
    };
    if turn.is_ascii() { Cow::Borrowed(turn) } else { Cow::Owned(turn.chars().map(plain).collect()) }
}

/// Whether a terminal shows a character as itself: it does not control the terminal, break the line, change the writing
/// direction or hide.
fn is_plain(c: char) -> bool {
    let hides = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !c.is_control() && !hides
}

/// A text from outside as any screen can show it: on one line, with U+FFFD instead of control characters, marks of
/// direction and invisible characters, and after `length` characters an ellipsis instead of the rest.
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

/// The start of a text from outside, cleaned, for quoting in a sentence.
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
    let text = &without_error_numbers(text);
    let words = text.split(' ').map(|text| match text.strip_suffix('`') {
        Some(quoted) => clean(quoted, word) + "`",
        None => clean(text, word),
    });
    // No more words than can be shown.
    let words: Vec<String> = words.take(length).collect();
    // With the ellipsis.
    clean(&words.join(" "), length.saturating_sub(1))
}

/// A sentence without the system's error numbers, such as `(os error 2)`, as the words before say the same.
fn without_error_numbers(text: &str) -> String {
    const BEGIN: &str = " (os error ";
    let mut parts = text.split(BEGIN);
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(part.len());
        match part[digits..].strip_prefix(')').filter(|_| digits > 0) {
            Some(rest) => plain += rest,
            None => plain += &format!("{BEGIN}{part}"),
        }
    }
    plain
}

/// The message of a JSON or TOML reader, without the names of Rust's types; a place on the only line has a character
/// number, not a line number.
#[cfg(feature = "serde")]
pub fn of_serde(message: &str) -> String {
    const WORDS: [(&str, &str); 15] = [
        ("expected u64", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected usize", "expected a whole number from 0"),
        ("expected i64", "expected a whole number"),
        ("expected i32", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("expected a string", "expected a text"),
        ("invalid type: map", "invalid type: object"),
        ("invalid type: sequence", "invalid type: list"),
        ("floating point `", "number `"),
        ("unknown variant", "unknown word"),
        ("EOF while parsing", "it ends within"),
    ];
    let plain = WORDS.iter().fold(message.to_string(), |message, (rust, plain)| message.replace(rust, plain));
    plain.replace(" at line 1 column ", " at character ")
}

/// A number of things: `1 turn`, `2 turns`, `3 plies`.
pub fn counted(number: impl TryInto<u64>, what: &str) -> String {
    // No count is beyond this.
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {}", plural(number, what))
}

/// A noun after a number.
pub fn plural(number: u64, what: &str) -> String {
    let with_vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match what.strip_suffix('y').filter(|stem| !with_vowel(stem)) {
        _ if number == 1 => what.to_string(),
        Some(stem) => format!("{stem}ies"),
        None if what.ends_with(['s', 'x']) || what.ends_with("ch") => format!("{what}es"),
        None => format!("{what}s"),
    }
}

/// The last line of a measurement: the number, and the number per second.
pub fn bench_line(count: u64, what: &str, rate: &str, time: Duration) -> String {
    format!("{count} {what} {:.0} {rate}", count as f64 / time.as_secs_f64().max(1e-9))
}

/// A figure with its sign, to this many decimals. Values that round to zero are `+0`, never `-0`.
pub fn signed(figure: f64, decimals: usize) -> String {
    let text = format!("{figure:+.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if !rest.contains(|c: char| c.is_ascii_digit() && c != '0') && figure.is_finite() => {
            format!("+{rest}")
        }
        _ => text,
    }
}

/// Parts of a whole as percentages that sum to 100: rounded down, and the largest remainders up (Hamilton's method); of equal ones
/// the first. All are 0 if there is no whole.
pub fn percentages<const N: usize>(parts: [u32; N]) -> [u32; N] {
    let whole: u64 = parts.iter().copied().map(u64::from).sum();
    if whole == 0 {
        return [0; N];
    }
    let hundredfold = parts.map(|part| 100 * u64::from(part));
    let mut percentages = hundredfold.map(|part| part / whole);
    let mut order: [usize; N] = std::array::from_fn(|index| index);
    order.sort_by_key(|&index| std::cmp::Reverse(hundredfold[index] % whole));
    let missing = 100 - percentages.iter().sum::<u64>();
    // Fewer are missing than there are parts.
    order.iter().zip(0..missing).for_each(|(&index, _)| percentages[index] += 1);
    percentages.map(|percentage| percentage as u32)
}

/// The name among `known` that somebody may have meant who wrote `name`, in whatever case.
#[cfg(feature = "serde")]
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
    fn any_bytes_are_a_text() {
        assert_eq!(decoded("\u{feff}Zèn".as_bytes()), ("Zèn".into(), false));
        assert_eq!(decoded("Zèn – 棋".as_bytes()), ("Zèn – 棋".into(), false));
        assert_eq!(decoded(b"R\xe9mi \x96 \x80\x81\xff, Zo\xc3\xab"), ("Rémi – €\u{81}ÿ, Zoë".into(), true));
        let wide = |bytes: fn(u16) -> [u8; 2]| "\u{feff}Zè🂡".encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        assert_eq!(decoded(&wide(u16::to_le_bytes)), ("Zè🂡".into(), true));
        assert_eq!(decoded(&wide(u16::to_be_bytes)), ("Zè🂡".into(), true));
        assert_eq!((without_mark(b"\xef\xbb\xbfa"), without_mark(b"a")), (&b"a"[..], &b"a"[..]));
        assert_eq!(with_plain_signs("a1–b2;×c3−d4"), "a1-b2;xc3-d4");
    }

    #[test]
    fn a_sentence_quotes_long_texts_in_short() {
        let long = "q".repeat(100_000);
        let line = sentence(&format!("move 1: `{long}` is no cell, nor is `a\0b`"), 60, 400);
        assert!(line.starts_with("move 1: `qqq") && line.ends_with("` is no cell, nor is `a\u{fffd}b`"));
        assert!(line.chars().count() < 150, "{line}");
        assert!(sentence(&"q ".repeat(100_000), 60, 400).chars().count() < 500);
    }

    #[test]
    fn errors_of_the_system_have_no_numbers() {
        let plain = |text| sentence(text, 60, 400);
        assert_eq!(plain("`a`: No such file (os error 2); why (os error -5)"), "`a`: No such file; why");
        assert_eq!(plain("a (os error ) b (os error 7"), "a (os error ) b (os error 7");
    }

    #[test]
    fn one_is_not_many() {
        let words = ["turn", "ply", "play", "loss", "search", "reply"];
        let counts = words.map(|word| (counted(1_u32, word), counted(0_usize, word), counted(2_i32, word)));
        let plurals = ["turns", "plies", "plays", "losses", "searches", "replies"];
        for ((word, plural), (one, none, two)) in words.iter().zip(plurals).zip(counts) {
            assert_eq!((one, none, two), (format!("1 {word}"), format!("0 {plural}"), format!("2 {plural}")));
        }
    }

    #[test]
    fn no_figure_is_less_than_nothing_by_rounding() {
        assert_eq!((signed(-0.0, 0), signed(-0.04, 1), signed(-0.06, 1)), ("+0".into(), "+0.0".into(), "-0.1".into()));
        assert_eq!((signed(12.345, 2), signed(f64::NEG_INFINITY, 1)), ("+12.35".into(), "-inf".into()));
    }

    #[test]
    fn percentages_sum_to_100_and_are_nearly_right() {
        assert_eq!(percentages([402, 64, 534]), [40, 7, 53]);
        assert_eq!(percentages([1, 1, 1]), [34, 33, 33]);
        assert_eq!((percentages([0; 3]), percentages([0, 7]), percentages([u32::MAX; 2])), ([0; 3], [0, 100], [50; 2]));
        for win in 0..=1_000u32 {
            for draw in 0..=1_000 - win {
                let parts = [win, draw, 1_000 - win - draw];
                let found = percentages(parts);
                assert_eq!(found.iter().sum::<u32>(), 100, "{parts:?}");
                assert!(found.iter().zip(parts).all(|(&p, part)| (10 * p).abs_diff(part) < 10), "{parts:?}: {found:?}");
            }
        }
    }

    #[cfg(feature = "serde")]
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
