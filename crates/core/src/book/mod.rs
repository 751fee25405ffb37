//! Opening books: positions from the start of a game, their good replies, and the results of these in games.
//!
//! A position and its images under the game's symmetries count as one: [`canonical`] chooses which. [`mod@file`] is the
//! text format, [`build`](mod@build) extends a book with the engine's searches, `unite` merges several, [`mod@export`]
//! packs one for another program. Books are for two players.

pub mod build;
pub mod export;
pub mod file;
mod unite;

pub use file::BookError;

use crate::board::bits::{Rng, random_below};
use crate::game::{Game, Move, MoveList, Playable, Symmetry, TextError};
use crate::search::Verdict;
use crate::search::score::{Score, is_decided, through_child, win_rate};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// A decision in a position of a book.
#[derive(Clone, Debug)]
struct BookReply {
    /// The decision, on the board of the canonical position.
    mv: Move,
    /// The key of the canonical position that it leads to.
    child: u64,
    /// Its value for the side that takes it, as far as the book knows.
    score: Score,
    /// The number of games it was played in.
    games: u32,
    /// The points scored in them by the side that played it.
    points: f64,
}

impl BookReply {
    /// The number of games that the search's score counts as.
    const PRIOR: f64 = 100.0;

    /// The expected share of the point: the score's, corrected by the games.
    fn worth(&self) -> f64 {
        (Self::PRIOR * win_rate(self.score) + self.points) / (Self::PRIOR + f64::from(self.games))
    }
}

/// A position of a book with its replies.
#[derive(Clone, Debug)]
struct BookNode<G> {
    /// The canonical position.
    position: G,
    /// The fewest decisions that lead to it from the start of the book.
    ply: u32,
    /// Good replies, no two of them to the same position, the best first.
    replies: Vec<BookReply>,
    /// An upper bound on the value of all others, from the search; `None` if there are none.
    others: Option<Score>,
}

impl<G> BookNode<G> {
    /// The value of the position for its side to move.
    fn value(&self) -> Score {
        let listed = self.replies.iter().map(|reply| reply.score).max();
        listed.max(self.others).unwrap_or(0)
    }
}

/// The advice of a book on a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The decision to take, followed by those that the book expects.
    pub line: Vec<Move>,
    /// The value of the first for the side that takes it.
    pub verdict: Verdict,
    /// The number of games it was played in.
    pub games: u32,
}

/// A book's decision in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct BookMove {
    /// The decision; one of those that a symmetry maps to each other.
    pub mv: Move,
    /// Its value for the side that takes it.
    pub verdict: Verdict,
    /// The number of games it was played in.
    pub games: u32,
    /// The points scored in them by the side that played it.
    pub points: f64,
}

/// A book for the positions that follow from one.
#[derive(Clone, Debug)]
pub struct Book<G> {
    start: G,
    /// The turns that lead to it from the start of the game, as far as known.
    way: Vec<String>,
    /// How many positions it should have, if its building was stopped; `None` if it is complete.
    wanted: Option<usize>,
    /// By the keys of the canonical positions.
    nodes: FxHashMap<u64, BookNode<G>>,
}

/// The image of a position, turned, mirrored or with sides exchanged, with the smallest key; and the number of the
/// symmetry that leads to it. The exchange of the sides leaves decisions as they are.
pub fn canonical<G: Symmetry>(position: &G) -> (G, usize) {
    let turned = (0..G::SYMMETRIES).map(|index| (position.transform(index), index));
    let images = turned.flat_map(|(image, index)| [Some((image, index)), image.exchange_sides().map(|i| (i, index))]);
    images.flatten().min_by_key(|(image, _)| image.key()).unwrap_or((*position, 0))
}

fn after<G: Game>(mut position: G, mv: Move) -> G {
    position.play(mv);
    position
}

/// The score of a position, worth `value` to its own side, for the side that led to it.
fn passed_up(same_side: bool, value: Score) -> Score {
    let score = through_child(same_side, 0, 0, |_, _| value);
    // One ply further from the end.
    if is_decided(score) { score - score.signum() } else { score }
}

impl<G: Playable> Book<G> {
    /// An empty book.
    pub fn new(start: G) -> Self {
        Self { start, way: Vec::new(), wanted: None, nodes: FxHashMap::default() }
    }

    /// How many positions it has replies to.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a position, and the symmetry that leads to the position of the node.
    fn find(&self, position: &G) -> Option<(&BookNode<G>, usize)> {
        let (image, symmetry) = canonical(position);
        Some((self.nodes.get(&image.key())?, symmetry))
    }

    /// The position as the book may know it: the board after a swap is worth as much as the same one without.
    fn as_known(&self, position: &G) -> G {
        let other = position.without_swap().filter(|_| self.find(position).is_none());
        other.unwrap_or(*position)
    }

    /// The decision in `position` that `symmetry` turns into `mv`.
    fn turned_back(position: &G, mv: Move, symmetry: usize) -> Option<Move> {
        let mut list = MoveList::new();
        position.moves(&mut list);
        list.into_iter().find(|&here| G::transform_move(here, symmetry) == mv)
    }

