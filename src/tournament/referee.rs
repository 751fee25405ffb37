//! One game: quintet's rules decide whether an answer is legal and who has won. Players are never asked.

use super::clock::Clocks;
use super::player::{Ask, Failure, MatchPlayer, NO_TURN, PlayerReply};
use super::{Error, number, pairs};
use crate::game::Outcome;
use crate::part::deserialize_as_text;
use crate::records::{GameRecord, Reason, ReportedScore, Turn};
use crate::session::{Session, Standing};
use std::str::FromStr;

/// When a game is resigned: `score=600,turns=4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resigns {
    /// The least hundredths by which a player is behind, by its own score.
    pub score: i32,
    /// For this many of its turns in a row.
    pub turns: u32,
}

/// When a game is called a draw: `from=40,turns=8,score=10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Not before this many turns of the game.
    pub from: usize,
    /// For this many turns of each player in a row,
    pub turns: u32,
    /// both report at most this many hundredths for either side.
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
                _ => return Err(Error::request(format!("`resign` takes score and turns, not `{key}`"))),
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
                _ => return Err(Error::request(format!("`draw` takes from, turns and score, not `{key}`"))),
            }
        }
        match (turns, score) {
            (Some(turns @ 1..), Some(score @ 0..)) => Ok(Self { from, turns, score }),
            _ => Err(Error::request(format!("`draw` is like from=40,turns=8,score=10, not `{text}`"))),
        }
    }
}

deserialize_as_text!(Resigns, Draws);

/// The terms of all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// A game of this many turns, including the opening, is a draw.
    pub maxturns: usize,
    /// When a game is resigned.
    pub resign: Option<Resigns>,
    /// When a game is called a draw.
    pub draw: Option<Draws>,
}

/// A game to play.
pub struct RefereedGame<'a> {
    /// The opening turns, which are legal.
    pub opening: &'a [String],
    /// The clocks, set.
    pub clocks: Clocks,
    /// Which seats think on the opponent's time.
    pub ponder: Vec<bool>,
    /// The random seed.
    pub seed: u64,
    /// What else holds.
    pub terms: Terms,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The turns after the opening.
    pub turns: Vec<Turn>,
    /// The seats (from 0) that share the point.
    pub winners: Vec<usize>,
    /// Why it ended.
    pub reason: Reason,
    /// The seat (from 0) that lost by a fault or resigned.
    pub loser: Option<usize>,
    /// What happened, in a sentence.
    pub detail: Option<String>,
}

/// How a game ends.
enum GameEnd {
    /// Without a fault.
    Even(Reason),
    /// A seat has lost by a fault or resignation.
    Lost(usize, Reason, Option<String>),
    /// The tournament is being stopped.
    Halted,
}

/// Plays a game at `session`, with a player at each seat. `None` if the tournament was stopped before its end.
pub fn play(session: &mut dyn Session, players: &mut [Box<dyn MatchPlayer>], game: RefereedGame) -> Option<Played> {
    let mut turns = Vec::new();
    let end = Referee { session, players, game: &game, log: &mut turns }.run();
    players.iter_mut().for_each(|player| player.rest());
    let (reason, loser, detail) = match end {
        GameEnd::Halted => return None,
        GameEnd::Even(reason) => (reason, None, None),
        GameEnd::Lost(seat, reason, detail) => {
            session.forfeit(seat);
            (reason, Some(seat), detail)
        }
    };
    // A game that nobody has won or lost on the board is shared by all.
    let all: Vec<usize> = (0..session.seats()).collect();
    let winners = session.standing().outcome().map_or(all, |outcome: Outcome| session.winners(outcome));
    Some(Played { turns, winners, reason, loser, detail })
}

struct Referee<'a> {
    session: &'a mut dyn Session,
    players: &'a mut [Box<dyn MatchPlayer>],
    game: &'a RefereedGame<'a>,
    log: &'a mut Vec<Turn>,
}

