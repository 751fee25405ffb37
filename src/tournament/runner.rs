//! Plays the games of a schedule on several threads.
//!
//! Each thread has players of its own, started when they are first needed and kept from game to game; one that has
//! lost by a fault is replaced. The finished games go to one place in the order in which they end.

use super::Error;
use super::clock::Clocks;
use super::config::{Config, MatchPlan};
use super::player::{Halt, MatchPlayer};
use super::referee::{self, Played, RefereedGame, Terms};
use super::schedule::Pairing;
use crate::board::bits::hash_key;
use crate::records::{GameRecord, Reason, Round, Seat};
use crate::search::STACK_SIZE;
use crate::session::Session;
use crate::text::one_line;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A match to points is over after so many rounds: who then has more has won it.
pub const MAX_ROUNDS: u32 = 30;

/// What happens while a tournament is played.
pub enum RunEvent {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// Nothing, for a while.
    Nothing,
    /// There are threads for only so many games at once.
    FewerThreads(usize),
}

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
            let (id, its_warnings) =
                engine.try_start(config.session()?, &config.game_options(), config.lenient, &halt)?;
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
    fn games(&self) -> impl Iterator<Item = u64> + Send + use<> {
        let (k, n) = self.part();
        self.plan.schedule.part(k, n)
    }

    fn part(&self) -> (u64, u64) {
        self.config.shard.map_or((1, 1), |shard| (shard.k, shard.n))
    }

    /// How many games that are.
    pub fn count(&self) -> u64 {
        let (k, n) = self.part();
        self.plan.schedule.part_len(k, n)
    }

    /// What tells the games of this tournament from those of others.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Looks whether games played before are games of this schedule, each once, and as the rules have them.
    ///
    /// # Errors
    /// [`Error::Request`] if not.
    pub fn accept(&self, finished: &[GameRecord]) -> Result<(), Error> {
        let mut seen = FxHashSet::default();
        let mut scores: FxHashMap<u64, MatchScore> = FxHashMap::default();
        let option = crate::records::setup(&*self.config.session()?);
        for record in finished {
            let number = record.number;
            let wrong = |what: &str| Err(Error::request(format!("game {number} of the file {what}")));
            if record.tournament != self.fingerprint {
                return wrong(
                    "is of another tournament: another game, other engines, options, limits, openings or another seed",
                );
            }
            if !seen.insert((number, record.round.as_ref().map(|round| round.round))) {
                return wrong("is there twice");
            }
            let replayed =
                record.replay().map_err(|error| Error::request(format!("game {number} of the file: {error}")))?;
            let pairing = self.plan.schedule.pairing(number - 1);
            if record.encounter != pairing.encounter + 1 || record.option != option {
                return wrong("has another encounter or other options than in the schedule");
            }
            let (seats, opening) = match (self.config.points, &record.round) {
                (None, None) => (pairing.seats, pairing.opening),
                (Some(target), Some(round)) => {
                    let score = scores.entry(number).or_insert_with(|| self.begin_match(&pairing));
                    let place = (score.seats(&pairing), self.opening_of_round(&pairing, score.round));
                    if score.add(record, points_of(&*replayed), target) != *round {
                        return wrong(
                            "has another round, other points or another winner of the match than follow from the games before it",
                        );
                    }
                    place
                }
                (None, Some(_)) => return wrong("is a round of a match, but no matches are played"),
                (Some(_), None) => return wrong("is no round of a match, but matches are played"),
            };
            if !seats.iter().map(|&engine| &self.plan.names[engine]).eq(record.seats.iter().map(|seat| &seat.name)) {
                return wrong("was played by others than in the schedule");
            }
            if record.opening != self.plan.openings[opening] {
                return wrong("has another opening than in the schedule");
            }
        }
        Ok(())
    }

    fn begin_match(&self, pairing: &Pairing) -> MatchScore {
        let players = [0, 1].map(|player| self.plan.names[pairing.seats[player]].clone());
        MatchScore { players, starter: 0, points: [0; 2], round: 1 }
    }

    /// The opening of a round (from 1) of a match.
    fn opening_of_round(&self, pairing: &Pairing, round: u32) -> usize {
        (pairing.opening + round as usize - 1) % self.plan.openings.len()
    }

    /// Plays what is not among the `finished` games, `workers` games at once, until all are played or the tournament
    /// is halted. `sink` gets what happens.
    ///
    /// # Errors
    /// What the sink returns; or [`Error::Request`] if the engines cannot be made.
    pub fn run(
        &self,
        finished: &[GameRecord],
        workers: usize,
        sink: &mut dyn FnMut(RunEvent) -> Result<(), Error>,
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
            for worker in 0..workers {
                let (sender, numbers, begun) = (sender.clone(), &numbers, &begun);
                let work = move || {
                    if let Err(error) = self.work(numbers, begun, &sender) {
                        // Nobody listens once the tournament is being stopped.
                        let _ = sender.send(Err(error));
                    }
                };
                let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
                if let Err(error) = thread {
                    if worker == 0 {
                        return Err(Error::Threads(error));
                    }
                    // The others play the games.
                    sink(RunEvent::FewerThreads(worker))?;
                    break;
                }
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                let result = match results.recv_timeout(Duration::from_millis(100)) {
                    Ok(Ok(record)) => sink(RunEvent::Game(Box::new(record))),
                    Ok(Err(error)) => Err(error),
                    Err(RecvTimeoutError::Timeout) => sink(RunEvent::Nothing),
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
        let points = points_of(&*self.session);
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
            option: crate::records::setup(&*self.session),
            seats: seats.iter().map(seat).collect(),
            opening: plan.openings[opening].clone(),
            turns,
            result: crate::records::result(&winners, &self.session.sides()),
            winners,
            reason,
            loser: loser.map(|seat| seat + 1),
            detail: detail.map(|detail| one_line(&detail)),
            quintet: env!("CARGO_PKG_VERSION").to_string(),
            seed,
            ended: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            ..GameRecord::default()
        }
    }

    /// Plays the rounds of a match that are still to be played.
    fn play_match(
        &mut self,
        pairing: &Pairing,
        target: u32,
        earlier: &[GameRecord],
        send: &mut dyn FnMut(GameRecord) -> bool,
    ) -> Result<(), Error> {
        let mut score = self.tournament.begin_match(pairing);
        earlier.iter().filter_map(|record| record.round.as_ref().zip(Some(record))).for_each(|(round, record)| {
            score.go_on_after(round, record);
        });
        loop {
            let opening = self.tournament.opening_of_round(pairing, score.round);
            let played = self.play(pairing, &score.seats(pairing), opening, score.round)?;
            let Some((mut record, scored)) = played else { return Ok(()) };
            let round = score.add(&record, scored, target);
            let over = round.over;
            record.round = Some(round);
            if !send(record) || over {
                return Ok(());
            }
        }
    }
}

