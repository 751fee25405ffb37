//! The rules page of a game as a text to read, through the user's pager on a terminal.

use super::screen::{Screen, to_ascii, wrapped};
use crate::files;
use crate::picture::Charset;
use crate::registry;
use crate::terminal::interrupt;
use anyhow::Result;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::process::{Command, Stdio};

/// Shows the page.
pub fn show(screen: &Screen, game: &str) -> Result<()> {
    let page = page(game);
    let page = if screen.charset == Charset::Ascii { to_ascii(&page) } else { page };
    let lines: Vec<String> = page.lines().map(|line| wrapped(line, Screen::width())).collect();
    let text = lines.join("\n") + "\n";
    if !(stdin().is_terminal() && stdout().is_terminal() && page_through(&text)) {
        stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Shows a text with the program that `PAGER` names, or `less`; false if there is none.
fn page_through(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_string());
    let words = shlex::split(&pager).unwrap_or_default();
    let Some((program, arguments)) = words.split_first() else { return false };
    if files::permit().is_err() {
        return false;
    }
    let Ok(mut child) = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn() else { return false };
    // Ctrl-C is for the pager.
    interrupt::finish_by(|| _ = interrupt::take());
    if let Some(mut input) = child.stdin.take() {
        // Who has read enough closes it.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

/// The page of a game, without what only a web page can show.
pub fn page(game: &str) -> String {
    let text = registry::rules_for_people(
        registry::find(game).and_then(|entry| entry.rules_page("en").text()).unwrap_or_default(),
    );
    let text = without(&without(&text, "<!--", "-->"), "<img", ">");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            continue;
        }
        let line = unlinked(line).replace("**", "");
        let is_second_empty = line.trim().is_empty() && lines.last().is_none_or(|last| last.trim().is_empty());
        if !is_second_empty {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// A text without its parts from `open` to `close`.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept += before;
        rest = after.split_once(close).map_or("", |(_, rest)| rest);
    }
    kept + rest
}

/// A line of Markdown with links reduced to their texts.
fn unlinked(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let (Some((start, text)), Some((_, end))) = (before.rsplit_once('['), after.split_once(')')) else { break };
        kept += start;
        kept += text;
        rest = end;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page_without_marks_of_the_web() {
        for game in registry::GAMES {
            let page = page(game.name);
            assert!(page.starts_with("# ") && page.lines().count() > 25, "{page}");
            for mark in ["<!--", "<img", "](", "**", "```"] {
                assert!(!page.contains(mark), "{}: {mark}", game.name);
            }
        }
        assert_eq!(unlinked("see [a](b#c), [d](e) and [f]"), "see a, d and [f]");
        assert_eq!(without("a<!-- b --> c <!-- d", "<!--", "-->"), "a c ");
    }
}
