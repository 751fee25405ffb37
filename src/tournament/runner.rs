//! Plays the games of a schedule on several threads.
//!
//! Each thread has players of its own, started when they are first needed and kept from game to game; one that has
//! lost by a fault is replaced. The finished games go to one place in the order in which they end.

use super::Error;
use super::clock::Clocks;
use super::config::{Config, MatchPlan};
use super::player::{Halt, MatchPlayer, Reason};
use super::record::{GameRecord, Round, Seat};
use super::referee::{self, Played, RefereedGame, Terms};
use super::schedule::Pairing;
use crate::board::bits::hash_key;
use crate::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A match to points is over after so many rounds: who then has more has won it.
pub const MAX_ROUNDS: u32 = 30;

/// A tournament that is ready to be played.
pub struct Tournament {
    config: Config,
    plan: MatchPlan,
    fingerprint: String,
    /// What the engines call themselves.
    ids: Vec<String>,
    halt: Halt,
}

impl Tournament {
    /// Checks the configuration and starts every engine once. Also returns what the engines reported while they were set up.
    ///
    /// # Errors
    /// [`Error`] for a configuration that makes no sense, or an engine that does not get ready.
    pub fn prepare(config: Config, halt: Halt) -> Result<(Self, Vec<String>), Error> {
        let plan = config.plan()?;
        let (mut ids, mut warnings) = (Vec::new(), Vec::new());
        for engine in &config.engine {
            let (id, its_warnings) = engine.try_start(config.session()?, &config.game_options(), &halt)?;
            ids.push(id);
            warnings.extend(its_warnings.into_iter().map(|text| format!("{}: {text}", engine.title())));
        }
        let fingerprint = config.fingerprint(&plan);
        Ok((Self { config, plan, fingerprint, ids, halt }, warnings))
    }

    /// What will be played.
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The numbers (from 0) of the games that this part of the tournament plays.
    fn games(&self) -> Box<dyn Iterator<Item = u64> + Send> {
        let (k, n) = self.config.shard.map_or((1, 1), |shard| (shard.k, shard.n));
        Box::new(self.plan.schedule.part(k, n))
    }

    /// How many games that are.
    pub fn count(&self) -> u64 {
        self.games().count() as u64
    }

    /// Looks whether games played before are games of this schedule, each once.
    ///
    /// # Errors
    /// [`Error::Request`] if not.
    pub fn accept(&self, finished: &[GameRecord]) -> Result<(), Error> {
        let mut seen = FxHashSet::default();
        for record in finished {
            let number = record.number;
            if record.tournament != self.fingerprint {
                let what = "another game, other engines, options, limits, openings or another seed";
                return Err(Error::request(format!("game {number} of the file is of another tournament: {what}")));
            }
            if !seen.insert((number, record.round.as_ref().map(|round| round.round))) {
                return Err(Error::request(format!("game {number} is twice in the file")));
            }
        }
        Ok(())
    }

    /// Plays what is not among the `finished` games, `workers` games at once, until all are played or the tournament
    /// is halted. `sink` gets every game when it ends, and nothing from time to time so that it can see to other
    /// things.
    ///
    /// # Errors
    /// What the sink returns; or [`Error::Request`] if the engines cannot be made.
    pub fn run(
        &self,
        finished: &[GameRecord],
        workers: usize,
        sink: &mut dyn FnMut(Option<GameRecord>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut begun: FxHashMap<u64, Vec<GameRecord>> = FxHashMap::default();
        let mut done = FxHashSet::default();
        for record in finished {
            match &record.round {
                Some(round) if !round.over => begun.entry(record.number).or_default().push(record.clone()),
                _ => drop(done.insert(record.number)),
            }
        }
        let numbers = Mutex::new(self.games().filter(|number| !done.contains(&(number + 1))));
        let (sender, results) = sync_channel(64);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, numbers, begun) = (sender.clone(), &numbers, &begun);
                scope.spawn(move || {
                    if let Err(error) = self.work(numbers, begun, &sender) {
                        // Nobody listens once the tournament is being stopped.
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                let result = match results.recv_timeout(Duration::from_millis(100)) {
                    Ok(Ok(record)) => sink(Some(record)),
                    Ok(Err(error)) => Err(error),
                    Err(RecvTimeoutError::Timeout) => sink(None),
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                };
                if outcome.is_ok() && result.is_err() {
                    outcome = result;
                    self.halt.halt();
                }
                if self.halt.is_halted() {
                    // Again for searches that have begun since the last time.
                    self.halt.halt();
                }
            }
        })
    }

