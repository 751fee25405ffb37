//! A game under an arena's rules.

use super::spelling::{Fault, read};
use super::told::turn_lines;
use super::{ArenaGame, spelling};
use crate::game::Outcome;
use crate::session::{Session, Standing};

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The scores of both players.
    pub scores: [i32; 2],
    /// Who has lost by a fault, and how.
    pub fault: Option<(usize, Fault)>,
}

/// A game in an arena.
pub struct Table {
    game: ArenaGame,
    session: Box<dyn Session>,
    /// Whether an incomplete turn is accepted, as the arena's referee does against its statement.
    accepts_incomplete: bool,
    end: Option<End>,
}

/// How many markers YINSH has.
const POOL: usize = 51;

impl Table {
    /// The beginning of a game.
    pub fn new(game: ArenaGame, accepts_incomplete: bool) -> Self {
        Self { game, session: game.session(), accepts_incomplete, end: None }
    }

    /// The game.
    pub fn game(&self) -> ArenaGame {
        self.game
    }

    /// The player (from 0) who is to answer.
    pub fn player(&self) -> usize {
        self.session.seat()
    }

    /// What that player is told.
    pub fn lines(&self, wants_actions: bool) -> String {
        turn_lines(self.game, &*self.session, wants_actions)
    }

    /// The cell of the only stone of Yavalath, if it may be taken over now.
    pub fn first_stone(&self) -> Option<String> {
        first_stone(&*self.session)
    }

    /// Whether the last marker lies, and by the printed rules the game would go on: its opponent has a row to take.
    pub fn is_at_last_marker(&self) -> bool {
        self.session.standing() == Standing::Open && self.markers() == POOL
    }

    /// The end of the game, if it has ended.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Plays the answer of the player to decide. A fault ends the game.
    pub fn answer(&mut self, answer: &str) {
        if let Err(fault) = self.play(answer) {
            self.lose(self.player(), fault);
        } else if self.end.is_none() {
            self.end = self.is_over();
        }
    }

    /// The player has lost by a fault.
    pub fn lose(&mut self, player: usize, fault: Fault) {
        let mut scores = self.scores();
        if self.game == ArenaGame::Yavalath {
            scores = [0; 2];
        }
        scores[player] = -1;
        self.end = Some(End { scores, fault: Some((player, fault)) });
    }

    fn play(&mut self, answer: &str) -> Result<(), Fault> {
        let turn = read(self.game, answer, self.first_stone().as_deref())?;
        let illegal = |error: &dyn std::fmt::Display| Fault::illegal(format!("`{turn}` is not legal: {error}"));
        let mover = self.player();
        let played = self.session.play(&turn).map_err(|error| illegal(&error))?;
        if played != turn {
            self.session.undo();
            return Err(Fault::illegal(format!("`{turn}` leaves out a row, which is `{played}`")));
        }
        let goes_on = self.session.standing() == Standing::Open && self.player() == mover;
        // The same player decides again only after part of a turn, or after the opponent's pass, which no arena has.
        if goes_on {
            self.go_on_after_part(&turn)?;
        }
        Ok(())
    }

    /// Goes on after a part of a turn, as if it were a whole one, if that is accepted.
    fn go_on_after_part(&mut self, turn: &str) -> Result<(), Fault> {
        let text = self.session.position_text();
        let mut fields: Vec<&str> = text.split(' ').collect();
        let incomplete = Fault::illegal(format!("`{turn}` is only a part of a turn"));
        let (true, true) = (self.accepts_incomplete, fields.len() > NEXT) else { return Err(incomplete) };
        let other = if fields[COLOUR] == "w" { "b" } else { "w" };
        (fields[COLOUR], fields[NEXT]) = (other, other);
        // The other player has to take a row, or not.
        for phase in ["move", "row"] {
            fields[PHASE] = phase;
            if self.session.set_position(Some(&fields.join(" ")), &[]).is_ok() {
                return Ok(());
            }
        }
        Err(incomplete)
    }

    /// The rings that each player has taken off; none in Yavalath.
    fn scores(&self) -> [i32; 2] {
        let text = self.session.position_text();
        let fields: Vec<&str> = text.split(' ').collect();
        let taken = fields.get(TAKEN).and_then(|taken| taken.split_once(','));
        let Some((white, black)) = taken.filter(|_| self.game == ArenaGame::Yinsh) else { return [0; 2] };
        let of_white_and_black = [white, black].map(|count| count.parse().unwrap_or(0));
        // After the exchange of sides the first player has Black.
        let is_exchanged = (fields[COLOUR] == "b") != (self.player() == 1);
        if is_exchanged { [of_white_and_black[1], of_white_and_black[0]] } else { of_white_and_black }
    }

    fn is_over(&self) -> Option<End> {
        let end = |scores| Some(End { scores, fault: None });
        match (self.game, self.session.standing()) {
            (ArenaGame::Yavalath, Standing::Over(outcome) | Standing::Forfeit(outcome)) => {
                let winners = self.session.winners(outcome);
                end([0, 1].map(|seat| i32::from(outcome != Outcome::DRAW && winners == [seat])))
            }
            (ArenaGame::Yinsh, Standing::Over(_) | Standing::Forfeit(_)) => end(self.scores()),
            // The last marker lies, whatever row of the opponent's it has made.
            (ArenaGame::Yinsh, Standing::Open) if self.markers() == POOL => end(self.scores()),
            (ArenaGame::Yinsh, Standing::Open) if self.session.legal() == ["pass"] => {
                let mut end = End { scores: self.scores(), fault: None };
                end.scores[self.player()] = -1;
                end.fault = Some((self.player(), Fault::illegal("no ring can move, which loses in the arena")));
                Some(end)
            }
            (_, Standing::Open) => None,
        }
    }

    fn markers(&self) -> usize {
        let text = self.session.position_text();
        let board = text.split(' ').next().unwrap_or_default();
        board.chars().filter(|piece| ['w', 'b'].contains(piece)).count()
    }
}

/// The fields of a position text of YINSH.
const COLOUR: usize = 1;
const TAKEN: usize = 2;
const PHASE: usize = 3;
const NEXT: usize = 4;

/// The cell of the only stone of Yavalath, if it may be taken over now.
pub fn first_stone(session: &dyn Session) -> Option<String> {
    let turns = session.turns();
    let can_swap = turns.len() == 1 && session.legal().iter().any(|turn| turn == spelling::SWAP_TURN);
    turns.into_iter().next().filter(|_| can_swap)
}
