//! The thread that reads: it blocks on nothing but its input.

use super::command::{self, Command};
use super::{Event, Output};
use crate::search::StopSource;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::Sender;

/// Longer lines are refused, in bytes. A game of 500 turns has some 10,000.
pub const MAX_LINE: usize = 1 << 20;

/// Reads lines until the input ends and passes them on as commands, each with a stop token for the job it may start.
/// `stop` and `quit` take effect here and now.
pub(super) fn read_lines<W: Write>(
    mut input: impl BufRead,
    stops: &StopSource,
    output: &Output<W>,
    events: &Sender<Event>,
) {
    while let Some(line) = next_line(&mut input) {
        let parsed = line.and_then(|line| {
            output.log("<", &line);
            command::parse(&line)
        });
        if let Ok(Some(Command::Stop | Command::Quit)) = parsed {
            stops.stop();
        }
        let Some(parsed) = parsed.transpose() else { continue };
        let quit = parsed == Ok(Command::Quit);
        // The receiver is gone once the main loop has ended.
        if events.send(Event::Line(parsed, stops.token())).is_err() || quit {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// The next line without its end; `None` at the end of the input or when it cannot be read any more.
fn next_line(input: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && read > MAX_LINE {
        skip_line(input);
        return Some(Err(format!("a line of more than {MAX_LINE} bytes was left out")));
    }
    let text = String::from_utf8(bytes).map_err(|_| "a line that is not UTF-8 text was left out".to_string());
    // Neither a zero byte nor a byte order mark is white space, yet some terminals and shells send them.
    Some(text.map(|text| text.trim_matches(|c: char| c.is_whitespace() || "\0\u{feff}".contains(c)).to_string()))
}

fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(buffer) = input.fill_buf() else { return };
        let (length, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if ended {
            return;
        }
    }
}
