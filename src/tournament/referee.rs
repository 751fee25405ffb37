//! One game: our rules judge what the players answer. No player is ever asked how the game stands.

use super::clock::Clocks;
use super::player::{Ask, Failure, Player, Reason, Reply, Score};
use super::record::Turn;
use super::{Error, number, pairs};
use crate::game::Outcome;
use crate::session::{Session, Standing, Start};
use serde::Deserialize;
use std::str::FromStr;

/// When a game is given up: `score=600,turns=4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Resigns {
    /// Hundredths by which a player is behind by his own account, or more.
    pub score: i32,
    /// In so many turns of his running.
    pub turns: u32,
}

/// When a game is called a draw: `from=40,turns=8,score=10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Draws {
    /// Not before so many turns of the game.
    pub from: usize,
    /// In so many turns of each player running,
    pub turns: u32,
    /// both report no more than so many hundredths for anybody.
    pub score: i32,
}

impl FromStr for Resigns {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (mut score, mut turns) = (None, None);
        for (key, value) in pairs(text)? {
            match key.as_str() {
                "score" => score = Some(number(&key, &value)?),
                "turns" => turns = Some(number(&key, &value)?),
                _ => return Err(Error::request(format!("`resign` knows score and turns, not `{key}`"))),
            }
        }
        match (score, turns) {
            (Some(score @ 1..), Some(turns @ 1..)) => Ok(Self { score, turns }),
            _ => Err(Error::request(format!("`resign` is like score=600,turns=4, not `{text}`"))),
        }
    }
}

impl FromStr for Draws {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (mut from, mut turns, mut score) = (0, None, None);
        for (key, value) in pairs(text)? {
            match key.as_str() {
                "from" => from = number(&key, &value)?,
                "turns" => turns = Some(number(&key, &value)?),
                "score" => score = Some(number(&key, &value)?),
                _ => return Err(Error::request(format!("`draw` knows from, turns and score, not `{key}`"))),
            }
        }
        match (turns, score) {
            (Some(turns @ 1..), Some(score @ 0..)) => Ok(Self { from, turns, score }),
            _ => Err(Error::request(format!("`draw` is like from=40,turns=8,score=10, not `{text}`"))),
        }
    }
}

impl TryFrom<String> for Resigns {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl TryFrom<String> for Draws {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// A game of so many turns, the opening included, is a draw.
    pub maxturns: usize,
    /// When a game is given up.
    pub resign: Option<Resigns>,
    /// When a game is called a draw.
    pub draw: Option<Draws>,
}

/// A game to be played.
pub struct Game<'a> {
    /// The turns it begins with, which are legal.
    pub opening: &'a [String],
    /// The clocks, set.
    pub clocks: Clocks,
    /// By seat, who thinks on the opponent's time.
    pub ponder: Vec<bool>,
    /// What everything random begins with.
    pub seed: u64,
    /// What else holds.
    pub terms: Terms,
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The turns after the opening.
    pub turns: Vec<Turn>,
    /// The seats (from 0) that share the point.
    pub winners: Vec<usize>,
    /// Why it ended.
    pub reason: Reason,
    /// The seat (from 0) that lost by a fault or gave up.
    pub loser: Option<usize>,
    /// What happened, if there is more to tell.
    pub detail: Option<String>,
}

/// How a game ends.
enum End {
    /// Nobody has been to blame.
    Even(Reason),
    /// A seat has lost.
    Lost(usize, Reason, Option<String>),
    /// The tournament is being stopped.
    Halted,
}

/// Plays a game at `table`, with a player at each seat. `None` if the tournament was stopped before its end.
pub fn play(table: &mut dyn Session, players: &mut [Box<dyn Player>], game: Game) -> Option<Played> {
    let mut turns = Vec::new();
    let end = Referee { table, players, game: &game, log: &mut turns }.judge();
    players.iter_mut().for_each(|player| player.rest());
    let (reason, loser, detail) = match end {
        End::Halted => return None,
        End::Even(reason) => (reason, None, None),
        End::Lost(seat, reason, detail) => {
            table.forfeit(seat);
            (reason, Some(seat), detail)
        }
    };
    // A game that nobody has won or lost on the board is shared by all.
    let all: Vec<usize> = (0..table.seats()).collect();
    let winners = table.standing().outcome().map_or(all, |outcome: Outcome| table.winners(outcome));
    Some(Played { turns, winners, reason, loser, detail })
}

struct Referee<'a> {
    table: &'a mut dyn Session,
    players: &'a mut [Box<dyn Player>],
    game: &'a Game<'a>,
    log: &'a mut Vec<Turn>,
}

