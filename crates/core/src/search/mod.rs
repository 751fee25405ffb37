//! The searches. They know the traits of games, but no particular game.
//!
//! [`alphabeta`], [`mcts`] (Monte Carlo tree search) and [`proof`] (proof-number search) do not use each other.
//! [`perft`] counts, [`mod@bench`] measures. An [`Engine`] keeps what one search leaves to the next. A search never
//! prints or reads: it gets a [`SearchControl`] and a callback.

pub mod alphabeta;
pub mod bench;
pub mod control;
mod halt;
#[cfg(any(all(test, not(loom)), all(target_family = "wasm", target_feature = "atomics")))]
pub mod host_threads;
pub mod limits;
pub mod mcts;
pub mod memory_limit;
pub mod moment;
pub mod perft;
pub mod proof;
mod pv;
mod repetition;
mod root;
pub mod score;
pub mod skill;
mod sync;
mod threads;
mod threats;
pub mod time;
mod zeroed;

pub use control::{SearchControl, StopSource, StopToken};
pub use halt::Halt;
pub use limits::Limits;
pub use root::Root;
pub use score::{Bound, MateDistance, Verdict};
pub use threads::MAX_THREADS;
pub use zeroed::OutOfMemory;

use crate::game::{Game, Move, MoveList, SearchParams, Searchable, Tactics};
use alphabeta::SearchMemory;
use mcts::tree::Tree;
use repetition::history_key;
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
    /// Whether the verdict is the value itself or a bound on it. It is exact except during an iteration or after one
    /// was broken off.
    pub bound: Bound,
    /// During a long iteration: what is being searched. The line is then the last one reported, and only nodes, time
    /// and fill are new.
    pub current: Option<CurrentMove>,
}

impl Info {
    /// Whether this is a finished line, rather than a bound or progress.
    pub fn is_line(&self) -> bool {
        self.bound == Bound::Exact && self.current.is_none()
    }
}

/// The decision at the root that is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove {
    /// The decision.
    pub mv: Move,
    /// Its place in the order of the search, from 1.
    pub number: usize,
    /// The depth of the iteration, in turns.
    pub depth: u32,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The principal variation, decision by decision; its first is the answer.
    pub pv: Vec<Move>,
    /// How good it is for the side to move.
    pub verdict: Verdict,
    /// What the verdict says about the value at the depth reached.
    pub bound: Bound,
    /// Nodes (alpha-beta) or iterations (MCTS) searched.
    pub nodes: u64,
}

/// The kinds of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Alpha-beta.
    AlphaBeta,
    /// Monte Carlo tree search: UCT with uniform playouts.
    Mcts,
    /// Monte Carlo tree search with evaluations instead of playouts.
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

/// The settings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which search.
    pub kind: Kind,
    /// Threads, at least 1; fewer if the system gives fewer, and one where the target has none ([`MAX_THREADS`]).
    pub threads: usize,
    /// Memory of the transposition table or of the tree, in KiB; less if the system gives less.
    pub hash_kib: usize,
    /// How many of the best decisions to find, at least 1.
    pub multi_pv: usize,
    /// The random seed.
    pub seed: u64,
    /// How well to play, from 0 to [`skill::FULL_STRENGTH`], which is as well as possible.
    pub strength: f64,
    /// Whether alpha-beta may reduce late moves or leave them out. If not, every depth gives the value of plain
    /// minimax.
    pub selective: bool,
    /// The numbers that steer the search, if not those of the variant.
    pub params: Option<SearchParams>,
}

impl Default for Settings {
    /// Alpha-beta at full strength on one thread.
    fn default() -> Self {
        Self {
            kind: Kind::AlphaBeta,
            threads: 1,
            hash_kib: 64 << 10,
            multi_pv: 1,
            seed: 1,
            strength: skill::FULL_STRENGTH as f64,
            selective: true,
            params: None,
        }
    }
}

impl Settings {
    /// Whether it is to play as well as possible.
    pub fn is_full_strength(&self) -> bool {
        self.strength >= skill::FULL_STRENGTH as f64
    }

    /// The numbers that steer a search of `position`.
    pub fn params<G: Tactics>(&self, position: &G) -> SearchParams {
        self.params.unwrap_or(*position.params())
    }

    /// The kind of search to use within `limits`: only alpha-beta can tell that there is no win within a number of
    /// plies.
    pub fn kind_within(&self, limits: &Limits) -> Kind {
        if limits.mate.is_some() { Kind::AlphaBeta } else { self.kind }
    }
}

/// What an engine remembers from search to search.
enum Memory<G> {
    /// Only before the first search, and while one memory replaces another.
    Nothing,
    AlphaBeta(Box<SearchMemory>),
    /// The tree, the search it is for, and its root position with its [`history_key`].
    Tree(Tree, Kind, Option<(G, u64)>),
}

/// A search with a memory.
pub struct Engine<G> {
    memory: Memory<G>,
    /// The size in KiB that was asked for, if less was available.
    refused: Option<usize>,
    missing_threads: usize,
}

impl<G: Searchable> Default for Engine<G> {
    fn default() -> Self {
        const { G::WITHIN_LIMITS };
        Self { memory: Memory::Nothing, refused: None, missing_threads: 0 }
    }
}

