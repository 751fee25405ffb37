//! The walk through a strategy: every decision of the other side, and one decision of the claimant in each position.
//!
//! Writing and checking a certificate use the same walk, so that the answers are in the order in which they are needed
//! and no position has to be named. The walk uses only the game's rules, texts and symmetries; it shares nothing with
//! the search that found the strategy. It keeps its path in a list, not on the stack, which a bad file could overflow.

use super::Goal;
use crate::game::{Move, MoveList, Notation, Player, Symmetry};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// The claim that a side reaches a goal from a position, whatever the other does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// The side.
    pub player: Player,
    /// What it reaches, at least.
    pub goal: Goal,
}

/// The claimant's strategy, position by position.
pub trait AnswerSource<G> {
    /// The claimant's decision in `position`, whose legal decisions are `legal`. Called once for each position up to
    /// symmetry, and only where the game is not over and no decision reaches the goal at once.
    ///
    /// # Errors
    /// [`AnswerError`] if there is none.
    fn answer(&mut self, position: &G, legal: &[Move]) -> Result<Move, AnswerError>;
}

/// Why there is no answer, as the rest of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// The strategy ends too early.
    #[error("an answer is missing")]
    Missing,
    /// It is not one of the legal decisions.
    #[error("the answer `{0}` is not legal")]
    NotLegal(String),
    /// Its number is written in more bytes than needed, or is too large.
    #[error("the bytes of the answer are not a number")]
    NoNumber,
    /// There is no move of that number.
    #[error("the answer is move number {number}, but there are {moves}")]
    NoMove {
        /// The number, from 0.
        number: u64,
        /// How many bytes there are.
        moves: usize,
    },
}

/// Why a strategy does not reach what is claimed, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WalkError {
    /// Claims are only for two-player games.
    #[error("claims are only possible for two players, and this game has {0}")]
    Players(usize),
    /// The game ends differently.
    #[error("{line} {how}, which is not what is claimed")]
    Outcome {
        /// The decisions that lead there.
        line: String,
        /// How the game has ended.
        how: &'static str,
    },
    /// The line of a win repeats a position.
    #[error("{line} a position repeats, and repetition is not a win")]
    Cycle {
        /// The decisions that lead there.
        line: String,
        /// The same decisions, all of them.
        moves: Vec<Move>,
    },
    /// The claimant has no answer.
    #[error("{line} {error}")]
    Answer {
        /// The decisions that lead there.
        line: String,
        /// Why.
        error: AnswerError,
    },
}

/// The statistics of a complete walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Positions visited, counted each time, including ends of games.
    pub positions: u64,
    /// Answers of the strategy: the positions, different up to symmetry, in which the claimant decides and does not reach
    /// the goal with one decision.
    pub answers: u64,
    /// Positions visited in which the claimant reaches the goal with one decision, counted each time.
    pub reached_at_once: u64,
    /// Positions, different up to symmetry, in which the other side decides.
    pub opponent_positions: u64,
    /// Decisions of the longest line of play, up to a repeated position.
    pub longest: u32,
}

/// A position for which the claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedPosition<'a, G> {
    /// The position, or the image that represents it.
    pub image: &'a SmallestImage<G>,
    /// Decisions of the longest line from it under the strategy, up to a repeated position.
    pub plies: u32,
    /// The answer, turned as the image is, if the claimant decides.
    pub answer: Option<Move>,
}

/// The image of a position, turned or mirrored, with the smallest key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallestImage<G> {
    /// Its key.
    pub key: u64,
    /// The image.
    pub position: G,
}

impl<G: Symmetry> SmallestImage<G> {
    /// The smallest image of a position, and the number of the symmetry that leads to it.
    pub fn of(position: &G) -> (Self, usize) {
        let mut smallest = (Self { key: position.key(), position: *position }, 0);
        for index in 1..G::SYMMETRIES {
            let image = position.transform(index);
            let key = image.key();
            if key < smallest.0.key {
                smallest = (Self { key, position: image }, index);
            }
        }
        smallest
    }
}

impl<G: PartialEq> Hash for SmallestImage<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Walks through the strategy of `answers` for `claim` in `root`, and reports each position, up to symmetry, for which
/// the claim has been shown; not those in which the game is over or the claimant reaches the goal with one decision.
///
/// A repeated position on a line is a draw, whether the rules end it or play goes on forever. So reports about a draw
/// hold only once the walk has finished.
///
/// # Errors
/// [`WalkError`] with the line on which the strategy fails.
pub fn walk<G: Notation + Symmetry>(
    root: &G,
    claim: Claim,
    answers: &mut dyn AnswerSource<G>,
    on_proved: &mut dyn FnMut(&ProvedPosition<G>),
) -> Result<Summary, WalkError> {
    if G::PLAYERS != 2 {
        return Err(WalkError::Players(G::PLAYERS));
    }
    let summary = Summary::default();
    let (proved, path, pending) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut walk = StrategyWalk { claim, proved, path, pending, last_reached: None, summary };
    walk.run(root, answers, on_proved).map_err(|failure| walk.described(root, failure))?;
    Ok(walk.summary)
}

