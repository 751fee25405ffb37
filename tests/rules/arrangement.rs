//! Positions set up by hand: what a position shows makes a position that shows the same, and what is impossible is
//! refused in a sentence.

use crate::common::boards::hard_text;
use quintet::board::bits::random_below;
use quintet::game::describe::{Colour, Count, CountKind, Piece, PieceKind, PlaceName, Shape};
use quintet::game::{Arrangement, OptionKind, Playable, Rng, TextError};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::session::{Play, Session};
use rand::SeedableRng;
use std::collections::BTreeMap;

/// Positions of each game, and of each of its options.
const POSITIONS: usize = 2_000;

/// What a person sees of a position.
fn shown<G: Playable>(position: &G) -> (BTreeMap<PlaceName, Piece>, Vec<Count>, usize) {
    (position.pieces().into_iter().collect(), position.counts(), position.seat())
}

/// The fields of a position text that may be others: those that nobody sees, with the colour to decide of games with a
/// swap, where it is another one for the same seat after it.
fn hidden_fields(game: &str) -> &'static [usize] {
    match game {
        "yavalath" | "pentalath" => &[1, 2, 3],
        "yavalath3" => &[],
        "yinsh" | "yinsh-blitz" => &[1, 3, 4, 5],
        "zen" | "zen-free" => &[2, 3],
        "gipf" | "gipf-standard" | "gipf-tournament" => &[3, 4],
        _ => &[],
    }
}

/// Whether the fields that nobody sees have the values that they usually have with such a board.
fn is_usual(game: &str, fields: &[&str]) -> bool {
    match (game, fields) {
        ("yavalath" | "pentalath", [_, _, swap, passes]) => *swap != "done" && *passes == "0",
        // Who has a row has made it. Whoever is to take off a ring looks like one who moves a ring.
        ("yinsh" | "yinsh-blitz", [.., "done"]) => false,
        ("yinsh" | "yinsh-blitz", [_, colour, _, phase, next, passes, ..]) => match *phase {
            "row" => next != colour,
            "ring" => false,
            _ => *passes == "0",
        },
        ("zen" | "zen-free", [_, _, ban, passes, ..]) => *ban == "-" && *passes == "0",
        ("gipf", [_, colour, _, pushed, _]) => *pushed == "-" || pushed == colour,
        // A row of GIPF-pieces alone looks like one that has been left.
        ("gipf-standard", [_, _, _, pushed, _]) => *pushed == "-",
        // Whoever has no single piece on the board looks like one who has never pushed one.
        ("gipf-tournament", [board, _, _, pushed, may_stack]) => {
            *pushed == "-" && ['w', 'b'].iter().all(|&side| board.contains(side) != may_stack.contains(side))
        }
        _ => true,
    }
}

/// Arranges what a position shows. Returns whether it is the same position; one from play differs only in what nobody
/// sees.
fn arrange_again<G: Playable>(game: &str, setup: &G::Setup, position: &G, is_from_play: bool) -> bool {
    let text = position.position_text();
    let arrangement = Arrangement::of(position);
    let allowed = G::pieces_to_set(setup);
    assert!(arrangement.pieces.iter().all(|(_, piece)| allowed.contains(piece)), "{text}");
    let again = match G::arranged(setup, &arrangement) {
        Ok(again) => again,
        // The one who has taken a row and is to take off a ring decides before the other's row: nobody can see that.
        Err(why) => {
            let is_between = position.outcome().is_none() && position.task().phase == "takeRing";
            assert!(is_between && why.to_string().contains("has a row to take"), "{why}: {text}");
            return false;
        }
    };
    let new_text = again.position_text();
    assert_eq!(shown(&again).0, shown(position).0, "{text}, {new_text}");
    assert_eq!(again.counts(), position.counts(), "{text}, {new_text}");
    if again.outcome().is_none() {
        assert_eq!(again.seat(), position.seat(), "{text}, {new_text}");
    }
    // What nobody sees has its usual value now, so nothing changes any more.
    assert_eq!(G::arranged(setup, &Arrangement::of(&again)), Ok(again), "{text}, {new_text}");
    if !is_from_play {
        return new_text == text;
    }
    for (index, (old, new)) in text.split(' ').zip(new_text.split(' ')).enumerate() {
        assert!(old == new || hidden_fields(game).contains(&index), "{text}, {new_text}");
    }
    assert!(new_text == text || !is_usual(game, &text.split(' ').collect::<Vec<_>>()), "{text}, {new_text}");
    new_text == text
}

