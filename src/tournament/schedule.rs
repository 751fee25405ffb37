//! Who plays whom in which game: a pure function of the configuration, so that a stopped tournament, a part of one and
//! a longer one agree on which game has number 1,234.

use super::Error;
use crate::board::bits::{Rng, shuffle};
use crate::part::Part;
use itertools::Itertools;
use rand::SeedableRng;
use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others, which do not meet each other.
    Gauntlet,
}

/// The order of the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// What determines a schedule, with the seats of the game and the openings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScheduleOptions {
    /// How many engines there are.
    pub engines: usize,
    /// Who meets whom.
    pub format: Format,
    /// How many openings each encounter plays.
    pub rounds: u64,
    /// The order of the openings.
    pub order: Order,
    /// The seed of a random order.
    pub seed: u64,
}

/// A game of the schedule (or a match of several rounds).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: u64,
    /// The number of the encounter it belongs to: all exchanges of seats of one opening and one set of players.
    pub encounter: u64,
    /// The engine at each seat.
    pub seats: Vec<usize>,
    /// Which opening.
    pub opening: usize,
}

/// All games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// For each set of players that meet: the ways to seat them.
    encounters: Vec<Vec<Vec<usize>>>,
    rounds: u64,
    /// Which opening each round starts with, repeated.
    openings: Vec<usize>,
}

impl Schedule {
    /// The schedule of a tournament in a game whose seats have these sides, with this many openings.
    ///
    /// # Errors
    /// [`Error::Request`] if there are too few engines, or more games than can be counted.
    pub fn new(options: &ScheduleOptions, sides: &[usize], openings: usize) -> Result<Self, Error> {
        let engines = options.engines;
        if engines < 2 {
            return Err(Error::request(format!("a tournament needs at least two engines, not {engines}")));
        }
        let mut order: Vec<usize> = (0..openings).collect();
        if options.order == Order::Random {
            shuffle(&mut Rng::seed_from_u64(options.seed), &mut order);
        }
        let seatings =
            (0..sides.len()).try_fold(1, |product: usize, seat| product.checked_mul(engines.max(sides.len()) - seat));
        if seatings.is_none_or(|seatings| seatings > MAX_SEATINGS) {
            return Err(Error::request(format!("{engines} engines can be seated in more than {MAX_SEATINGS} ways")));
        }
        let schedule =
            Self { encounters: encounters(engines, sides, options.format), rounds: options.rounds, openings: order };
        if schedule.rounds.checked_mul(schedule.games_per_round()).is_none() {
            return Err(Error::request(format!("{} rounds are more games than can be counted", options.rounds)));
        }
        Ok(schedule)
    }

    /// How many games of an encounter are played with one opening.
    pub fn exchanges(&self) -> usize {
        self.encounters[0].len()
    }

