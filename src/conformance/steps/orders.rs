//! Commands during a search, queues of commands, pondering.

use super::searches::set_if_declared;
use crate::conformance::checks::{Checked, Fault, expect_nothing, lines_text, position, without_info};
use crate::conformance::exam::{Exam, SHORT};
use crate::text::shorten;

pub fn go_queue(exam: &mut Exam) -> Checked {
    let lines: Vec<Vec<String>> = (0..4).map(|number| exam.rules.opening(number, number as u64)).collect();
    let text: Vec<String> = lines.iter().map(|line| format!("{}\ngo nodes 300", position(line))).collect();
    exam.send(&text.join("\n"))?;
    lines.iter().try_for_each(|line| exam.legal_answer(line).map(|_| ()))
}

pub fn stop_then_go(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    exam.send(&format!("position startpos\ngo infinite\nstop\n{}\ngo infinite", position(&line)))?;
    exam.legal_answer(&[])?;
    exam.expect_silence("a `go` after the `stop`")?;
    exam.stop(&line).map(|_| ())
}

pub fn endless_yields(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    exam.send(&format!("position startpos\ngo infinite\nuginewgame\n{}\n{SHORT}", position(&line)))?;
    exam.legal_answer(&[])?;
    exam.legal_answer(&line).map(|_| ())
}

pub fn position_in_search(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    exam.begin_endless(&[], "go infinite")?;
    let answers = without_info(&exam.ask(&position(&line))?);
    expect_nothing("`position` during a search", &answers)?;
    exam.stop(&[])?;
    exam.send(SHORT)?;
    exam.legal_answer(&line).map(|_| ())
}

pub fn query_in_search(exam: &mut Exam) -> Checked {
    exam.begin_endless(&[], "go infinite")?;
    for (what, expected) in [("gameover", "false"), ("p1turn", "true"), ("result", "none")] {
        let answers = without_info(&exam.ask(&format!("query {what}"))?);
        if answers != [format!("response {expected}")] {
            let came = lines_text(&answers);
            return Err(Fault::failed(format!("`response {expected}` after `query {what}` during a search"), came));
        }
    }
    exam.stop(&[]).map(|_| ())
}

/// An engine that does not declare `Ponder` does not claim to ponder.
fn expect_ponder(exam: &Exam) -> Checked {
    let reason = || Fault::LeftOut("the option Ponder is not declared".to_string());
    exam.option("Ponder").map(|_| ()).ok_or_else(reason)
}

pub fn ponderhit(exam: &mut Exam) -> Checked {
    expect_ponder(exam)?;
    exam.begin_endless(&[], "go ponder movetime 30")?;
    exam.send("ponderhit")?;
    exam.legal_answer(&[])?;
    let answers = without_info(&exam.ask("ponderhit")?);
    expect_nothing("`ponderhit` without a search", &answers)
}

pub fn ponder_stop(exam: &mut Exam) -> Checked {
    expect_ponder(exam)?;
    exam.begin_endless(&[], "go ponder depth 1")?;
    exam.stop(&[]).map(|_| ())
}

pub fn ponder_turn(exam: &mut Exam) -> Checked {
    set_if_declared(exam, "Ponder", "true")?;
    let answer = exam.search(&[], "go nodes 1000")?;
    let came = format!("`bestmove {}`", shorten(&answer.words.join(" ")));
    match &answer.words[..] {
        [_] => Ok(()),
        [turn, word, expected] if word == "ponder" => {
            match exam.rules.objection(std::slice::from_ref(turn), expected) {
                Some(why) => Err(Fault::failed("a legal turn after `ponder`", format!("{came}: {}", shorten(&why)))),
                None => Ok(()),
            }
        }
        _ => Err(Fault::failed("`bestmove TURN` or `bestmove TURN ponder TURN`", came)),
    }
}
