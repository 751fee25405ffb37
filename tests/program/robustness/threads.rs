//! As many threads as are asked for, and what is announced before it takes long.
#![cfg(target_os = "linux")]

use super::process::{Folder, dialogue};

/// How many threads a process has at the moment.
fn threads(id: u32) -> usize {
    std::fs::read_dir(format!("/proc/{id}/task")).map_or(0, Iterator::count)
}

/// One thread searches if one is asked for, also while a full tree is pruned or another game is searched.
#[test]
fn threads_1_is_one_thread() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = super::process::start(Folder::new("one-thread").command(&["--game", "yinsh"]));
    let (mut input, mut lines) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
    let mut most = 0;
    for search in ["mcts", "mcts-eval", "alphabeta"] {
        let text =
            format!("setoption name Hash value 1\nsetoption name Search value {search}\nisready\ngo nodes 30000\n");
        input.write_all(text.as_bytes()).unwrap();
        while !lines.next().unwrap().unwrap().starts_with("bestmove") {
            most = most.max(threads(child.id()));
        }
    }
    input.write_all(b"perft 3\nquit\n").unwrap();
    for _ in lines {
        most = most.max(threads(child.id()));
    }
    // The first, `main`, and those that read, write, work and see whether anybody reads.
    assert_eq!(most, 6);
    super::process::wait(&mut child);
}

#[test]
fn what_takes_long_to_get_ready_is_announced() {
    let lines =
        dialogue(&[], "setoption name Hash value 1024\nisready\nsetoption name Hash value 1025\nisready\nquit\n");
    assert_eq!(lines, ["readyok", "info string preparing 1025 MiB of memory", "readyok"]);
}
