//! Threads and memory that cannot be had. Limits do not bind root, so these tests run the program as somebody else and
//! first see that the limit bites.

use crate::process::{QUINTET, run};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The program where everybody may start it: the folder that cargo builds in may be closed to others.
///
/// A process of its own makes the copy. Until this one had closed the file, a child that another test starts meanwhile
/// would hold it open, and nobody can start a program that is open for writing.
fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let copy = folder().join("quintet");
        let copied = Command::new("install").args(["-D", "-m", "755", QUINTET]).arg(&copy).output().unwrap();
        assert!(copied.status.success(), "{copied:?}");
        copy
    })
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("quintet-limited-{}", std::process::id()))
}

/// After the last test.
pub fn remove_program() {
    let _ = std::fs::remove_dir_all(folder());
}

/// `quintet` with these words, run as a user of this number, who has nothing and is nobody else in these tests, under
/// limits as `prlimit` takes them. Only root can do that.
pub fn limited(user: u32, limits: &[&str], words: &[&str]) -> Command {
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "prlimit"]);
    command.args(limits).arg("--").arg(program()).args(words);
    command
}

/// Whether a user cannot have sixteen processes at once under a limit. It is another user for each test, as what this
/// one leaves behind for a moment would count.
fn limit_bites(user: u32, limit: u32) -> bool {
    let user = user + 100;
    let script = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 0.3 & done; wait";
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "prlimit"]);
    command.args([&format!("--nproc={limit}"), "--", "sh", "-c", script]);
    let ended = run(command, "");
    ended.code != Some(0) || !ended.err.is_empty()
}

pub fn a_search_has_the_threads_that_can_be_had() {
    for (user, search) in [(64_501, "alphabeta"), (64_502, "mcts"), (64_503, "mcts-eval")] {
        let command = limited(user, &["--nproc=9"], &[]);
        assert!(limit_bites(user, 9));
        let input = format!(
            "setoption name Search value {search}\nsetoption name Threads value 256\nisready\ngo nodes 3000\n\
             go nodes 3000\nperft 3\nposition startpos moves e5\ngo nodes 3000\n"
        );
        let ended = run(command, &input);
        assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{ended:?}");
        let lines: Vec<&str> = ended.out.lines().collect();
        let best: Vec<&&str> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(best.len() == 3 && best.iter().all(|line| **line != "bestmove none"), "{ended:?}");
        assert!(lines.contains(&"nodes 219600"), "{ended:?}");
        let reported: Vec<&&str> =
            lines.iter().filter(|line| line.contains("of 256 threads could be started")).collect();
        assert!(!reported.is_empty(), "{ended:?}");
    }
}

/// Without any thread beside those that read and write the search runs where commands are executed.
pub fn not_even_a_worker_is_needed() {
    // The first thread, `main`, and one each that sees whether the reader has gone, writes, reads or works.
    for (limit, is_enough) in [(6, true), (5, true), (4, false), (3, false), (2, false), (1, false)] {
        let user = 64_510 + limit;
        let command = limited(user, &[&format!("--nproc={limit}")], &[]);
        assert!(limit_bites(user, limit));
        let ended = run(command, "isready\ngo nodes 500\ngo infinite\nstop\n");
        if is_enough {
            assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{ended:?}");
            assert!(ended.out.contains("readyok\n") && ended.out.matches("\nbestmove ").count() == 2, "{ended:?}");
        } else {
            assert_eq!((ended.code, ended.err.lines().count()), (Some(1), 1), "{ended:?}");
        }
    }
}

pub fn a_tournament_has_the_threads_that_can_be_had() {
    let user = 64_520;
    let engines = ["--engine", "builtin=random", "--engine", "name=B,builtin=mcts:5"];
    let words = ["match", "yavalath", "--rounds", "4", "--concurrency", "2"];
    for (limit, is_enough) in [(8, true), (5, true), (4, false)] {
        let all = [&words[..], &engines].concat();
        let command = limited(user + limit, &[&format!("--nproc={limit}")], &all);
        assert!(limit_bites(user + limit, limit));
        let ended = run(command, "");
        if is_enough {
            assert!(ended.code == Some(0) && ended.out.contains("8 games of 8 played"), "{ended:?}");
        } else {
            assert_eq!((ended.code, ended.err.lines().count()), (Some(1), 1), "{ended:?}");
        }
    }
    let other = ["perft", "yavalath", "3", "--threads", "64"];
    let command = limited(user + 9, &["--nproc=4"], &other);
    assert!(run(command, "").out.contains("nodes 219600"));
    let command = limited(user + 8, &["--nproc=12"], &["analyze", "zen", "--nodes", "500", "--threads", "64"]);
    let ended = run(command, "");
    assert!(ended.code == Some(0) && ended.err.contains("of 64 threads could not be started"), "{ended:?}");
}

pub fn memory_that_is_not_there_is_refused_in_a_sentence() {
    // Under a limit of the address space, and because the machine has not so much.
    let big = "setoption name Hash value 65536";
    let input = format!("isready\n{big}\nugi\ngo nodes 200\nsetoption name Hash value 70\nisready\nquit\n");
    let limits = [&["--as=1000000000"][..], &[]];
    for (user, limit) in (64_530..).zip(limits) {
        let command = limited(user, limit, &[]);
        let machine = quintet::search::memory_limit::available_mebibytes();
        if limit.is_empty() && machine.is_none_or(|mebibytes| mebibytes > 65_000) {
            continue;
        }
        let ended = run(command, &input);
        assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{ended:?}");
        let answers: Vec<&str> = ended.out.lines().collect();
        assert!(answers[1].starts_with("info string this machine has no room for 65536 MiB"), "{ended:?}");
        assert!(ended.out.contains("option name Hash type spin default 64 "), "{ended:?}");
        assert_eq!(answers.iter().filter(|line| **line == "readyok").count(), 2, "{ended:?}");
        assert!(answers.iter().any(|line| line.starts_with("bestmove ") && *line != "bestmove none"), "{ended:?}");
        let command = limited(user, limit, &["analyze", "zen", "--hash", "65536"]);
        let ended = run(command, "");
        assert!(ended.code == Some(2) && ended.err.contains("this machine has no room for 65536 MiB"), "{ended:?}");
    }
}
