//! The games of a tuning, with the players and the referee of a tournament.

use super::TuneError;
use super::journal::Journal;
use crate::board::bits::{Rng, hash_key, random_below};
use crate::options::TUNE;
use crate::registry;
use crate::search::Halt;
use crate::session::{Session, Standing};
use crate::tournament::builtin::Builtin;
use crate::tournament::clock::{Clocks, TimeControl};
use crate::tournament::player::MatchPlayer;
use crate::tournament::referee::{self, RefereedGame, Terms};
use rand::SeedableRng;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::time::Duration;

/// How a game begins.
#[derive(Clone, Debug)]
pub enum Openings {
    /// With this many random turns.
    Random(RangeInclusive<u32>),
    /// With one of these lines.
    Lines(Vec<Vec<String>>),
}

/// The games of a tuning.
pub struct TuningGames<'a> {
    /// The limits of a turn.
    pub limits: TimeControl,
    /// How they begin.
    pub openings: Openings,
    /// What stops them.
    pub halt: &'a Halt,
}

impl TuningGames<'_> {
    /// Plays pairs until the journal is complete or the games are halted; calls `on_batch` after each batch.
    ///
    /// # Errors
    /// [`TuneError`]
    pub fn play(&self, journal: &mut Journal, on_batch: &mut dyn FnMut(&Journal)) -> Result<(), TuneError> {
        while journal.played() < journal.about().pairs {
            let (about, first) = (journal.about(), journal.played());
            let results: Result<Option<Vec<f64>>, TuneError> = (first..about.pairs.min(first + about.batch))
                .into_par_iter()
                .map(|pair| self.result(journal, pair))
                .collect();
            // What was cut short is played again.
            let Some(results) = results? else { return Ok(()) };
            journal.add(results)?;
            on_batch(journal);
        }
        Ok(())
    }

    /// By how many points the first side of a pair scores more, once it has played at every seat against the second at all
    /// others; `None` if the games are halted.
    fn result(&self, journal: &Journal, pair: u64) -> Result<Option<f64>, TuneError> {
        let about = journal.about();
        let seed = hash_key(about.seed ^ pair.rotate_left(20));
        let mut session = open(&about.game)?;
        let opening = self.opening(&mut *session, pair, seed)?;
        let seats = session.seats();
        let [first, second] = journal.spsa().sides(pair).map(|values| {
            let options = about.numbers.iter().zip(values);
            options.map(|(number, value)| (format!("{TUNE}{}", number.name), value.to_string())).collect::<Vec<_>>()
        });
        let mut players: Vec<Box<dyn MatchPlayer>> = vec![self.player(&about.game, &first)?];
        for _ in 1..seats {
            players.push(self.player(&about.game, &second)?);
        }
        let mut points = 0.0;
        for seat in 0..seats {
            let game = RefereedGame {
                opening: &opening,
                clocks: Clocks::with_margins(vec![self.limits.clone(); seats], vec![MARGIN; seats]),
                ponder: vec![false; seats],
                // A seed as doubles hold it exactly, as in every tournament.
                seed: seed >> 12,
                terms: Terms { maxturns: MAX_TURNS, resign: None, draw: None },
            };
            let Some(played) = referee::play(&mut *session, &mut players, game) else { return Ok(None) };
            if played.winners.contains(&seat) {
                points += 1.0 / played.winners.len() as f64;
            }
            // The first side moves on to the next seat.
            if seat + 1 < seats {
                players.swap(seat, seat + 1);
            }
        }
        // Equal sides score a point together in every game.
        let fair = 1.0;
        Ok(Some(if seats == 2 { 2.0 * (points - fair) } else { points - fair }))
    }

    fn player(&self, game: &str, options: &[(String, String)]) -> Result<Box<dyn MatchPlayer>, TuneError> {
        Ok(Builtin::read("quintet")?.player(open(game)?, options, self.halt)?)
    }

    /// The opening of a pair; the game goes on after it.
    fn opening(&self, session: &mut dyn Session, pair: u64, seed: u64) -> Result<Vec<String>, TuneError> {
        let turns = match &self.openings {
            Openings::Lines(lines) => return Ok(lines[(pair % lines.len() as u64) as usize].clone()),
            Openings::Random(turns) => turns,
        };
        let mut rng = Rng::seed_from_u64(seed);
        for _ in 0..ATTEMPTS {
            session.new_game();
            let number = turns.start() + random_below(&mut rng, turns.end() - turns.start() + 1);
            let mut opening = Vec::new();
            while session.standing() == Standing::Open && opening.len() < number as usize {
                let turn = session.random_turn(&mut rng);
                opening.push(session.play(&turn).map_err(|error| TuneError::Request(error.to_string()))?);
            }
            if session.standing() == Standing::Open {
                return Ok(opening);
            }
        }
        Err(TuneError::Request(format!("games end within {} random turns: ask for fewer", turns.end())))
    }
}

/// How much longer than allowed a turn may take.
const MARGIN: Duration = Duration::from_millis(50);
/// A longer game is a draw.
const MAX_TURNS: usize = 1_000;
/// How often a random opening is drawn anew because the game was over.
const ATTEMPTS: usize = 1_000;

fn open(game: &str) -> Result<Box<dyn Session>, TuneError> {
    registry::open(game).map_err(|error| TuneError::Request(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::journal::{self, About, VERSION};
    use crate::tune::spsa::Number;

    /// Enough for a step to change a turn.
    fn nodes(game: &str) -> &'static str {
        if game == "yavalath3" { "30" } else { "300" }
    }

    fn about(game: &str) -> About {
        let number = |name: &str, start, most, step| Number { name: name.to_string(), start, least: 0, most, step };
        About {
            tune: VERSION,
            engine: "test".to_string(),
            game: game.to_string(),
            limits: format!("nodes={}", nodes(game)),
            pairs: 6,
            batch: 3,
            rate: 0.1,
            seed: 1,
            openings: String::new(),
            numbers: match game {
                "yavalath3" => {
                    vec![number("puct_exploration", 50, 5_000, 40.0), number("implicit_minimax", 50, 1_000, 40.0)]
                }
                _ => vec![number("reverse_futility_margin", 50, 1_000, 40.0), number("reduction_base", 50, 300, 40.0)],
            },
        }
    }

    fn tuned(game: &str, threads: usize) -> Vec<f64> {
        let folder = std::env::temp_dir().join(format!("quintet-tuned-{game}-{threads}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut limits = TimeControl::default();
        limits.set("nodes", nodes(game)).unwrap();
        let games = TuningGames { limits, openings: Openings::Random(2..=4), halt: &Halt::default() };
        let mut journal = Journal::open(&folder, about(game)).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut batches = 0;
        pool.install(|| games.play(&mut journal, &mut |_| batches += 1)).unwrap();
        assert_eq!((batches, journal.played()), (2, 6));
        let (read, spsa, played) = journal::read(&folder).unwrap();
        assert_eq!((read, spsa.values(), played), (about(game), journal.spsa().values(), 6));
        std::fs::remove_dir_all(folder).unwrap();
        journal.spsa().values().to_vec()
    }

    #[test]
    fn the_numbers_do_not_depend_on_the_threads() {
        let mut moved = 0;
        for game in ["zen", "gipf", "yavalath3"] {
            let values = tuned(game, 1);
            assert_eq!(tuned(game, 2), values, "{game}");
            moved += i32::from(values != [50.0, 50.0]);
        }
        assert!(moved >= 2, "{moved}");
    }
}
