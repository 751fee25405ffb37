//! The server as a process of its own, and requests to it as bytes on a wire.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// How long something may take to come: longer than on the slowest machine, so that no timing fails a test.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// A folder that is removed at the end of a test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("web-{}-{}", std::process::id(), COUNT.fetch_add(1, SeqCst));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server.
pub struct Server {
    child: Child,
    /// Where it listens, such as `127.0.0.1:4000`.
    pub address: String,
}

impl Server {
    /// One that keeps its games in a folder, with more arguments.
    pub fn start(data: &Path, arguments: &[&str]) -> Self {
        Self::start_at(data, "0", arguments)
    }

    /// The same at a port.
    pub fn start_at(data: &Path, port: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(["serve", "--port", port, "--data"]).arg(data).args(arguments);
        Self::started(command)
    }

    /// One that may open no more files than this.
    pub fn start_with_files(data: &Path, files: u32) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_quintet"), "serve"]);
        command.args(["--port", "0", "--data"]).arg(data);
        Self::started(command)
    }

    /// One that a command starts.
    pub fn started(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.split_once("http://").unwrap_or_else(|| panic!("{line}")).1;
        let address = address.split('/').next().unwrap().to_string();
        // It goes on to write to nobody.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Self { child, address }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// As the service manager does; its exit code.
    pub fn end(mut self) -> Option<i32> {
        let sent = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap().code()
    }

    /// As the power does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a request and reads the answer: its number and its body.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
        let (status, _, body) = self.answer(method, path, headers, body);
        (status, body)
    }

    /// The same with the head of the answer.
    pub fn answer(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String, String) {
        let mut wire = TcpStream::connect(&self.address).unwrap();
        wire.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        wire.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // A server that refuses need not read all.
        let _ = wire.write_all(body);
        let mut answer = Vec::new();
        let _ = wire.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).unwrap_or_else(|| panic!("no answer to {method} {path}: {answer}"));
        let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_string() };
        (status.parse().unwrap(), head.to_string(), body)
    }

    /// A request of a client that waits when it has asked too often.
    fn patient_request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
        loop {
            let (status, text) = self.request(method, path, headers, body);
            if status != 429 || !text.contains("wait a moment") {
                return (status, text);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// What answers the requests of the page: a server, or the page itself where it stands alone.
pub trait Answers {
    /// Sends JSON, or nothing if it is null: the number of the answer and the answer.
    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value);

    fn get(&self, path: &str) -> Value {
        let (status, answer) = self.send("GET", path, &Value::Null);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.send("POST", path, body);
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    /// The sentence with which something is refused.
    fn refusal(&self, path: &str, body: &Value) -> String {
        let (status, answer) = self.send("POST", path, body);
        assert!((400..500).contains(&status), "{path} {body}: {status} {answer}");
        answer["error"].as_str().unwrap_or_else(|| panic!("{answer}")).to_string()
    }

    /// A new game.
    fn hosted(&self, game: &str, seats: &[Value]) -> HostedGame<'_, Self>
    where
        Self: Sized,
    {
        self.hosted_with(&json!({ "game": game, "seats": seats }))
    }

    fn hosted_with(&self, body: &Value) -> HostedGame<'_, Self>
    where
        Self: Sized,
    {
        let view = self.post("/api/games", body);
        HostedGame { host: self, id: view["id"].as_str().unwrap().to_string(), view }
    }

    /// A game that is there.
    fn find(&self, id: &str) -> HostedGame<'_, Self>
    where
        Self: Sized,
    {
        let view = self.get(&format!("/api/games/{id}"));
        HostedGame { host: self, id: id.to_string(), view }
    }
}

impl Answers for Server {
    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let json = [("Content-Type", "application/json")];
        let (status, text) = match body {
            Value::Null => self.patient_request(method, path, &[], b""),
            body => self.patient_request(method, path, &json, body.to_string().as_bytes()),
        };
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A body that was sent in pieces.
pub fn unchunked(body: &str) -> String {
    let (mut text, mut rest) = (String::new(), body);
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        text += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    text
}

/// A game as it was last seen.
pub struct HostedGame<'a, H = Server> {
    host: &'a H,
    pub id: String,
    pub view: Value,
}

impl<H: Answers> HostedGame<'_, H> {
    fn path(&self, what: &str) -> String {
        format!("/api/games/{}/{what}", self.id)
    }

    pub fn look(&mut self) -> &Value {
        self.view = self.host.get(&format!("/api/games/{}", self.id));
        &self.view
    }

    pub fn decide(&mut self, decision: &str) -> &Value {
        let body = json!({ "revision": self.view["revision"], "decision": decision });
        self.view = self.host.post(&self.path("decide"), &body);
        &self.view
    }

    pub fn act(&mut self, act: &str, seat: usize) -> &Value {
        self.view = self.host.post(&self.path("act"), &json!({ "act": act, "seat": seat }));
        &self.view
    }

    pub fn refused_act(&self, act: &str, seat: usize) -> String {
        self.host.refusal(&self.path("act"), &json!({ "act": act, "seat": seat }))
    }

    pub fn refused_decision(&self, decision: &str) -> String {
        self.host.refusal(&self.path("decide"), &json!({ "revision": self.view["revision"], "decision": decision }))
    }

    /// Waits until something is so.
    pub fn wait(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) -> &Value {
        let begun = Instant::now();
        while !is_so(self.look()) {
            assert!(begun.elapsed() < PATIENCE, "{what} does not come: {}", self.view);
            std::thread::sleep(Duration::from_millis(5));
        }
        &self.view
    }

    /// Waits until a person is to decide or the game has ended.
    pub fn settle(&mut self) -> &Value {
        self.wait("an engine's turn", |view| {
            let decides = view["state"]["decides"].as_u64();
            !view["problem"].is_null()
                || decides.is_none_or(|seat| view["seats"][seat as usize - 1]["kind"] == "person")
        })
    }

    pub fn turns(&self) -> Vec<String> {
        self.view["turns"].as_array().unwrap().iter().map(|turn| turn["turn"].as_str().unwrap().to_string()).collect()
    }
}

/// A seat of a person.
pub fn person() -> Value {
    json!({ "kind": "person" })
}

/// A seat of quintet.
pub fn quintet(level: u8) -> Value {
    json!({ "kind": "quintet", "options": { "Skill": level.to_string() }, "timeMs": 200 })
}

/// A Python engine of the tests that speaks UGI, with arguments: `--engine` for it.
pub fn python_engine(name: &str, arguments: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/engine.py");
    format!("name={name},cmd=python3 {} {} {arguments}", script.display(), env!("CARGO_BIN_EXE_quintet"))
}
