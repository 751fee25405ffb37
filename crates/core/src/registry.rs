//! The games by name: the only file that knows them all. Every other list of games is derived from it.
//!
//! Measurements of a game are in data files: its book in `openings/books/`, the ratings of its levels in
//! `crates/core/data/ratings.txt`, the curves of its scores in `crates/core/data/curves.txt`. A game without them still
//! works.

mod book_editor;
mod game_line;

pub use book_editor::{edit_book, export_book};
pub use game_line::{GameLine, OpenGame};

use crate::data::{Data, PuzzleFile};
use crate::eval::network::Learned;
use crate::game::{Playable, TextError, says};
use crate::games::gipf::{self, Gipf};
use crate::games::pentalath::{self, Pentalath};
use crate::games::yavalath::{self, Yavalath, Yavalath3};
use crate::games::yinsh::{self, Yinsh};
use crate::games::zen::{self, Zen};
use crate::search::Kind;
use crate::search::skill::{self, Scale};
use crate::sentence::{Entry, Sentence};
use crate::session::{GameSession, Session};
use crate::text::shorten;
use std::sync::LazyLock;

/// A game that can be played.
pub struct GameEntry {
    /// Its name on the command line and in the protocol.
    pub name: &'static str,
    /// Its full name and a short description.
    pub title: &'static str,
    /// The file of the repository that has its rules.
    pub rules: &'static str,
    /// The contents of that file and of its translations, by language.
    pub rules_pages: [(&'static str, Data); 2],
    /// The search that `auto` stands for.
    pub search: Kind,
    /// The weights of its evaluation, if they are learned.
    pub weights: Option<Data>,
    /// Its book, if it has one.
    pub book: Option<Data>,
    /// Its puzzles, if it has some.
    pub puzzles: Option<PuzzleFile>,
    /// Whether it has its own learned weights, which `quintet train` can retrain.
    pub trains: bool,
    /// Makes a session of it.
    pub open: fn() -> Box<dyn Session>,
}

impl GameEntry {
    /// All that a search of the game reads.
    pub fn data(&'static self) -> impl Iterator<Item = &'static Data> {
        self.weights.iter().chain(&self.book)
    }

    /// Whether its evaluation and that of another game have the same weights.
    pub fn shares_weights(&self, other: &GameEntry) -> bool {
        let name = |game: &GameEntry| game.weights.map(|weights| weights.name);
        name(self).is_some() && name(self) == name(other)
    }

    /// Its rules in a language such as `fr`, or in English if they are not translated.
    pub fn rules_page(&self, language: &str) -> &Data {
        let [english, others @ ..] = &self.rules_pages;
        &others.iter().find(|(name, _)| *name == language).unwrap_or(english).1
    }
}

/// All sentences of boards, games and sessions.
pub const SENTENCES: &[&[Entry]] = &[
    crate::sentence::TABLE,
    crate::board::says::TABLE,
    says::TABLE,
    crate::games::says::TABLE,
    gipf::says::TABLE,
    pentalath::says::TABLE,
    yavalath::says::TABLE,
    yinsh::says::TABLE,
    zen::says::TABLE,
    crate::session::says::TABLE,
];

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// The result.
    type Output;
    /// Does it with the game of `entry`, with its initial options.
    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output;
}

/// Something to do with a game that has its own learned weights.
pub trait LearnedVisitor {
    /// The result.
    type Output;
    /// Does it with the game of `entry`, with its initial options.
    fn visit<G: Learned>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output;
}

/// Declares [`GAMES`] and how to visit them. `trains` says whether the game has its own learned weights.
macro_rules! games {
    ($($name:literal {
        title: $title:literal, rules: $page:literal, game: $game:ty, setup: $setup:expr,
        search: $search:ident, bench: $depth:literal, weights: $weights:expr, book: $book:expr, puzzles: $puzzles:expr, trains: $trains:ident
    })+) => {
        /// All games. Not a constant, which would compile all games into every crate that uses it.
        pub static GAMES: &[GameEntry] = &[$(GameEntry {
            name: $name,
            title: $title,
            rules: concat!("docs/rules/", $page, ".md"),
            rules_pages: [
                ("en", Data::new(concat!("rules/", $page, ".md"), include_str!(concat!("../docs/rules/", $page, ".md")))),
                ("fr", Data::new(concat!("rules/fr/", $page, ".md"), include_str!(concat!("../docs/rules/fr/", $page, ".md")))),
            ],
            search: Kind::$search,
            weights: $weights,
            book: $book,
            puzzles: $puzzles,
            trains: $trains,
            open: || Box::new(GameSession::<$game>::new($name, $setup, Kind::$search, $depth)),
        }),+];

        /// Applies the visitor to the game of this name, ignoring case; `None` if no game has it.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            let entry = find(name)?;
            match entry.name {
                $($name => Some(visitor.visit::<$game>(entry, &$setup)),)+
                _ => None,
            }
        }

        /// Does something with the game of this name, ignoring case, if it has its own learned weights; otherwise
        /// `None`.
        pub fn visit_learned<V: LearnedVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            let entry = find(name)?;
            match entry.name {
                $($name => games!(@learned $trains, visitor, $game, entry, $setup),)+
                _ => None,
            }
        }
    };
    (@learned true, $visitor:ident, $game:ty, $entry:ident, $setup:expr) => {
        Some($visitor.visit::<$game>($entry, &$setup))
    };
    (@learned false, $visitor:ident, $game:ty, $entry:ident, $setup:expr) => {
        None
    };
}

