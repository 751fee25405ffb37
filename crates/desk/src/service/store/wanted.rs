//! Which games of a store somebody looks for.

use crate::service::kept_game::{KeptGame, SeatSetup};
use crate::service::people::Person;

/// How a game stands, for the person who looks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It goes on.
    Open,
    /// It has ended, in whatever way.
    Ended,
    /// They have won. Who plays all seats of a game has neither won nor lost it.
    Won,
    /// They have lost.
    Lost,
    /// All seats share the point.
    Drawn,
}

impl Standing {
    /// What they are called in addresses.
    pub const WORDS: [(&str, Self); 5] = [
        ("open", Self::Open),
        ("ended", Self::Ended),
        ("won", Self::Won),
        ("lost", Self::Lost),
        ("drawn", Self::Drawn),
    ];
}

/// What a game must be like; the default is like every game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// Of one of these games, if there are any.
    pub games: Vec<String>,
    /// A part of what somebody at one of its seats is called, in small letters.
    pub player: String,
    /// Or a level, one of these, at which quintet plays it: what a level is called depends on the language.
    pub levels: Vec<String>,
    /// How it stands.
    pub standing: Option<Standing>,
    /// It was last changed at this time, in seconds since 1970, or later.
    pub since: Option<u64>,
    /// It was last changed before this time.
    pub until: Option<u64>,
    /// The turns with which it begins, in small letters.
    pub opening: Vec<String>,
}

impl Wanted {
    /// Whether a game is like that. `ended` is how it has ended, in a sentence; `person` is who looks.
    pub fn fits(&self, record: &KeptGame, ended: Option<&str>, person: Option<&Person>) -> bool {
        (self.games.is_empty() || self.games.contains(&record.game))
            && self.since.is_none_or(|since| record.updated >= since)
            && self.until.is_none_or(|until| record.updated < until)
            && self.has_player(record)
            && self.has_opening(record)
            && self.standing.is_none_or(|standing| stands(standing, record, ended, person))
    }

    fn has_player(&self, record: &KeptGame) -> bool {
        let is_one = |seat: &SeatSetup| {
            let has_level = |level: &str| self.levels.iter().any(|wanted| wanted == level);
            seat.label().to_lowercase().contains(&self.player) || seat.level().is_some_and(has_level)
        };
        self.player.is_empty() || record.seats.iter().any(is_one)
    }

    /// Of a match the first round counts; a game that begins with a position has no opening.
    fn has_opening(&self, record: &KeptGame) -> bool {
        if self.opening.is_empty() {
            return true;
        }
        let played = match record.rounds.first() {
            Some(round) => round.clone(),
            None => record.turn_texts(),
        };
        let begins = |(wanted, turn): (&String, &String)| turn.eq_ignore_ascii_case(wanted);
        record.start.is_none() && played.len() >= self.opening.len() && self.opening.iter().zip(&played).all(begins)
    }
}

fn stands(standing: Standing, record: &KeptGame, ended: Option<&str>, person: Option<&Person>) -> bool {
    let is_over = ended.is_some();
    match standing {
        Standing::Open => !is_over,
        Standing::Ended => is_over,
        Standing::Won | Standing::Lost | Standing::Drawn if !is_over => false,
        Standing::Drawn => record.winners().len() == record.seats.len(),
        Standing::Won | Standing::Lost => {
            let (mine, winners) = (record.mine(person), record.winners());
            let is_decided =
                (1..record.seats.len()).contains(&winners.len()) && (1..record.seats.len()).contains(&mine.len());
            is_decided && mine.iter().any(|seat| winners.contains(seat)) == (standing == Standing::Won)
        }
    }
}