/// How many of so many positions from random play are the same when they are arranged again.
fn same_in_random_play<G: Playable>(game: &str, setup: &G::Setup, positions: usize, rng: &mut Rng) -> usize {
    let (mut position, mut same) = (G::start(setup), 0);
    assert!(arrange_again(game, setup, &position, true), "{game}: the start");
    for _ in 0..positions {
        same += usize::from(arrange_again(game, setup, &position, true));
        if position.outcome().is_some() {
            position = G::start(setup);
        } else {
            position.play(position.random_move(rng));
        }
    }
    same
}

/// The setup as it is, and with each option at each other value.
fn setups<G: Playable>(setup: &G::Setup) -> Vec<G::Setup> {
    let mut setups = vec![setup.clone()];
    for option in G::options(setup) {
        let values = match option.kind {
            OptionKind::Check(is_on) => vec![(!is_on).to_string()],
            OptionKind::Choice(_, values) => values.iter().map(|value| (*value).to_string()).collect(),
        };
        for value in values {
            let mut other = setup.clone();
            G::set_option(&mut other, option.name, &value).unwrap();
            if !setups.contains(&other) {
                setups.push(other);
            }
        }
    }
    setups
}

struct RandomPlay;

impl Visitor for RandomPlay {
    type Output = ();

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) {
        let mut rng = Rng::seed_from_u64(21);
        for setup in &setups::<G>(setup) {
            let same = same_in_random_play::<G>(entry.name, setup, POSITIONS, &mut rng);
            // In Zèn every move of the Zen bans a place.
            let least = if entry.name.starts_with("zen") { 80 } else { 95 };
            assert!(100 * same >= least * POSITIONS, "{} {setup:?}: {same} of {POSITIONS}", entry.name);
        }
    }
}

#[test]
fn what_a_position_shows_makes_one_that_shows_the_same() {
    registry::names().for_each(|name| registry::visit(name, RandomPlay).unwrap());
}

/// Pieces thrown on places, some of them wrong, with seats and counts thrown as well.
fn thrown<G: Playable>(setup: &G::Setup, rng: &mut Rng) -> Arrangement {
    let mut any = |most: usize| random_below(rng, most as u32) as usize;
    let mut places: Vec<PlaceName> = G::places().into_iter().map(|place| place.name).collect();
    let allowed = G::pieces_to_set(setup);
    let (most, is_odd) = ([4, 10, 25, 60][any(4)], any(8) == 0);
    let mut pieces = Vec::new();
    for _ in 0..any(most.min(places.len())) {
        let name = if is_odd { places[any(places.len())].clone() } else { places.swap_remove(any(places.len())) };
        pieces.push((name, allowed[any(allowed.len())]));
    }
    if is_odd {
        let place = ["", "z99", "pass", "a1", "é"][any(5)].to_string();
        let ring = PieceKind { id: "ring", shape: Shape::Ring, name: || quintet::sentence::verbatim("ring") };
        pieces.push((place, Piece::new(ring, Colour::ALL[any(3)])));
    }
    let seat = if is_odd { [0, 4, usize::MAX][any(3)] } else { any(G::seats(setup)) };
    let mut counts = Vec::new();
    for mut count in G::start(setup).counts() {
        count.count = [0, 1, 2, 3, 5, 12][any(6)];
        if is_odd {
            count.count = [i32::MIN, -1, 255, 256, i32::MAX][any(5)];
        }
        if any(4) == 0 {
            counts.push(count);
        }
    }
    if is_odd && any(2) == 0 {
        let kind = CountKind { id: "stonesÉ", name: || quintet::sentence::verbatim("stones"), one: "", many: "" };
        counts.push(Count { kind, colour: None, count: 1 });
    }
    Arrangement { pieces, seat, counts }
}

