//! The file to read first: what a game is to the rest of the engine.
//!
//! A value of a [`Game`] type *is* a position: a few bitboards and counters, copied rather than undone. The rules
//! have no text and no opinion; those are the traits [`Notation`], [`Draw`] and [`Evaluate`]. The searches know
//! these traits and no game; the games know these traits and no search.
//!
//! A [`Move`] is one *decision*. Where a turn has several (YINSH: take a row, take a ring, move a ring) the same
//! player is to move several times running, so nothing may assume that players alternate.

use arrayvec::ArrayVec;
use std::fmt;
use std::num::{NonZeroU8, NonZeroU16};

pub use crate::bits::{Rng, random_below};

/// A side with an interest in the result, numbered from 0 in the order of play.
///
/// In most games that is a seat at the table, also after a swap has exchanged the colours. In four-handed Zèn the
/// two seats of a team are one `Player`; see [`Game::seat`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The side that starts.
    pub const FIRST: Self = Self(0);
    /// The side that moves second.
    pub const SECOND: Self = Self(1);

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

    /// The opponent in a game for two.
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

    /// The 16 bits to store in a table; never 0.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move stored as `bits`, none for 0.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(raw) => Some(Self(raw)),
            None => None,
        }
    }
}

/// Room for the decisions of any position of any game (the most are GIPF rows with many GIPF-pieces to keep or take).
pub type MoveList = ArrayVec<Move, 512>;

/// How a game ended: the set of players who share the one point equally.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome(NonZeroU8);

impl Outcome {
    /// A draw in a game for two.
    pub const DRAW: Self = Self::shared(0b11);

    /// `player` alone wins.
    #[inline(always)]
    pub const fn win(player: Player) -> Self {
        Self::shared(1 << player.0)
    }

    /// In a game for two: `player` loses.
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

    /// Whether `player` is among those who share the point.
    #[inline(always)]
    pub const fn includes(self, player: Player) -> bool {
        self.mask() >> player.0 & 1 != 0
    }

    /// The winner, unless several share the point.
    pub const fn winner(self) -> Option<Player> {
        if self.mask().is_power_of_two() { Some(Player(self.mask().trailing_zeros() as u8)) } else { None }
    }
}

/// What one look at a position tells before any search; see [`Game::outlook`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// Nothing is forced.
    Open,
    /// A threat must be answered, and only the listed moves do.
    Forced,
    /// The game ends so in exactly this many plies (decisions) if the listed moves are played: nobody can better
    /// his result, the winner cannot win sooner, the loser cannot last longer.
    Decided(Outcome, u8),
}

