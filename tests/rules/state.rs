//! The state of a game as data: its two laws in positions from play and in positions built to be hard, its schema, and
//! the matches of Zèn.

use crate::common::boards::hard_text;
use crate::common::legal;
use quintet::game::describe::{Choice, Colour, Count, Description, Effect, Piece, PlaceName};
use quintet::game::{Playable, Player, Rng};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::session::{Play, State};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use std::collections::{BTreeMap, BTreeSet};

/// What the effects of decisions change.
#[derive(Clone, PartialEq, Debug)]
struct Described {
    pieces: BTreeMap<PlaceName, Piece>,
    counts: Vec<Count>,
    colours: Vec<Colour>,
    eliminated: Vec<bool>,
    banned: Option<PlaceName>,
}

impl Described {
    fn of<G: Playable>(position: &G) -> Self {
        let players = || (0..G::PLAYERS).map(Player::new);
        let pieces = position.pieces();
        let described = Self {
            pieces: pieces.iter().cloned().collect(),
            counts: position.counts(),
            colours: players().map(|player| position.colour_of_player(player)).collect(),
            eliminated: players().map(|player| position.is_eliminated(player)).collect(),
            banned: position.banned_piece().map(|(_, place)| place),
        };
        assert_eq!(described.pieces.len(), pieces.len(), "two pieces on one place");
        described
    }

    /// Applies effects at once: all that leaves, then all that comes.
    fn apply(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Move { piece, from, .. } | Effect::Take { piece, from } => {
                    assert_eq!(self.pieces.remove(from), Some(*piece), "{effect:?}");
                }
                Effect::Flip { piece, to } => {
                    let before = self.pieces.remove(to).expect("something to flip");
                    assert!(before.kind == piece.kind && before.colour != piece.colour, "{effect:?}");
                }
                _ => {}
            }
        }
        for effect in effects {
            match effect {
                Effect::Put { piece, to, .. } | Effect::Move { piece, to, .. } | Effect::Flip { piece, to } => {
                    assert_eq!(self.pieces.insert(to.clone(), *piece), None, "{effect:?}");
                }
                Effect::Take { .. } => {}
                Effect::Count { name, colour, by } => {
                    let count = self.counts.iter_mut().find(|c| c.kind.id == *name && c.colour == *colour);
                    count.expect("a count of that name").count += by;
                    assert_ne!(*by, 0);
                }
                Effect::Colours { colours } => {
                    assert_ne!(&self.colours, colours);
                    self.colours.clone_from(colours);
                }
                Effect::Eliminate { seat } => {
                    assert!(!std::mem::replace(&mut self.eliminated[seat - 1], true));
                }
                Effect::Ban { place } => {
                    assert_ne!(&self.banned, place);
                    self.banned.clone_from(place);
                }
            }
        }
    }
}

/// The two laws of `quintet::game::describe`, for all decisions of a position.
fn keeps_the_laws<G: Playable>(position: &G) {
    let places: BTreeSet<PlaceName> = G::places().into_iter().map(|place| place.name).collect();
    let before = Described::of(position);
    let moves = legal(position);
    let descriptions: Vec<Description> = moves.iter().map(|&mv| position.describe(mv)).collect();
    for (&mv, description) in moves.iter().zip(&descriptions) {
        let mut after = before.clone();
        after.apply(&description.effects);
        let mut next = *position;
        next.play(mv);
        assert_eq!(after, Described::of(&next), "{} {}", position.position_text(), position.move_text(mv));
        assert!(!description.touches.is_empty());
        for touch in description.touches.iter().flatten() {
            assert!(places.contains(touch) || ["pass", "swap"].contains(&touch.as_str()), "{touch}");
        }
        if next.outcome().is_some() {
            let ending = next.ending();
            assert!(ending.sentence.to_string().len() > 10 && ending.points.iter().all(|point| places.contains(point)));
        } else {
            assert!(next.task().what.to_string().len() > 5);
        }
    }
    if position.outcome().is_none() {
        refuses_touches(position, &places, &descriptions);
    }
    let differ = |a: &Option<Choice>, b: &Option<Choice>| a.is_some() && b.is_some() && a != b;
    for (i, one) in descriptions.iter().enumerate() {
        for other in &descriptions[..i] {
            let same = one.touches == other.touches;
            let begins = |a: &[PlaceName], b: &[PlaceName]| a.starts_with(b) || b.starts_with(a);
            let meet = one.touches.iter().any(|a| other.touches.iter().any(|b| begins(a, b)));
            let lawful = if same { differ(&one.choice, &other.choice) } else { !meet };
            assert!(lawful, "{}: {one:?} and {other:?}", position.position_text());
        }
    }
    // Where touches leave a choice, one is the usual one.
    let mut choices: BTreeMap<&Vec<Vec<PlaceName>>, usize> = BTreeMap::new();
    for description in descriptions.iter().filter(|description| description.choice.is_some()) {
        *choices.entry(&description.touches).or_default() += usize::from(description.preset);
    }
    assert!(choices.values().all(|&presets| presets == 1), "{}", position.position_text());
}

