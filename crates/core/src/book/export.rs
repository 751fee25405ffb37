//! A book for another program: its positions, each with one reply, packed into characters that a few lines of any
//! language can read (docs/book-export.md).
//!
//! Every character stands for 14 bits. First come the number of places and the number of symmetries, then the image of
//! each place under each symmetry, then the positions: three characters of a hash and one for the reply. A position is
//! the numbers on its places, in the order of their names, as the player to move sees them; it is kept once for all its
//! images. So the reader needs to know nothing of the game, not even its board.

use super::{Book, BookError, BookNode, after};
use crate::game::describe::{Piece, PlaceKind};
use crate::game::{Move, MoveList, Playable};
use crate::search::proof::solver::{GameValue, SolveSettings, Solver};
use crate::search::{Engine, Limits, OutOfMemory, Root, SearchControl, Settings, Verdict};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::time::Duration;

/// The first of the characters: they are the Chinese characters in the order of Unicode, which no program changes.
const FIRST: u32 = 0x4e00;
/// How many characters are in use.
const DIGITS: u64 = 1 << 14;
/// The hash of a position is a polynomial in [`FACTOR`] modulo the largest prime below 2^42. Then the numbers on the
/// way are below 2^53, which is exact even where all numbers are doubles.
const MODULUS: u64 = (1 << 42) - 11;
const FACTOR: u64 = 1_021;
/// The characters of a position: those of its hash, and the reply.
const CHARS: usize = 4;

/// What an exported book should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportOptions {
    /// The most characters.
    pub chars: usize,
    /// How many positions the solver evaluates to refute a reply; 0: it is not asked.
    pub solve: u64,
    /// Nodes of the search of a first piece that may be taken over and is not in the book.
    pub nodes: u64,
}

/// The positions of a book that are not in an exported one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeftOut {
    /// The side to move has lost, according to the book.
    pub lost: usize,
    /// The solver refutes every reply.
    pub refuted: usize,
    /// The reply is neither a place, a move from one to another, nor a swap; or it does not end the turn.
    pub unwritten: usize,
    /// They show the same as another position.
    pub alike: usize,
    /// They do not fit in the characters that were asked for.
    pub beyond: usize,
}

/// Where a choice comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The book.
    Book,
    /// A search.
    Search,
    /// Games that were played to measure it.
    Games,
}

/// A first piece that the other side may take over, for all its images.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstPiece {
    /// Where it is placed: all images.
    pub places: Vec<String>,
    /// The best answer, to the first of the places.
    pub answer: String,
    /// What the answer is worth to the side that gives it.
    pub verdict: Verdict,
    /// What says so.
    pub source: Source,
    /// Whether it is among those to begin with.
    pub is_chosen: bool,
}

/// A position of an exported book, as its reader sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedPosition {
    /// The numbers on the places, in the order of their names.
    pub board: Vec<u64>,
    /// Whether the first piece may be taken over now.
    pub may_swap: bool,
    /// The reply: places by their number, or `swap`.
    pub reply: String,
}

/// An exported book.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportedBook {
    /// The packed characters.
    pub text: String,
    /// The names of the places, in their order.
    pub places: Vec<String>,
    /// What the numbers on the places stand for, from 1.
    pub pieces: Vec<String>,
    /// The positions.
    pub positions: Vec<ExportedPosition>,
    /// How many have been left out, and why.
    pub left_out: LeftOut,
    /// The first pieces and the answers to them, where a swap is open; the fairest first.
    pub first: Vec<FirstPiece>,
}

