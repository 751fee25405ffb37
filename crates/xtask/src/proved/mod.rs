//! Positions in which the solver has proved what each decision is worth, and how often an engine spoils one: a measure of strength
//! that needs no opponent.

mod make;
mod measure;

pub use make::make;
pub use measure::{head, measure};

use std::path::{Path, PathBuf};

/// What a position is worth, and how many decisions keep that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    /// Won, by one decision.
    One,
    /// Won, by two to four.
    Few,
    /// Won, by more, but not by all.
    Many,
    /// Drawn, but not by all.
    Drawn,
}

impl Class {
    const ALL: [Self; 4] = [Self::One, Self::Few, Self::Many, Self::Drawn];

    fn title(self) -> &'static str {
        match self {
            Self::One => "won by 1 decision",
            Self::Few => "won by 2 to 4",
            Self::Many => "won by more",
            Self::Drawn => "drawn",
        }
    }
}

/// A position, and the decisions that keep its value.
struct Proved {
    is_won: bool,
    keeping: Vec<String>,
    position: String,
}

impl Proved {
    fn class(&self) -> Class {
        match (self.is_won, self.keeping.len()) {
            (false, _) => Class::Drawn,
            (true, 1) => Class::One,
            (true, 2..=4) => Class::Few,
            (true, _) => Class::Many,
        }
    }

    /// The line of a file, `win|draw DECISION,.. POSITION`.
    fn line(&self) -> String {
        let value = if self.is_won { "win" } else { "draw" };
        format!("{value} {} {}", self.keeping.join(","), self.position)
    }

    fn read(line: &str) -> Option<Self> {
        let (value, rest) = line.split_once(' ')?;
        let (keeping, position) = rest.split_once(' ')?;
        let is_won = match value {
            "win" => true,
            "draw" => false,
            _ => return None,
        };
        Some(Self { is_won, keeping: keeping.split(',').map(str::to_string).collect(), position: position.to_string() })
    }
}

/// The file of a game.
fn path(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/proved").join(format!("{game}.txt"))
}

/// The positions of a game.
///
/// # Errors
/// A sentence, if its file cannot be read.
fn read(game: &str) -> Result<Vec<Proved>, String> {
    let path = path(game);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let wrong = |line: &str| format!("{}: a line is win|draw DECISION,.. POSITION, not {line:?}", path.display());
    lines.map(|line| Proved::read(line).ok_or_else(|| wrong(line))).collect()
}
