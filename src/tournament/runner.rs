//! Plays the games of a schedule on several threads.
//!
//! Each thread has its own players, started when first needed and kept from game to game; one that lost by a fault is
//! replaced. The finished games go to one place in the order in which they end.

use super::Error;
use super::affinity;
use super::clock::Clocks;
use super::config::{Config, MatchPlan};
use super::engine::{PlayerContext, TriedPlayer};
use super::match_score::{MatchScore, points_of};
use super::player::MatchPlayer;
use super::process::EngineDialect;
use super::referee::{self, Played, RefereedGame, Terms};
use super::schedule::Pairing;
use crate::board::bits::{drawn_seed, hash_key};
use crate::date::Date;
use crate::lines::dialogue_log::DialogueLog;
use crate::records::{GameRecord, Seat};
use crate::search::{Halt, STACK_SIZE};
use crate::session::Session;
use crate::text::one_line;
use crate::version::VERSION;
use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Events while a tournament is played.
pub enum RunEvent {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// Nothing for a while.
    Nothing,
    /// The system has threads for only this many games at once.
    FewerThreads(usize),
}

/// A tournament that is ready to play.
pub struct Tournament {
    config: Config,
    plan: MatchPlan,
    fingerprint: String,
    halt: Halt,
}

/// The engines of a tournament, each of which has been started once.
pub struct TriedEngines {
    tried: Vec<TriedPlayer>,
    log: Option<DialogueLog>,
    /// What they reported during setup.
    pub warnings: Vec<String>,
}

impl Tournament {
    /// Checks the configuration.
    ///
    /// # Errors
    /// [`Error`] for a configuration that makes no sense.
    pub fn new(config: Config, halt: Halt) -> Result<Self, Error> {
        let config = config.filled_in()?;
        let plan = config.plan()?;
        let fingerprint = config.fingerprint(&plan);
        Ok(Self { config, plan, fingerprint, halt })
    }

    /// Starts every engine once, which must happen before the first game.
    ///
    /// # Errors
    /// [`Error`] for an engine that does not get ready, or a log that cannot be written.
    pub fn try_engines(&self) -> Result<TriedEngines, Error> {
        let log = self.config.log.as_deref().map(DialogueLog::open).transpose()?;
        let (mut tried, mut warnings) = (Vec::new(), Vec::new());
        let game_options = self.config.game_options();
        for engine in &self.config.engine {
            let log = log.as_ref().map(|log| log.of(engine.title()));
            let (hang, halt, dialect) = (Duration::ZERO, &self.halt, EngineDialect::default());
            let context = PlayerContext { game_options: &game_options, hang, halt, dialect, log };
            let player = engine.try_start(self.config.session()?, &context, self.config.lenient)?;
            warnings.extend(player.warnings.iter().map(|text| format!("{}: {text}", engine.title())));
            tried.push(player);
        }
        Ok(TriedEngines { tried, log, warnings })
    }

    /// The plan.
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How many games this part of the tournament has.
    pub fn count(&self) -> u64 {
        self.plan.schedule.len_of(self.config.part())
    }

