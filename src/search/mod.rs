//! The searches. They know what a game is, and no game.
//!
//! [`alphabeta`] and [`mcts`] (Monte Carlo tree search) are two houses that do not see each other; [`perft`] counts,
//! [`mod@bench`] measures. An [`Engine`] keeps what a search leaves to the next one. A search never prints and never reads:
//! it gets a [`SearchControl`] and a callback.

pub mod alphabeta;
pub mod bench;
pub mod control;
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

pub use control::{SearchControl, StopSource, StopToken};
pub use limits::Limits;
pub use root::Root;
pub use score::Verdict;

use crate::game::{Game, Move, MoveList, Searchable};
use alphabeta::SearchMemory;
use mcts::tree::Tree;
use root::candidates;
use skill::{Choices, Skill};
use std::time::Duration;

/// The stack of a thread that searches, in bytes: a node of alpha-beta takes less than 8 KiB, and no
/// search goes deeper than [`score::MAX_PLY`].
pub const STACK_SIZE: usize = score::MAX_PLY * (8 << 10) + (1 << 20);

/// What a search reports while it runs.
#[derive(Clone, Debug)]
pub struct Info {
    /// Turns searched (alpha-beta), or the length of the principal variation in decisions (MCTS).
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Which of the best decisions this is about, from 1.
    pub multipv: usize,
    /// How good it is for the side to move.
    pub verdict: Verdict,
    /// Nodes (alpha-beta) or iterations (MCTS) so far.
    pub nodes: u64,
    /// How full the transposition table or the tree is, in thousandths.
    pub hashfull: u32,
    /// The time since the search was asked for.
    pub time: Duration,
    /// The principal variation, decision by decision.
    pub pv: Vec<Move>,
    /// MCTS: how often the decision was tried, and its average payoff.
    pub visits: Option<(u64, f64)>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The principal variation, decision by decision; its first is the answer.
    pub pv: Vec<Move>,
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
    /// Memory of the transposition table or of the tree, in MiB.
    pub hash: usize,
    /// How many of the best decisions to find, at least 1.
    pub multi_pv: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// How well to play, from 0 to [`skill::FULL`]; it may be between two levels.
    pub skill: f64,
    /// Whether alpha-beta may reduce late moves or leave them out. Without, every depth gives plain minimax's value.
    pub selective: bool,
}

impl Default for Settings {
    /// Alpha-beta as well as it plays, on one thread.
    fn default() -> Self {
        Self {
            kind: Kind::AlphaBeta,
            threads: 1,
            hash: 64,
            multi_pv: 1,
            seed: 1,
            skill: skill::FULL.into(),
            selective: true,
        }
    }
}

impl Settings {
    /// The kind of search that a search within `limits` will be: only alpha-beta can tell that there is no win within
    /// so many plies.
    pub fn kind_within(&self, limits: &Limits) -> Kind {
        if limits.mate.is_some() { Kind::AlphaBeta } else { self.kind }
    }
}

/// What an engine remembers from search to search.
enum Memory<G> {
    Nothing,
    AlphaBeta(Box<SearchMemory>),
    /// The tree, the search that it is for, and the position that it grows from.
    Tree(Tree, Kind, Option<G>),
}

/// A search with a memory.
pub struct Engine<G> {
    memory: Memory<G>,
}

impl<G: Searchable> Default for Engine<G> {
    fn default() -> Self {
        const { G::WITHIN_LIMITS };
        Self { memory: Memory::Nothing }
    }
}

impl<G: Searchable> Engine<G> {
    /// Forgets everything that was learned, and gets the memory ready that `settings` ask for.
    pub fn clear(&mut self, settings: &Settings) {
        self.prepare(settings);
        match &mut self.memory {
            Memory::Nothing => {}
            Memory::AlphaBeta(memory) => memory.clear(),
            Memory::Tree(tree, _, root) => {
                tree.clear();
                *root = None;
            }
        }
    }

    /// Gets the memory ready that `settings` ask for; what is of the right size stays as it is.
    pub fn prepare(&mut self, settings: &Settings) {
        let &Settings { kind, hash, .. } = settings;
        let fits = match &self.memory {
            Memory::Nothing => false,
            Memory::AlphaBeta(memory) => kind == Kind::AlphaBeta && memory.mebibytes() == hash,
            Memory::Tree(tree, of, _) => kind == *of && tree.mebibytes() == hash,
        };
        if fits {
            return;
        }
        // First give back the old, then ask for the new.
        self.memory = Memory::Nothing;
        self.memory = match kind {
            Kind::AlphaBeta => Memory::AlphaBeta(Box::new(SearchMemory::new(hash))),
            Kind::Mcts => Memory::Tree(Tree::new(hash), kind, None),
            Kind::MctsEval => Memory::Tree(Tree::with_values(hash), kind, None),
        };
    }

    /// Searches `root`. The principal variation of the answer begins with a legal decision.
    pub fn search(
        &mut self,
        root: &Root<G>,
        control: &SearchControl,
        settings: &Settings,
        on_info: &mut dyn FnMut(&Info),
    ) -> Answer {
        let Some(skill) = Skill::of(settings, root.position.key()) else {
            return self.search_with(root, control, settings, None, on_info);
        };
        // A weak search is quick; with one thread it plays the same on every machine.
        let weak = Settings { threads: 1, multi_pv: settings.multi_pv.max(skill.choices()), ..settings.clone() };
        let mut choices = Choices::default();
        let answer = self.search_with(root, control, &weak, Some(skill), &mut |info| {
            choices.note(info);
            if info.multipv <= settings.multi_pv {
                on_info(info);
            }
        });
        let legal = candidates(root, control, usize::MAX);
        let chosen = choices.choose(skill, &legal, settings.seed, root.position.key());
        chosen.map_or(answer, |(pv, verdict)| Answer { pv, verdict })
    }

    fn search_with(
        &mut self,
        root: &Root<G>,
        control: &SearchControl,
        settings: &Settings,
        skill: Option<Skill>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Answer {
        let settings = Settings { kind: settings.kind_within(&control.limits), ..settings.clone() };
        self.prepare(&settings);
        match &mut self.memory {
            Memory::AlphaBeta(memory) => alphabeta::search(root, control, memory, &settings, skill, on_info),
            Memory::Tree(tree, _, tree_root) => {
                // The position may be one or more decisions on from the last one; else the tree starts anew.
                match tree_root.and_then(|from| path_between(&from, &root.position)) {
                    Some(path) => tree.reroot(&path),
                    None => tree.clear(),
                }
                *tree_root = Some(root.position);
                mcts::search(root, control, tree, &settings, skill, on_info)
            }
            Memory::Nothing => unreachable!("`prepare` has made it"),
        }
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
