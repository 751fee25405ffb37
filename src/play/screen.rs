//! The screen: a frame with the board, redrawn in place if the terminal can do that, and lines below it.

use super::game::TerminalGame;
use super::words::View;
use crate::picture::{Charset, Drawing, Layout, Scene, signs};
use crate::terminal::board::BoardArguments;
use crate::terminal::style::{BAD, BEST, DOUBTFUL, FAINT, paint, painted};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// With fewer lines or columns the board is drawn on its side.
const SMALL: (usize, usize) = (25, 60);
/// The lines of a frame that are not the board.
const AROUND: usize = 9;

/// The screen.
pub struct Screen {
    pub charset: Charset,
    /// Whether a frame replaces the one before.
    pub in_place: bool,
    /// Whether empty places show their names.
    pub names: bool,
}

impl Screen {
    pub fn new(board: BoardArguments) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let in_place = io::stdout().is_terminal() && !is_dumb;
        Self { charset: board.charset(), in_place, names: board.names }
    }

    /// The lines and columns, if known: from the variables, otherwise from the terminal.
    fn size() -> (Option<usize>, Option<usize>) {
        let given = |name| std::env::var(name).ok()?.trim().parse::<usize>().ok().filter(|&number| number > 0);
        let found = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
        let (lines, columns) = found.map_or((None, None), |(lines, columns)| (Some(lines), Some(columns)));
        (given("LINES").or(lines.map(usize::from)), given("COLUMNS").or(columns.map(usize::from)))
    }

    /// The longest line.
    pub fn width() -> usize {
        /// Longer lines are hard to read.
        const MOST: usize = 110;
        Self::size().1.unwrap_or(80).clamp(20, MOST)
    }

    /// A text as this screen can show it, wrapped at words.
    fn fitted(&self, text: &str) -> String {
        let text = if self.charset == Charset::Ascii { to_ascii(text) } else { text.to_string() };
        let lines: Vec<String> = text.lines().map(|line| wrapped(line, Self::width())).collect();
        lines.join("\n") + "\n"
    }

    /// Writes lines below the present ones.
    pub fn write_line(&self, text: &str) -> io::Result<()> {
        write_out(&self.fitted(text))
    }

    /// Writes words in aligned columns.
    pub fn write_columns(&self, words: &[String]) -> io::Result<()> {
        write_out(&columns(words, Self::width()))
    }

    /// The board, upright if that fits.
    fn board(&self, scene: &Scene) -> String {
        let (lines, columns) = Self::size();
        let drawing = Drawing::new(scene, self.charset, Layout::Upright, self.names);
        let is_small = lines.is_some_and(|lines| lines < SMALL.0 || drawing.height() + AROUND > lines)
            || columns.is_some_and(|columns| columns < SMALL.1 || drawing.width() > columns);
        let turned = is_small.then(|| Drawing::new(scene, self.charset, Layout::OnItsSide, self.names));
        // A board of rows takes more lines on its side.
        turned.filter(|turned| turned.height() < drawing.height()).unwrap_or(drawing).text(painted)
    }

    /// Draws the game: the board, the seats, `messages`, and what to do.
    pub fn draw(&self, game: &TerminalGame, messages: &[String], hint: Option<&str>) -> io::Result<()> {
        let state = game.state();
        let view = View { state: &state, people: &game.people };
        let scene = game.scene();
        let mut text = self.board(&scene) + "\n";
        for side in &scene.sides {
            let who = if game.people.contains(&side.seat) { ", you" } else { ", the engine" };
            text += &self.fitted(&format!("{} {}", signs(side, self.charset, painted), side.words(who)));
        }
        let remarks = Some(scene.remarks.join(", ")).filter(|text| !text.is_empty());
        let more = [remarks, view.score(), game.clock_line(Duration::ZERO)];
        for line in more.into_iter().flatten() {
            text += &self.fitted(&super::words::capitalized(&line));
        }
        for message in messages {
            text += &self.fitted(message);
        }
        match view.ending(game.fault) {
            Some(ending) => text += &self.styled(if ending.starts_with("You have lost") { BAD } else { BEST }, &ending),
            None => {
                let warning = state.warning.map_or(String::new(), |warning| match warning {
                    "check" => " You are in check.".to_string(),
                    other => format!(" {}.", super::words::capitalized(other)),
                });
                let task = format!("{}: {}.", view.decider(game.seat()), view.task());
                text += &self.styled(anstyle::Style::new().bold(), &task);
                if !warning.is_empty() {
                    text += &self.styled(DOUBTFUL, warning.trim());
                }
            }
        }
        if let Some(hint) = hint {
            text += &self.styled(FAINT, hint);
        }
        if self.in_place {
            // Home, and away with all below: what scrolled away before stays.
            io::stdout().write_all(b"\x1b[H\x1b[J")?;
            write_out(&text)
        } else {
            write_out(&format!("\n{text}"))
        }
    }

    fn styled(&self, style: anstyle::Style, text: &str) -> String {
        self.fitted(text).lines().map(|line| paint(style, line) + "\n").collect()
    }
}