/// The rules of a game. A value is a position.
pub trait Game: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// What can be chosen before a game: its variant and options.
    type Setup: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// How many sides play (2 or 3).
    const PLAYERS: usize;
    /// An exclusive upper bound of the move codes, for tables indexed by move.
    const MOVE_CODES: usize;
    /// A random playout that has not ended after so many decisions counts as a draw.
    const PLAYOUT_CAP: usize;
    /// Whether the third occurrence of a position ends the game as a draw. Positions are told apart by
    /// [`key`](Game::key); whoever walks a line of play counts them.
    const REPETITION: bool = false;
    /// With how many turns left or more a search looks for a win by [`threats`](Game::threats) alone; 0: at the
    /// leaves too.
    const THREAT_DEPTH: Option<i32> = None;

    /// The position in which a game begins.
    fn start(setup: &Self::Setup) -> Self;
    /// Who takes the next decision; after the end, anybody.
    fn to_move(&self) -> Player;
    /// The result, if the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends every legal decision once; there is at least one as long as the game has not ended.
    fn moves(&self, list: &mut MoveList);
    /// Takes a legal decision. Anything else may panic or leave nonsense, but is never undefined behaviour.
    fn play(&mut self, mv: Move);
    /// A hash of all that matters for the future of the game, repetition aside. The same for the same position,
    /// however it was reached; kept up to date by [`play`](Game::play).
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

    /// One of the legal decisions, each equally likely. The game must not have ended.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list[random_below(rng, list.len() as u32) as usize]
    }

    /// Plays uniformly random decisions to the end, or to [`PLAYOUT_CAP`](Game::PLAYOUT_CAP).
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

    /// Appends the decisions worth searching and says what is known about the position. The list is never empty
    /// and leaves out only decisions that cannot be better than the listed ones. The game must not have ended.
    #[inline]
    fn outlook(&self, list: &mut MoveList) -> Outlook {
        self.moves(list);
        Outlook::Open
    }

    /// The verdict of [`outlook`](Game::outlook) without its list, where that is cheap; else
    /// [`Outlook::Open`]. [`Outlook::Forced`] may also stand for a threat that nothing answers. Searches ask it where
    /// they would otherwise evaluate.
    #[inline(always)]
    fn glance(&self) -> Outlook {
        Outlook::Open
    }

    /// Appends decisions that threaten to win with the next one, and, if such a threat of the other side is to be
    /// answered, answer it. Nothing must be decided at a glance. Some may be left out, and one that threatens nothing
    /// costs only time.
    #[inline(always)]
    fn threats(&self, _list: &mut MoveList) {}

    /// Appends the decisions that gain something at once, so that an opinion is only good for whoever does not take
    /// one of them (quiescence search). The position is settled and nothing is decided or forced at a glance.
    #[inline(always)]
    fn gains(&self, _list: &mut MoveList) {}

    /// Appends the decisions that a search must not leave out for coming late, since they threaten or gain something.
    /// Nothing is decided or forced at a glance.
    #[inline(always)]
    fn forcing(&self, list: &mut MoveList) {
        self.threats(list);
        if self.settled() {
            self.gains(list);
        }
    }

    /// The position with the turn skipped, though the rules may forbid that (null move). `None` where a search must not
    /// take it for granted that some decision is better than skipping. The position must be settled.
    #[inline(always)]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether a static evaluation makes sense here: not in the middle of a turn, nothing left to be taken.
    #[inline(always)]
    fn settled(&self) -> bool {
        true
    }

    /// How many turns each player takes in a usual game between good players, for the use of the clock.
    fn usual_turns(&self) -> u32;

    /// How many people sit at the table.
    fn seats(_setup: &Self::Setup) -> usize {
        Self::PLAYERS
    }

    /// The seat (from 0) of whoever takes the next decision.
    fn seat(&self) -> usize {
        self.to_move().index()
    }

    /// The side on which a seat (from 0) plays.
    fn side_of_seat(seat: usize) -> Player {
        Player::new(seat % Self::PLAYERS)
    }
}

/// The symmetries of a game, among them the exchange of the sides: for laws in the tests, openings and books.
pub trait Symmetry: Game {
    /// How many ways there are to turn and mirror the board; number 0 leaves it as it is.
    const SYMMETRIES: usize;
    /// The position turned by symmetry `index`.
    fn transform(&self, index: usize) -> Self;
    /// The decision turned by symmetry `index`.
    fn transform_move(mv: Move, index: usize) -> Move;
    /// The position with all colours exchanged and the other side in the place of the one to decide; `None` if the
    /// rules give no such position (a swap still open, more than two players).
    fn exchange_sides(&self) -> Option<Self>;
}

/// The range of [`Evaluate::evaluate`]: scores stay strictly between `-EVAL_LIMIT` and `EVAL_LIMIT`.
pub const EVAL_LIMIT: i32 = 10_000;

/// A static opinion about a position.
pub trait Evaluate: Game {
    /// Whether a search may leave out late decisions near the leaves for no other reason than that they are late.
    const NARROW: bool = true;
    /// Whether a search looks a turn deeper where one decision stands out.
    const SINGULAR: bool = false;

    /// How good a position that has not ended is for `player`, in hundredths of a unit; 0 is even. With two players
    /// the scores of both sum to 0.
    fn evaluate(&self, player: Player) -> i32;

    /// The named parts that [`evaluate`](Evaluate::evaluate) adds up, for the first player: what the command `eval`
    /// shows. They sum to `evaluate(Player::FIRST)`.
    fn terms(&self) -> Vec<(&'static str, i32)> {
        vec![("total", self.evaluate(Player::FIRST))]
    }
}

