//! A position as data: which piece lies where, which decisions are legal, which places to touch for them, and what each
//! changes.
//!
//! With this data a page, a picture, a notebook or a bot needs to know no rules. [`State`](crate::session::State) is
//! made of it.
//!
//! Two laws hold in every position, and tests check them. Two legal decisions have the same sequences of
//! [`touches`](Description::touches) and different choices, or no sequence of one equals or begins a sequence of the
//! other. And the [`effects`](Description::effects) of a decision, applied at once, lead to exactly what the next
//! position describes.

use super::{Game, Move, Player, says};
use crate::sentence::{Sentence, Value};
#[cfg(feature = "serde")]
use {
    schemars::JsonSchema,
    serde::{Deserialize, Serialize},
};

/// The name of a place, such as `e5`.
pub type PlaceName = String;

/// The place that stands for a pass: a button off the board.
pub const PASS_PLACE: &str = "pass";
/// The place that stands for a swap where there is no first stone to touch.
pub const SWAP_PLACE: &str = "swap";

/// The colours of pieces and of their owners.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize, JsonSchema), serde(rename_all = "camelCase"))]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red: the third side, and pieces that belong to nobody.
    Red,
}

impl Colour {
    /// White, Black and Red.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Red];

    /// Its name, capitalised to begin a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Red => "Red",
        }
    }

    /// The same for any language.
    pub fn said(self) -> Sentence {
        match self {
            Self::White => says::white(),
            Self::Black => says::black(),
            Self::Red => says::red(),
        }
    }
}

/// What a piece looks like; `crates/core/src/picture/shapes.js` has the drawings, for Rust and for pages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub enum Shape {
    /// A plain round stone.
    Disc,
    /// A round piece with a groove.
    Chip,
    /// Two of those, one on top of the other.
    Stack,
    /// A ring, with the board visible through it.
    Ring,
    /// A small disc that fits inside a ring.
    Marker,
    /// A piece with a rim and a head.
    Pawn,
    /// A disc with an open circle, as if brushed.
    Enso,
    /// Two strokes that cross.
    Cross,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Disc, Self::Chip, Self::Stack, Self::Ring, Self::Marker, Self::Pawn, Self::Enso, Self::Cross];
}

/// A kind of piece, declared by a game.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema))]
pub struct PieceKind {
    /// The word for it in JSON, such as `ring`.
    #[cfg_attr(feature = "serde", serde(rename = "kind"))]
    pub id: &'static str,
    /// What it looks like.
    pub shape: Shape,
    /// Its name in a sentence, such as `GIPF-piece`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub name: fn() -> Sentence,
}

impl PartialEq for PieceKind {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.shape) == (other.id, other.shape)
    }
}

impl Eq for PieceKind {}

/// The piece on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct Piece {
    /// What it is.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: PieceKind,
    /// Its colour.
    pub colour: Colour,
}

impl Piece {
    /// A piece of this kind and colour.
    pub const fn new(kind: PieceKind, colour: Colour) -> Self {
        Self { kind, colour }
    }
}

/// The kinds of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub enum PlaceKind {
    /// A hexagonal cell.
    Cell,
    /// A square.
    Square,
    /// An intersection of lines.
    Point,
    /// A dot at the edge, where a piece is put on but cannot stay.
    Dot,
}

/// A place of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name.
    pub name: PlaceName,
    /// What it looks like.
    pub kind: PlaceKind,
    /// The centre, as distances to the right and down, in any unit.
    pub at: (f64, f64),
}

/// Something counted beside the board, declared by a game.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema))]
pub struct CountKind {
    /// The word for it in JSON, such as `ringsInHand`.
    #[cfg_attr(feature = "serde", serde(rename = "name"))]
    pub id: &'static str,
    /// Its name in a sentence, such as `rings in hand`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub name: fn() -> Sentence,
    /// The words after `1`, such as `ring in hand`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub one: &'static str,
    /// The words after any other number, such as `rings in hand`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub many: &'static str,
}

impl PartialEq for CountKind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for CountKind {}