    /// Its replies in a position, the best first.
    pub fn moves(&self, position: &G) -> Vec<BookMove> {
        let position = &self.as_known(position);
        let Some((node, symmetry)) = self.find(position) else { return Vec::new() };
        let here = |reply: &BookReply| {
            let mv = Self::turned_back(position, reply.mv, symmetry)?;
            let verdict = Verdict::of_score(reply.score)?;
            Some(BookMove { mv, verdict, games: reply.games, points: reply.points })
        };
        node.replies.iter().filter_map(here).collect()
    }

    /// Chooses at random among the replies that are about as good as the best. `None` if the position is not in the
    /// book, or is lost according to the book: a search may find more resistance.
    pub fn advise(&self, position: &G, rng: &mut Rng) -> Option<Advice> {
        /// How much of a point worse than the best a reply may be.
        const MARGIN: f64 = 0.015;
        /// The most decisions that are advised.
        const LENGTH: usize = 12;
        let position = &self.as_known(position);
        let (node, _) = self.find(position)?;
        let best = node.replies.first().filter(|best| !(is_decided(best.score) && best.score < 0))?;
        let good = |reply: &&BookReply| match is_decided(best.score) {
            true => reply.score == best.score,
            false => reply.worth() >= best.worth() - MARGIN,
        };
        let good: Vec<&BookReply> = node.replies.iter().filter(good).collect();
        let reply = good[random_below(rng, good.len() as u32) as usize];
        // Where the position is its own mirror image, several decisions are the reply.
        let mut images = MoveList::new();
        position.moves(&mut images);
        images.retain(|mv| canonical(&after(*position, *mv)).0.key() == reply.child);
        let first = *images.get(random_below(rng, images.len().max(1) as u32) as usize)?;
        let (mut line, mut here) = (vec![first], after(*position, first));
        while let Some((node, symmetry)) = self.find(&here).filter(|_| line.len() < LENGTH)
            && let Some(mv) = node.replies.first().and_then(|best| Self::turned_back(&here, best.mv, symmetry))
        {
            line.push(mv);
            here.play(mv);
        }
        Some(Advice { line, verdict: Verdict::of_score(reply.score)?, games: reply.games })
    }

    /// Counts the book's decisions in a game, with its result. `shares` are the shares of the point by seat. Returns
    /// the number of decisions that the book has.
    ///
    /// # Errors
    /// [`TextError::Move`] for a turn that is not legal; everything before it has been counted.
    pub fn count(&mut self, start: G, turns: &[String], shares: &[f64]) -> Result<u32, TextError> {
        let (mut position, mut counted) = (start, 0);
        for turn in turns {
            for mv in position.read_turn(turn)? {
                let (image, symmetry) = canonical(&position);
                let turned = G::transform_move(mv, symmetry);
                let child = canonical(&after(image, turned)).0.key();
                let replies = self.nodes.get_mut(&image.key()).map(|node| &mut node.replies);
                if let Some(reply) = replies.and_then(|list| list.iter_mut().find(|reply| reply.child == child)) {
                    reply.games += 1;
                    reply.points += shares.get(position.seat()).copied().unwrap_or(0.0);
                    counted += 1;
                }
                position.play(mv);
            }
        }
        self.sort();
        Ok(counted)
    }

    /// The node that a reply of `node` leads to, if it is farther from the start. Following only such replies rules out
    /// cycles.
    fn child(&self, node: &BookNode<G>, reply: &BookReply) -> Option<&BookNode<G>> {
        self.nodes.get(&reply.child).filter(|child| child.ply > node.ply)
    }

    /// Updates all scores, distances and orders after nodes have been added.
    fn update_scores(&mut self) {
        let mut order = Vec::new();
        let mut queue = VecDeque::from([(canonical(&self.start).0.key(), 0)]);
        let mut seen = FxHashSet::default();
        while let Some((key, ply)) = queue.pop_front() {
            if let Some(node) = self.nodes.get_mut(&key).filter(|_| seen.insert(key)) {
                node.ply = ply;
                order.push(key);
                queue.extend(node.replies.iter().map(|reply| (reply.child, ply + 1)));
            }
        }
        // From the furthest back to the start.
        for key in order.into_iter().rev() {
            let Some(node) = self.nodes.get(&key) else { continue };
            let score = |reply: &BookReply| match self.child(node, reply) {
                Some(child) => {
                    let same_side = after(node.position, reply.mv).to_move() == node.position.to_move();
                    passed_up(same_side, child.value())
                }
                None => reply.score,
            };
            let scores: Vec<Score> = node.replies.iter().map(score).collect();
            if let Some(node) = self.nodes.get_mut(&key) {
                node.replies.iter_mut().zip(scores).for_each(|(reply, score)| reply.score = score);
            }
        }
        self.sort();
    }

    /// Puts the best replies of each position first.
    fn sort(&mut self) {
        for node in self.nodes.values_mut() {
            sort(&mut node.replies);
        }
    }
}

/// Puts the best replies first. Once for all games.
fn sort(replies: &mut [BookReply]) {
    // Of proven results the nearest win or the furthest loss counts, of others the games, too.
    let rank = |reply: &BookReply| if is_decided(reply.score) { f64::from(reply.score) } else { reply.worth() };
    replies.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.child.cmp(&b.child)));
}
