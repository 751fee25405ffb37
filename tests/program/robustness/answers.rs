//! Every `go` is answered by one legal turn with a score, whatever the numbers, and whoever does not read.

use super::process::{Folder, dialogue, start, wait};
use std::io::{Read, Write};
use std::time::Duration;

/// The score of the last `info` line before an answer.
fn has_score(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info depth ") && line.contains(" score "))
}

#[test]
fn every_answer_has_a_score_however_little_time_there_was() {
    for game in quintet::registry::names() {
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            for go in
                ["nodes 0", "nodes 1", "movetime 0", "movetime 1", "p1time 0 p2time 0", "depth 0", "infinite\nstop"]
            {
                let input = format!("setoption name Search value {search}\nstop\ngo {go}\n");
                let lines = dialogue(&["--game", game], &input);
                assert!(has_score(&lines), "{game} {search} {go}: {lines:?}");
                assert!(lines.last().unwrap().starts_with("bestmove ") && !lines.last().unwrap().contains("none"));
            }
        }
        // With several lines, each that is reported is whole.
        let lines = dialogue(&["--game", game], "setoption name MultiPV value 50\ngo nodes 1\n");
        assert!(has_score(&lines), "{game}: {lines:?}");
    }
}

/// What a search needs is got ready before its clock starts, so that all of a short time is thought.
#[test]
fn the_first_search_has_all_of_its_time() {
    for game in quintet::registry::names() {
        let words = ["analyze", game, "--json", "--time", "1ms"];
        let ended = Folder::new(&format!("first-{game}")).run(&words);
        let json: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        let lines = json["moveInfos"].as_array().unwrap();
        assert!(
            !lines.is_empty() && lines.iter().all(|line| line["cp"].is_i64() || line["mate"].is_i64()),
            "{ended:?}"
        );
        // Getting 512 MiB ready takes far longer than this, and it is not counted.
        let lines = dialogue(&["--game", game], "setoption name Hash value 512\ngo movetime 40\n");
        let time = |line: &String| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
        let first = lines.iter().find_map(time).unwrap();
        assert!(first < 10_000, "{game}: {lines:?}");
    }
}

#[test]
fn no_number_is_too_large() {
    for game in ["yavalath", "zen", "yavalath3"] {
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            for go in [
                "depth 42949673 nodes 50",
                "depth 4294967295 nodes 50",
                "mate 2147483648 nodes 50",
                "mate 4294967295 nodes 50",
                "nodes 50 movetime 9223372036854775807",
                "nodes 50 p1time 9223372036854775807 p1inc 9223372036854775807 movestogo 4294967295",
            ] {
                let lines = dialogue(&["--game", game], &format!("setoption name Search value {search}\ngo {go}\n"));
                assert!(has_score(&lines) && !lines.iter().any(|line| line.contains("defect")), "{go}: {lines:?}");
            }
            // A depth without end is no search of nothing.
            let input = format!("setoption name Search value {search}\ngo depth 42949673 movetime 300\n");
            let lines = dialogue(&["--game", game], &input);
            let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
            assert!(lines.iter().filter_map(nodes).max() > Some(5), "{search}: {lines:?}");
        }
    }
}

/// A client that writes much and reads nothing is heard when it says `stop` and `quit`.
#[test]
fn stop_and_quit_are_heard_by_a_client_that_does_not_read() {
    let folder = Folder::new("deaf");
    let log = folder.path("log").to_str().unwrap().to_string();
    for asked in ["legal\n", "d\n", "ugi\n", "isready\n", "xyzzy\n"] {
        let mut child = start(folder.command(&["--game", "yinsh"]));
        let mut input = child.stdin.take().unwrap();
        let text = format!("setoption name Log File value {log}\ngo infinite\n{}stop\nquit\n", asked.repeat(30_000));
        // The pipe takes all of it, because somebody reads at the other end.
        input.write_all(text.as_bytes()).unwrap();
        assert!(wait(&mut child).success(), "{asked}");
    }
}

/// Who reads late loses no answer, only `info` lines.
#[test]
fn answers_wait_for_a_client_that_reads_late() {
    let folder = Folder::new("late");
    let mut child = start(folder.command(&["--game", "yinsh"]));
    let mut input = child.stdin.take().unwrap();
    let count = 20_000;
    let text = format!("{}go nodes 1000\nisready\n", "legal\n".repeat(count));
    input.write_all(text.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(input);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let with = |word: &str| out.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((with("legal a"), with("bestmove "), with("readyok")), (count, 1, 1));
    assert!(wait(&mut child).success());
}
