//! Who closes the output of a command has seen enough: it ends soon, says nothing and has done no wrong. Every subcommand
//! is asked for more than it could do in a day.

use super::{quintet_command, subcommands};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test, with a few games in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut record = String::new();
    for number in 1..=300 {
        record += &format!(
            "{{\"schema\":\"record/1\",\"number\":{number},\"game\":\"yavalath\",\"seats\":[{{\"name\":\"a\"}},{{\"name\":\"b\"}}],\
             \"turns\":[{{\"turn\":\"e5\"}},{{\"turn\":\"d4\"}},{{\"turn\":\"e4\"}}],\"result\":\"p1win\",\"reason\":\"resign\",\"loser\":2,\"winners\":[1]}}\n"
        );
    }
    std::fs::write(folder.join("games.jsonl"), record).unwrap();
    folder
}

/// The words that write a certificate.
const PROVE: [&str; 8] = [
    "solve",
    "yavalath",
    "--option",
    "Swap=false",
    "--moves",
    "e5 d4 e4 f6 d5 c5 g7 c2 e7 e6",
    "--certificate",
    "a.proof",
];

fn prove(folder: &Path) {
    assert!(quintet_command().args(PROVE).current_dir(folder).output().unwrap().status.success());
}

/// What each subcommand is asked; none for those whose work is not what they print.
fn endless(subcommand: &str) -> Vec<&'static str> {
    let words = match subcommand {
        "analyze" => "analyze yavalath --infinite",
        "analysis" => "analysis",
        "arena" => "arena yavalath",
        "solve" => "solve gipf",
        "explore" => "explore gipf --nodes 1000000000000",
        "match" => "match zen --engine name=a,builtin=random --engine name=b,builtin=random --rounds 1000000",
        "conformance" => "conformance --watch 60000 -- QUINTET",
        "rating" => "rating games.jsonl",
        "review" => "review games.jsonl --time 20h",
        "verify" => "verify a.proof",
        "show" => "show games.jsonl 1",
        "convert" => "convert games.jsonl - --to text",
        "puzzles" => "puzzles gipf --count 100000",
        "openings" => "openings yavalath --count 1000000 --nodes 1",
        "perft" => "perft gipf 30",
        "bench" => "bench --smp 2 --time 20h",
        "games" => "games",
        "completions" => "completions bash",
        "schema" => "schema state",
        "play" => "play yavalath",
        "puzzle" => "puzzle yavalath",
        // They have files to write, folders to clear away or people on a page, and go on for these.
        "serve" | "site" | "train" | "book" | "calibrate" | "tune" | "selftest" | "man" | "referee" => "",
        other => panic!("how is `{other}` kept busy?"),
    };
    words.split_whitespace().collect()
}

fn start(words: &[&str], folder: &Path) -> Child {
    let words = words.iter().map(|word| if *word == "QUINTET" { env!("CARGO_BIN_EXE_quintet") } else { word });
    let mut command = quintet_command();
    command.args(words).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end, which must come without a sentence of complaint; the input stays open.
#[track_caller]
fn ends_well(words: &[&str], mut child: Child) {
    /// The end of patience, not a promise.
    const PATIENCE: Duration = Duration::from_secs(100);
    let stderr = child.stderr.take().unwrap();
    let said = std::thread::spawn(move || std::io::read_to_string(stderr).unwrap());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{words:?} goes on without a reader");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = said.join().unwrap();
    assert!(status.success(), "{words:?}: {status}: {said}");
    assert!(!said.contains("quintet: ") && !said.contains("panicked"), "{words:?}: {said}");
}

/// From the beginning nobody reads.
#[test]
fn a_reader_that_closes_at_once_ends_every_subcommand() {
    let folder = folder("at-once");
    prove(&folder);
    for subcommand in subcommands() {
        let words = endless(&subcommand);
        if words.is_empty() {
            continue;
        }
        let mut child = start(&words, &folder);
        drop(child.stdout.take());
        // What a person would have typed; a dialogue that has nobody to talk to need not read it.
        let _ = child.stdin.take().unwrap().write_all(b"e5\n");
        ends_well(&words, child);
    }
}

/// A search is under way, and the input stays open.
#[test]
fn a_reader_that_goes_ends_what_is_being_searched() {
    let folder = folder("later");
    let queries = "{\"id\":\"a\",\"nodes\":1}\n{\"id\":\"b\",\"nodes\":1000000000000}\n";
    let go = "go nodes 1\ngo infinite\n";
    for (words, input, lines) in [
        (&["analysis", "--workers", "1"][..], queries, 1),
        (&[], go, 2),
        (&["analyze", "yavalath", "--infinite"], "", 14),
        (&["perft", "gipf", "30"], "", 0),
        (&["solve", "gipf", "--json"], "", 0),
        (
            &[
                "match",
                "zen",
                "--engine",
                "name=a,builtin=random",
                "--engine",
                "name=b,builtin=random",
                "--rounds",
                "1000000",
            ],
            "",
            0,
        ),
    ] {
        let mut child = start(words, &folder);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..lines {
            let mut line = String::new();
            assert!(reader.read_line(&mut line).unwrap() > 0, "{words:?}");
        }
        if lines == 0 {
            // Long enough to be in the middle of it; if it is not, it ends all the same.
            std::thread::sleep(Duration::from_millis(300));
        }
        drop(reader);
        ends_well(words, child);
        drop(stdin);
    }
}

/// What goes into files is there even though nobody has read the output.
#[test]
fn files_are_written_without_a_reader() {
    let folder = folder("files");
    let check: Vec<&str> = "verify a.proof --proofs all.proofs".split(' ').collect();
    let book: Vec<&str> =
        "book yavalath --out book.txt --positions 2 --nodes 100 --from games.jsonl".split(' ').collect();
    let picture: Vec<&str> = "analyze yavalath --nodes 100 --svg a.svg".split(' ').collect();
    for (words, file) in
        [(&PROVE.to_vec(), "a.proof"), (&check, "all.proofs"), (&book, "book.txt"), (&picture, "a.svg")]
    {
        let mut child = start(words, &folder);
        drop((child.stdin.take(), child.stdout.take()));
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        assert!(folder.join(file).metadata().is_ok_and(|found| found.len() > 0), "{words:?}");
    }
    let book = std::fs::read_to_string(folder.join("book.txt")).unwrap();
    assert!(book.lines().any(|line| line.contains("300")), "the games are counted: {book}");
}