/// Text that could not be understood or does not fit the position, told in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// A move that is no move or is not legal here.
    #[error("{0}")]
    Move(String),
    /// A position text that names no possible position.
    #[error("{0}")]
    Position(String),
    /// An option or a value of it that this game does not have.
    #[error("{0}")]
    Option(String),
}

/// A choice that can be made before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name, as in `setoption name Swap`.
    pub name: &'static str,
    /// What it may be set to, and what it is now.
    pub kind: OptionKind,
}

/// The kinds of [`GameOption`], with their present values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// One of several words.
    Choice(String, &'static [&'static str]),
}

/// Text in and out.
pub trait Notation: Game {
    /// The options of the game, with the values they have in `setup`.
    fn options(setup: &Self::Setup) -> Vec<GameOption>;

    /// Sets an option; names and values in any case.
    ///
    /// # Errors
    /// [`TextError::Option`] for a name or value that [`options`](Notation::options) does not list.
    fn set_option(setup: &mut Self::Setup, name: &str, value: &str) -> Result<(), TextError>;

    /// A single decision that is legal here, as one token.
    fn move_text(&self, mv: Move) -> String;

    /// The decisions of a turn from here on, as one token: parts joined by `;`.
    fn turn_text(&self, decisions: &[Move]) -> String {
        let mut position = *self;
        let mut parts = Vec::new();
        for &mv in decisions {
            parts.push(position.move_text(mv));
            position.play(mv);
        }
        parts.join(";")
    }

    /// Reads one decision or several, up to a whole turn, in any spelling that the rules allow, and checks that
    /// each is legal when its time comes.
    ///
    /// # Errors
    /// [`TextError::Move`] saying which part is wrong and why.
    fn read_turn(&self, text: &str) -> Result<Vec<Move>, TextError> {
        let mut position = *self;
        let mut decisions = Vec::new();
        for part in text.split(';') {
            let mv = position.read_move(part)?;
            position.play(mv);
            decisions.push(mv);
        }
        Ok(decisions)
    }

    /// Reads a single decision and checks that it is legal.
    ///
    /// # Errors
    /// [`TextError::Move`] saying what is wrong.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::Move(format!("the game is over, so `{text}` cannot be played")));
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        let found = list.iter().copied().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| TextError::Move(format!("`{text}` is not a legal move here")))
    }

    /// The position as one line of fields; see docs/rules/README.md, "Position text".
    fn position_text(&self) -> String;

    /// Reads what [`position_text`](Notation::position_text) writes, in any case where case carries no meaning.
    ///
    /// # Errors
    /// [`TextError::Position`] saying what is impossible.
    fn read_position(setup: &Self::Setup, text: &str) -> Result<Self, TextError>;

    /// Answers a question that only this game knows (`points`, `check`), `None` if it does not.
    fn query(&self, _what: &str) -> Option<String> {
        None
    }
}

/// The characters that a board in the terminal may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Letters and punctuation only.
    Ascii,
    /// Any character of a common monospaced font.
    Unicode,
}

/// What a picture shows besides the position. All decisions were or will be legal when their time comes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Marks<'a> {
    /// The decisions of the turn that led here, marked on the board.
    pub last: &'a [Move],
    /// The decisions expected next (a principal variation), drawn as numbered arrows or spots.
    pub line: &'a [Move],
}

/// Pictures of a position.
pub trait Draw: Game {
    /// The board for a terminal, with coordinates, the decisions of `last` marked, and a line that says who is to
    /// do what. Ends in a newline.
    fn terminal(&self, last: &[Move], charset: Charset) -> String;
    /// The board as an SVG document.
    fn svg(&self, marks: &Marks) -> String;
}

/// All that a game must be to sit at a table of this engine.
pub trait Playable: Evaluate + Notation + Draw + Symmetry {}

impl<G: Evaluate + Notation + Draw + Symmetry> Playable for G {}

/// A position is a value of at most this many bytes; every game asserts it at compile time.
pub const MAX_POSITION_BYTES: usize = 192;