impl Referee<'_> {
    fn run(&mut self) -> GameEnd {
        let game = self.game;
        if let Err(error) = self.session.set_position(None, game.opening) {
            // Openings are checked when they are read; the player who would have to go on is not to blame.
            return GameEnd::Lost(self.session.seat(), Reason::Illegal, Some(format!("in the opening: {error}")));
        }
        for (seat, player) in self.players.iter_mut().enumerate() {
            match player.new_game(game.seed.wrapping_add(seat as u64)) {
                Ok(()) => {}
                Err(failure) => return failed(seat, failure),
            }
        }
        let mut clocks = game.clocks.clone();
        let mut turns = game.opening.to_vec();
        let mut adjudicator = Adjudicator::new(game.terms, self.players.len());
        loop {
            if self.session.standing() != Standing::Open {
                return GameEnd::Even(Reason::Rules);
            }
            if turns.len() >= game.terms.maxturns {
                return GameEnd::Even(Reason::Maxturns);
            }
            let seat = self.session.seat();
            let ask = Ask { turns: &turns, seat, clocks: &clocks };
            let reply = match self.players[seat].choose(&*self.session, &ask) {
                Ok(reply) => reply,
                Err(failure) => return failed(seat, failure),
            };
            if let Some(deadline) = clocks.deadline(seat).filter(|deadline| reply.time > *deadline) {
                let (took, allowed) = (reply.time.as_secs_f64(), deadline.as_secs_f64());
                let detail = format!("the turn took {took:.3} s with {allowed:.3} s left");
                return GameEnd::Lost(seat, Reason::Time, Some(detail));
            }
            if reply.turn == NO_TURN {
                let detail = "it claims to have no legal turn, but it has one".to_string();
                return GameEnd::Lost(seat, Reason::Illegal, Some(detail));
            }
            let turn = match self.session.play(&reply.turn) {
                Ok(turn) => turn,
                Err(error) => return GameEnd::Lost(seat, Reason::Illegal, Some(clean(&error.to_string()))),
            };
            clocks.spend(seat, reply.time);
            turns.push(turn.clone());
            let (millis, info) = (reply.time.as_secs_f64() * 1e3, reply.info);
            self.log.push(Turn::new(turn, seat, millis, info).with_left(clocks.remaining(seat)));
            if self.session.standing() != Standing::Open {
                return GameEnd::Even(Reason::Rules);
            }
            match adjudicator.update(seat, info.score, turns.len()) {
                Some(Reason::Resign) => return GameEnd::Lost(seat, Reason::Resign, None),
                Some(reason) => return GameEnd::Even(reason),
                None => {}
            }
            if let Err(failure) = self.let_ponder(seat, &reply, &mut turns, &clocks) {
                return failed(seat, failure);
            }
        }
    }

    /// Lets a player think about the position after the turn that it expects, if it is its turn then.
    fn let_ponder(
        &mut self,
        seat: usize,
        reply: &PlayerReply,
        turns: &mut Vec<String>,
        clocks: &Clocks,
    ) -> Result<(), Failure> {
        let Some(expected) = reply.ponder.as_ref().filter(|_| self.game.ponder[seat]) else { return Ok(()) };
        if self.session.seat() == seat {
            return Ok(());
        }
        let Ok(turn) = self.session.play(expected) else { return Ok(()) };
        let useful = self.session.standing() == Standing::Open && self.session.seat() == seat;
        self.session.undo();
        if !useful {
            return Ok(());
        }
        turns.push(turn);
        let result = self.players[seat].ponder(&Ask { turns, seat, clocks });
        turns.pop();
        result
    }
}

fn failed(seat: usize, failure: Failure) -> GameEnd {
    match failure {
        Failure::Halted => GameEnd::Halted,
        Failure::Fault(reason, detail) => GameEnd::Lost(seat, reason, Some(clean(&detail))),
    }
}

/// Text from an engine, made safe for a record and a terminal.
fn clean(text: &str) -> String {
    const LENGTH: usize = 300;
    text.chars().take(LENGTH).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Checks that a game played on these terms ends where they end it, by the scores that the players reported.
///
/// # Errors
/// A clause that says what is wrong.
pub fn check_end(terms: Terms, record: &GameRecord) -> Result<(), &'static str> {
    let before = record.opening.len();
    let length = before + record.turns.len();
    // An opening may have more turns already.
    let most = terms.maxturns.max(before);
    if length > most || (record.reason == Reason::Maxturns && length != most) {
        return Err("does not end where `maxturns` ends it");
    }
    let mut adjudicator = Adjudicator::new(terms, record.seats.len());
    let mut ended = None;
    for (index, turn) in record.turns.iter().enumerate() {
        if ended.is_some() {
            return Err("goes on after `resign` or `draw` has ended it");
        }
        let seat = turn.seat.checked_sub(1).filter(|seat| *seat < record.seats.len());
        let seat = seat.ok_or("has a turn of a seat that does not exist")?;
        ended = adjudicator.update(seat, turn.score, before + index + 1).map(|reason| (reason, seat + 1));
    }
    match (ended, record.reason) {
        (_, Reason::Rules) => Ok(()),
        (Some((Reason::Draw, _)), Reason::Draw) => Ok(()),
        (Some((Reason::Resign, seat)), Reason::Resign) if record.loser == Some(seat) => Ok(()),
        (None, Reason::Maxturns) => Ok(()),
        (None, reason) if reason.is_fault() => Ok(()),
        (_, Reason::Unfinished) => Err("is not finished"),
        (_, Reason::Resign | Reason::Draw) => Err("was adjudicated without the scores for it"),
        _ => Err("should have been adjudicated by the scores of its players"),
    }
}

