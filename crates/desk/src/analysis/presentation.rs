//! Turns a search's result into an answer.

use super::answer::{DecisionInfo, MoveInfo, PositionAnswer, RootInfo, ScoreInfo};
use super::refusal::ANALYSIS_SCHEMA;
use super::request::Query;
use crate::search::{Bound, Kind, Verdict};
use crate::session::{BestLines, Report, SearchRequest, SearchResult, Session};
use std::time::Duration;

/// An empty answer.
pub fn empty(query: &Query, turn_number: usize) -> PositionAnswer {
    PositionAnswer {
        schema: ANALYSIS_SCHEMA,
        id: query.id.clone(),
        turn_number,
        is_during_search: false,
        terminated: false,
        no_results: false,
        result: None,
        root_info: None,
        move_infos: Vec::new(),
        decisions: None,
        threats: None,
        state: None,
        svg: None,
    }
}

/// How the results of a search are presented to the client.
pub struct Presentation<'a> {
    /// The query.
    pub query: &'a Query,
    /// The kind of search.
    pub kind: Kind,
    /// The seat, from 1, that decides.
    pub seat: usize,
}

impl Presentation<'_> {
    /// A score, which may be proved by a file of proofs.
    pub fn score(&self, verdict: Verdict, bound: Bound, proved: bool, wdl: [u32; 3]) -> ScoreInfo {
        ScoreInfo::new(verdict, bound, proved, self.query.include_wdl.then_some(wdl))
    }

    /// The answer while the search runs; `report` is its last, `lines` are the best so far, at least one, and `bound`
    /// is what the present iteration knows about its best turn, if a window has failed.
    pub fn interim(&self, turn: usize, lines: &[Report], bound: Option<&Report>, report: &Report) -> PositionAnswer {
        let mut root = self.root(&lines[0], report, None);
        if let Some(bound) = bound {
            root.score = self.score(bound.info.verdict, bound.info.bound, false, bound.wdl);
            root.best = bound.turns.first().cloned().unwrap_or_default();
        }
        root.nps = Some((report.info.nodes as f64 / report.info.time.as_secs_f64().max(1e-6)) as u64);
        root.currmove.clone_from(&report.current);
        root.currmovenumber = report.info.current.map(|current| current.number);
        PositionAnswer { is_during_search: true, ..self.answer(turn, root, lines) }
    }

    /// The answer at the end of a search that has taken `time` and reported `last` as the last of all.
    pub fn finished(
        &self,
        turn: usize,
        lines: &[Report],
        last: &Report,
        found: &SearchResult,
        time: Duration,
    ) -> PositionAnswer {
        let best = lines.first().unwrap_or(last);
        let mut answer = self.answer(turn, self.root(best, last, Some((found, time))), lines);
        if let Some(line) = answer.move_infos.first_mut() {
            // What the end of the search has found may be of an iteration that was broken off.
            line.score = self.score(found.verdict, found.bound, found.best_proved, found.wdl);
            line.turn.clone_from(&found.best);
            line.pv = self.query.include_pv.then(|| found.turns.clone());
        }
        answer
    }

    /// What is known about the position: from its best line, the last report, and at the end the result and the time.
    fn root(&self, best: &Report, last: &Report, found: Option<(&SearchResult, Duration)>) -> RootInfo {
        let (time, nodes) = found.map_or((last.info.time, last.info.nodes), |(found, time)| (time, found.nodes));
        let score = match found {
            Some((found, _)) => self.score(found.verdict, found.bound, found.proved, found.wdl),
            None => self.score(best.info.verdict, best.info.bound, best.result_proved, best.wdl),
        };
        RootInfo {
            seat: self.seat,
            best: found
                .map_or_else(|| best.turns.first().cloned().unwrap_or_default(), |(found, _)| found.best.clone()),
            score,
            search: self.kind.name(),
            nodes,
            depth: best.info.depth,
            seldepth: last.info.seldepth,
            hashfull: last.info.hashfull,
            time_ms: Some(time.as_millis() as u64),
            nps: None,
            currmove: None,
            currmovenumber: None,
        }
    }

    fn move_info(&self, order: usize, report: &Report) -> MoveInfo {
        MoveInfo {
            order,
            turn: report.turns.first().cloned().unwrap_or_default(),
            score: self.score(report.info.verdict, report.info.bound, report.proved, report.wdl),
            depth: report.info.depth,
            visits: report.info.visits.map(|(visits, _)| visits),
            pv: self.query.include_pv.then(|| report.turns.clone()),
        }
    }

    /// An answer with these best lines.
    pub fn answer(&self, turn: usize, root_info: RootInfo, lines: &[Report]) -> PositionAnswer {
        let decision = |report: &Report| DecisionInfo {
            text: report.decision.clone(),
            score: self.score(report.info.verdict, report.info.bound, report.proved, report.wdl),
            visits: report.info.visits.map(|(visits, _)| visits),
        };
        let shown = lines.iter().take(self.query.multipv.unwrap_or(1)).enumerate();
        PositionAnswer {
            root_info: Some(root_info),
            move_infos: shown.map(|(order, report)| self.move_info(order, report)).collect(),
            decisions: self.query.include_decisions.then(|| lines.iter().map(decision).collect()),
            threats: self.query.include_threats.then_some(None),
            ..empty(self.query, turn)
        }
    }

    /// What the next side would play.
    pub fn threat(&self, session: &dyn Session, request: SearchRequest) -> Option<MoveInfo> {
        let (_, job) = session.search(request).ok()?;
        let mut best = BestLines::default();
        let found = job(&mut |report| best.note(report));
        let mut line = self.move_info(0, best.lines().first()?);
        line.score = self.score(found.verdict, found.bound, found.best_proved, found.wdl);
        line.turn = found.best;
        line.pv = self.query.include_pv.then_some(found.turns);
        Some(line)
    }
}