/// A count beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct Count {
    /// Of what.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: CountKind,
    /// The colour that owns them; absent if nobody does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub colour: Option<Colour>,
    /// How many.
    pub count: i32,
}

impl Count {
    /// Such as `5 rings in hand`.
    pub fn words(&self) -> String {
        format!("{} {}", self.count, if self.count == 1 { self.kind.one } else { self.kind.many })
    }
}

/// The word for a decision that places something on the board.
pub const PLACE: &str = "place";
/// The word for a decision that moves a piece.
pub const MOVE: &str = "move";
/// The word for a decision that changes nothing.
pub const PASS: &str = "pass";
/// The word for a decision that exchanges the colours.
pub const SWAP: &str = "swap";
/// The phase in which there is nothing to decide.
pub const OVER: &str = "over";

/// What to do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// One word for it, such as [`PLACE`]; a game may have words of its own.
    pub phase: &'static str,
    /// The task, as in `take one of your two rows`.
    pub what: Sentence,
    /// How to do it, as in `choose one of its ends`.
    pub how: Sentence,
    /// What is left once a place has been touched that does not decide by itself, as in `now choose where it goes`.
    pub then: Option<Sentence>,
}

impl Task {
    /// A task that one touch completes.
    pub fn new(phase: &'static str, what: Sentence, how: Sentence) -> Self {
        Self { phase, what, how, then: None }
    }

    /// The task with what is left after the first touch.
    #[must_use]
    pub fn then(self, then: Sentence) -> Self {
        Self { then: Some(then), ..self }
    }
}

/// The word for an end by a position that has occurred three times.
pub const REPETITION: &str = "repetition";
/// The word for an end by an illegal turn or a resignation.
pub const FORFEIT: &str = "forfeit";

/// Why a game has ended, and which places show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// One word for it, such as `fullBoard`; a game has words of its own.
    pub why: &'static str,
    /// A sentence without a full stop, as in `White has won: four in a row on e4-h7`.
    pub sentence: Sentence,
    /// The places that show it.
    pub points: Vec<PlaceName>,
}

/// A choice that touching places leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub enum Choice {
    /// Which kind of piece comes onto the board, by its word in JSON.
    Piece(&'static str),
    /// Which pieces of a row stay on the board.
    Keep(Vec<PlaceName>),
}

/// One change that a decision makes. All are made at once: first every `from` is emptied, then every `to` is filled.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(tag = "effect", rename_all = "camelCase"))]
pub enum Effect {
    /// A piece comes onto the board.
    Put {
        /// The piece.
        piece: Piece,
        /// Where it lands.
        to: PlaceName,
        /// The dot where it was put on, if it was pushed.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        via: Option<PlaceName>,
    },
    /// A piece goes from one place to another.
    Move {
        /// The piece.
        piece: Piece,
        /// Where it leaves.
        from: PlaceName,
        /// Where it lands.
        to: PlaceName,
    },
    /// A piece leaves the board.
    Take {
        /// The piece.
        piece: Piece,
        /// Where it leaves.
        from: PlaceName,
    },
    /// A piece is turned over where it lies.
    Flip {
        /// The piece after turning.
        piece: Piece,
        /// Its place, which is emptied and filled.
        to: PlaceName,
    },
    /// A count beside the board changes.
    Count {
        /// Which count, as in the counts of the state.
        name: &'static str,
        /// Whose they are.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        colour: Option<Colour>,
        /// How many more; negative if fewer.
        by: i32,
    },
    /// The seats change colours.
    Colours {
        /// The colour of each seat.
        colours: Vec<Colour>,
    },
    /// A seat is out of the game.
    Eliminate {
        /// The seat, from 1.
        seat: usize,
    },
    /// The place that a piece may not go back to changes.
    Ban {
        /// The place; `null` if there is none now.
        place: Option<PlaceName>,
    },
}

impl Effect {
    /// A piece is placed.
    pub fn put(piece: Piece, to: PlaceName) -> Self {
        Self::Put { piece, to, via: None }
    }

