//! `quintet referee` under psyleague, which runs leagues of programs of CodinGame's arenas, and with the players of the
//! examples.

use crate::bots::Habit;
use crate::harness::PSYLEAGUE_COMMAND;
use crate::process::{Folder, QUINTET};
use serde_json::Value;
use std::process::{Command, Stdio};

pub fn a_league_of_three_programs_plays_ten_games() {
    let folder = Folder::new("psyleague");
    let league = |words: &[&str]| {
        let mut command = Command::new(PSYLEAGUE_COMMAND);
        let output = command.args(words).current_dir(folder.path("")).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    };
    league(&["config"]);
    let config = std::fs::read_to_string(folder.path("psyleague.cfg")).unwrap();
    let setup = "cmd_bot_setup = \"cp %SRC%.sh %DIR%/%NAME%.sh\"";
    let play = format!(
        "cmd_play_game = \"{QUINTET} referee yavalath --psyleague --ms 60000 -p1 \\\"sh %DIR%/%P1%.sh\\\" -p2 \\\"sh %DIR%/%P2%.sh\\\"\""
    );
    let line = |line: &str| match line.split(' ').next() {
        Some("cmd_bot_setup") => setup.to_string() + "\n",
        Some("cmd_play_game") => play.clone() + "\n",
        _ => line.to_string() + "\n",
    };
    folder.write("psyleague.cfg", &config.lines().map(line).collect::<String>());
    std::fs::create_dir_all(folder.path("bots")).unwrap();
    for (name, habit) in [("plain", Habit::Plain), ("steals", Habit::Steals), ("dies", Habit::Dies)] {
        folder.write(&format!("{name}.sh"), &habit.script("yavalath", 3));
        league(&["bot", "add", name]);
    }
    league(&["run", "-g", "10", "-s"]);
    let games = std::fs::read_to_string(folder.path("psyleague.games")).unwrap();
    let games: Vec<Value> = games.lines().map(|game| serde_json::from_str(game).unwrap()).collect();
    assert_eq!(games.len(), 10);
    for game in &games {
        for (player, error) in game["players"].as_array().unwrap().iter().zip(game["errors"].as_array().unwrap()) {
            assert!(error == 0 || player == "dies", "{game}");
        }
    }
}

pub fn the_players_of_the_examples_play_by_the_rules() {
    for game in ["yavalath", "yinsh"] {
        let small = format!("python3 {}/examples/arena_bot.py {game} 5", env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(QUINTET);
        command.args(["referee", game, "-p1", &small, "-p2", &small, "--psyleague", "--ms", "60000"]);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["errors"], serde_json::json!([0, 0]), "{game}: {output:?}");
    }
}
