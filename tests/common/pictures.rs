//! Laws of pictures: every piece is there once, and no text stands on the board or on another text.

use quintet::game::describe::{Colour, Piece, PlaceKind};
use quintet::game::{Playable, Rng};
use quintet::picture::{self, Charset, Drawing, Layout, Look, Over, Scene};
use quintet::search::Kind;
use quintet::session::{DescribedTurn, GameSession, Play, Standing};
use rand::SeedableRng;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Checks the pictures of a position, and of what comes of some turns.
pub fn check<G: Playable>(setup: &G::Setup, position: &G) {
    let mut session = GameSession::<G>::new("game", setup.clone(), Kind::Mcts, 1);
    session.set_position(Some(&position.position_text()), &[]).unwrap();
    of_session(&mut session);
}

/// Checks the pictures of a session, with what some turns bring, which it plays and takes back.
fn of_session(session: &mut dyn Play) {
    let mut turns = Vec::new();
    let start = session.position_text();
    let mut rng = Rng::seed_from_u64(3);
    while turns.len() < 4 && session.standing() == Standing::Open {
        let turn = session.random_turn(&mut rng);
        turns.push(session.play(&turn).unwrap());
    }
    // The last turn is marked here, and those to come there.
    svg(&session.scene(), &Over::default());
    session.set_position(Some(&start), &[]).unwrap();
    let (scene, line) = (session.scene(), session.describe_line(&turns));
    terminal(&scene);
    svg(&scene, &Over { expected: DescribedTurn::expected(&line), names: true, ..Over::default() });
    let heat = scene.legal.iter().enumerate().map(|(index, name)| (name.clone(), 1.0 / (index + 1) as f64));
    svg(&scene, &Over { heat: heat.collect(), ..Over::default() });
}

/// The pieces on the board.
fn pieces(scene: &Scene) -> Vec<Piece> {
    scene.board.places.iter().filter_map(|place| place.piece).collect()
}

/// Every piece has a character of its own, and nothing else looks like a piece.
fn terminal(scene: &Scene) {
    let mut expected: BTreeMap<(Colour, &str), usize> = BTreeMap::new();
    for piece in pieces(scene) {
        *expected.entry((piece.colour, piece.kind.id)).or_default() += 1;
    }
    let mut expected: Vec<_> = expected.into_iter().map(|((colour, _), count)| (colour, count)).collect();
    expected.sort_unstable();
    for charset in [Charset::Ascii, Charset::Unicode] {
        for (names, layout) in [(false, Layout::Upright), (false, Layout::OnItsSide), (true, Layout::Upright)] {
            let found: RefCell<BTreeMap<_, usize>> = RefCell::default();
            let drawing = Drawing::new(scene, charset, layout, names);
            let upright = Drawing::new(scene, charset, Layout::Upright, names).height();
            if layout == Layout::OnItsSide && drawing.height() >= upright {
                // Nobody draws it so.
                continue;
            }
            let text = drawing.text(|look, character| {
                if let Look::Piece(colour, _) = look {
                    *found.borrow_mut().entry((colour, character)).or_default() += 1;
                }
                character.to_string()
            });
            let mut found: Vec<_> = found.take().into_iter().map(|((colour, _), count)| (colour, count)).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{text}");
            assert!(text.ends_with('\n') && text.lines().all(|line| !line.ends_with(' ')), "{text}");
            assert!(charset == Charset::Unicode || text.is_ascii(), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            // Nothing is written over something else or cut off.
            let places = &scene.board.places;
            let is_named = |kind| names || kind == PlaceKind::Dot;
            let names = places.iter().filter(|place| place.piece.is_none() && is_named(place.kind));
            let more: usize = names.map(|place| place.name.len() - 1).sum();
            let labels = if is_named(PlaceKind::Point) { Vec::new() } else { scene.board.edge_labels() };
            let labels: usize = labels.iter().map(|label| label.text.len()).sum();
            let signs = text.chars().filter(|c| !c.is_whitespace() && !"()[]|".contains(*c)).count();
            assert_eq!(signs, places.len() + more + labels, "{layout:?}\n{text}");
        }
    }
}

/// A text of a picture: where its middle is, and half of its width and height.
struct Text {
    words: String,
    middle: (f64, f64),
    half: (f64, f64),
}

/// The number in an attribute.
fn number(element: &str, attribute: &str) -> Option<f64> {
    element.split_once(&format!(" {attribute}=\""))?.1.split('"').next()?.parse().ok()
}

/// The texts of a picture, as wide as in a wide font.
fn texts(svg: &str) -> Vec<Text> {
    let text = |part: &str| {
        let (attributes, rest) = part.split_once('>').unwrap();
        let words = rest.split('<').next().unwrap().trim().to_string();
        let attributes = format!(" {attributes}");
        let [x, y, size] = ["x", "y", "font-size"].map(|name| number(&attributes, name).unwrap());
        let half = (0.3 * size * words.chars().count() as f64, 0.4 * size);
        let x = if attributes.contains("\"start\"") { x + half.0 } else { x };
        Text { words, middle: (x, y - 0.35 * size), half }
    };
    svg.split("<text ").skip(1).map(text).collect()
}

fn svg(scene: &Scene, over: &Over) {
    let svg = picture::svg(scene, over);
    for place in &scene.board.places {
        let found = svg.matches(&format!("data-piece=\"{}\"", place.name)).count();
        assert_eq!(found, usize::from(place.piece.is_some()), "{}: {svg}", place.name);
        assert_eq!(svg.matches(&format!("data-point=\"{}\"", place.name)).count(), 1, "{}: {svg}", place.name);
    }
    assert_eq!(svg.matches("data-piece").count(), pieces(scene).len(), "{svg}");
    let (width, height) = (number(&svg, "width").unwrap(), number(&svg, "height").unwrap());
    let texts = texts(&svg);
    assert!(texts.iter().any(|text| scene.caption.starts_with(&text.words)), "{svg}");
    for (index, text) in texts.iter().enumerate() {
        let Text { words, middle: (x, y), half } = text;
        assert!(
            *x >= half.0 && x + half.0 <= width && *y >= half.1 && y + half.1 <= height,
            "`{words}` leaves the picture: {svg}"
        );
        for other in &texts[index + 1..] {
            let is_apart = (x - other.middle.0).abs() >= half.0 + other.half.0
                || (y - other.middle.1).abs() >= half.1 + other.half.1;
            assert!(is_apart, "`{words}` and `{}` overlap: {svg}", other.words);
        }
        // What is drawn over the board is not its own.
        if over.names || !over.heat.is_empty() {
            continue;
        }
        for place in &scene.board.places {
            let away = (((place.x - x).abs() - half.0).max(0.0)).hypot(((place.y - y).abs() - half.1).max(0.0));
            let radius = if place.kind == PlaceKind::Dot { 6.0 } else { 25.0 };
            assert!(away >= radius, "`{words}` stands on {}: {svg}", place.name);
        }
    }
}
