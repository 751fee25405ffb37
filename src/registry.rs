//! The games by name: the only file that knows them all.

use crate::eval::network::Learned;
use crate::game::Playable;
use crate::games::gipf::{self, Gipf, Variant};
use crate::games::pentalath::{self, Pentalath};
use crate::games::yavalath::{self, Yavalath, Yavalath3};
use crate::games::yinsh::{self, Yinsh};
use crate::games::zen::{self, Zen};
use crate::search::Kind;
use crate::search::skill::Ratings;
use crate::session::{GameSession, Session};

/// A game that can be played.
pub struct Entry {
    /// Its name on the command line and in the protocol.
    pub name: &'static str,
    /// Its name in a book, and in a few words what it is.
    pub title: &'static str,
    /// The ratings of its levels, in Elo above uniformly random play, as `docs/measure.sh ratings` finds them.
    pub ratings: Ratings,
    /// Its book, if it has one.
    pub book: Option<&'static str>,
    /// Sits down to it.
    pub open: fn() -> Box<dyn Session>,
}

/// A table for a game.
fn table<G: Playable>(name: &'static str, setup: G::Setup, auto: Kind, bench_depth: u32) -> Box<dyn Session> {
    Box::new(GameSession::<G>::new(name, setup, auto, bench_depth))
}

/// All games. The number at the end of each is the depth of its `bench`, chosen to take a fraction of a second.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "yavalath",
        title: "Yavalath: four in a line wins, three loses",
        ratings: [
            252, 293, 335, 376, 494, 612, 730, 799, 869, 938, 1035, 1133, 1230, 1284, 1338, 1392, 1442, 1492, 1542,
            1579, 1616,
        ],
        book: Some(include_str!("../openings/books/yavalath.txt")),
        open: || table::<Yavalath>("yavalath", yavalath::Setup::default(), Kind::AlphaBeta, 9),
    },
    Entry {
        name: "yavalath3",
        title: "Yavalath for three: block the next player, outlive the others",
        ratings: [
            319, 331, 344, 356, 440, 524, 608, 683, 758, 833, 930, 1027, 1124, 1148, 1172, 1196, 1268, 1341, 1413,
            1480, 1546,
        ],
        book: None,
        open: || table::<Yavalath3>("yavalath3", (), Kind::MctsEval, 6),
    },
    Entry {
        name: "pentalath",
        title: "Pentalath: five in a line wins, what has no liberty is captured",
        ratings: [
            798, 878, 958, 1038, 1209, 1379, 1550, 1709, 1869, 2028, 2149, 2271, 2392, 2462, 2532, 2602, 2633, 2663,
            2694, 2859, 3024,
        ],
        book: Some(include_str!("../openings/books/pentalath.txt")),
        open: || table::<Pentalath>("pentalath", pentalath::Setup { swap: false }, Kind::AlphaBeta, 9),
    },
    Entry {
        name: "gipf",
        title: "GIPF, basic game: push pieces, take rows of four",
        ratings: [
            126, 216, 306, 396, 651, 905, 1160, 1415, 1669, 1924, 2179, 2433, 2688, 2943, 3197, 3452, 3579, 3707, 3834,
            4152, 4470,
        ],
        book: Some(include_str!("../openings/books/gipf.txt")),
        open: || table::<Gipf>("gipf", gipf::Setup::new(Variant::Basic), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-standard",
        title: "GIPF with three GIPF-pieces for each side",
        ratings: [
            214, 341, 469, 596, 851, 1105, 1360, 1615, 1869, 2124, 2379, 2633, 2888, 3033, 3179, 3324, 3451, 3579,
            3706, 3897, 4088,
        ],
        book: Some(include_str!("../openings/books/gipf-standard.txt")),
        open: || table::<Gipf>("gipf-standard", gipf::Setup::new(Variant::Standard), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-tournament",
        title: "GIPF with as many GIPF-pieces as you dare",
        ratings: [
            436, 499, 563, 626, 881, 1135, 1390, 1645, 1899, 2154, 2409, 2663, 2918, 3063, 3209, 3354, 3455, 3555,
            3656, 4038, 4420,
        ],
        book: Some(include_str!("../openings/books/gipf-tournament.txt")),
        open: || table::<Gipf>("gipf-tournament", gipf::Setup::new(Variant::Tournament), Kind::AlphaBeta, 6),
    },
    Entry {
        name: "yinsh",
        title: "YINSH: five markers in a row cost you a ring, three rings win",
        ratings: [
            270, 355, 439, 524, 712, 900, 1088, 1343, 1597, 1852, 2023, 2193, 2364, 2483, 2603, 2722, 2778, 2834, 2890,
            3208, 3526,
        ],
        book: Some(include_str!("../openings/books/yinsh.txt")),
        open: || table::<Yinsh>("yinsh", yinsh::Setup::YINSH, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "yinsh-blitz",
        title: "YINSH in which the first ring wins",
        ratings: [
            530, 612, 694, 776, 1001, 1227, 1452, 1602, 1752, 1902, 2036, 2170, 2304, 2361, 2419, 2476, 2543, 2609,
            2676, 2915, 3154,
        ],
        book: Some(include_str!("../openings/books/yinsh-blitz.txt")),
        open: || table::<Yinsh>("yinsh-blitz", yinsh::Setup::BLITZ, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "zen",
        title: "Zèn l'initié: connect your pawns and the Zen; for two or four",
        ratings: [
            450, 591, 733, 874, 1141, 1409, 1676, 1901, 2127, 2352, 2619, 2887, 3154, 3281, 3409, 3536, 3641, 3747,
            3852, 4128, 4404,
        ],
        book: Some(include_str!("../openings/books/zen.txt")),
        open: || table::<Zen>("zen", zen::Setup::new(zen::Variant::Zen), Kind::AlphaBeta, 8),
    },
    Entry {
        name: "zen-free",
        title: "Zèn with a Zen that may go where nobody is",
        ratings: [
            450, 591, 733, 874, 1141, 1409, 1676, 1943, 2211, 2478, 2745, 3013, 3280, 3401, 3523, 3644, 3759, 3875,
            3990, 4391, 4792,
        ],
        book: Some(include_str!("../openings/books/zen-free.txt")),
        open: || table::<Zen>("zen-free", zen::Setup::new(zen::Variant::Free), Kind::AlphaBeta, 8),
    },
];

/// The file of the repository that has the rules of the game `name`.
pub fn rules(name: &str) -> &'static str {
    match name.split('-').next() {
        Some("pentalath") => "docs/rules/pentalath.md",
        Some("gipf") => "docs/rules/gipf.md",
        Some("yinsh") => "docs/rules/yinsh.md",
        Some("zen") => "docs/rules/zen.md",
        _ => "docs/rules/yavalath.md",
    }
}

/// Something to do with a game whose evaluation can be learned, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `name`, as it is played with the options it begins with.
    fn visit<G: Learned>(self, name: &'static str, setup: &G::Setup) -> Self::Output;
}

/// The games whose evaluations can be learned.
pub const LEARNED: &[&str] =
    &["yavalath", "yavalath3", "pentalath", "gipf", "gipf-standard", "yinsh", "yinsh-blitz", "zen"];

/// Does something with one of [`LEARNED`], named in any case; `None` if it is none of them.
pub fn visit_learned<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    let name = LEARNED.iter().copied().find(|learned| learned.eq_ignore_ascii_case(name))?;
    Some(match name {
        "yavalath" => visitor.visit::<Yavalath>(name, &yavalath::Setup::default()),
        "yavalath3" => visitor.visit::<Yavalath3>(name, &()),
        "pentalath" => visitor.visit::<Pentalath>(name, &pentalath::Setup { swap: false }),
        "gipf" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Basic)),
        "gipf-standard" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Standard)),
        "yinsh" => visitor.visit::<Yinsh>(name, &yinsh::Setup::YINSH),
        "yinsh-blitz" => visitor.visit::<Yinsh>(name, &yinsh::Setup::BLITZ),
        "zen" => visitor.visit::<Zen>(name, &zen::Setup::new(zen::Variant::Zen)),
        _ => return None,
    })
}

