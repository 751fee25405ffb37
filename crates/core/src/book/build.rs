//! Building a book: the next position to search is always the one that good play from the start is most likely to
//! reach.
//!
//! This is drop-out expansion (Lincke, "Strategies for the Automatic Construction of Opening Books", 2000): a position
//! is farther away the more decisions lead to it and the more these give away against the best known ones. The scores
//! of new positions are backed up to the start by minimax, which changes the best ones. The book depends only on the
//! options, not on threads or interruptions.

use super::{Book, BookError, BookNode, BookReply, after, canonical};
use crate::game::{Move, MoveList, Playable, TextError};
use crate::search::score::{Score, is_decided};
use crate::search::{Engine, Info, Limits, Root, SearchControl, Settings, Verdict};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a book is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// How many replies it looks for, at least 1. More are added if these turn out badly.
    pub replies: usize,
}

/// The result of merging books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinedBook {
    /// They were merged.
    Whole,
    /// Some of them are unfinished.
    Unfinished {
        /// How many.
        count: usize,
        /// The first of them, from 0.
        first: usize,
        /// How many positions that has.
        positions: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// The merge was stopped.
    Stopped,
}

/// A book being edited, whichever game it is for.
pub trait Editor: Send {
    /// How many positions it has.
    fn positions(&self) -> usize;
    /// Searches the next few positions and adds what it finds; false if nothing is left to search.
    fn grow(&mut self, options: BookOptions) -> bool;
    /// Counts the decisions of a game that the book has. The game starts from a position text; `shares` are the shares
    /// of the point by seat. Returns how many decisions were counted.
    ///
    /// # Errors
    /// [`TextError`] for an impossible position or turn; everything before it has been counted.
    fn count(&mut self, start: &str, turns: &[String], shares: &[f64]) -> Result<u32, TextError>;
    /// Adds the books of other texts, each of which starts where this one does or where the turns that it names lead.
    /// The result does not depend on their order. If parts are missing, nothing has changed.
    ///
    /// # Errors
    /// Which of the texts, from 0, is not a book of this game that can be reached from here, and why.
    fn join(
        &mut self,
        parts: &[String],
        options: BookOptions,
        has_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<JoinedBook, (usize, BookError)>;
    /// How many positions it should have, if its building was stopped; `None` if it is complete.
    fn wanted(&self) -> Option<usize>;
    /// Sets that.
    fn set_wanted(&mut self, wanted: Option<usize>);
    /// The text of the book, with a line about its origin.
    fn text(&self, remark: &str) -> String;
}

/// The book of a game, with what is needed to read and write it.
struct BookEditor<G: Playable> {
    name: &'static str,
    setup: G::Setup,
    /// The start of the game, from which turns lead to books.
    root: G,
    book: Book<G>,
}

/// Starts the book of a game at `start`, or continues the one whose text is given. `way` are the turns that lead from
/// `root` to `start`.
///
/// # Errors
/// [`BookError`] if the text is not a book of this game that begins there.
pub fn edit<G: Playable>(
    name: &'static str,
    setup: &G::Setup,
    root: G,
    way: Vec<String>,
    start: G,
    text: Option<&str>,
) -> Result<Box<dyn Editor>, BookError> {
    let mut book = match text {
        Some(text) => Book::<G>::read(name, setup, text)?,
        None if G::PLAYERS != 2 => return Err(BookError::Players(name.to_string())),
        None => Book::new(start),
    };
    if book.start != start {
        let (found, expected) = (book.start.position_text(), start.position_text());
        return Err(BookError::Line { line: 3, what: format!("it begins at `{found}`, not at `{expected}`") });
    }
    if book.way.is_empty() {
        book.way = way;
    }
    Ok(Box::new(BookEditor { name, setup: setup.clone(), root, book }))
}

impl<G: Playable> Editor for BookEditor<G> {
    fn positions(&self) -> usize {
        self.book.positions()
    }

    fn grow(&mut self, options: BookOptions) -> bool {
        /// How many are searched before the scores are backed up, in parallel if there are threads for it.
        const BATCH: usize = 4;
        let places = self.book.nearest(BATCH);
        let found: Vec<_> = places.par_iter().map(|place| self.book.search(place, options)).collect();
        let any = !found.is_empty();
        for (place, found) in places.into_iter().zip(found) {
            self.book.add(place, found);
        }
        self.book.update_scores();
        any
    }

    fn count(&mut self, start: &str, turns: &[String], shares: &[f64]) -> Result<u32, TextError> {
        self.book.count(G::read_position(&self.setup, start)?, turns, shares)
    }

