//! protocol.md says what the binary does: its example session is played again, its lists are compared.

use super::engine::{Engine, games};

fn document() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md")).unwrap()
}

/// The example session: what was sent, and the answers up to the next line that was sent.
fn session() -> Vec<(String, Vec<String>)> {
    let text = document();
    let (_, rest) = text.split_once("## Example session").expect("protocol.md has an example session");
    let block = rest.split("```").nth(1).expect("the example session is a block of code");
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.lines().skip(1) {
        match (line.strip_prefix("> "), steps.last_mut()) {
            (Some(sent), _) => steps.push((sent.to_string(), Vec::new())),
            (None, Some((_, answers))) => answers.push(line.to_string()),
            (None, None) => panic!("the example session begins with an answer"),
        }
    }
    steps
}

/// What of a line depends neither on time, nor on how well the engine plays, nor on how many games there are.
/// None for the lines whose number depends on that too.
fn lasting(line: &str) -> Option<String> {
    let first = |count| Some(line.split(' ').take(count).collect::<Vec<_>>().join(" "));
    match line.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["info", "depth"] => None,
        ["id", "name"] => first(3),
        ["bestmove", _] | ["eval", _] => first(1),
        _ if line.starts_with("option name Game ") => line.split(" var ").next().map(str::to_string),
        _ => Some(line.to_string()),
    }
}

#[test]
fn the_example_session_can_be_played_again() {
    let steps = session();
    assert!(steps.len() >= 15, "an example session should show more");
    let mut engine = Engine::start(games().next().unwrap());
    for (sent, answers) in steps {
        engine.send(&sent);
        // The terms of the evaluation are its own affair.
        let compare = |line: &str| lasting(line).filter(|line| sent != "eval" || !line.starts_with("info string "));
        let expected: Vec<String> = answers.iter().filter_map(|line| compare(line)).collect();
        let mut found = Vec::new();
        while found.len() < expected.len() {
            found.extend(compare(&engine.line()));
        }
        assert_eq!(found, expected, "the answer to `{sent}` in the example session of protocol.md");
    }
    let rest: Vec<String> = engine.finish().iter().filter_map(|line| lasting(line)).collect();
    assert_eq!(rest, [""; 0], "at the end of the example session of protocol.md");
}

#[test]
fn info_lines_in_the_document_have_the_fields_of_real_ones() {
    let fields = |line: &str| -> Vec<String> {
        let fields = line.split(" pv ").next().unwrap().split(' ');
        fields.filter(|word| word.parse::<f64>().is_err()).map(str::to_string).collect()
    };
    let mut engine = Engine::start(games().next().unwrap());
    let mut real =
        |search: &str| fields(&engine.search(&format!("setoption name Search value {search}\ngo nodes 2000")).0[0]);
    let (alphabeta, mcts) = (real("alphabeta"), real("mcts"));
    let mate = |fields: &[String]| -> Vec<String> {
        fields.iter().map(|word| if word == "cp" { "mate".to_string() } else { word.clone() }).collect()
    };
    let known = [mate(&alphabeta), mate(&mcts), alphabeta, mcts];
    let text = document();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("info depth ")).collect();
    assert!(lines.len() > 5);
    for line in lines.into_iter().filter(|line| !line.contains('<')) {
        assert!(known.contains(&fields(line)), "{line}");
    }
}

#[test]
fn the_document_names_every_option_and_every_command() {
    let text = document();
    for game in games() {
        let mut engine = Engine::start(game);
        for line in engine.ask("ugi").iter().filter_map(|line| line.strip_prefix("option name ")) {
            let name = line.split(" type ").next().unwrap();
            assert!(text.contains(&format!("`{name}`")), "the option {name} of {game} is not in protocol.md");
        }
        for line in engine.ask("help").iter().filter(|line| !line.starts_with(' ')) {
            let commands = line.split("  ").next().unwrap();
            for command in commands.split(['|', ',']).filter_map(|part| part.split_whitespace().next()) {
                let known = ["gameover", "result", "turn", "seats", "winners"].contains(&command);
                let named = text.contains(&format!("`{command}`")) || text.contains(&format!("`{command} "));
                assert!(known || named, "the command {command} is not in protocol.md");
            }
        }
    }
}
