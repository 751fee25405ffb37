//! Tournaments on several machines: parts of a schedule, a test over all of them, locks, and exit codes.

use super::runs::{Folder, timeless};
use quintet::version::ENGINE_ID;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A tournament of 80 games that its test decides before the end.
const CONFIG: &str = "game = \"yavalath\"\nrounds = 40\nseed = 3\nsprt = \"elo0=0,elo1=60\"\n\
    [each]\noption.Hash = 1\n[[engine]]\nname = \"A\"\nbuiltin = \"alphabeta:30\"\n[[engine]]\nname = \"B\"\nbuiltin = \"alphabeta:28\"\n";

fn tournament(name: &str) -> Folder {
    let folder = Folder::new(name);
    let openings = include_str!("../../../openings/yavalath.txt");
    folder.write("openings.txt", openings);
    folder.write("c.toml", &format!("openings = \"openings.txt\"\n{CONFIG}"));
    folder
}

const MATCH: [&str; 4] = ["match", "--config", "c.toml", "--quiet"];

fn words(more: &str) -> Vec<&str> {
    MATCH.into_iter().chain(more.split(' ')).collect()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What follows `accepted after game` in what was printed.
fn decided_at(text: &str) -> Option<u64> {
    text.split("accepted after game ").nth(1)?.split_whitespace().next()?.parse().ok()
}

/// Whatever the parts and the order in which they are played, the same game decides.
#[test]
fn a_test_over_all_parts_is_decided_by_the_same_game() {
    let folder = tournament("sprt");
    let whole = decided_at(&folder.run(&words("--out whole.jsonl --concurrency 2"))).unwrap();
    for (way, order) in [("shard", &[3, 1, 4, 2][..]), ("chunk", &[2, 1]), ("shard", &[1, 2])] {
        let n = order.len();
        let mut last = String::new();
        for k in order {
            let out = format!("{way}-{n}-{k}.jsonl");
            let more = format!("--{way} {k}/{n} --out {out} --with {way}-{n}-*.jsonl --poll 0");
            last = folder.run(&words(&more));
        }
        assert_eq!(decided_at(&last), Some(whole), "{way} {order:?}: {last}");
        let files: Vec<String> = order.iter().map(|k| format!("{way}-{n}-{k}.jsonl")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let rating = folder.run(&[&["rating", "--config", "c.toml"][..], &files].concat());
        assert!(rating.contains(" of 80 games, LLR ") && decided_at(&rating) == Some(whole), "{rating}");
        let rating = folder.run(&[&["rating", "--sprt", "elo0=0,elo1=60"][..], &files].concat());
        assert_eq!(decided_at(&rating), Some(whole), "{rating}");
    }
    // What begins after the decision ends at once, without starting an engine.
    let config = std::fs::read_to_string(folder.path("c.toml")).unwrap();
    folder.write("c.toml", &config.replace("builtin = \"alphabeta:28\"", "cmd = \"./nowhere\"\ntc = \"nodes=28\""));
    let late = folder.run(&words("--shard 5/9 --out late.jsonl --with whole.jsonl"));
    assert_eq!(decided_at(&late), Some(whole));
    // Of its games those that the whole needed are there, of every ninth encounter, each of which has two games, and those that it
    // played meanwhile.
    let needed = (1..=whole).filter(|game| (game - 1) / 2 % 9 == 4).count();
    let there = (needed..=8).any(|count| late.contains(&format!("{count} games of 8 played")));
    assert!(needed > 0 && there, "{needed} of {whole}: {late}");
    assert!(folder.records("late.jsonl").is_empty());
    folder.run(&["rating", "--config", "c.toml", "whole.jsonl", "late.jsonl"]);
}

/// Parts that run at the same time see each other's games while they grow.
#[test]
fn parts_that_run_together_stop_together() {
    let folder = tournament("together");
    let config = std::fs::read_to_string(folder.path("c.toml")).unwrap();
    folder.write("c.toml", &config.replace("rounds = 40", "rounds = 100000"));
    let whole = decided_at(&folder.run(&words("--out whole.jsonl"))).unwrap();
    let part = |k: u32| {
        let more = format!("--shard {k}/2 --out part-{k}.jsonl --with part-*.jsonl --poll 0");
        folder.command(&words(&more)).spawn().unwrap()
    };
    let parts = [part(1), part(2)].map(|child| child.wait_with_output().unwrap());
    for output in &parts {
        assert_eq!((output.status.code(), decided_at(&text(output))), (Some(0), Some(whole)), "{}", text(output));
    }
}

#[test]
fn exit_codes_tell_what_is_whole() {
    let folder = tournament("codes");
    let code = |more: &[&str]| folder.command(more).output().unwrap().status.code();
    folder.run(&words("--shard 1/3 --out 1.jsonl"));
    let output = folder.command(&["rating", "--config", "c.toml", "1.jsonl"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("incomplete: the first missing game is number 3"), "{}", text(&output));
    assert_eq!(code(&["rating", "1.jsonl"]), Some(0));
    // Another tournament.
    let config = std::fs::read_to_string(folder.path("c.toml")).unwrap();
    folder.write("other.toml", &config.replace("seed = 3", "seed = 4"));
    assert_eq!(code(&["rating", "--config", "other.toml", "1.jsonl"]), Some(2));
    assert_eq!(code(&["rating", "--config", "c.toml", "nowhere.jsonl"]), Some(1));
    // A time after which it stops, and the command that goes on.
    folder.write("long.toml", &config.replace("rounds = 40", "rounds = 1000000").replace("sprt", "# sprt"));
    let output = folder.command(&["match", "--config", "long.toml", "--stop", "700ms", "--out", "l.jsonl"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(3));
    let printed = text(&output);
    let resume = printed.lines().find_map(|line| line.strip_prefix("stopped before the end; to continue: ")).unwrap();
    assert!(resume.ends_with("match --config long.toml --stop 700ms --out l.jsonl --resume"), "{resume}");
    let before = folder.records("l.jsonl").len();
    let output = Command::new("sh").args(["-c", resume]).current_dir(folder.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(folder.records("l.jsonl").len() > before && before > 0);
}

#[test]
fn a_part_is_gone_on_with_only_as_the_same_part() {
    let folder = tournament("parts");
    folder.run(&words("--shard 2/4 --out g.jsonl"));
    let played = folder.records("g.jsonl");
    for other in ["--shard 1/4", "--chunk 2/4", "--shard 2/3"] {
        let sentence = folder.refusal(&words(&format!("{other} --out g.jsonl --resume")));
        assert!(sentence.contains("from another part of the tournament"), "{sentence}");
    }
    assert_eq!(folder.records("g.jsonl"), played);
    let both = folder.refusal(&words("--shard 2/4 --chunk 1/2"));
    assert!(both.contains("cannot be used with"), "{both}");
    assert!(folder.refusal(&words("--shard 5/4")).contains("with K from 1 to N"));
    // Torn and doubled lines: the games are played again, each is there once.
    let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    folder.write("g.jsonl", &[lines[0], lines[1], lines[0], &lines[2][..90], lines[3]].join("\n"));
    folder.run(&words("--shard 2/4 --out g.jsonl --resume"));
    assert!(timeless(folder.records("g.jsonl")) == timeless(played), "the games are not the same");
}

#[test]
fn a_lock_is_waited_for() {
    let folder = tournament("lock");
    let lock = quintet::locks::append(&folder.path("g.jsonl"), &Default::default()).unwrap();
    let sentence = folder.refusal(&words("--out g.jsonl"));
    assert!(sentence.contains("`g.jsonl` is in use by another process"), "{sentence}");
    let begun = Instant::now();
    let late = folder.command(&words("--out g.jsonl --wait-lock 1")).output().unwrap();
    assert_eq!(late.status.code(), Some(1));
    assert!(
        text(&late).contains("waiting for `g.jsonl`") && text(&late).contains("in use by another process after 1 s")
    );
    assert!(begun.elapsed() >= Duration::from_secs(1));
    let waiting = folder.command(&words("--out g.jsonl --wait-lock 100")).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    // A signal ends the wait.
    let stopped = folder.command(&words("--out g.jsonl --wait-lock 100")).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(Command::new("kill").args(["-TERM", &stopped.id().to_string()]).status().unwrap().success());
    let stopped = stopped.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped));
    assert!(text(&stopped).contains("stopped while waiting for `g.jsonl`"), "{}", text(&stopped));
    drop(lock);
    let output = waiting.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

/// On a file system without locks, which a library stands for that is loaded before the system's.
#[cfg(target_os = "linux")]
#[test]
fn where_there_are_no_locks_it_has_to_be_said() {
    let folder = tournament("no-locks");
    let source =
        folder.write("flock.c", "#include <errno.h>\nint flock(int fd, int what) { errno = ENOLCK; return -1; }\n");
    let library = folder.path("flock.so");
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    assert!(made.unwrap().success(), "a compiler for C is needed, as for the database");
    let run = |more: &str| folder.command(&words(more)).env("LD_PRELOAD", &library).output().unwrap();
    let output = run("--out g.jsonl");
    assert_eq!(output.status.code(), Some(1));
    let sentence = text(&output);
    assert!(sentence.contains("`g.jsonl` cannot be locked (`--no-lock` continues without a lock): "), "{sentence}");
    let output = run("--out g.jsonl --resume --no-lock");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

/// Games of several files: the engines whose versions differ are named, and texts are read, too.
#[test]
fn a_rating_names_engines_that_differ_and_reads_texts() {
    let folder = tournament("versions");
    folder.run(&words("--shard 1/2 --out 1.jsonl --text 1.txt"));
    folder.run(&words("--shard 2/2 --out 2.jsonl"));
    let one = std::fs::read_to_string(folder.path("1.jsonl")).unwrap();
    let version = format!("\"id\":\"{ENGINE_ID}");
    assert!(one.contains(&version));
    folder.write("old.jsonl", &one.replace(&version, "\"id\":\"quintet 0.0.9"));
    let rating = folder.run(&["rating", "old.jsonl", "2.jsonl"]);
    let line = rating.lines().find(|line| line.starts_with("A is not the same in all games: ")).unwrap();
    assert!(line.contains("`quintet 0.0.9` in ") && line.contains(&format!("`{ENGINE_ID}")), "{line}");
    assert!(!folder.run(&["rating", "1.jsonl", "2.jsonl"]).contains("differs between"));
    assert_eq!(folder.run(&["rating", "1.txt"]), folder.run(&["rating", "1.jsonl"]));
}

/// A tournament that is divided anew, has got more rounds, or has lost a file: each part plays what no file holds, games
/// and rounds of matches as one machine would have.
#[test]
fn a_tournament_may_be_divided_anew() {
    for (name, more) in [("games", &[][..]), ("matches", &["--points", "6"])] {
        let folder = Folder::new(&format!("anew-{name}"));
        let players = ["builtin=random", "builtin=mcts:10", "name=ab,builtin=alphabeta:9"].map(|p| ["--engine", p]);
        let play = |rounds: &str, words: &[&str]| {
            let rest = ["--maxturns", "20", "--quiet", "--rounds", rounds];
            folder.run(&[&["match", "zen"][..], players.as_flattened(), &rest, more, words].concat());
        };
        play("5", &["--out", "whole.jsonl"]);
        let part = |rounds: &str, way: &str, part: u32, of: u32| {
            let (part_of, out) = (format!("{part}/{of}"), format!("part-{part}.jsonl"));
            play(rounds, &[way, &part_of, "--out", &out, "--resume", "--with", "part-*.jsonl"]);
        };
        (1..=4).for_each(|k| part("3", "--chunk", k, 4));
        // More rounds, fewer parts, a file lost, and a match in the middle of which its machine died.
        std::fs::remove_file(folder.path("part-2.jsonl")).unwrap();
        let torn = std::fs::read_to_string(folder.path("part-4.jsonl")).unwrap();
        let kept = torn.lines().count() - 2;
        folder.write("part-4.jsonl", &torn.split_inclusive('\n').take(kept).collect::<String>());
        (1..=3).for_each(|k| part("5", "--chunk", k, 3));
        // All is there, and in another division nothing is played.
        (1..=2).for_each(|k| part("5", "--shard", k, 2));
        let mut all: Vec<_> = (1..=4).flat_map(|k| folder.records(&format!("part-{k}.jsonl"))).collect();
        let count = all.len();
        all.sort_by_key(|record| (record.number, record.round.as_ref().map(|round| round.round)));
        all.dedup_by_key(|record| record.key());
        let begun = count - all.len();
        assert!(if name == "games" { begun == 0 } else { begun < 30 }, "{name}: {begun} are there twice");
        assert!(timeless(all) == timeless(folder.records("whole.jsonl")), "{name}");
    }
}