    /// Plays games until none is left.
    fn work(
        &self,
        numbers: &Mutex<impl Iterator<Item = u64>>,
        begun: &FxHashMap<u64, Vec<GameRecord>>,
        sender: &SyncSender<Result<GameRecord, Error>>,
    ) -> Result<(), Error> {
        let mut worker = MatchWorker { tournament: self, session: self.config.session()?, idle: FxHashMap::default() };
        loop {
            let next = numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(number) = next.filter(|_| !self.halt.is_halted()) else { return Ok(()) };
            let pairing = self.plan.schedule.pairing(number);
            let earlier = begun.get(&(number + 1)).map_or(&[][..], |records| records);
            let mut send = |record| sender.send(Ok(record)).is_ok();
            match self.config.points {
                Some(points) => worker.play_match(&pairing, points, earlier, &mut send)?,
                None => {
                    if let Some((record, _)) = worker.play(&pairing, &pairing.seats, pairing.opening, 0)? {
                        send(record);
                    }
                }
            }
        }
    }
}

/// A thread's session and players.
struct MatchWorker<'a> {
    tournament: &'a Tournament,
    session: Box<dyn Session>,
    /// Players that are not in a game, by engine and by how many of the same engine sit before them.
    idle: FxHashMap<(usize, usize), Box<dyn MatchPlayer>>,
}

