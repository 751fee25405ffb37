//! CodinGame's arenas of Yavalath and YINSH: their lines, cells and rules, as far as they differ from ours.
//!
//! What is known about them stands here once, and nothing here starts a process, waits or reads a clock. [`told`] reads what
//! an arena tells a player, and writes it; [`spelling`] is cells and turns in an arena's spelling and in ours; [`inferred`] is
//! the position that a board shows; [`table`] is a game under an arena's rules. `docs/arenas.md` says where they differ from
//! the printed ones.

pub mod inferred;
pub mod spelling;
pub mod table;
pub mod told;

use crate::registry;
use crate::session::Session;
use std::time::Duration;

/// A game with an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArenaGame {
    /// Yavalath.
    Yavalath,
    /// YINSH.
    Yinsh,
}

/// What an arena's protocol consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The name of the arena and of the game by our rules.
    pub name: &'static str,
    /// How many cells each line of a board has; their number is the first line of a turn.
    pub lengths: &'static [usize],
    /// The sign of an empty cell.
    pub empty: char,
    /// The pieces; those that are placed first.
    pub pieces: &'static [Piece],
    /// Whether the players are asked before the game if they want the list of actions, which then comes with every turn.
    /// Otherwise the opponent's last turn does.
    pub has_actions: bool,
    /// The word by which the second player takes over the first piece; none where the cell of that stone says it.
    pub steal: Option<&'static str>,
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Our letters for White and Black.
    pub letters: [char; 2],
    /// The signs for a player's own and for the other's.
    pub signs: [char; 2],
}

/// How long the first answer of a player may take; in YINSH that is the `yes` or `no` before the game.
pub const FIRST_ANSWER: Duration = Duration::from_millis(1000);
/// How long every other answer may take.
pub const ANSWER: Duration = Duration::from_millis(100);

const YAVALATH: Facts = Facts {
    name: "yavalath",
    lengths: &[5, 6, 7, 8, 9, 8, 7, 6, 5],
    empty: '0',
    pieces: &[Piece { letters: ['w', 'b'], signs: ['1', '2'] }],
    has_actions: false,
    steal: None,
};

const YINSH: Facts = Facts {
    name: "yinsh",
    lengths: &[4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4],
    empty: '.',
    pieces: &[Piece { letters: ['W', 'B'], signs: ['R', 'r'] }, Piece { letters: ['w', 'b'], signs: ['S', 's'] }],
    has_actions: true,
    steal: Some("STEAL"),
};

impl ArenaGame {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Yavalath, Self::Yinsh];

    /// The arena of the game of this name, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name().eq_ignore_ascii_case(name))
    }

    /// Its protocol.
    pub fn facts(self) -> &'static Facts {
        match self {
            Self::Yavalath => &YAVALATH,
            Self::Yinsh => &YINSH,
        }
    }

    /// The name of the game.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The first line of every turn.
    pub fn header(self) -> String {
        self.facts().lengths.len().to_string()
    }

    /// The game by our rules, with the exchange of sides that an arena has.
    pub fn session(self) -> Box<dyn Session> {
        let known = "every game of an arena is one of ours";
        let mut session = registry::open(self.name()).expect(known);
        if session.options().iter().any(|option| option.name == SWAP) {
            session.set_option(SWAP, "true").expect(known);
        }
        session
    }
}

/// The option that has the exchange of sides.
pub const SWAP: &str = "Swap";
