//! The file to read first: what a game is to the rest of the engine.
//!
//! A value of a [`Game`] type *is* a position: a few bitboards and counters, copied rather than undone. [`Game`] has
//! only the rules. Everything else has its own trait: the seats ([`Seating`]), what a search may ask ([`Tactics`]),
//! static evaluation ([`Evaluate`]), text ([`Notation`]), data for pictures and for programs that know no rules
//! ([`Describe`]), positions from such data ([`Arrange`]), symmetries ([`Symmetry`]). Searches and games both know
//! these traits, but not each other.
//!
//! A [`Move`] is one *decision*. Where a turn has several (YINSH: take a row, take a ring, move a ring) the same player
//! moves several times in a row, so nothing may assume that players alternate.

mod arrangement;
pub mod describe;
mod evaluate;
mod notation;
mod params;
pub(crate) mod says;
mod seating;
mod symmetry;
mod tactics;

pub use arrangement::{Arrange, Arrangement};
pub use describe::Describe;
pub use evaluate::{EVAL_LIMIT, Evaluate};
pub use notation::{GameOption, Notation, OptionKind, TextError, without_number};
pub use params::{NEVER, SearchParams};
#[cfg(feature = "tune")]
pub use params::{SearchParam, Steers};
pub use seating::Seating;
pub use symmetry::Symmetry;
pub use tactics::{Status, Tactics};

use arrayvec::ArrayVec;
use std::fmt;
use std::num::{NonZeroU8, NonZeroU16};

pub use crate::board::bits::{Rng, random_below};

/// A side with an interest in the result, numbered from 0 in the order of play.
///
/// In most games this is a seat at the table, even after a swap has exchanged the colours. In four-handed Zèn the two
/// seats of a team are one `Player`; see [`Seating::seat`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The side that starts.
    pub const FIRST: Self = Self(0);
    /// The side that moves second.
    pub const SECOND: Self = Self(1);
    /// Both players of a two-player game.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// Player number `index`, from 0.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// The number, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a two-player game.
    #[inline(always)]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// One decision, in a 16-bit code that only its game can read. `Option<Move>` takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move with this code, which must be below 65,535.
    #[inline(always)]
    pub const fn new(code: u16) -> Self {
        match NonZeroU16::new(code + 1) {
            Some(raw) => Self(raw),
            None => panic!("a move code is below 65,535"),
        }
    }

    /// The code given to [`Move::new`].
    #[inline(always)]
    pub const fn code(self) -> u16 {
        self.0.get() - 1
    }

    /// The 16 bits to store in a table, never 0.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move stored as `bits`; `None` for 0.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(raw) => Some(Self(raw)),
            None => None,
        }
    }
}

/// The most decisions of any position of any game (rows in GIPF with many GIPF-pieces to keep or take have the most).
pub const MAX_MOVES: usize = 512;

/// Room for the decisions of any position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// How a game ended: the set of players who share the one point equally.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome(NonZeroU8);

impl Outcome {
    /// A draw in a two-player game.
    pub const DRAW: Self = Self::shared(0b11);

    /// `player` wins alone.
    #[inline(always)]
    pub const fn win(player: Player) -> Self {
        Self::shared(1 << player.0)
    }

    /// In a two-player game: `player` loses.
    #[inline(always)]
    pub const fn loss(player: Player) -> Self {
        Self::win(player.other())
    }

    /// The players whose bits are set in `mask` share the point; the mask must not be empty.
    #[inline(always)]
    pub const fn shared(mask: u8) -> Self {
        match NonZeroU8::new(mask) {
            Some(mask) => Self(mask),
            None => panic!("somebody must get the point"),
        }
    }

    /// The winners as a bit mask.
    #[inline(always)]
    pub const fn mask(self) -> u8 {
        self.0.get()
    }

