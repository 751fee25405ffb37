//! The end of the dialogue: `quit` and the end of the input.

use crate::conformance::checks::{Checked, Fault, lines_text, position};
use crate::conformance::exam::Exam;

pub fn quit(exam: &mut Exam) -> Checked {
    exam.send("quit")?;
    exam.finish(false).map(|_| ())
}

pub fn quit_in_search(exam: &mut Exam) -> Checked {
    exam.begin_endless(&[], "go infinite")?;
    exam.send("quit")?;
    exam.finish(false).map(|_| ())
}

fn expect_zero(code: Option<i32>) -> Checked {
    match code {
        Some(0) => Ok(()),
        Some(code) => Err(Fault::failed("exit code 0", code.to_string())),
        None => Err(Fault::failed("exit code 0", "none: a signal has ended the process")),
    }
}

pub fn end_of_input(exam: &mut Exam) -> Checked {
    exam.ask("position startpos")?;
    let (_, code) = exam.finish(true)?;
    expect_zero(code)
}

/// Fails unless there are this many `bestmove`.
fn expect_answers(lines: &[String], count: usize) -> Checked {
    let found = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    if found == count {
        Ok(())
    } else {
        Err(Fault::failed(format!("{count} `bestmove` before the end"), format!("{found}, {}", lines_text(lines))))
    }
}

pub fn end_stops(exam: &mut Exam) -> Checked {
    exam.send("position startpos\ngo infinite")?;
    let (lines, code) = exam.finish(true)?;
    expect_answers(&lines, 1)?;
    expect_zero(code)
}

pub fn end_finishes(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    exam.send(&format!("position startpos\ngo nodes 500\n{}\ngo movetime 50", position(&line)))?;
    let (lines, code) = exam.finish(true)?;
    expect_answers(&lines, 2)?;
    expect_zero(code)
}

pub fn last_line(exam: &mut Exam) -> Checked {
    exam.send_bytes(b"isready".to_vec(), "isready (without the end of the line)")?;
    let (lines, code) = exam.finish(true)?;
    if lines.last().is_none_or(|line| line != "readyok") {
        return Err(Fault::failed("`readyok`", lines_text(&lines)));
    }
    expect_zero(code)
}
