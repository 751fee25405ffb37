//! Proof files: what certificates have proved, position by position, for lookup during a game.
//!
//! docs/proofs.md describes the format. Positions are looked up by reads in the file itself: if it were mapped into
//! memory, truncating it would kill the process (SIGBUS). Only the root of a search is looked up, so that is fast
//! enough. Anything that cannot be read counts as unknown.

use super::head::{self, HeadError, HeadLines, HeadedFile};
use super::strategy_walk::{Claim, ProvedPosition, SmallestImage};
use super::{Goal, certificate};
use crate::board::bits::fnv_1a_64;
use crate::game::{Game, Move, MoveList, Notation, Outcome, Player, Symmetry};
use crate::text::shorten;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The title of the file.
const TITLE: &str = "quintet proofs";
/// The most bytes of a header.
const LONGEST_HEAD: u64 = 1 << 16;
/// The option that does not matter: positions are stored as if there were no swap.
const SWAP: &str = "Swap";

/// The result for a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProvedResult {
    /// The other side wins.
    Loss,
    /// Both share the point.
    Draw,
    /// It wins.
    Win,
}

use ProvedResult::{Draw, Loss, Win};

impl ProvedResult {
    fn of(outcome: Outcome, player: Player) -> Self {
        match outcome.winner() {
            Some(winner) if winner == player => Win,
            Some(_) => Loss,
            None => Draw,
        }
    }

    fn of_byte(byte: u8) -> Option<Self> {
        [Loss, Draw, Win].into_iter().find(|&result| result as u8 == byte)
    }

    /// The same for the other side.
    const fn other(self) -> Self {
        match self {
            Loss => Win,
            Draw => Draw,
            Win => Loss,
        }
    }
}

/// What is proved about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownResult {
    /// The result for the side to decide.
    pub result: ProvedResult,
    /// The most plies until a side has won; 0 for a draw.
    pub plies: u32,
    /// A decision that reaches the result; for a loss, one that delays it. `None` if none is known.
    pub best: Option<Move>,
}

/// A proof file that cannot be used, in one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It does not begin as it must, or has changed since it was written.
    #[error("it is not a whole file of proofs: {0}")]
    Head(#[from] HeadError),
    /// Its size differs from what its header says.
    #[error("it should have {expected} bytes, but it has {found}")]
    Size {
        /// The size of the header with all positions.
        expected: u64,
        /// How many bytes there are.
        found: u64,
    },
    /// It is for another game.
    #[error("it is for {found}, not for {expected}")]
    Game {
        /// The game it is for, with its options.
        found: String,
        /// The game it should be for.
        expected: String,
    },
}

/// Bounds on what the side to decide reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ResultBounds {
    least: ProvedResult,
    most: ProvedResult,
    plies: u32,
    best: Option<Move>,
}

impl ResultBounds {
    const NOTHING: Self = Self { least: Loss, most: Win, plies: 0, best: None };

    fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// Both combined. The plies and the decision come from the one that says more, or from the shorter win.
    fn and(self, other: Self) -> Self {
        let rank = |known: &Self| (known.is_exact(), known.least, u32::MAX - known.plies, known.best);
        let from = if rank(&self) >= rank(&other) { self } else { other };
        Self { least: self.least.max(other.least), most: self.most.min(other.most), ..from }
    }
}

/// What is proved about one position, as stored in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofRecord {
    /// The key of the smallest image.
    key: u64,
    /// A second hash of it: together with the key, enough bits that no two positions collide by chance.
    check: u32,
    /// The decision, turned like the image.
    known: ResultBounds,
}

impl ProofRecord {
    const BYTES: usize = 18;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let ResultBounds { least, most, plies, best } = self.known;
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.check.to_le_bytes());
        bytes[12..14].copy_from_slice(&best.map_or(0, Move::to_bits).to_le_bytes());
        bytes[14..16].copy_from_slice(&u16::try_from(plies).unwrap_or(u16::MAX).to_le_bytes());
        bytes[16..].copy_from_slice(&[least as u8, most as u8]);
        bytes
    }

    fn of_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let number = |from: usize, length: usize| {
            bytes[from..from + length].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let known = ResultBounds {
            least: ProvedResult::of_byte(bytes[16])?,
            most: ProvedResult::of_byte(bytes[17])?,
            plies: number(14, 2) as u32,
            best: Move::from_bits(number(12, 2) as u16),
        };
        let record = Self { key: number(0, 8), check: number(8, 4) as u32, known };
        (known.least <= known.most).then_some(record)
    }
}

/// The image of a position that is stored for it, in the game without a swap, and the symmetry that leads to it.
fn kept<G: Notation + Symmetry>(position: &G) -> (SmallestImage<G>, usize, u32) {
    let (image, symmetry) = SmallestImage::of(&position.without_swap().unwrap_or(*position));
    let check = fnv_1a_64(image.position.position_text().as_bytes()) as u32;
    (image, symmetry, check)
}

