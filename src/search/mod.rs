//! The searches. They know what a game is, and no game.
//!
//! [`alphabeta`] is alpha-beta, [`mcts`] is Monte Carlo tree search, [`perft`] counts, [`mod@bench`] measures. An
//! [`Engine`] keeps what a search leaves to the next one. A search never prints and never reads: it gets a
//! [`Control`] and a callback.

pub mod alphabeta;
pub mod bench;
mod huge_pages;
pub mod limits;
pub mod mcts;
pub mod perft;
mod pv;
mod repetition;
mod root;
pub mod score;
pub mod skill;
mod threats;
pub mod time;

pub use limits::{Control, Limits, Stops, Ticket};
pub use root::Root;
pub use score::Verdict;

use crate::game::{Evaluate, Game, Move, MoveList};
use alphabeta::iterative::{self, Experience};
use mcts::tree::Tree;
use root::candidates;
use skill::{Choices, Skill};
use std::time::Duration;

/// The stack of a thread that searches, in bytes: a node of alpha-beta takes less than 8 KiB, and no line is longer than
/// [`score::MAX_PLY`].
pub const STACK_SIZE: usize = score::MAX_PLY * (8 << 10) + (1 << 20);

/// What a search tells while it runs.
#[derive(Clone, Debug)]
pub struct Info {
    /// Turns searched (alpha-beta), or the length of the principal variation in decisions (MCTS).
    pub depth: u32,
    /// The deepest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best decisions this is about, from 1.
    pub multipv: usize,
    /// How good it is for the side to move.
    pub verdict: Verdict,
    /// Nodes (alpha-beta) or iterations (MCTS) so far.
    pub nodes: u64,
    /// How full the table or tree is, in thousandths.
    pub permille: u32,
    /// The time since the search was asked for.
    pub time: Duration,
    /// The principal variation, decision by decision.
    pub line: Vec<Move>,
    /// MCTS: how often the decision was tried, and its average payoff.
    pub visits: Option<(u64, f64)>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The principal variation, decision by decision; its first is the answer.
    pub line: Vec<Move>,
    /// How good it is for the side to move.
    pub verdict: Verdict,
}

/// The kinds of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Alpha-beta.
    AlphaBeta,
    /// Monte Carlo tree search: UCT with uniform playouts.
    Mcts,
    /// Monte Carlo tree search with evaluations in place of playouts.
    MctsEval,
}

impl Kind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::AlphaBeta, Self::Mcts, Self::MctsEval];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alphabeta",
            Self::Mcts => "mcts",
            Self::MctsEval => "mcts-eval",
        }
    }
}

/// What can be set about a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which search.
    pub kind: Kind,
    /// Threads, at least 1.
    pub threads: usize,
    /// Memory of the table or of the tree, in MiB.
    pub hash: usize,
    /// How many of the best decisions to find, at least 1.
    pub multi_pv: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// How well to play, from 0 to [`skill::FULL`]; it may be between two levels.
    pub skill: f64,
}

impl Default for Settings {
    /// Alpha-beta as well as it plays, on one thread.
    fn default() -> Self {
        Self { kind: Kind::AlphaBeta, threads: 1, hash: 64, multi_pv: 1, seed: 1, skill: skill::FULL.into() }
    }
}

impl Settings {
    /// The kind of search that a search within `limits` will be: only alpha-beta can tell that there is no win within
    /// so many plies.
    pub fn kind_within(&self, limits: &Limits) -> Kind {
        if limits.mate.is_some() { Kind::AlphaBeta } else { self.kind }
    }
}

/// A search with a memory.
pub struct Engine<G> {
    /// What alpha-beta has learned, with the size of its table.
    experience: Option<(usize, Experience)>,
    /// With its size and the search that it is for.
    tree: Option<(usize, Kind, Tree)>,
    /// The position that the tree grows from.
    planted: Option<G>,
}

impl<G: Evaluate> Default for Engine<G> {
    fn default() -> Self {
        Self { experience: None, tree: None, planted: None }
    }
}

impl<G: Evaluate> Engine<G> {
    /// Forgets everything that was learned, and gets the memory ready that `settings` ask for.
    pub fn clear(&mut self, settings: &Settings) {
        self.prepare(settings);
        self.planted = None;
        if let Some((_, experience)) = &mut self.experience {
            experience.clear();
        }
        if let Some((.., tree)) = &mut self.tree {
            tree.clear();
        }
    }