/// Why a book cannot be exported, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExportError {
    /// It is not a book of the game.
    #[error("{0}")]
    Book(#[from] BookError),
    /// Turns of the game name places where no piece lies, such as the dots of GIPF.
    #[error("turns of this game are not places, moves or swaps, so its book cannot be packed")]
    Turns,
    /// Not even one position has room.
    #[error("a book of {0} characters has no room for positions: the board takes {1}")]
    Room(usize, usize),
    /// The solver has no memory.
    #[error("{0}")]
    Memory(#[from] OutOfMemory),
}

/// The places of a game, and what lies on them as numbers.
struct Board {
    names: Vec<String>,
    /// The number of the place that each symmetry puts on each place.
    images: Vec<Vec<usize>>,
    kinds: Vec<&'static str>,
}

impl Board {
    fn of<G: Playable>(setup: &G::Setup) -> Result<Self, ExportError> {
        let mut places = G::places();
        places.sort_by_key(|place| (place.name.as_bytes()[0], place.name[1..].parse::<u32>().unwrap_or(0)));
        let points: Vec<(f64, f64)> = places.iter().map(|place| place.at).collect();
        let images = isometries(&points);
        if images.len() != G::SYMMETRIES || places.iter().any(|place| place.kind == PlaceKind::Dot) {
            return Err(ExportError::Turns);
        }
        let mut kinds = Vec::new();
        for piece in G::pieces_to_set(setup) {
            if !kinds.contains(&piece.kind.id) {
                kinds.push(piece.kind.id);
            }
        }
        Ok(Self { names: places.into_iter().map(|place| place.name).collect(), images, kinds })
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// What lies on the places: 0 is nothing, and each kind of piece has two numbers, for the side to move and others.
    fn numbers<G: Playable>(&self, position: &G) -> Vec<u64> {
        let mine = position.colour_of_player(position.to_move());
        let mut numbers = vec![0; self.names.len()];
        for (name, Piece { kind, colour }) in position.pieces() {
            let kind = self.kinds.iter().position(|known| *known == kind.id).unwrap_or(0) as u64;
            if let Some(place) = self.place(&name) {
                numbers[place] = 1 + 2 * kind + u64::from(colour != mine);
            }
        }
        numbers
    }

    /// The number of a reply: a place, the swap, or a move from one place to another.
    fn reply<G: Playable>(&self, position: &G, mv: Move) -> Option<u64> {
        let (text, all) = (position.move_text(mv), self.names.len());
        let next = after(*position, mv);
        if next.outcome().is_none() && next.to_move() == position.to_move() {
            return None;
        }
        let number = match (text.as_str(), text.split_once('-')) {
            ("swap", _) => all,
            (_, Some((from, to))) => all + 1 + self.place(from)? * all + self.place(to)?,
            (place, None) => self.place(place)?,
        };
        (number < DIGITS as usize).then_some(number as u64)
    }

    fn hashes<'a>(&'a self, numbers: &'a [u64], may_swap: bool) -> impl Iterator<Item = u64> + 'a {
        let step = |hash: u64, &place: &usize| (hash * FACTOR + numbers[place]) % MODULUS;
        self.images.iter().map(move |image| image.iter().fold(u64::from(may_swap), step))
    }
}

/// All ways to turn and mirror a set of points so that it is the same: for each the number of the point that comes to
/// each place. The first leaves all where they are.
fn isometries(points: &[(f64, f64)]) -> Vec<Vec<usize>> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let points: Vec<(f64, f64)> = points.iter().map(|point| (point.0 - x, point.1 - y)).collect();
    let find = |x: f64, y: f64| points.iter().position(|point| (point.0 - x).hypot(point.1 - y) < 1e-6);
    // A turn is known by where it takes the farthest point.
    let far = points.iter().copied().max_by(|a, b| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1))).unwrap_or((0.0, 0.0));
    let square = far.0 * far.0 + far.1 * far.1;
    let mut found: Vec<Vec<usize>> = Vec::new();
    for mirror in [1.0, -1.0] {
        for to in points.iter().filter(|to| (to.0.hypot(to.1) - square.sqrt()).abs() < 1e-6) {
            let from = (far.0, mirror * far.1);
            let (cos, sin) = ((from.0 * to.0 + from.1 * to.1) / square, (from.0 * to.1 - from.1 * to.0) / square);
            let turned = |point: &(f64, f64)| {
                let (x, y) = (point.0, mirror * point.1);
                find(x * cos - y * sin, x * sin + y * cos)
            };
            let image: Option<Vec<usize>> = points.iter().map(turned).collect();
            found.extend(image.filter(|image| !found.contains(image)));
        }
    }
    found.sort();
    found
}

