//! The harness: a running engine, one thread that reads its answers, and a time after which a test gives up.

use crate::info_law::{InfoLaw, InfoLine};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// No answer takes as long, however much the machine has to do. It is not a promise of the engine's but the end of patience.
const PATIENCE: Duration = Duration::from_secs(60);

/// The names of all games.
pub fn games() -> impl Iterator<Item = &'static str> {
    quintet::registry::names()
}

/// An engine process in a dialogue.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything said so far, for whoever reads the message of a failed test.
    transcript: String,
    /// What all lines of the search that is running keep to, whatever it is.
    law: InfoLaw,
}

fn any_law() -> InfoLaw {
    InfoLaw::new(String::new(), None, usize::MAX)
}

impl Engine {
    /// Starts the binary with `--game`.
    pub fn start(game: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["--game", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines, transcript: String::new(), law: any_law() }
    }

    /// Writes bytes as they are, in one piece.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        self.transcript += &format!("< {shown}\n");
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// Writes lines, each with its end, in one piece.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.transcript += &format!("> {line}\n");
                if line.starts_with("bestmove") {
                    self.law = any_law();
                } else if let Some(info) = line.starts_with("info ").then(|| InfoLine::read(&line)).flatten() {
                    self.law.note(&info, |_| Ok(()));
                }
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer within {PATIENCE:?} after\n{}", self.transcript),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended after\n{}", self.transcript),
        }
    }

    /// The lines up to and with the first that `is_last`.
    #[track_caller]
    pub fn lines_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if is_last(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Sends lines, then `isready`; what is answered before `readyok`.
    #[track_caller]
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(&format!("{lines}\nisready"));
        let mut answers = self.lines_until(|line| line == "readyok");
        answers.pop();
        answers
    }

    /// The answer to a `query`.
    #[track_caller]
    pub fn query(&mut self, what: &str) -> String {
        let answers = self.ask(&format!("query {what}"));
        let words: Vec<&str> = answers[0].split(' ').collect();
        match (&answers[..], &words[..]) {
            ([_], ["response", word]) => (*word).to_string(),
            _ => panic!("`response` and one word expected, not {answers:?}"),
        }
    }

    /// The legal decisions.
    #[track_caller]
    pub fn legal(&mut self) -> Vec<String> {
        let answers = self.ask("legal");
        let [line] = &answers[..] else { panic!("one line expected, not {answers:?}") };
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("legal"));
        words.map(str::to_string).collect()
    }

    /// The position text.
    #[track_caller]
    pub fn position(&mut self) -> String {
        let answers = self.ask("d");
        answers.last().and_then(|line| line.strip_prefix("position ")).unwrap().to_string()
    }

    /// Sends lines that make the engine search; the lines up to its `bestmove`, and the move.
    #[track_caller]
    pub fn search(&mut self, lines: &str) -> (Vec<String>, String) {
        self.send(lines);
        let answers = self.lines_until(|line| line.starts_with("bestmove"));
        let best = answers[answers.len() - 1].strip_prefix("bestmove ").unwrap().to_string();
        (answers, best)
    }

    /// Ends the input; the rest of the answers. The engine must end with 0.
    #[track_caller]
    pub fn finish(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.rest();
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0), "after\n{}", self.transcript);
                return rest;
            }
            assert!(started.elapsed() < PATIENCE, "the engine closes its output but does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[track_caller]
    fn rest(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    self.transcript += &format!("> {line}\n");
                    rest.push(line);
                }
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end after\n{}", self.transcript),
                Err(RecvTimeoutError::Disconnected) => return rest,
            }
        }
    }
}

impl Drop for Engine {
    /// A failed test leaves no engine behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A whole dialogue given at once: what is answered until the engine has ended.
#[track_caller]
pub fn dialogue(game: &str, lines: &str) -> Vec<String> {
    let mut engine = Engine::start(game);
    engine.send(lines);
    engine.finish()
}

/// The lines that begin with a word.
pub fn with_word<'a>(lines: &'a [String], word: &str) -> Vec<&'a str> {
    lines.iter().map(String::as_str).filter(|line| line.split(' ').next() == Some(word)).collect()
}
