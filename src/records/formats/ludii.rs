//! Trials of Ludii, of Yavalath and of Pentalath on 61 cells.
//!
//! ```text
//! game=/lud/board/space/line/Yavalath.lud
//! START GAME OPTIONS
//! END GAME OPTIONS
//! Move=[Move:mover=1,from=43,to=43,actions=[Add:type=Cell,to=43,what=1,decision=true]]
//! winner=1
//! rankings=0.0,1.0,2.0
//! ```
//! Cells are numbered in rows from the bottom. For three, Ludii plays on after a win; the game is cut there.

use super::super::import::{GivenEnd, GivenGame, refuse};
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::replayable;
use crate::text::shorten;
use std::fmt::Write;

/// The cells in Ludii's order.
fn cells() -> Vec<String> {
    let of_row = |number: i32| {
        let columns = (1..=9).filter(move |column: &i32| (column - number).abs() <= 4);
        columns.map(move |column| format!("{}{number}", char::from(b'a' + column as u8 - 1)))
    };
    (1..=9).flat_map(of_row).collect()
}

/// Whether a text is a trial.
pub fn is(text: &str) -> bool {
    text.starts_with("game=") || text.contains("Move=[Move:")
}

/// Reads games, each from its line `game=` on.
pub fn read(text: &str) -> Vec<Result<GivenGame, String>> {
    let mut games: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("game=") || games.is_empty() {
            games.push(Vec::new());
        }
        games.last_mut().expect("one was pushed").push(line.trim());
    }
    games.into_iter().map(|lines| given(&lines)).collect()
}

fn given(lines: &[&str]) -> Result<GivenGame, String> {
    let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key));
    let path = value("game=").ok_or("a trial of Ludii begins with `game=`")?;
    let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".lud").to_ascii_lowercase();
    let moves = || lines.iter().filter_map(|line| line.strip_prefix("Move=["));
    // Said by an option, by the ranks (of nobody and each player), or by who moves.
    let option = |line: &&str| line.to_ascii_lowercase().starts_with("players/3");
    let ranks = value("rankings=").map_or(0, |ranks| ranks.split(',').count());
    let three = ranks == 4 || lines.iter().any(option) || moves().any(|mv| number(mv, "mover=") == Some(3));
    let game = match (name.as_str(), three) {
        ("yavalath", false) => "yavalath",
        ("yavalath", true) => "yavalath3",
        ("pentalath", false) => "pentalath",
        _ => return refuse(&format!("it is a game of `{}`", shorten(&name))),
    };
    let cells = cells();
    let (mut parts, mut swapped) = (Vec::new(), false);
    for mv in moves() {
        let (_, actions) = mv.split_once("actions=[").ok_or("a move of Ludii has `actions=[…]`")?;
        // What follows the first action, such as captures, follows from it.
        let action = actions.trim_start_matches('[');
        if action.starts_with("Swap") {
            swapped = true;
            parts.push("swap".to_string());
        } else if action.starts_with("Pass") {
            // Who is out of a game for three passes there; in Pentalath it is a turn.
            if game == "pentalath" {
                parts.push("pass".to_string());
            }
        } else if let Some(action) = action.strip_prefix("Add:") {
            let cell = number(action, "to=").ok_or("a stone of Ludii is added `to=` a cell")?;
            let Some(name) = cells.get(cell) else {
                return refuse(&format!("it is played on a board with a cell number {cell}"));
            };
            parts.push(name.clone());
        } else {
            return Err(format!("`{}` is no action of this game", shorten(action)));
        }
    }
    // After a swap Ludii's players are others than our seats.
    let end = match value("winner=").and_then(|winner| winner.trim().parse::<usize>().ok()) {
        Some(0) => GivenEnd::Winners((1..=if three { 3 } else { 2 }).collect()),
        Some(seat) if seat <= 3 && !swapped => GivenEnd::Winners(vec![seat]),
        _ => GivenEnd::Unknown,
    };
    let option = if swapped { vec![("Swap".to_string(), "true".to_string())] } else { Vec::new() };
    Ok(GivenGame { game: game.to_string(), option, parts, end, ..GivenGame::default() })
}

/// The number behind a key.
fn number(text: &str, key: &str) -> Option<usize> {
    let digits = text.split(&[',', '[', ']', ':'][..]).find_map(|part| part.strip_prefix(key))?;
    digits.parse().ok()
}

/// Writes a game.
///
/// # Errors
/// If it is no game of Yavalath or Pentalath, or not as the rules have it.
pub fn write(record: &GameRecord) -> Result<String, String> {
    let mut session = replayable(record, &["yavalath", "yavalath3", "pentalath"])?;
    let name = if record.game == "pentalath" { "Pentalath" } else { "Yavalath" };
    let (mut swapped, seats) = (false, session.seats());
    let option = if seats == 3 { "Players/3\n" } else { "" };
    let mut text = format!("game=/lud/board/space/line/{name}.lud\nSTART GAME OPTIONS\n{option}END GAME OPTIONS\n");
    let cells = cells();
    for turn in record.all_turns() {
        let mover = session.seat() + 1;
        session.play(&turn).map_err(|error| error.to_string())?;
        let action = match (turn.as_str(), cells.iter().position(|cell| *cell == turn)) {
            ("swap", _) => {
                swapped = true;
                "Swap:player1=1,player2=2,decision=true".to_string()
            }
            ("pass", _) => "Pass:decision=true".to_string(),
            (_, Some(cell)) => {
                let what = if swapped { 3 - mover } else { mover };
                format!("Add:type=Cell,to={cell},what={what},decision=true")
            }
            (_, None) => return Err(format!("`{}` is no turn that Ludii has", shorten(&turn))),
        };
        let _ = match cells.iter().position(|cell| *cell == turn) {
            Some(cell) => writeln!(text, "Move=[Move:mover={mover},from={cell},to={cell},actions=[{action}]]"),
            None => writeln!(text, "Move=[Move:mover={mover},actions=[{action}]]"),
        };
    }
    if record.reason != Reason::Unfinished {
        let winner = if record.winners.len() == seats { 0 } else { record.winners[0] };
        if record.winners.len() == 1 || winner == 0 {
            let _ = writeln!(text, "winner={winner}");
        }
    }
    Ok(text)
}