    fn join(
        &mut self,
        parts: &[String],
        options: BookOptions,
        has_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<JoinedBook, (usize, BookError)> {
        let mut books = Vec::new();
        let mut ways = Vec::new();
        for (index, text) in parts.iter().enumerate() {
            let book = Book::<G>::read(self.name, &self.setup, text).map_err(|error| (index, error))?;
            ways.push(self.book.way_to(&book, self.root).map_err(|error| (index, error))?);
            books.push(book);
        }
        let unfinished = |(index, book): (usize, &Book<G>)| Some((index, book.positions(), book.wanted?));
        let unfinished: Vec<_> = books.iter().enumerate().filter_map(unfinished).collect();
        if let Some(&(first, positions, wanted)) = unfinished.first() {
            return Ok(JoinedBook::Unfinished { count: unfinished.len(), first, positions, wanted });
        }
        let mut united = self.book.clone();
        united.unite(books);
        let places = united.unknown_on(&ways);
        let search = |place: &G| (!has_stopped()).then(|| united.search(place, options));
        let found: Option<Vec<_>> = places.par_iter().map(search).collect();
        let Some(found) = found else { return Ok(JoinedBook::Stopped) };
        for (place, found) in places.into_iter().zip(found) {
            united.add(place, found);
        }
        united.add_ways(&ways);
        united.update_scores();
        self.book = united;
        Ok(JoinedBook::Whole)
    }

    fn wanted(&self) -> Option<usize> {
        self.book.wanted
    }

    fn set_wanted(&mut self, wanted: Option<usize>) {
        self.book.wanted = wanted;
    }

    fn text(&self, remark: &str) -> String {
        self.book.write(self.name, remark)
    }
}

impl<G: Playable> Book<G> {
    /// Adds the result of the search of a canonical position.
    fn add(&mut self, place: G, (replies, others): (Vec<BookReply>, Option<Score>)) {
        let fresh = BookNode { position: place, ply: 0, replies: Vec::new(), others: None };
        let node = self.nodes.entry(place.key()).or_insert(fresh);
        node.replies.extend(replies);
        node.others = others;
    }

    /// The canonical positions to search next: new ones, and those of the book in which an unlisted reply may be good.
    fn nearest(&self, most: usize) -> Vec<G> {
        /// The distance from the start that a decision adds by itself, in hundredths given away.
        const PLY: i32 = 25;
        let mut places = Vec::new();
        let mut done = FxHashSet::default();
        // By distance; then whether it is to be searched again, the key, and the position.
        let start = canonical(&self.start).0;
        let mut positions = vec![start];
        let mut queue = BinaryHeap::from([Reverse((0, start.key(), false, 0))]);
        while let Some(Reverse((distance, key, again, place))) = queue.pop() {
            if places.len() == most || !done.insert((key, again)) {
                continue;
            }
            let Some(node) = self.nodes.get(&key).filter(|_| !again) else {
                let position = positions[place];
                if position.outcome().is_none() {
                    places.push(position);
                    // Not twice in one batch.
                    done.insert((key, !again));
                }
                continue;
            };
            let value = node.value();
            if is_decided(value) {
                continue;
            }
            let mut lead = |key, position, again, score: Score| {
                let further = distance + PLY + (value - score);
                queue.push(Reverse((further, key, again, positions.len())));
                positions.push(position);
            };
            for reply in node.replies.iter().filter(|reply| !is_decided(reply.score)) {
                let known = self.nodes.contains_key(&reply.child);
                if !known || self.child(node, reply).is_some() {
                    lead(reply.child, canonical(&after(node.position, reply.mv)).0, false, reply.score);
                }
            }
            if let Some(others) = node.others.filter(|others| !is_decided(*others)) {
                lead(key, node.position, true, others);
            }
        }
        places
    }

    /// Searches a canonical position for the best replies that it does not have yet, and for the value of the others.
    fn search(&self, position: &G, options: BookOptions) -> (Vec<BookReply>, Option<Score>) {
        /// KiB of the table, which is new for each search, so that the order of the searches does not matter.
        const TABLE: usize = 4 << 10;
        let listed = self.nodes.get(&position.key()).map(|node| &node.replies[..]).unwrap_or_default();
        let mut known: FxHashSet<u64> = listed.iter().map(|reply| reply.child).collect();
        let mut list = MoveList::new();
        position.moves(&mut list);
        // One decision of those that lead to the same position, turned or mirrored.
        let child = |mv| canonical(&after(*position, mv)).0.key();
        let only: Vec<Move> = list.into_iter().filter(|&mv| known.insert(child(mv))).collect();
        if only.is_empty() {
            return (Vec::new(), None);
        }
        let more = only.len() > options.replies;
        let settings = Settings { hash_kib: TABLE, multi_pv: options.replies, ..Settings::default() };
        let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
        let root = Root { only, ..Root::new(*position) };
        let mut replies: Vec<BookReply> = Vec::new();
        let reply =
            |mv, verdict: Verdict| BookReply { mv, child: child(mv), score: verdict.score(), games: 0, points: 0.0 };
        let answer =
            Engine::default().search(&root, &SearchControl::unstoppable(limits), &settings, &mut |info: &Info| {
                // Each report of the best line begins a new list.
                replies.truncate(info.multipv - 1);
                replies.push(reply(info.pv[0], info.verdict));
            });
        // With few nodes a search may end before its first report.
        if replies.is_empty() {
            replies.push(reply(answer.pv[0], answer.verdict));
        }
        let others = replies.iter().map(|reply| reply.score).min().filter(|_| more);
        (replies, others)
    }
}