/// The points that a finished game itself counts.
fn points_of(session: &dyn Session) -> u32 {
    session.query("points").and_then(|points| points.parse().ok()).unwrap_or(0)
}

/// How a match to points stands. The loser of a round starts the next one; after a draw the other side does. Seat 1 is
/// whoever starts. A round lost by a fault, for which the rules have no points, loses the match.
struct MatchScore {
    players: [String; 2],
    /// Which player starts the next round.
    starter: usize,
    points: [u32; 2],
    /// The number of the next round, from 1.
    round: u32,
}

impl MatchScore {
    /// The engine at each seat in the next round.
    fn seats(&self, pairing: &Pairing) -> Vec<usize> {
        vec![pairing.seats[self.starter], pairing.seats[1 - self.starter]]
    }

    /// Counts the next round, for whose winner the game itself counts so many points, in a match to `target` points.
    fn add(&mut self, record: &GameRecord, scored: u32, target: u32) -> Round {
        let winner = match record.winners[..] {
            [seat] => Some(if seat == 1 { self.starter } else { 1 - self.starter }),
            _ => None,
        };
        if let Some(winner) = winner {
            self.points[winner] += scored;
        }
        let points = self.points;
        let forfeit = winner.filter(|_| record.reason.is_fault() || record.reason == Reason::Resign);
        let over = forfeit.is_some() || points.iter().any(|&p| p >= target) || self.round >= MAX_ROUNDS;
        let ahead = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let best = forfeit.or(ahead).filter(|_| over).map(|player: usize| self.players[player].clone());
        let round = Round { round: self.round, players: self.players.clone(), points, over, winner: best };
        self.go_on_after(&round, record);
        round
    }

    /// The next round is the one after this.
    fn go_on_after(&mut self, round: &Round, record: &GameRecord) {
        self.starter = next_starter(self.starter, &record.winners);
        self.points = round.points;
        self.round = round.round + 1;
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