/// The contents of a new proof file.
#[derive(Clone, Debug, Default)]
pub struct ProofCollection {
    records: Vec<ProofRecord>,
}

impl ProofCollection {
    /// Adds a position for which a claim has been shown.
    pub fn add<G: Notation + Symmetry>(&mut self, claim: Claim, proved: &ProvedPosition<G>) {
        let position = proved.image.position;
        let is_claimants = position.to_move() == claim.player;
        let (least, most) = match (claim.goal, is_claimants) {
            (Goal::Win, true) => (Win, Win),
            (Goal::Win, false) => (Loss, Loss),
            (Goal::Draw, true) => (Draw, Win),
            (Goal::Draw, false) => (Loss, Draw),
        };
        let (image, symmetry, check) = kept(&position);
        let best = proved.answer.map(|mv| G::transform_move(mv, symmetry));
        let plies = if claim.goal == Goal::Win { proved.plies } else { 0 };
        self.records.push(ProofRecord { key: image.key, check, known: ResultBounds { least, most, plies, best } });
    }

    /// How many positions have been added.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Forgets all but the first `length` that were added.
    pub fn truncate(&mut self, length: usize) {
        self.records.truncate(length);
    }

    /// Writes the file for a game with these options, and returns how many different positions it has.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(mut self, game: &str, options: &[(String, String)], out: &mut impl Write) -> io::Result<usize> {
        self.records.sort_unstable_by_key(|record| (record.key, record.check));
        self.records.dedup_by(|next, kept| {
            let is_same = (next.key, next.check) == (kept.key, kept.check);
            if is_same {
                kept.known = kept.known.and(next.known);
            }
            is_same
        });
        let mut head = head::first_line(TITLE) + &format!("game {game}\n");
        for (name, value) in options {
            head += &format!("option {name} {value}\n");
        }
        head += &format!("positions {}\n", self.records.len());
        let mut rest = Vec::with_capacity(1 + self.records.len() * ProofRecord::BYTES);
        rest.push(b'\n');
        self.records.iter().for_each(|record| rest.extend(record.to_bytes()));
        head += &head::checksum_line(head.as_bytes(), &rest[..])?;
        out.write_all(head.as_bytes())?;
        out.write_all(&rest)?;
        Ok(self.records.len())
    }
}

/// An open proof file.
#[derive(Debug)]
pub struct ProofFile {
    file: File,
    game: String,
    options: Vec<(String, String)>,
    /// Where the first position is, in bytes.
    start: u64,
    positions: u64,
}

impl ProofFile {
    /// Reads the head of a proof file. Its checksum is not looked at: that takes [`check`](ProofFile::check).
    ///
    /// # Errors
    /// [`ProofFileError`] if it cannot be read, or its header is wrong.
    pub fn new(file: File) -> Result<Self, ProofFileError> {
        let found = file.metadata()?.len();
        let mut begin = vec![0; found.min(LONGEST_HEAD) as usize];
        read_at(&file, &mut begin, 0)?;
        let headed = HeadedFile::read(TITLE, &begin)?;
        let text = String::from_utf8_lossy(headed.head);
        let mut lines = HeadLines::new(&text);
        let game = lines.value("game")?.to_string();
        let options = lines.options()?;
        let positions = lines.number("positions")?;
        lines.end()?;
        let start = headed.length() as u64;
        let expected = positions.saturating_mul(ProofRecord::BYTES as u64).saturating_add(start);
        if expected != found {
            return Err(ProofFileError::Size { expected, found });
        }
        Ok(Self { file, game, options, start, positions })
    }

    /// How many positions it has.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Reads the whole file to check that it is as it was written.
    ///
    /// # Errors
    /// [`ProofFileError`] if it is not, or cannot be read.
    pub fn check(&self) -> Result<(), ProofFileError> {
        let mut begin = vec![0; self.start as usize];
        read_at(&self.file, &mut begin, 0)?;
        let mut rest = &self.file;
        rest.seek(SeekFrom::Start(self.start - 1))?;
        HeadedFile::read(TITLE, &begin)?.check(rest)??;
        Ok(())
    }

    /// Checks that it is for this game with this setup. A swap makes no difference.
    ///
    /// # Errors
    /// [`ProofFileError::Game`] if it is not.
    pub fn fits<G: Notation>(&self, game: &str, setup: &G::Setup) -> Result<(), ProofFileError> {
        let describe = |game: &str, options: &[(String, String)]| {
            let options = options.iter().filter(|(name, _)| name != SWAP);
            options.fold(shorten(game), |all, (name, value)| format!("{all} with {} {}", shorten(name), shorten(value)))
        };
        let expected = describe(game, &certificate::option_values::<G>(setup));
        let found = describe(&self.game, &self.options);
        if found == expected { Ok(()) } else { Err(ProofFileError::Game { found, expected }) }
    }

