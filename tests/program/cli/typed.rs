//! What is typed or pasted ahead on a terminal: no line is lost.

use super::quintet_command;
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A game on a terminal of its own.
struct Played {
    terminal: File,
    shown: Receiver<Vec<u8>>,
    child: std::process::Child,
    text: String,
}

impl Played {
    fn start(words: &[&str]) -> Self {
        let size = Winsize { ws_row: 50, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).unwrap();
        let slave = File::from(pair.slave);
        let mut command = quintet_command();
        command.args(words).env("TERM", "xterm");
        command.stdin(slave.try_clone().unwrap()).stdout(slave.try_clone().unwrap()).stderr(slave);
        let child = command.spawn().unwrap();
        drop(command);
        let terminal = File::from(pair.master);
        let mut reader = terminal.try_clone().unwrap();
        let (sender, shown) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the other side is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        Self { terminal, shown, child, text: String::new() }
    }

    fn type_in(&mut self, text: &str) {
        self.terminal.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until a text has been shown.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.text.contains(text) {
            match self.shown.recv_timeout(Duration::from_secs(60)) {
                Ok(bytes) => self.text += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("`{text}` does not come in {:?}: {}", started.elapsed(), self.text)
                }
            }
        }
    }

    #[track_caller]
    fn ends(mut self) {
        let started = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(started.elapsed() < Duration::from_secs(60), "it does not end: {}", self.text);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn lines_typed_ahead_are_played() {
    let mut played = Played::start(&["play", "yavalath", "--seat", "1,2", "--ascii"]);
    // Before the program reads for the first time, all at once.
    played.type_in("e5\rd4\re4\rhistory\r");
    played.wait_for("1. e5  2. d4  3. e4");
    played.type_in("f6\rc5\rhistory\rquit\r");
    played.wait_for("3. e4  4. f6  5. c5");
    played.ends();
}

#[test]
fn what_is_typed_while_the_engine_thinks_is_played() {
    let mut played = Played::start(&["play", "zen", "--seat", "2", "--time", "500ms", "--level", "20", "--ascii"]);
    played.wait_for("thinking");
    played.type_in("legal\rquit\r");
    played.wait_for("turns:");
    played.ends();
}

/// As terminals paste: between two signs, so that no line is taken for typed.
#[test]
fn lines_pasted_together_are_several_turns() {
    let mut played = Played::start(&["play", "yavalath", "--seat", "1,2", "--ascii"]);
    played.wait_for("[?2004h");
    played.type_in("\x1b[200~e5\rd4\r\re4\x1b[201~\r");
    played.type_in("history\r");
    played.wait_for("1. e5  2. d4  3. e4");
    played.type_in("\x1b[200~e5\rf6\rg7\r\x1b[201~\r");
    played.wait_for("ignored: 2 lines");
    played.type_in("history\rquit\r");
    played.ends();
}