    /// Gets the memory ready that `settings` ask for; what is of the right size stays as it is.
    pub fn prepare(&mut self, settings: &Settings) {
        match settings.kind {
            Kind::AlphaBeta => {
                self.tree = None;
                self.planted = None;
                if self.experience.as_ref().is_none_or(|(size, _)| *size != settings.hash) {
                    self.experience = Some((settings.hash, Experience::new(settings.hash)));
                }
            }
            kind @ (Kind::Mcts | Kind::MctsEval) => {
                self.experience = None;
                if self.tree.as_ref().is_none_or(|(size, of, _)| (*size, *of) != (settings.hash, kind)) {
                    let new = if kind == Kind::Mcts { Tree::new } else { Tree::with_values };
                    self.tree = Some((settings.hash, kind, new(settings.hash)));
                    self.planted = None;
                }
            }
        }
    }

    /// Searches `root`. The answer's line begins with a legal decision.
    pub fn search(
        &mut self,
        root: &Root<G>,
        control: &Control,
        settings: &Settings,
        tell: &mut dyn FnMut(&Info),
    ) -> Answer {
        let Some(skill) = Skill::of(settings, root.position.key()) else {
            return self.search_within(root, control, settings, None, tell);
        };
        // A weak search is quick; with one thread it plays the same on every machine.
        let within = Settings { threads: 1, multi_pv: settings.multi_pv.max(skill.choices()), ..settings.clone() };
        let mut choices = Choices::default();
        let answer = self.search_within(root, control, &within, Some(skill), &mut |info| {
            choices.note(info);
            if info.multipv <= settings.multi_pv {
                tell(info);
            }
        });
        let legal = candidates(root, control, usize::MAX);
        let chosen = choices.choose(skill, &legal, settings.seed, root.position.key());
        chosen.map_or(answer, |(line, verdict)| Answer { line, verdict })
    }

    fn search_within(
        &mut self,
        root: &Root<G>,
        control: &Control,
        settings: &Settings,
        skill: Option<Skill>,
        tell: &mut dyn FnMut(&Info),
    ) -> Answer {
        let settings = Settings { kind: settings.kind_within(&control.limits), ..settings.clone() };
        self.prepare(&settings);
        let Settings { kind, threads, multi_pv, seed, .. } = settings;
        if let Some((.., tree)) = &mut self.tree {
            // The position may be one or more decisions on from the last one; else the tree starts anew.
            let path = self.planted.and_then(|from| path_between(&from, &root.position));
            match path {
                Some(path) => tree.advance(&path),
                None => tree.clear(),
            }
            self.planted = Some(root.position);
            let iterations = skill.map_or(u64::MAX, |skill| skill.iterations(kind));
            let settings = mcts::Settings { threads, multi_pv, seed, iterations };
            return mcts::search(root, control, tree, settings, tell);
        }
        let (_, experience) = self.experience.get_or_insert_with(|| (settings.hash, Experience::new(settings.hash)));
        let depth = skill.map_or(iterative::MAX_DEPTH, Skill::depth);
        let enough = skill.map_or(u64::MAX, Skill::nodes);
        let settings = iterative::Settings { threads, multi_pv, depth, enough, reduce: control.limits.mate.is_none() };
        iterative::search(root, control, experience, settings, tell)
    }
}

/// Starts a thread of a search.
///
/// # Panics
/// If the system has no more threads.
fn spawn<'scope>(scope: &'scope std::thread::Scope<'scope, '_>, search: impl FnOnce() + Send + 'scope) {
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, search);
    thread.unwrap_or_else(|error| panic!("a thread of the search cannot be started: {error}"));
}

/// The decisions that lead from one position to another, if there are at most two turns between them.
fn path_between<G: Game>(from: &G, to: &G) -> Option<Vec<Move>> {
    fn walk<G: Game>(from: &G, to: &G, turns: u32, path: &mut Vec<Move>) -> bool {
        if from == to {
            return true;
        }
        if turns == 0 || from.outcome().is_some() || path.len() >= 4 {
            return false;
        }
        let mut moves = MoveList::new();
        from.moves(&mut moves);
        moves.into_iter().any(|mv| {
            let mut child = *from;
            child.play(mv);
            let left = turns - u32::from(child.to_move() != from.to_move());
            path.push(mv);
            let found = walk(&child, to, left, path);
            if !found {
                path.pop();
            }
            found
        })
    }
    let mut path = Vec::new();
    walk(from, to, G::PLAYERS as u32, &mut path).then_some(path)
}
