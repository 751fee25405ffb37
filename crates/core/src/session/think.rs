//! Everything that thinks about a game: searches, counts, measurements, the static evaluation and the book.

use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::prepared_search::PreparedSearch;
use super::proof_search::SolvedGame;
use super::proved_move::{self, ProvedLine, ProvedTurns};
use super::search_request::{Report, SearchRequest, SearchResult};
use crate::book::{Book, BookError, BookMove};
use crate::calibration::Calibration;
#[cfg(feature = "tune")]
use crate::game::SearchParams;
use crate::game::{Playable, TextError};
use crate::search::perft::{self, Unit};
use crate::search::proof::proof_file::{ProofFile, ProofFileError};
use crate::search::time::ClockUse;
use crate::search::{Kind, Limits, OutOfMemory, Root, SearchControl, Settings, StopToken, Verdict, bench};
use std::sync::Arc;
use std::time::Duration;

/// A decision in the open book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLine {
    /// The decision.
    pub decision: String,
    /// How good it is for the side to move, on the common scale.
    pub verdict: Verdict,
    /// The number of games it was played in.
    pub games: u32,
    /// The points scored in them by the side that played it.
    pub points: f64,
}

/// A search ready to run on any thread.
pub type SearchJob = Box<dyn FnOnce(&mut dyn FnMut(&Report)) -> SearchResult + Send>;

/// A count ready to run on any thread: the decisions in text with their counts; `None` if it was stopped.
pub type PerftJob = Box<dyn FnOnce() -> Option<Vec<(String, u64)>> + Send>;

/// A measurement ready to run on any thread: a number and the time taken; `None` if it was stopped.
pub type BenchJob = Box<dyn FnOnce(&mut dyn FnMut(&str)) -> Option<(u64, Duration)> + Send>;

impl<G: Playable> GameSession<G> {
    /// The open proof file, if it fits the game and its present options.
    pub(super) fn fitting_proofs(&self) -> Option<&ProofFile> {
        self.proofs.as_deref().filter(|file| file.fits::<G>(self.name, &self.game.setup).is_ok())
    }

    /// What a proof search or the open proof file knows about a position.
    pub(super) fn known(&self, root: &Root<G>) -> Option<ProvedLine> {
        let is_solved = |(key, _): &&(u64, ProvedLine)| *key == root.position.key() && !proved_move::has_history(root);
        let solved = self.solved.as_ref().filter(is_solved).map(|(_, line)| line.clone());
        solved.or_else(|| proved_move::known(self.fitting_proofs()?, root))
    }
}

/// A game with an engine, whichever game it is.
pub trait Session: Play {
    /// The search that `auto` stands for.
    fn auto(&self) -> Kind;
    /// Forgets what earlier searches found, and prepares the engine's memory for `settings`.
    fn forget(&mut self, settings: &Settings);
    /// Whether everything is ready for searches with `settings`.
    fn is_prepared(&self, settings: &Settings) -> bool;
    /// Prepares everything for searches with `settings`, so that no search spends its own time on that. Returns the
    /// size of the memory in KiB, which is less than asked for if the system gives less. The system gives the pages when
    /// they are first written to; see [`Self::touch`].
    fn prepare(&mut self, settings: &Settings) -> usize;
    /// Has the system give all of the memory that is prepared, on this many threads. That takes time (a second for a few
    /// GiB), which searches then do not spend.
    fn touch(&mut self, threads: usize);
    /// Whether all of the memory that is prepared has been touched.
    fn is_touched(&self) -> bool;
    /// Opens the book with this text; `None` closes it.
    ///
    /// # Errors
    /// [`BookError`] for a text that is not a book of this game; nothing has changed.
    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError>;
    /// What the open book has for the present position, the best first.
    fn book_lines(&self) -> Vec<BookLine>;
    /// Looks into a proof file from now on, or with `None` into none.
    ///
    /// # Errors
    /// [`ProofFileError::Game`] for a file that is about another game; nothing has changed.
    fn use_proofs(&mut self, file: Option<ProofFile>) -> Result<(), ProofFileError>;
    /// What is proved about the present position, by the open proof file or by [`prove`](Session::prove); `None` also
    /// if the game is over.
    fn proved(&self) -> Option<ProvedTurns>;
    /// Searches for this long for who wins the present position. The result counts as proved from then on.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no memory for it.
    fn prove(
        &mut self,
        time: Duration,
        settings: &Settings,
        stop_token: StopToken,
    ) -> Result<Option<ProvedTurns>, OutOfMemory>;
    /// The parts of the static evaluation for seat 1, and their sum for the side to move.
    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32);
    /// The numbers that steer a search in this variant ([`Settings::params`]).
    #[cfg(feature = "tune")]
    fn search_params(&self) -> SearchParams;
    /// A search of the present position.
    ///
    /// # Errors
    /// [`TextError::Move`] if the game is over, a move to search or to avoid is not legal, none is left to search, or
    /// there are no threats to search.
    fn search(&self, request: SearchRequest) -> Result<(Arc<SearchControl>, SearchJob), TextError>;
    /// A count from the present position by this many threads, or as many as can be started.
    fn perft(&self, depth: u32, unit: Unit, threads: usize, stop_token: StopToken) -> PerftJob;
    /// A search of fixed positions to a fixed depth: nodes and time.
    fn bench(&self, stop_token: StopToken) -> BenchJob;
    /// Uniformly random playouts from the start for a time.
    fn bench_playouts(&self, time: Duration, stop_token: StopToken) -> BenchJob;
}