struct Thrown;

impl Visitor for Thrown {
    type Output = (usize, usize);

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> (usize, usize) {
        let mut rng = Rng::seed_from_u64(22);
        let (mut arranged, mut refused) = (0, BTreeMap::<String, usize>::new());
        for setup in setups::<G>(setup) {
            for _ in 0..POSITIONS {
                let arrangement = thrown::<G>(&setup, &mut rng);
                match G::arranged(&setup, &arrangement) {
                    Ok(position) => {
                        arranged += 1;
                        let (pieces, counts, seat) = shown(&position);
                        assert_eq!(pieces, arrangement.pieces.iter().cloned().collect());
                        assert!(arrangement.counts.iter().all(|count| counts.contains(count)), "{arrangement:?}");
                        assert!(position.outcome().is_some() || seat == arrangement.seat);
                        assert_eq!(G::read_position(&setup, &position.position_text()), Ok(position));
                        if arranged % 40 == 0 {
                            crate::common::laws::anywhere(&setup, &position);
                        }
                    }
                    Err(TextError::Position(why)) => {
                        let why = why.to_string();
                        assert!(why.len() > 15 && !why.contains(['\n', '`']) || why.contains("no place"), "{why}");
                        assert!(!why.ends_with('.') && !why.contains("fields"), "{why}");
                        *refused.entry(why).or_default() += 1;
                    }
                    Err(other) => panic!("{other:?}"),
                }
            }
        }
        if std::env::var_os("QUINTET_SHOW").is_some() {
            println!("{}: {arranged} arranged, {refused:#?}", entry.name);
        }
        // Positions built to be hard, such as exercises that lack pieces.
        for _ in 0..POSITIONS {
            if let Ok(position) = G::read_position(setup, &hard_text::<G>(entry.name, setup, &mut rng)) {
                arrange_again(entry.name, setup, &position, false);
            }
        }
        (arranged, refused.values().sum())
    }
}

#[test]
fn pieces_thrown_on_the_board_make_a_position_or_a_sentence() {
    for name in registry::names() {
        let (arranged, refused) = registry::visit(name, Thrown).unwrap();
        assert!(arranged > POSITIONS / 20 && refused > POSITIONS / 20, "{name}: {arranged} and {refused}");
    }
}

/// A session of a game with options such as `Seats=4`.
fn open(game: &str) -> Box<dyn Session> {
    let mut words = game.split(' ');
    let mut session = registry::open(words.next().unwrap()).unwrap();
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        session.set_option(name, value).unwrap();
    }
    session
}

/// An arrangement such as `white ring a2 a3, black marker e5; 1; ringsTaken white 2`: pieces, the seat from 1, counts.
fn arrangement(session: &dyn Play, text: &str) -> Arrangement {
    let colour = |word: &str| Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(word));
    let parts: Vec<&str> = text.split("; ").collect();
    // Also those of other games, which are refused.
    let pieces: Vec<Piece> = registry::GAMES.iter().flat_map(|game| (game.open)().pieces_to_set()).collect();
    let mut arrangement = Arrangement { seat: parts[1].parse::<usize>().unwrap() - 1, ..Arrangement::default() };
    for group in parts[0].split(", ").filter(|group| !group.is_empty()) {
        let words: Vec<&str> = group.split(' ').collect();
        let kind = pieces.iter().map(|piece| piece.kind).find(|kind| kind.id == words[1]).unwrap();
        let piece = Piece::new(kind, colour(words[0]).unwrap());
        arrangement.pieces.extend(words[2..].iter().map(|place| ((*place).to_string(), piece)));
    }
    for count in &parts[2..] {
        let words: Vec<&str> = count.split(' ').collect();
        let known = session.state().counts.into_iter().find(|count| count.kind.id == words[0]);
        let nothing = CountKind { id: "nothing", name: || quintet::sentence::verbatim("stones"), one: "", many: "" };
        let kind = known.map_or(nothing, |count| count.kind);
        let number = words[words.len() - 1].parse().unwrap();
        arrangement.counts.push(Count { kind, colour: colour(words[1]), count: number });
    }
    arrangement
}