/// Why a walk ends early; the line is that of the path.
enum WalkFailure {
    Outcome(&'static str),
    Cycle,
    Answer(AnswerError),
}

/// A position on the path.
struct PathNode<G> {
    position: G,
    image: SmallestImage<G>,
    /// Which symmetry leads to the image.
    symmetry: usize,
    /// Where the decisions still to visit start in [`StrategyWalk::pending`].
    pending_from: usize,
    /// The decision being visited.
    current: Option<Move>,
    answer: Option<Move>,
    plies: u32,
}

struct StrategyWalk<G> {
    claim: Claim,
    /// The proved positions with their plies, and those on the path.
    proved: FxHashMap<SmallestImage<G>, u32>,
    path: Vec<PathNode<G>>,
    pending: Vec<Move>,
    /// The decision that last reached the goal; often it does so again.
    last_reached: Option<Move>,
    summary: Summary,
}

/// Replaces the plies of a position on the path.
const ON_PATH: u32 = u32::MAX;

impl<G: Notation + Symmetry> StrategyWalk<G> {
    fn run(
        &mut self,
        root: &G,
        answers: &mut dyn AnswerSource<G>,
        on_proved: &mut dyn FnMut(&ProvedPosition<G>),
    ) -> Result<(), WalkFailure> {
        if let Some(plies) = self.visit(*root, answers)? {
            self.summary.longest = plies;
        }
        while let Some(node) = self.path.last_mut() {
            if self.pending.len() > node.pending_from {
                node.current = self.pending.pop();
                let mut child = node.position;
                node.current.into_iter().for_each(|mv| child.play(mv));
                if let Some(plies) = self.visit(child, answers)? {
                    self.pass_up(plies);
                }
            } else if let Some(node) = self.path.pop() {
                let PathNode { image, plies, answer, symmetry, .. } = node;
                let answer = answer.map(|mv| G::transform_move(mv, symmetry));
                on_proved(&ProvedPosition { image: &image, plies, answer });
                self.proved.insert(image, plies);
                self.pass_up(plies);
            }
        }
        Ok(())
    }

    /// Notes at the end of the path that a child with this many plies to go is proved.
    fn pass_up(&mut self, plies: u32) {
        match self.path.last_mut() {
            Some(parent) => parent.plies = parent.plies.max(plies + 1),
            None => self.summary.longest = plies,
        }
    }

    /// The plies of a position known to be proved; otherwise appends it to the path.
    fn visit(&mut self, position: G, answers: &mut dyn AnswerSource<G>) -> Result<Option<u32>, WalkFailure> {
        let Claim { player, goal } = self.claim;
        self.summary.positions += 1;
        if let Some(outcome) = position.outcome() {
            if goal.reached(outcome, player) {
                return Ok(Some(0));
            }
            let how = if outcome.winner().is_some() { "the game is lost" } else { "the game is drawn" };
            return Err(WalkFailure::Outcome(how));
        }
        let is_claimants = position.to_move() == player;
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        // No image is needed for most of the positions.
        if is_claimants && self.reaches_at_once(&position, &legal) {
            return Ok(Some(1));
        }
        let (image, symmetry) = SmallestImage::of(&position);
        match self.proved.get(&image) {
            Some(&ON_PATH) if goal == Goal::Win => return Err(WalkFailure::Cycle),
            Some(&ON_PATH) => return Ok(Some(0)),
            Some(&plies) => return Ok(Some(plies)),
            None => {}
        }
        let pending_from = self.pending.len();
        let mut answer = None;
        if is_claimants {
            let mv = answers.answer(&position, &legal).map_err(WalkFailure::Answer)?;
            if !legal.contains(&mv) {
                return Err(WalkFailure::Answer(AnswerError::NotLegal(format!("number {}", mv.code()))));
            }
            self.summary.answers += 1;
            answer = Some(mv);
            self.pending.push(mv);
        } else {
            self.summary.opponent_positions += 1;
            legal.sort_by_cached_key(|&mv| position.move_text(mv));
            // The last is taken first.
            self.pending.extend(legal.into_iter().rev());
        }
        self.proved.insert(image, ON_PATH);
        self.path.push(PathNode { position, image, symmetry, pending_from, current: None, answer, plies: 0 });
        Ok(None)
    }

    /// Whether the claimant reaches the goal with one decision.
    fn reaches_at_once(&mut self, position: &G, legal: &[Move]) -> bool {
        let Claim { player, goal } = self.claim;
        let positions = &mut self.summary.positions;
        let mut reaches = |mv: &Move| {
            *positions += 1;
            let mut child = *position;
            child.play(*mv);
            child.outcome().is_some_and(|outcome| goal.reached(outcome, player))
        };
        let known = self.last_reached.filter(|known| legal.contains(known));
        let found = known.filter(&mut reaches).or_else(|| legal.iter().copied().find(reaches));
        self.last_reached = found.or(self.last_reached);
        self.summary.reached_at_once += u64::from(found.is_some());
        found.is_some()
    }

    /// The failure with the decisions that lead there.
    fn described(&self, root: &G, failure: WalkFailure) -> WalkError {
        /// The most decisions quoted of a line.
        const LONGEST: usize = 100;
        let mut position = *root;
        let mut texts = Vec::new();
        let moves: Vec<Move> = self.path.iter().filter_map(|node| node.current).collect();
        for &mv in &moves {
            texts.push(position.move_text(mv));
            position.play(mv);
        }
        let more = if texts.len() > LONGEST { " …" } else { "" };
        texts.truncate(LONGEST);
        let line = match texts[..] {
            [] => "at the start".to_string(),
            _ => format!("after `{}{more}`", texts.join(" ")),
        };
        match failure {
            WalkFailure::Outcome(how) => WalkError::Outcome { line, how },
            WalkFailure::Cycle => WalkError::Cycle { line, moves },
            WalkFailure::Answer(error) => WalkError::Answer { line, error },
        }
    }
}