impl MatchWorker<'_> {
    /// Plays a game with these engines at the seats; its record, and the points that the game itself counts. `None` if
    /// the tournament was halted.
    fn play(
        &mut self,
        pairing: &Pairing,
        seats: &[usize],
        opening: usize,
        round: u32,
    ) -> Result<Option<(GameRecord, u32)>, Error> {
        let Tournament { config, plan, halt, .. } = self.tournament;
        let keys: Vec<(usize, usize)> = seats
            .iter()
            .enumerate()
            .map(|(seat, &engine)| (engine, seats[..seat].iter().filter(|&&other| other == engine).count()))
            .collect();
        let mut players = Vec::new();
        for &(engine, nth) in &keys {
            players.push(match self.idle.remove(&(engine, nth)) {
                Some(player) => player,
                None => {
                    let hang = Duration::from_secs(config.hang);
                    config.engine[engine].player(config.session()?, &config.game_options(), hang, halt)?
                }
            });
        }
        let seed = hash_key(config.seed ^ pairing.number.rotate_left(20) ^ u64::from(round).rotate_left(52)) >> 1;
        let game = RefereedGame {
            opening: &plan.openings[opening],
            clocks: Clocks::new(seats.iter().map(|&engine| plan.limits[engine].clone()).collect(), config.margin()),
            ponder: seats.iter().map(|&engine| config.engine[engine].ponder && plan.seats == 2).collect(),
            seed,
            terms: Terms { maxturns: config.maxturns, resign: config.resign, draw: config.draw },
        };
        let played = referee::play(&mut *self.session, &mut players, game);
        let at_fault = played.as_ref().filter(|played| played.reason.is_fault()).and_then(|played| played.loser);
        for (seat, (key, player)) in keys.into_iter().zip(players).enumerate() {
            if Some(seat) != at_fault {
                self.idle.insert(key, player);
            }
        }
        let points = self.session.query("points").and_then(|points| points.parse().ok()).unwrap_or(0);
        Ok(played.map(|played| (self.record(pairing, seats, opening, seed, played), points)))
    }

    fn record(&self, pairing: &Pairing, seats: &[usize], opening: usize, seed: u64, played: Played) -> GameRecord {
        let Tournament { config, plan, fingerprint, ids, .. } = self.tournament;
        let seat = |&engine: &usize| Seat {
            name: plan.names[engine].clone(),
            id: ids[engine].clone(),
            limits: plan.limits[engine].to_string(),
            option: config.engine[engine].options().into_iter().collect(),
        };
        let Played { turns, winners, reason, loser, detail } = played;
        let winners: Vec<usize> = winners.into_iter().map(|seat| seat + 1).collect();
        GameRecord {
            tournament: fingerprint.clone(),
            number: pairing.number + 1,
            encounter: pairing.encounter + 1,
            round: None,
            game: self.session.name().to_string(),
            option: super::record::setup(&*self.session),
            seats: seats.iter().map(seat).collect(),
            opening: plan.openings[opening].clone(),
            turns,
            result: super::record::result(&winners, &self.session.sides()),
            winners,
            reason,
            loser: loser.map(|seat| seat + 1),
            detail,
            quintet: env!("CARGO_PKG_VERSION").to_string(),
            seed,
            ended: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        }
    }

    /// Plays the rounds of a match that are still to be played. The loser of a round starts the next one; after a draw
    /// the other side does. Seat 1 is whoever starts. A round lost by a fault, for which the rules have no points,
    /// loses the match.
    fn play_match(
        &mut self,
        pairing: &Pairing,
        target: u32,
        earlier: &[GameRecord],
        send: &mut dyn FnMut(GameRecord) -> bool,
    ) -> Result<(), Error> {
        let names = |player: usize| self.tournament.plan.names[pairing.seats[player]].clone();
        let players = [names(0), names(1)];
        let (mut starter, mut points, mut number) = (0, [0; 2], 0);
        for record in earlier {
            let round = record.round.as_ref();
            (points, number) = round.map_or((points, number), |round| (round.points, round.round));
            starter = next_starter(usize::from(record.seats[0].name != players[0]), &record.winners);
        }
        loop {
            number += 1;
            let seats = [pairing.seats[starter], pairing.seats[1 - starter]];
            let opening = (pairing.opening + number as usize - 1) % self.tournament.plan.openings.len();
            let Some((mut record, scored)) = self.play(pairing, &seats, opening, number)? else { return Ok(()) };
            let winner = match record.winners[..] {
                [seat] => Some(if seat == 1 { starter } else { 1 - starter }),
                _ => None,
            };
            if let Some(winner) = winner {
                points[winner] += scored;
            }
            let forfeit = winner.filter(|_| record.reason.is_fault() || record.reason == Reason::Resign);
            let over = forfeit.is_some() || points.iter().any(|&p| p >= target) || number >= MAX_ROUNDS;
            let ahead = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            };
            let best = forfeit.or(ahead).filter(|_| over).map(|player: usize| players[player].clone());
            record.round = Some(Round { round: number, players: players.clone(), points, over, winner: best });
            starter = next_starter(starter, &record.winners);
            if !send(record) || over {
                return Ok(());
            }
        }
    }
}

/// Who starts the next round, after one that `starter` has started and these seats (from 1) have won.
fn next_starter(starter: usize, winners: &[usize]) -> usize {
    // Seat 2 starts next if it has lost or if nobody has.
    if winners == [2] { starter } else { 1 - starter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_of_a_round_starts_the_next() {
        assert_eq!(next_starter(0, &[1]), 1, "seat 2 has lost");
        assert_eq!(next_starter(0, &[2]), 0, "seat 1 has lost");
        assert_eq!(next_starter(1, &[1, 2]), 0, "after a draw the other side starts");
    }
}