/// Something to do with any game, whichever it is.
pub trait AnyVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `name`, as it is played with the options it begins with; `auto` is the search that is
    /// best for it.
    fn visit<G: Playable>(self, name: &'static str, setup: &G::Setup, auto: Kind) -> Self::Output;
}

/// Does something with one of [`GAMES`], named in any case; `None` if it is none of them.
pub fn visit<V: AnyVisitor>(name: &str, visitor: V) -> Option<V::Output> {
    let session = open(name)?;
    let (name, auto) = (session.name(), session.auto());
    Some(match name {
        "yavalath" => visitor.visit::<Yavalath>(name, &yavalath::Setup::default(), auto),
        "yavalath3" => visitor.visit::<Yavalath3>(name, &(), auto),
        "pentalath" => visitor.visit::<Pentalath>(name, &pentalath::Setup { swap: false }, auto),
        "gipf" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Basic), auto),
        "gipf-standard" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Standard), auto),
        "gipf-tournament" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Tournament), auto),
        "yinsh" => visitor.visit::<Yinsh>(name, &yinsh::Setup::YINSH, auto),
        "yinsh-blitz" => visitor.visit::<Yinsh>(name, &yinsh::Setup::BLITZ, auto),
        "zen" => visitor.visit::<Zen>(name, &zen::Setup::new(zen::Variant::Zen), auto),
        "zen-free" => visitor.visit::<Zen>(name, &zen::Setup::new(zen::Variant::Free), auto),
        _ => return None,
    })
}

/// Sits down to a game by name, in any case; `None` if there is no such game.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).map(|entry| (entry.open)())
}

/// The ratings of the levels of a game, given by its name.
///
/// # Panics
/// If there is no such game.
pub fn ratings(name: &str) -> &'static Ratings {
    match GAMES.iter().find(|entry| entry.name == name) {
        Some(entry) => &entry.ratings,
        None => panic!("{}", unknown(name)),
    }
}

/// The text of the book that the program has for a game, given by its name.
pub fn book(name: &str) -> Option<&'static str> {
    GAMES.iter().find(|entry| entry.name == name)?.book
}

/// A sentence for whoever asked for a game that does not exist.
pub fn unknown(name: &str) -> String {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    format!("there is no game `{name}`; the games are {}", names.join(", "))
}
