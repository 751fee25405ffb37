//! Positions and lines of play: new games, position texts, openings, long games, illegal turns.

use crate::conformance::checks::{Checked, Fault, expect_nothing, expect_sentence, lines_text, position, without_info};
use crate::conformance::exam::{Exam, SHORT};
use crate::conformance::rules::WholeGame;
use crate::text::shorten;

/// The reason to leave a step out for a game of which only a line is known.
fn only_a_line() -> Fault {
    Fault::LeftOut("only a line of the game is given, not its rules".to_string())
}

/// A whole game, or the reason to leave a step out.
pub fn whole_game(exam: &mut Exam) -> Checked<WholeGame> {
    exam.rules.whole_game().ok_or_else(|| Fault::LeftOut("the end of the game is not given".to_string()))
}

pub fn new_game(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    for turns in [&[][..], &line, &[]] {
        exam.send(&format!("uginewgame\n{}\n{SHORT}", position(turns)))?;
        exam.legal_answer(turns)?;
    }
    // Nor is the memory of the game before in the way.
    exam.send("uginewgame\nuginewgame\nuginewgame")?;
    exam.search(&line, SHORT).map(|_| ())
}

pub fn p1turn(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(6, 2);
    for length in 0..=line.len() {
        let Some(decides) = exam.rules.p1_decides(&line[..length]) else {
            // Of another game this much is known.
            exam.ask("position startpos")?;
            return exam.expect_query("p1turn", "true");
        };
        let answers = exam.ask(&position(&line[..length]))?;
        expect_nothing("a legal line", &answers)?;
        exam.expect_query("p1turn", &decides.to_string())?;
    }
    Ok(())
}

/// The position text after a line.
fn text_after(exam: &mut Exam, line: &[String]) -> Checked<String> {
    exam.rules.at(line).map(|session| session.position_text()).ok_or_else(only_a_line)
}

pub fn fen(exam: &mut Exam) -> Checked {
    for number in 1..=3 {
        let line = exam.rules.opening(2 + number as usize, number);
        let text = text_after(exam, &line)?;
        let answers = exam.ask(&format!("position fen {text}"))?;
        expect_nothing("a position text", &answers)?;
        let decides = exam.rules.p1_decides(&line).unwrap_or_default();
        exam.expect_query("p1turn", &decides.to_string())?;
        exam.send(SHORT)?;
        exam.legal_answer(&line)?;
    }
    Ok(())
}

pub fn fen_moves(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(5, 4);
    let text = text_after(exam, &line[..line.len().min(2)])?;
    let answers = exam.ask(&format!("position fen {text} moves {}", line[line.len().min(2)..].join(" ")))?;
    expect_nothing("a position text and legal turns", &answers)?;
    let decides = exam.rules.p1_decides(&line).unwrap_or_default();
    exam.expect_query("p1turn", &decides.to_string())?;
    exam.send(SHORT)?;
    exam.legal_answer(&line).map(|_| ())
}

pub fn position_replaced(exam: &mut Exam) -> Checked {
    let (first, second) = (exam.rules.opening(4, 5), exam.rules.opening(3, 6));
    exam.ask(&format!("{}\n{}", position(&first), position(&second)))?;
    if let Some(decides) = exam.rules.p1_decides(&second) {
        exam.expect_query("p1turn", &decides.to_string())?;
    }
    exam.send(SHORT)?;
    exam.legal_answer(&second).map(|_| ())
}

pub fn openings(exam: &mut Exam) -> Checked {
    for number in 1..=8 {
        let line = exam.rules.opening(number, 10 + number as u64);
        exam.search(&line, SHORT)?;
    }
    Ok(())
}

pub fn long_game(exam: &mut Exam) -> Checked {
    // Without a whole game, as far as the line goes.
    let line = match exam.rules.whole_game() {
        Some(game) => game.turns,
        None => exam.rules.opening(usize::MAX, 1),
    };
    for length in 1..line.len() {
        let decides = exam.rules.p1_decides(&line[..length]);
        exam.send(&format!("{}\nquery p1turn\nisready", position(&line[..length])))?;
        let answers = exam.until("`readyok`", |line| line == "readyok")?;
        let expected = match decides {
            Some(decides) => format!("`response {decides}` alone after {length} turns"),
            None => format!("`response` alone after {length} turns"),
        };
        let fine = match (&answers[..], decides) {
            ([answer, _], Some(decides)) => *answer == format!("response {decides}"),
            ([answer, _], None) => answer.starts_with("response "),
            _ => false,
        };
        if !fine {
            return Err(Fault::failed(expected, lines_text(&answers[..answers.len() - 1])));
        }
    }
    exam.search(&line[..line.len().saturating_sub(1)], SHORT).map(|_| ())
}

