//! Proof searches about the position of a game: who wins it, or whether it is won within a given number of plies.

use super::proved_move::ProvedLine;
use crate::game::{Game, Playable};
use crate::search::proof::solver::{GameValue, SolveError, SolveSettings, Solver};
use crate::search::{Answer, Bound, Engine, Info, Kind, Limits, OutOfMemory, Root, SearchControl, Settings, Verdict};
use std::time::Duration;

/// The solver's share of the memory of the search, in KiB.
const TABLE_SHARE: usize = 4;
/// The first part of the search for a win evaluates this many positions, each later one this many times more.
const FIRST_POSITIONS: u64 = 6_000;
const MORE: u64 = 4;
/// Alpha-beta searches this many nodes in the time that the solver needs for one position.
const NODES_A_POSITION: u64 = 16;

/// The game that a position belongs to.
pub(super) struct SolvedGame<'a, G: Playable> {
    pub name: &'static str,
    pub setup: &'a G::Setup,
}

impl<G: Playable> SolvedGame<'_, G> {
    /// Who wins a position, or that nobody does; `None` if that is not found.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn value(
        &self,
        position: &G,
        control: &SearchControl,
        settings: &Settings,
    ) -> Result<Option<ProvedLine>, OutOfMemory> {
        let threads = settings.threads.max(1);
        let mut solver = Solver::new(settings.hash_kib)?;
        let settings = SolveSettings { threads, only: None, report_every: Duration::MAX };
        let solved = solver.solve((self.name, self.setup), position, control, settings, &mut |_, _| {});
        Ok(solved.ok().map(|solution| {
            let longest = solution.walks.iter().map(|walk| walk.longest).max().unwrap_or(0);
            let verdict = match solution.value {
                GameValue::Won(player) if player == position.to_move() => Verdict::win_in(longest),
                GameValue::Won(_) => Verdict::loss_in(longest),
                GameValue::Drawn | GameValue::NotWon(_) => Verdict::Draw,
            };
            ProvedLine { verdict, line: solution.line }
        }))
    }

    /// Looks for a win within `most` plies with the solver and alpha-beta in alternation, each time with more effort:
    /// the solver sees far but can miss short wins, which alpha-beta finds. Found or not, the answer is that of a
    /// search by alpha-beta.
    pub fn win_within(
        &self,
        most: u32,
        root: &Root<G>,
        engine: &mut Engine<G>,
        (control, settings): (&SearchControl, &Settings),
        on_info: &mut dyn FnMut(&Info),
    ) -> Answer {
        let threads = settings.threads.max(1);
        let mut solver = Solver::new(settings.hash_kib / TABLE_SHARE).ok();
        let only = Some(root.position.to_move());
        let solving = SolveSettings { threads, only, report_every: Duration::MAX };
        let (mut searched, mut positions, mut reported) = (0, FIRST_POSITIONS, 0);
        let mut earlier: Option<Answer> = None;
        loop {
            let evaluated = solver.as_ref().map_or(0, Solver::evaluated);
            if let Some(able) = &mut solver {
                // The solver counts all that it has evaluated.
                let part = control.part(Some(positions), searched);
                match able.solve((self.name, self.setup), &root.position, &part, solving, &mut |_, _| {}) {
                    Ok(solution) if matches!(solution.value, GameValue::Won(_)) => {
                        let longest = solution.walks.iter().map(|walk| walk.longest).max().unwrap_or(0);
                        if longest <= most {
                            let nodes = searched + able.evaluated();
                            let known = ProvedLine { verdict: Verdict::win_in(longest), line: solution.line };
                            let info = known.info(1, control.elapsed());
                            on_info(&Info { nodes, depth: info.depth.max(reported), ..info });
                            return Answer { pv: known.line, verdict: known.verdict, bound: Bound::Exact, nodes };
                        }
                        // There is a win, but this one is too long.
                        solver = None;
                    }
                    Err(SolveError::Limits) => {}
                    // There is no win, or whether there is hangs on what the solver does not know.
                    Ok(_) | Err(SolveError::Repetition | SolveError::Certificate(_)) => solver = None,
                }
            }
            let before = searched + solver.as_ref().map_or(evaluated, Solver::evaluated);
            let nodes = solver.is_some().then_some(positions * NODES_A_POSITION);
            let part = control.part(nodes, before);
            // Each part begins anew: what it repeats of shallower iterations is not reported, nor answered.
            let mut has_reported = false;
            let mut answer = engine.search(root, &part, settings, &mut |info| {
                let depth = info.current.map_or(info.depth, |current| current.depth);
                if depth < reported && !(info.is_line() && matches!(info.verdict, Verdict::Win(_))) {
                    return;
                }
                if info.is_line() {
                    reported = reported.max(depth);
                    has_reported = true;
                }
                let (nodes, depth) = (before + info.nodes, info.depth.max(reported));
                on_info(&Info { nodes, depth, time: control.elapsed(), ..info.clone() });
            });
            let is_broken_off = part.must_stop(answer.nodes);
            searched += answer.nodes;
            answer.nodes += before;
            if !has_reported && let Some(earlier) = earlier {
                answer = Answer { nodes: answer.nodes, ..earlier };
            }
            let is_found = matches!(answer.verdict, Verdict::Win(distance) if distance.plies() <= most);
            if is_found || !is_broken_off || nodes.is_none() || control.must_stop(answer.nodes) {
                return answer;
            }
            earlier = Some(answer);
            positions *= MORE;
        }
    }
}

/// Whether the solver may help in the search of these limits: it looks at all decisions of the present position, and knows
/// nothing of clocks.
pub(super) fn may_help<G: Game>(root: &Root<G>, limits: &Limits, settings: &Settings) -> bool {
    let is_plain = limits.clock.is_none() && !limits.ponder && limits.depth.is_none() && settings.multi_pv == 1;
    G::PLAYERS == 2 && is_plain && root.only.is_empty() && settings.kind_within(limits) == Kind::AlphaBeta
}
