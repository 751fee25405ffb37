//! What thinks about a game: searches, counts, measurements, the static evaluation and the book.

use super::book_move;
use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::played_game::PlayedGame;
use super::proof_search::{self, SolvedGame};
use super::proved_lines::ProvedLines;
use super::proved_move::{self, ProofUse, ProvedLine, ProvedTurns};
use super::says;
use super::turns::{complete_turn, turn_texts};
use crate::book::build::{self, Editor};
use crate::book::{Advice, Book, BookError, BookMove};
use crate::calibration::{self, Calibration};
use crate::game::{Move, MoveList, Playable, TextError};
use crate::search::perft::{self, Unit};
use crate::search::proof::proof_file::{ProofFile, ProofFileError};
use crate::search::time::turns_ahead;
use crate::search::{
    Answer, Bound, Info, Kind, Limits, OutOfMemory, Root, SearchControl, Settings, StopSource, StopToken, Verdict,
    bench,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The limits; their `search_moves` are ignored in favour of the field below.
    pub limits: Limits,
    /// The turns (or first decisions) to choose among; empty: all.
    pub search_moves: Vec<String>,
    /// The turns (or first decisions) not to choose. Of a turn the first decision counts, with which others may begin.
    pub avoid_moves: Vec<String>,
    /// Whether to search what the other side would play if it were its turn: a threat.
    pub null_move: bool,
    /// What stops it.
    pub stop_token: StopToken,
    /// Time to keep back from the clock.
    pub overhead: Duration,
    /// How to search.
    pub settings: Settings,
    /// Whether the book may answer an ordinary search in its place, if one is open.
    pub book: bool,
    /// What is made of the proof file, if one is open.
    pub proofs: ProofUse,
}

impl Default for SearchRequest {
    /// Alpha-beta at full strength on one thread, without limits: give it some, or a stop token of one's own.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            null_move: false,
            stop_token: StopSource::default().token(),
            overhead: Duration::ZERO,
            settings: Settings::default(),
            book: false,
            proofs: ProofUse::Ignore,
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
    /// The first decision of the first of them.
    pub decision: String,
    /// The text of the decision in [`Info::current`].
    pub current: Option<String>,
    /// Whether the verdict is that of the proof file.
    pub proved: bool,
    /// Whether it is so for the position, too: this is its best line.
    pub result_proved: bool,
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
    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub wdl: [u32; 3],
    /// What the verdict says about the value at the depth reached.
    pub bound: Bound,
    /// The principal variation, turn by turn.
    pub turns: Vec<String>,
    /// How many nodes or iterations were searched.
    pub nodes: u64,
    /// If the book has answered: how many games it knows in which that was played.
    pub book: Option<u32>,
    /// Whether the proof file has answered: then the verdict is proved, also a draw.
    pub proved: bool,
    /// Whether the verdict is proved as that of the best turn; another may be better if the one of the position is not.
    pub best_proved: bool,
    /// How many of the threads that should have searched could not be had.
    pub missing_threads: usize,
}

/// A decision that the open book has.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLine {
    /// The decision.
    pub decision: String,
    /// How good it is for the side to move, on the common scale.
    pub verdict: Verdict,
    /// In how many games it was played.
    pub games: u32,
    /// The points that the side that played it got in them.
    pub points: f64,
}

/// A search ready to run on any thread.
pub type SearchJob = Box<dyn FnOnce(&mut dyn FnMut(&Report)) -> SearchResult + Send>;

/// A count ready to run on any thread: the decisions in text with their counts; `None` if it was stopped.
pub type PerftJob = Box<dyn FnOnce() -> Option<Vec<(String, u64)>> + Send>;

/// A measurement ready to run on any thread: how many there were and how long they took; `None` if it was stopped.
pub type BenchJob = Box<dyn FnOnce(&mut dyn FnMut(&str)) -> Option<(u64, Duration)> + Send>;

/// The decisions to choose among: empty means all.
///
/// # Errors
/// [`TextError::Move`] if one is not legal, or none is left.
fn candidates<G: Playable>(position: &G, only: &[String], avoid: &[String]) -> Result<Vec<Move>, TextError> {
    let firsts = |turns: &[String]| -> Result<Vec<Move>, TextError> {
        turns.iter().filter_map(|turn| position.read_turn(turn).map(|line| line.first().copied()).transpose()).collect()
    };
    let (mut only, avoid) = (firsts(only)?, firsts(avoid)?);
    if avoid.is_empty() {
        return Ok(only);
    }
    if only.is_empty() {
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        only.extend(legal);
    }
    only.retain(|mv| !avoid.contains(mv));
    if only.is_empty() {
        return Err(TextError::Move(says::none_left()));
    }
    Ok(only)
}