    /// The fingerprint in this tournament's games.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub(super) fn begin_match(&self, pairing: &Pairing) -> MatchScore {
        MatchScore::new([0, 1].map(|player| self.plan.names[pairing.seats[player]].clone()))
    }

    /// The opening of a round (from 1) of a match.
    pub(super) fn opening_of_round(&self, pairing: &Pairing, round: u32) -> usize {
        (pairing.opening + round as usize - 1) % self.plan.openings.len()
    }

    /// Plays the games that are not among the `finished` ones, `workers` at once, until all are played or the
    /// tournament is halted. `sink` gets the events.
    ///
    /// # Errors
    /// The error of the sink; or [`Error::Request`] if the engines cannot be made.
    pub fn run(
        &self,
        engines: &TriedEngines,
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
        // Lines of a file may have been brought into another order.
        begun
            .values_mut()
            .for_each(|rounds| rounds.sort_by_key(|record| record.round.as_ref().map(|round| round.round)));
        let processors = self.processors(workers)?;
        let numbers =
            Mutex::new(self.plan.schedule.games_of(self.config.part()).filter(|number| !done.contains(&(number + 1))));
        let (sender, results) = sync_channel(64);
        std::thread::scope(|scope| {
            for worker in 0..workers {
                let (sender, numbers, begun) = (sender.clone(), &numbers, &begun);
                let processors = processors.get(worker);
                let work = move || {
                    if let Err(error) = self.work(engines, (worker, processors), numbers, begun, &sender) {
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

    /// The processors of each worker; none if the games are not bound to any.
    fn processors(&self, workers: usize) -> Result<Vec<Vec<usize>>, Error> {
        let Some(affinity) = &self.config.affinity else { return Ok(Vec::new()) };
        affinity.divide(workers, self.config.threads_of_a_game(self.plan.seats))
    }

    /// Plays games, as the worker of this number, until none is left.
    fn work(
        &self,
        engines: &TriedEngines,
        (worker, processors): (usize, Option<&Vec<usize>>),
        numbers: &Mutex<impl Iterator<Item = u64>>,
        begun: &FxHashMap<u64, Vec<GameRecord>>,
        sender: &SyncSender<Result<GameRecord, Error>>,
    ) -> Result<(), Error> {
        if let Some(processors) = processors {
            let wrong = |error| Error::request(format!("`affinity`: {error}"));
            affinity::bind(processors).map_err(wrong)?;
        }
        let (session, idle) = (self.config.session()?, FxHashMap::default());
        let mut worker = MatchWorker { tournament: self, engines, number: worker + 1, session, idle };
        loop {
            let next = numbers.lock().next();
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

/// The seed of a round of a game, derived from that of the tournament.
fn game_seed(seed: u64, number: u64, round: u32) -> u64 {
    drawn_seed(hash_key(seed ^ number.rotate_left(20) ^ u64::from(round).rotate_left(52)))
}

/// Whether a game of a tournament, or a round of a match, has the seed derived from that of the tournament.
pub(super) fn is_game_seed(record: &GameRecord, seed: u64) -> bool {
    let round = record.round.as_ref().map_or(0, |round| round.round);
    let drawn = game_seed(seed, record.number.wrapping_sub(1), round);
    // Up to version 0.2 it had 63 bits.
    record.seed == drawn || drawn_seed(record.seed << 1) == drawn
}

/// A thread's session and players.
struct MatchWorker<'a> {
    tournament: &'a Tournament,
    engines: &'a TriedEngines,
    /// Its number, from 1.
    number: usize,
    session: Box<dyn Session>,
    /// Players that are not in a game, by engine and by how many of the same engine sit before them.
    idle: FxHashMap<(usize, usize), Box<dyn MatchPlayer>>,
}

impl MatchWorker<'_> {
    /// Plays a game with these engines at the seats; returns its record and the points by the game's own count. `None`
    /// if the tournament was halted.
    fn play(
        &mut self,
        pairing: &Pairing,
        seats: &[usize],
        opening: usize,
        round: u32,
    ) -> Result<Option<(GameRecord, u32)>, Error> {
        let (Tournament { config, plan, halt, .. }, log) = (self.tournament, &self.engines.log);
        let game_options = config.game_options();
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
                    let log = log.as_ref().map(|log| log.of(format!("{}({})", plan.names[engine], self.number)));
                    let dialect = self.engines.tried[engine].dialect;
                    let context = PlayerContext { game_options: &game_options, hang, halt, dialect, log };
                    config.engine[engine].player(config.session()?, &context)?
                }
            });
        }
        let seed = game_seed(config.seed, pairing.number, round);
        let game = RefereedGame {
            opening: &plan.openings[opening],
            clocks: Clocks::with_margins(
                seats.iter().map(|&engine| plan.limits[engine].clone()).collect(),
                seats.iter().map(|&engine| config.margin(engine)).collect(),
            ),
            ponder: seats.iter().map(|&engine| config.engine[engine].ponders() && plan.seats == 2).collect(),
            seed,
            terms: Terms { maxturns: config.maxturns, resign: config.resign, draw: config.draw },
        };
        let played = referee::play(&mut *self.session, &mut players, game);
        let at_fault = played.as_ref().filter(|played| played.reason.is_fault()).and_then(|played| played.loser);
        for (seat, (key, player)) in keys.into_iter().zip(players).enumerate() {
            if Some(seat) != at_fault && !config.engine[key.0].restarts() {
                self.idle.insert(key, player);
            }
        }
        let points = points_of(&*self.session);
        Ok(played.map(|played| (self.record(pairing, seats, opening, seed, played), points)))
    }

    fn record(&self, pairing: &Pairing, seats: &[usize], opening: usize, seed: u64, played: Played) -> GameRecord {
        let (Tournament { config, plan, fingerprint, .. }, tried) = (self.tournament, &self.engines.tried);
        let seat = |&engine: &usize| Seat {
            name: plan.names[engine].clone(),
            id: tried[engine].id.clone(),
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
            quintet: VERSION.to_string(),
            seed,
            ended: Date::now().seconds(),
            ..GameRecord::default()
        }
    }

    /// Plays the remaining rounds of a match.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs whose numbers are doubles read the seeds of games and players exactly.
    #[test]
    fn drawn_seeds_are_exact_as_doubles_and_differ() {
        let mut seen = FxHashSet::default();
        for number in 0..20_000 {
            for (seed, round) in [(1, 0), (1, 1), (2, 0), (u64::MAX, 0), (1, u32::MAX)] {
                let drawn = game_seed(seed, number * 0x9e37_79b9, round);
                assert!(drawn + 4 < 1 << 53, "{drawn}");
                assert_eq!((drawn + 3) as f64 as u64, drawn + 3);
                seen.insert(drawn);
            }
        }
        assert_eq!(seen.len(), 100_000);
        assert!(drawn_seed(u64::MAX) + 4 < 1 << 53);
    }
}
