//! A batch: the same bytes from any number of workers, from any parts, and however often it was killed.

use super::client::{Client, without_time};
use quintet::registry;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for a test.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.arg("analysis").args(words.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs what must succeed with nothing on stderr; what it prints.
    #[track_caller]
    fn done(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.code() == Some(0) && output.stderr.is_empty(), "{words}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs what must end with this exit code and one sentence.
    #[track_caller]
    fn ended(&self, words: &str, code: i32, sentence: &str) {
        let output = self.run(words);
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(output.status.code() == Some(code) && said.lines().count() == 1, "{words}: {output:?}");
        assert!(said.contains(sentence), "{words}: {said}");
    }
}

/// Requests for all games, among them lines that are none, equal ids, no ids, and errors in the midst of a request.
fn requests() -> String {
    let mut lines = Vec::new();
    for game in registry::names() {
        lines.push(json!({ "id": game, "game": game, "nodes": 200, "multipv": 2, "includeThreats": true }).to_string());
        lines.push(json!({ "id": "same", "game": game, "nodes": 60, "search": "mcts", "priority": 3 }).to_string());
    }
    for line in [
        r#"{"id": "line", "moves": ["e5", "d4", "f6"], "analyzeTurns": [0, 3, 1, 1], "nodes": 150}"#,
        "",
        "no JSON",
        r#"{"id": "same", "nodes": 40, "komi": 7, "handicap": 2}"#,
        "  \t ",
        r#"{"nodes": 7}"#,
        "[]",
        r#"{"id": "version", "action": "query_version"}"#,
        r#"{"id": "illegal", "moves": ["e5", "e5"], "nodes": 40}"#,
        // The turn is legal at the first of the positions only.
        r#"{"id": "half", "moves": ["e5", "d4"], "analyzeTurns": [0, 2], "allowTurns": ["d4"], "nodes": 40, "x": 1}"#,
        r#"{"id": "same", "nodes": 0, "includeState": true, "includeSVG": true}"#,
        r#"{"id": 5}"#,
        r#"{"id": "over", "moves": ["b2", "h6", "c3", "g8", "e5", "d8", "d4"], "analyzeTurns": [7, 6], "depth": 1}"#,
        "\u{feff}",
        r#"{"id": "same", "nodes": 40}"#,
    ] {
        lines.push(line.to_string());
    }
    // Without an end of the last line.
    lines.join("\n")
}

/// The numbers of the requests that the lines of a file answer.
fn numbers(text: &str) -> Vec<u64> {
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["request"].as_u64().unwrap()).collect()
}

