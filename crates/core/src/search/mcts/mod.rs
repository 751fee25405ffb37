//! Monte Carlo tree search with proven results backed up, on any number of threads: by playouts (`uct`) or by
//! evaluation (`puct`).
//!
//! Every node keeps the payoff of the player who took the decision that leads to it, so that each player maximises
//! their own, for any number of players and even if a player moves twice.

pub mod bounds;
mod puct;
mod solver;
pub mod tree;
mod uct;

use super::control::SearchControl;
use super::repetition::Repetition;
use super::root::candidates;
use super::score::{self, Bound, Verdict};
use super::skill::Skill;
use super::sync::{AtomicBool, AtomicU64};
use super::threads::beside;
use super::{Answer, Info, Limits, Root, Settings};
use crate::board::bits::Rng;
use crate::game::{Game, Move, Outcome, Player, SearchParams, Searchable};
use arrayvec::ArrayVec;
use rand::SeedableRng;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tree::{POINT, ROOT, Tree, TreeNode};

/// How often, in visits, a node with a proven draw tries something else.
const PROVEN_DRAW_INTERVAL: i64 = 8;
/// The greatest depth of an iteration in the tree, in plies.
const MAX_PATH: usize = 512;
/// How many playouts, or evaluations of all children of a node, to do between checks of the clock.
const CHECK_EVERY: [u64; 2] = [128, 8];

/// What the threads of one search share.
struct SharedTree<'a, G> {
    root: &'a Root<G>,
    tree: &'a Tree,
    control: &'a SearchControl,
    /// The children of the root that may be chosen; all if empty.
    allowed: &'a [Move],
    iterations: AtomicU64,
    /// The most iterations to do.
    limit: u64,
    /// Whether no answer is known before the first iteration.
    must_begin: bool,
    done: AtomicBool,
    exploration: Exploration,
}

/// The numbers from [`SearchParams`] that steer the descent, in the form in which they are used.
struct Exploration {
    uct: f32,
    first_play_reduction: f32,
    expand_at: i64,
    puct: f32,
    puct_first_play: f32,
    implicit_minimax: f32,
}

impl Exploration {
    fn new(params: &SearchParams) -> Self {
        let thousandths = |number: i32| number as f32 / 1000.0;
        Self {
            uct: thousandths(params.uct_exploration),
            first_play_reduction: thousandths(params.first_play_reduction),
            expand_at: params.expand_at,
            puct: thousandths(params.puct_exploration),
            puct_first_play: thousandths(params.puct_first_play),
            implicit_minimax: thousandths(params.implicit_minimax),
        }
    }
}

/// Why the threads have stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The answer is wanted.
    Answer,
    /// The tree is full, and there is time to make room.
    Full,
    /// The visit count of the root is about to overflow its bits.
    Worn,
}

/// Finds the best decision at the root: by evaluation if the tree keeps values, else by playouts. `on_info` gets the
/// state of the search now and then. Also returns the number of threads.
pub fn search<G: Searchable>(
    root: &Root<G>,
    control: &SearchControl,
    tree: &mut Tree,
    settings: &Settings,
    skill: Option<Skill>,
    on_info: &mut dyn FnMut(&Info),
) -> (Answer, usize) {
    // The root has its children from the outset, so that an answer can be given at any time.
    let allowed = candidates(root, settings.multi_pv);
    tree.ensure_root(&allowed, settings.threads, |tree| {
        if tree.has_values() {
            puct::expand_root(tree, &root.position, &allowed, settings.seed);
        } else {
            tree.expand(ROOT, &allowed);
        }
    });
    let by_depth = control.limits.depth.map_or(u64::MAX, iterations_for_depth);
    let by_skill = skill.map_or(u64::MAX, |skill| skill.iterations(settings.kind));
    let limit = control.limits.nodes.unwrap_or(u64::MAX).min(by_depth).min(by_skill).max(1);
    let is_unknown = |node: &TreeNode| node.stats().visits() == 0 && node.proof().is_none();
    let must_begin = tree.child_nodes(ROOT).iter().filter(|node| is_among(node, &allowed)).all(is_unknown);
    let mut reports = Reports::new(&control.limits, settings.multi_pv);
    let mut iterations = 0;
    loop {
        let shared = SharedTree {
            root,
            tree,
            control,
            allowed: &allowed,
            iterations: AtomicU64::new(iterations),
            limit,
            must_begin,
            done: AtomicBool::new(false),
            exploration: Exploration::new(&settings.params(&root.position)),
        };
        let (end, threads) = shared.walk(settings, &mut |shared| reports.maybe(shared, on_info));
        if end == End::Answer {
            reports.now(&shared, on_info);
            let best = shared.ranked()[0];
            let verdict = shared.verdict(tree.node(best));
            let nodes = shared.iterations.load(Relaxed);
            return (Answer { pv: shared.pv(best), verdict, bound: Bound::Exact, nodes }, threads);
        }
        iterations = shared.iterations.load(Relaxed);
        match end {
            End::Full => tree.prune(settings.threads),
            End::Worn => tree.halve(settings.threads),
            End::Answer => {}
        }
    }
}

