//! Searches, results and results of searches as protocol lines.

use super::command::Dialect;
use crate::game::Outcome;
use crate::search::{Bound, Verdict};
use crate::session::{Report, SearchResult, Session, Standing};
use crate::text;

/// An `info` line; with the chances of a win, a draw and a loss if `wdl` says so.
pub fn info(report: &Report, dialect: Dialect, seats: usize, wdl: bool) -> String {
    let info = &report.info;
    let millis = info.time.as_millis();
    let nps = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    if let (Some(current), Some(text)) = (info.current, &report.current) {
        return format!(
            "info depth {} currmove {text} currmovenumber {} nodes {} nps {nps:.0} hashfull {} time {millis}",
            current.depth, current.number, info.nodes, info.hashfull,
        );
    }
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let [win, draw, loss] = report.wdl;
    let chances = if wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{} nodes {} nps {:.0} hashfull {} time {millis}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.verdict, dialect, seats),
        chances,
        info.nodes,
        nps,
        info.hashfull,
    );
    if let Some((visits, rate)) = info.visits.filter(|_| dialect == Dialect::Ugi) {
        line += &format!(" visits {visits} winrate {rate:.4}");
    }
    if !report.turns.is_empty() {
        line += " pv ";
        line += &report.turns.join(" ");
    }
    line
}

/// The `info` line of an answer from the book.
pub fn book(found: &SearchResult, games: u32, dialect: Dialect, seats: usize) -> String {
    format!("info string book score {} games {games}", score(found.verdict, dialect, seats))
}

/// `cp N`, or `mate N` in plies (UGI) or in moves of the mover (UCI), negative if the mover is mated.
fn score(verdict: Verdict, dialect: Dialect, seats: usize) -> String {
    match (verdict.mate(), dialect) {
        (None, _) => format!("cp {}", verdict.score()),
        (Some(plies), Dialect::Ugi) => format!("mate {plies}"),
        (Some(plies), Dialect::Uci) => {
            format!("mate {}", plies.signum() * plies.unsigned_abs().div_ceil(seats as u32) as i32)
        }
    }
}

/// An error as one line that any screen can show, whatever text it quotes.
pub fn error(sentence: &str) -> String {
    format!("info string {}", text::sentence(sentence, 60, 400))
}

/// The `bestmove` line.
pub fn bestmove(found: &SearchResult, ponder: bool) -> String {
    match &found.ponder {
        Some(expected) if ponder => format!("bestmove {} ponder {expected}", found.best),
        _ => format!("bestmove {}", found.best),
    }
}

/// The answer to `query`, one word; `None` if the question is unknown.
pub fn query(session: &dyn Session, what: &str) -> Option<String> {
    let standing = session.standing();
    Some(match what {
        "gameover" => (standing != Standing::Open).to_string(),
        "result" => result(standing.outcome()),
        "winners" => match standing.outcome() {
            None => "none".to_string(),
            Some(outcome) => {
                let seats: Vec<String> = session.winners(outcome).iter().map(|seat| (seat + 1).to_string()).collect();
                seats.join(",")
            }
        },
        "turn" => format!("p{}", session.seat() + 1),
        "seats" => session.seats().to_string(),
        _ => match what.strip_prefix('p').and_then(|rest| rest.strip_suffix("turn")) {
            Some(seat) => {
                let seat: usize = seat.parse().ok().filter(|seat| (1..=session.seats()).contains(seat))?;
                (session.seat() + 1 == seat).to_string()
            }
            None => return session.query(what),
        },
    })
}

/// `p1win`, `p2win`, `p3win`, `draw` or `none`.
pub fn result(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_string(), Outcome::word)
}
