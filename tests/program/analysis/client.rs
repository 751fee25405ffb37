//! A client of an analysis engine in this process.

use quintet::analysis_engine::{AnalysisConfig, serve};
use serde_json::{Value, json};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// No answer takes as long, however much the machine has to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// The engine's input: what the client has sent.
struct Source {
    pieces: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // A client that has gone is the end of the input.
            self.rest = self.pieces.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// The engine's output, cut into lines.
struct Lines {
    sender: Sender<Value>,
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            let _ = self.sender.send(serde_json::from_slice(&line).expect("a line of JSON"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A dialogue with an engine.
pub struct Client {
    input: Option<Sender<Vec<u8>>>,
    answers: Receiver<Value>,
    engine: JoinHandle<()>,
}

impl Client {
    pub fn start(workers: usize) -> Self {
        Self::with(&AnalysisConfig { game: "yavalath".to_string(), workers, hash: 8, quit_without_waiting: false })
    }

    pub fn with(config: &AnalysisConfig) -> Self {
        let (input, pieces) = channel();
        let (sender, answers) = channel();
        let config = config.clone();
        let engine = std::thread::spawn(move || {
            let source = BufReader::new(Source { pieces, rest: Vec::new() });
            serve(&config, source, Lines { sender, begun: Vec::new() }).unwrap();
        });
        Self { input: Some(input), answers, engine }
    }

    pub fn send_bytes(&self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    pub fn send_text(&self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    pub fn send(&self, request: &Value) {
        self.send_text(&format!("{request}\n"));
    }

    #[track_caller]
    pub fn answer(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The next answer if one comes soon.
    pub fn answer_soon(&self, patience: Duration) -> Option<Value> {
        self.answers.recv_timeout(patience).ok()
    }

    /// The one answer to a request.
    #[track_caller]
    pub fn ask(&self, request: &Value) -> Value {
        self.send(request);
        self.answer()
    }

    /// Ends the input; all that is still answered.
    pub fn finish(mut self) -> Vec<Value> {
        self.input = None;
        self.engine.join().unwrap();
        self.answers.try_iter().collect()
    }
}

/// All answers to requests, by id and turn, without what depends on the machine.
pub fn answers_of(workers: usize, requests: &[Value]) -> Vec<Value> {
    let client = Client::start(workers);
    requests.iter().for_each(|request| client.send(request));
    let mut answers: Vec<Value> = client.finish().into_iter().map(without_time).collect();
    answers.sort_by_key(|answer| (answer["id"].to_string(), answer["turnNumber"].as_u64()));
    answers
}

/// An answer without the time it took.
pub fn without_time(mut answer: Value) -> Value {
    if let Some(root) = answer.get_mut("rootInfo") {
        root["timeMs"] = json!(0);
    }
    answer
}
