//! Questions about the position: `query`, `d`, `state`, `legal`, `perft`, `eval`, `help`.

use super::positions::whole_game;
use crate::conformance::checks::{Checked, Fault, lines_text, position};
use crate::conformance::exam::Exam;
use crate::text::shorten;
use serde_json::Value;

pub fn query_start(exam: &mut Exam) -> Checked {
    // Also before there has been any `position`.
    for line in ["", "position startpos"] {
        exam.ask(line)?;
        exam.expect_query("p1turn", "true")?;
        exam.expect_query("gameover", "false")?;
        exam.expect_query("result", "none")?;
    }
    Ok(())
}

pub fn query_end(exam: &mut Exam) -> Checked {
    let game = whole_game(exam)?;
    let last = game.turns.len() - 1;
    exam.ask(&position(&game.turns[..last]))?;
    exam.expect_query("gameover", "false")?;
    exam.expect_query("result", "none")?;
    exam.ask(&position(&game.turns))?;
    exam.expect_query("gameover", "true")?;
    exam.expect_query("result", &game.result)
}

pub fn query_more(exam: &mut Exam) -> Checked {
    exam.claimed("query turn")?;
    exam.expect_query("turn", "p1")?;
    exam.expect_query("winners", "none")?;
    if exam.rules.name().is_none() {
        return exam.query("seats").map(|_| ());
    }
    let seats = exam.rules.seats();
    exam.expect_query("seats", &seats.to_string())?;
    let line = exam.rules.opening(3, 2);
    exam.ask(&position(&line))?;
    let seat = exam.rules.at(&line).map_or(0, |session| session.seat());
    exam.expect_query("turn", &format!("p{}", seat + 1))?;
    (0..seats).try_for_each(|other| exam.expect_query(&format!("p{}turn", other + 1), &(other == seat).to_string()))
}

/// The position text after `d`.
fn shown(exam: &mut Exam, lines: &str) -> Checked<String> {
    let answers = exam.ask(&format!("{lines}\nd"))?;
    let text = answers.last().and_then(|line| line.strip_prefix("position "));
    text.map(str::to_string).ok_or_else(|| Fault::failed("`position` and a text last after `d`", lines_text(&answers)))
}

pub fn display(exam: &mut Exam) -> Checked {
    exam.claimed("d")?;
    for length in [0, 4] {
        let line = exam.rules.opening(length, 3);
        let text = shown(exam, &position(&line))?;
        let again = shown(exam, &format!("position startpos\nposition fen {text}"))?;
        let ours = exam.rules.at(&line).map(|session| session.position_text());
        for other in std::iter::once(again).chain(ours) {
            if other != text {
                return Err(Fault::failed(format!("`{}`", shorten(&other)), format!("`{}`", shorten(&text))));
            }
        }
    }
    Ok(())
}

pub fn state(exam: &mut Exam) -> Checked {
    exam.claimed("state")?;
    let line = exam.rules.opening(3, 3);
    let answers = exam.ask(&format!("{}\nstate", position(&line)))?;
    let [answer] = &answers[..] else {
        return Err(Fault::failed("one line after `state`", lines_text(&answers)));
    };
    let state: Value = serde_json::from_str(answer).unwrap_or_default();
    let decisions = state["legal"].as_array().into_iter().flatten();
    let found: Vec<&str> = decisions.filter_map(|decision| decision["text"].as_str()).collect();
    let fine = match exam.rules.at(&line) {
        Some(session) => found == session.legal() && state["position"] == session.position_text(),
        None => !found.is_empty(),
    };
    let wanted = "the position and the legal decisions with their `text`, as JSON";
    if fine { Ok(()) } else { Err(Fault::failed(wanted, lines_text(&answers))) }
}

/// The words of the one line after a word.
fn listed(exam: &mut Exam, lines: &str) -> Checked<Vec<String>> {
    let answers = exam.ask(lines)?;
    match &answers[..] {
        [line] if line.split(' ').next() == Some("legal") => {
            Ok(line.split_whitespace().skip(1).map(str::to_string).collect())
        }
        _ => Err(Fault::failed("one line that begins with `legal`", lines_text(&answers))),
    }
}