impl<G: Playable> Session for GameSession<G> {
    fn auto(&self) -> Kind {
        self.auto
    }

    fn forget(&mut self, settings: &Settings) {
        self.engine.lock().clear(settings);
    }

    fn is_prepared(&self, settings: &Settings) -> bool {
        self.engine.lock().is_prepared(settings)
    }

    fn prepare(&mut self, settings: &Settings) -> usize {
        // What is computed when it is first needed: networks and curves.
        let start = G::start(&self.game.setup);
        std::hint::black_box(start.evaluate(start.to_move()));
        Calibration::of(self.name);
        self.engine.lock().prepare(settings)
    }

    fn touch(&mut self, threads: usize) {
        self.engine.lock().touch(threads);
    }

    fn is_touched(&self) -> bool {
        self.engine.lock().is_touched()
    }

    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError> {
        self.book = text.map(|text| Book::read(self.name, &self.game.setup, text)).transpose()?;
        Ok(())
    }

    fn book_lines(&self) -> Vec<BookLine> {
        let calibration = Calibration::of(self.name);
        let moves = self.book.as_ref().map(|book| book.moves(&self.game.position)).unwrap_or_default();
        let line = |found: BookMove| BookLine {
            decision: self.game.position.move_text(found.mv),
            verdict: calibration.scaled(found.verdict, Kind::AlphaBeta).verdict,
            games: found.games,
            points: found.points,
        };
        moves.into_iter().map(line).collect()
    }

    fn use_proofs(&mut self, file: Option<ProofFile>) -> Result<(), ProofFileError> {
        if let Some(file) = &file {
            file.fits::<G>(self.name, &self.game.setup)?;
        }
        self.proofs = file.map(Arc::new);
        Ok(())
    }

    fn proved(&self) -> Option<ProvedTurns> {
        let root = self.game.root();
        Some(self.known(&root).filter(|_| self.standing() == Standing::Open)?.as_turns(&root.position))
    }

    fn prove(
        &mut self,
        time: Duration,
        settings: &Settings,
        stop_token: StopToken,
    ) -> Result<Option<ProvedTurns>, OutOfMemory> {
        let root = self.game.root();
        if G::PLAYERS == 2 && self.standing() == Standing::Open {
            let limits = Limits { movetime: Some(time), ..Limits::default() };
            let control = SearchControl::new(limits, stop_token, ClockUse::default());
            let game = SolvedGame { name: self.name, setup: &self.game.setup };
            let found = game.value(&root.position, &control, settings)?;
            self.solved = found.map(|line| (root.position.key(), line)).or(self.solved.take());
        }
        Ok(self.proved())
    }

    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32) {
        (self.game.position.terms(), self.game.position.evaluate(self.game.position.to_move()))
    }

    #[cfg(feature = "tune")]
    fn search_params(&self) -> SearchParams {
        *self.game.position.params()
    }

    fn search(&self, request: SearchRequest) -> Result<(Arc<SearchControl>, SearchJob), TextError> {
        let search = PreparedSearch::new(self, request)?;
        Ok((search.control(), Box::new(move |on_report| search.run(on_report))))
    }

    fn perft(&self, depth: u32, unit: Unit, threads: usize, stop_token: StopToken) -> PerftJob {
        let position = self.game.position;
        let over = self.standing() != Standing::Open;
        Box::new(move || {
            if over || depth == 0 {
                return Some(Vec::new());
            }
            let counts = perft::divide(&position, depth, unit, threads, &stop_token)?;
            let mut texts: Vec<_> = counts.into_iter().map(|(mv, count)| (position.move_text(mv), count)).collect();
            texts.sort();
            Some(texts)
        })
    }

    fn bench(&self, stop_token: StopToken) -> BenchJob {
        let (setup, depth) = (self.game.setup.clone(), self.bench_depth);
        let text = |root: &Root<G>| root.position.position_text();
        Box::new(move |report| {
            bench::search::<G>(&setup, depth, &stop_token, &mut |root, nodes| {
                report(&format!("nodes {nodes} {}", text(root)));
            })
        })
    }

    fn bench_playouts(&self, time: Duration, stop_token: StopToken) -> BenchJob {
        let start = G::start(&self.game.setup);
        Box::new(move |_| bench::playouts(start, time, &stop_token))
    }
}
