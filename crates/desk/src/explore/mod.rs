//! What the opening book, recorded games and the engine know about a position, decision by decision.
//!
//! A game is a row of [`Step`]s, which name positions by short keys. So whoever looks at one position after the other
//! reads the games once: `quintet explore` keeps those of its position, the page keeps all and sends those of the
//! position that it shows.

#[cfg(test)]
mod law;
mod steps;

pub use steps::{PlaceKey, Step, steps_of, summed};

use crate::game::TextError;
use crate::options::EngineOptions;
use crate::registry;
use crate::search::{Limits, StopToken, Verdict};
use crate::session::{BestLines, SearchRequest, Session};
use quintet_core::book::BookError;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// How many nodes (alpha-beta) or iterations (MCTS) the engine usually spends on its scores.
pub const NODES: u64 = 100_000;

/// What is known about a decision.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Known {
    /// The decision; of those that a symmetry maps to each other, the one that the game lists first.
    pub decision: String,
    /// The share of the point for the side to move, according to the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<f64>,
    /// In how many games, of the book and of records, it was played.
    pub games: u32,
    /// The points scored in them by the side that played it.
    pub points: f64,
    /// How many of the recorded games that side has won. Of the book's games only the points are known.
    pub won: u32,
    /// In how many it shared the point.
    pub drawn: u32,
    /// How many it has lost.
    pub lost: u32,
    /// The share of the point that the engine expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<f64>,
    /// The book's score.
    #[serde(skip)]
    pub book_verdict: Option<Verdict>,
    /// The engine's score.
    #[serde(skip)]
    pub engine_verdict: Option<Verdict>,
}

/// Why nothing can be said about a position.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// A turn is not legal, or there is nothing to search.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The opening book cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// What is known about a position, decision by decision; of decisions that a symmetry maps to each other, only one.
pub struct Explorer {
    /// The position.
    here: PlaceKey,
    /// All legal decisions that lead to different positions, in the order in which the game lists them.
    decisions: Vec<Known>,
    /// Which of them leads to a position.
    leading_to: FxHashMap<PlaceKey, usize>,
    /// Those of which something is known.
    known: BTreeSet<usize>,
}

impl Explorer {
    /// Of a session's position.
    ///
    /// # Errors
    /// [`ExploreError::Text`] if a legal decision cannot be played, which is a defect.
    pub fn new(session: &mut dyn Session) -> Result<Self, ExploreError> {
        let (mut decisions, mut leading_to) = (Vec::new(), FxHashMap::default());
        for decision in session.legal() {
            leading_to.entry(place_after(session, &decision)?).or_insert_with(|| {
                decisions.push(Known { decision, ..Known::default() });
                decisions.len() - 1
            });
        }
        Ok(Self { here: PlaceKey::of(session), decisions, leading_to, known: BTreeSet::new() })
    }

    /// What is known about the decision that leads to a position, if one does.
    fn entry(&mut self, after: &PlaceKey) -> Option<&mut Known> {
        let index = *self.leading_to.get(after)?;
        self.known.insert(index);
        self.decisions.get_mut(index)
    }

    /// Adds what the game's opening book says.
    ///
    /// # Errors
    /// [`ExploreError::Book`] if it cannot be read.
    pub fn add_book(&mut self, session: &mut dyn Session) -> Result<(), ExploreError> {
        let Some(text) = registry::book(session.name()) else { return Ok(()) };
        session.open_book(Some(text))?;
        for line in session.book_lines() {
            let Some(known) = self.entry(&place_after(session, &line.decision)?) else { continue };
            known.book = Some(share(line.verdict));
            known.book_verdict = Some(line.verdict);
            known.games += line.games;
            known.points += line.points;
        }
        Ok(())
    }

    /// Counts the games of a step, if it begins at this position. It may come from outside: no sum is too large.
    pub fn add_step(&mut self, step: &Step) {
        if step.here != self.here {
            return;
        }
        let Some(known) = self.entry(&step.after) else { return };
        known.games = [step.won, step.drawn, step.lost].into_iter().fold(known.games, u32::saturating_add);
        known.points += step.points;
        known.won = known.won.saturating_add(step.won);
        known.drawn = known.drawn.saturating_add(step.drawn);
        known.lost = known.lost.saturating_add(step.lost);
    }

    /// Adds the engine's scores of its own choices, and then of all known decisions, each with half of the nodes.
    ///
    /// # Errors
    /// [`ExploreError::Text`] if the game is over.
    pub fn add_scores(
        &mut self,
        session: &mut dyn Session,
        nodes: u64,
        stop_token: &StopToken,
    ) -> Result<(), ExploreError> {
        /// The number of its own choices.
        const CHOICES: usize = 3;
        session.forget(&EngineOptions::default().settings(session));
        let search = |session: &dyn Session, search_moves: Vec<String>| -> Result<BestLines, TextError> {
            let mut settings = EngineOptions::default().settings(session);
            settings.multi_pv = search_moves.len().max(CHOICES);
            let limits = Limits { nodes: Some((nodes / 2).max(1)), ..Limits::default() };
            let stop_token = stop_token.clone();
            let request = SearchRequest { limits, settings, stop_token, search_moves, ..SearchRequest::default() };
            let (_, job) = session.search(request)?;
            let mut best = BestLines::default();
            job(&mut |report| best.note(report));
            Ok(best)
        };
        for report in search(session, Vec::new())?.lines() {
            self.entry(&place_after(session, &report.decision)?);
        }
        let known = self.known.iter().filter_map(|&index| self.decisions.get(index)).map(|one| one.decision.clone());
        for report in search(session, known.collect())?.lines() {
            let Some(known) = self.entry(&place_after(session, &report.decision)?) else { continue };
            known.engine = Some(share(report.info.verdict));
            known.engine_verdict = Some(report.info.verdict);
        }
        Ok(())
    }

    /// All that is known: first what was played most often, then by score.
    pub fn sorted(self) -> Vec<Known> {
        let is_known = |(index, _): &(usize, Known)| self.known.contains(index);
        let exact = |(_, known): (usize, Known)| Known { points: rounded(known.points), ..known };
        let mut lines: Vec<Known> = self.decisions.into_iter().enumerate().filter(is_known).map(exact).collect();
        let worth = |known: &Known| known.book.or(known.engine).unwrap_or(0.0);
        lines.sort_by(|a, b| b.games.cmp(&a.games).then(worth(b).total_cmp(&worth(a))));
        lines
    }
}

/// The key of the position that a decision leads to.
fn place_after(session: &mut dyn Session, decision: &str) -> Result<PlaceKey, TextError> {
    session.play(decision)?;
    let after = PlaceKey::of(session);
    session.undo_decision();
    Ok(after)
}

fn share(verdict: Verdict) -> f64 {
    rounded(verdict.share())
}

/// Sums of thirds do not depend on their order then.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
