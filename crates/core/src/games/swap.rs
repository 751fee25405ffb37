//! The swap of Yavalath, Pentalath and YINSH: seat 2 may take over the first piece instead of answering it.

use super::says;
use crate::game::describe::{Colour, Description, Effect, PlaceName, SWAP, SWAP_PLACE};
use crate::game::{GameOption, OptionKind, Player, TextError};

/// The state of the swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Swap {
    /// There is none, or it was not taken.
    No = 0,
    /// Seat 2 owns White, seat 1 owns Black: the only odd one.
    Done = 1,
    /// Seat 2 has not had its first turn.
    Open = 2,
}

/// The word for each in a position text.
const WORDS: [(&str, Swap); 3] = [("open", Swap::Open), ("no", Swap::No), ("done", Swap::Done)];

impl Swap {
    /// That of a new game.
    pub const fn at_start(is_offered: bool) -> Self {
        if is_offered { Self::Open } else { Self::No }
    }

    /// The state for a board where no swap is known, given the number of pieces of each colour: open until Black's
    /// first turn is over.
    pub fn on_board(is_offered: bool, [white, black]: [u32; 2], colour: usize) -> Self {
        Self::at_start(is_offered && black == 0 && white as usize == colour)
    }

    /// The same once no swap is possible any more.
    pub fn closed(self) -> Self {
        if self == Self::Open { Self::No } else { self }
    }

    /// Becomes `next`, and the key of the position with it, given the keys of [`Swap::Open`] and of [`Swap::Done`].
    #[inline(always)]
    pub fn change(&mut self, next: Self, key: &mut u64, keys: [u64; 2]) {
        *key ^= self.key(keys) ^ next.key(keys);
        *self = next;
    }

    /// Its part of a position's key, given those of [`Swap::Open`] and of [`Swap::Done`].
    #[inline(always)]
    pub const fn key(self, [open, done]: [u64; 2]) -> u64 {
        match self {
            Self::Open => open,
            Self::No => 0,
            Self::Done => done,
        }
    }

    /// The player who owns a colour, 0 being White.
    #[inline(always)]
    pub fn owner(self, colour: usize) -> Player {
        // Every node of a search asks this.
        Player::new(colour ^ self as usize & 1)
    }

    /// The word for it in a position text.
    pub fn word(self) -> &'static str {
        WORDS.into_iter().find(|known| known.1 == self).map_or("", |known| known.0)
    }

    /// Reads such a word, in any case.
    ///
    /// # Errors
    /// [`TextError::Position`] that has the words.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let found = WORDS.into_iter().find(|known| text.eq_ignore_ascii_case(known.0));
        let wrong = || TextError::Position(says::swap(text));
        found.map(|known| known.1).ok_or_else(wrong)
    }
}

/// The option of a game with a swap.
pub fn option(is_offered: bool) -> GameOption {
    let about = "Whether seat 2 may take over the first piece instead of answering it.";
    GameOption { name: "Swap", kind: OptionKind::Check(is_offered), about }
}

/// The swap as data: the first piece, on `first`, is taken over, and the seats exchange their colours.
pub fn describe(first: Option<PlaceName>) -> Description {
    let touch = first.unwrap_or_else(|| SWAP_PLACE.to_string());
    let colours = vec![Colour::Black, Colour::White];
    Description::new(SWAP, vec![touch], vec![Effect::Colours { colours }])
}

/// Reads a value for the only option of `game`.
///
/// # Errors
/// [`TextError::Option`] for another name, or a value that is neither `true` nor `false`.
pub fn read_option(game: &str, name: &str, value: &str) -> Result<bool, TextError> {
    if !name.eq_ignore_ascii_case("swap") {
        return Err(TextError::Option(says::only_swap(game, name)));
    }
    let wrong = |_| TextError::Option(says::swap_value(value));
    value.to_ascii_lowercase().parse().map_err(wrong)
}
