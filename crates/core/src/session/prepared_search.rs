//! A search of the position of a game: what is determined before it starts, and how it runs.

use super::book_move;
use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::proof_search::{self, SolvedGame};
use super::proved_lines::ProvedLines;
use super::proved_move::{self, ProofUse, ProvedLine};
use super::says;
use super::search_request::{Report, SearchRequest, SearchResult};
use super::turns::{complete_turn, turn_texts};
use crate::book::Advice;
use crate::calibration::{Calibration, ScaledVerdict};
use crate::game::{Move, MoveList, Playable, TextError};
use crate::search::time::{ClockUse, turns_ahead};
use crate::search::{Answer, Bound, Engine, Info, Kind, Limits, Root, SearchControl, Settings, Verdict};
use parking_lot::Mutex;
use std::sync::Arc;

/// What answers a search.
#[derive(Clone, PartialEq, Debug)]
enum AnsweredBy {
    /// A proof; decisions that it leaves open are searched for further lines.
    Proof(ProvedLine),
    /// The book.
    Book(Advice),
    /// The solver and the engine in alternation, looking for a win within this many plies.
    WinWithin(u32),
    /// The engine.
    Engine,
}

/// A search ready to run.
pub(super) struct PreparedSearch<G: Playable> {
    name: &'static str,
    setup: G::Setup,
    engine: Arc<Mutex<Engine<G>>>,
    control: Arc<SearchControl>,
    root: Root<G>,
    settings: Settings,
    lines: ProvedLines,
    answered_by: AnsweredBy,
    /// What the scores are those of.
    kind: Kind,
    calibration: Calibration,
}

/// The first decisions of turns.
fn firsts<G: Playable>(position: &G, turns: &[String]) -> Result<Vec<Move>, TextError> {
    turns.iter().filter_map(|turn| position.read_turn(turn).map(|line| line.first().copied()).transpose()).collect()
}

/// The decisions to choose among: empty means all.
///
/// # Errors
/// [`TextError::Move`] if one is not legal, or none is left.
fn candidates<G: Playable>(position: &G, only: &[String], avoid: &[String]) -> Result<Vec<Move>, TextError> {
    let (mut only, avoid) = (firsts(position, only)?, firsts(position, avoid)?);
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
    /// The position to search: the current one, or the one in which the next side has the turn.
    fn root_of(&self, request: &SearchRequest) -> Result<Root<G>, TextError> {
        if self.standing() != Standing::Open {
            return Err(TextError::Move(says::nothing_to_search()));
        }
        let skipped = || self.game.position.skip().filter(|position| position.outcome().is_none());
        let root = match request.null_move {
            true => Root::new(skipped().ok_or_else(|| TextError::Move(says::no_threats()))?),
            false => self.game.root(),
        };
        Ok(Root { only: candidates(&root.position, &request.search_moves, &request.avoid_moves)?, ..root })
    }

    /// About how many turns the side to move still has to take.
    fn turns_ahead(&self, settings: &Settings) -> u32 {
        let mover = self.game.position.to_move();
        let taken = self.game.played.iter().filter(|(position, _)| position.to_move() == mover).count();
        turns_ahead(settings.params(&self.game.position).usual_turns, taken as u32)
    }

    /// What is proved about a position to search.
    fn proved_lines(&self, root: &Root<G>, proofs: ProofUse, limits: &Limits, settings: &Settings) -> ProvedLines {
        let known = || self.known(root).filter(|known| !known.line.is_empty());
        match proofs {
            ProofUse::Play if proved_move::may_answer(root, limits, settings) => ProvedLines::answer(known()),
            ProofUse::Show if proved_move::may_show(limits, settings) => match (self.fitting_proofs(), known()) {
                (None, None) => ProvedLines::default(),
                (file, known) => ProvedLines::new(file, root, known, settings.multi_pv),
            },
            _ => ProvedLines::default(),
        }
    }
}

