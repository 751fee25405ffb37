//! Engines that misbehave: each loses its games with the reason recorded, is started again, and the tournament goes
//! on.

use super::runs::Folder;
use quintet::records::GameRecord;
use quintet::records::Reason;
use quintet::tournament::misbehaviour::script;
use std::time::{Duration, Instant};

/// Plays four games of such an engine against a random player that does not win before the third turn; the records.
#[track_caller]
fn games(name: &str, misbehave: &str, limits: &[&str]) -> (Folder, Vec<GameRecord>) {
    let folder = Folder::new(name);
    folder.write("engine.sh", &script(misbehave));
    let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "builtin=random"];
    let words = ["match", "yavalath", "--option", "Swap=false", "--rounds", "2", "--out", "g.jsonl"];
    let printed = folder.run(&[&words[..], &engines, limits].concat());
    assert!(folder.run(&["show", "g.jsonl", "--check"]).starts_with("4 games"));
    let records = folder.records("g.jsonl");
    assert_eq!(records.len(), 4);
    let late = records.iter().filter(|record| record.reason == Reason::Time).count();
    assert_eq!(printed.contains(&format!("{late} of 4 games were lost on time")), late > 0, "{printed}");
    (folder, records)
}

/// All four games are lost by the engine for this reason; the details.
#[track_caller]
fn lost(name: &str, misbehave: &str, limits: &[&str], reason: Reason) -> Vec<String> {
    let (_folder, records) = games(name, misbehave, limits);
    let detail = |record: GameRecord| {
        assert_eq!(record.reason, reason, "{record:?}");
        assert_eq!(record.loser.map(|seat| record.seats[seat - 1].name.as_str()), Some("fake"));
        assert_eq!(
            record.winners.iter().map(|seat| record.seats[seat - 1].name.as_str()).collect::<Vec<_>>(),
            ["random"]
        );
        // It had played before it failed, so it was started again for every game.
        assert!(record.turns.iter().filter(|turn| turn.depth == Some(2)).count() == 2, "{record:?}");
        record.detail.unwrap()
    };
    records.into_iter().map(detail).collect()
}

const NODES: &[&str] = &["--tc", "nodes=5"];

#[test]
fn illegal_turns_lose() {
    for (name, turn) in [("off", "z9"), ("none", "none"), ("long", "e5;d4;e5"), ("bell", "\\007\\033[2J")] {
        let details = lost(&format!("illegal-{name}"), &format!("printf 'bestmove {turn}\\n'"), NODES, Reason::Illegal);
        assert!(details.iter().all(|detail| !detail.chars().any(char::is_control)), "{details:?}");
    }
}

#[test]
fn silence_loses() {
    let details = lost("silence", ":", &["--tc", "nodes=5", "--hang", "1"], Reason::Hang);
    assert!(details[0].starts_with("no `bestmove` within"), "{details:?}");
    lost("silence-clock", ":", &["--tc", "movetime=100"], Reason::Time);
}

#[test]
fn an_engine_that_ends_loses() {
    let details = lost("crash", "echo 'out of luck' >&2; exit 3", NODES, Reason::Crash);
    assert_eq!(details[0], "the process ended with exit code 3, saying `out of luck`");
    let details = lost("killed", "kill -9 $$", NODES, Reason::Crash);
    assert!(details[0].contains("signal: 9"), "{details:?}");
}

#[test]
fn endless_output_loses_and_fills_no_memory() {
    lost("flood-info", "yes 'info depth 2 score cp 1 pv e5'", NODES, Reason::Flood);
    lost("flood-noise", "yes 'all work and no play'", NODES, Reason::Flood);
    lost("flood-line", "tr '\\0' x < /dev/zero", NODES, Reason::Flood);
}

#[test]
fn half_a_line_loses() {
    lost("half-crash", "printf 'bestmove e'; exit 0", NODES, Reason::Crash);
    lost("half-hang", "printf 'bestmove e'; sleep 60", &["--tc", "nodes=5", "--hang", "1"], Reason::Hang);
}

#[test]
fn garbage_loses() {
    lost("garbage-empty", "echo bestmove", NODES, Reason::Garbage);
    lost("garbage-bytes", "printf '\\377\\376\\n'", NODES, Reason::Garbage);
}

#[test]
fn an_engine_that_is_too_slow_loses() {
    let slow = "sleep 0.4; echo bestmove g7";
    lost("slow-movetime", slow, &["--tc", "movetime=100"], Reason::Time);
    lost("slow-clock", slow, &["--tc", "0.2"], Reason::Time);
}

