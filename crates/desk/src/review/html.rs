//! A game, reviewed or not, as one self-contained page to view or to send to somebody.

use super::marks::{BLUNDER, INACCURACY, MISTAKE};
use super::{GameToReview, Limit, Review};
use crate::game::TextError;
use crate::picture::{PlaceState, Scene, Side};
use crate::records::Mark;
use crate::registry;
use crate::session::Session;
use crate::text::one_line;
use crate::web::{REVIEW_PAGE, REVIEW_SCRIPT, REVIEW_STYLE, board_script, embed, escape, fill};
use serde::Serialize;
use serde_json::{Value, json};

/// The most turns of a better variation that are shown.
const VARIATION: usize = 6;

/// A turn as shown on a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PageTurn {
    /// The turn.
    pub turn: String,
    /// Its mark.
    pub mark: Option<Mark>,
    /// A comment on it.
    pub comment: Option<String>,
}

/// The turns of a review.
pub fn turns_of(review: &Review) -> Vec<PageTurn> {
    let turn = |turn: &super::TurnReview| PageTurn { turn: turn.turn.clone(), mark: turn.mark, comment: None };
    review.turns.iter().map(turn).collect()
}

/// The page of a game, with or without a review. `session` is for that game with its options.
///
/// # Errors
/// [`TextError`] if the game cannot be replayed.
pub fn page(
    session: &mut dyn Session,
    game: &GameToReview,
    turns: &[PageTurn],
    review: Option<&Review>,
) -> Result<String, TextError> {
    let (mut positions, mut variations, mut seats) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..=game.line.moves.len() {
        game.line.set_up(session, turn)?;
        positions.push(shown(&session.scene()));
        seats.push(session.seat() + 1);
        let Some(reviewed) = review.and_then(|review| review.turns.get(turn)) else { continue };
        let is_other = reviewed.best != reviewed.turn;
        variations.push(is_other.then(|| variation(session, &reviewed.pv)));
    }
    let state = session.state();
    let colours: Vec<&str> = state.seats.iter().map(|seat| seat.colour.name()).collect();
    let two_sides = state.seats.iter().all(|seat| seat.side <= 2);
    let who = if two_sides { colours[0] } else { "the side to decide" };
    let curve = format!("What {who} can expect, from 0 % below to 100 % above.");
    let even = if two_sides { 0.5 } else { 1.0 / 3.0 };
    let players: Vec<String> = game.players.iter().map(|name| one_line(name)).filter(|name| !name.is_empty()).collect();
    let place = |place: &PlaceState| json!({ "name": place.name, "kind": place.kind, "x": place.x, "y": place.y });
    let places: Vec<Value> = state.board.places.iter().map(place).collect();
    let data = json!({
        "turns": turns, "seats": seats, "names": players, "colours": colours, "positions": positions,
        "review": review, "variations": variations, "even": even, "curveTitle": curve,
        "board": { "width": state.board.width, "height": state.board.height, "places": places },
    });
    let title = registry::find(session.name()).map_or(session.name(), |entry| entry.title);
    let title = title.split(':').next().unwrap_or(title);
    let title = if players.is_empty() { title.to_string() } else { format!("{title}: {}", players.join(" – ")) };
    let result = match (&state.result, &game.result) {
        (Some(result), _) => format!("{}.", result.sentence),
        (None, Some(result)) => format!("Recorded as {}; by the rules the game was not over.", one_line(result)),
        (None, None) => "The game was not over.".to_string(),
    };
    let script = format!("{}\n{REVIEW_SCRIPT}", board_script());
    let texts = [
        ("title", escape(&title)),
        ("result", escape(&result)),
        ("curve", escape(&curve)),
        ("how", escape(&review.map_or_else(String::new, how))),
        ("data", embed(&data.to_string())),
        ("script", script),
        ("style", REVIEW_STYLE.to_string()),
    ];
    Ok(fill(REVIEW_PAGE, &texts))
}

/// How a review was made and what its marks mean.
fn how(review: &Review) -> String {
    let limit = match review.limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::TimeMs(millis) => format!("{millis} ms"),
    };
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    format!(
        "Reviewed by quintet {} with {limit} a turn. A turn that gives away {} % of the point is an inaccuracy (?!), {} % \
         a mistake (?), {} % a blunder (??).",
        review.quintet,
        percent(INACCURACY),
        percent(MISTAKE),
        percent(BLUNDER),
    )
}

/// The positions after each of the first turns of a variation.
fn variation(session: &mut dyn Session, pv: &[String]) -> Vec<Value> {
    let mut states = Vec::new();
    for turn in pv.iter().take(VARIATION) {
        // The last turn of a line may have been cut short.
        let Ok(played) = session.play(turn) else { break };
        let mut state = shown(&session.scene());
        state["turn"] = json!(played);
        states.push(state);
    }
    states
}

/// What a page shows of a position.
fn shown(scene: &Scene) -> Value {
    let pieces: Vec<Value> =
        scene.board.places.iter().filter_map(|place| place.piece.map(|piece| json!([place.name, piece]))).collect();
    let counts: Vec<String> = scene.sides.iter().filter_map(Side::noted).chain(scene.remarks.clone()).collect();
    let text = format!("{}.", scene.caption);
    json!({ "pieces": pieces, "touched": scene.last, "text": text, "counts": counts.join("; ") })
}