impl<G: Playable> PreparedSearch<G> {
    /// A search of the present position of a session. Its time starts now.
    ///
    /// # Errors
    /// As for [`search`](super::Session::search).
    pub fn new(session: &GameSession<G>, request: SearchRequest) -> Result<Self, TextError> {
        let mut root = session.root_of(&request)?;
        let SearchRequest { limits, null_move, stop_token, overhead, settings, book, proofs, .. } = request;
        // A threat search is not about a position of the game: nothing is known about it.
        let (book, proofs) =
            if null_move { (None, ProofUse::Ignore) } else { (session.book.as_ref().filter(|_| book), proofs) };
        let advice = book_move::advice(book, &root, &limits, &settings);
        let lines = session.proved_lines(&root, proofs, &limits, &settings);
        if !lines.is_empty() {
            root.only.clone_from(&lines.open);
        } else if !null_move {
            root.only.extend(book_move::first_decisions(&root, &limits, &settings));
        }
        let may_solve =
            !null_move && !proved_move::has_history(&root) && proof_search::may_help(&root, &limits, &settings);
        let answered_by = match (lines.first.first(), advice, limits.mate.filter(|_| may_solve)) {
            (Some(known), ..) => AnsweredBy::Proof(known.clone()),
            (None, Some(advice), _) => AnsweredBy::Book(advice),
            (None, None, Some(most)) => AnsweredBy::WinWithin(most),
            (None, None, None) => AnsweredBy::Engine,
        };
        // The scores of a book are those of alpha-beta.
        let is_of_book = matches!(answered_by, AnsweredBy::Book(_));
        let kind = if is_of_book { Kind::AlphaBeta } else { settings.kind_within(&limits) };
        let clock_use = ClockUse { turns_ahead: session.turns_ahead(&settings), overhead };
        Ok(Self {
            name: session.name,
            setup: session.game.setup.clone(),
            engine: session.engine.clone(),
            control: Arc::new(SearchControl::new(limits, stop_token, clock_use)),
            root,
            settings,
            lines,
            answered_by,
            kind,
            calibration: Calibration::of(session.name),
        })
    }

    /// What says how long it takes.
    pub fn control(&self) -> Arc<SearchControl> {
        self.control.clone()
    }

    /// Searches until the answer is complete and may be given.
    pub fn run(&self, on_report: &mut dyn FnMut(&Report)) -> SearchResult {
        let mut engine = self.engine.lock();
        let mut report = |info: Info, known: Option<&ProvedLine>| on_report(&self.report(info, known));
        self.lines.report_known(self.control.elapsed(), &mut report);
        let mut answer = self.answer(&mut engine, &mut |info| self.lines.report_found(info, &mut report));
        self.control.wait_until_answerable();
        let missing_threads = if self.is_searched() { engine.missing_threads() } else { 0 };
        complete_turn(&self.root, &mut answer.pv, &self.control, &mut engine, &self.settings);
        self.result(&answer, missing_threads)
    }

    /// Whether anything is searched.
    const fn is_searched(&self) -> bool {
        match self.answered_by {
            AnsweredBy::Proof(_) => !self.lines.open.is_empty(),
            AnsweredBy::Book(_) => false,
            AnsweredBy::WinWithin(_) | AnsweredBy::Engine => true,
        }
    }

    fn answer(&self, engine: &mut Engine<G>, on_info: &mut dyn FnMut(&Info)) -> Answer {
        let Self { root, control, settings, .. } = self;
        match &self.answered_by {
            AnsweredBy::Proof(known) => {
                let others = Settings { multi_pv: self.lines.left(), ..settings.clone() };
                let nodes = if self.is_searched() { engine.search(root, control, &others, on_info).nodes } else { 0 };
                Answer { pv: known.line.clone(), verdict: known.verdict, bound: Bound::Exact, nodes }
            }
            AnsweredBy::Book(Advice { line, verdict, .. }) => {
                Answer { pv: line.clone(), verdict: *verdict, bound: Bound::Exact, nodes: 0 }
            }
            AnsweredBy::WinWithin(most) => {
                let game = SolvedGame { name: self.name, setup: &self.setup };
                game.win_within(*most, root, engine, (control, settings), on_info)
            }
            AnsweredBy::Engine => engine.search(root, control, settings, on_info),
        }
    }

    /// A verdict on the common scale, or the proved one in its place.
    fn scaled(&self, verdict: Verdict, known: Option<&ProvedLine>) -> ScaledVerdict {
        self.calibration.scaled(known.map_or(verdict, |known| known.verdict), self.kind)
    }

    /// A report of the search as text, with what is proved about its line.
    fn report(&self, info: Info, known: Option<&ProvedLine>) -> Report {
        let position = &self.root.position;
        let ScaledVerdict { verdict, wdl } = self.scaled(info.verdict, known);
        Report {
            wdl,
            turns: turn_texts(*position, &info.pv),
            decision: info.pv.first().map_or_else(String::new, |&mv| position.move_text(mv)),
            current: info.current.map(|current| position.move_text(current.mv)),
            proved: known.is_some(),
            result_proved: known.is_some() && info.multipv == 1 && matches!(self.answered_by, AnsweredBy::Proof(_)),
            info: Info { verdict, ..info },
        }
    }

