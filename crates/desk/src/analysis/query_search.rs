//! The search of one position of a query, and the answers during it and at its end.

use super::answer::PositionAnswer;
use super::control::QueryControl;
use super::presentation::{Presentation, empty};
use super::request::Query;
use super::says;
use crate::options::SearchChoice;
use crate::search::moment::Moment;
use crate::search::{Bound, Kind, Limits, Settings, StopToken};
use crate::sentence::Sentence;
use crate::session::{BestLines, ProofUse, SearchRequest, Session, Standing};

/// Why a query is refused: the wrong field and a sentence.
pub type Refusal = (&'static str, Sentence);

/// How to search for a query with this many positions: with as much memory as its nodes may fill, at most this many
/// KiB.
pub fn settings(query: &Query, session: &dyn Session, positions: usize, most_kib: usize) -> Settings {
    let kind = match query.search_choice() {
        SearchChoice::Auto => session.auto(),
        SearchChoice::Always(kind) => kind,
    };
    // In bytes: two entries of the transposition table for each node; the children of a node for each iteration, as
    // far as it has some.
    let each = match kind {
        Kind::AlphaBeta => 32,
        Kind::Mcts => 512,
        Kind::MctsEval => 4096,
    };
    let searches = if query.include_threats { 2 * positions } else { positions };
    let hash_kib = query.limits().nodes.map_or(most_kib, |nodes| {
        let bytes = nodes.saturating_mul(each).saturating_mul(searches as u64);
        let kib = (bytes >> 10).clamp(4, most_kib as u64);
        (kib as usize).next_power_of_two().min(most_kib)
    });
    let lines = if query.include_decisions { usize::MAX } else { query.multipv.unwrap_or(1) };
    Settings { kind, hash_kib, multi_pv: lines, seed: query.seed.unwrap_or(1), ..Settings::default() }
}

/// Searches the position of a session, which is the one after `turn` of the query's moves. While the search goes on
/// `on_interim` is given what has been found so far, if the query asks for that. What the session's proof file knows, if
/// one is open, takes the place of what would be found.
///
/// # Errors
/// The field of the query that cannot be followed, or an empty text, and a sentence.
pub fn search(
    session: &dyn Session,
    query: &Query,
    turn: usize,
    settings: &Settings,
    query_control: &QueryControl,
    on_interim: &mut dyn FnMut(&PositionAnswer),
) -> Result<PositionAnswer, Refusal> {
    let state = query.include_state.then(|| Box::new(session.state()));
    let svg = query.include_svg.then(|| session.svg(&[]));
    let without_results =
        || PositionAnswer { no_results: true, state: state.clone(), svg: svg.clone(), ..empty(query, turn) };
    if session.standing() != Standing::Open {
        let result = session.state().result;
        return Ok(PositionAnswer { result, ..without_results() });
    }
    if query.nodes == Some(0) {
        return Ok(without_results());
    }
    let Some(stop_token) = query_control.begin(turn) else {
        return Ok(PositionAnswer { terminated: true, ..without_results() });
    };
    let request = |limits: Limits, stop_token: StopToken, settings: &Settings| SearchRequest {
        limits,
        stop_token,
        search_moves: query.allow_turns.clone(),
        avoid_moves: query.avoid_turns.clone(),
        settings: settings.clone(),
        proofs: ProofUse::Show,
        ..SearchRequest::default()
    };
    for (field, turns) in [("allowTurns", &query.allow_turns), ("avoidTurns", &query.avoid_turns)] {
        let illegal = turns.iter().find_map(|turn| session.first_decision(turn).err());
        illegal.map_or(Ok(()), |error| Err((field, error.into())))?;
    }
    // All of them are legal, so what is refused now is that none is left.
    let begun = session.search(request(query.limits(), stop_token.clone(), settings));
    let (control, job) = begun.map_err(|error| ("avoidTurns", error.into()))?;
    let mut best = BestLines::default();
    let seat = session.seat() + 1;
    let show = Presentation { query, kind: settings.kind, seat };
    let interim = query.report_during_search_every.is_some();
    let mut reported = Moment::now();
    // The search reports as often by its own clock; what lies between the two shall not cost every second answer.
    let every = control.limits.report_every.unwrap_or_default().mul_f64(0.9);
    let (mut last, mut bound) = (None, None);
    let found = job(&mut |report| {
        best.note(report);
        last = Some(report.clone());
        // A bound is news until the iteration has found more.
        if report.info.bound != Bound::Exact {
            bound = Some(report.clone());
        } else if report.info.is_line() {
            bound = None;
        }
        // Until the last of them, the lines of a report stand beside those of the one before.
        let is_whole = !report.info.is_line() || report.info.multipv >= best.lines().len();
        if interim && is_whole && reported.elapsed() >= every && !best.lines().is_empty() {
            reported = Moment::now();
            let answer =
                PositionAnswer { state: state.clone(), ..show.interim(turn, best.lines(), bound.as_ref(), report) };
            on_interim(&answer);
        }
    });
    let Some(last) = last else {
        return Err(("", says::nothing_found()));
    };
    let mut answer = show.finished(turn, best.lines(), &last, &found, control.elapsed());
    if query.include_threats {
        let settings = Settings { multi_pv: 1, ..settings.clone() };
        let limits = Limits { report_every: None, ..query.limits() };
        let stop_token = if stop_token.stopped() { None } else { query_control.begin(turn) };
        let request = stop_token.map(|token| SearchRequest {
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            null_move: true,
            ..request(limits, token, &settings)
        });
        answer.threats = Some(request.and_then(|request| show.threat(session, request)));
    }
    let terminated = query_control.is_terminated(turn);
    Ok(PositionAnswer { terminated, state, svg, ..answer })
}
