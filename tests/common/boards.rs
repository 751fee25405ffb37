//! Boards made at random, as position texts: numbers of pieces and lines that no game gives.

use quintet::game::describe::{Piece, Place, PlaceKind, PlaceName};
use quintet::game::{Arrangement, Playable, Rng};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeMap;

/// The letters of the pieces of a game in a position text, and what may follow the board; `None` for a game that has no
/// parts of its own here.
fn hard_parts(game: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match game {
        "yavalath" => ("wb", &["w no 0", "b no 0", "w done 0", "b done 0", "w open 0", "b open 0"]),
        "yavalath3" => ("wbr", &["w -", "b -", "r -", "w b", "b r", "r w", "w br", "b wr"]),
        "pentalath" => {
            ("wb", &["w no 0", "b no 0", "w done 0", "b no 1", "w no 2", "w open 0", "b open 0", "b open 1"])
        }
        "gipf" => ("wb", &["w 9,9 w -", "b 9,9 w -", "b 9,9 b -", "w 9,9 - -", "w 2,2 b -", "w 1,1 w -"]),
        "gipf-standard" => ("wbWB", &["w 5,5 w -", "b 5,5 w -", "b 5,5 b -", "w 5,5 - -", "w 2,2 b -", "b 0,1 - -"]),
        "gipf-tournament" => (
            "wbWB",
            &["w 5,5 w -", "b 5,5 w -", "b 5,5 b -", "w 5,5 - -", "w 3,3 b -", "w 5,5 - wb", "b 1,1 - wb", "b 4,1 w b"],
        ),
        "yinsh" | "yinsh-blitz" => (
            "wb",
            &[
                "w 0,0 row w 0",
                "b 0,0 row w 0",
                "w 0,0 row b 0",
                "b 0,0 row b 0",
                "w 2,2 row w 0",
                "b 2,2 row b 0",
                "w 2,2 ring w 0",
                "b 1,2 ring w 0",
                "w 0,0 ring b 0",
                "b 0,0 ring w 0",
                "w 2,1 row b 0",
                "w 1,0 move w 0",
                "b 0,2 move b 1",
                "w 0,0 place w 0",
                "b 1,0 place b 0",
            ],
        ),
        "zen" | "zen-free" => ("wb", &["w - 0", "b - 0", "w f6 0", "b a1 0", "w - 1", "b f6 2"]),
        _ => return None,
    })
}

/// The board field of a position text: by rows from the highest number down, or by columns.
fn board_field(places: &[Place], filled: &BTreeMap<PlaceName, char>, by_rows: bool) -> String {
    let mut parts: BTreeMap<i32, BTreeMap<i32, &PlaceName>> = BTreeMap::new();
    for place in places.iter().filter(|place| place.kind != PlaceKind::Dot) {
        let letter = i32::from(place.name.as_bytes()[0]);
        let number: i32 = place.name[1..].parse().unwrap();
        let (part, at) = if by_rows { (-number, letter) } else { (letter, number) };
        parts.entry(part).or_default().insert(at, &place.name);
    }
    let part = |names: &BTreeMap<i32, &PlaceName>| {
        let mut text = String::new();
        let mut empty = 0;
        for name in names.values() {
            match filled.get(*name) {
                Some(letter) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(*letter);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    parts.values().map(part).collect::<Vec<_>>().join("/")
}

/// A board in which few lines hold most pieces, so that rows are long and cross, with what may follow it.
pub fn hard_text<G: Playable>(game: &str, setup: &G::Setup, rng: &mut Rng) -> String {
    let (lines, singles) = (rng.random_range(2..6), rng.random_range(0..12));
    board_text::<G>(game, setup, lines, singles, rng)
}

/// A board of any kind, which need not be one that the rules can go on from.
pub fn random_text<G: Playable>(game: &str, setup: &G::Setup, rng: &mut Rng) -> String {
    let most = [4, 12, 30, 60][rng.random_range(0..4)];
    let (lines, singles) = (rng.random_range(0..4_usize).saturating_sub(1), rng.random_range(0..most));
    board_text::<G>(game, setup, lines, singles, rng)
}

/// Letters on places: long lines of one letter across the board, in which neighbours are 1 from each other, and single
/// ones.
fn scattered(
    places: &[Place],
    letters: &[char],
    lines: usize,
    singles: usize,
    rng: &mut Rng,
) -> BTreeMap<PlaceName, char> {
    let mut filled = BTreeMap::new();
    for _ in 0..lines {
        let (a, b) = (places.choose(rng).unwrap().at, places.choose(rng).unwrap().at);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(0.1);
        let letter = *letters.choose(rng).unwrap();
        for place in places {
            let (x, y) = (place.at.0 - a.0, place.at.1 - a.1);
            let (along, across) = ((x * dx + y * dy) / length, (x * dy - y * dx).abs() / length);
            if across < 0.15 && (-0.4..length + 3.1).contains(&along) && rng.random_ratio(19, 20) {
                let stacked = letters.contains(&letter.to_ascii_uppercase()) && rng.random_ratio(1, 3);
                filled.insert(place.name.clone(), if stacked { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    for _ in 0..singles {
        filled.insert(places.choose(rng).unwrap().name.clone(), *letters.choose(rng).unwrap());
    }
    filled
}

/// Such a board as the game arranges it; an empty text if it refuses.
fn arranged_text<G: Playable>(setup: &G::Setup, lines: usize, singles: usize, rng: &mut Rng) -> String {
    let places: Vec<Place> = G::places().into_iter().filter(|place| place.kind != PlaceKind::Dot).collect();
    let kinds: BTreeMap<char, Piece> = ('0'..).zip(G::pieces_to_set(setup)).collect();
    let filled = scattered(&places, &kinds.keys().copied().collect::<Vec<_>>(), lines, singles, rng);
    let pieces = filled.into_iter().map(|(name, letter)| (name, kinds[&letter])).collect();
    let seat = rng.random_range(0..G::seats(setup));
    let arranged = G::arranged(setup, &Arrangement { pieces, seat, counts: Vec::new() });
    arranged.map_or_else(|_| String::new(), |position| position.position_text())
}

fn board_text<G: Playable>(game: &str, setup: &G::Setup, lines: usize, singles: usize, rng: &mut Rng) -> String {
    let Some((letters, rests)) = hard_parts(game) else { return arranged_text::<G>(setup, lines, singles, rng) };
    let letters: Vec<char> = letters.chars().collect();
    let rest = *rests.choose(rng).unwrap();
    let places = G::places();
    let mut filled = scattered(&places, &letters, lines, singles, rng);
    if game.starts_with("yinsh") {
        let taken: Vec<usize> = rest.split(' ').nth(1).unwrap().split(',').map(|n| n.parse().unwrap()).collect();
        for (letter, taken) in ['W', 'B'].into_iter().zip(taken) {
            let free: Vec<&PlaceName> = places
                .iter()
                .map(|place| &place.name)
                .filter(|name| !filled.get(*name).is_some_and(char::is_ascii_uppercase))
                .collect();
            // Every second board lacks rings.
            let rings = if rng.random_ratio(1, 2) { 5 - taken } else { rng.random_range(0..=5 - taken) };
            for name in free.sample(rng, rings) {
                filled.insert((*name).clone(), letter);
            }
        }
    }
    if game.starts_with("zen") && rng.random_ratio(3, 4) {
        filled.insert(places.choose(rng).unwrap().name.clone(), 'z');
    }
    format!("{} {rest}", board_field(&places, &filled, !game.starts_with("gipf") && !game.starts_with("yinsh")))
}
