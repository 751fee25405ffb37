//! `stop` at awkward times, and `isready` during a search: each `go` has exactly one answer.
//! Whether a `bestmove` is missing or too many, [`Exam::end_step`] counts.

use crate::conformance::checks::{Checked, Fault, expect_nothing, lines_text, position, without_info};
use crate::conformance::exam::{Exam, SHORT};
use std::time::Duration;

pub fn stop_idle(exam: &mut Exam) -> Checked {
    let answers = exam.ask("stop\nstop")?;
    expect_nothing("`stop` without a search", &without_info(&answers))?;
    // Nor is it kept for the next search, which is to go on.
    exam.send("stop")?;
    exam.begin_endless(&[], "go infinite")?;
    exam.stop(&[]).map(|_| ())
}

pub fn stop_at_once(exam: &mut Exam) -> Checked {
    for length in [0, 3, 0, 3] {
        let line = exam.rules.opening(length, 1);
        exam.send(&format!("{}\ngo infinite\nstop", position(&line)))?;
        exam.legal_answer(&line)?;
    }
    Ok(())
}

pub fn stop_twice(exam: &mut Exam) -> Checked {
    exam.begin_endless(&[], "go infinite")?;
    exam.send("stop\nstop\nstop")?;
    exam.legal_answer(&[])?;
    expect_nothing("further `stop`", &without_info(&exam.ask("")?))
}

pub fn stop_late(exam: &mut Exam) -> Checked {
    exam.send(&format!("position startpos\n{SHORT}"))?;
    let answer = exam.answer()?;
    exam.check_legal(&[], &answer)?;
    let answers = exam.ask("stop")?;
    expect_nothing("`stop` after `bestmove`", &without_info(&answers))?;
    exam.search(&[], SHORT).map(|_| ())
}

pub fn stop_race(exam: &mut Exam) -> Checked {
    for millis in 0..16 {
        exam.send("position startpos\ngo movetime 8")?;
        // Some of them before the search has ended, some after, some just then.
        std::thread::sleep(Duration::from_millis(millis));
        exam.send("stop\nisready")?;
        // Both orders are right.
        let mut seen = [false; 2];
        while seen != [true; 2] {
            let lines =
                exam.until("`bestmove` and `readyok`", |line| line == "readyok" || line.starts_with("bestmove "))?;
            seen[usize::from(lines.last().is_some_and(|line| line == "readyok"))] = true;
        }
    }
    Ok(())
}

pub fn ready_in_search(exam: &mut Exam) -> Checked {
    exam.begin_endless(&[], "go infinite")?;
    for _ in 0..3 {
        exam.send("isready")?;
        let lines = without_info(&exam.until("`readyok` during a search", |line| line == "readyok")?);
        if lines.len() > 1 {
            return Err(Fault::failed("`readyok` alone, and the search goes on", lines_text(&lines)));
        }
    }
    exam.stop(&[]).map(|_| ())
}
