//! The games by name: the only file that knows them all.

use crate::game::Playable;
use crate::games::gipf::{self, Gipf, Variant};
use crate::games::pentalath::{self, Pentalath};
use crate::games::yavalath::{self, Yavalath, Yavalath3};
use crate::games::yinsh::{self, Yinsh};
use crate::games::zen::{self, Zen};
use crate::network::Learned;
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
            240, 276, 312, 348, 466, 584, 702, 787, 871, 956, 1042, 1128, 1214, 1267, 1319, 1372, 1434, 1496, 1558,
            1632, 1706,
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
            834, 927, 1021, 1114, 1285, 1455, 1626, 1779, 1931, 2084, 2185, 2285, 2386, 2455, 2523, 2592, 2641, 2691,
            2740, 2916, 3092,
        ],
        book: Some(include_str!("../books/pentalath.txt")),
        open: || table::<Pentalath>("pentalath", pentalath::Setup { swap: false }, Kind::AlphaBeta, 9),
    },
    Entry {
        name: "gipf",
        title: "GIPF, basic game: push pieces, take rows of four",
        ratings: [
            646, 817, 987, 1158, 1373, 1589, 1804, 2019, 2235, 2450, 2621, 2791, 2962, 3089, 3217, 3344, 3445, 3545,
            3646, 3902, 4158,
        ],
        book: Some(include_str!("../books/gipf.txt")),
        open: || table::<Gipf>("gipf", gipf::Setup::new(Variant::Basic), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-standard",
        title: "GIPF with three GIPF-pieces for each side",
        ratings: [
            240, 289, 339, 388, 603, 819, 1034, 1249, 1465, 1680, 1895, 2111, 2326, 2497, 2667, 2838, 2918, 2998, 3078,
            3401, 3724,
        ],
        book: Some(include_str!("../books/gipf-standard.txt")),
        open: || table::<Gipf>("gipf-standard", gipf::Setup::new(Variant::Standard), Kind::AlphaBeta, 7),
    },
    Entry {
        name: "gipf-tournament",
        title: "GIPF with as many GIPF-pieces as you dare",
        ratings: [
            240, 341, 441, 542, 757, 973, 1188, 1403, 1619, 1834, 2049, 2265, 2480, 2695, 2911, 3126, 3341, 3557, 3772,
            4028, 4284,
        ],
        book: Some(include_str!("../books/gipf-tournament.txt")),
        open: || table::<Gipf>("gipf-tournament", gipf::Setup::new(Variant::Tournament), Kind::AlphaBeta, 6),
    },
    Entry {
        name: "yinsh",
        title: "YINSH: five markers in a row cost you a ring, three rings win",
        ratings: [
            240, 341, 441, 542, 754, 966, 1178, 1349, 1519, 1690, 1861, 2031, 2202, 2373, 2543, 2714, 2777, 2841, 2904,
            3227, 3550,
        ],
        book: Some(include_str!("../books/yinsh.txt")),
        open: || table::<Yinsh>("yinsh", yinsh::Setup::YINSH, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "yinsh-blitz",
        title: "YINSH in which the first ring wins",
        ratings: [
            512, 587, 661, 736, 816, 896, 976, 1085, 1193, 1302, 1411, 1519, 1628, 1708, 1788, 1868, 1908, 1948, 1988,
            2196, 2404,
        ],
        book: Some(include_str!("../books/yinsh-blitz.txt")),
        open: || table::<Yinsh>("yinsh-blitz", yinsh::Setup::BLITZ, Kind::AlphaBeta, 7),
    },
    Entry {
        name: "zen",
        title: "Zèn l'initié: connect your pawns and the Zen; for two or four",
        ratings: [
            382, 475, 569, 662, 900, 1138, 1376, 1614, 1852, 2090, 2328, 2566, 2804, 2897, 2991, 3084, 3164, 3244,
            3324, 3553, 3782,
        ],
        book: Some(include_str!("../books/zen.txt")),
        open: || table::<Zen>("zen", zen::Setup::new(zen::Variant::Zen), Kind::AlphaBeta, 8),
    },
    Entry {
        name: "zen-free",
        title: "Zèn with a Zen that may go where nobody is",
        ratings: [
            240, 320, 400, 480, 718, 956, 1194, 1389, 1583, 1778, 2014, 2250, 2486, 2639, 2791, 2944, 3037, 3131, 3224,
            3516, 3808,
        ],
        book: Some(include_str!("../books/zen-free.txt")),
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
pub const LEARNED: &[&str] = &["yavalath", "pentalath", "gipf", "gipf-standard", "yinsh", "yinsh-blitz", "zen"];

/// Does something with one of [`LEARNED`], named in any case; `None` if it is none of them.
pub fn visit_learned<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    let name = LEARNED.iter().copied().find(|learned| learned.eq_ignore_ascii_case(name))?;
    Some(match name {
        "yavalath" => visitor.visit::<Yavalath>(name, &yavalath::Setup::default()),
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