/// Whatever an engine says about the result, nobody asks it, and the rules decide.
#[test]
fn a_wrong_result_is_not_believed() {
    let claim = "echo 'response p1win'; echo 'info string I have won'; echo 'result 1-0'; echo 'bestmove a1'";
    let (folder, records) = games("claims", claim, NODES);
    // It claims and repeats a1, which is taken: that is all that counts.
    assert!(records.iter().all(|record| record.reason == Reason::Illegal));
    let received = std::fs::read_to_string(folder.path("received.txt")).unwrap();
    assert!(received.contains("position startpos moves ") && received.contains("uginewgame"));
    assert!(!received.contains("query"), "{received}");
}

/// An engine that neither reads nor quits is ended when the tournament is over.
#[test]
fn an_engine_that_does_not_quit_is_ended() {
    let folder = Folder::new("stubborn");
    let misbehave = "echo bestmove z9; trap '' TERM INT HUP; while :; do sleep 1; done";
    folder.write("engine.sh", &script(misbehave));
    let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "builtin=random"];
    let started = Instant::now();
    folder.run(&[&["match", "yavalath", "--option", "Swap=false", "--tc", "nodes=5"][..], &engines].concat());
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// An engine that answers without ever reading cannot block the tournament.
#[test]
fn an_engine_that_does_not_read_cannot_block() {
    let folder = Folder::new("deaf");
    folder.write("engine.sh", "read -r x; echo ugiok; read -r x; echo readyok; yes readyok");
    let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "builtin=random"];
    let words = ["match", "yavalath", "--tc", "nodes=5", "--hang", "2", "--out", "g.jsonl"];
    folder.run(&[&words[..], &engines].concat());
    let records = folder.records("g.jsonl");
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.reason.is_fault() && record.winners.len() == 1), "{records:?}");
}

/// What cannot be as it was asked for ends the match before it starts.
#[test]
fn options_that_cannot_be_set_end_the_match_unless_it_is_lenient() {
    let folder = Folder::new("options");
    let engine = |more: &str| format!("name=E,cmd={},{more}", super::runs::QUINTET);
    let play = |engine: &str, more: &[&str]| {
        let words = ["match", "yavalath", "--engine", engine, "--engine", "builtin=random", "--tc", "nodes=5", "--out"];
        let out = format!("{}.jsonl", more.len());
        let _ = std::fs::remove_file(folder.path(&out));
        folder.command(&[&words[..], &[out.as_str()], more].concat()).output().unwrap()
    };
    for (option, sentence) in [
        ("option.Foo=1", "it has no option `Foo`"),
        ("option.Hash=banana", "its option `Hash` is a whole number from 1 to 65536, not `banana`"),
        ("option.Hash=0", "its option `Hash` is a whole number"),
        ("option.Ponder=perhaps", "its option `Ponder` is `true` or `false`"),
        ("option.Search=chess", "its option `Search` is one of auto, "),
    ] {
        let engine = engine(option);
        let refused = play(&engine, &[]);
        let text = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && text.lines().count() == 1 && text.contains(sentence), "{text}");
        let played = play(&engine, &["--lenient"]);
        let text = String::from_utf8(played.stderr).unwrap();
        assert!(played.status.success() && text.contains(sentence), "{text}");
    }
    // An option of the game that is played, not of the one that the engine begins with, is known.
    let other = engine("option.First=black");
    let words = ["match", "zen", "--engine", &other, "--engine", "builtin=random", "--tc", "nodes=5", "--quiet"];
    let ended = folder.command(&words).output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let injected = engine("option.Log File=a\nquit");
    assert!(
        String::from_utf8(play(&injected, &[]).stderr).unwrap().contains("without control or invisible characters")
    );
    let nowhere = engine("dir=/no/such/folder");
    let text = String::from_utf8(play(&nowhere, &[]).stderr).unwrap();
    assert!(text.contains("the folder `/no/such/folder`") && !text.contains("could not be started"), "{text}");
}