    /// The result, with an answer whose first turn is complete.
    fn result(&self, answer: &Answer, missing_threads: usize) -> SearchResult {
        let turns = turn_texts(self.root.position, &answer.pv);
        let best = self.lines.of_best(answer.pv.first());
        let ScaledVerdict { verdict, wdl } = self.scaled(answer.verdict, best);
        SearchResult {
            best: turns.first().cloned().unwrap_or_default(),
            ponder: turns.get(1).cloned(),
            verdict,
            wdl,
            bound: if best.is_some() { Bound::Exact } else { answer.bound },
            turns,
            nodes: answer.nodes,
            book: if let AnsweredBy::Book(advice) = &self.answered_by { Some(advice.games) } else { None },
            proved: matches!(self.answered_by, AnsweredBy::Proof(_)),
            best_proved: best.is_some(),
            missing_threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::yavalath::{Setup, Yavalath};
    use crate::registry;
    use crate::session::Session;

    fn session(moves: &str) -> GameSession<Yavalath> {
        let mut session = GameSession::new("yavalath", Setup::default(), Kind::AlphaBeta, 1);
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        session.set_position(None, &moves).unwrap();
        session
    }

    fn ask() -> SearchRequest {
        SearchRequest::default()
    }

    fn within(plies: u32) -> SearchRequest {
        SearchRequest { limits: Limits { mate: Some(plies), ..Limits::default() }, ..ask() }
    }

    fn of(session: &GameSession<Yavalath>, request: SearchRequest) -> PreparedSearch<Yavalath> {
        PreparedSearch::new(session, request).unwrap()
    }

    fn texts(turns: &[&str]) -> Vec<String> {
        turns.iter().map(ToString::to_string).collect()
    }

    /// A session in which it is known that the side to move wins with its first decision.
    fn solved() -> (GameSession<Yavalath>, ProvedLine) {
        let mut session = session("e5 swap b2");
        let line = ProvedLine { verdict: Verdict::win_in(3), line: session.game.position.read_turn("e6").unwrap() };
        session.solved = Some((session.game.position.key(), line.clone()));
        (session, line)
    }

    #[test]
    fn what_is_asked_and_what_is_known_say_what_answers() {
        let mut start = session("");
        assert_eq!(of(&start, ask()).answered_by, AnsweredBy::Engine);
        start.open_book(registry::book("yavalath")).unwrap();
        let book = SearchRequest { book: true, ..ask() };
        assert!(matches!(of(&start, book.clone()).answered_by, AnsweredBy::Book(_)));
        assert_eq!(of(&start, SearchRequest { avoid_moves: texts(&["e5"]), ..book }).answered_by, AnsweredBy::Engine);

        let (solved, line) = solved();
        let by = |request| of(&solved, request).answered_by;
        assert_eq!((by(ask()), by(within(7))), (AnsweredBy::Engine, AnsweredBy::WinWithin(7)));
        assert_eq!(by(SearchRequest { search_moves: texts(&["a1"]), ..within(7) }), AnsweredBy::Engine);
        for proofs in [ProofUse::Play, ProofUse::Show] {
            let request = SearchRequest { proofs, ..ask() };
            assert_eq!(by(request.clone()), AnsweredBy::Proof(line.clone()));
            assert_eq!(by(SearchRequest { null_move: true, ..request }), AnsweredBy::Engine);
            assert_eq!(by(SearchRequest { proofs, ..within(7) }), AnsweredBy::WinWithin(7));
        }
    }

    #[test]
    fn only_what_may_be_chosen_is_searched() {
        let session = session("e5 swap b2");
        let only = |only: &[&str], avoid: &[&str]| {
            let request = SearchRequest { search_moves: texts(only), avoid_moves: texts(avoid), ..ask() };
            let found = PreparedSearch::new(&session, request).map(|search| search.root);
            found.map(|root| root.only.iter().map(|&mv| root.position.move_text(mv)).collect::<Vec<_>>())
        };
        assert_eq!(only(&[], &[]), Ok(vec![]));
        assert_eq!(only(&["a1", "a2"], &["a2"]), Ok(texts(&["a1"])));
        assert_eq!(only(&[], &["a1"]).unwrap().len(), session.legal().len() - 1);
        assert_eq!(only(&["a1"], &["a1"]), Err(TextError::Move(says::none_left())));
        assert!(matches!(only(&["e5"], &[]), Err(TextError::Move(_))));
        let skipped = of(&session, SearchRequest { null_move: true, ..ask() }).root;
        assert!(skipped.position.to_move() != session.game.position.to_move() && skipped.played.is_empty());
    }

    #[test]
    fn what_is_proved_is_answered_without_a_search() {
        let (session, line) = solved();
        let search = of(&session, SearchRequest { proofs: ProofUse::Play, ..ask() });
        let mut reports = Vec::new();
        let result = search.run(&mut |report| reports.push(report.clone()));
        let [report] = &reports[..] else { panic!("{reports:?}") };
        assert!(report.proved && report.result_proved && result.proved && result.best_proved);
        assert_eq!((report.info.verdict, result.verdict), (line.verdict, line.verdict));
        assert_eq!((&report.turns, &result.turns, &result.best[..]), (&texts(&["e6"]), &texts(&["e6"]), "e6"));
        assert_eq!((result.wdl, result.nodes, result.bound), ([1_000, 0, 0], 0, Bound::Exact));
    }
}
