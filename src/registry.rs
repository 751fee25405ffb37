//! The games by name: the only file that knows them all.

use crate::game::{Learned, Playable};
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
    /// The ratings of its levels, in Elo above uniformly random play, as docs/levels.sh measures them.
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
            382, 422, 462, 502, 589, 675, 762, 816, 870, 924, 990, 1056, 1122, 1162, 1202, 1242, 1278, 1314, 1350,
            1373, 1396,
        ],
        book: Some(include_str!("../books/yavalath.txt")),
        open: || table::<Yavalath>("yavalath", yavalath::Setup::default(), Kind::AlphaBeta, 9),
    },
    Entry {
        name: "yavalath3",
        title: "Yavalath for three: block the next player, outlive the others",
        ratings: [
            566, 580, 593, 607, 701, 795, 889, 931, 974, 1016, 1032, 1048, 1064, 1087, 1110, 1133, 1164, 1195, 1226,
            1272, 1319,
        ],
        book: None,
        open: || table::<Yavalath3>("yavalath3", (), Kind::Mcts, 6),
    },
    Entry {
        name: "pentalath",
        title: "Pentalath: five in a line wins, what has no liberty is captured",
        ratings: [
            834, 927, 1021, 1114, 1350, 1586, 1822, 1975, 2127, 2280, 2349, 2417, 2486, 2535, 2585, 2634, 2697, 2761,
            2824, 2898, 2972,
        ],
        book: Some(include_str!("../books/pentalath.txt")),
        open: || table::<Pentalath>("pentalath", pentalath::Setup { swap: false }, Kind::AlphaBeta, 9),
    },
    Entry {
        name: "gipf",
        title: "GIPF, basic game: push pieces, take rows of four",
        ratings: [
            646, 817, 987, 1158, 1329, 1499, 1670, 1885, 2101, 2316, 2531, 2747, 2962, 3133, 3303, 3474, 3601, 3729,
            3856, 3976, 4096,
        ],
        book: Some(include_str!("../books/gipf.txt")),
        open: || table::<Gipf>("gipf", gipf::Setup::new(Variant::Basic), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-standard",
        title: "GIPF with three GIPF-pieces for each side",
        ratings: [
            240, 289, 339, 388, 603, 819, 1034, 1249, 1465, 1680, 1895, 2111, 2326, 2541, 2757, 2972, 3143, 3313, 3484,
            3675, 3866,
        ],
        book: None,
        open: || table::<Gipf>("gipf-standard", gipf::Setup::new(Variant::Standard), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-tournament",
        title: "GIPF with as many GIPF-pieces as you dare",
        ratings: [
            240, 320, 400, 480, 695, 911, 1126, 1341, 1557, 1772, 1987, 2203, 2418, 2545, 2673, 2800, 2927, 3055, 3182,
            3302, 3422,
        ],
        book: None,
        open: || table::<Gipf>("gipf-tournament", gipf::Setup::new(Variant::Tournament), Kind::AlphaBeta, 6),
    },
    Entry {
        name: "yinsh",
        title: "YINSH: five markers in a row cost you a ring, three rings win",
        ratings: [
            240, 311, 383, 454, 666, 878, 1090, 1302, 1514, 1726, 1941, 2157, 2372, 2435, 2499, 2562, 2689, 2817, 2944,
            3095, 3246,
        ],
        book: Some(include_str!("../books/yinsh.txt")),
        open: || table::<Yinsh>("yinsh", yinsh::Setup::YINSH, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "yinsh-blitz",
        title: "YINSH in which the first ring wins",
        ratings: [
            646, 747, 847, 948, 1119, 1289, 1460, 1540, 1620, 1700, 1827, 1955, 2082, 2131, 2181, 2230, 2401, 2571,
            2742, 2837, 2932,
        ],
        book: None,
        open: || table::<Yinsh>("yinsh-blitz", yinsh::Setup::BLITZ, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "zen",
        title: "Zèn l'initié: connect your pawns and the Zen; for two or four",
        ratings: [
            382, 475, 569, 662, 900, 1138, 1376, 1614, 1852, 2090, 2328, 2566, 2804, 2884, 2964, 3044, 3183, 3321,
            3460, 3580, 3700,
        ],
        book: Some(include_str!("../books/zen.txt")),
        open: || table::<Zen>("zen", zen::Setup::new(zen::Variant::Zen), Kind::AlphaBeta, 8),
    },
    Entry {
        name: "zen-free",
        title: "Zèn with a Zen that may go where nobody is",
        ratings: [
            240, 320, 400, 480, 718, 956, 1194, 1432, 1670, 1908, 2144, 2380, 2616, 2755, 2893, 3032, 3112, 3192, 3272,
            3384, 3496,
        ],
        book: None,
        open: || table::<Zen>("zen-free", zen::Setup::new(zen::Variant::Free), Kind::AlphaBeta, 8),
    },
];

/// Something to do with a game whose evaluation can be learned, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `name`, as it is played with the options it begins with.
    fn visit<G: Learned>(self, name: &'static str, setup: &G::Setup) -> Self::Output;
}

/// The games whose evaluations can be learned.
pub const LEARNED: &[&str] = &["yavalath", "pentalath", "gipf", "gipf-standard", "yinsh", "zen"];

/// Does something with one of [`LEARNED`], named in any case; `None` if it is none of them.
pub fn visit_learned<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    let name = LEARNED.iter().copied().find(|learned| learned.eq_ignore_ascii_case(name))?;
    Some(match name {
        "yavalath" => visitor.visit::<Yavalath>(name, &yavalath::Setup::default()),
        "pentalath" => visitor.visit::<Pentalath>(name, &pentalath::Setup { swap: false }),
        "gipf" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Basic)),
        "gipf-standard" => visitor.visit::<Gipf>(name, &gipf::Setup::new(Variant::Standard)),
        "yinsh" => visitor.visit::<Yinsh>(name, &yinsh::Setup::YINSH),
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