fn arranged(game: &str, text: &str) -> Result<String, String> {
    let session = open(game);
    session.arranged(&arrangement(&*session, text)).map_err(|why| why.to_string())
}

#[test]
fn what_is_impossible_is_refused_in_a_sentence() {
    let pawns = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 a2 b2";
    for (game, text, why) in [
        ("yavalath", "white stone e5 e5; 1", "there are two pieces on e5"),
        ("yavalath", "white stone e5; 3", "there is no seat 3: the seats are 1 to 2"),
        ("yavalath", "red stone e5; 1", "this game has no red stone"),
        ("yavalath", "white stone k12; 1", "the board has no place `k12`"),
        ("yavalath", "; 1; reserve 3", "this game does not count stones"),
        (
            "yavalath",
            "white stone e5 e6 e7, black stone d4 d5 d6; 1",
            "White and Black have lines of three or more, but the first ended the game",
        ),
        ("yavalath3", "red stone e5 e6 e7; 3", "Red has three in a row and is out, so Red does not decide"),
        ("pentalath", "white stone a1, black stone a2 b1 b2; 1", "White has a group without a liberty"),
        ("gipf", "white gipf e5; 1", "this game has no white GIPF-piece"),
        ("gipf", "white single a1; 1", "no piece can lie on a1, a dot at the edge"),
        (
            "gipf",
            "white single b2 b3; 1; reserve white 12; captured white 2",
            "White has 2 pieces on the board, 12 in reserve and 2 captured, but began with 15",
        ),
        ("gipf", "; 1; captured black 16", "Black has 0 pieces on the board and 16 captured, but began with 15"),
        ("gipf", "; 1; reserve black -1", "reserve of Black cannot be -1"),
        ("gipf", "white single e2 e3 e4 e5; 2", "White has a row to take, so Black does not decide"),
        ("yinsh", "white ring a2 a3 a4 a5 b1 b2; 1", "White has 6 rings on the board, but began with 5"),
        (
            "yinsh",
            "white ring a2 a3 a4 a5; 1; ringsInHand white 1; ringsTaken white 1",
            "White has 4 rings on the board, 1 in hand and 1 taken off, but began with 5",
        ),
        (
            "yinsh",
            "white ring a2, white marker e5; 1",
            "White has 1 ring on the board: say how many were taken off, at most 3",
        ),
        ("yinsh", "white ring a2 a3 a4 a5 b1; 1", "Black has rings to place, so White does not decide"),
        (
            "yinsh",
            "white ring a2 a3, black ring k7 k8, black marker e4; 1",
            "White and Black have both taken off enough rings to win",
        ),
        ("yinsh", "; 1; ringsTaken white 4", "White cannot have taken off 4 rings where 3 win"),
        ("yinsh", "; 1; markers - 50", "markers must be 51 on this board, not 50"),
        ("zen", "red zen a1 b1; 1", "there are 2 Zens, but the most is 1"),
        ("zen", "black zen a1; 1", "this game has no black Zen"),
        ("zen", &format!("white pawn {pawns}; 1"), "there are 13 white pawns, but the most is 12"),
        ("zen", "red zen f6; 3", "there is no seat 3: the seats are 1 to 2"),
    ] {
        assert_eq!(arranged(game, text), Err(why.to_string()), "{game} {text}");
    }
}