impl<G: Playable> GameSession<G> {
    /// The open proof file, if it is about the game as it is set up now.
    fn fitting_proofs(&self) -> Option<&ProofFile> {
        self.proofs.as_deref().filter(|file| file.fits::<G>(self.name, &self.game.setup).is_ok())
    }

    /// What a proof search has found of a position, or the open proof file knows.
    fn known(&self, root: &Root<G>) -> Option<ProvedLine> {
        let is_solved = |(key, _): &&(u64, ProvedLine)| *key == root.position.key() && !proved_move::has_history(root);
        let solved = self.solved.as_ref().filter(is_solved).map(|(_, line)| line.clone());
        solved.or_else(|| proved_move::known(self.fitting_proofs()?, root))
    }

    /// What is proved about a position that is to be searched.
    fn proved_lines(&self, root: &Root<G>, proofs: ProofUse, limits: &Limits, settings: &Settings) -> ProvedLines {
        let known = || self.known(root).filter(|known| !known.line.is_empty());
        match proofs {
            ProofUse::Play if proved_move::may_answer(limits, settings) => ProvedLines::answer(known()),
            ProofUse::Show if proved_move::may_show(limits, settings) => match (self.fitting_proofs(), known()) {
                (None, None) => ProvedLines::default(),
                (file, known) => ProvedLines::new(file, root, &limits.search_moves, known, settings.multi_pv),
            },
            _ => ProvedLines::default(),
        }
    }

    /// The position in which the next side has the turn.
    fn null_move_root(&self) -> Result<Root<G>, TextError> {
        let none = || TextError::Move(says::no_threats());
        let position = self.game.position.skip().filter(|position| position.outcome().is_none());
        Ok(Root { position: position.ok_or_else(none)?, played: Vec::new() })
    }
}

/// A game with an engine that thinks about it, whichever it is.
pub trait Session: Play {
    /// The search that `auto` stands for.
    fn auto(&self) -> Kind;
    /// Forgets what was learned by searching, and gets the engine's memory ready for `settings`.
    fn forget(&mut self, settings: &Settings);
    /// Whether everything is ready for searches with `settings`.
    fn is_prepared(&self, settings: &Settings) -> bool;
    /// Gets everything ready for searches with `settings`, so that none has to do that in its own time. The size in KiB
    /// of the memory, which is smaller than asked for where the system does not give so much.
    fn prepare(&mut self, settings: &Settings) -> usize;
    /// Opens the book with this text, or with `None` closes it.
    ///
    /// # Errors
    /// [`BookError`] for a text that is no book of this game; nothing has changed.
    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError>;
    /// What the open book has of the present position, the best first.
    fn book_lines(&self) -> Vec<BookLine>;
    /// Opens a proof file, or with `None` closes it.
    ///
    /// # Errors
    /// [`ProofFileError`] for a file that cannot be read or is about another game; nothing has changed.
    fn open_proofs(&mut self, path: Option<&Path>) -> Result<(), ProofFileError>;
    /// What is proved of the present position, by the open proof file or by [`prove`](Session::prove); `None` also if the
    /// game is over.
    fn proved(&self) -> Option<ProvedTurns>;
    /// Searches for so long who wins the present position. What is found counts as proved from then on.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no memory for it.
    fn prove(
        &mut self,
        time: Duration,
        settings: &Settings,
        stop_token: StopToken,
    ) -> Result<Option<ProvedTurns>, OutOfMemory>;
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
    /// [`TextError::Move`] if the game is over, a move to search or to avoid is not legal, none is left to search, or
    /// there are no threats to search.
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