/// A place that no legal decision begins with is refused, also after a first touch, with a reason of its own.
fn refuses_touches<G: Playable>(position: &G, places: &BTreeSet<PlaceName>, descriptions: &[Description]) {
    let touches: Vec<&Vec<PlaceName>> = descriptions.iter().flat_map(|description| &description.touches).collect();
    let refuses = |touched: &[PlaceName]| {
        if touches.iter().all(|places| !places.starts_with(touched)) {
            let why = position.refused_touch(touched).to_string();
            let is_told = why.contains(&touched[touched.len() - 1]) && !why.contains("not a legal move here");
            assert!(is_told, "{touched:?} in {}: {why}", position.position_text());
        }
    };
    let first = touches.iter().find(|places| places.len() > 1).map(|places| &places[0]);
    for place in places {
        refuses(std::slice::from_ref(place));
        if let Some(first) = first.filter(|&first| first != place) {
            refuses(&[first.clone(), place.clone()]);
        }
    }
}

/// Positions from random play.
fn play_at_random<G: Playable>(setup: &G::Setup, positions: usize, rng: &mut Rng) {
    let mut position = G::start(setup);
    for _ in 0..positions {
        keeps_the_laws(&position);
        if position.outcome().is_some() {
            position = G::start(setup);
            continue;
        }
        position.play(position.random_move(rng));
        if position.outcome().is_some() {
            position = G::start(setup);
        }
    }
}

struct Laws {
    positions: usize,
}

impl Visitor for Laws {
    type Output = ();

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) {
        let mut rng = Rng::seed_from_u64(32);
        play_at_random::<G>(setup, self.positions, &mut rng);
        for option in G::options(setup) {
            if let quintet::game::OptionKind::Check(is_on) = option.kind {
                let mut other = setup.clone();
                G::set_option(&mut other, option.name, &(!is_on).to_string()).unwrap();
                play_at_random::<G>(&other, self.positions / 10, &mut rng);
            }
        }
        let (mut hard, mut tried) = (0, 0);
        while hard < self.positions {
            tried += 1;
            assert!(tried < 50 * self.positions, "{}: only {hard} hard positions", entry.name);
            let text = hard_text::<G>(entry.name, setup, &mut rng);
            let Ok(position) = G::read_position(setup, &text) else { continue };
            if position.outcome().is_none() {
                hard += 1;
            }
            keeps_the_laws(&position);
        }
    }
}

