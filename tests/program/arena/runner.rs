//! Programs of the arenas in matches: `proto=codingame`.

use super::bots::Habit;
use crate::tournament::runs::Folder;
use quintet::records::{GameRecord, Reason};

/// A time that nobody needs.
const TIME: &str = "movetime=60000,startup=60";

/// Plays games of a program with this habit against random turns; the records.
#[track_caller]
fn games(folder: &Folder, game: &str, habit: Habit, more: &[&str]) -> Vec<GameRecord> {
    folder.write("bot.sh", &habit.script(game, 3));
    let bot =
        format!("name=bot,cmd=sh bot.sh,proto=codingame,{}", if habit == Habit::Late { "movetime=3000" } else { TIME });
    let words =
        ["match", game, "--option", "Swap=true", "--engine", &bot, "--engine", "builtin=random", "--out", "g.jsonl"];
    folder.run(&[&words[..], more].concat());
    assert!(folder.run(&["show", "g.jsonl", "--check"]).contains("game"));
    folder.records("g.jsonl")
}

#[test]
fn programs_play_from_openings_and_their_stderr_is_in_the_log() {
    for (game, opening) in [("yavalath", "e5 a1\ne5 swap b2\n"), ("yinsh", "e5 a2 d4\nf6 swap b2 b3\n")] {
        let folder = Folder::new(&format!("arena-openings-{game}"));
        folder.write("openings.txt", opening);
        let more = ["--openings", "openings.txt", "--rounds", "2", "--log", "dialogue.log"];
        let records = games(&folder, game, Habit::Plain, &more);
        assert_eq!(records.len(), 4);
        assert!(records.iter().all(|record| record.reason == Reason::Rules), "{records:?}");
        let log = std::fs::read_to_string(folder.path("dialogue.log")).unwrap();
        // One process for each game, beside the one that was tried.
        let count = |what: &str| log.lines().filter(|line| line.contains(what)).count();
        assert_eq!(count("! I am 1") + count("! I am 2"), 4, "{log}");
        assert_eq!(count("begins"), 5, "{log}");
    }
}

#[test]
fn faults_lose_with_their_reason() {
    for (game, habit, reason, what) in [
        ("yavalath", Habit::Late, Reason::Time, "no answer within 3000 ms"),
        ("yavalath", Habit::Dies, Reason::Crash, "the process ended with exit code 3, saying `out of luck`"),
        ("yavalath", Habit::Doubles, Reason::Garbage, "one blank between them"),
        ("yinsh", Habit::Halves, Reason::Illegal, "is not a whole turn"),
    ] {
        let folder = Folder::new(&format!("arena-faults-{habit:?}"));
        let records = games(&folder, game, habit, &[]);
        let lost: Vec<&GameRecord> = records.iter().filter(|record| record.reason.is_fault()).collect();
        for record in &lost {
            assert_eq!(record.reason, reason);
            assert_eq!(record.loser.map(|seat| record.seats[seat - 1].name.as_str()), Some("bot"));
            assert!(record.detail.as_ref().is_some_and(|detail| detail.contains(what)), "{record:?}");
        }
        // Whoever has to make a row first may not.
        assert!(!lost.is_empty() || habit == Habit::Halves, "{records:?}");
    }
}

/// The same games, whether a match is stopped in the middle or not.
#[test]
fn matches_of_programs_are_resumed_and_decided() {
    let folder = Folder::new("arena-resume");
    let more = ["--rounds", "2", "--seed", "5", "--concurrency", "2"];
    let mut whole = games(&folder, "yavalath", Habit::Steals, &more);
    whole.sort_by_key(|record| record.number);
    let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
    let first = text.lines().find(|line| line.contains("\"number\":1,")).unwrap();
    folder.write("g.jsonl", &format!("{first}\n{{\"tournament\":\"torn"));
    let mut resumed = games(&folder, "yavalath", Habit::Steals, &[&more[..], &["--resume"]].concat());
    resumed.sort_by_key(|record| record.number);
    let turns = |record: &GameRecord| record.turns.iter().map(|turn| turn.turn.clone()).collect::<Vec<_>>();
    assert_eq!(resumed.iter().map(turns).collect::<Vec<_>>(), whole.iter().map(turns).collect::<Vec<_>>());
    assert!(whole.iter().any(|record| turns(record).get(1).is_some_and(|turn| turn == "swap")));
    folder.write("dead.sh", "exit 1");
    let decided = folder.run(&[
        "match",
        "yavalath",
        "--engine",
        "builtin=random",
        "--engine",
        "name=dead,cmd=sh dead.sh,proto=codingame",
        "--rounds",
        "500",
        "--sprt",
        "elo0=0,elo1=200",
    ]);
    assert!(decided.contains("elo1"), "{decided}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = Folder::new("arena-refused");
    folder.write("openings.txt", "e5 a1\n");
    let refusal = |game: &str, engine: &str, more: &[&str]| {
        let words = ["match", game, "--engine", "builtin=random", "--engine", engine];
        folder.refusal(&[&words[..], more].concat())
    };
    let openings = ["--openings", "openings.txt"];
    let said = refusal("yavalath", "cmd=./bot,proto=codingame,follows=moves", &openings);
    assert!(said.contains("so it cannot play from openings"), "{said}");
    for (game, engine, what) in [
        ("gipf", "cmd=./bot,proto=codingame", "for yavalath and yinsh"),
        ("yavalath", "cmd=./bot,proto=chess", "`proto` is ugi or codingame"),
        ("yavalath", "cmd=./bot,follows=moves,nodes=5", "is for `proto=codingame`"),
        ("yavalath", "builtin=quintet,proto=codingame", "speaks no protocol"),
        ("yavalath", "cmd=./bot,proto=codingame,option.Hash=3", "has no options"),
        ("yavalath", "cmd=./bot,proto=codingame,ponder=true", "cannot be told to ponder"),
        ("yavalath", "cmd=./bot,first=1000", "beside `movetime`"),
    ] {
        let said = refusal(game, engine, &[]);
        assert!(said.contains(what), "{engine}: {said}");
    }
}