pub fn play_on(exam: &mut Exam) -> Checked {
    let mut line = Vec::new();
    for _ in 0..12 {
        let answer = exam.search(&line, SHORT)?;
        line.push(answer.turn().to_string());
        if exam.rules.at(&line).is_some_and(|session| session.standing().outcome().is_some()) {
            break;
        }
        // Of a game that we do not know, the engine knows the end.
        if exam.rules.name().is_none() {
            exam.ask(&position(&line))?;
            if exam.query("gameover")? == "true" {
                break;
            }
        }
    }
    Ok(())
}

/// A line whose last turn is illegal, and the number of legal turns before it.
fn illegal_line(exam: &mut Exam) -> (Vec<String>, usize) {
    let (mut line, turn) = exam.rules.illegal_turn().unwrap_or_else(|| (exam.rules.opening(2, 1), "xyzzy".to_string()));
    let legal = line.len();
    line.push(turn);
    (line, legal)
}

pub fn illegal_turn(exam: &mut Exam) -> Checked {
    let (line, legal) = illegal_line(exam);
    for wrong in [line[legal].as_str(), "xyzzy"] {
        let answers = without_info(&exam.ask(&format!("{} {wrong}", position(&line[..legal])))?);
        expect_nothing("an illegal turn but `info string`", &answers)?;
        exam.search(&line[..legal], SHORT)?;
    }
    Ok(())
}

pub fn illegal_turn_loses(exam: &mut Exam) -> Checked {
    let (line, legal) = illegal_line(exam);
    let answers = exam.ask(&position(&line))?;
    expect_sentence(&format!("the illegal turn `{}`", line[legal]), &answers)?;
    exam.expect_query("gameover", "true")?;
    if let Some(result) = exam.rules.result_if_lost(&line[..legal]) {
        exam.expect_query("result", &result)?;
    }
    exam.send(SHORT)?;
    let answer = exam.answer()?;
    if answer.turn() != "none" {
        return Err(Fault::failed("`bestmove none` after an illegal turn", format!("`{}`", shorten(answer.turn()))));
    }
    exam.ask("position startpos")?;
    exam.expect_query("gameover", "false")
}

pub fn fen_impossible(exam: &mut Exam) -> Checked {
    let answers = without_info(&exam.ask("position fen no such position")?);
    expect_nothing("an impossible position text but `info string`", &answers)?;
    let line = exam.rules.opening(2, 1);
    exam.search(&line, SHORT).map(|_| ())
}

pub fn fen_keeps(exam: &mut Exam) -> Checked {
    let line = exam.rules.opening(3, 1);
    let answers = exam.ask(&format!("{}\nposition fen no such position moves {}", position(&line), line.join(" ")))?;
    expect_sentence("an impossible position text", &answers)?;
    if let Some(decides) = exam.rules.p1_decides(&line) {
        exam.expect_query("p1turn", &decides.to_string())?;
    }
    exam.send(SHORT)?;
    exam.legal_answer(&line).map(|_| ())
}

pub fn decisions(exam: &mut Exam) -> Checked {
    let turns = whole_game(exam)?.turns;
    let Some(at) = turns.iter().position(|turn| turn.contains(';')) else {
        return Err(Fault::LeftOut("no turn has several decisions".to_string()));
    };
    let line = &turns[..=at];
    let parted: Vec<String> = line.iter().flat_map(|turn| turn.split(';').map(str::to_string)).collect();
    let mut texts = Vec::new();
    for line in [line, &parted[..]] {
        let answers = exam.ask(&format!("{}\nd", position(line)))?;
        texts.push(answers.last().cloned().unwrap_or_default());
    }
    let same = texts[0] == texts[1] && texts[0].starts_with("position ");
    if same {
        Ok(())
    } else {
        Err(Fault::failed(format!("`{}` again", shorten(&texts[0])), format!("`{}`", shorten(&texts[1]))))
    }
}