#[test]
fn a_batch_is_the_same_from_any_workers_and_any_parts() {
    let desk = Desk::new("parts");
    let text = requests();
    desk.write("in", &text);
    assert!(desk.done("--in in --out one --workers 1").starts_with("answered "));
    let one = desk.read("one");
    desk.done("--in in --out three --workers 3");
    assert!(desk.read("three") == one, "the number of workers shows");
    for (way, parts) in [("shard", vec![5, 2, 8, 1, 7, 3, 6, 4]), ("chunk", vec![2, 3, 1]), ("shard", vec![1])] {
        let n = parts.len();
        let names: Vec<String> = parts.iter().map(|k| format!("{way}-{k}-{n}")).collect();
        for (k, name) in parts.iter().zip(&names) {
            desk.done(&format!("--in in --out {name} --{way} {k}/{n} --workers 2"));
        }
        desk.done(&format!("--in in --join {} --out all --force", names.join(" ")));
        assert!(desk.read("all") == one, "the parts of {way} {n} show");
    }
    let lines: Vec<Value> = one.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = numbers(&one);
    let all = text.lines().filter(|line| !line.trim_matches('\u{feff}').trim().is_empty()).count() as u64;
    assert!(found.is_sorted() && found[0] == 0 && found.last() == Some(&(all - 1)), "{found:?}");
    let schema = serde_json::to_value(schemars::schema_for!(quintet::analysis_engine::AnalysisLine)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in &lines {
        assert!(validator.is_valid(line), "{line}");
        assert!(line.get("rootInfo").is_none_or(|root| root.get("timeMs").is_none() && root.get("nodes").is_some()));
    }
    // What the dialogue says of the same requests, but for actions.
    let client = Client::start(1);
    text.lines().filter(|line| !line.contains("action")).for_each(|line| client.send_text(&format!("{line}\n")));
    let of_batch = lines.into_iter().filter(|line| line["field"] != "action");
    assert!(in_any_order(of_batch) == in_any_order(client.finish()), "a batch answers other than the dialogue");
}

/// Answers as text, without what only those of a batch have or do not have, sorted.
fn in_any_order(answers: impl IntoIterator<Item = Value>) -> Vec<String> {
    let plain = |answer| {
        let mut answer = without_time(answer);
        answer.as_object_mut().unwrap().remove("request");
        answer.sort_all_objects();
        answer.to_string()
    };
    let mut texts: Vec<String> = answers.into_iter().map(plain).collect();
    texts.sort();
    texts
}

/// Waits until a file has so many lines.
fn wait_for_lines(desk: &Desk, name: &str, count: usize) {
    let started = Instant::now();
    while fs::read_to_string(desk.0.join(name)).map_or(0, |text| text.lines().count()) < count {
        assert!(started.elapsed() < Duration::from_secs(60), "`{name}` does not grow");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn start(desk: &Desk, words: &str) -> Child {
    desk.command(words).spawn().unwrap()
}

#[test]
fn what_was_killed_or_stopped_goes_on() {
    let desk = Desk::new("killed");
    let line = |number: u32| format!("{{\"id\":\"{number}\",\"game\":\"zen\",\"nodes\":{}}}\n", 3_000 + number % 7);
    desk.write("in", (0..400).map(line).collect::<String>());
    desk.done("--in in --out whole");
    let whole = desk.read("whole");
    for lines in [5, 60, 130] {
        let mut child = start(&desk, "--in in --out part --resume --workers 2");
        wait_for_lines(&desk, "part", lines);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was killed before its end");
        assert!(whole.starts_with(desk.read("part").rsplit_once('\n').unwrap().0));
    }
    assert!(desk.done("--in in --out part --resume").contains("answered 400 of 400 requests"));
    assert!(desk.read("part") == whole);
    // While somebody writes it nobody else does.
    let file = fs::File::options().append(true).open(desk.0.join("part")).unwrap();
    file.try_lock().unwrap();
    desk.ended("--in in --out part --resume", 2, "in use by another process");
    drop(file);
    // Once more there is nothing to do.
    desk.done("--in in --out part --resume");
    assert!(desk.read("part") == whole);
    // After a time of its own, or a signal.
    desk.write("long", (0..400).map(|n| format!("{{\"id\":\"{n}\",\"nodes\":3000000}}\n")).collect::<String>());
    let begun = Instant::now();
    let output = desk.run("--in long --out stopped --stop 300ms");
    assert!(output.status.code() == Some(3) && begun.elapsed() < Duration::from_secs(60), "{output:?}");
    {
        let child = start(&desk, "--in in --out signalled --workers 1");
        wait_for_lines(&desk, "signalled", 3);
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let text = desk.read("signalled");
        assert!(text.ends_with('\n') && whole.starts_with(&text) && text.len() < whole.len());
        desk.done("--in in --out signalled --resume");
        assert!(desk.read("signalled") == whole);
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere_goes_on() {
    let desk = Desk::new("torn");
    desk.write("in", requests());
    desk.done("--in in --out whole --chunk 2/2");
    let whole = desk.read("whole");
    // In each line, and at its ends.
    let mut cuts = Vec::new();
    let mut place = 0;
    for line in whole.lines() {
        cuts.extend([place, place + 1, place + line.len() / 2, place + line.len()]);
        place += line.len() + 1;
    }
    // Each takes a process, so some of them do.
    for cut in cuts.into_iter().step_by(2) {
        desk.write("part", &whole.as_bytes()[..cut]);
        desk.done("--in in --out part --chunk 2/2 --resume");
        assert!(desk.read("part") == whole, "cut at {cut}");
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let desk = Desk::new("refused");
    desk.write("in", requests());
    desk.write("other", "{\"id\":\"a\",\"nodes\":1}\n{\"id\":\"b\",\"nodes\":1}\n");
    for k in 1..=3 {
        desk.done(&format!("--in in --out s{k} --shard {k}/3"));
    }
    desk.done("--in other --out o");
    let before = desk.read("s1");
    for (words, code, sentence) in [
        ("--in in --out s1 --shard 1/3", 2, "already holds answers; `--resume`"),
        ("--in in --out s1 --shard 2/3 --resume", 2, "line 1 of `s1` answers none of these requests"),
        ("--in in --out s1 --chunk 1/3 --resume", 2, "of `s1` answers none of these requests"),
        ("--in in --out o --resume", 2, "line 1 of `o` does not answer request 0"),
        ("--in other --out s1 --resume", 2, "line 1 of `s1` does not answer request 0"),
        ("--in other --out in --resume", 2, "line 1 of `in` is not an answer of a batch"),
        ("--in in --out in", 2, "is read by the same command"),
        ("--in missing --out new", 1, "`missing` cannot be read"),
        ("--in . --out new", 1, "`.` cannot be read"),
        ("--in in --out missing/new", 1, "cannot be written"),
        ("--in in", 2, "--out"),
        ("--out new", 2, "--in"),
        ("--shard 1/2", 2, "`--in` names it"),
        ("--in in --out new --shard 1/2 --chunk 1/2", 2, "cannot be used with"),
        ("--in in --out new --shard 3/2", 2, "K/N"),
        ("--in in --out new --quit-without-waiting", 2, "cannot be used with"),
        ("--in in --join s1 s2 s3 --out new --shard 1/2", 2, "`--join` takes all parts"),
        ("--in in --join s1 s2 s3 --out s2", 2, "is read by the same command"),
        ("--in in --join s1 s2 s3 s2 --out new", 2, "answered twice"),
        ("--in in --join s1 s2 s3 o --out new", 2, "line 1 of `o` "),
        ("--in in --join s1 s2 in --out new", 2, "line 1 of `in` is not an answer of a batch"),
        ("--in other --join s1 s2 s3 --out new", 2, "does not answer request"),
        ("--in in --join s1 s2 missing --out new", 3, "`missing` is missing"),
        ("--in in --join s1 s3 --out new", 3, "requests have no answer; the first is request 1"),
        ("--in in --join s1 s2 s3 --out o", 2, "`o` already exists; `--force` replaces it"),
        ("--in in --out new --force", 2, "--join"),
    ] {
        desk.ended(words, code, sentence);
        assert!(!desk.0.join("new").exists(), "{words}");
    }
    assert_eq!(desk.read("s1"), before);
    // A part that was killed is missing from its last whole answer on, also in the midst of a request.
    let third = desk.read("s3");
    let last = third.lines().last().unwrap().len();
    desk.write("s3", &third[..third.len() - last / 2]);
    desk.ended("--in in --join s3 s2 s1 --out new", 3, "1 of ");
    let after = numbers(&third).into_iter().filter(|number| *number > 20).count();
    assert!(after > 0);
    desk.write("s3", third.lines().take(third.lines().count() - after).flat_map(|l| [l, "\n"]).collect::<String>());
    desk.ended("--in in --join s3 s2 s1 --out new", 3, "the first is request 2");
    // Answers beyond the requests.
    desk.write("fewer", requests().lines().take(4).flat_map(|line| [line, "\n"]).collect::<String>());
    desk.ended("--in fewer --join s1 s2 --out new", 2, "answers none of these requests");
    // No requests have no answers.
    desk.write("nothing", "\n\n");
    assert_eq!(desk.done("--in nothing --out none --shard 1/4"), "answered 0 of 0 requests\n");
    assert_eq!(desk.done("--in nothing --join none --out joined"), "answered 0 of 0 requests\n");
    assert_eq!(desk.read("joined"), "");
}

#[test]
fn a_slow_request_does_not_change_the_order() {
    let desk = Desk::new("slow");
    let mut text = "{\"id\":\"slow\",\"timeMs\":700}\n".to_string();
    for number in 1..1_500 {
        text += &format!("{{\"id\":\"{number}\",\"nodes\":1,\"includePV\":false}}\n");
    }
    desk.write("in", text);
    let mut child = start(&desk, "--in in --out out --workers 2");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(desk.read("out"), "", "nothing is written before the first");
    assert!(child.wait().unwrap().success());
    assert!(numbers(&desk.read("out")).into_iter().eq(0..1_500));
}

#[test]
fn answers_in_the_course_of_a_search_are_left_out_with_a_warning() {
    let desk = Desk::new("reports");
    desk.write("in", "{\"id\":\"a\",\"timeMs\":60,\"reportDuringSearchEvery\":0.01}\n".repeat(2));
    desk.ended("--in in --out out --workers 1", 0, "`reportDuringSearchEvery` was ignored");
    assert_eq!(numbers(&desk.read("out")), [0, 1]);
}
