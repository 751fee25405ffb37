//! What goes wrong is said in words for people: no errors as Rust or the system names them, and one is not many.

use super::quintet;
use std::path::Path;

/// What no sentence may have.
const RAW: [&str; 30] = [
    "os error",
    "ExitStatus",
    "unix_wait_status",
    "invalid digit",
    "invalid float",
    "cannot parse integer",
    "ParseInt",
    "ParseFloat",
    "Utf8Error",
    "utf-8 sequence",
    "usize",
    "u64",
    "u32",
    "u16",
    "i64",
    "i32",
    "f64",
    "Some(",
    "None",
    "Ok(",
    "Err(",
    "..=",
    "Kind",
    "InvalidInput",
    "unwrap",
    "panicked",
    "variant",
    "at line 1 column",
    "EOF while parsing",
    "PathBuf",
];

#[track_caller]
fn is_plain(words: &[&str], said: &str) {
    for raw in RAW {
        assert!(!said.contains(raw), "{words:?}: {said}");
    }
    let said: Vec<&str> =
        said.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    for pair in said.windows(2) {
        let many =
            ["games", "turns", "moves", "seats", "plies", "requests", "positions", "lines", "threads", "players"];
        assert!(pair[0] != "1" || !many.contains(&pair[1]), "{words:?}: {said:?}");
    }
}

/// What a wrong request says: one sentence.
#[track_caller]
fn refused(folder: &Path, words: &[&str], input: &str) {
    let mut command = quintet();
    command.args(words).current_dir(folder).write_stdin(input).timeout(std::time::Duration::from_secs(60));
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(matches!(output.status.code(), Some(1..=3)), "{words:?}: {:?}: {said}", output.status);
    assert!(said.lines().all(|line| line.starts_with("quintet: ") && line.len() > 25), "{words:?}: {said}");
    is_plain(words, &said);
}

/// Files that are missing, are folders or hold something else, for every subcommand that reads or writes one.
#[test]
fn what_is_wrong_with_a_file_is_said_in_words() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("dir")).unwrap();
    let one = "{\"schema\":\"record/1\",\"number\":1,\"game\":\"yavalath\",\"seats\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"turns\":[{\"turn\":\"e5\"}],\"result\":\"none\",\"reason\":\"unfinished\",\"winners\":[]}\n";
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("bytes", b"\xff\xfe\x00\x01"),
        ("half.jsonl", b"{\"game\":\"yavalath\""),
        ("type.jsonl", b"{\"schema\":\"record/1\",\"number\":\"x\",\"game\":7}\n"),
        ("list.json", b"[1,2"),
        ("words.toml", b"game = 5\nrounds = \"x\"\n"),
        ("torn.toml", b"game = \""),
        ("one.jsonl", one.as_bytes()),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let files =
        ["missing", "dir", "empty", "bytes", "half.jsonl", "type.jsonl", "list.json", "words.toml", "torn.toml"];
    for file in files {
        for request in [
            "show FILE",
            "review FILE",
            "rating FILE",
            "verify FILE",
            "convert FILE - --to text",
            "analyze --record FILE",
            "match --config FILE",
            "rating --config FILE one.jsonl",
            "solve yavalath --resume FILE --nodes 1",
            "analyze yavalath --nodes 1 --proofs FILE",
            "match yavalath --engine builtin=random --engine name=b,builtin=random --openings FILE",
        ] {
            let is_accepted = matches!(
                (request.split(' ').next().unwrap(), file),
                ("match", "empty")
                    | ("solve", "missing" | "empty")
                    | ("convert", "empty")
                    | ("rating", "empty" | "half.jsonl")
            );
            if !is_accepted {
                let words: Vec<&str> =
                    request.split(' ').map(|word| if word == "FILE" { file } else { word }).collect();
                refused(&folder, &words, "");
            }
        }
    }
    for request in [
        "show one.jsonl 1 --turn 2",
        "show one.jsonl 2",
        "show one.jsonl nothing",
        "analyze --record one.jsonl#1@2",
        "analyze --record one.jsonl#2",
        "analyze zen --record one.jsonl#1",
        "analyze nothing --record one.jsonl#1",
        "review one.jsonl --html dir",
        "analyze yavalath --nodes 1 --svg missing/a.svg",
        "book yavalath --out dir",
        "match yavalath --engine builtin=random --engine cmd=./missing --tc 1+1",
        "match yavalath --engine builtin=random --engine cmd=./missing --tc 1+x",
        "match yavalath --engine builtin=random --engine name=b,builtin=random,margin=x",
        "conformance -- ./missing",
        "conformance -- ./dir",
        "man one.jsonl",
        "train yavalath --out one.jsonl --positions 10",
        "analysis --in missing --out answers",
        "analysis --in dir --out answers",
        "puzzle yavalath --number 100000",
        "solve yavalath --winner 4 --nodes 1",
        "yinsh",
        "yavalth",
        "serve --listen 127.0.0.1 --port 1 --data one.jsonl",
    ] {
        refused(&folder, &request.split(' ').collect::<Vec<_>>(), "");
    }
}

#[test]
fn a_game_is_no_subcommand_and_the_answer_says_what_is() {
    let said = |words: &[&str]| {
        let output = quintet().args(words).write_stdin("").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    for game in super::games() {
        assert!(said(&[game]).contains(&format!("`quintet play {game}`")), "{}", said(&[game]));
    }
    assert!(said(&["YINSH"]).contains("`quintet play yinsh`"));
    assert!(said(&["analyse"]).contains("did you mean `analy"), "{}", said(&["analyse"]));
    assert!(said(&["perft", "yavalath", "x"]).contains("it is not a whole number"));
    assert!(said(&["serve", "--port", "70000"]).contains("must be from 0 to 65535"));
}

/// A port that another program has.
#[test]
fn a_busy_port_is_answered_with_how_to_take_another() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("busy");
    let output = quintet().args(["serve", "--port", &port, "--data"]).arg(data).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("`--port`"), "{said}");
    is_plain(&["serve"], &said);
}

/// The analysis engine answers on stdout.
#[test]
fn what_is_wrong_with_a_request_is_said_in_words() {
    let requests = [
        "{",
        "",
        "[]",
        "7",
        "nul",
        "{\"id\":7}",
        "{\"id\":\"a\",\"nodes\":\"x\"}",
        "{\"id\":\"a\",\"nodes\":1.5}",
        "{\"id\":\"a\",\"nodes\":-1}",
        "{\"id\":\"a\",\"moves\":{}}",
        "{\"id\":\"a\",\"moves\":[[]]}",
        "{\"id\":\"a\",\"moves\":[\"e5\"],\"analyzeTurns\":[2]}",
        "{\"id\":\"a\",\"analyzeTurns\":[1]}",
        "{\"id\":\"a\",\"game\":\"x\"}",
        "{\"id\":\"a\",\"options\":{\"Swap\":\"x\"}}",
        "{\"id\":\"a\",\"options\":7}",
        "{\"id\":\"a\",\"action\":\"x\"}",
        "{\"id\":\"a\",\"action\":7}",
        "{\"id\":\"a\",\"priority\":1e99}",
        "{\"id\":\"a\",\"includePV\":1}",
        "{\"id\":\"a\",\"position\":\"x\"}",
        "{\"id\":\"a\",\"moves\":[\"z9\"]}",
    ];
    let output = quintet().arg("analysis").write_stdin(requests.join("\n")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), requests.len() - 1, "{said}");
    for line in said.lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        is_plain(&[line], answer["error"].as_str().unwrap());
    }
}
