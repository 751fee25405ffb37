//! SGF files of boardspace.net, of YINSH: each node is a command of a player, which may be part of a turn.
//!
//! ```text
//! (;GM[24]VV[2]SU[Yinsh]P0[id "A"]P1[id "B"]RE[Game won by A]
//! ; P0[1 Start White]
//! ; P0[2 place wr E 3]TM[5021] …
//! ; P0[22 place w G 11] ; P0[23 drop board G 9] ; P1[24 move C 6 C 1]
//! ; P1[25 remove b C 2 C 6] ; P1[26 remove br C 1] ; P1[27 Done])
//! ```

use super::super::ending::SaidEnd;
use super::super::import::{GivenGame, refuse};
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::sgf::{self, Property};
use super::{RecordFormat, name_of, replayable};
use crate::records::says;
use crate::sentence::Sentence;
use crate::text::shorten;
use std::fmt::Write;

/// Whether a text has such a file in it, perhaps after other text.
pub fn is(text: &str) -> bool {
    sgf::start(text).is_some_and(|start| start == 0 || ["GM[", "SU["].iter().any(|known| text[start..].contains(known)))
}

/// Reads games.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let games = sgf::read(text);
    if games.is_empty() {
        return vec![Err(says::no_sgf())];
    }
    games.into_iter().map(|game| game.and_then(|nodes| given(&nodes))).collect()
}

fn given(nodes: &[Vec<Property>]) -> Result<GivenGame, Sentence> {
    let root = nodes.first().ok_or_else(says::no_node)?;
    let value = |name: &str| root.iter().find(|property| property.0 == name).map(|property| &property.1[0]);
    let of_root = |name: &str| value(name).map_or(String::new(), |value| sgf::on_one_line(value));
    let game = match of_root("SU").to_ascii_lowercase().as_str() {
        "yinsh" => "yinsh",
        "yinsh-blitz" => "yinsh-blitz",
        "" if of_root("GM") == "24" => "yinsh",
        other => return refuse(says::game_of(shorten(other))),
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
    let may_swap = of_root("RU").eq_ignore_ascii_case(SWAP) || commands.parts.iter().any(|part| part == "swap");
    let option = if may_swap { vec![("Swap".to_string(), "true".to_string())] } else { Vec::new() };
    // The seats are by who placed the first white ring.
    let first = commands.white.unwrap_or(0);
    let names = ["P0", "P1"].map(|key| named(&of_root(key)));
    let seats = if first == 0 { names.to_vec() } else { vec![names[1].clone(), names[0].clone()] };
    let seat = |player: usize| 1 + (player ^ first);
    let said = of_root("RE");
    let won = |player: usize| SaidEnd::won_by(vec![seat(player)]);
    let by_name = said.strip_prefix(WON_BY).map(|name| names.each_ref().map(|known| known.trim() == name.trim()));
    let end = match (commands.resigned, by_name) {
        (Some(player), _) => SaidEnd::resigned_by(seat(player)),
        // In our own words nothing else is a name.
        (None, _) if said == DRAWN => SaidEnd::won_by(vec![1, 2]),
        (None, Some([true, false])) => won(0),
        (None, Some([false, true])) => won(1),
        (None, _) => match named_in(&said, &names) {
            [true, false] => won(0),
            [false, true] => won(1),
            _ if said.to_ascii_lowercase().contains("draw") => SaidEnd::won_by(vec![1, 2]),
            _ => SaidEnd::default(),
        },
    };
    let seats = if value("P0").or(value("P1")).is_none() { Vec::new() } else { seats };
    let date = of_root("DT");
    let comment = Some(date).filter(|date| !date.is_empty());
    Ok(GivenGame { game: game.to_string(), option, seats, parts: commands.parts, end, comment })
}

/// The results in English, as that site and quintet write them.
const WON_BY: &str = "Game won by ";
const DRAWN: &str = "The game is a draw";

/// How a game with a swap is marked. That site has none, so this word is quintet's, as the command of this name.
const SWAP: &str = "Swap";

/// The name in `id "A"`.
fn named(value: &str) -> String {
    let name = value.strip_prefix("id").unwrap_or(value).trim();
    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    quoted.unwrap_or(name).to_string()
}

/// Which of two names a sentence has: as whole words, or if neither is there, anywhere, as not all languages separate
/// words.
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

/// The game so far, from the commands.
#[derive(Default)]
struct Commands {
    parts: Vec<String>,
    /// The parts of the current turn.
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

    fn obey(&mut self, player: usize, command: &str) -> Result<(), Sentence> {
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
            ["pass" | "swap"] => self.turn.push(lower[0].to_string()),
            ["place", ring @ ("wr" | "br"), column, row] => {
                if ring == "wr" && self.white.is_none() {
                    self.white = Some(player);
                }
                self.end_turn();
                self.turn.push(point(column, row));
            }
            ["place", "w" | "b", column, row] => self.marker = Some(point(column, row)),
            ["drop", "board", column, row] => {
                // A ring put back where it was picked up is not a move.
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
            _ => return Err(says::no_command(shorten(command))),
        }
        Ok(())
    }
}

/// Writes a game.
///
/// # Errors
/// If it is not a game of YINSH, or does not follow the rules.
pub fn write(record: &GameRecord) -> Result<String, Sentence> {
    let session = replayable(record, RecordFormat::Boardspace)?;
    let variation = if record.game == "yinsh" { "Yinsh" } else { "Yinsh-Blitz" };
    let names = [0, 1].map(|seat| name_of(record, seat).unwrap_or_default().replace('"', "'"));
    let mut text = format!("(;\nGM[24]VV[2]\nSU[{variation}]\n");
    if session.options().into_iter().any(|option| option.name == "Swap" && option.kind.value() == "true") {
        let _ = writeln!(text, "RU[{SWAP}]");
    }
    for (seat, name) in names.iter().enumerate().filter(|_| !record.seats.is_empty()) {
        let _ = writeln!(text, "P{seat}[id \"{}\"]", sgf::escaped(name));
    }
    match (record.reason, &record.winners[..]) {
        (Reason::Rules, [seat]) => _ = writeln!(text, "RE[{WON_BY}{}]", sgf::escaped(&names[seat - 1])),
        (Reason::Unfinished, _) | (_, [_]) => {}
        _ => _ = writeln!(text, "RE[{DRAWN}]"),
    }
    let mut number = 0;
    let mut command = |text: &mut String, player: usize, what: &str| {
        number += 1;
        let _ = writeln!(text, "; P{player}[{number} {what}]");
    };
    command(&mut text, 0, "Start White");
    // The colours of the players.
    let mut colours = ["w", "b"];
    for (index, turn) in record.all_turns().iter().enumerate() {
        let player = index % 2;
        for what in commands(turn, colours[player]).ok_or_else(|| says::no_turn_of(shorten(turn), "YINSH"))? {
            command(&mut text, player, &what);
        }
        command(&mut text, player, "Done");
        if turn == "swap" {
            colours.reverse();
        }
    }
    if let (true, Some(loser)) = (record.reason != Reason::Rules, record.loser) {
        command(&mut text, loser - 1, "Resign");
    }
    Ok(text + ")\n")
}

/// The commands of a turn by a colour.
fn commands(turn: &str, colour: &str) -> Option<Vec<String>> {
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
            (None, None) if part == "swap" => found.push(SWAP.to_string()),
            (None, None) => found.push(format!("place {colour}r {}", point(part)?)),
        }
    }
    Some(found)
}
