//! SGF files of boardspace.net, of YINSH: each node is a command of a player, which may be part of a turn.
//!
//! ```text
//! (;GM[24]VV[2]SU[Yinsh]P0[id "A"]P1[id "B"]RE[Game won by A]
//! ; P0[1 Start White]
//! ; P0[2 place wr E 3]TM[5021] …
//! ; P0[22 place w G 11] ; P0[23 drop board G 9] ; P1[24 move C 6 C 1]
//! ; P1[25 remove b C 2 C 6] ; P1[26 remove br C 1] ; P1[27 Done])
//! ```

use super::super::import::{GivenEnd, GivenGame, refuse};
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::sgf::{self, Property};
use super::{name_of, replayable};
use crate::text::shorten;
use std::fmt::Write;

/// Reads games.
pub fn read(text: &str) -> Vec<Result<GivenGame, String>> {
    let games = sgf::read(text);
    if games.is_empty() {
        return vec![Err("it is no SGF, which begins with `(;`".to_string())];
    }
    games.into_iter().map(|game| game.and_then(|nodes| given(&nodes))).collect()
}

fn given(nodes: &[Vec<Property>]) -> Result<GivenGame, String> {
    let root = nodes.first().ok_or("the SGF has no node")?;
    let of_root = |name: &str| root.iter().find(|property| property.0 == name).map_or("", |property| &property.1[0]);
    let game = match of_root("SU").to_ascii_lowercase().as_str() {
        "yinsh" => "yinsh",
        "yinsh-blitz" => "yinsh-blitz",
        "" if of_root("GM") == "24" => "yinsh",
        other => return refuse(&format!("it is a game of `{}`", shorten(other))),
    };
    let mut commands = Commands::default();
    for (name, values) in nodes.iter().skip(1).flatten() {
        let player = match name.as_str() {
            "P0" => 0,
            "P1" => 1,
            _ => continue,
        };
        for value in values {
            commands.obey(player, value)?;
        }
    }
    commands.end_turn();
    // The seats are by who placed the first white ring.
    let first = commands.white.unwrap_or(0);
    let names = ["P0", "P1"].map(|key| of_root(key).trim_start_matches("id").trim().trim_matches('"').to_string());
    let seats = if first == 0 { names.to_vec() } else { vec![names[1].clone(), names[0].clone()] };
    let seat = |player: usize| 1 + (player ^ first);
    let said = of_root("RE");
    let end = match (commands.resigned, named_in(said, &names)) {
        (Some(player), _) => GivenEnd::Resigned(seat(player)),
        (None, [true, false]) => GivenEnd::Winners(vec![seat(0)]),
        (None, [false, true]) => GivenEnd::Winners(vec![seat(1)]),
        (None, _) if said.to_ascii_lowercase().contains("draw") => GivenEnd::Winners(vec![1, 2]),
        (None, _) => GivenEnd::Unknown,
    };
    let seats = if seats.iter().all(String::is_empty) { Vec::new() } else { seats };
    let date = of_root("DT");
    let comment = (!date.is_empty()).then(|| date.to_string());
    Ok(GivenGame { game: game.to_string(), seats, parts: commands.parts, end, comment, ..GivenGame::default() })
}

/// Which of two names a sentence has: as words, or where that is neither of them anywhere, as not all languages part words.
fn named_in(sentence: &str, names: &[String; 2]) -> [bool; 2] {
    let is_word = |name: &String| {
        let parts = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let is_there = |(at, _): (usize, &str)| {
            parts(sentence[..at].chars().next_back()) && parts(sentence[at + name.len()..].chars().next())
        };
        !name.is_empty() && sentence.match_indices(name.as_str()).any(is_there)
    };
    match names.each_ref().map(is_word) {
        [false, false] => names.each_ref().map(|name| !name.is_empty() && sentence.contains(name.as_str())),
        named => named,
    }
}

/// What the commands add up to.
#[derive(Default)]
struct Commands {
    parts: Vec<String>,
    /// The parts of the present turn.
    turn: Vec<String>,
    /// Who gave the last command.
    player: usize,
    /// Who plays White.
    white: Option<usize>,
    /// Where the marker of the present turn was placed.
    marker: Option<String>,
    resigned: Option<usize>,
}

impl Commands {
    fn end_turn(&mut self) {
        if !self.turn.is_empty() {
            self.parts.push(std::mem::take(&mut self.turn).join(";"));
        }
    }

