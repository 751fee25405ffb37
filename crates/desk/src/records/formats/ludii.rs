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
//! Cells are numbered in rows from the bottom. With three players, Ludii plays on after a win; the game is cut there.

use super::super::ending::SaidEnd;
use super::super::import::{GivenGame, refuse};
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::{RecordFormat, replayable};
use crate::records::says;
use crate::sentence::Sentence;
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
    text.lines().any(|line| line.starts_with("game=") || line.starts_with("Move=[Move:"))
}

/// Reads games, each from its line `game=` on.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let mut games: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("game=") || games.is_empty() {
            games.push(Vec::new());
        }
        games.last_mut().expect("one was pushed").push(line.trim());
    }
    games.into_iter().map(|lines| given(&lines)).collect()
}

fn given(lines: &[&str]) -> Result<GivenGame, Sentence> {
    let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key));
    let path = value("game=").ok_or_else(says::no_game_line)?;
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
        _ => return refuse(says::game_of(shorten(&name))),
    };
    let cells = cells();
    let (mut parts, mut swapped) = (Vec::new(), false);
    for mv in moves() {
        let (_, actions) = mv.split_once("actions=[").ok_or_else(says::no_actions)?;
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
            let cell = number(action, "to=").ok_or_else(says::no_to)?;
            let Some(name) = cells.get(cell) else {
                return refuse(says::other_cell(cell));
            };
            parts.push(name.clone());
        } else {
            return Err(says::no_action(shorten(action)));
        }
    }
    let seats = if three { 3 } else { 2 };
    let ranked = value("rankings=").and_then(|ranks| winners_by_ranks(ranks, seats));
    // After a swap Ludii's players are others than our seats.
    let winners = match (ranked, value("winner=").and_then(|winner| winner.trim().parse::<usize>().ok())) {
        (Some(winners), _) if three => winners,
        (_, Some(0)) => (1..=seats).collect(),
        (_, Some(seat)) if seat <= seats && !swapped => vec![seat],
        _ => Vec::new(),
    };
    let has = |option: &str| lines.iter().any(|line| line.eq_ignore_ascii_case(option));
    let swap = [(has(NO_SWAP), "false"), (has(SWAP) || swapped, "true")];
    let swap = swap.into_iter().find(|(is_said, _)| *is_said && !three);
    let option = swap.map(|(_, value)| ("Swap".to_string(), value.to_string())).into_iter().collect();
    Ok(GivenGame { game: game.to_string(), option, parts, end: SaidEnd::won_by(winners), ..GivenGame::default() })
}

/// How the swap option is written, unless it has its default.
const SWAP: &str = "Swap/On";
const NO_SWAP: &str = "Swap/Off";

/// The players with the best rank of `0.0,3.0,1.5,1.5`: of nobody, then of each player, with shared ranks averaged.
/// `None` if they are not ranked.
fn winners_by_ranks(ranks: &str, seats: usize) -> Option<Vec<usize>> {
    let ranks: Vec<f64> = ranks.split(',').skip(1).map_while(|rank| rank.trim().parse().ok()).collect();
    let best = ranks.iter().copied().reduce(f64::min).filter(|&best| best > 0.0 && ranks.len() == seats)?;
    Some((1..).zip(&ranks).filter(|&(_, &rank)| rank == best).map(|(seat, _)| seat).collect())
}

/// The number behind a key.
fn number(text: &str, key: &str) -> Option<usize> {
    let digits = text.split(&[',', '[', ']', ':'][..]).find_map(|part| part.strip_prefix(key))?;
    digits.parse().ok()
}

/// Writes a game.
///
/// # Errors
/// If it is not a game of Yavalath or Pentalath, or does not follow the rules.
pub fn write(record: &GameRecord) -> Result<String, Sentence> {
    let mut session = replayable(record, RecordFormat::Ludii)?;
    let name = if record.game == "pentalath" { "Pentalath" } else { "Yavalath" };
    let (mut swapped, seats) = (false, session.seats());
    let swap = session.options().into_iter().find(|option| option.name == "Swap").map(|option| option.kind.value());
    let option = match (record.game.as_str(), swap.as_deref()) {
        ("yavalath3", _) => "Players/3\n".to_string(),
        ("yavalath", Some("false")) => format!("{NO_SWAP}\n"),
        ("pentalath", Some("true")) => format!("{SWAP}\n"),
        _ => String::new(),
    };
    let mut text = format!("game=/lud/board/space/line/{name}.lud\nSTART GAME OPTIONS\n{option}END GAME OPTIONS\n");
    let cells = cells();
    for turn in record.all_turns() {
        let mover = session.seat() + 1;
        session.play(&turn)?;
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
            (_, None) => return Err(says::not_of_ludii(shorten(&turn))),
        };
        let _ = match cells.iter().position(|cell| *cell == turn) {
            Some(cell) => writeln!(text, "Move=[Move:mover={mover},from={cell},to={cell},actions=[{action}]]"),
            None => writeln!(text, "Move=[Move:mover={mover},actions=[{action}]]"),
        };
    }
    if record.reason != Reason::Unfinished {
        let won = |seat: &usize| record.winners.contains(seat);
        let winner = if record.winners.len() == 1 { record.winners[0] } else { 0 };
        let _ = writeln!(text, "winner={winner}");
        if seats == 3 {
            // The mean of the places that are shared.
            let winners = record.winners.len() as f64;
            let rank = |seat| if won(&seat) { (winners + 1.0) / 2.0 } else { (winners + 1.0 + seats as f64) / 2.0 };
            let ranks: Vec<String> = (1..=seats).map(|seat| format!("{:?}", rank(seat))).collect();
            let _ = writeln!(text, "rankings=0.0,{}", ranks.join(","));
        }
    }
    Ok(text)
}