/// Whether a node's decision is one of these.
fn is_among(node: &TreeNode, moves: &[Move]) -> bool {
    node.decision().is_some_and(|mv| moves.contains(&mv))
}

/// A tree search has no depth of its own; it takes `depth N` as a number of iterations.
pub fn iterations_for_depth(depth: u32) -> u64 {
    u64::from(depth).saturating_pow(2).saturating_mul(10_000)
}

/// Reports at growing intervals.
struct Reports {
    next: Duration,
    /// The time between two reports, if it is given.
    every: Option<Duration>,
    lines: usize,
}

impl Reports {
    fn new(limits: &Limits, lines: usize) -> Self {
        let every = limits.report_every;
        Self { next: every.unwrap_or(Duration::from_millis(100)), every, lines }
    }

    fn maybe<G: Game>(&mut self, shared: &SharedTree<G>, on_info: &mut dyn FnMut(&Info)) {
        if shared.control.elapsed() >= self.next {
            let growing = || (self.next * 3 / 2).min(self.next + Duration::from_secs(1));
            self.next = self.every.map_or_else(growing, |every| shared.control.elapsed() + every);
            self.now(shared, on_info);
        }
    }

    fn now<G: Game>(&self, shared: &SharedTree<G>, on_info: &mut dyn FnMut(&Info)) {
        let ranked = shared.ranked();
        for (i, &child) in ranked.iter().take(self.lines.max(1)).enumerate() {
            let node = shared.tree.node(child);
            let pv = shared.pv(child);
            on_info(&Info {
                depth: pv.len() as u32,
                seldepth: pv.len() as u32,
                multipv: i + 1,
                verdict: shared.verdict(node),
                nodes: shared.iterations.load(Relaxed),
                hashfull: shared.tree.hashfull(),
                time: shared.control.elapsed(),
                pv,
                visits: Some((node.stats().visits() as u64, f64::from(node.stats().rate()))),
                bound: Bound::Exact,
                current: None,
            });
        }
    }
}

impl<G: Searchable> SharedTree<'_, G> {
    /// Searches on all threads until the answer is wanted or the tree needs attention; returns the number of threads.
    fn walk(&self, settings: &Settings, report: &mut dyn FnMut(&SharedTree<G>)) -> (End, usize) {
        // After the tree was full, nothing random shall repeat itself.
        let seed = settings.seed.wrapping_add(self.iterations.load(Relaxed) << 16);
        let others = (1..settings.threads)
            .map(|id| move || _ = Walker::new(self, seed.wrapping_add(id as u64)).run::<true>(&mut |_| {}));
        beside(others, || {
            let mut walker = Walker::new(self, seed);
            let end = if settings.threads > 1 { walker.run::<true>(report) } else { walker.run::<false>(report) };
            self.done.store(true, Relaxed);
            end
        })
    }
}