/// So many positions of each kind in each game; `QUINTET_POSITIONS` asks for others.
fn positions() -> usize {
    std::env::var("QUINTET_POSITIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(5_000)
}

#[test]
fn touches_tell_decisions_apart_and_effects_lead_to_the_next_state() {
    std::thread::scope(|scope| {
        for name in registry::names() {
            scope.spawn(move || registry::visit(name, Laws { positions: positions() }));
        }
    });
}

fn json(session: &dyn Play) -> serde_json::Value {
    serde_json::to_value(session.state()).unwrap()
}

#[test]
fn every_state_is_valid_by_the_schema() {
    let schema = serde_json::to_value(schemars::schema_for!(State)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut rng = Rng::seed_from_u64(7);
    for name in registry::names() {
        let mut session = registry::open(name).unwrap();
        for _ in 0..300 {
            let state = json(&*session);
            let errors: Vec<String> = validator.iter_errors(&state).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{state}");
            let legal: Vec<&str> =
                state["legal"].as_array().unwrap().iter().map(|decision| decision["text"].as_str().unwrap()).collect();
            assert_eq!(legal, session.legal());
            match legal.choose(&mut rng) {
                Some(text) => drop(session.play(text).unwrap()),
                None => session.new_game(),
            }
        }
    }
}

#[test]
fn a_result_says_why_and_where() {
    let end = |game: &str, turns: &str| {
        let mut session = registry::open(game).unwrap();
        for turn in turns.split(' ') {
            session.play(turn).unwrap();
        }
        json(&*session)["result"].clone()
    };
    let four = end("yavalath", "b2 h6 c3 g8 e5 d8 d4");
    assert_eq!(four["sentence"], "White has won: four in a row on b2-e5");
    assert_eq!((four["why"].as_str(), &four["points"]), (Some("four"), &serde_json::json!(["b2", "c3", "d4", "e5"])));
    let three = end("yavalath", "b2 h6 c3 g8 d4");
    assert_eq!(three["sentence"], "White has lost: three in a row on b2-d4");
    assert_eq!((three["result"].as_str(), &three["winners"]), (Some("p2win"), &serde_json::json!([2])));
    let mut session = registry::open("gipf").unwrap();
    session.forfeit(0);
    assert_eq!(json(&*session)["result"]["why"], "forfeit");
    assert_eq!(json(&*session)["legal"], serde_json::json!([]));
}

#[test]
fn a_turn_that_goes_on_shows_its_decisions() {
    let mut session = registry::open("yinsh").unwrap();
    let turns = "e5 e6 d4 d6 f5 f7 g5 g8 c3 c4";
    turns.split(' ').for_each(|turn| drop(session.play(turn).unwrap()));
    let state = json(&*session);
    assert_eq!((state["phase"].as_str(), state["decides"].as_u64()), (Some("move"), Some(1)));
    assert_eq!(state["instruction"], "White: move a ring: choose a ring, then where it goes");
    assert_eq!((&state["turns"].as_array().unwrap().len(), &state["decisions"]), (&10, &serde_json::json!([])));
    assert_eq!(state["lastTurn"], serde_json::json!({ "text": "c4", "seat": 2, "points": ["c4"] }));
}

/// Along random games, what is described of a turn leads from one state to the next.
#[test]
fn turns_are_described_decision_by_decision() {
    let mut rng = Rng::seed_from_u64(11);
    for name in registry::names() {
        let mut session = registry::open(name).unwrap();
        assert_eq!((session.describe_last(), session.describe_line(&[])), (None, Vec::new()));
        for _ in 0..150 {
            if session.standing().outcome().is_some() {
                assert_eq!(session.describe_line(&["e5".to_string()]), Vec::new());
                session.new_game();
            }
            let turn = session.random_turn(&mut rng);
            let (seat, before) = (session.seat() + 1, session.state());
            // What cannot be played ends the line.
            let line = session.describe_line(&[turn.clone(), "nonsense".to_string(), turn.clone()]);
            assert_eq!(line.len(), 1, "{name} {turn}");
            let single = session.describe_line(&[line[0].decisions[0].text.clone()]);
            assert_eq!(single[0].decisions, line[0].decisions[..1]);
            assert_eq!(before.legal.iter().find(|legal| **legal == line[0].decisions[0]).iter().count(), 1);
            session.play(&turn).unwrap();
            assert_eq!((&line[0].turn, line[0].seat), (&turn, seat));
            assert_eq!(line[0].colour, before.seats[seat - 1].colour);
            // One player may have two turns running, as in YINSH when a turn ends with the other's row.
            let last = session.describe_last().unwrap();
            assert_eq!(Some(&last.turn), session.state().last_turn.map(|turn| turn.text).as_ref());
            assert!(last.decisions.ends_with(&line[0].decisions), "{name} {turn}");
        }
    }
}

#[test]
fn rounds_of_a_match_add_up_and_the_loser_starts() {
    let mut rng = Rng::seed_from_u64(3);
    let mut session = registry::open("zen").unwrap();
    assert!(!session.next_round());
    let mut expected = ([0, 0], 1);
    for _ in 0..60 {
        while session.standing().outcome().is_none() {
            let turn = session.random_turn(&mut rng);
            session.play(&turn).unwrap();
        }
        let score = session.state().match_score.unwrap();
        let outcome = session.standing().outcome().unwrap();
        let scored: u32 = session.query("points").and_then(|points| points.parse().ok()).unwrap_or(0);
        if let Some(winner) = outcome.winner() {
            expected.0[winner.index()] += scored;
        }
        assert_eq!((score.points, score.round), expected);
        assert_eq!(score.over, score.points.iter().any(|&points| points >= 7));
        if score.over {
            assert!(score.next_starts.is_none() && !session.next_round());
            session.new_game();
            expected = ([0, 0], 1);
            continue;
        }
        let loser_starts = if outcome.winner() == Some(Player::SECOND) { 1 } else { 2 };
        assert_eq!(score.next_starts, Some(loser_starts));
        if loser_starts == 2 {
            expected.0.reverse();
        }
        expected.1 += 1;
        assert!(session.next_round() && session.turns().is_empty());
    }
    let mut session = registry::open("gipf").unwrap();
    assert!(session.state().match_score.is_none() && !session.next_round());
}

/// Every example in docs/json.md, `<!-- example: GAME | TURNS | POINTER -->` and a block of JSON, is what the program
/// says. `QUINTET_UPDATE=1` writes them anew.
#[test]
fn the_examples_in_the_documents_are_real() {
    let path = format!("{}/docs/json.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut parts = text.split("<!-- example: ");
    written += parts.next().unwrap();
    let mut count = 0;
    for part in parts {
        let (head, rest) = part.split_once(" -->\n```json\n").unwrap();
        let (_, rest) = rest.split_once("```").unwrap();
        let [game, turns, pointer] = head.split(" | ").collect::<Vec<_>>()[..] else { panic!("{head}") };
        let mut session = registry::open(game).unwrap();
        turns.split(' ').for_each(|turn| drop(session.play(turn).unwrap()));
        let example = serde_json::to_string_pretty(json(&*session).pointer(pointer).unwrap()).unwrap();
        written += &format!("<!-- example: {head} -->\n```json\n{example}\n```{rest}");
        count += 1;
    }
    assert!(count >= 2);
    if std::env::var_os("QUINTET_UPDATE").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
}