    /// The places that it changes or that a piece passes.
    pub fn places(&self) -> impl Iterator<Item = &PlaceName> {
        let (first, second) = match self {
            Self::Put { to, via, .. } => (via.as_ref(), Some(to)),
            Self::Move { from, to, .. } => (Some(from), Some(to)),
            Self::Take { from, .. } => (Some(from), None),
            Self::Flip { to, .. } => (Some(to), None),
            Self::Count { .. } | Self::Colours { .. } | Self::Eliminate { .. } | Self::Ban { .. } => (None, None),
        };
        first.into_iter().chain(second)
    }
}

/// A legal decision, described for someone who does not know the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct Description {
    /// One word for what it does, such as [`PLACE`]; a game may have words of its own.
    pub kind: &'static str,
    /// The sequences of places that a person would touch for it; each of them stands for it.
    pub touches: Vec<Vec<PlaceName>>,
    /// What distinguishes it from decisions with the same touches.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub choice: Option<Choice>,
    /// Whether this is the usual one of those with the same touches.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub preset: bool,
    /// What it changes.
    pub effects: Vec<Effect>,
}

impl Description {
    /// A decision that one sequence of touches stands for.
    pub fn new(kind: &'static str, touches: Vec<PlaceName>, effects: Vec<Effect>) -> Self {
        Self { kind, touches: vec![touches], choice: None, preset: false, effects }
    }

    /// Nothing can be done.
    pub fn pass(effects: Vec<Effect>) -> Self {
        Self::new(PASS, vec![PASS_PLACE.to_string()], effects)
    }
}

/// A position as data.
pub trait Describe: Game {
    /// All places of the board, always in the same order.
    fn places() -> Vec<Place>;

    /// What lies on the board.
    fn pieces(&self) -> Vec<(PlaceName, Piece)>;

    /// The counts beside the board, always in the same order.
    fn counts(&self) -> Vec<Count> {
        Vec::new()
    }

    /// The colour of a player.
    fn colour_of_player(&self, player: Player) -> Colour;

    /// Whether a player is out of the game.
    fn is_eliminated(&self, _player: Player) -> bool {
        false
    }

    /// The kind of piece that may not go back to a place, with that place.
    fn banned_piece(&self) -> Option<(PieceKind, PlaceName)> {
        None
    }

    /// What the player to decide has to do. The game must not have ended.
    fn task(&self) -> Task;

    /// Why the game has ended. It must have ended, by the rules of the position alone.
    fn ending(&self) -> Ending;

    /// The description of a legal decision.
    fn describe(&self, mv: Move) -> Description;

    /// If games are rounds of a match: how many points the winner of this one scores. Only after its end.
    fn round_points(&self) -> Option<u32> {
        None
    }

    /// How many points win a match; `None` if games are not rounds of one.
    fn match_target() -> Option<u32> {
        None
    }

    /// The threat to the side to decide, if the rules announce it: `check` or `mate`.
    fn warning(&self) -> Option<&'static str> {
        None
    }
}

/// The touches for rows identified by their ends: one end of row number `which` if no other row ends there, else that
/// end and then the other.
pub fn row_touches(rows: &[[PlaceName; 2]], which: usize) -> Vec<Vec<PlaceName>> {
    let [first, last] = &rows[which];
    let is_shared = |end: &PlaceName| rows.iter().enumerate().any(|(other, ends)| other != which && ends.contains(end));
    let sequence = |end: &PlaceName, other: &PlaceName| {
        if is_shared(end) { vec![end.clone(), other.clone()] } else { vec![end.clone()] }
    };
    vec![sequence(first, last), sequence(last, first)]
}

/// A small number as a word, for sentences.
pub fn number_word(number: usize) -> Value {
    const WORDS: [fn() -> Sentence; 10] = [
        says::no,
        says::one,
        says::two,
        says::three,
        says::four,
        says::five,
        says::six,
        says::seven,
        says::eight,
        says::nine,
    ];
    WORDS.get(number).map_or_else(|| number.into(), |word| word().into())
}
