//! What the opening book, recorded games and the engine know about a position, decision by decision.

use crate::game::TextError;
use crate::options::EngineOptions;
use crate::records::GameRecord;
use crate::registry;
use crate::search::{Limits, StopToken, Verdict};
use crate::session::{BestLines, SearchRequest, Session};
use quintet_core::book::BookError;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is known about a decision.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Known {
    /// The decision.
    pub decision: String,
    /// The share of the point for the side to move, according to the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<f64>,
    /// In how many games, of the book and of records, it was played.
    pub games: u32,
    /// The points scored in them by the side that played it.
    pub points: f64,
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
    /// By the canonical text of the position that a decision leads to.
    known: BTreeMap<String, Known>,
    /// The canonical text of the position.
    here: String,
}

impl Explorer {
    /// What is known about a decision in a session's position.
    fn entry(&mut self, session: &mut dyn Session, decision: &str) -> Result<&mut Known, ExploreError> {
        session.play(decision)?;
        let after = session.canonical_text();
        session.undo_decision();
        let new = || Known { decision: decision.to_string(), ..Known::default() };
        Ok(self.known.entry(after).or_insert_with(new))
    }

    /// Of a session's position.
    pub fn new(session: &dyn Session) -> Self {
        Self { known: BTreeMap::new(), here: session.canonical_text() }
    }

    /// Adds what the game's opening book says.
    ///
    /// # Errors
    /// [`ExploreError::Book`] if it cannot be read.
    pub fn add_book(&mut self, session: &mut dyn Session) -> Result<(), ExploreError> {
        let Some(text) = registry::book(session.name()) else { return Ok(()) };
        session.open_book(Some(text))?;
        for line in session.book_lines() {
            let known = self.entry(session, &line.decision)?;
            known.book = Some(share(line.verdict));
            known.book_verdict = Some(line.verdict);
            known.games += line.games;
            known.points += line.points;
        }
        Ok(())
    }

    /// Counts the decisions of a game wherever this position occurred.
    ///
    /// # Errors
    /// [`ExploreError::Text`] if the game breaks the rules.
    pub fn add_record(&mut self, record: &GameRecord) -> Result<(), ExploreError> {
        let mut session = record.session()?;
        let shares = record.shares(&session.sides());
        let line = record.line();
        line.set_up(&mut *session, 0)?;
        for turn in &line.moves {
            let was_here = session.canonical_text() == self.here;
            let (seat, decision) = (session.seat(), session.first_decision(turn)?);
            if was_here {
                let known = self.entry(&mut *session, &decision)?;
                known.games += 1;
                known.points += shares.get(seat).copied().unwrap_or(0.0);
            }
            session.play(turn)?;
        }
        Ok(())
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
            self.entry(session, &report.decision)?;
        }
        let known = self.known.values().map(|known| known.decision.clone()).collect();
        for report in search(session, known)?.lines() {
            let verdict = report.info.verdict;
            let known = self.entry(session, &report.decision)?;
            known.engine = Some(share(verdict));
            known.engine_verdict = Some(verdict);
        }
        Ok(())
    }

    /// Sorts by how often a decision was played, then by score.
    pub fn sorted(self) -> Vec<Known> {
        let mut lines: Vec<Known> = self.known.into_values().collect();
        let worth = |known: &Known| known.book.or(known.engine).unwrap_or(0.0);
        lines.sort_by(|a, b| b.games.cmp(&a.games).then(worth(b).total_cmp(&worth(a))));
        lines
    }
}

fn share(verdict: Verdict) -> f64 {
    (verdict.share() * 1e4).round() / 1e4
}