#[test]
fn what_is_not_said_follows_from_the_board() {
    for (game, text, position) in [
        ("yavalath", "; 1", "5/6/7/8/9/8/7/6/5 w open 0"),
        ("yavalath", "white stone e5; 2", "5/6/7/8/4w4/8/7/6/5 b open 0"),
        ("yavalath", "white stone e5; 1", "5/6/7/8/4w4/8/7/6/5 w no 0"),
        ("yavalath Swap=false", "white stone e5; 2", "5/6/7/8/4w4/8/7/6/5 b no 0"),
        ("yavalath3", "white stone e5 e6 e7; 2", "5/6/2w4/3w4/4w4/8/7/6/5 b w"),
        ("pentalath Swap=true", "; 1", "5/6/7/8/9/8/7/6/5 w open 0"),
        // Rows have been made by whoever decides.
        ("gipf", "white single e2 e3 e4 e5; 1", "4/5/6/wwww3/6/5/4 w 11,15 w -"),
        ("gipf", "; 1; captured white 3; reserve black 4", "4/5/6/7/6/5/4 w 12,4 - -"),
        ("gipf-tournament", "white gipf b2, black single c2; 1", "W3/b4/6/7/6/5/4 w 16,17 - w"),
        // Rings are placed as long as there is no marker, then missing ones are off.
        ("yinsh Swap=true", "; 1", "4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0 open"),
        ("yinsh Swap=true", "white ring a2; 2", "W3/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0 open"),
        ("yinsh Swap=true", "white ring a2; 1", "W3/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0"),
        ("yinsh", "white ring a2; 2", "W3/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0"),
        (
            "yinsh",
            "white ring a2 a3 a4 a5, black ring k7 k8 k9 k10 b1, white marker e5; 2",
            "WWWW/B6/8/9/4w5/9/10/9/8/7/BBBB b 1,0 move b 0",
        ),
        (
            "yinsh",
            "white ring a2, black ring k7, white marker e5; 2; ringsTaken white 0; ringsTaken black 0",
            "W3/7/8/9/4w5/9/10/9/8/7/B3 b 0,0 move b 0",
        ),
        (
            "yinsh",
            "white ring a2 a3 a4 a5 b1, black ring k7 k8 k9 k10 b2, black marker e4 e5 e6 e7 e8; 2",
            "WWWW/WB5/8/9/3bbbbb2/9/10/9/8/7/BBBB b 0,0 row w 0",
        ),
        ("zen Seats=4", "red zen f6; 4", "11/11/11/11/11/5z5/11/11/11/11/11 b - 0 seat 4"),
    ] {
        assert_eq!(arranged(game, text).as_deref(), Ok(position), "{game} {text}");
    }
}

#[test]
fn a_position_in_which_somebody_has_won_can_be_set_up() {
    for (game, text, sentence) in [
        ("yavalath", "white stone e4 e5 e6 e7; 2", "White has won: four in a row on e4-e7"),
        ("yinsh-blitz", "white ring a2; 1; ringsTaken white 1", "White has won: a ring is off"),
        ("gipf-standard", "white gipf e5, black single c2; 2", "White has won: Black has no GIPF-piece left"),
    ] {
        let mut session = open(game);
        let before = session.position_text();
        let text = session.arranged(&arrangement(&*session, text)).unwrap();
        assert_eq!(session.position_text(), before);
        session.set_position(Some(&text), &[]).unwrap();
        assert_eq!(session.state().instruction, sentence);
        assert_eq!(session.state().decides, None);
    }
}

#[test]
fn the_pieces_to_set_are_those_of_the_variant() {
    for (game, pieces) in
        [("yavalath", 2), ("yavalath3", 3), ("gipf", 2), ("gipf-tournament", 4), ("yinsh", 4), ("zen", 3)]
    {
        assert_eq!(open(game).pieces_to_set().len(), pieces, "{game}");
    }
}
