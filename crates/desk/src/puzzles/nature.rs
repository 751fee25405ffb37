//! How hard a puzzle is and what it is about: figures and facts of the game as the engine plays it on, none of them an
//! opinion. They are computed when a puzzle is made and stand in its line.

use super::{ONE_DECISION, Puzzle};
use crate::game::TextError;
use crate::game::describe::Effect;
use crate::search::{Limits, Settings, StopSource, Verdict};
use crate::session::{DescribedTurn, SearchRequest, SearchResult, Session, Standing};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The most nodes that the engine gets to see the win.
const NODES: u64 = 1_000_000;
/// The most nodes for each turn of a line that it has not seen to its end.
const NODES_AFTER: u64 = 100_000;
const HASH_KIB: usize = 8 << 10;
/// The games in which a stone on a place stops the row that the other side would complete there.
const ROWS: [&str; 2] = ["yavalath", "pentalath"];
/// Effort that is no effort, in nodes.
const FEW: f64 = 64.0;
/// No more tempting decisions than these count.
const MOST_TEMPTING: usize = 10;

/// What happens in a puzzle, if both sides play on as the engine does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PuzzleTheme {
    /// The other side threatens to win by its next turn.
    Defence,
    /// The first turn neither takes anything nor threatens to win by the next one.
    Quiet,
    /// The first turn takes pieces of the other side.
    Capture,
    /// The other side takes pieces of the winner.
    Sacrifice,
    /// The winner threatens to win at two places at last: one of them is stopped in vain.
    Double,
    /// The winner takes off two rings or more.
    Rings,
}

impl PuzzleTheme {
    /// All, with their names in files.
    const NAMES: [(Self, &str); 6] = [
        (Self::Defence, "defence"),
        (Self::Quiet, "quiet"),
        (Self::Capture, "capture"),
        (Self::Sacrifice, "sacrifice"),
        (Self::Double, "double"),
        (Self::Rings, "rings"),
    ];
}

/// How hard a puzzle is and what it is about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PuzzleNature {
    /// Greater for harder ones, on a scale of its game: `rating`.
    pub rating: u32,
    /// What happens in it, in the order of [`PuzzleTheme`].
    pub themes: Vec<PuzzleTheme>,
}

impl fmt::Display for PuzzleNature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = PuzzleTheme::NAMES.iter().filter(|(theme, _)| self.themes.contains(theme)).map(|(_, name)| *name);
        let names: Vec<&str> = names.collect();
        write!(f, "{} {}", self.rating, if names.is_empty() { "-".to_string() } else { names.join(",") })
    }
}

impl FromStr for PuzzleNature {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (rating, names) = text.split_once(' ').ok_or(())?;
        let theme = |name: &str| PuzzleTheme::NAMES.iter().find(|known| known.1 == name).map(|known| known.0).ok_or(());
        let themes = if names == "-" { Ok(Vec::new()) } else { names.split(',').map(theme).collect() };
        Ok(Self { rating: rating.parse().map_err(|_| ())?, themes: themes? })
    }
}

/// The rating of a puzzle that the engine has seen through after so many nodes: 100 more for twice the nodes, 40 for each
/// decision of the win, and 20 for each other decision that looks better at first sight (10 at most).
fn rating(nodes: u64, plies: u32, tempting: usize) -> u32 {
    let effort = 100.0 * (1.0 + nodes as f64 / FEW).log2();
    let sum = effort + 40.0 * f64::from(plies) + 20.0 * tempting.min(MOST_TEMPTING) as f64;
    10 * (sum / 10.0).round() as u32
}

/// Searches until a win or a loss is seen, with so many nodes; also what the first line with it was, after how many nodes.
fn look(session: &dyn Session, limits: Limits, null_move: bool) -> Result<(SearchResult, Option<Sight>), TextError> {
    let stops = StopSource::default();
    let request = SearchRequest {
        limits,
        settings: Settings { hash_kib: HASH_KIB, ..Settings::default() },
        stop_token: stops.token(),
        null_move,
        ..SearchRequest::default()
    };
    let (_, job) = session.search(request)?;
    let mut sight = None;
    let found = job(&mut |report| {
        let info = &report.info;
        if sight.is_none() && info.is_line() && matches!(info.verdict, Verdict::Win(_) | Verdict::Loss(_)) {
            let (turns, decision) = (report.turns.clone(), report.decision.clone());
            sight = Some(Sight { nodes: info.nodes, turns, decision });
            stops.stop();
        }
    });
    Ok((found, sight))
}

/// The first line of a search whose end is seen.
struct Sight {
    nodes: u64,
    turns: Vec<String>,
    decision: String,
}

/// Whether the side that is not to decide would win by its next turn if it were to decide; `None` where that cannot be.
/// A search one turn deep sees farther only by threats, and there a turn is a single decision.
fn threatens(session: &dyn Session) -> Option<bool> {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let (found, _) = look(session, limits, true).ok()?;
    let sees_threats = ONE_DECISION.contains(&session.name());
    Some(matches!(found.verdict, Verdict::Win(distance) if !sees_threats || distance.plies() == 1))
}