/// The text of numbers below [`DIGITS`].
fn packed(numbers: impl Iterator<Item = u64>) -> String {
    numbers.filter_map(|number| char::from_u32(FIRST + number as u32)).collect()
}

/// An exported book being made.
struct Export<'a, G> {
    options: ExportOptions,
    board: Board,
    solver: Solver,
    /// The positions by the hashes of their images.
    known: FxHashMap<u64, usize>,
    /// The numbers of the replies.
    replies: Vec<u64>,
    result: ExportedBook,
    book: &'a Book<G>,
}

impl<G: Playable> Export<'_, G> {
    /// Whether the solver finds that a decision loses.
    fn is_refuted(&mut self, position: &G, mv: Move) -> bool {
        let next = after(*position, mv);
        let mover = position.to_move();
        let enemy = mover.other();
        if let Some(outcome) = next.outcome() {
            return outcome.winner() == Some(enemy);
        }
        if self.options.solve == 0 {
            return false;
        }
        let limits = Limits { nodes: Some(self.solver.evaluated() + self.options.solve), ..Limits::default() };
        let settings = SolveSettings { threads: 1, only: Some(enemy), report_every: Duration::MAX };
        let value = self.solver.value(&next, &SearchControl::unstoppable(limits), settings, &mut |_, _| {});
        value == Ok(GameValue::Won(enemy))
    }

    /// Whether a position that shows the same is there already.
    fn has(&self, position: &G) -> bool {
        let numbers = self.board.numbers(position);
        self.board.hashes(&numbers, may_swap(position)).any(|hash| self.known.contains_key(&hash))
    }

    /// Adds a position, if there is room.
    fn add(&mut self, position: &G, mv: Move) {
        let Some(reply) = self.board.reply(position, mv) else {
            self.result.left_out.unwritten += 1;
            return;
        };
        let room = self.options.chars.saturating_sub(self.head().count()) / CHARS;
        if self.result.positions.len() >= room {
            self.result.left_out.beyond += 1;
            return;
        }
        let (board, may_swap) = (self.board.numbers(position), may_swap(position));
        let hash = self.board.hashes(&board, may_swap).next().unwrap_or(0);
        self.known.insert(hash, self.result.positions.len());
        self.replies.push(reply);
        self.result.positions.push(ExportedPosition { board, may_swap, reply: position.move_text(mv) });
    }

    /// Adds a position of the book with its best reply that is not refuted.
    fn add_node(&mut self, node: &BookNode<G>) {
        let lost = |verdict: Option<Verdict>| matches!(verdict, Some(Verdict::Loss(_)));
        let replies = node.replies.iter().filter(|reply| !lost(Verdict::of_score(reply.score)));
        let replies: Vec<Move> = replies.map(|reply| reply.mv).collect();
        if self.has(&node.position) {
            // The first pieces and the answers are there already.
            if node.position.is_swap_open() && !self.result.first.is_empty() {
                return;
            }
            self.result.left_out.alike += 1;
        } else if replies.is_empty() {
            self.result.left_out.lost += 1;
        } else if let Some(mv) = replies.into_iter().find(|&mv| !self.is_refuted(&node.position, mv)) {
            self.add(&node.position, mv);
        } else {
            self.result.left_out.refuted += 1;
        }
    }

    /// The best answer to a first piece, what it is worth, and what says so.
    fn answer(&mut self, position: &G) -> (Move, Verdict, Source) {
        let mut measured = MoveList::new();
        position.clear_answers(&mut measured);
        let known = if measured.is_empty() { self.book.moves(position) } else { Vec::new() };
        if let Some(best) = known.into_iter().find(|reply| !self.is_refuted(position, reply.mv)) {
            return (best.mv, best.verdict, Source::Book);
        }
        let source = if measured.is_empty() { Source::Search } else { Source::Games };
        let root = Root { only: measured.to_vec(), ..Root::new(*position) };
        let limits = Limits { nodes: Some(self.options.nodes), ..Limits::default() };
        let control = SearchControl::unstoppable(limits);
        let answer = Engine::default().search(&root, &control, &Settings::default(), &mut |_| {});
        (answer.pv[0], answer.verdict, source)
    }

    /// Adds the start, and every first piece with its answer.
    fn add_first_pieces(&mut self, start: &G) {
        let (mut list, mut fair) = (MoveList::new(), MoveList::new());
        start.moves(&mut list);
        start.fair_moves(&mut fair);
        let mut first: Vec<(Move, G, FirstPiece)> = Vec::new();
        let mut classes: FxHashMap<u64, usize> = FxHashMap::default();
        for mv in list {
            let next = after(*start, mv);
            let place = start.move_text(mv);
            if let Some(&class) = classes.get(&next.canonical_key()) {
                first[class].2.places.push(place);
                continue;
            }
            classes.insert(next.canonical_key(), first.len());
            let (answer, verdict, source) = self.answer(&next);
            let (answer, is_chosen) = (next.move_text(answer), fair.contains(&mv));
            first.push((mv, next, FirstPiece { places: vec![place], answer, verdict, source, is_chosen }));
        }
        // The fairest gives the least to the side that answers.
        first.sort_by_key(|(.., piece)| (Reverse(piece.is_chosen), piece.verdict.score()));
        if let Some((mv, _, fairest)) = first.iter_mut().find(|(mv, ..)| !self.is_refuted(start, *mv)) {
            fairest.is_chosen = true;
            self.add(start, *mv);
        }
        for (_, next, piece) in first {
            match next.read_move(&piece.answer) {
                Ok(answer) if !self.is_refuted(&next, answer) => self.add(&next, answer),
                _ => self.result.left_out.refuted += 1,
            }
            self.result.first.push(piece);
        }
    }

    fn head(&self) -> impl Iterator<Item = u64> {
        let Board { names, images, .. } = &self.board;
        let sizes = [names.len() as u64, images.len() as u64];
        sizes.into_iter().chain(images.iter().flatten().map(|&place| place as u64))
    }

    fn finished(mut self) -> ExportedBook {
        let mut digits: Vec<u64> = self.head().collect();
        for (position, reply) in self.result.positions.iter().zip(&self.replies) {
            let hash = self.board.hashes(&position.board, position.may_swap).next().unwrap_or(0);
            digits.extend([hash / DIGITS / DIGITS, hash / DIGITS % DIGITS, hash % DIGITS, *reply]);
        }
        self.result.text = packed(digits.into_iter());
        self.result
    }
}

