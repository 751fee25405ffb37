//! The games by name: the only file that knows them all.

use crate::games::yavalath::{Setup as YavalathSetup, Yavalath, Yavalath3};
use crate::search::Kind;
use crate::session::{GameSession, Session};

/// A game that can be played.
pub struct Entry {
    /// Its name on the command line and in the protocol.
    pub name: &'static str,
    /// Its name in a book, and in a few words what it is.
    pub title: &'static str,
    /// Sits down to it.
    pub open: fn() -> Box<dyn Session>,
}

/// All games. The number at the end of each is the depth of its `bench`, chosen to take about a second.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "yavalath",
        title: "Yavalath: four in a line wins, three loses",
        open: || Box::new(GameSession::<Yavalath>::new("yavalath", YavalathSetup::default(), Kind::AlphaBeta, 6)),
    },
    Entry {
        name: "yavalath3",
        title: "Yavalath for three: block the next player, outlive the others",
        open: || Box::new(GameSession::<Yavalath3>::new("yavalath3", (), Kind::Mcts, 5)),
    },
];

/// Sits down to a game by name, in any case; `None` if there is no such game.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).map(|entry| (entry.open)())
}

/// A sentence for whoever asked for a game that does not exist.
pub fn unknown(name: &str) -> String {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    format!("there is no game `{name}`; the games are {}", names.join(", "))
}
