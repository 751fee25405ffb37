//! The few colours for terminals, and whether to use them.

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

/// The best choice, or success.
pub const BEST: Style = AnsiColor::Green.on_default().bold();
/// Errors.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Warnings.
pub const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
/// White's pieces: as bold as the terminal has them, on any background.
const WHITE: Style = Style::new().bold();
/// Black's pieces.
const BLACK: Style = AnsiColor::Blue.on_default().bold();
/// Red's pieces.
const RED: Style = AnsiColor::Red.on_default().bold();
/// The marks of the last turn.
const LAST: Style = AnsiColor::Yellow.on_default().bold();
/// Where a choice is possible.
const LEGAL: Style = AnsiColor::Green.on_default();
/// Secondary text.
pub const FAINT: Style = Style::new().dimmed();

impl Color {
    /// Sets how `anstream`'s streams use colours from now on.
    pub fn choose(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// A character of a board, for a terminal with colours.
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

/// A text in a style; a stream without styles shows only the text.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
