//! What thinks about a game: searches, counts, measurements, the static evaluation and the book.

use super::book_move;
use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::turns::{complete_turn, turn_texts};
use crate::book::build::{self, Editor};
use crate::book::{Advice, Book, BookError};
use crate::calibration::{self, Calibration};
use crate::game::{Playable, TextError};
use crate::search::perft::{self, Unit};
use crate::search::time::turns_ahead;
use crate::search::{Answer, Info, Kind, Limits, Root, SearchControl, Settings, StopSource, StopToken, Verdict, bench};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The limits; their `search_moves` are ignored in favour of the field below.
    pub limits: Limits,
    /// The turns (or first decisions) to choose among; empty: all.
    pub search_moves: Vec<String>,
    /// What stops it.
    pub stop_token: StopToken,
    /// Time to keep back from the clock.
    pub overhead: Duration,
    /// How to search.
    pub settings: Settings,
    /// Whether the book may answer an ordinary search in its place, if one is open.
    pub book: bool,
}

impl Default for SearchRequest {
    /// Alpha-beta at full strength on one thread, without limits: give it some, or a stop token of one's own.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            search_moves: Vec::new(),
            stop_token: StopSource::default().token(),
            overhead: Duration::ZERO,
            settings: Settings::default(),
            book: false,
        }
    }
}

/// An [`Info`] with its principal variation as text.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the search said, its verdict brought to the [common scale](crate::calibration).
    pub info: Info,
    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub wdl: [u32; 3],
    /// The principal variation, turn by turn.
    pub turns: Vec<String>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The turn to play, or the rest of it.
    pub best: String,
    /// The turn expected then.
    pub ponder: Option<String>,
    /// How good the best turn is for the side to move, on the common scale.
    pub verdict: Verdict,
    /// If the book has answered: how many games it knows in which that was played.
    pub book: Option<u32>,
    /// How many of the threads that should have searched could not be had.
    pub missing_threads: usize,
}

/// A search ready to run on any thread.
pub type SearchJob = Box<dyn FnOnce(&mut dyn FnMut(&Report)) -> SearchResult + Send>;

/// A count ready to run on any thread: the decisions in text with their counts; `None` if it was stopped.
pub type PerftJob = Box<dyn FnOnce() -> Option<Vec<(String, u64)>> + Send>;

/// A measurement ready to run on any thread: how many there were and how long they took; `None` if it was stopped.
pub type BenchJob = Box<dyn FnOnce(&mut dyn FnMut(&str)) -> Option<(u64, Duration)> + Send>;