games! {
    "yavalath" {
        title: "Yavalath: four in a line wins, three loses",
        rules: "yavalath",
        game: Yavalath,
        setup: yavalath::Setup::default(),
        search: AlphaBeta,
        bench: 9,
        weights: Some(yavalath::WEIGHTS),
        book: Some(Data::new("books/yavalath.txt", include_str!("../data/books/yavalath.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/yavalath.txt", include_str!("../data/yavalath-puzzles.txt"))),
        trains: true
    }
    "yavalath3" {
        title: "Yavalath for three: block the next player, outlive the others",
        rules: "yavalath",
        game: Yavalath3,
        setup: (),
        search: MctsEval,
        bench: 6,
        weights: Some(yavalath::THREE_WEIGHTS),
        book: None,
        puzzles: None,
        trains: true
    }
    "pentalath" {
        title: "Pentalath: five in a line wins, groups without liberties are captured",
        rules: "pentalath",
        game: Pentalath,
        setup: pentalath::Setup { swap: false },
        search: AlphaBeta,
        bench: 9,
        weights: Some(pentalath::WEIGHTS),
        book: Some(Data::new("books/pentalath.txt", include_str!("../data/books/pentalath.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/pentalath.txt", include_str!("../data/pentalath-puzzles.txt"))),
        trains: true
    }
    "gipf" {
        title: "GIPF, basic game: push pieces, take rows of four",
        rules: "gipf",
        game: Gipf,
        setup: gipf::Setup::new(gipf::Variant::Basic),
        search: AlphaBeta,
        bench: 7,
        weights: Some(gipf::WEIGHTS),
        book: Some(Data::new("books/gipf.txt", include_str!("../data/books/gipf.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/gipf.txt", include_str!("../data/gipf-puzzles.txt"))),
        trains: true
    }
    "gipf-standard" {
        title: "GIPF, standard: three GIPF-pieces for each side",
        rules: "gipf",
        game: Gipf,
        setup: gipf::Setup::new(gipf::Variant::Standard),
        search: AlphaBeta,
        bench: 7,
        weights: Some(gipf::STANDARD_WEIGHTS),
        book: Some(Data::new("books/gipf-standard.txt", include_str!("../data/books/gipf-standard.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/gipf-standard.txt", include_str!("../data/gipf-standard-puzzles.txt"))),
        trains: true
    }
    "gipf-tournament" {
        title: "GIPF, tournament: as many GIPF-pieces as you dare",
        rules: "gipf",
        game: Gipf,
        setup: gipf::Setup::new(gipf::Variant::Tournament),
        search: AlphaBeta,
        bench: 6,
        weights: Some(gipf::STANDARD_WEIGHTS),
        book: Some(Data::new("books/gipf-tournament.txt", include_str!("../data/books/gipf-tournament.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/gipf-tournament.txt", include_str!("../data/gipf-tournament-puzzles.txt"))),
        trains: true
    }
    "yinsh" {
        title: "YINSH: five markers in a row cost you a ring, three rings win",
        rules: "yinsh",
        game: Yinsh,
        setup: yinsh::Setup::YINSH,
        search: AlphaBeta,
        bench: 7,
        weights: Some(yinsh::WEIGHTS),
        book: Some(Data::new("books/yinsh.txt", include_str!("../data/books/yinsh.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/yinsh.txt", include_str!("../data/yinsh-puzzles.txt"))),
        trains: true
    }
    "yinsh-blitz" {
        title: "YINSH Blitz: the first ring wins",
        rules: "yinsh",
        game: Yinsh,
        setup: yinsh::Setup::BLITZ,
        search: AlphaBeta,
        bench: 7,
        weights: Some(yinsh::BLITZ_WEIGHTS),
        book: Some(Data::new("books/yinsh-blitz.txt", include_str!("../data/books/yinsh-blitz.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/yinsh-blitz.txt", include_str!("../data/yinsh-blitz-puzzles.txt"))),
        trains: true
    }
    "zen" {
        title: "Zèn l'initié: connect your pawns and the Zen; for two or four",
        rules: "zen",
        game: Zen,
        setup: zen::Setup::new(zen::Variant::Zen),
        search: AlphaBeta,
        bench: 8,
        weights: Some(zen::WEIGHTS),
        book: Some(Data::new("books/zen.txt", include_str!("../data/books/zen.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/zen.txt", include_str!("../data/zen-puzzles.txt"))),
        trains: true
    }
    "zen-free" {
        title: "Zèn, free: the Zen may stand alone",
        rules: "zen",
        game: Zen,
        setup: zen::Setup::new(zen::Variant::Free),
        search: AlphaBeta,
        bench: 8,
        weights: Some(zen::WEIGHTS),
        book: Some(Data::new("books/zen-free.txt", include_str!("../data/books/zen-free.txt"))),
        puzzles: Some(PuzzleFile::new("puzzles/zen-free.txt", include_str!("../data/zen-free-puzzles.txt"))),
        trains: false
    }
}

/// The entry of a game by name, ignoring case.
pub fn find(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Makes a session of a game by name, ignoring case.
///
/// # Errors
/// [`TextError::Game`] if there is no such game.
pub fn open(name: &str) -> Result<Box<dyn Session>, TextError> {
    find(name).map(|entry| (entry.open)()).ok_or_else(|| TextError::Game(unknown(&shorten(name))))
}

/// The names of all games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|entry| entry.name)
}

/// The names of the games with their own learned weights.
pub fn learned_names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().filter(|entry| entry.trains).map(|entry| entry.name)
}

static SCALES: LazyLock<Vec<(&'static str, Scale)>> = LazyLock::new(|| {
    skill::read_ratings(include_str!("../data/ratings.txt"))
        .unwrap_or_else(|error| panic!("crates/core/data/ratings.txt: {error}"))
});

/// The ratings of a game's strengths; a guess for one that has not been measured.
pub fn scale(name: &str) -> &'static Scale {
    SCALES.iter().find(|(game, _)| *game == name).map_or(&Scale::UNMEASURED, |(_, scale)| scale)
}

/// The text of the built-in book of a game; `None` if it has none.
///
/// # Panics
/// If it has not been provided, which is a mistake in the program.
pub fn book(name: &str) -> Option<&'static str> {
    Some(find(name)?.book?.needed())
}

/// The file of the repository that has the rules of a game.
pub fn rules(name: &str) -> &'static str {
    find(name).map_or("docs/rules/README.md", |entry| entry.rules)
}

/// The sections of a rules page that are for programs.
#[cfg(feature = "serde")]
const FOR_PROGRAMS: [&str; 3] = ["## Position text", "## Options", "## Questions"];

/// A rules page without the parts for programs: sections, and examples that are tests.
#[cfg(feature = "serde")]
pub fn rules_for_people(text: &str) -> String {
    let (mut kept, mut in_section, mut in_tests) = (String::new(), false, false);
    for line in text.lines() {
        if line.starts_with("## ") {
            in_section = FOR_PROGRAMS.contains(&line.trim());
        }
        let is_fence = line.starts_with("```");
        in_tests |= is_fence && (line.starts_with("```turns") || line.starts_with("```position"));
        if !in_section && !in_tests {
            kept += line;
            kept.push('\n');
        }
        in_tests &= !is_fence || line.len() > 3;
    }
    kept
}

/// The sentence for an unknown game.
pub fn unknown(name: &str) -> Sentence {
    says::no_game(name, names().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_has_not_been_measured_has_ratings_all_the_same() {
        assert_eq!(*scale("chess"), Scale::UNMEASURED);
        assert!(SCALES.iter().all(|(name, scale)| find(name).is_some() && *scale != Scale::UNMEASURED));
    }
}