    fn open_proofs(&mut self, path: Option<&Path>) -> Result<(), ProofFileError> {
        let file = path.map(ProofFile::open).transpose()?;
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
            let control = SearchControl::new(limits, stop_token, Duration::ZERO);
            let game = SolvedGame { name: self.name, setup: &self.game.setup };
            let found = game.value(&root.position, &control, settings)?;
            self.solved = found.map(|line| (root.position.key(), line)).or(self.solved.take());
        }
        Ok(self.proved())
    }

    fn edit_book(&self, text: Option<&str>) -> Result<Box<dyn Editor>, BookError> {
        let PlayedGame { setup, start, played, position, .. } = &self.game;
        let line: Vec<Move> = played.iter().map(|&(_, mv)| mv).collect();
        build::edit(self.name, setup, *start, turn_texts(*start, &line), *position, text)
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
            return Err(TextError::Move(says::nothing_to_search()));
        }
        let SearchRequest {
            mut limits,
            search_moves,
            avoid_moves,
            null_move,
            stop_token,
            overhead,
            settings,
            book,
            proofs,
        } = request;
        let root = if null_move { self.null_move_root()? } else { self.game.root() };
        limits.search_moves = candidates(&root.position, &search_moves, &avoid_moves)?;
        let mover = self.game.position.to_move();
        let taken = self.game.played.iter().filter(|(position, _)| position.to_move() == mover).count();
        limits.turns_ahead = turns_ahead(self.game.position.params().usual_turns, taken as u32);
        let advice = book_move::advice(self.book.as_ref().filter(|_| book && !null_move), &root, &limits, &settings);
        let proofs = if null_move { ProofUse::Ignore } else { proofs };
        let lines = self.proved_lines(&root, proofs, &limits, &settings);
        if !lines.is_empty() {
            limits.search_moves.clone_from(&lines.open);
        }
        let control = Arc::new(SearchControl::new(limits, stop_token, overhead));
        let (engine, shared) = (self.engine.clone(), control.clone());
        let (name, setup) = (self.name, self.game.setup.clone());
        let win_within = control.limits.mate.filter(|_| proof_search::may_help::<G>(&control.limits, &settings));
        let win_within = win_within.filter(|_| !null_move && !proved_move::has_history(&root));
        // The scores of a book are those of alpha-beta.
        let kind = if advice.is_some() { Kind::AlphaBeta } else { settings.kind_within(&control.limits) };
        let calibration = Calibration::of(self.name);
        let job = move |on_report: &mut dyn FnMut(&Report)| {
            let control = shared;
            let mut engine = engine.lock();
            let position = root.position;
            let scaled = |verdict: Verdict, known: Option<&ProvedLine>| match known {
                Some(known) => calibration::ScaledVerdict { verdict: known.verdict, wdl: known.wdl() },
                None => calibration.scaled(verdict, kind),
            };
            let mut report = |info: Info, known: Option<&ProvedLine>| {
                let calibration::ScaledVerdict { verdict, wdl } = scaled(info.verdict, known);
                let turns = turn_texts(position, &info.pv);
                let current = info.current.map(|current| position.move_text(current.mv));
                let decision = info.pv.first().map_or_else(String::new, |&mv| position.move_text(mv));
                let proved = known.is_some();
                let result_proved = proved && info.multipv == 1 && !lines.first.is_empty();
                let info = Info { verdict, ..info };
                on_report(&Report { info, wdl, turns, decision, current, proved, result_proved });
            };
            lines.report_known(control.elapsed(), &mut report);
            let mut search = |settings: &Settings| {
                let mut on_info = |info: &Info| lines.report_found(info, &mut report);
                let Some(most) = win_within else { return engine.search(&root, &control, settings, &mut on_info) };
                let game = SolvedGame { name, setup: &setup };
                game.win_within(most, &root, &mut engine, (&control, settings), &mut on_info)
            };
            let (mut answer, book) = match (lines.first.first(), advice) {
                (Some(known), _) => {
                    let others = Settings { multi_pv: lines.left(), ..settings.clone() };
                    let nodes = if lines.open.is_empty() { 0 } else { search(&others).nodes };
                    (Answer { pv: known.line.clone(), verdict: known.verdict, bound: Bound::Exact, nodes }, None)
                }
                (None, Some(Advice { line, verdict, games })) => {
                    (Answer { pv: line, verdict, bound: Bound::Exact, nodes: 0 }, Some(games))
                }
                (None, None) => (search(&settings), None),
            };
            control.wait_until_answerable();
            let was_searched = book.is_none() && (lines.first.is_empty() || !lines.open.is_empty());
            let missing_threads = if was_searched { engine.missing_threads() } else { 0 };
            complete_turn(&root, &mut answer.pv, &control, &mut engine, &settings);
            let turns = turn_texts(position, &answer.pv);
            let best = lines.of_best(answer.pv.first());
            let calibration::ScaledVerdict { verdict, wdl } = scaled(answer.verdict, best);
            SearchResult {
                best: turns.first().cloned().unwrap_or_default(),
                ponder: turns.get(1).cloned(),
                verdict,
                wdl,
                bound: if best.is_some() { Bound::Exact } else { answer.bound },
                turns,
                nodes: answer.nodes,
                book,
                proved: !lines.first.is_empty(),
                best_proved: best.is_some(),
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
