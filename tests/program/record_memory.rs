//! A file of games takes less than ten times its size of memory, whatever command reads it.
//!
//! The system remembers the largest child of a whole process, and a child begins with the size of its parent. So this runs
//! in a process of its own.

use nix::sys::resource::{UsageWho, getrusage};
use quintet::registry;
use quintet::session::Standing;
use std::process::{Command, Stdio};

/// The largest child so far, in KiB.
fn largest_child() -> i64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss()
}

fn run(words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    let child = command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let ended = child.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&ended.stderr));
}

/// A game of bare turns, which take the most memory for their size.
fn bare_game() -> String {
    let mut session = registry::open("yinsh").unwrap();
    for number in 0.. {
        if session.standing() != Standing::Open {
            break;
        }
        let turns = session.legal_turns();
        session.play(&turns[number * 7 % turns.len()]).unwrap();
    }
    let turns: Vec<String> = session.turns().iter().map(|turn| format!("{{\"turn\":\"{turn}\"}}")).collect();
    assert!(turns.len() > 20);
    format!(
        "{{\"game\":\"yinsh\",\"seats\":[{{\"name\":\"a\"}},{{\"name\":\"b\"}}],\"turns\":[{}]}}\n",
        turns.join(",")
    )
}

#[test]
fn a_file_of_games_takes_less_than_ten_times_its_size() {
    const ALONE: &str = "QUINTET_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let mut own = Command::new(std::env::current_exe().unwrap());
        let name = "record_memory::a_file_of_games_takes_less_than_ten_times_its_size";
        let output = own.args(["--exact", name]).env(ALONE, "1").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let folder = std::env::temp_dir().join(format!("quintet-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let game = bare_game();
    let [small, large] = [1, 1_500].map(|count| {
        let path = folder.join(format!("{count}.jsonl"));
        std::fs::write(&path, game.repeat(count)).unwrap();
        path.to_str().unwrap().to_string()
    });
    let size = std::fs::metadata(&large).unwrap().len() as i64 / 1024;
    assert!(size > 1_500, "{size} KiB");
    let readers = |file: &str| {
        let words = [
            vec!["rating", file],
            vec!["show", file],
            vec!["show", file, "1", "--turn", "0"],
            vec!["show", "--check", file],
            vec!["convert", file, "-", "--to", "jsonl"],
            vec!["convert", file, "-", "--to", "turns-csv"],
            vec!["explore", "yinsh", "--records", file, "--nodes", "0"],
        ];
        words.iter().for_each(|words| run(words));
        largest_child()
    };
    // What searches takes more memory for that, so it comes afterwards.
    let searches = |file: &str| {
        run(&["analyze", "--record", &format!("{file}#1@3"), "--nodes", "1", "--hash", "1"]);
        run(&["review", file, "1", "--nodes", "1", "--hash", "1"]);
        largest_child()
    };
    for (what, commands) in [("readers", &readers as &dyn Fn(&str) -> i64), ("searches", &searches)] {
        let more = -commands(&small) + commands(&large);
        assert!(more < 10 * size, "{what}: {more} KiB for a file of {size} KiB");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
