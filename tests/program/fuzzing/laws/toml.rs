//! Descriptions of tournaments in TOML: what is read makes a plan whose games are as the schedule says, and what makes no
//! sense is refused in a sentence.

use super::{GameChoice, nowhere, sentence};
use quintet::tournament::clock::TimeControl;
use quintet::tournament::config::{Config, MatchPlan};

/// More engines than these have more games than can be looked at.
const ENGINES: usize = 6;
/// So many games of a schedule are looked at.
const GAMES: u64 = 60;

/// The text of a configuration, without the game.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let Ok(rest) = std::str::from_utf8(rest) else { return };
    let text = format!("game = \"{}\"\n{rest}", choice.game.name);
    let mut config = match Config::parse(nowhere(), &text) {
        Ok(config) => config,
        Err(error) => return sentence(&error),
    };
    if config.engine.len() > ENGINES {
        return;
    }
    // The law opens no file.
    config.openings = None;
    config = match config.filled_in() {
        Ok(config) => config,
        Err(error) => return sentence(&error),
    };
    let plan = match config.plan() {
        Ok(plan) => plan,
        Err(error) => return sentence(&error),
    };
    assert_eq!((plan.names.len(), plan.limits.len()), (config.engine.len(), config.engine.len()));
    for limits in plan.limits.iter().filter(|limits| !limits.is_unlimited()) {
        assert_eq!(limits.to_string().parse::<TimeControl>().ok().as_ref(), Some(limits), "{limits}");
    }
    let fingerprint = config.fingerprint(&plan);
    assert_eq!(config.clone().fingerprint(&config.plan().expect("the same again")), fingerprint);
    assert!(config.workers(plan.seats, 4) <= config.concurrency.min(4));
    schedule(&plan, config.engine.len());
    if plan.schedule.len() <= GAMES {
        let part: Vec<u64> = plan.schedule.games_of(config.part()).collect();
        assert!(part.is_sorted() && part.iter().all(|&number| number < plan.schedule.len()));
    }
}

/// The first and the last games are games of the tournament.
fn schedule(plan: &MatchPlan, engines: usize) {
    let games = plan.schedule.len();
    let first = 0..games.min(GAMES);
    let last = games.saturating_sub(GAMES).max(first.end)..games;
    for number in first.chain(last) {
        let pairing = plan.schedule.pairing(number);
        assert_eq!((pairing.number, pairing.seats.len(), pairing.opening), (number, plan.seats, 0));
        assert!(pairing.encounter <= number && pairing.seats.iter().all(|&engine| engine < engines));
    }
}