    /// The share of `player`, from 0 to 1. The shares of all players sum to 1.
    #[inline(always)]
    pub fn payoff(self, player: Player) -> f32 {
        const SHARE: [f32; 9] = [0.0, 1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, 0.2, 1.0 / 6.0, 1.0 / 7.0, 1.0 / 8.0];
        if self.includes(player) { SHARE[self.mask().count_ones() as usize] } else { 0.0 }
    }

    /// Whether `player` has a share of the point.
    #[inline(always)]
    pub const fn includes(self, player: Player) -> bool {
        self.mask() >> player.0 & 1 != 0
    }

    /// `p1win`, `p2win` or `p3win`, or `draw` if several share the point.
    pub fn word(self) -> String {
        self.winner().map_or_else(|| "draw".to_string(), |winner| format!("p{}win", winner.index() + 1))
    }

    /// The winner, unless several share the point.
    pub const fn winner(self) -> Option<Player> {
        if self.mask().is_power_of_two() { Some(Player(self.mask().trailing_zeros() as u8)) } else { None }
    }
}

/// The rules of a game. A value is a position.
pub trait Game: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The choices made before a game: its variant and options.
    type Setup: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// How many sides play (2 or 3).
    const PLAYERS: usize;
    /// An exclusive upper bound of the move codes, for tables indexed by move.
    const MOVE_CODES: usize;
    /// A random playout that has not ended after this many decisions counts as a draw.
    const PLAYOUT_CAP: usize;
    /// Whether the third occurrence of a position ends the game as a draw. Positions are distinguished by
    /// [`key`](Game::key); the caller that plays a line counts them.
    const REPETITION: bool = false;

    /// Fails to compile for a game that the engine has no room for. Checked where a search or a session is made.
    const WITHIN_LIMITS: () = {
        assert!(size_of::<Self>() <= MAX_POSITION_BYTES, "a position is too large");
        assert!(Self::PLAYERS >= 2 && Self::PLAYERS <= MAX_PLAYERS, "two or three sides play");
        assert!(Self::MOVE_CODES <= u16::MAX as usize, "a move code fits 16 bits");
    };

    /// The start position.
    fn start(setup: &Self::Setup) -> Self;
    /// The player who takes the next decision; any player after the end.
    fn to_move(&self) -> Player;
    /// The result, if the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends every legal decision once; at least one until the game has ended.
    fn moves(&self, list: &mut MoveList);
    /// Takes a legal decision. Any other may panic or leave nonsense, but is never undefined behaviour.
    fn play(&mut self, mv: Move);
    /// A hash of everything that matters for the rest of the game except repetition: the same for the same position,
    /// however it was reached. Searches ask for it at every node, so it has to be cheap: a field that
    /// [`play`](Game::play) updates, or a few multiplications over the bitboards.
    fn key(&self) -> u64;

    /// The number of legal decisions; 0 after the end.
    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.len()
    }

    /// A legal decision, all equally likely. The game must not have ended.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list[random_below(rng, list.len() as u32) as usize]
    }

    /// Plays uniformly random decisions until the end or [`PLAYOUT_CAP`](Game::PLAYOUT_CAP).
    #[inline]
    fn playout(mut self, rng: &mut Rng) -> Outcome {
        for _ in 0..Self::PLAYOUT_CAP {
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
            self.play(self.random_move(rng));
        }
        self.outcome().unwrap_or(Outcome::shared((1 << Self::PLAYERS) - 1))
    }
}

/// A position is a value of at most this many bytes.
pub const MAX_POSITION_BYTES: usize = 192;
/// No game has more sides.
pub const MAX_PLAYERS: usize = 3;

/// What a search needs.
pub trait Searchable: Tactics + Evaluate {}

impl<G: Tactics + Evaluate> Searchable for G {}

/// Everything that a game needs for a [session](crate::session).
pub trait Playable: Searchable + Seating + Notation + Describe + Symmetry + Arrange {}

impl<G: Searchable + Seating + Notation + Describe + Symmetry + Arrange> Playable for G {}