pub fn legal(exam: &mut Exam) -> Checked {
    exam.claimed("legal")?;
    let line = exam.rules.opening(3, 3);
    for (command, turns) in [("legal", false), ("legal turns", true)] {
        let found = listed(exam, &format!("{}\n{command}", position(&line)))?;
        let expected = exam.rules.at(&line).map(|session| if turns { session.legal_turns() } else { session.legal() });
        let Some(expected) = expected else {
            if found.is_empty() {
                return Err(Fault::failed(format!("turns after `{command}`"), "none"));
            }
            continue;
        };
        if found != expected {
            let different = found.iter().find(|turn| !expected.contains(turn));
            let different = different.or_else(|| expected.iter().find(|turn| !found.contains(turn)));
            let came = match different {
                Some(turn) => format!("{} and a difference in `{}`", found.len(), shorten(turn)),
                None => "another order".to_string(),
            };
            return Err(Fault::failed(format!("{} after `{command}`, in alphabetical order", expected.len()), came));
        }
    }
    if let Some(game) = exam.rules.whole_game() {
        let found = listed(exam, &format!("{}\nlegal", position(&game.turns)))?;
        if !found.is_empty() {
            return Err(Fault::failed("`legal` alone after the end of the game", format!("{} turns", found.len())));
        }
    }
    Ok(())
}

/// Leaves a step out unless `help` tells of a command that is not answered at once.
fn claimed_by_help(exam: &mut Exam, command: &str) -> Checked {
    let help = exam.claimed("help")?;
    if help.iter().any(|line| line.contains(command)) {
        return Ok(());
    }
    Err(Fault::LeftOut(format!("`help` does not tell of `{command}`, so nothing is claimed")))
}

pub fn perft(exam: &mut Exam) -> Checked {
    claimed_by_help(exam, "perft")?;
    let expected = exam.rules.at(&[]).map(|session| [session.legal().len(), session.legal_turns().len()]);
    for (place, command) in ["perft 1", "perft 1 turns"].into_iter().enumerate() {
        // Counting is not a search: nothing else is answered before it has ended.
        exam.send(&format!("position startpos\n{command}"))?;
        let lines =
            exam.until("`nodes` and a number", |line| line.starts_with("nodes ") || line.starts_with("info string"))?;
        let (last, counts) =
            lines.split_last().map_or((String::new(), &lines[..]), |(last, rest)| (last.clone(), rest));
        let number = last.strip_prefix("nodes ").and_then(|text| text.parse::<usize>().ok());
        let fine = number == Some(counts.len()) && expected.is_none_or(|expected| number == Some(expected[place]));
        if !fine {
            let wanted = expected
                .map_or("as many lines as `nodes` says".to_string(), |counts| format!("`nodes {}`", counts[place]));
            return Err(Fault::failed(
                format!("{wanted} after `{command}`"),
                format!("{} lines and `{}`", counts.len(), shorten(&last)),
            ));
        }
    }
    Ok(())
}

pub fn count_stopped(exam: &mut Exam) -> Checked {
    claimed_by_help(exam, "perft")?;
    for what in ["perft 60", "bench"] {
        exam.send(&format!("position startpos\n{what}\nstop"))?;
        let word = what.split(' ').next().unwrap_or_default();
        let end = format!("info string {word} was stopped");
        exam.until(&format!("`{end}`"), |line| line == end)?;
    }
    Ok(())
}

pub fn eval(exam: &mut Exam) -> Checked {
    exam.claimed("eval")?;
    let line = exam.rules.opening(4, 1);
    let answers = exam.ask(&format!("{}\neval", position(&line)))?;
    let number = answers.last().and_then(|line| line.strip_prefix("eval ")).and_then(|text| text.parse::<i64>().ok());
    let terms = answers.iter().rev().skip(1).all(|line| line.starts_with("info string "));
    if number.is_some() && terms {
        Ok(())
    } else {
        Err(Fault::failed("`info string` lines, then `eval` and a number", lines_text(&answers)))
    }
}

pub fn help(exam: &mut Exam) -> Checked {
    let answers = exam.claimed("help")?;
    let fine = answers.last().is_some_and(|line| line == "help, quit");
    if fine { Ok(()) } else { Err(Fault::failed("`help, quit` last", lines_text(&answers))) }
}
