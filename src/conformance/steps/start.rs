//! Introduction, options, and lines that are odd or wrong.

use crate::conformance::checks::{
    Checked, Fault, expect_nothing, expect_sentence, lines_text, option_line, without_info,
};
use crate::conformance::exam::{Exam, SHORT};
use crate::lines::link::MAX_LINE;
use crate::text::shorten;

pub fn start_up(exam: &mut Exam) -> Checked {
    exam.introduce()?;
    let named =
        exam.introduction().iter().any(|line| line.strip_prefix("id name ").is_some_and(|name| !name.is_empty()));
    if named { Ok(()) } else { Err(Fault::failed("a line `id name` and a name", lines_text(exam.introduction()))) }
}

pub fn options_declared(exam: &mut Exam) -> Checked {
    let lines = exam.ask("ugi")?;
    let declared = |line: &&String| line.split_whitespace().next() == Some("option");
    for line in lines.iter().filter(declared) {
        if let Some(lack) = option_lacks(line) {
            return Err(Fault::failed(lack, format!("`{}`", shorten(line))));
        }
    }
    Ok(())
}

/// What an `option` line lacks.
fn option_lacks(line: &str) -> Option<&'static str> {
    let Some((name, rest)) = option_line(line) else { return Some("`option name NAME type TYPE`") };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|known| *known == word).and_then(|at| words.get(at + 1));
    let number = |word: &str| after(word).and_then(|text| text.parse::<i128>().ok());
    match words.first().copied() {
        _ if name.trim().is_empty() => Some("a name of the option"),
        Some("check") if !matches!(after("default"), Some(&"true" | &"false")) => {
            Some("`default true` or `default false`")
        }
        Some("spin") => match (number("min"), number("default"), number("max")) {
            (Some(min), Some(default), Some(max)) if min <= default && default <= max => None,
            _ => Some("numbers after `default`, `min` and `max`, the first from the second to the third"),
        },
        Some("combo") => {
            let default = choice_default(rest);
            let listed = rest.split(" var ").skip(1).any(|choice| Some(choice.trim()) == default);
            (!listed).then_some("a `default` that is one of the `var`")
        }
        Some("check" | "string" | "button") => None,
        _ => Some("one of the types check, spin, combo, string and button"),
    }
}

/// The default of an option, from what follows its name: words up to the next keyword.
fn choice_default(rest: &str) -> Option<&str> {
    let (_, value) = rest.split_once(" default ")?;
    Some([" var ", " min ", " max "].iter().fold(value, |value, end| value.split(end).next().unwrap_or(value)).trim())
}

pub fn isready(exam: &mut Exam) -> Checked {
    exam.send("isready\nisready")?;
    for _ in 0..2 {
        exam.until("`readyok`", |line| line == "readyok")?;
    }
    let more = without_info(&exam.ask("")?);
    expect_nothing("`isready` but one `readyok`", &more)
}

pub fn options_set(exam: &mut Exam) -> Checked {
    let set = |(name, rest): (&str, &str)| match choice_default(rest) {
        Some(value) => format!("setoption name {name} value {value}\n"),
        None => format!("setoption name {name}\n"),
    };
    let text: String = exam.options().map(set).collect();
    if text.is_empty() {
        return Err(Fault::LeftOut("no option is declared".to_string()));
    }
    exam.spend();
    let answers = exam.ask(text.trim_end())?;
    expect_nothing("options that are declared", &answers)?;
    exam.search(&[], SHORT).map(|_| ())
}

/// An option that no engine has.
const UNKNOWN: &str = "setoption name Weather of Tomorrow value fine";

pub fn option_unknown(exam: &mut Exam) -> Checked {
    let answers = without_info(&exam.ask(UNKNOWN)?);
    expect_nothing("an unknown option but `info string`", &answers)
}

pub fn unknown_command(exam: &mut Exam) -> Checked {
    let answers = without_info(&exam.ask("xyzzy plugh 17")?);
    expect_nothing("an unknown command but `info string`", &answers)?;
    exam.search(&[], SHORT).map(|_| ())
}

pub fn white_space(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(2, 1);
    exam.send(&format!("  isready\r\nposition\tstartpos   moves {} \r\ngo   movetime\t10\r", line.join("  ")))?;
    exam.until("`readyok`", |line| line == "readyok")?;
    exam.legal_answer(&line).map(|_| ())
}

