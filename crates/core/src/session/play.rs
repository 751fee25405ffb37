//! What the rules know about a game: the position, the line of play, turns, texts and pictures.

use super::game_session::GameSession;
use super::played_game::{PlayedGame, Rounds};
use super::says;
use super::state::{DescribedTurn, State};
use super::turns::{turn_texts, whole_turns};
use crate::game::describe::Piece;
use crate::game::{Arrangement, GameOption, Move, MoveList, Outcome, Playable, Rng, TextError};
use crate::picture::{self, Charset, Over, Scene};
use crate::sentence::Sentence;

/// Whether a game is over, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The rules have ended it.
    Over(Outcome),
    /// An illegal move was given: the other side has won, or with three players both others.
    Forfeit(Outcome),
}

impl Standing {
    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Open => None,
            Self::Over(outcome) | Self::Forfeit(outcome) => Some(outcome),
        }
    }
}

/// A game in progress, whichever game it is.
pub trait Play: Send {
    /// The name of the game, as in `setoption name Game value NAME`.
    fn name(&self) -> &'static str;
    /// The options of the game with their present values.
    fn options(&self) -> Vec<GameOption>;
    /// Sets an option for future games and starts a new one.
    ///
    /// # Errors
    /// [`TextError::Option`] if the game has no such option or value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError>;
    /// Begins a new game with the present options.
    fn new_game(&mut self);
    /// Starts the next round of a match, with the loser of this one in seat 1; false if there is none: the game is not
    /// a round of a match, is not over, or was the last round.
    fn next_round(&mut self) -> bool;
    /// Sets up a position text, or the start position, and plays `moves`, which are whole turns or single decisions.
    ///
    /// # Errors
    /// [`TextError::Position`]: nothing has changed. [`TextError::Move`]: the position before the move named counts
    /// as lost by the side that would have played it.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), TextError>;
    /// Plays a turn or a decision and returns it in this engine's notation.
    ///
    /// # Errors
    /// [`TextError::Move`]: nothing has changed.
    fn play(&mut self, turn: &str) -> Result<String, TextError>;
    /// Takes the last turn back; false if there is none.
    fn undo(&mut self) -> bool;
    /// Takes the last decision back; false if there is none.
    fn undo_decision(&mut self) -> bool;
    /// The first decision of a turn, in this engine's notation.
    ///
    /// # Errors
    /// [`TextError::Move`] if the turn is not legal.
    fn first_decision(&self, turn: &str) -> Result<String, TextError>;
    /// Ends an open game as lost by the side of this seat (from 0); the others share the point.
    fn forfeit(&mut self, seat: usize);
    /// The position text from which the line of play starts, unless that is the start position.
    fn start(&self) -> Option<String>;
    /// How many decisions have been played.
    fn decisions(&self) -> usize;
    /// The turns played so far.
    fn turns(&self) -> Vec<String>;
    /// The seat, from 0, that played each of them.
    fn turn_seats(&self) -> Vec<usize>;
    /// Whether the game is over and who has won.
    fn standing(&self) -> Standing;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The seat to decide, from 0.
    fn seat(&self) -> usize;
    /// The side (from 0) of each seat: two seats of a team have one side.
    fn sides(&self) -> Vec<usize>;
    /// The seats (from 0) that share the point of an outcome.
    fn winners(&self, outcome: Outcome) -> Vec<usize>;
    /// The single decisions available now.
    fn legal(&self) -> Vec<String>;
    /// The whole turns available now, or the rest of the current one.
    fn legal_turns(&self) -> Vec<String>;
    /// A turn, or the rest of one, of uniformly random decisions; empty if the game is over.
    fn random_turn(&self, rng: &mut Rng) -> String;
    /// The position as text.
    fn position_text(&self) -> String;
    /// The same text for all positions that differ only by turning or mirroring the board: the smallest of their texts.
    fn canonical_text(&self) -> String;
    /// The board for a terminal.
    fn terminal(&self, charset: Charset) -> String {
        picture::text(&self.scene(), charset, false, |_, character| character.to_string())
    }
    /// The board as SVG, with a principal variation given turn by turn.
    fn svg(&self, turns: &[String]) -> String {
        let line = self.describe_line(turns);
        picture::svg(&self.scene(), &Over { expected: DescribedTurn::expected(&line), ..Over::default() })
    }
    /// What a picture shows of the position.
    fn scene(&self) -> Scene;
    /// Everything a person at the table can see, as data.
    fn state(&self) -> State;
    /// Why touching places of the board in this order begins no legal decision, as the refusal of such a move in text
    /// says it; `None` if it does begin one, or the game is over.
    fn refused_touch(&self, touched: &[String]) -> Option<Sentence>;
    /// Turns that may follow the present position, such as a principal variation, each with its decisions as they are
    /// when they are taken. The list ends before the first turn that cannot be played, and is empty if the game is
    /// over.
    fn describe_line(&self, turns: &[String]) -> Vec<DescribedTurn>;
    /// The same for turns that would follow if it were the next side's turn, such as a threat.
    fn describe_threat(&self, turns: &[String]) -> Vec<DescribedTurn>;
    /// The last whole turn, or the decisions of the current one, as they were when taken; `None` if nothing has been
    /// played.
    fn describe_last(&self) -> Option<DescribedTurn>;
    /// All pieces that may lie on the board with the present options, always in the same order.
    fn pieces_to_set(&self) -> Vec<Piece>;
    /// The position text of a position set up by hand; the game in progress is not changed.
    ///
    /// # Errors
    /// [`TextError::Position`] with a sentence that says what is impossible.
    fn arranged(&self, arrangement: &Arrangement) -> Result<String, TextError>;
    /// The answer to a question that only this game knows.
    fn query(&self, what: &str) -> Option<String>;
}

