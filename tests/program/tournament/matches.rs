//! Matches to points, tests that end a match, adjudication, and what is shown.

use super::runs::{Folder, timeless};
use quintet::records::Reason;

/// The scoring and the starting rule of Zèn's matches (docs/rules/zen.md, rule 7).
#[test]
fn zen_is_played_to_seven_points() {
    for game in ["zen", "zen-free"] {
        let folder = Folder::new(&format!("points-{game}"));
        let words = ["match", game, "--points", "7", "--rounds", "2", "--maxturns", "300", "--out", "g.jsonl"];
        let engines = ["--engine", "name=A,builtin=alphabeta:depth=2", "--engine", "name=B,builtin=alphabeta:depth=1"];
        let output = folder.run(&[&words[..], &engines].concat());
        assert!(output.contains("4 games of 4 played"), "{output}");
        assert!(folder.run(&["show", "g.jsonl", "--check"]).contains("follow"));
        let records = timeless(folder.records("g.jsonl"));
        for number in 1..=4 {
            let rounds: Vec<_> = records.iter().filter(|record| record.number == number).collect();
            let mut points = [0; 2];
            for (index, record) in rounds.iter().enumerate() {
                let round = record.round.as_ref().unwrap();
                assert_eq!(round.round as usize, index + 1);
                let mut session = record.session().unwrap();
                session.set_position(None, &record.all_turns()).unwrap();
                if let [winner] = record.winners[..] {
                    let name = &record.seats[winner - 1].name;
                    let player = round.players.iter().position(|player| player == name).unwrap();
                    points[player] += session.query("points").unwrap().parse::<u32>().unwrap();
                }
                assert_eq!(round.points, Some(points));
                assert_eq!(round.over, points.iter().any(|&points| points >= 7) || index + 1 == rounds.len());
                if let Some(next) = rounds.get(index + 1) {
                    assert!(!round.over);
                    // Seat 2 starts next if it has lost or nobody has.
                    let starter = if record.winners == [2] { 0 } else { 1 };
                    assert_eq!(next.seats[0].name, record.seats[starter].name);
                }
            }
            let last = rounds.last().unwrap().round.as_ref().unwrap();
            let winner = last.winner.as_ref().and_then(|name| last.players.iter().position(|player| player == name));
            assert_eq!(winner, [points[0] > points[1], points[1] > points[0]].iter().position(|&won| won));
        }
        // Interrupted in the middle of a match, it goes on with the next round.
        let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let begun = lines.iter().position(|line| line.contains("\"over\":false")).unwrap();
        folder.write("half.jsonl", &(lines[begun].to_string() + "\n"));
        let half: Vec<&str> = words.iter().map(|word| if *word == "g.jsonl" { "half.jsonl" } else { word }).collect();
        folder.run(&[&half[..], &engines, &["--resume"]].concat());
        assert_eq!(timeless(folder.records("half.jsonl")), records);
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let folder = Folder::new("sprt");
    let engines = ["--engine", "builtin=mcts:300", "--engine", "builtin=random"];
    let words = ["match", "yavalath", "--rounds", "5000", "--out", "g.jsonl", "--sprt", "elo0=0,elo1=50"];
    let output = folder.run(&[&words[..], &engines].concat());
    assert!(output.contains("elo1 accepted"), "{output}");
    let games = folder.records("g.jsonl").len();
    assert!((10..2_000).contains(&games), "{games}");
    // A decided test plays no more when it is resumed.
    folder.run(&[&words[..], &engines, &["--resume"]].concat());
    assert_eq!(folder.records("g.jsonl").len(), games);
}

#[test]
fn hopeless_and_dead_games_are_cut_short_on_demand() {
    let folder = Folder::new("adjudication");
    let engines = ["--engine", "builtin=alphabeta:depth=2", "--engine", "name=b,builtin=alphabeta:depth=1"];
    let play = |out: &str, more: &[&str]| {
        folder.run(&[&["match", "yinsh", "--out", out, "--maxturns", "60"][..], &engines, more].concat());
        assert!(folder.run(&["show", out, "--check"]).starts_with("2 games"));
        folder.records(out)
    };
    let resigned = play("a.jsonl", &["--resign", "score=1,turns=2"]);
    assert!(resigned.iter().all(|record| record.reason == Reason::Resign && record.winners.len() == 1));
    let drawn = play("b.jsonl", &["--draw", "from=8,turns=2,score=9999"]);
    assert!(drawn.iter().all(|record| record.reason == Reason::Draw && record.winners == [1, 2]));
    assert!(drawn.iter().all(|record| record.turns.len() == 8));
    let long = play("c.jsonl", &[]);
    assert!(long.iter().all(|record| record.turns.len() > 8));
}

#[test]
fn a_game_is_shown_turn_by_turn() {
    let folder = Folder::new("show");
    let engines = ["--engine", "name=A,builtin=mcts:50", "--engine", "name=B,builtin=random"];
    folder.run(&[&["match", "yavalath", "--out", "g.jsonl", "--text", "g.txt"][..], &engines].concat());
    let records = folder.records("g.jsonl");
    let turns = records[0].turns.len();
    for file in ["g.jsonl", "g.txt"] {
        let text = folder.run(&["show", file, "1", "--ascii"]);
        assert!(text.contains("checked: every turn is legal"), "{text}");
        assert_eq!(text.matches("9  ").count(), turns + 1, "{text}");
        assert!(text.contains(&format!("{turns}. {} by seat", records[0].turns[turns - 1].turn)));
        let last = folder.run(&["show", file, "2", "--turn", "0"]);
        assert!(last.contains("game 2 of yavalath: B - A"), "{last}");
    }
    assert!(folder.refusal(&["show", "g.jsonl", "99"]).contains("no such game"));
    assert!(folder.refusal(&["show", "g.jsonl", "--turn", "999"]).contains("turns, not 999"));
    // A record that somebody has tampered with.
    let forged = std::fs::read_to_string(folder.path("g.jsonl")).unwrap().replacen("\"seat\":1", "\"seat\":2", 1);
    folder.write("forged.jsonl", &forged);
    assert!(folder.refusal(&["show", "forged.jsonl", "--check"]).contains("1 of 2 games"));
}
