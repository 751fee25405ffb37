//! Replays of CodinGame's arenas: the JSON that the site's API answers (`frames`), that the arenas' own runner and
//! cg-brutaltester write (`outputs`), and that `quintet referee` writes. Their fields are known from public programs.

use super::super::import::GivenGame;
use crate::arena::spelling::read as read_answer;
use crate::arena::table::Table;
use crate::arena::{ArenaGame, SWAP};
use crate::records::ending::SaidEnd;
use crate::records::{Reason, says};
use crate::sentence::Sentence;
use crate::text::{of_serde, shorten};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// Whether a text has such replays.
pub fn is(text: &str) -> bool {
    /// The fields that distinguish it from other JSON.
    #[derive(Deserialize)]
    struct Outline {
        frames: Option<Vec<IgnoredAny>>,
        outputs: Option<IgnoredAny>,
    }
    let is_replay = |outline: &Outline| outline.frames.is_some() || outline.outputs.is_some();
    if text.trim_start().starts_with('[') {
        return serde_json::from_str::<Vec<Outline>>(text).is_ok_and(|all| all.iter().any(is_replay));
    }
    let mut first = serde_json::Deserializer::from_str(text).into_iter::<Outline>();
    first.next().is_some_and(|first| first.is_ok_and(|outline| is_replay(&outline)))
}

/// Reads games: one, a list of them, or one after the other.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let all = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let games = all.flat_map(|value| match value {
        Ok(Value::Array(list)) => list.into_iter().map(Ok).collect(),
        value => vec![value],
    });
    games
        .map(|value| match value {
            Ok(value) => given(&value),
            Err(error) => Err(says::no_json(shorten(&of_serde(&error.to_string())))),
        })
        .collect()
}

/// What a player answered: its index, and its line if there is one.
type Answer = (usize, Option<String>);

/// All answers in their order, as `frames` or `outputs` have them.
fn answers(replay: &Value) -> Vec<Answer> {
    let line = |value: &Value| Some(value.as_str()?.lines().next().unwrap_or_default().to_string());
    if let Some(frames) = replay.get("frames").and_then(Value::as_array) {
        // The referee's own frames have a number below 0.
        let answer = |frame: &Value| {
            let index = usize::try_from(frame.get("agentId")?.as_i64()?).ok().filter(|index| *index < 2)?;
            Some((index, frame.get("stdout").and_then(line)))
        };
        return frames.iter().filter_map(answer).collect();
    }
    let list = |index: usize| replay.get("outputs")?.get(index.to_string())?.as_array();
    let lists = [0, 1].map(|index| list(index).map_or(&[][..], |list| list));
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or_default();
    let at = |place: usize| (0..2).filter_map(move |index| Some((index, Some(line(lists[index].get(place)?)?))));
    (0..longest).flat_map(at).collect()
}

/// The game by its name or its first answer.
fn game_of(replay: &Value, answers: &[Answer]) -> Result<ArenaGame, Sentence> {
    if let Some(game) = replay.get("game").and_then(Value::as_str).and_then(ArenaGame::named) {
        return Ok(game);
    }
    let first = answers.iter().find_map(|(_, line)| line.as_deref()).ok_or_else(says::no_answers)?;
    let is_of = |game: &ArenaGame| read_answer(*game, first, None).is_ok() || is_wish(*game, first);
    ArenaGame::ALL.into_iter().find(is_of).ok_or_else(|| says::no_arena(shorten(first)))
}

/// Whether an answer is the one before the game, about the list of actions.
fn is_wish(game: ArenaGame, answer: &str) -> bool {
    game.facts().has_actions && ["yes", "no"].contains(&answer.trim().to_ascii_lowercase().as_str())
}

fn given(replay: &Value) -> Result<GivenGame, Sentence> {
    let all = answers(replay);
    let game = game_of(replay, &all)?;
    let mut table = Table::new(game, true);
    let (mut parts, mut fault) = (Vec::new(), None);
    for (index, line) in &all {
        let answer = line.as_deref().unwrap_or_default();
        if table.end().is_some() || (parts.is_empty() && is_wish(game, answer)) {
            continue;
        }
        // A frame without a turn belongs to no turn, and a player without an answer is late.
        if line.is_none() || table.player() != *index {
            continue;
        }
        let turn = read_answer(game, answer, table.first_stone().as_deref());
        table.answer(answer);
        fault = table.end().and_then(|end| end.fault.clone()).map(|(player, fault)| (player, fault.kind.into()));
        // A turn that ends the game since the other player cannot move is one.
        if fault.as_ref().is_none_or(|(player, _)| player != index) {
            parts.extend(turn);
        }
    }
    let mut given = GivenGame {
        game: game.name().to_string(),
        option: vec![(SWAP.to_string(), "true".to_string())],
        seats: names(replay),
        parts,
        ..GivenGame::default()
    };
    let scores = scores(replay);
    let own = replay.get("fault").and_then(|fault| {
        let reason = Reason::named(fault.get("reason")?.as_str()?)?;
        Some((usize::try_from(fault.get("index")?.as_u64()?).ok().filter(|index| *index < 2)?, reason))
    });
    // Whoever has lost by a fault that is not among the answers has given none in time.
    let late =
        scores.and_then(|scores| scores.iter().position(|score| *score < 0.0)).map(|index| (index, Reason::Time));
    if let Some((loser, reason)) = own.or(fault).or(late) {
        given.end = SaidEnd { reason: Some(reason), loser: Some(loser + 1), ..SaidEnd::default() };
        return Ok(given);
    }
    if let Some([first, second]) = scores {
        let is_last_marker = game == ArenaGame::Yinsh && table.is_at_last_marker();
        if is_last_marker {
            given.comment = Some(format!("the arena ended it with the last marker, {first} to {second}"));
        } else {
            given.end = SaidEnd::won_by(match first.total_cmp(&second) {
                std::cmp::Ordering::Greater => vec![1],
                std::cmp::Ordering::Less => vec![2],
                std::cmp::Ordering::Equal => vec![1, 2],
            });
        }
    }
    Ok(given)
}

/// The scores of both players, as a list or an object.
fn scores(replay: &Value) -> Option<[f64; 2]> {
    let scores = replay.get("scores")?;
    let score = |index: usize| scores.get(index).or_else(|| scores.get(index.to_string()))?.as_f64();
    Some([score(0)?, score(1)?])
}

/// The names of both players, if both are known.
fn names(replay: &Value) -> Vec<String> {
    let Some(agents) = replay.get("agents").and_then(Value::as_array) else { return Vec::new() };
    let name = |index: usize| {
        let is = |agent: &&Value| agent.get("index").and_then(Value::as_u64) == Some(index as u64);
        let agent = agents.iter().find(is).or_else(|| agents.get(index))?;
        let known = ["/name", "/codingamer/pseudo", "/arenaboss/nickname"];
        known.into_iter().find_map(|place| agent.pointer(place)?.as_str()).map(str::to_string)
    };
    [0, 1].into_iter().map(name).collect::<Option<_>>().unwrap_or_default()
}
