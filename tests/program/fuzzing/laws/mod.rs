//! What holds whatever bytes come in: nine laws, each a function of bytes that panics where it is broken.
//!
//! The fuzz targets of `fuzz/` and the ordinary tests run the same functions. The first byte chooses the game and its
//! options, what follows is up to the law. Nothing here opens a file.

pub mod analysis;
pub mod openings;
pub mod position;
pub mod protocol;
pub mod records;
pub mod side_by_side;
pub mod toml;
pub mod turns;
pub mod weights;

use quintet::game::{GameOption, Notation, OptionKind};
use quintet::protocol::answer;
use quintet::registry::{GAMES, GameEntry};
use quintet::sealed::seal;
use quintet::search::{Kind, Limits, Settings};
use quintet::session::{Report, SearchRequest, SearchResult, Session, Standing};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A law: it panics if the bytes break it.
pub type Law = fn(&[u8]);

/// The laws by the names of their fuzz targets.
pub static LAWS: [(&str, Law); 9] = [
    ("protocol", protocol::law),
    ("analysis", analysis::law),
    ("position", position::law),
    ("turns", turns::law),
    ("records", records::law),
    ("openings", openings::law),
    ("weights", weights::law),
    ("toml", toml::law),
    ("side_by_side", side_by_side::law),
];

/// Where a server writes, to be read when it has ended.
#[derive(Clone, Default)]
pub struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    /// What was written.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody has panicked").clone();
        String::from_utf8(bytes).expect("the output is text")
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody has panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many games the first byte of an input can stand for.
pub const ROOM: usize = 16;

/// A game with its options.
pub struct GameChoice {
    /// The game.
    pub game: &'static GameEntry,
    /// Names and values of all its options.
    pub options: Vec<(&'static str, String)>,
}

impl GameChoice {
    /// The game that the first byte stands for, and the bytes after it.
    ///
    /// From `0` on the bytes are the games of the registry with the options that they begin with, from `@` on the same
    /// games with other options, and so on: with room for [`ROOM`] games, a new one leaves the kept inputs as they are.
    pub fn split(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (&first, rest) = bytes.split_first()?;
        let number = usize::from(first.wrapping_sub(b'0'));
        let game = &GAMES[number % ROOM % GAMES.len()];
        let mut number = number / ROOM;
        let value = |option: GameOption| {
            let (value, choices) = match option.kind {
                OptionKind::Check(value) => ((value ^ (number % 2 == 1)).to_string(), 2),
                OptionKind::Choice(now, words) => {
                    let place = words.iter().position(|word| *word == now).expect("the value is one of the words");
                    (words[(place + number) % words.len()].to_string(), words.len())
                }
            };
            number /= choices;
            (option.name, value)
        };
        Some((Self { game, options: (game.open)().options().into_iter().map(value).collect() }, rest))
    }

    /// A session of the game.
    pub fn session(&self) -> Box<dyn Session> {
        let mut session = (self.game.open)();
        for (name, value) in &self.options {
            session.set_option(name, value).expect("a value that the option lists");
        }
        session
    }

    /// The setup of the game, made of the one that it begins with.
    pub fn setup<G: Notation>(&self, setup: &G::Setup) -> G::Setup {
        let mut setup = setup.clone();
        for (name, value) in &self.options {
            G::set_option(&mut setup, name, value).expect("a value that the option lists");
        }
        setup
    }
}

/// The name of no file, for texts that are read as if they came from one.
pub fn nowhere() -> &'static Path {
    Path::new("nowhere")
}

/// A refusal as the protocol shows it is one short line that says something.
pub fn sentence(error: &dyn std::fmt::Display) {
    let shown = answer::error(&error.to_string());
    let what = shown.strip_prefix("info string ").expect("an error is an `info string`");
    assert!((10..=400).contains(&what.chars().count()), "{what}");
    assert!(!what.chars().any(char::is_control), "{what:?}");
}

/// A file of this title with the checksum of what it says, if it says that it is one: hardly any changed input would be
/// read otherwise.
pub fn resealed(title: &'static str, text: &str) -> String {
    let kind = title.trim_end_matches(|c: char| c.is_ascii_digit());
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(kind) => {
            let body = rest.split_once('\n').filter(|(second, _)| second.starts_with("checksum "));
            seal(title, body.map_or(rest, |(_, body)| body))
        }
        _ => text.to_string(),
    }
}

/// All that is to be seen of a game.
pub fn state(session: &dyn Session) -> (String, Vec<String>, Standing, usize, Vec<GameOption>) {
    (session.position_text(), session.turns(), session.standing(), session.seat(), session.options())
}

/// A short search of the present position; `None` if the game is over.
pub fn search(
    session: &dyn Session,
    kind: Kind,
    nodes: u64,
    on_report: &mut dyn FnMut(&Report),
) -> Option<SearchResult> {
    let settings = Settings { kind, hash_kib: 1 << 10, multi_pv: 2, ..Settings::default() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { limits, settings, ..SearchRequest::default() };
    let job = session.search(request);
    assert_eq!(job.is_ok(), session.standing() == Standing::Open);
    Some(job.ok()?.1(on_report))
}

/// Plays a turn of the engine's own: it is legal, whole, and written as the engine writes it.
pub fn play_whole(session: &mut dyn Session, turn: &str) {
    let place = session.position_text();
    let side = session.sides()[session.seat()];
    let written = session.play(turn).unwrap_or_else(|error| panic!("`{turn}` in {place}: {error}"));
    assert_eq!(written, turn, "in {place}");
    let over = session.standing() != Standing::Open;
    assert!(over || session.sides()[session.seat()] != side, "`{turn}` in {place} is no whole turn");
}
