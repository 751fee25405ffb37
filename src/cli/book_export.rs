//! `quintet book export`: a book as source code for another program.

use super::arguments::{ForceArguments, open, set_options};
use super::{reader, values};
use crate::book::export::{ExportError, ExportOptions, ExportedBook, LeftOut, Source};
use crate::calibration::Calibration;
use crate::files;
use crate::registry;
use crate::search::Kind;
use crate::text::counted;
use anyhow::{Context, Result, anyhow};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The arguments of `quintet book export`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// The book [default: the built-in one]
    book: Option<PathBuf>,
    /// The file to write: code for a name ending in .py, .cpp, .java or .ts, otherwise the characters alone
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArguments,
    /// The most characters of the book, without the code that reads it
    #[arg(long, default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    chars: u64,
    /// An option of the game, such as Swap=true
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::game_option(), hide_possible_values = true)]
    options: Vec<String>,
    /// How many positions the solver evaluates to refute a reply; 0 leaves it out
    #[arg(long, default_value_t = 5_000)]
    solve: u64,
    /// Nodes to search for each first piece that may be taken over and is not in the book
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// The languages of the code around a book.
#[derive(Clone, Copy)]
enum Language {
    Python,
    Cpp,
    Java,
    TypeScript,
}

impl Language {
    /// That of a file by its name.
    fn of_name(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "py" => Self::Python,
            "cpp" | "cc" | "cxx" | "h" | "hpp" => Self::Cpp,
            "java" => Self::Java,
            "ts" => Self::TypeScript,
            _ => return None,
        })
    }

    /// The code that reads a book, without the book.
    const fn decoder(self) -> &'static str {
        match self {
            Self::Python => include_str!("book_export/decoder.py"),
            Self::Cpp => include_str!("book_export/decoder.cpp"),
            Self::Java => include_str!("book_export/decoder.java"),
            Self::TypeScript => include_str!("book_export/decoder.ts"),
        }
    }

    /// The whole file.
    fn file(self, title: &str, text: &str) -> String {
        /// The most characters of a string literal. Java takes at most 65,535 bytes.
        const PIECE: usize = 10_000;
        let characters: Vec<char> = text.chars().collect();
        let pieces: Vec<String> =
            characters.chunks(PIECE).map(|piece| format!("\"{}\"", piece.iter().collect::<String>())).collect();
        let pieces = |between: &str| pieces.join(between);
        let decoder = self.decoder();
        match self {
            Self::Python => format!("# {title}\nBOOK = (\n    {}\n)\n{decoder}", pieces("\n    ")),
            Self::Cpp => format!(
                "// {title}\n#include <unordered_map>\n#include <vector>\n\nconst char16_t BOOK[] =\n    u{};\n{decoder}",
                pieces("\n    u")
            ),
            Self::Java => format!(
                "// {title}\nimport java.util.HashMap;\nimport java.util.Map;\n\nclass Book {{\n    static final String BOOK = String.join(\"\",\n        {});\n{decoder}}}\n",
                pieces(",\n        ")
            ),
            Self::TypeScript => format!("// {title}\nconst BOOK = [\n  {},\n].join(\"\");\n{decoder}", pieces(",\n  ")),
        }
    }
}

/// Writes a book, and says on stdout what is in it.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut session = open(&arguments.game)?;
    set_options(&mut *session, &arguments.options)?;
    let name = session.name();
    let mut outputs = arguments.force.outputs().reading(&arguments.book);
    let output = outputs.allow(&arguments.out)?;
    let read = arguments.book.as_deref().map(files::read_text).transpose()?;
    let text = match &read {
        Some(text) => text.as_str(),
        None => registry::book(name).ok_or_else(|| anyhow!("there is no built-in book of `{name}`"))?,
    };
    let of_file = |error| match (&error, &arguments.book) {
        (ExportError::Book(_), Some(path)) => anyhow!("`{}`: {error}", path.display()),
        _ => error.into(),
    };
    let options = ExportOptions { chars: arguments.chars as usize, solve: arguments.solve, nodes: arguments.nodes };
    let book = registry::export_book(&*session, text, options).map_err(of_file)?;
    let title = format!("An opening book of {name} for `reply`, made by quintet (docs/book-export.md).");
    let file = match Language::of_name(&arguments.out) {
        Some(language) => language.file(&title, &book.text),
        None => format!("{}\n", book.text),
    };
    output.finish_with(file.as_bytes())?;
    say(&book, name, file.chars().count()).context("stdout cannot be written")
}

/// Says what is in a book, and how games begin with it.
fn say(book: &ExportedBook, game: &str, all: usize) -> Result<()> {
    let mut out = reader::stdout(true);
    let LeftOut { lost, refuted, unwritten, alike, beyond } = book.left_out;
    writeln!(out, "positions {}", book.positions.len())?;
    for (count, why) in [
        (lost, "lost"),
        (refuted, "all replies are refuted"),
        (unwritten, "the reply is not a place, a move or a swap that ends the turn"),
        (alike, "shows the same as another position"),
        (beyond, "no room"),
    ] {
        if count > 0 {
            writeln!(out, "left out {count}: {why}")?;
        }
    }
    let characters = book.text.chars().count();
    writeln!(out, "characters {characters} (Unicode; {} bytes in UTF-8), of {all} in the file", book.text.len())?;
    writeln!(out, "places {}: {}", book.places.len(), book.places.join(" "))?;
    let pieces = book.pieces.iter().zip(1..).map(|(piece, number)| format!("{number} {piece}"));
    writeln!(out, "numbers 0 empty, {}", pieces.collect::<Vec<_>>().join(", "))?;
    let Some(fairest) = book.first.iter().find(|piece| piece.is_chosen) else { return Ok(()) };
    let calibration = Calibration::of(game);
    writeln!(out, "place first {}: the other side gains least by its answer", fairest.places[0])?;
    writeln!(out, "first piece, the best answer, and what it expects")?;
    for piece in &book.first {
        let [win, draw, _] = calibration.scaled(piece.verdict, Kind::AlphaBeta).wdl.map(f64::from);
        let chances = (win + draw / 2.0) / 10.0;
        let source = match piece.source {
            Source::Book => "the book",
            Source::Search => "a search",
            Source::Games => "games",
        };
        let images = match piece.places.len() {
            1 => String::new(),
            count => format!(", and {}", counted(count - 1, "image")),
        };
        writeln!(out, "  {} -> {}  {chances:.0} %, by {source}{images}", piece.places[0], piece.answer)?;
    }
    Ok(())
}