/// A spin option with a possible value other than its default: its name, the default, and that value.
fn another_value(exam: &Exam) -> Option<(String, i128, i128)> {
    exam.options().find_map(|(name, rest)| {
        let number = |word: &str| rest.split_once(&format!(" {word} "))?.1.split(' ').next()?.parse::<i128>().ok();
        let (default, min, max) = (number("default")?, number("min")?, number("max")?);
        let other = if default < max { default + 1 } else { default - 1 };
        (rest.starts_with("spin") && other >= min).then(|| (name.to_string(), default, other))
    })
}

fn no_spin() -> Fault {
    Fault::LeftOut("no option of type spin with more than one value is declared".to_string())
}

/// The value of an option according to an introduction.
fn value_now(exam: &mut Exam, name: &str) -> Checked<String> {
    let lines = exam.ask("ugi")?;
    let found = lines.iter().filter_map(|line| option_line(line)).find(|(known, _)| *known == name);
    Ok(found.and_then(|(_, rest)| choice_default(rest)).unwrap_or_default().to_string())
}

fn expect_value(exam: &mut Exam, name: &str, value: i128) -> Checked {
    let now = value_now(exam, name)?;
    let fault = || Fault::failed(format!("{name} {value} as the default after `ugi`"), format!("`{}`", shorten(&now)));
    if now == value.to_string() { Ok(()) } else { Err(fault()) }
}

pub fn option_case(exam: &mut Exam) -> Checked {
    let (name, default, other) = another_value(exam).ok_or_else(no_spin)?;
    exam.spend();
    for (spelled, value) in [(name.to_lowercase(), other), (name.to_uppercase(), default)] {
        let answers = exam.ask(&format!("SetOption Name {spelled} VALUE {value}"))?;
        expect_nothing("`setoption` in another case", &answers)?;
        expect_value(exam, &name, value)?;
    }
    Ok(())
}

pub fn option_refused(exam: &mut Exam) -> Checked {
    let (name, default, _) = another_value(exam).ok_or_else(no_spin)?;
    exam.spend();
    for value in ["many", "-99999999999999999999", ""] {
        let answers = exam.ask(&format!("setoption name {name} value {value}"))?;
        expect_sentence(&format!("`setoption name {name} value {value}`"), &answers)?;
        expect_value(exam, &name, default)?;
    }
    Ok(())
}

pub fn dialects(exam: &mut Exam) -> Checked {
    exam.claimed("uci")?;
    for (hello, end) in [("ugi", "ugiok"), ("uci", "uciok"), ("ugi", "ugiok")] {
        let answers = exam.ask(hello)?;
        if answers.last().is_none_or(|line| line != end) {
            return Err(Fault::failed(format!("`{end}` last after `{hello}`"), lines_text(&answers)));
        }
    }
    Ok(())
}

pub fn any_case(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(2, 1);
    let turns = line.join(" ");
    exam.send(&format!("UciNewGame\nIsReady\nPOSITION StartPos MOVES {turns}\nGO MoveTime 10"))?;
    exam.until("`readyok`", |line| line == "readyok")?;
    exam.legal_answer(&line)?;
    let answers = exam.ask("Query GAMEOVER")?;
    let fine = answers.len() == 1 && answers[0] == "response false";
    if fine { Ok(()) } else { Err(Fault::failed("`response false` after `Query GAMEOVER`", lines_text(&answers))) }
}

pub fn odd_lines(exam: &mut Exam) -> Checked {
    exam.send_bytes(b"\n   \n\0\n\xef\xbb\xbf\n".to_vec(), "(empty lines, a zero byte, a byte order mark)")?;
    let answers = exam.ask("")?;
    expect_nothing("empty lines", &answers)?;
    exam.send_bytes(b"\xff\xfe\n".to_vec(), "(a line that is not UTF-8)")?;
    let answers = exam.ask("")?;
    expect_sentence("a line that is not UTF-8", &answers)?;
    let mut long = vec![b'x'; 8 * MAX_LINE];
    long.push(b'\n');
    exam.send_bytes(long, "(a line of 2 MiB)")?;
    let answers = exam.ask("")?;
    expect_sentence("a line of 2 MiB", &answers)
}

pub fn sentences(exam: &mut Exam) -> Checked {
    for line in ["xyzzy", UNKNOWN, "position endpos", "query weather", "perft", "legal moves", "setoption"] {
        let answers = exam.ask(line)?;
        expect_sentence(&format!("`{line}`"), &answers)?;
        if answers[0].chars().any(char::is_control) || answers[0].chars().count() > 420 {
            return Err(Fault::failed("at most some 400 characters that can be printed", lines_text(&answers)));
        }
    }
    Ok(())
}
