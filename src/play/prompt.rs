//! Where the person's lines come from: a line editor on a terminal, otherwise stdin.

use super::completion::Completion;
use super::screen::Screen;
use crate::terminal::aside;
use crate::terminal::exit::Exit;
use crate::terminal::interrupt::StopAction;
use crate::text::{counted, decoded, one_line};
use anyhow::Result;
use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process;

/// What was entered.
pub enum Line {
    /// A line.
    Text(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Where lines come from.
pub enum Prompt {
    Terminal {
        editor: Box<Editor<Completion, DefaultHistory>>,
        /// Lines pasted together with the last one, which come next.
        pasted: VecDeque<String>,
    },
    Pipe(io::StdinLock<'static>),
}

/// The longest typed line, in bytes.
const LONGEST: u64 = 1 << 16;

impl Prompt {
    pub fn new() -> Result<Self> {
        if !io::stdin().is_terminal() {
            return Ok(Self::Pipe(io::stdin().lock()));
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = Box::new(Editor::with_config(config)?);
        Ok(Self::Terminal { editor, pasted: VecDeque::new() })
    }

    /// Whether a person is at the other end.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal { .. })
    }

    /// The next line.
    pub fn read(&mut self, prompt: &str, completion: impl FnOnce() -> Completion) -> Result<Line> {
        match self {
            Self::Terminal { editor, pasted } => {
                if let Some(line) = pasted.pop_front() {
                    // As if it had been typed.
                    writeln!(io::stdout(), "{prompt}{}", one_line(&line))?;
                    editor.add_history_entry(&line)?;
                    return Ok(Line::Text(line));
                }
                editor.set_helper(Some(completion()));
                match editor.readline(prompt) {
                    Ok(text) => {
                        pasted.extend(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_string));
                        let line = pasted.pop_front().unwrap_or_default();
                        editor.add_history_entry(&line)?;
                        Ok(Line::Text(line))
                    }
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupt),
                    // Bytes that are not UTF-8, as from a terminal with another character set.
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(Line::Text(char::REPLACEMENT_CHARACTER.to_string()))
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Self::Pipe(input) => {
                let mut bytes = Vec::new();
                let read = io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)?;
                Ok(if read > 0 { Line::Text(decoded(&bytes).0.into_owned()) } else { Line::End })
            }
        }
    }
}

impl Prompt {
    /// Drops lines pasted after a refused one, as they were meant for another position, and says so.
    pub fn refuse_pasted(&mut self, screen: &Screen) -> io::Result<()> {
        let Self::Terminal { pasted, .. } = self else { return Ok(()) };
        match std::mem::take(pasted).len() {
            0 => Ok(()),
            left_out => {
                screen.write_line(&format!("The lines pasted after it are ignored: {}.", counted(left_out, "line")))
            }
        }
    }
}

/// The action of a signal that ends the program at once, with a last line and the terminal as it is now.
pub fn end_with(farewell: String) -> StopAction {
    let before = tcgetattr(io::stdin());
    Box::new(move || {
        if let Ok(before) = &before {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, before);
        }
        // A player who cannot read that has gone.
        aside(&format!("{}{farewell}", if farewell.is_empty() { "" } else { "\n" }));
        process::exit(Exit::Incomplete as i32);
    })
}
