//! Running the real binary, perhaps with limits and as somebody who is bound by them.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The binary.
pub const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");
/// No test takes as long: the end of patience, not a promise.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder that is removed after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quintet-robust-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file; its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name).to_str().unwrap().to_string()
    }

    /// The names of all files.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// `quintet` with these words, to be run in this folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(QUINTET);
        command.args(words).current_dir(&self.0);
        command
    }

    /// What `quintet` with these words says without input.
    #[track_caller]
    pub fn run(&self, words: &[&str]) -> Ended {
        run(self.command(words), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a process has said up to its end.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Starts a command with pipes on all sides.
pub fn start(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end of a process, but not for ever.
#[track_caller]
pub fn wait(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the process does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Reads a pipe to its end on a thread of its own.
fn read_all(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    })
}

/// Waits for the end of a process whose output nobody has read so far.
#[track_caller]
pub fn finish(mut child: Child) -> Ended {
    let (out, err) = (read_all(child.stdout.take().unwrap()), read_all(child.stderr.take().unwrap()));
    let code = wait(&mut child).code();
    Ended { code, out: out.join().unwrap(), err: err.join().unwrap() }
}

/// Runs a command to its end with some input.
#[track_caller]
pub fn run(command: Command, input: &str) -> Ended {
    let mut child = start(command);
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_string());
    // Whoever ends before it has read all is not at fault.
    std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    finish(child)
}

/// A dialogue with the engine; its lines.
#[track_caller]
pub fn dialogue(words: &[&str], input: &str) -> Vec<String> {
    let mut command = Command::new(QUINTET);
    command.args(words);
    let ended = run(command, input);
    assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{ended:?}");
    ended.out.lines().map(str::to_string).collect()
}

/// Sends a signal.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}