/// Writes to stdout as its styles allow; unlike `print!` it reports a reader that has gone.
fn write_out(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// How many columns of a terminal a text takes.
fn length(text: &str) -> usize {
    console::measure_text_width(text)
}

/// A line wrapped at spaces; indentation is kept.
pub fn wrapped(line: &str, width: usize) -> String {
    let start = line.len() - line.trim_start_matches(' ').len();
    let indent = &line[..start];
    let (mut text, mut used) = (indent.to_string(), start);
    for (place, word) in line[start..].split(' ').enumerate() {
        let more = length(word);
        if place > 0 && used > start && used + 1 + more > width {
            text.truncate(text.trim_end().len());
            text += &format!("\n{indent}");
            used = start;
        } else if place > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += more;
    }
    text
}

/// Words in as many columns as fit, read downwards.
fn columns(words: &[String], width: usize) -> String {
    let widest = words.iter().map(|word| length(word)).max().unwrap_or(0) + 2;
    let count = (width / widest).max(1);
    let lines = words.len().div_ceil(count);
    let mut text = String::new();
    for line in 0..lines {
        let row: Vec<String> = words.iter().skip(line).step_by(lines).map(|w| format!("{w:widest$}")).collect();
        text += row.concat().trim_end();
        text.push('\n');
    }
    text
}

/// A text in ASCII: letters without accents, signs replaced by similar ones.
pub fn to_ascii(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii() => plain.push(c),
            'è' | 'é' | 'ê' => plain.push('e'),
            '–' | '−' | '‑' => plain.push('-'),
            '—' => plain += "--",
            '…' => plain += "...",
            '×' => plain.push('x'),
            '’' | '‘' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            '≤' => plain += "<=",
            '≥' => plain += ">=",
            '→' => plain += "->",
            '½' => plain += "1/2",
            '\u{a0}' | '\u{202f}' | '\u{2009}' => plain.push(' '),
            '·' => plain.push('.'),
            _ => plain.push('?'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_words() {
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("  one two three", 7), "  one\n  two\n  three");
        assert_eq!(wrapped("toolongforthis a", 5), "toolongforthis\na");
        assert_eq!(wrapped("", 5), "");
        assert_eq!(wrapped("a  b", 50), "a  b");
    }

    #[test]
    fn words_stand_in_columns() {
        let words: Vec<String> = (1..=5).map(|number| format!("w{number}")).collect();
        assert_eq!(columns(&words, 9), "w1  w4\nw2  w5\nw3\n");
        assert_eq!(columns(&words, 1), "w1\nw2\nw3\nw4\nw5\n");
        assert_eq!(columns(&[], 9), "");
    }

    #[test]
    fn the_rules_can_be_read_in_ascii() {
        for game in crate::registry::GAMES {
            let text = to_ascii(&super::super::rules::page(game.name));
            assert!(text.is_ascii() && !text.contains('?') || text.matches('?').count() < 5, "{text}");
        }
    }
}