impl<G: Game> SharedTree<'_, G> {
    fn is_allowed(&self, node: &TreeNode) -> bool {
        is_among(node, self.allowed)
    }

    /// The allowed children of the root, best first: proven wins (soonest first), then by visits, then those certainly
    /// no better than another, then proven losses (latest first).
    fn ranked(&self) -> Vec<u32> {
        let me = self.root.position.to_move();
        let mut children: Vec<u32> =
            self.tree.children(ROOT).filter(|&child| self.is_allowed(self.tree.node(child))).collect();
        let least = |&child: &u32| self.tree.node(child).bounds().at_least(me, G::PLAYERS);
        let floor = children.iter().map(least).fold(0.0, f32::max);
        // Sorting by keys that are kept is the same code for all games.
        children.sort_by_cached_key(|&child| {
            let node = self.tree.node(child);
            let visits = node.stats().visits();
            match node.proof().map(|(outcome, plies)| (outcome.payoff(me), i64::from(plies))) {
                Some((1.0, plies)) => (-2, plies),
                Some((0.0, plies)) => (2, -plies),
                None if node.bounds().is_dominated(floor, me, G::PLAYERS) => (1, -visits),
                _ => (0, -visits),
            }
        });
        children
    }

    /// The child's result for the player to move at the root.
    fn verdict(&self, node: &TreeNode) -> Verdict {
        let me = self.root.position.to_move();
        match node.proof().map(|(outcome, plies)| (outcome.payoff(me), plies + 1)) {
            Some((1.0, plies)) => Verdict::win_in(plies),
            Some((0.0, plies)) => Verdict::loss_in(plies),
            Some((share, _)) => Verdict::Score(score::of_win_rate(f64::from(share))),
            None if node.stats().visits() == 0 => Verdict::Score(0),
            None => Verdict::Score(score::of_win_rate(f64::from(node.stats().rate()))),
        }
    }

    /// The most tried decisions from a child of the root on, as far as any have been tried.
    fn pv(&self, child: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = self.root.position;
        let mut at = child;
        while let Some(mv) = self.tree.node(at).decision() {
            line.push(mv);
            position.play(mv);
            if position.outcome().is_some() {
                break;
            }
            let next = self.tree.children(at).max_by_key(|&next| {
                let node = self.tree.node(next);
                let rank = match node.proof().map(|(outcome, plies)| (outcome.payoff(position.to_move()), plies)) {
                    Some((1.0, plies)) => i64::MAX - i64::from(plies),
                    Some((0.0, plies)) => i64::from(plies) - 10_000,
                    _ => node.stats().visits(),
                };
                (rank, std::cmp::Reverse(next))
            });
            match next {
                Some(next) if self.tree.node(next).stats().visits() > 0 || self.tree.node(next).proof().is_some() => {
                    at = next;
                }
                _ => break,
            }
        }
        line
    }
}

/// The payoffs of all players.
type Shares = [f32; 3];

/// What an outcome gives to each player.
#[inline(always)]
fn shares_of<G: Game>(outcome: Outcome) -> Shares {
    let mut shares = [0.0; 3];
    for (player, share) in shares[..G::PLAYERS].iter_mut().enumerate() {
        *share = outcome.payoff(Player::new(player));
    }
    shares
}

/// An iteration's path: the node of each step and the player who chose it.
type Path = ArrayVec<(u32, Player), MAX_PATH>;

/// One thread.
struct Walker<'a, G> {
    shared: &'a SharedTree<'a, G>,
    /// Whether some children of the root must not be chosen.
    restricted: bool,
    rng: Rng,
    repetition: Repetition<G>,
}

impl<'a, G: Searchable> Walker<'a, G> {
    fn new(shared: &'a SharedTree<'a, G>, seed: u64) -> Self {
        let restricted = shared.allowed.len() < shared.tree.children(ROOT).len();
        Self { shared, restricted, rng: Rng::seed_from_u64(seed), repetition: Repetition::new(&shared.root.played) }
    }