    fn games_per_round(&self) -> u64 {
        (self.encounters.len() * self.exchanges()) as u64
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.rounds * self.games_per_round()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Game `number`, from 0.
    pub fn pairing(&self, number: u64) -> Pairing {
        let round = number / self.games_per_round();
        let place = (number % self.games_per_round()) as usize;
        let (encounter, exchange) = (place / self.exchanges(), place % self.exchanges());
        Pairing {
            number,
            encounter: number / self.exchanges() as u64,
            seats: self.encounters[encounter][exchange].clone(),
            opening: self.openings[(round % self.openings.len() as u64) as usize],
        }
    }

    /// How many encounters there are.
    pub fn encounters(&self) -> u64 {
        self.len() / self.exchanges() as u64
    }

    /// The numbers of the games of a part of the encounters, from 0.
    pub fn games_of(&self, part: Part) -> impl Iterator<Item = u64> + Send + use<> {
        let exchanges = self.exchanges() as u64;
        part.numbers(self.encounters()).flat_map(move |encounter| {
            let first = encounter * exchanges;
            first..first + exchanges
        })
    }

    /// How many games a part of the encounters has.
    pub fn len_of(&self, part: Part) -> u64 {
        part.len(self.encounters()) * self.exchanges() as u64
    }
}

/// The most seatings of the engines that are kept in memory.
const MAX_SEATINGS: usize = 5_000_000;

/// The sets of players that meet, each with all its seatings.
fn encounters(engines: usize, sides: &[usize], format: Format) -> Vec<Vec<Vec<usize>>> {
    let seats = sides.len();
    let teams = sides.iter().max().map_or(0, |most| most + 1) < seats;
    // Two teams of the same player each, if there are not enough players for all seats.
    if teams && engines < seats {
        let pairs = subsets(engines, 2, format).into_iter();
        return pairs
            .map(|pair| {
                vec![vec![0, 1], vec![1, 0]]
                    .into_iter()
                    .map(|order| sides.iter().map(|&side| pair[order[side]]).collect())
                    .collect()
            })
            .collect();
    }
    if engines < seats {
        // Too few players for the seats: every seating in which all of them take part.
        return vec![seatings(engines, seats)];
    }
    subsets(engines, seats, format)
        .into_iter()
        .map(|players| players.into_iter().permutations(seats).collect())
        .collect()
}

/// The sets of `size` engines that meet, in order.
fn subsets(engines: usize, size: usize, format: Format) -> Vec<Vec<usize>> {
    let sets = (0..engines).combinations(size);
    sets.filter(|set| format == Format::RoundRobin || set[0] == 0).collect()
}

/// All ways to fill the seats with the engines so that each has a seat; the first seat changes fastest.
fn seatings(engines: usize, seats: usize) -> Vec<Vec<usize>> {
    let all = (0..seats).map(|_| 0..engines).multi_cartesian_product();
    let seatings = all.map(|last_fastest| last_fastest.into_iter().rev().collect::<Vec<_>>());
    seatings.filter(|seats| (0..engines).all(|engine| seats.contains(&engine))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::KOfN;

    fn schedule(engines: usize, sides: &[usize], format: Format, rounds: u64, openings: usize) -> Schedule {
        let options = ScheduleOptions { engines, format, rounds, ..ScheduleOptions::default() };
        Schedule::new(&options, sides, openings).unwrap()
    }

    fn seats(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.len()).map(|number| schedule.pairing(number).seats).collect()
    }

    #[test]
    fn two_play_every_opening_with_seats_exchanged() {
        let schedule = schedule(2, &[0, 1], Format::RoundRobin, 3, 2);
        assert_eq!(seats(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]);
        let openings: Vec<usize> = (0..6).map(|number| schedule.pairing(number).opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn formats_say_who_meets_whom() {
        let robin = seats(&schedule(3, &[0, 1], Format::RoundRobin, 1, 1));
        assert_eq!(robin, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        let gauntlet = seats(&schedule(4, &[0, 1], Format::Gauntlet, 1, 1));
        assert_eq!(gauntlet, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
    }

    #[test]
    fn more_seats_are_taken_in_all_orders() {
        let three = seats(&schedule(3, &[0, 1, 2], Format::RoundRobin, 1, 1));
        assert_eq!(three.len(), 6);
        assert!(three.iter().all(|seats| (0..3).all(|engine| seats.contains(&engine))));
        assert_eq!(three, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
        let few = seats(&schedule(2, &[0, 1, 2], Format::RoundRobin, 1, 1));
        assert_eq!(few, [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]]);
        assert_eq!(seats(&schedule(4, &[0, 1, 2], Format::RoundRobin, 1, 1)).len(), 4 * 6);
        assert_eq!(seats(&schedule(4, &[0, 1, 2], Format::Gauntlet, 1, 1)).len(), 3 * 6);
        let teams = [0, 1, 0, 1];
        assert_eq!(seats(&schedule(2, &teams, Format::RoundRobin, 1, 1)), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seats(&schedule(3, &teams, Format::RoundRobin, 1, 1)).len(), 6);
        let four = seats(&schedule(4, &teams, Format::RoundRobin, 1, 1));
        assert_eq!(four.len(), 24);
        assert_eq!(four.iter().collect::<std::collections::BTreeSet<_>>().len(), 24);
    }

    #[test]
    fn parts_make_up_the_whole_and_keep_encounters_together() {
        let schedule = schedule(3, &[0, 1], Format::RoundRobin, 5, 3);
        for way in [Part::Interleaved, Part::Contiguous] {
            let mut all: Vec<u64> = (1..=4).flat_map(|k| schedule.games_of(way(KOfN { k, n: 4 }))).collect();
            all.sort_unstable();
            assert_eq!(all, (0..30).collect::<Vec<_>>());
            for (k, n) in [(1, 1), (1, 4), (2, 4), (4, 4), (7, 7), (16, 100), (15, 15)] {
                let part = way(KOfN { k, n });
                let games: Vec<u64> = schedule.games_of(part).collect();
                assert_eq!(schedule.len_of(part), games.len() as u64, "{k}/{n}");
                let whole = |pair: &[u64]| schedule.pairing(pair[0]).encounter == schedule.pairing(pair[1]).encounter;
                assert!(games.chunks(2).all(whole), "{k}/{n}");
            }
        }
        let every_fourth = Part::Interleaved(KOfN { k: 2, n: 4 });
        assert!(schedule.games_of(every_fourth).all(|number| schedule.pairing(number).encounter % 4 == 1));
        let second_quarter: Vec<u64> = schedule.games_of(Part::Contiguous(KOfN { k: 2, n: 4 })).collect();
        assert_eq!(second_quarter, (6..14).collect::<Vec<_>>());
    }

    #[test]
    fn no_number_of_rounds_is_counted_one_by_one() {
        let options = |rounds| ScheduleOptions { engines: 2, rounds, ..ScheduleOptions::default() };
        let said = Schedule::new(&options(u64::MAX), &[0, 1], 1).err().unwrap().to_string();
        expect_test::expect!["18446744073709551615 rounds are more games than can be counted"].assert_eq(&said);
        let schedule = Schedule::new(&options(u64::MAX / 2), &[0, 1], 1).unwrap();
        let last = u64::MAX / 2;
        for way in [Part::Interleaved, Part::Contiguous] {
            let part = way(KOfN { k: last, n: last });
            assert_eq!((schedule.len_of(part), schedule.len_of(Part::WHOLE)), (2, u64::MAX - 1));
            assert_eq!(schedule.games_of(part).collect::<Vec<_>>(), [u64::MAX - 3, u64::MAX - 2]);
        }
        assert!(schedule.games_of(Part::Interleaved(KOfN { k: 5, n: u64::MAX })).eq(8..10));
    }

    #[test]
    fn more_seatings_than_memory_are_refused() {
        let options = ScheduleOptions { engines: 10_000, rounds: 1, ..ScheduleOptions::default() };
        let said = Schedule::new(&options, &[0, 1, 2, 3], 1).err().unwrap().to_string();
        expect_test::expect!["10000 engines can be seated in more than 5000000 ways"].assert_eq(&said);
    }

    #[test]
    fn a_longer_tournament_begins_like_a_shorter_one() {
        let (short, long) =
            (schedule(3, &[0, 1], Format::RoundRobin, 2, 4), schedule(3, &[0, 1], Format::RoundRobin, 9, 4));
        assert!((0..short.len()).all(|number| short.pairing(number) == long.pairing(number)));
    }

    #[test]
    fn shuffled_openings_are_all_played() {
        let options =
            ScheduleOptions { engines: 2, rounds: 50, order: Order::Random, seed: 1, ..ScheduleOptions::default() };
        let schedule = Schedule::new(&options, &[0, 1], 50).unwrap();
        let mut openings: Vec<usize> = (0..50).map(|round| schedule.pairing(2 * round).opening).collect();
        assert_ne!(openings, (0..50).collect::<Vec<_>>());
        openings.sort_unstable();
        assert_eq!(openings, (0..50).collect::<Vec<_>>());
    }
}
