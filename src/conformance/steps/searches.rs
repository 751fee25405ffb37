//! All forms of `go`, and the reports during a search.

use super::positions::whole_game;
use crate::conformance::checks::{Checked, Fault, expect_nothing, lines_text, position, without_info};
use crate::conformance::exam::{Exam, SHORT};
use crate::text::shorten;

/// Searches at the start and after an opening.
fn both(exam: &mut Exam, go: &str) -> Checked {
    for length in [0, 3] {
        let line = exam.rules.opening(length, 1);
        exam.search(&line, go)?;
    }
    Ok(())
}

pub fn go_depth(exam: &mut Exam) -> Checked {
    both(exam, "go depth 1")
}

pub fn go_nodes(exam: &mut Exam) -> Checked {
    both(exam, "go nodes 500")
}

pub fn go_movetime(exam: &mut Exam) -> Checked {
    both(exam, "go movetime 60")
}

/// `go` with a time and an increment for each seat.
fn clocks(exam: &Exam, time: u64, increment: u64) -> String {
    let seats = 1..=exam.rules.seats();
    seats.fold("go".to_string(), |go, seat| go + &format!(" p{seat}time {time} p{seat}inc {increment}"))
}

pub fn go_clock(exam: &mut Exam) -> Checked {
    let go = clocks(exam, 1_500, 20);
    both(exam, &go)?;
    // The order is of no importance.
    exam.search(&[], "go p2inc 20 p1inc 20 p2time 1000 p1time 1000").map(|_| ())
}

pub fn go_no_time(exam: &mut Exam) -> Checked {
    both(exam, "go movetime 1")?;
    let go = clocks(exam, 1, 0);
    both(exam, &go)
}

/// Searches that end after `stop` and not before.
fn until_stopped(exam: &mut Exam, line: &[String], go: &str) -> Checked {
    exam.begin_endless(line, go)?;
    exam.stop(line).map(|_| ())
}

pub fn go_infinite(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    until_stopped(exam, &[], "go infinite")?;
    until_stopped(exam, &line, "go infinite")
}

pub fn go_alone(exam: &mut Exam) -> Checked {
    until_stopped(exam, &[], "go")
}

pub fn go_several(exam: &mut Exam) -> Checked {
    both(exam, "go movetime 600000 nodes 300")?;
    both(exam, "go depth 1000 movetime 20 nodes 999999999")
}

pub fn go_movestogo(exam: &mut Exam) -> Checked {
    exam.search(&[], "go p1time 400 p2time 400 movestogo 5")?;
    exam.search(&[], "go wtime 400 btime 400 winc 10 binc 10 movestogo 5")?;
    exam.search(&[], "go p1time -50 p2time 400").map(|_| ())
}

pub fn go_searchmoves(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(2, 1);
    let mut turns = exam.rules.at(&line).map(|session| session.legal_turns()).unwrap_or_default();
    if turns.is_empty() {
        return Err(Fault::LeftOut("only a line of the game is given, not its rules".to_string()));
    }
    // The last turns in alphabetical order are hardly the best ones.
    turns.drain(..turns.len() - 1);
    let first = |turn: &str| turn.split(';').next().unwrap_or_default().to_lowercase();
    let answer = exam.search(&line, &format!("go searchmoves {} movetime 20", turns[0]))?;
    let fine = first(answer.turn()) == first(&turns[0]);
    let came = || format!("`{}`", shorten(answer.turn()));
    if fine { Ok(()) } else { Err(Fault::failed(format!("a turn that begins like `{}`", turns[0]), came())) }
}

pub fn go_mate(exam: &mut Exam) -> Checked {
    both(exam, "go mate 1")
}

/// `bestmove none`, after an `info string` with the reason.
fn expect_none(exam: &mut Exam, lines: &str) -> Checked {
    exam.send(lines)?;
    let answer = exam.answer()?;
    let more = without_info(&exam.ask("")?);
    expect_nothing("one `go` but one `bestmove`", &more)?;
    let reason = matches!(&answer.lines[..], [line] if line.starts_with("info string "));
    let what = lines.lines().last().unwrap_or_default();
    // Chess engines write `(none)`.
    match (answer.turn().trim_matches(['(', ')']), reason) {
        ("none", true) => Ok(()),
        ("none", false) => Err(Fault::failed(
            format!("one `info string` before `bestmove none` after `{what}`"),
            lines_text(&answer.lines),
        )),
        (turn, _) => {
            Err(Fault::failed(format!("`bestmove none` after `{what}`"), format!("`bestmove {}`", shorten(turn))))
        }
    }
}

pub fn go_wrong(exam: &mut Exam) -> Checked {
    for line in ["go depth x", "go fast", "go depth", "go searchmoves xyzzy depth 1"] {
        expect_none(exam, line)?;
    }
    exam.search(&[], SHORT).map(|_| ())
}

pub fn go_at_end(exam: &mut Exam) -> Checked {
    let game = whole_game(exam)?;
    for go in ["go depth 1", "go infinite"] {
        expect_none(exam, &format!("{}\n{go}", position(&game.turns)))?;
    }
    Ok(())
}