    /// Searches until the answer is wanted or the tree is full; alone, or the tree is `SHARED` with other threads.
    fn run<const SHARED: bool>(&mut self, report: &mut dyn FnMut(&SharedTree<G>)) -> End {
        let shared = self.shared;
        let evaluate = shared.tree.has_values();
        loop {
            let all = shared.iterations.load(Relaxed);
            let begins = all == 0 && shared.must_begin;
            let most = if begins { 1 } else { CHECK_EVERY[usize::from(evaluate)] };
            let batch = shared.limit.saturating_sub(all).min(most);
            let may_end = || shared.control.must_stop(all) || shared.done.load(Relaxed) || self.is_enough();
            if batch == 0 || !begins && may_end() {
                return End::Answer;
            }
            if shared.tree.is_worn() {
                return End::Worn;
            }
            if shared.tree.is_full() && shared.control.leaves(shared.tree.time_to_prune()) {
                return End::Full;
            }
            // Claimed before they are done, so that several threads together keep to a limit.
            shared.iterations.fetch_add(batch, Relaxed);
            for _ in 0..batch {
                if evaluate {
                    self.iteration::<SHARED, true>();
                } else {
                    self.iteration::<SHARED, false>();
                }
            }
            report(shared);
        }
    }

    /// One iteration: down the tree to a leaf, which gets children (with `PUCT`, by evaluation) or is played out, and
    /// back.
    fn iteration<const SHARED: bool, const PUCT: bool>(&mut self) {
        let tree = self.shared.tree;
        let mut position = self.shared.root.position;
        let mut path = Path::new();
        let mut at = ROOT;
        tree.node(ROOT).visit::<SHARED>();
        let shares = loop {
            let node = tree.node(at);
            if at != ROOT {
                if let Some((outcome, _)) = node.proof() {
                    if SHARED {
                        self.back_up_proof(&path);
                    }
                    break shares_of::<G>(outcome);
                }
                if self.repetition.repeats(position.key()) {
                    break shares_of::<G>(Outcome::DRAW);
                }
                if !node.is_expanded() {
                    let evaluated = PUCT.then(|| self.expand_by_evaluation(&path, at, &position));
                    if let Some(shares) = evaluated.or_else(|| self.expand_or_playout(&path, at, &position)) {
                        break shares;
                    }
                }
            }
            let player = position.to_move();
            let child = if PUCT { self.select_puct(at, player) } else { self.select(at, player) };
            let Some(child) = child.filter(|_| !path.is_full()) else {
                if SHARED {
                    self.make_up_proof(&path, at, player);
                }
                break if PUCT {
                    puct::evaluate_leaf(&position, None, &mut self.rng).0
                } else {
                    self.playout(&position)
                };
            };
            path.push((child, player));
            tree.node(child).visit::<SHARED>();
            self.repetition.push(position.key());
            if let Some(mv) = tree.node(child).decision() {
                position.play(mv);
            }
            at = child;
        };
        self.repetition.rewind();
        for &(at, player) in &path {
            let points = (shares[player.index()] * POINT as f32 + 0.5) as u64;
            if points > 0 {
                tree.node(at).reward::<SHARED>(points);
            }
        }
    }

    /// Whether further iterations cannot change the answer or have no time.
    fn is_enough(&self) -> bool {
        let (tree, control) = (self.shared.tree, self.shared.control);
        if !control.may_answer_early() {
            // An infinite search of a solved position has nothing left to do but to wait.
            return tree.node(ROOT).proof().is_some();
        }
        let alone = control.limits.clock.is_some() && self.shared.allowed.len() == 1;
        let best_proven = || {
            let me = self.shared.root.position.to_move();
            let solved = |node: &TreeNode| node.proof().is_some_and(|(outcome, _)| outcome.payoff(me) == 1.0);
            let children = tree.child_nodes(ROOT);
            children.iter().any(|node| self.shared.is_allowed(node) && solved(node))
                || children.iter().all(|node| !self.shared.is_allowed(node) || node.proof().is_some())
                || !self.restricted && tree.node(ROOT).proof().is_some()
        };
        alone || best_proven() || control.is_enough(1.5)
    }
}