/// Whether the first piece may be taken over now.
fn may_swap<G: Playable>(position: &G) -> bool {
    position.is_swap_open() && position.read_move("swap").is_ok()
}

impl<G: Playable> Book<G> {
    /// Packs the book for another program, nearest to the start first. `start` is that of the game; if a swap is open
    /// there, the book gets the first piece and every answer to one.
    ///
    /// # Errors
    /// [`ExportError`] if turns of the game cannot be packed, if the book does not fit, or if memory runs out.
    pub fn export(&self, setup: &G::Setup, start: &G, options: ExportOptions) -> Result<ExportedBook, ExportError> {
        /// KiB of the solver's table.
        const TABLE: usize = 64 << 10;
        let board = Board::of::<G>(setup)?;
        let pieces = board.kinds.iter().flat_map(|kind| [format!("own {kind}"), format!("other {kind}")]).collect();
        let result = ExportedBook {
            text: String::new(),
            places: board.names.clone(),
            pieces,
            positions: Vec::new(),
            left_out: LeftOut::default(),
            first: Vec::new(),
        };
        let (known, solver) = (FxHashMap::default(), Solver::new(TABLE)?);
        let mut export = Export { options, board, solver, known, replies: Vec::new(), result, book: self };
        let head = export.head().count();
        if head + CHARS > options.chars {
            return Err(ExportError::Room(options.chars, head));
        }
        if start.is_swap_open() {
            export.add_first_pieces(start);
        }
        let mut nodes: Vec<&BookNode<G>> = self.nodes.values().collect();
        nodes.sort_by_key(|node| (node.ply, node.position.key()));
        nodes.into_iter().for_each(|node| export.add_node(node));
        Ok(export.finished())
    }
}
