//! Replays of the arenas in `convert` and `review`. The fixtures have the fields that public programs read and write; the
//! site's own answers were not seen.

use super::bots::Habit;
use crate::common::lines;
use crate::tournament::runs::Folder;
use quintet::records::{GameRecord, Reason, RecordFormat, read_bytes};
use serde_json::{Value, json};
use std::path::Path;

/// The answers of a recorded dialogue: the player (from 0) and the line.
fn answers(dialogue: &Value, game: &str) -> Vec<(u64, String)> {
    let wishes =
        ["yes", "yes"].iter().zip(0..).filter(|_| game == "yinsh").map(|(wish, index)| (index, wish.to_string()));
    let turns = dialogue["turns"].as_array().unwrap().iter();
    wishes
        .chain(turns.map(|turn| (turn["player"].as_u64().unwrap() - 1, turn["output"].as_str().unwrap().into())))
        .collect()
}

/// As the site's API answers.
fn as_frames(answers: &[(u64, String)], scores: &Value) -> Value {
    let first = json!({ "agentId": -1, "view": "\n", "summary": "" });
    let frame =
        |(index, line): &(u64, String)| json!({ "agentId": index, "stdout": format!("{line}\n"), "summary": "" });
    let frames: Vec<Value> = std::iter::once(first).chain(answers.iter().map(frame)).collect();
    json!({
        "gameId": 12345,
        "frames": frames,
        "agents": [
            { "index": 1, "codingamer": { "pseudo": "second" } },
            { "index": 0, "arenaboss": { "nickname": "Boss" } },
        ],
        "scores": scores,
        "ranks": [0, 1],
    })
}

/// As the arenas' runner and cg-brutaltester write.
fn as_outputs(answers: &[(u64, String)], scores: &Value) -> Value {
    let list = |index: u64| -> Vec<Value> {
        std::iter::once(json!(null))
            .chain(answers.iter().map(|(player, line)| if *player == index { json!(line) } else { json!(null) }))
            .collect()
    };
    json!({
        "outputs": { "0": list(0), "1": list(1) },
        "scores": { "0": scores[0], "1": scores[1] },
        "agents": [{ "index": 0, "name": "Boss" }, { "index": 1, "name": "second" }],
    })
}

fn read(text: &str) -> (Vec<GameRecord>, Vec<String>) {
    assert_eq!(RecordFormat::of_text(text), Some(RecordFormat::CodinGame));
    let imported = read_bytes(Path::new("replay.json"), text.as_bytes(), None).unwrap();
    (imported.records, imported.oddities.iter().map(ToString::to_string).collect())
}

#[test]
fn replays_of_all_forms_are_the_games_that_were_played() {
    let mut cut = 0;
    for game in ["yavalath", "yinsh"] {
        let dialogues = lines(&format!("arena-{game}.jsonl"));
        for dialogue in &dialogues {
            let (answers, scores) = (answers(dialogue, game), &dialogue["scores"]);
            let kind = dialogue["kind"].as_str().unwrap();
            let forms = [as_frames(&answers, scores), as_outputs(&answers, scores)].map(|form| read(&form.to_string()));
            assert_eq!(forms[0], forms[1]);
            let (records, odd) = &forms[0];
            let [record] = &records[..] else { panic!("{odd:?}") };
            assert_eq!(record.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["Boss", "second"]);
            let played = dialogue["turns"].as_array().unwrap().len();
            match kind {
                // The game is kept up to such a turn, if it has one.
                "incomplete turns" if !odd.is_empty() => {
                    assert!(record.turns.len() < played && odd.len() == 1, "{odd:?}");
                    assert_eq!(record.reason, Reason::Unfinished);
                    cut += 1;
                }
                "opponent's row at the 51st marker" => {
                    assert_eq!(
                        (record.turns.len(), record.reason, odd.len()),
                        (played, Reason::Unfinished, 0),
                        "{odd:?}"
                    );
                    assert!(record.comment.as_ref().unwrap().contains("last marker, 0 to 0"), "{:?}", record.comment);
                }
                _ => {
                    assert_eq!((record.turns.len(), record.reason, odd.len()), (played, Reason::Rules, 0), "{odd:?}");
                    let score = |index: usize| scores[index].as_i64().unwrap();
                    let winners: &[usize] = match score(0).cmp(&score(1)) {
                        std::cmp::Ordering::Greater => &[1],
                        std::cmp::Ordering::Less => &[2],
                        std::cmp::Ordering::Equal => &[1, 2],
                    };
                    assert_eq!(record.winners, winners);
                }
            }
            let steals = game == "yinsh" && dialogue["turns"][1]["output"] == "STEAL";
            assert_eq!(game == "yinsh" && record.turns[1].turn == "swap", steals);
        }
        // Several in a file, as a list and one after the other.
        let all: Vec<Value> = dialogues.iter().map(|one| as_outputs(&answers(one, game), &one["scores"])).collect();
        let list = read(&json!(all).to_string());
        let lines: String = all.iter().map(|one| one.to_string() + "\n").collect();
        assert_eq!((list.0.len(), &read(&lines).0), (dialogues.len(), &list.0));
    }
    assert_eq!(cut, 1);
}