    /// What the file proves about a position, from its own entry, those one decision later and, while the swap is open,
    /// those after it. `None` if nothing is proved or the game is over. The file does not know the game so far: where
    /// the third occurrence of a position is a draw, no position may have occurred twice.
    pub fn probe<G: Notation + Symmetry>(&self, position: &G) -> Option<KnownResult> {
        if position.outcome().is_some() || G::PLAYERS != 2 {
            return None;
        }
        let mut known = self.value(position);
        if !known.is_exact() || known.best.is_none() {
            let children = self.value_by_children(position);
            let best = children.best.filter(|_| children.least == known.least);
            // Of a loss the file has no decision: that which puts it off is known from the children alone.
            known = if known.is_exact() { ResultBounds { best, ..known } } else { known.and(children) };
        }
        let plies = if known.least == Draw { 0 } else { known.plies };
        known.is_exact().then_some(KnownResult { result: known.least, plies, best: known.best })
    }

    /// The decisions that the file expects from a position on, at most this many; each keeps what is proved.
    pub fn line<G: Notation + Symmetry>(&self, position: &G, most: usize) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        while line.len() < most
            && let Some(KnownResult { best: Some(best), .. }) = self.probe(&position)
        {
            line.push(best);
            position.play(best);
        }
        line
    }

    /// What is known about an unfinished position without looking at later ones, except ends of the game.
    fn value<G: Notation + Symmetry>(&self, position: &G) -> ResultBounds {
        let known = at_once(position).and(self.look_up(position));
        // The positions of the game without a swap are those behind.
        if position.is_swap_open() { known.and(self.value_by_children(position)) } else { known }
    }

    /// What is known about an unfinished position from those one decision later.
    fn value_by_children<G: Notation + Symmetry>(&self, position: &G) -> ResultBounds {
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        let player = position.to_move();
        let children = legal.into_iter().map(|mv| {
            let mut child = *position;
            child.play(mv);
            let mut known = match child.outcome() {
                Some(outcome) => {
                    let result = ProvedResult::of(outcome, child.to_move());
                    ResultBounds { least: result, most: result, plies: 0, best: None }
                }
                None => self.value(&child),
            };
            if child.to_move() != player {
                known = ResultBounds { least: known.most.other(), most: known.least.other(), ..known };
            }
            ResultBounds { plies: known.plies + 1, best: Some(mv), ..known }
        });
        let children: Vec<ResultBounds> = children.collect();
        let least = children.iter().map(|child| child.least).max().unwrap_or(Loss);
        let most = children.iter().map(|child| child.most).max().unwrap_or(Win);
        let best = match least {
            Win => children.iter().filter(|child| child.least == Win).min_by_key(|child| child.plies),
            Draw => children.iter().find(|child| child.least == Draw),
            Loss => children.iter().filter(|child| child.most == Loss).max_by_key(|child| child.plies),
        };
        let (plies, best) = best.map_or((0, None), |child| (child.plies, child.best));
        ResultBounds { least, most, plies, best }
    }

    /// The file's entry for a position.
    fn look_up<G: Notation + Symmetry>(&self, position: &G) -> ResultBounds {
        let (image, symmetry, check) = kept(position);
        let Some(record) = self.find(image.key, check) else { return ResultBounds::NOTHING };
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        let turned = |mv: &Move| Some(G::transform_move(*mv, symmetry)) == record.known.best;
        ResultBounds { best: legal.into_iter().find(turned), ..record.known }
    }

    /// Finds a record by binary search; the keys are sorted.
    fn find(&self, key: u64, check: u32) -> Option<ProofRecord> {
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            let record = self.record(middle)?;
            match (record.key, record.check).cmp(&(key, check)) {
                std::cmp::Ordering::Equal => return Some(record),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn record(&self, number: u64) -> Option<ProofRecord> {
        let mut bytes = [0; ProofRecord::BYTES];
        read_at(&self.file, &mut bytes, self.start + number * ProofRecord::BYTES as u64).ok()?;
        ProofRecord::of_bytes(&bytes)
    }
}

/// What the side to decide reaches by a decision that ends the game.
fn at_once<G: Game>(position: &G) -> ResultBounds {
    let mut legal = MoveList::new();
    position.moves(&mut legal);
    let player = position.to_move();
    let ends = legal.into_iter().filter_map(|mv| {
        let mut child = *position;
        child.play(mv);
        Some((ProvedResult::of(child.outcome()?, player), mv))
    });
    match ends.max_by_key(|&(result, _)| result) {
        Some((result, mv)) if result > Loss => ResultBounds { least: result, most: Win, plies: 1, best: Some(mv) },
        _ => ResultBounds::NOTHING,
    }
}

/// Fills `bytes` from a place in a file, without moving its read position.
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
    }
    #[cfg(not(unix))]
    {
        let _ = (file, bytes, place);
        Err(io::ErrorKind::Unsupported.into())
    }
}