impl Puzzle {
    /// How hard it is and what it is about.
    ///
    /// # Errors
    /// [`TextError`] if it is no position of this game.
    pub fn nature_in(&self, game: &str) -> Result<PuzzleNature, TextError> {
        let start = self.session(game, &[])?;
        let (_, sight) = look(&*start, Limits { nodes: Some(NODES), ..Limits::default() }, false)?;
        let sight = sight.filter(|sight| sight.decision == self.first);
        let nodes = sight.as_ref().map_or(NODES, |sight| sight.nodes);
        let line = self.line(game, sight.map(|sight| sight.turns).unwrap_or_default())?;
        let rating = rating(nodes, self.plies, self.tempting(&*start)?);
        Ok(PuzzleNature { rating, themes: self.themes(game, &line)? })
    }

    /// How many other decisions a search one turn deep likes better than the one that wins.
    fn tempting(&self, start: &dyn Session) -> Result<usize, TextError> {
        let settings = Settings { hash_kib: HASH_KIB, multi_pv: usize::MAX, ..Settings::default() };
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let (_, job) = start.search(SearchRequest { limits, settings, ..SearchRequest::default() })?;
        let mut best = crate::session::BestLines::default();
        job(&mut |report| best.note(report));
        let lines = best.lines();
        Ok(lines.iter().position(|line| line.decision == self.first).unwrap_or(lines.len()))
    }

    /// What is played from here to the end of the game; `seen` are its first turns.
    fn line(&self, game: &str, seen: Vec<String>) -> Result<Vec<DescribedTurn>, TextError> {
        let start = self.session(game, &[])?;
        let mut turns = seen;
        if turns.is_empty() {
            turns.push(self.winning_turn(game, &[])?);
        }
        for _ in 0..2 * self.plies {
            let session = self.session(game, &turns)?;
            if session.standing() != Standing::Open {
                break;
            }
            let (found, _) = look(&*session, Limits { nodes: Some(NODES_AFTER), ..Limits::default() }, false)?;
            turns.push(found.best);
        }
        Ok(start.describe_line(&turns))
    }

    /// Whether the winner still wins at once where the other side, after some turns, plays the winner's last turn itself.
    fn wins_elsewhere(&self, game: &str, before: &[String], turn: &str) -> Result<bool, TextError> {
        let turns: Vec<String> = before.iter().cloned().chain([turn.to_string()]).collect();
        let Ok(mut session) = self.session(game, &turns) else { return Ok(false) };
        let winner = session.seat();
        for decision in session.legal() {
            session.play(&decision)?;
            let outcome = session.standing().outcome();
            let wins = outcome.is_some_and(|outcome| session.winners(outcome) == [winner]);
            session.undo_decision();
            if wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What happens in a line.
    fn themes(&self, game: &str, line: &[DescribedTurn]) -> Result<Vec<PuzzleTheme>, TextError> {
        let start = self.session(game, &[])?;
        let texts: Vec<String> = line.iter().map(|turn| turn.turn.clone()).collect();
        let Some(first) = line.first() else { return Ok(Vec::new()) };
        let (winner, colour) = (first.seat, first.colour);
        // Kinds of pieces taken off by a turn: of its own side or of the other.
        let taken = |turn: &DescribedTurn, of_winner: bool| {
            let effects = turn.decisions.iter().flat_map(|decision| &decision.description.effects);
            effects
                .filter_map(|effect| match effect {
                    Effect::Take { piece, .. } if (piece.colour == colour) == of_winner => Some(piece.kind.id),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        let after = self.session(game, &texts[..1])?;
        let is_capture = !taken(first, false).is_empty();
        let takes_row = !taken(first, true).is_empty();
        let rings = line.iter().filter(|turn| turn.seat == winner).flat_map(|turn| taken(turn, true));
        let is_double = match &texts[..] {
            [before @ .., _, last] if ROWS.contains(&game) => self.wins_elsewhere(game, before, last)?,
            _ => false,
        };
        // In GIPF a win comes of what the other side has left, whatever is threatened.
        let is_quiet = !game.starts_with("gipf") && !is_capture && !takes_row && threatens(&*after) == Some(false);
        let facts = [
            (PuzzleTheme::Defence, threatens(&*start) == Some(true)),
            (PuzzleTheme::Quiet, is_quiet),
            (PuzzleTheme::Capture, is_capture),
            (PuzzleTheme::Sacrifice, line.iter().any(|turn| turn.seat != winner && !taken(turn, true).is_empty())),
            (PuzzleTheme::Double, is_double),
            (PuzzleTheme::Rings, rings.filter(|kind| *kind == "ring").count() > 1),
        ];
        Ok(facts.into_iter().filter(|(_, is_so)| *is_so).map(|(theme, _)| theme).collect())
    }
}