impl Referee<'_> {
    fn judge(&mut self) -> End {
        let game = self.game;
        if let Err(error) = self.table.set_position(&Start::Initial, game.opening) {
            // Openings are checked when they are read; the player who would have to go on is not to blame.
            return End::Lost(self.table.seat(), Reason::Illegal, Some(format!("in the opening: {error}")));
        }
        for (seat, player) in self.players.iter_mut().enumerate() {
            match player.new_game(game.seed.wrapping_add(seat as u64)) {
                Ok(()) => {}
                Err(failure) => return failed(seat, failure),
            }
        }
        let mut clocks = game.clocks.clone();
        let mut turns = game.opening.to_vec();
        let mut judge = Adjudicator::new(game.terms, self.players.len());
        loop {
            if self.table.standing() != Standing::Open {
                return End::Even(Reason::Rules);
            }
            if turns.len() >= game.terms.maxturns {
                return End::Even(Reason::Maxturns);
            }
            let seat = self.table.seat();
            let ask = Ask { turns: &turns, seat, clocks: &clocks };
            let reply = match self.players[seat].choose(&*self.table, &ask) {
                Ok(reply) => reply,
                Err(failure) => return failed(seat, failure),
            };
            if let Some(deadline) = clocks.deadline(seat).filter(|deadline| reply.time > *deadline) {
                let (took, allowed) = (reply.time.as_secs_f64(), deadline.as_secs_f64());
                let detail = format!("the turn took {took:.3} s where {allowed:.3} s were left");
                return End::Lost(seat, Reason::Time, Some(detail));
            }
            let turn = match self.table.play(&reply.turn) {
                Ok(turn) => turn,
                Err(error) => return End::Lost(seat, Reason::Illegal, Some(clean(&error.to_string()))),
            };
            clocks.spend(seat, reply.time);
            turns.push(turn.clone());
            let (millis, thought) = (reply.time.as_secs_f64() * 1e3, reply.thought);
            self.log.push(Turn::new(turn, seat, millis, thought));
            if self.table.standing() != Standing::Open {
                return End::Even(Reason::Rules);
            }
            match judge.hear(seat, thought.score, turns.len()) {
                Some(Reason::Resign) => return End::Lost(seat, Reason::Resign, None),
                Some(reason) => return End::Even(reason),
                None => {}
            }
            if let Err(failure) = self.let_ponder(seat, &reply, &mut turns, &clocks) {
                return failed(seat, failure);
            }
        }
    }

    /// Lets a player think about the position after the turn that he expects, if it then is his turn.
    fn let_ponder(
        &mut self,
        seat: usize,
        reply: &Reply,
        turns: &mut Vec<String>,
        clocks: &Clocks,
    ) -> Result<(), Failure> {
        let Some(expected) = reply.ponder.as_ref().filter(|_| self.game.ponder[seat]) else { return Ok(()) };
        if self.table.seat() == seat {
            return Ok(());
        }
        let Ok(turn) = self.table.play(expected) else { return Ok(()) };
        let useful = self.table.standing() == Standing::Open && self.table.seat() == seat;
        self.table.undo();
        if !useful {
            return Ok(());
        }
        turns.push(turn);
        let result = self.players[seat].ponder(&Ask { turns, seat, clocks });
        turns.pop();
        result
    }
}

fn failed(seat: usize, failure: Failure) -> End {
    match failure {
        Failure::Halted => End::Halted,
        Failure::Fault(reason, detail) => End::Lost(seat, reason, Some(clean(&detail))),
    }
}

/// Text from an engine as it may stand in a record and on a terminal.
fn clean(text: &str) -> String {
    const LENGTH: usize = 300;
    text.chars().take(LENGTH).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Counts who has been behind for how long, and for how long the game has been even.
struct Adjudicator {
    terms: Terms,
    behind: Vec<u32>,
    even: u32,
}

impl Adjudicator {
    fn new(terms: Terms, seats: usize) -> Self {
        Self { terms, behind: vec![0; seats], even: 0 }
    }

    /// Takes note of a score; the reason to end the game now. `turns` have been played, the opening included.
    fn hear(&mut self, seat: usize, score: Option<Score>, turns: usize) -> Option<Reason> {
        let is = |holds: bool, count: u32| if holds { count + 1 } else { 0 };
        if let Some(Resigns { score: least, turns }) = self.terms.resign {
            let bad = match score {
                Some(Score::Cp(score)) => score <= -least,
                Some(Score::Mate(plies)) => plies < 0,
                None => false,
            };
            self.behind[seat] = is(bad, self.behind[seat]);
            if self.behind[seat] >= turns {
                return Some(Reason::Resign);
            }
        }
        if let Some(Draws { from, turns: needed, score: most }) = self.terms.draw {
            self.even = is(matches!(score, Some(Score::Cp(score)) if score.abs() <= most), self.even);
            if self.even >= 2 * needed && turns >= from {
                return Some(Reason::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(resign: Option<&str>, draw: Option<&str>) -> Terms {
        let resign = resign.map(|text| text.parse().unwrap());
        Terms { maxturns: 100, resign, draw: draw.map(|text| text.parse().unwrap()) }
    }

    #[test]
    fn a_player_resigns_after_enough_bad_turns_running() {
        let mut judge = Adjudicator::new(terms(Some("score=300,turns=2"), None), 2);
        assert_eq!(judge.hear(0, Some(Score::Cp(-300)), 1), None);
        assert_eq!(judge.hear(1, Some(Score::Cp(-400)), 2), None);
        assert_eq!(judge.hear(0, Some(Score::Cp(-299)), 3), None);
        assert_eq!(judge.hear(1, None, 4), None);
        assert_eq!(judge.hear(0, Some(Score::Mate(-4)), 5), None);
        assert_eq!(judge.hear(0, Some(Score::Cp(-900)), 7), Some(Reason::Resign));
    }

    #[test]
    fn a_game_that_stays_even_is_drawn() {
        let mut judge = Adjudicator::new(terms(None, Some("from=6,turns=2,score=10")), 2);
        for turn in 1..6 {
            assert_eq!(judge.hear(turn % 2, Some(Score::Cp(-10)), turn), None);
        }
        assert_eq!(judge.hear(0, Some(Score::Cp(3)), 6), Some(Reason::Draw));
        assert_eq!(judge.hear(1, Some(Score::Mate(3)), 7), None);
    }

    #[test]
    fn adjudication_is_read_strictly() {
        for text in ["", "score=5", "score=0,turns=3", "score=5,turns=x", "score=5,turns=2,more=1"] {
            assert!(text.parse::<Resigns>().is_err(), "{text}");
        }
        assert!("turns=3,score=5".parse::<Draws>().is_ok() && "from=3".parse::<Draws>().is_err());
    }
}
