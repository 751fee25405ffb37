//! JSON logs of Board Game Arena, of YINSH: `data.logs[].data[]`, the game is in the text of those of type `move`.

use super::super::import::GivenGame;
use crate::records::says;
use crate::sentence::Sentence;
use crate::text::{of_serde, shorten};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// Whether a text is such a log.
pub fn is(text: &str) -> bool {
    /// The fields that distinguish it from other JSON. Nothing else is kept, as this may be a large file of another
    /// format.
    #[derive(Deserialize)]
    struct Outline {
        data: Logs,
    }
    #[derive(Deserialize)]
    struct Logs {
        logs: IgnoredAny,
    }
    serde_json::from_str::<Outline>(text).is_ok_and(|Outline { data: Logs { logs: IgnoredAny } }| true)
}

/// Reads a game.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let log: Value = match serde_json::from_str(text) {
        Ok(log) => log,
        Err(error) => return vec![Err(says::no_json(shorten(&of_serde(&error.to_string()))))],
    };
    vec![given(&log)]
}

/// A part of a turn, and whose it is.
type LogPart = (String, String);

fn given(log: &Value) -> Result<GivenGame, Sentence> {
    let packets = log.pointer("/data/logs").and_then(Value::as_array).ok_or_else(says::no_logs)?;
    let entries = packets.iter().filter_map(|packet| packet.get("data")?.as_array()).flatten();
    let mut played: Vec<LogPart> = Vec::new();
    for entry in entries {
        let text = |value: Option<&Value>| match value {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let (kind, said) = (text(entry.get("type")), text(entry.get("log")));
        let arg = |name: &str| text(entry.get("args").and_then(|args| args.get(name)));
        let player = arg("player_id");
        if kind == "restartUndo" {
            // The present turn of that player begins anew.
            while played.last().is_some_and(|last| last.0 == player) {
                played.pop();
            }
        }
        if kind != "move" {
            continue;
        }
        let (from, to) = (arg("locationFrom").to_ascii_lowercase(), arg("locationTo").to_ascii_lowercase());
        let one = || if to.is_empty() { from.clone() } else { to.clone() };
        let part = match said.to_ascii_lowercase() {
            said if said.contains("removes a row") => format!("x{from}-{to}"),
            said if said.contains("removes a ring") => format!("x{}", if from.is_empty() { &to } else { &from }),
            said if said.contains("moves a ring") => format!("{from}-{to}"),
            said if said.contains("places a ring") => one(),
            // The marker is placed where the ring leaves.
            said if said.contains("places a marker") => continue,
            said => return Err(says::not_yinsh(shorten(&said))),
        };
        played.push((player, part));
    }
    let mut players: Vec<String> = Vec::new();
    for (player, _) in &played {
        if !players.contains(player) {
            players.push(player.clone());
        }
    }
    let seats = if players.len() == 2 { players } else { Vec::new() };
    let parts = played.into_iter().map(|(_, part)| part).collect();
    Ok(GivenGame { game: "yinsh".to_string(), seats, parts, ..GivenGame::default() })
}
