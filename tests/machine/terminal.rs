//! `quintet play` on a terminal, which `script` makes.

use crate::process::{Folder, QUINTET};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

pub fn a_terminal_has_colours_and_is_drawn_in_place() {
    let on_terminal = |term: &str, input: &str| {
        let data = Folder::new(&format!("terminal-{term}"));
        let play = format!("stty rows 24 columns 70; {QUINTET} play yinsh --time 50ms --level 1");
        let mut command = Command::new("script");
        command
            .args(["-qec", &play, "/dev/null"])
            .env("TERM", term)
            .env("QUINTET_DATA", data.path("data"))
            .env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR").env_remove("LINES").env_remove("COLUMNS");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut keys = child.stdin.take().unwrap();
        for key in input.split_inclusive(['\r', '\t']) {
            // The line editor takes keys once it has the terminal.
            std::thread::sleep(Duration::from_millis(700));
            // As Latin-1, so that there are bytes that are no UTF-8.
            let bytes: Vec<u8> = key.chars().map(|c| c as u8).collect();
            keys.write_all(&bytes).unwrap();
        }
        let output = child.wait_with_output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = on_terminal("xterm-256color", "e5\rhis\t\r\u{ff}\rlegal e1\t\rquit\r");
    assert!(text.matches("\x1b[H\x1b[J").count() >= 3, "the frames take each other's place\n{text}");
    assert!(text.contains("\x1b[32m·\x1b[0m") && text.contains("\x1b[1m\x1b[33m(\x1b[0m"), "colours\n{text}");
    assert!(text.contains("history") && text.contains("1. e5  2. "), "Tab completes a command\n{text}");
    assert!(text.contains("  a     1 "), "the board lies on its side\n{text}");
    assert!(text.contains("The game is kept in"), "{text}");
    let dumb = on_terminal("dumb", "e5\rquit\r");
    assert!(!dumb.contains("\x1b[H\x1b[J") && dumb.contains("The game is kept in"), "{dumb}");
}