    fn obey(&mut self, player: usize, command: &str) -> Result<(), String> {
        let mut words: Vec<&str> = command.split_whitespace().collect();
        if words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            words.remove(0);
        }
        if player != self.player {
            self.end_turn();
            self.player = player;
        }
        let point = |column: &str, row: &str| format!("{}{row}", column.to_ascii_lowercase());
        let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match lower[..] {
            [] | ["start" | "pick" | "edit", ..] => {}
            ["done"] => self.end_turn(),
            ["resign"] => self.resigned = Some(player),
            ["pass"] => self.turn.push("pass".to_string()),
            ["place", ring @ ("wr" | "br"), column, row] => {
                if ring == "wr" && self.white.is_none() {
                    self.white = Some(player);
                }
                self.end_turn();
                self.turn.push(point(column, row));
            }
            ["place", "w" | "b", column, row] => self.marker = Some(point(column, row)),
            ["drop", "board", column, row] => {
                // A ring put back where it was picked up is no move.
                if let Some(from) = self.marker.take() {
                    self.turn.push(format!("{from}-{}", point(column, row)));
                }
            }
            ["move", from, at, column, row] => {
                self.marker = None;
                self.turn.push(format!("{}-{}", point(from, at), point(column, row)));
            }
            ["remove", "w" | "b", from, at, column, row] => {
                self.turn.push(format!("x{}-{}", point(from, at), point(column, row)));
            }
            ["remove", "wr" | "br", column, row] => self.turn.push(format!("x{}", point(column, row))),
            _ => return Err(format!("`{}` is no command of boardspace.net that is known", shorten(command))),
        }
        Ok(())
    }
}

/// Writes a game.
///
/// # Errors
/// If it is no game of YINSH, or not as the rules have it.
pub fn write(record: &GameRecord) -> Result<String, String> {
    replayable(record, &["yinsh", "yinsh-blitz"])?;
    let variation = if record.game == "yinsh" { "Yinsh" } else { "Yinsh-Blitz" };
    let names = [0, 1].map(|seat| name_of(record, seat).replace('"', "'"));
    let mut text = format!("(;\nGM[24]VV[2]\nSU[{variation}]\n");
    for (seat, name) in names.iter().enumerate().filter(|_| !record.seats.is_empty()) {
        let _ = writeln!(text, "P{seat}[id \"{}\"]", sgf::escaped(name));
    }
    match (record.reason, &record.winners[..]) {
        (Reason::Rules, [seat]) => _ = writeln!(text, "RE[Game won by {}]", sgf::escaped(&names[seat - 1])),
        (Reason::Unfinished, _) | (_, [_]) => {}
        _ => text += "RE[The game is a draw]\n",
    }
    let mut number = 0;
    let mut command = |text: &mut String, player: usize, what: &str| {
        number += 1;
        let _ = writeln!(text, "; P{player}[{number} {what}]");
    };
    command(&mut text, 0, "Start White");
    for (index, turn) in record.all_turns().iter().enumerate() {
        let player = index % 2;
        for what in commands(turn, player).ok_or_else(|| format!("`{}` is no turn of YINSH", shorten(turn)))? {
            command(&mut text, player, &what);
        }
        command(&mut text, player, "Done");
    }
    if let (true, Some(loser)) = (record.reason != Reason::Rules, record.loser) {
        command(&mut text, loser - 1, "Resign");
    }
    Ok(text + ")\n")
}

/// The commands of a turn by a player, from 0.
fn commands(turn: &str, player: usize) -> Option<Vec<String>> {
    let colour = ["w", "b"][player];
    let point = |name: &str| {
        let mut letters = name.chars();
        let column = letters.next()?.to_ascii_uppercase();
        Some(format!("{column} {}", letters.as_str()))
    };
    let mut found = Vec::new();
    for part in turn.split(';') {
        match (part.strip_prefix('x'), part.split_once('-')) {
            (Some(taken), _) => {
                let (row, ring) = taken.split_once('x').map_or((taken, None), |(row, ring)| (row, Some(ring)));
                let ring = match row.split_once('-') {
                    Some((first, last)) => {
                        found.push(format!("remove {colour} {} {}", point(first)?, point(last)?));
                        ring
                    }
                    None => Some(row),
                };
                if let Some(ring) = ring {
                    found.push(format!("remove {colour}r {}", point(ring)?));
                }
            }
            (None, Some((from, to))) => {
                found.push(format!("place {colour} {}", point(from)?));
                found.push(format!("drop board {}", point(to)?));
            }
            (None, None) if part == "pass" => found.push("Pass".to_string()),
            (None, None) => found.push(format!("place {colour}r {}", point(part)?)),
        }
    }
    Some(found)
}
