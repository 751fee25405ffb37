//! Engines that are wrong in one way: our own engine with a filter before and behind it. The process is this test
//! binary, run again with a variable that names the defect.

use quintet::protocol;
use quintet::registry;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::exit;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The environment variable that names the defect.
pub const VARIABLE: &str = "QUINTET_TEST_WRONG_ENGINE";

/// The arguments that make this binary an engine. What it prints before, that a test is run, is no line of UGI.
pub const ARGUMENTS: [&str; 4] = ["--quiet", "--nocapture", "--exact", "conformance::wrong_engine::speaks"];

/// The engine, if there is a defect; else nothing.
#[test]
fn speaks() {
    let Ok(defect) = std::env::var(VARIABLE) else { return };
    let state = Arc::new(Mutex::new(State::default()));
    let (sender, lines) = channel();
    let input = Input { lines, rest: Vec::new() };
    let output = Output { state: state.clone(), defect: defect.clone(), sender: sender.clone(), line: Vec::new() };
    std::thread::spawn(move || read(&defect, &state, &sender));
    protocol::serve(registry::open("yavalath").unwrap(), BufReader::new(input), output).unwrap();
    exit(0);
}

/// What a filter remembers.
#[derive(Default)]
struct State {
    /// The searches that have been passed on and not been answered: whether a `stop` has come for each.
    searches: VecDeque<bool>,
    /// When the last `go` came, if no other line has come since.
    just_gone: Option<Instant>,
    /// `uginewgame` was the last line but for those that got lost.
    clearing: bool,
    /// The number of turns of the last `position`.
    turns: usize,
    /// The last question.
    query: String,
    /// Lines that are kept until the search has ended.
    kept: Vec<String>,
}

/// The lines that reach the engine.
struct Input {
    /// An empty one is the end.
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Passes lines to the engine as the defect has it.
fn read(defect: &str, state: &Mutex<State>, sender: &Sender<Vec<u8>>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        if stdin.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            if defect == "endless" {
                std::thread::sleep(Duration::from_secs(3600));
            }
            let _ = sender.send(Vec::new());
            return;
        }
        match std::str::from_utf8(&bytes) {
            Ok(line) if line.trim().starts_with(char::is_alphabetic) && line.len() < 100_000 => {
                for line in passed(defect, &mut state.lock().unwrap(), line.trim_end_matches('\n')) {
                    let _ = sender.send((line + "\n").into_bytes());
                }
            }
            // Odd lines are not what any of these is wrong about.
            _ => _ = sender.send(bytes),
        }
    }
}

/// What becomes of a line on its way to the engine.
fn passed(defect: &str, state: &mut State, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let command = words.first().unwrap_or(&"").to_lowercase();
    let has = |word: &str| words.contains(&word);
    if command == "position" {
        state.turns = words.iter().position(|word| *word == "moves").map_or(0, |at| words.len() - at - 1);
    }
    if command == "query" {
        state.query = words.last().unwrap_or(&"").to_lowercase();
    }
    let just_gone = state.just_gone.take().is_some_and(|when| when.elapsed() < Duration::from_millis(40));
    if command == "go" {
        state.just_gone = Some(Instant::now());
    }
    let lost = match defect {
        "silent" => true,
        "flood" => loop {
            println!("info string all work and no play");
        },
        "ignores-stop" => command == "stop",
        "early-stop-lost" => command == "stop" && just_gone,
        "one-go-at-a-time" => command == "go" && !state.searches.is_empty(),
        "needs-waiting" => {
            state.clearing = command == "uginewgame" || (state.clearing && command != "isready");
            state.clearing && command != "uginewgame"
        }
        "never-quits" => command == "quit",
        "options-exact" => {
            let name = line.split_once(" Name ").or(line.split_once(" name ")).map_or("", |(_, rest)| rest);
            let lost = command == "setoption" && name.starts_with("threads");
            if lost {
                println!("info string no such option");
            }
            lost
        }
        "core-only" => {
            ["uci", "d", "state", "legal", "perft", "eval", "bench", "help", "ponderhit"].contains(&&*command)
        }
        "dies-of-unknown" if command == "xyzzy" => exit(3),
        "dies-of-length" if state.turns > 12 => {
            eprintln!("too many turns");
            exit(101)
        }
        "dies-of-illegal" if has("xyzzy") && command == "position" => exit(1),
        "answers-every-stop" if command == "stop" && state.searches.iter().all(|stopped| *stopped) => {
            println!("bestmove e5");
            true
        }
        "ready-after-search" if command == "isready" && !state.searches.is_empty() => {
            state.kept.push(line.to_string());
            true
        }
        _ => false,
    };
    if lost {
        return Vec::new();
    }
    match command.as_str() {
        "go" => state.searches.push_back(false),
        "stop" => state.searches.iter_mut().for_each(|stopped| *stopped = true),
        _ => {}
    }
    let changed = match defect {
        "infinite-ends" if command == "go" && has("infinite") => "go depth 1".to_string(),
        "ponder-ends" => line.replace("go ponder", "go"),
        _ => line.to_string(),
    };
    vec![changed]
}

/// The lines that leave the engine.
struct Output {
    state: Arc<Mutex<State>>,
    defect: String,
    sender: Sender<Vec<u8>>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
            for line in self.shown(&line) {
                io::stdout().write_all((line + "\n").as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

impl Output {
    /// What becomes of a line on its way from the engine.
    fn shown(&self, line: &str) -> Vec<String> {
        let answer = line.starts_with("bestmove ");
        if answer && self.defect == "one-go-at-a-time" {
            std::thread::sleep(Duration::from_millis(30));
        }
        let mut state = self.state.lock().unwrap();
        let was_stopped = answer && state.searches.pop_front() == Some(true);
        if answer && state.searches.is_empty() {
            for line in state.kept.drain(..) {
                let _ = self.sender.send((line + "\n").into_bytes());
            }
        }
        let same = vec![line.to_string()];
        match self.defect.as_str() {
            "answers-twice" if answer => [same.clone(), same].concat(),
            "answers-stop-twice" if was_stopped => [same.clone(), same].concat(),
            "illegal-late" if answer && state.turns >= 5 => vec!["bestmove z9".to_string()],
            "bare-bestmove" if answer && state.turns >= 5 => vec!["bestmove".to_string()],
            "mute-about-results" if state.query == "result" && line.ends_with("win") => Vec::new(),
            "mute-about-mistakes" if line.starts_with("info string ") => Vec::new(),
            "p1turn-always" if state.query == "p1turn" => vec![line.replace("response false", "response true")],
            "no-name" if line.starts_with("id name") => Vec::new(),
            "escapes" if line.starts_with("id name") => vec!["id name \u{1b}[2J\u{7}bell".to_string()],
            "bad-option" => {
                vec![line.replace("option name Search type combo default auto", "option name Search type combo")]
            }
            "bad-info" => vec![line.replace(" score cp ", " score cp +x")],
            "loose-info" if line.starts_with("info depth") => vec![line.split(" nps").next().unwrap().to_string()],
            _ => same,
        }
    }
}