/// The `info` lines of a search that reports.
fn reports(exam: &mut Exam, line: &[String], go: &str) -> Checked<Vec<String>> {
    let answer = exam.search(line, go)?;
    let is_report = |line: &String| line.starts_with("info ") && !line.starts_with("info string");
    Ok(answer.lines.into_iter().filter(is_report).collect())
}

pub fn info_lines(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    for info in reports(exam, &line, "go nodes 1000")? {
        if let Some(lack) = info_lacks(&info) {
            return Err(Fault::failed(lack, format!("`{}`", shorten(&info))));
        }
        let Some((_, pv)) = info.split_once(" pv ") else { continue };
        let mut played = line.clone();
        for turn in pv.split_whitespace() {
            if let Some(why) = exam.rules.objection(&played, turn) {
                return Err(Fault::failed("legal turns in `pv`", format!("`{}`: {}", shorten(turn), shorten(&why))));
            }
            played.push(turn.to_string());
        }
    }
    Ok(())
}

/// What an `info` line should have but lacks.
fn info_lacks(line: &str) -> Option<&'static str> {
    let mut words = line.split_whitespace().skip(1);
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<i64>().is_ok());
    while let Some(word) = words.next() {
        match word {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "time" if !is_number(words.next()) => {
                return Some(
                    "a whole number after `depth`, `seldepth`, `multipv`, `nodes`, `nps`, `hashfull` and `time`",
                );
            }
            "score" if !matches!(words.next(), Some("cp" | "mate")) || !is_number(words.next()) => {
                return Some("`cp` or `mate` and a whole number after `score`");
            }
            "pv" if words.next().is_none() => return Some("a turn after `pv`"),
            "pv" | "string" => return None,
            _ => {}
        }
    }
    None
}

pub fn info_fields(exam: &mut Exam) -> Checked {
    const FIELDS: [&str; 9] = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];
    let infos = reports(exam, &[], "go nodes 1000")?;
    if infos.is_empty() {
        return Err(Fault::failed("`info` lines of a search of 1,000 nodes", "none"));
    }
    for info in infos {
        let mut words = info.split_whitespace();
        // Each is looked for behind the one before.
        if let Some(missing) = FIELDS.iter().find(|field| !words.any(|word| word == **field)) {
            return Err(Fault::failed(format!("`{missing}` in its place"), format!("`{}`", shorten(&info))));
        }
    }
    Ok(())
}

/// Sets an option, or says why the step is left out.
pub fn set_if_declared(exam: &mut Exam, name: &str, value: &str) -> Checked {
    if exam.option(name).is_none() {
        return Err(Fault::LeftOut(format!("the option {name} is not declared")));
    }
    exam.spend();
    let answers = exam.ask(&format!("setoption name {name} value {value}"))?;
    expect_nothing(&format!("`setoption name {name} value {value}`"), &answers)
}

pub fn multipv(exam: &mut Exam) -> Checked {
    set_if_declared(exam, "MultiPV", "3")?;
    let infos = reports(exam, &[], "go nodes 2000")?;
    let choices = exam.rules.at(&[]).map_or(2, |session| session.legal().len());
    let after =
        |info: &str, word: &str| Some(info.split_once(&format!(" {word} "))?.1.split(' ').next()?.to_lowercase());
    // The last report of each place.
    let firsts: Vec<String> = (1..=choices.min(3))
        .filter_map(|place| {
            let place = Some(place.to_string());
            let info = infos.iter().rfind(|info| after(info, "multipv") == place)?;
            after(info, "pv").map(|turn| turn.split(';').next().unwrap_or_default().to_string())
        })
        .collect();
    let mut different = firsts.clone();
    different.sort();
    different.dedup();
    let expected = format!("`multipv` 1 to {}, each with another first decision", choices.min(3));
    let fine = different.len() == choices.min(3);
    if fine {
        Ok(())
    } else {
        Err(Fault::failed(expected, format!("{} with {} different ones", firsts.len(), different.len())))
    }
}

pub fn wdl(exam: &mut Exam) -> Checked {
    set_if_declared(exam, "UCI_ShowWDL", "true")?;
    let infos = reports(exam, &[], "go nodes 1000")?;
    for info in &infos {
        let chances: Vec<u32> = info
            .split_once(" wdl ")
            .map(|(_, rest)| rest.split(' ').take(3).filter_map(|word| word.parse().ok()).collect())
            .unwrap_or_default();
        if chances.len() != 3 || chances.iter().sum::<u32>() != 1_000 {
            return Err(Fault::failed("three chances after `wdl` that sum to 1000", format!("`{}`", shorten(info))));
        }
    }
    if infos.is_empty() { Err(Fault::failed("`info` lines", "none")) } else { Ok(()) }
}

pub fn repeatable(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    let mut answers = Vec::new();
    for _ in 0..2 {
        exam.send("uginewgame")?;
        answers.push(exam.search(&line, "go nodes 500")?.words);
    }
    let text = |words: &[String]| format!("`bestmove {}`", shorten(&words.join(" ")));
    if answers[0] == answers[1] { Ok(()) } else { Err(Fault::failed(text(&answers[0]), text(&answers[1]))) }
}