impl<G: Searchable> Engine<G> {
    /// Forgets everything that was learned, and prepares the memory that `settings` ask for.
    pub fn clear(&mut self, settings: &Settings) {
        self.prepare(settings);
        match &mut self.memory {
            Memory::Nothing => {}
            Memory::AlphaBeta(memory) => memory.clear(settings.threads),
            Memory::Tree(tree, _, root) => {
                tree.clear(settings.threads);
                *root = None;
            }
        }
    }

    /// Whether the memory that `settings` ask for is ready, as far as it is available.
    pub fn is_prepared(&self, settings: &Settings) -> bool {
        let &Settings { kind, hash_kib, .. } = settings;
        let fits = |kibibytes| kibibytes == hash_kib || self.refused == Some(hash_kib);
        match &self.memory {
            Memory::Nothing => false,
            Memory::AlphaBeta(memory) => kind == Kind::AlphaBeta && fits(memory.kibibytes()),
            Memory::Tree(tree, of, _) => kind == *of && fits(tree.kibibytes()),
        }
    }

    /// Asks the system for the memory that `settings` ask for; memory of the right size stays as it is. Returns its size in
    /// KiB: if the system does not give that much, half of it, and so on. The system gives the pages when they are first
    /// written to; see [`Self::touch`].
    ///
    /// # Panics
    /// If not even one KiB is available.
    pub fn prepare(&mut self, settings: &Settings) -> usize {
        let &Settings { kind, hash_kib, .. } = settings;
        if !self.is_prepared(settings) {
            // First give back the old, then ask for the new.
            self.memory = Memory::Nothing;
            let mut size = hash_kib.max(1);
            self.memory = loop {
                let memory = match kind {
                    Kind::AlphaBeta => SearchMemory::new(size).map(|memory| Memory::AlphaBeta(Box::new(memory))),
                    Kind::Mcts => Tree::new(size).map(|tree| Memory::Tree(tree, kind, None)),
                    Kind::MctsEval => Tree::with_values(size).map(|tree| Memory::Tree(tree, kind, None)),
                };
                match memory {
                    Ok(memory) => break memory,
                    Err(OutOfMemory) => size /= 2,
                }
                assert!(size > 0, "there is no memory for a search");
            };
            self.refused = Some(hash_kib).filter(|&asked| size < asked);
        }
        match &self.memory {
            Memory::AlphaBeta(memory) => memory.kibibytes(),
            Memory::Tree(tree, ..) => tree.kibibytes(),
            Memory::Nothing => unreachable!("it has been made"),
        }
    }

    /// Has the system give all of the memory that is prepared, on this many threads, so that no search waits for a part.
    pub fn touch(&mut self, threads: usize) {
        match &mut self.memory {
            Memory::Nothing => {}
            Memory::AlphaBeta(memory) => memory.touch(threads),
            Memory::Tree(tree, ..) => tree.touch(threads),
        }
    }

    /// Whether all of the memory that is prepared has been touched.
    pub fn is_touched(&self) -> bool {
        match &self.memory {
            Memory::Nothing => true,
            Memory::AlphaBeta(memory) => memory.is_touched(),
            Memory::Tree(tree, ..) => tree.is_touched(),
        }
    }

    /// How many threads of the last search could not be started.
    pub fn missing_threads(&self) -> usize {
        self.missing_threads
    }

    /// Searches `root`. The principal variation of the answer starts with a legal decision.
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
            if info.is_line() {
                choices.note(info);
            }
            if info.multipv <= settings.multi_pv {
                on_info(info);
            }
        });
        let legal = candidates(root, usize::MAX);
        let chosen = choices.choose(skill, &legal, settings.seed, root.position.key());
        let nodes = answer.nodes;
        chosen.map_or(answer, |(pv, verdict)| Answer { pv, verdict, bound: Bound::Exact, nodes })
    }

    fn search_with(
        &mut self,
        root: &Root<G>,
        control: &SearchControl,
        settings: &Settings,
        skill: Option<Skill>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Answer {
        let asked = settings.threads;
        let (kind, threads) = (settings.kind_within(&control.limits), asked.min(MAX_THREADS));
        let settings = Settings { kind, threads, ..settings.clone() };
        self.prepare(&settings);
        let history = history_key::<G>(&root.played);
        let mut on_info = |info: &Info| match history {
            0 => on_info(info),
            _ => on_info(&Info { verdict: info.verdict.without_distant_proof(), ..info.clone() }),
        };
        let on_info: &mut dyn FnMut(&Info) = &mut on_info;
        let (answer, threads) = match &mut self.memory {
            Memory::AlphaBeta(memory) => alphabeta::search(root, control, memory, &settings, skill, on_info),
            Memory::Tree(tree, _, tree_root) => {
                // The position may be one or more decisions on from the last one; else the tree starts anew.
                let same_history = tree_root.filter(|&(_, known)| known == history);
                match same_history.and_then(|(from, _)| path_between(&from, &root.position)) {
                    Some(path) => tree.reroot(&path, settings.threads),
                    None => tree.clear(settings.threads),
                }
                *tree_root = Some((root.position, history));
                mcts::search(root, control, tree, &settings, skill, on_info)
            }
            Memory::Nothing => unreachable!("`prepare` has made it"),
        };
        self.missing_threads = asked.saturating_sub(threads);
        match history {
            0 => answer,
            _ => Answer { verdict: answer.verdict.without_distant_proof(), ..answer },
        }
    }
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