/// A game with an engine that thinks about it, whichever it is.
pub trait Session: Play {
    /// The search that `auto` stands for.
    fn auto(&self) -> Kind;
    /// Forgets what was learned by searching, and gets the engine's memory ready for `settings`.
    fn forget(&mut self, settings: &Settings);
    /// Whether everything is ready for searches with `settings`.
    fn is_prepared(&self, settings: &Settings) -> bool;
    /// Gets everything ready for searches with `settings`, so that none has to do that in its own time. The size in MiB
    /// of the memory, which is smaller than asked for where the system does not give so much.
    fn prepare(&mut self, settings: &Settings) -> usize;
    /// Opens the book with this text, or with `None` closes it.
    ///
    /// # Errors
    /// [`BookError`] for a text that is no book of this game; nothing has changed.
    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError>;
    /// Begins a book from the present position on, or goes on with the one whose text is given.
    ///
    /// # Errors
    /// [`BookError`] if the text is no book of this game that begins there.
    fn edit_book(&self, text: Option<&str>) -> Result<Box<dyn Editor>, BookError>;
    /// The parts of the static evaluation for seat 1, and their sum for the side to move.
    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32);
    /// The numbers that steer the search of this variant: name, present value and range.
    #[cfg(feature = "tune")]
    fn search_params(&self) -> Vec<(&'static str, i64, std::ops::RangeInclusive<i64>)>;
    /// Sets one of them for all searches to come; false if there is none of that name or it cannot have that value.
    #[cfg(feature = "tune")]
    fn set_search_param(&self, name: &str, value: i64) -> bool;
    /// A search of the present position.
    ///
    /// # Errors
    /// [`TextError::Move`] if the game is over or a move to search is not legal.
    fn search(&self, request: SearchRequest) -> Result<(Arc<SearchControl>, SearchJob), TextError>;
    /// A count from the present position by so many threads, or as many as can be had.
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
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).clear(settings);
    }

    fn is_prepared(&self, settings: &Settings) -> bool {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).is_prepared(settings)
    }

    fn prepare(&mut self, settings: &Settings) -> usize {
        // What is computed when it is first needed: networks and curves.
        let start = G::start(&self.game.setup);
        std::hint::black_box(start.evaluate(start.to_move()));
        Calibration::of(self.name);
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).prepare(settings)
    }

    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError> {
        self.book = text.map(|text| Book::read(self.name, &self.game.setup, text)).transpose()?;
        Ok(())
    }

    fn edit_book(&self, text: Option<&str>) -> Result<Box<dyn Editor>, BookError> {
        build::edit(self.name, &self.game.setup, self.game.position, text)
    }

    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32) {
        (self.game.position.terms(), self.game.position.evaluate(self.game.position.to_move()))
    }

    #[cfg(feature = "tune")]
    fn search_params(&self) -> Vec<(&'static str, i64, std::ops::RangeInclusive<i64>)> {
        self.game.position.params().list()
    }

    #[cfg(feature = "tune")]
    fn set_search_param(&self, name: &str, value: i64) -> bool {
        self.game.position.tunable().set(name, value)
    }

    fn search(&self, request: SearchRequest) -> Result<(Arc<SearchControl>, SearchJob), TextError> {
        if self.standing() != Standing::Open {
            return Err(TextError::Move("the game is over, so there is nothing to search".to_string()));
        }
        let SearchRequest { mut limits, search_moves, stop_token, overhead, settings, book } = request;
        limits.search_moves.clear();
        for turn in search_moves {
            limits.search_moves.extend(self.game.position.read_turn(&turn)?.first());
        }
        let mover = self.game.position.to_move();
        let taken = self.game.played.iter().filter(|(position, _)| position.to_move() == mover).count();
        limits.turns_ahead = turns_ahead(self.game.position.params().usual_turns, taken as u32);
        let root = self.game.root();
        let advice = book_move::advice(self.book.as_ref().filter(|_| book), &root, &limits, &settings);
        let control = Arc::new(SearchControl::new(limits, stop_token, overhead));
        let (engine, shared) = (self.engine.clone(), control.clone());
        // The scores of a book are those of alpha-beta.
        let kind = if advice.is_some() { Kind::AlphaBeta } else { settings.kind_within(&control.limits) };
        let calibration = Calibration::of(self.name);
        let job = move |on_report: &mut dyn FnMut(&Report)| {
            let control = shared;
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let position = root.position;
            let mut on_info = |info: &Info| {
                let calibration::ScaledVerdict { verdict, wdl } = calibration.scaled(info.verdict, kind);
                let (info, turns) = (Info { verdict, ..info.clone() }, turn_texts(position, &info.pv));
                on_report(&Report { info, wdl, turns });
            };
            let (mut answer, book) = match advice {
                Some(Advice { line, verdict, games }) => (Answer { pv: line, verdict }, Some(games)),
                None => (engine.search(&root, &control, &settings, &mut on_info), None),
            };
            control.wait_until_answerable();
            let missing_threads = if book.is_some() { 0 } else { engine.missing_threads() };
            complete_turn(&root, &mut answer.pv, &control, &mut engine, &settings);
            let mut turns = turn_texts(position, &answer.pv).into_iter();
            let verdict = calibration.scaled(answer.verdict, kind).verdict;
            SearchResult {
                best: turns.next().unwrap_or_default(),
                ponder: turns.next(),
                verdict,
                book,
                missing_threads,
            }
        };
        Ok((control, Box::new(job)))
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