impl<G: Playable> Play for GameSession<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn options(&self) -> Vec<GameOption> {
        G::options(&self.game.setup)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        G::set_option(&mut self.game.setup, name, value)?;
        self.new_game();
        Ok(())
    }

    fn new_game(&mut self) {
        self.game.reset(G::start(&self.game.setup));
        self.rounds = Rounds::default();
    }

    fn next_round(&mut self) -> bool {
        self.begin_next_round()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), TextError> {
        let start = match start {
            None => G::start(&self.game.setup),
            Some(text) => G::read_position(&self.game.setup, text)?,
        };
        self.game.reset(start);
        for (number, turn) in moves.iter().enumerate() {
            let illegal = |e: TextError| TextError::Move(says::of_line(number + 1, Sentence::from(e)));
            if let Err(error) = self.game.play(turn) {
                // A game that was over before is not lost by what comes after its end.
                if self.game.outcome().is_none() {
                    self.game.forfeit = Some(PlayedGame::<G>::lost_by(self.game.position.to_move()));
                }
                return Err(illegal(error));
            }
        }
        Ok(())
    }

    fn play(&mut self, turn: &str) -> Result<String, TextError> {
        let before = self.game.position;
        Ok(before.turn_text(&self.game.play(turn)?))
    }

    fn undo(&mut self) -> bool {
        let turn = self.game.last_turn().len();
        (0..turn).for_each(|_| {
            self.game.take_back();
        });
        turn > 0
    }

    fn undo_decision(&mut self) -> bool {
        self.game.take_back()
    }

    fn first_decision(&self, turn: &str) -> Result<String, TextError> {
        let decisions = self.game.position.read_turn(turn)?;
        let text = |&mv| self.game.position.move_text(mv);
        decisions.first().map(text).ok_or_else(|| TextError::Move(says::no_decision()))
    }

    fn forfeit(&mut self, seat: usize) {
        if self.game.outcome().is_none() {
            self.game.forfeit = Some(PlayedGame::<G>::lost_by(G::side_of_seat(seat)));
        }
    }

    fn start(&self) -> Option<String> {
        let start = self.game.start;
        (start != G::start(&self.game.setup)).then(|| start.position_text())
    }

    fn decisions(&self) -> usize {
        self.game.played.len()
    }

    fn turns(&self) -> Vec<String> {
        let line: Vec<Move> = self.game.played.iter().map(|&(_, mv)| mv).collect();
        turn_texts(self.game.start, &line)
    }

    fn turn_seats(&self) -> Vec<usize> {
        let played = &self.game.played;
        let begins = |&index: &usize| index == 0 || played[index].0.to_move() != played[index - 1].0.to_move();
        (0..played.len()).filter(begins).map(|index| played[index].0.seat()).collect()
    }

    fn standing(&self) -> Standing {
        match (self.game.forfeit, self.game.outcome()) {
            (Some(outcome), _) => Standing::Forfeit(outcome),
            (None, Some(outcome)) => Standing::Over(outcome),
            (None, None) => Standing::Open,
        }
    }

    fn seats(&self) -> usize {
        G::seats(&self.game.setup)
    }

    fn seat(&self) -> usize {
        self.game.position.seat()
    }

    fn sides(&self) -> Vec<usize> {
        (0..self.seats()).map(|seat| G::side_of_seat(seat).index()).collect()
    }

    fn winners(&self, outcome: Outcome) -> Vec<usize> {
        (0..self.seats()).filter(|&seat| outcome.includes(G::side_of_seat(seat))).collect()
    }

    fn legal(&self) -> Vec<String> {
        let mut list = MoveList::new();
        if self.standing() == Standing::Open {
            self.game.position.moves(&mut list);
        }
        let mut texts: Vec<String> = list.iter().map(|&mv| self.game.position.move_text(mv)).collect();
        texts.sort();
        texts
    }

    fn legal_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        if self.standing() == Standing::Open {
            whole_turns(&self.game.position, &self.game.position, &mut Vec::new(), &mut turns);
        }
        turns.sort();
        turns
    }

    fn random_turn(&self, rng: &mut Rng) -> String {
        let (mut position, mut decisions) = (self.game.position, Vec::new());
        while self.standing() == Standing::Open
            && position.outcome().is_none()
            && position.to_move() == self.game.position.to_move()
        {
            let mv = position.random_move(rng);
            decisions.push(mv);
            position.play(mv);
        }
        self.game.position.turn_text(&decisions)
    }

    fn position_text(&self) -> String {
        self.game.position.position_text()
    }

    fn canonical_text(&self) -> String {
        let texts = (0..G::SYMMETRIES).map(|index| self.game.position.transform(index).position_text());
        texts.min().unwrap_or_default()
    }

    fn scene(&self) -> Scene {
        self.scene_of_state()
    }

    fn state(&self) -> State {
        self.describe_state()
    }

    fn refused_touch(&self, touched: &[String]) -> Option<Sentence> {
        self.refused_touch(touched)
    }

    fn describe_line(&self, turns: &[String]) -> Vec<DescribedTurn> {
        self.described_line(turns)
    }

    fn describe_threat(&self, turns: &[String]) -> Vec<DescribedTurn> {
        self.described_threat(turns)
    }

    fn describe_last(&self) -> Option<DescribedTurn> {
        self.described_last()
    }

    fn pieces_to_set(&self) -> Vec<Piece> {
        G::pieces_to_set(&self.game.setup)
    }

    fn arranged(&self, arrangement: &Arrangement) -> Result<String, TextError> {
        Ok(G::arranged(&self.game.setup, arrangement)?.position_text())
    }

    fn query(&self, what: &str) -> Option<String> {
        self.game.position.query(what)
    }
}
