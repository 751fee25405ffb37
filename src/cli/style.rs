//! Colours for terminals: the few there are, and whether they are wanted.

use crate::game::describe::Colour;
use crate::picture::Look;
use anstyle::{AnsiColor, Style};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is best, or went well.
pub const BEST: Style = AnsiColor::Green.on_default().bold();
/// What went wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What is doubtful.
pub const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
/// White's pieces: as bold as the terminal has them, on any background.
const WHITE: Style = Style::new().bold();
/// Black's pieces.
const BLACK: Style = AnsiColor::Blue.on_default().bold();
/// Red's pieces.
const RED: Style = AnsiColor::Red.on_default().bold();
/// The marks of the last turn.
const LAST: Style = AnsiColor::Yellow.on_default().bold();
/// Where something can be done.
const LEGAL: Style = AnsiColor::Green.on_default();
/// What is said aside.
pub const FAINT: Style = Style::new().dimmed();

impl Color {
    /// From now on colours are used so by whoever writes to `anstream`'s streams.
    pub fn choose(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// A character of a board, as a terminal with colours shows it.
pub fn painted(look: Look, character: char) -> String {
    let style = match look {
        Look::Plain => Style::new(),
        Look::Piece(colour, is_legal) => {
            let style = match colour {
                Colour::White => WHITE,
                Colour::Black => BLACK,
                Colour::Red => RED,
            };
            if is_legal { style.underline() } else { style }
        }
        Look::Legal => LEGAL,
        Look::Last => LAST,
        Look::Ending => BEST,
    };
    paint(style, &character.to_string())
}

/// A text in a style; whoever writes it to a stream that shows no styles writes the text alone.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
