//! Text in and out: options, turns and positions.

use super::{Game, Move, MoveList, says};
use crate::sentence::Sentence;

/// Text that cannot be understood or does not fit the position, explained in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// A name that is not a game's.
    #[error("{0}")]
    Game(Sentence),
    /// A text that is not a move, or a move that is not legal here.
    #[error("{0}")]
    Move(Sentence),
    /// A position text that does not describe a possible position.
    #[error("{0}")]
    Position(Sentence),
    /// An option, or a value of one, that this game does not have.
    #[error("{0}")]
    Option(Sentence),
}

impl From<TextError> for Sentence {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Game(sentence)
            | TextError::Move(sentence)
            | TextError::Position(sentence)
            | TextError::Option(sentence) => sentence,
        }
    }
}

/// A turn without the number that official records put before it: `h7-g7` from `11.h7-g7`.
pub fn without_number(turn: &str) -> &str {
    let rest = turn.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix('.').filter(|_| rest.len() < turn.len()).map_or(turn, str::trim_start)
}

/// A choice to make before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name, as in `setoption name Swap`.
    pub name: &'static str,
    /// Its possible values and its present one.
    pub kind: OptionKind,
    /// What it is for, in a sentence.
    pub about: &'static str,
}

/// The kinds of [`GameOption`], with their present values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// One of several words.
    Choice(String, &'static [&'static str]),
}

impl OptionKind {
    /// The present value as text.
    pub fn value(self) -> String {
        match self {
            Self::Check(is_on) => is_on.to_string(),
            Self::Choice(word, _) => word,
        }
    }
}

/// Text in and out.
pub trait Notation: Game {
    /// The options of the game, with the values they have in `setup`.
    fn options(setup: &Self::Setup) -> Vec<GameOption>;

    /// Sets an option; case does not matter in names and values.
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

    /// Why places of the board, touched in this order, begin no legal decision, though all but the last do: what is said
    /// of such a move in text. The game must not have ended.
    fn refused_touch(&self, touched: &[String]) -> Sentence {
        let text = touched.join("-");
        match self.read_move(&text) {
            Err(TextError::Move(why)) => why,
            _ => says::illegal(text),
        }
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
            return Err(TextError::Move(says::over(text)));
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        let found = list.iter().copied().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| TextError::Move(says::illegal(text)))
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