/// Counts for how long each player has been behind, and for how long the game has been even.
struct Adjudicator {
    terms: Terms,
    behind: Vec<u32>,
    even: u32,
}

impl Adjudicator {
    fn new(terms: Terms, seats: usize) -> Self {
        Self { terms, behind: vec![0; seats], even: 0 }
    }

    /// Counts a score; returns the reason to end the game now, if any. `turns` have been played, including the opening.
    fn update(&mut self, seat: usize, score: Option<ReportedScore>, turns: usize) -> Option<Reason> {
        let is = |holds: bool, count: u32| if holds { count + 1 } else { 0 };
        if let Some(Resigns { score: least, turns }) = self.terms.resign {
            let bad = match score {
                Some(ReportedScore::Cp(score)) => score <= -least,
                Some(ReportedScore::Mate(plies)) => plies < 0,
                None => false,
            };
            self.behind[seat] = is(bad, self.behind[seat]);
            if self.behind[seat] >= turns {
                return Some(Reason::Resign);
            }
        }
        if let Some(Draws { from, turns: needed, score: most }) = self.terms.draw {
            self.even = is(matches!(score, Some(ReportedScore::Cp(score)) if score.abs() <= most), self.even);
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
        let mut adjudicator = Adjudicator::new(terms(Some("score=300,turns=2"), None), 2);
        assert_eq!(adjudicator.update(0, Some(ReportedScore::Cp(-300)), 1), None);
        assert_eq!(adjudicator.update(1, Some(ReportedScore::Cp(-400)), 2), None);
        assert_eq!(adjudicator.update(0, Some(ReportedScore::Cp(-299)), 3), None);
        assert_eq!(adjudicator.update(1, None, 4), None);
        assert_eq!(adjudicator.update(0, Some(ReportedScore::Mate(-4)), 5), None);
        assert_eq!(adjudicator.update(0, Some(ReportedScore::Cp(-900)), 7), Some(Reason::Resign));
    }

    #[test]
    fn a_game_that_stays_even_is_drawn() {
        let mut adjudicator = Adjudicator::new(terms(None, Some("from=6,turns=2,score=10")), 2);
        for turn in 1..6 {
            assert_eq!(adjudicator.update(turn % 2, Some(ReportedScore::Cp(-10)), turn), None);
        }
        assert_eq!(adjudicator.update(0, Some(ReportedScore::Cp(3)), 6), Some(Reason::Draw));
        assert_eq!(adjudicator.update(1, Some(ReportedScore::Mate(3)), 7), None);
    }

    #[test]
    fn adjudication_is_read_strictly() {
        let said = |text: &str| format!("{text}: {}", text.parse::<Resigns>().unwrap_err());
        expect_test::expect![[r#"
            : a list like KEY=VALUE,KEY=VALUE is expected, not ``
            score=5: `resign` is like score=600,turns=4, not `score=5`
            score=0,turns=3: `resign` is like score=600,turns=4, not `score=0,turns=3`
            score=5,turns=x: `turns` needs a number in range, not `x`
            score=5,turns=2,more=1: `resign` takes score and turns, not `more`"#]]
        .assert_eq(
            &["", "score=5", "score=0,turns=3", "score=5,turns=x", "score=5,turns=2,more=1"].map(said).join("\n"),
        );
        assert!("turns=3,score=5".parse::<Draws>().is_ok());
        expect_test::expect!["`draw` is like from=40,turns=8,score=10, not `from=3`"]
            .assert_eq(&"from=3".parse::<Draws>().unwrap_err().to_string());
    }
}
