//! Signals: what was found is printed, what was played is kept, and the exit code says so.

use super::process::{Folder, finish, signal, start};
use std::time::{Duration, Instant};

#[test]
fn a_signal_ends_an_analysis_with_what_was_found() {
    for name in ["-INT", "-TERM"] {
        let folder = Folder::new(&format!("analysis{name}"));
        for words in ["analyze yinsh --time 1h --json --svg a.svg", "analyze zen --time 1h"] {
            let child = start(folder.command(&words.split(' ').collect::<Vec<_>>()));
            std::thread::sleep(Duration::from_millis(1_500));
            signal(&child, name);
            let ended = finish(child);
            assert_eq!((ended.code, &*ended.err), (Some(3), ""), "{ended:?}");
            if words.contains("--json") {
                let json: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
                assert!(
                    json["rootInfo"]["best"].is_string() && !json["moveInfos"].as_array().unwrap().is_empty(),
                    "{ended:?}"
                );
                assert!(std::fs::read_to_string(folder.path("a.svg")).unwrap().contains("</svg>"));
            } else {
                assert!(ended.out.contains("\nbest "), "{ended:?}");
            }
        }
    }
}

/// However many games a schedule has, a signal before the first one ends the program.
#[test]
fn a_signal_ends_a_tournament_of_any_length() {
    let folder = Folder::new("rounds");
    let two = "match yavalath --engine builtin=random --engine name=B,builtin=alphabeta:20000";
    let ended = folder.run(&[&two.split(' ').collect::<Vec<_>>()[..], &["--rounds", "18446744073709551615"]].concat());
    assert!(ended.code == Some(2) && ended.err.contains("more games than can be counted"), "{ended:?}");
    for more in ["--rounds 9223372036854775807", "--rounds 1000000000000 --shard 999999999/1000000000"] {
        let words = format!("{two} {more}");
        let child = start(folder.command(&words.split(' ').collect::<Vec<_>>()));
        std::thread::sleep(Duration::from_millis(600));
        let asked = Instant::now();
        signal(&child, "-TERM");
        let ended = finish(child);
        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert!(ended.out.contains("stopped before the end"), "{ended:?}");
        assert!(asked.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn what_is_interrupted_says_so_by_its_exit_code() {
    let folder = Folder::new("others");
    for words in [
        "perft yinsh 9",
        "perft gipf 64",
        "bench --playouts",
        "openings yinsh --count 100000 --nodes 20000",
        "book zen --out book.txt --positions 100000 --nodes 20000",
        "train yavalath --out training --positions 1000000",
        "calibrate zen --out calibration",
    ] {
        let child = start(folder.command(&words.split(' ').collect::<Vec<_>>()));
        std::thread::sleep(Duration::from_millis(700));
        signal(&child, "-INT");
        let ended = finish(child);
        assert_eq!(ended.code, Some(3), "{words}: {ended:?}");
    }
    // A book is written as far as it has come.
    let text = std::fs::read_to_string(folder.path("book.txt")).unwrap();
    assert!(text.starts_with("quintet book 2\n"), "{text}");
}
