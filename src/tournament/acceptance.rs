//! Checks that games played before, or on other machines, belong to this tournament.

use super::Error;
use super::difference::difference;
use super::match_score::{MatchScore, points_of};
use super::referee::{self, Terms};
use super::runner::{Tournament, is_game_seed};
use crate::part::Part;
use crate::records::{GameRecord, setup};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Accepts games of a tournament one by one, each once.
pub struct Acceptance<'a> {
    tournament: &'a Tournament,
    /// The options of the game.
    option: BTreeMap<String, String>,
    /// By number and round.
    seen: FxHashSet<(u64, Option<u32>)>,
    /// The state of matches to points, by number of the game.
    scores: FxHashMap<u64, MatchScore>,
}

impl<'a> Acceptance<'a> {
    /// Before the first game.
    ///
    /// # Errors
    /// [`Error::Request`] if there is no such game.
    pub fn new(tournament: &'a Tournament) -> Result<Self, Error> {
        let option = setup(&*tournament.config().session()?);
        Ok(Self { tournament, option, seen: FxHashSet::default(), scores: FxHashMap::default() })
    }

    /// Marks a game that this process has just played as taken. False if it was taken already.
    pub fn mark(&mut self, record: &GameRecord) -> bool {
        self.seen.insert(place(record))
    }

    /// Whether a game is of this part of the schedule.
    pub fn is_in(&self, record: &GameRecord, part: Part) -> bool {
        let schedule = &self.tournament.plan().schedule;
        record.number > 0 && part.contains(schedule.pairing(record.number - 1).encounter, schedule.encounters())
    }

    /// Whether some but not all rounds of this match to points have been taken.
    pub fn is_begun(&self, number: u64) -> bool {
        self.scores.get(&number).is_some_and(|score| !score.is_over)
    }

    /// Checks that games carry the fingerprint of the tournament.
    ///
    /// # Errors
    /// [`Error::Request`] if one does not, with the settings that differ; more games show more of them.
    pub fn check_tournament(&self, records: &[&GameRecord]) -> Result<(), Error> {
        let own = self.tournament.fingerprint();
        let Some(other) = records.iter().find(|record| record.tournament != own) else { return Ok(()) };
        let all: Vec<&GameRecord> =
            records.iter().copied().filter(|record| record.tournament == other.tournament).collect();
        let what = difference(self.tournament, &all);
        Err(Error::request(format!("game {} of the file is from another tournament: {what}", other.number)))
    }

    /// Checks that a game is in this part of the schedule and follows the rules. False if it was taken already.
    ///
    /// # Errors
    /// [`Error::Request`] if it is not.
    pub fn take(&mut self, record: &GameRecord, part: Part) -> Result<bool, Error> {
        let (plan, config) = (self.tournament.plan(), self.tournament.config());
        let number = record.number;
        let wrong = |what: &str| Err(Error::request(format!("game {number} of the file {what}")));
        self.check_tournament(&[record])?;
        if self.seen.contains(&place(record)) {
            return Ok(false);
        }
        if number == 0 {
            return wrong("has no place in the schedule");
        }
        let pairing = plan.schedule.pairing(number - 1);
        if !part.contains(pairing.encounter, plan.schedule.encounters()) {
            return wrong("is from another part of the tournament: another `--shard` or `--chunk`");
        }
        let replayed =
            record.replay().map_err(|error| Error::request(format!("game {number} of the file: {error}")))?;
        if record.encounter != pairing.encounter + 1 || record.option != self.option {
            return wrong("has another encounter or other options than the schedule");
        }
        let (seats, opening) = match (config.points, &record.round) {
            (None, None) => (pairing.seats, pairing.opening),
            (Some(target), Some(round)) => {
                let score = self.scores.entry(number).or_insert_with(|| self.tournament.begin_match(&pairing));
                let place = (score.seats(&pairing), self.tournament.opening_of_round(&pairing, score.round));
                if score.add(record, points_of(&*replayed), target) != *round {
                    return wrong("has a round, points or a match winner that do not follow from the games before it");
                }
                place
            }
            (None, Some(_)) => return wrong("is a round of a match, but no matches are played"),
            (Some(_), None) => return wrong("is not a round of a match, but matches are played"),
        };
        if !seats.iter().map(|&engine| &plan.names[engine]).eq(record.seats.iter().map(|seat| &seat.name)) {
            return wrong("was played by other engines than the schedule says");
        }
        if record.opening != plan.openings[opening] {
            return wrong("has another opening than the schedule");
        }
        // Of two torn games one may have been put together.
        if !is_game_seed(record, config.seed) {
            return wrong("has another seed than the schedule");
        }
        let terms = Terms { maxturns: config.maxturns, resign: config.resign, draw: config.draw };
        if let Err(what) = referee::check_end(terms, record) {
            return wrong(what);
        }
        Ok(self.mark(record))
    }
}

/// The number of a game and its round.
fn place(record: &GameRecord) -> (u64, Option<u32>) {
    (record.number, record.round.as_ref().map(|round| round.round))
}