#[test]
fn faults_are_the_reasons_of_the_record() {
    let end = |answers: &[(u64, &str)], scores: Value| {
        let answers: Vec<(u64, String)> = answers.iter().map(|(index, line)| (*index, line.to_string())).collect();
        let (records, odd) = read(&as_outputs(&answers, &scores).to_string());
        assert!(odd.is_empty(), "{odd:?}");
        (records[0].turns.len(), records[0].reason, records[0].loser, records[0].winners.clone())
    };
    // A doubled blank, a taken cell, and no answer at all.
    assert_eq!(end(&[(0, "4 4"), (1, "3  3")], json!([0, -1])), (1, Reason::Garbage, Some(2), vec![1]));
    assert_eq!(end(&[(0, "4 4"), (1, "4 4"), (0, "4 4")], json!([-1, 0])), (2, Reason::Illegal, Some(1), vec![2]));
    assert_eq!(end(&[(0, "4 4"), (1, "0 0")], json!([-1, 0])), (2, Reason::Time, Some(1), vec![2]));
    assert_eq!(
        end(&[(0, "yes"), (1, "no"), (0, "f6"), (1, "STEAL")], json!([-1, 0])),
        (2, Reason::Time, Some(1), vec![2])
    );
}

#[test]
fn what_is_no_game_of_an_arena_is_refused_in_a_sentence() {
    for (replay, what) in [
        (json!({ "frames": [] }), "it has no answers of players"),
        (json!({ "outputs": { "0": ["WAIT"], "1": [] } }), "`WAIT` is an answer in neither Yavalath nor YINSH"),
    ] {
        let (records, odd) = read(&replay.to_string());
        assert!(records.is_empty() && odd.len() == 1 && odd[0].contains(what), "{odd:?}");
    }
}

/// From the referee's log to a review.
#[test]
fn a_refereed_game_is_converted_and_reviewed() {
    let folder = Folder::new("arena-replay");
    for game in ["yavalath", "yinsh"] {
        folder.write("a.sh", &Habit::Plain.script(game, 1));
        folder.write("b.sh", &Habit::Dies.script(game, 2));
        folder.run(&["referee", game, "-p1", "sh a.sh", "-p2", "sh b.sh", "-l", "game.json", "--ms", "60000"]);
        folder.run(&["convert", "game.json", "games.jsonl", "--force"]);
        let records = folder.records("games.jsonl");
        assert_eq!((records[0].reason, records[0].loser), (Reason::Crash, Some(2)));
        let review = folder.run(&["review", "game.json", "--nodes", "100"]);
        assert!(review.contains("sh a.sh"), "{review}");
    }
}