/// What an engine says between its turns belongs to no turn: a score after `bestmove` gives nothing up, and a second
/// `bestmove` is not the next turn.
#[test]
fn what_is_said_between_turns_belongs_to_no_turn() {
    let late = "info depth 99 score cp -9999 nodes 1";
    for (name, more) in [
        ("info", format!("echo '{late}'")),
        ("answer", "echo 'bestmove z9'; echo 'bestmove a1 ponder b2'".to_string()),
        ("flood", format!("for i in 1 2 3 4 5 6 7 8 9; do echo '{late}'; echo 'info string so'; echo '{late}'; done")),
    ] {
        let folder = Folder::new(&format!("between-{name}"));
        let says = format!(
            "for cell in a1 i9 a5 i5 e1 e9 b1 h9; do case \" $position \" in *\" $cell \"*) ;; \
            *) sleep 0.03; echo \"bestmove $cell\"; {more}; break ;; esac; done"
        );
        let script =
            script(":").replace("if [ $count -ge 3 ]; then", &format!("if true; then {says}; elif false; then"));
        folder.write("engine.sh", &script);
        let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "name=other,cmd=sh engine.sh"];
        let words = ["match", "yavalath", "--option", "Swap=false", "--maxturns", "7", "--out", "g.jsonl"];
        let terms = ["--tc", "movetime=2000", "--resign", "score=500,turns=1"];
        folder.run(&[&words[..], &engines, &terms].concat());
        for record in folder.records("g.jsonl") {
            assert_eq!((record.reason, record.turns.len()), (Reason::Maxturns, 7), "{name}: {record:?}");
            assert!(record.turns.iter().all(|turn| turn.score.is_none() && turn.depth.is_none()), "{record:?}");
            // No turn took no time.
            assert!(record.turns.iter().all(|turn| turn.ms.is_some_and(|ms| ms > 1.0)), "{record:?}");
        }
    }
}

/// An engine with no turn has lost, whichever word it has for that.
#[test]
fn no_turn_has_two_words() {
    for (name, word) in [("ugi", "none"), ("chess", "(none)")] {
        let details = lost(&format!("none-{name}"), &format!("echo 'bestmove {word}'"), NODES, Reason::Illegal);
        assert!(details.iter().all(|detail| detail.contains("no legal turn, but it has one")), "{details:?}");
    }
    // What it does not expect it does not ponder about.
    let folder = Folder::new("none-ponder");
    folder.write(
        "engine.sh",
        &script("echo bestmove z9").replace("echo \"bestmove $cell\"", "echo \"bestmove $cell ponder (none)\""),
    );
    let engines = ["--engine", "name=fake,cmd=sh engine.sh,ponder=true", "--engine", "builtin=random"];
    folder.run(&[&["match", "yavalath", "--tc", "nodes=5", "--maxturns", "4"][..], &engines].concat());
    assert!(!std::fs::read_to_string(folder.path("received.txt")).unwrap().contains("go ponder"));
}

/// An engine that knows no `ugi` is spoken to in UCI, with a note; one that is slow to answer `ugi` is not.
#[test]
fn an_engine_that_knows_only_uci_plays() {
    let uci = "uci) echo 'id name chess 1'; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok ;;";
    for (name, hello, is_uci) in [
        ("silent", uci.to_string(), true),
        ("complains", format!("{uci} ugi) echo \"Unknown command: 'ugi'.\" ;;"), true),
        ("both", format!("{uci} ugi) echo 'id name ugi 1'; echo ugiok ;;"), false),
        ("slow", format!("{uci} ugi) sleep 1.3; echo 'id name ugi 1'; echo ugiok ;;"), false),
    ] {
        let folder = Folder::new(&format!("uci-{name}"));
        let script = script(":").replace("ugi) echo \"id name fake 1\"; echo ugiok ;;", &hello);
        folder.write("engine.sh", &script.replace("if [ $count -ge 3 ]; then", "if false; then"));
        let engines = ["--engine", "name=fake,cmd=sh engine.sh", "--engine", "builtin=random"];
        let words = ["match", "yavalath", "--tc", "60+1", "--maxturns", "5", "--out", "g.jsonl"];
        let output = folder.command(&[&words[..], &engines].concat()).output().unwrap();
        let noted = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && noted.contains("fake: it speaks UCI, not UGI") == is_uci, "{name}: {noted}");
        let records = folder.records("g.jsonl");
        assert!(records.iter().all(|record| record.reason == Reason::Maxturns), "{name}: {records:?}");
        let received = std::fs::read_to_string(folder.path("received.txt")).unwrap();
        let count = |start: &str| received.lines().filter(|line| line.starts_with(start)).count();
        let (ours, theirs) = if is_uci { ("ucinewgame", "uginewgame") } else { ("uginewgame", "ucinewgame") };
        assert_eq!((count(ours), count(theirs)), (2, 0), "{name}: {received}");
        assert_eq!(count("go wtime ") > 0, is_uci, "{received}");
        // What was found out when it was tried is known when it plays.
        let greeted = received.lines().filter(|line| *line == "ugi").count();
        assert_eq!(greeted, if is_uci { 1 } else { 2 }, "{received}");
    }
    let folder = Folder::new("uci-nothing");
    folder.write("engine.sh", "while read -r line; do :; done");
    let engines = ["--engine", "name=fake,startup=0.4,cmd=sh engine.sh", "--engine", "builtin=random"];
    let output = folder.command(&[&["match", "yavalath", "--tc", "nodes=5"][..], &engines].concat()).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("no `ugiok`"));
}
