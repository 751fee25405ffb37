//! The law of stores: whatever is done, the database and the store in memory answer the same; and whatever is looked for, both
//! find what a plain filter finds.

use super::SqliteStore;
use crate::game::Rng;
use crate::server::machine::ThisMachine;
use crate::service::error::DeskError;
use crate::service::kept_game::{EndKind, Ended, KeptGame, PlayedTurn, SeatSetup};
use crate::service::people::{Company, Person};
use crate::service::store::memory::MemoryStore;
use crate::service::store::wanted::{Standing, Wanted};
use crate::service::store::{MOST_TRIED, Store, TreeText};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;

/// What a store answers to one of the acts, in one text.
type Act = Box<dyn Fn(&dyn Store) -> String>;

fn said<T: std::fmt::Debug>(answer: Result<T, DeskError>) -> String {
    format!("{answer:?}")
}

fn act(rng: &mut Rng, people: &[Person], companies: &[Company], step: u64) -> Act {
    let id = format!("g{}", rng.random_range(0..12));
    let person = people.get(rng.random_range(0..people.len() + 1)).cloned();
    match rng.random_range(0..12) {
        0..=3 => {
            let company = companies.get(rng.random_range(0..companies.len() + 1)).cloned();
            let record = KeptGame { company, ..super::damage_law::record(&id, step, "name") };
            let ended = (rng.random_range(0..3) == 0).then_some("It is over");
            Box::new(move |store| said(store.save(&record, ended)))
        }
        4 => Box::new(move |store| said(store.remove(&id))),
        5 => Box::new(move |store| said(store.load(&id))),
        6 | 7 => {
            let before = (rng.random_range(0..2) == 0).then(|| rng.random_range(0..16));
            let most = rng.random_range(1..6);
            Box::new(move |store| said(store.list(person.as_ref(), before, most, &Wanted::default())))
        }
        8 => {
            let (version, text) = (rng.random_range(0..3), TreeText::new(format!("e5 {step}")).unwrap());
            Box::new(move |store| said(store.set_tree(&id, version, &text)))
        }
        9 => Box::new(move |store| format!("{} {}", said(store.tree(&id)), said(store.tree_version(&id)))),
        10 => {
            let (person, version) = (people[rng.random_range(0..people.len())].clone(), rng.random_range(0..3));
            Box::new(move |store| said(store.set_practice(&person, version, &format!("[{step}]"))))
        }
        _ => {
            let person = people[rng.random_range(0..people.len())].clone();
            Box::new(move |store| said(store.practice(&person)))
        }
    }
}

#[test]
fn the_store_in_memory_is_the_same_store() {
    let machine = &ThisMachine::default();
    let people: Vec<Person> = (0..3).map(|_| Person::new(machine).unwrap()).collect();
    let of = |person: &Person| Company::new(machine, person.clone(), &[true, true]).unwrap();
    let mut companies: Vec<Company> = people.iter().map(of).collect();
    // One in which two have a part.
    let key = serde_json::to_value(&companies[0]).unwrap()["places"][0]["key"].as_str().unwrap().to_string();
    assert!(companies[0].sit(machine, &people[1], 1, &key).unwrap());
    let mut rng = Rng::seed_from_u64(12);
    let mut seen = [0; 4];
    for _ in 0..40 {
        let (database, memory) = (SqliteStore::open(None).unwrap(), MemoryStore::default());
        for step in 0..150 {
            let act = act(&mut rng, &people, &companies, step);
            let (one, other) = (act(&database), act(&memory));
            assert_eq!(one, other, "step {step}");
            assert_eq!(database.count(), memory.count());
            for (count, sign) in seen.iter_mut().zip(["older: Some", "Ok(Err(", "Missing", "It is over"]) {
                *count += usize::from(one.contains(sign));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "longer lists, refused variations, none, ends: {seen:?}");
}

const GAMES: [&str; 3] = ["yinsh", "zen", "yavalath3"];
const NAMES: [&str; 4] = ["Ann", "Zoë Ann", "BOB", ""];
const TURNS: [&str; 3] = ["e5", "d4", "e5-d4"];

/// What is known of a game by how it was made, from which the plain filter says whether it is wanted.
struct Fact {
    id: String,
    game: &'static str,
    /// The name or the level at each seat.
    seats: Vec<Result<&'static str, u8>>,
    /// Who plays those of the two people that are a person's, and whose game it is: 0, 1, or everybody's.
    owner: usize,
    /// The seats that share the point, if it has ended.
    winners: Option<Vec<usize>>,
    turns: Vec<&'static str>,
    has_start: bool,
    updated: u64,
}

fn fact(rng: &mut Rng, number: usize) -> Fact {
    let game = *GAMES.choose(rng).unwrap();
    let count = if game == "yavalath3" { 3 } else { 2 };
    let seat = |rng: &mut Rng| match rng.random_range(0..3) {
        0 => Err(rng.random_range(0..12)),
        _ => Ok(*NAMES.choose(rng).unwrap()),
    };
    let seats: Vec<_> = (0..count).map(|_| seat(rng)).collect();
    let winners = (rng.random_range(0..3) > 0).then(|| match rng.random_range(0..4) {
        0 => (1..=count).collect(),
        _ => vec![rng.random_range(1..=count)],
    });
    let turns = (0..rng.random_range(0..4)).map(|_| *TURNS.choose(rng).unwrap()).collect();
    let (owner, updated) = (rng.random_range(0..3), rng.random_range(0..100));
    Fact {
        id: format!("g{number}"),
        game,
        seats,
        owner,
        winners,
        turns,
        has_start: rng.random_range(0..5) == 0,
        updated,
    }
}

impl Fact {
    fn record(&self, people: &[Person], rng: &mut Rng) -> KeptGame {
        let seat = |seat: &Result<&str, u8>| match seat {
            Ok(name) => SeatSetup::Person { name: Some((*name).to_string()) },
            Err(level) => {
                serde_json::from_value(json!({ "kind": "quintet", "options": { "Skill": level.to_string() } })).unwrap()
            }
        };
        let seats: Vec<SeatSetup> = self.seats.iter().map(seat).collect();
        let is_person: Vec<bool> = seats.iter().map(SeatSetup::is_person).collect();
        let company = people
            .get(self.owner)
            .map(|owner| Company::new(&ThisMachine::default(), owner.clone(), &is_person).unwrap());
        let turn =
            |turn: &&str| PlayedTurn { turn: (*turn).to_string(), seat: 1, ms: None, left: None, next_used: None };
        let mut record = KeptGame {
            game: self.game.to_string(),
            seats,
            company,
            turns: self.turns.iter().map(turn).collect(),
            start: self.has_start.then(|| "somewhere".to_string()),
            updated: self.updated,
            ..super::damage_law::record(&self.id, 1, "")
        };
        // By the rules or otherwise; and of a match the first round begins it.
        match &self.winners {
            Some(winners) if rng.random_range(0..2) == 0 => {
                record.ended = Some(Ended {
                    why: EndKind::Agreed,
                    loser: None,
                    winners: winners.clone(),
                    sentence: String::new(),
                });
            }
            winners => record.won = winners.clone().unwrap_or_default(),
        }
        if rng.random_range(0..5) == 0 {
            record.rounds = vec![record.turn_texts()];
            record.turns.clear();
        }
        record
    }

    fn ended(&self) -> Option<&'static str> {
        self.winners.as_ref().map(|_| "It is over")
    }

    /// The seats that the first person plays.
    fn mine(&self) -> Vec<usize> {
        let is_mine = self.owner != 1;
        (1..=self.seats.len()).filter(|seat| is_mine && self.seats[seat - 1].is_ok()).collect()
    }

    fn has(&self, standing: Standing) -> bool {
        let (mine, count) = (self.mine(), self.seats.len());
        let Some(winners) = &self.winners else { return standing == Standing::Open };
        let takes_sides = !mine.is_empty() && mine.len() < count && winners.len() < count;
        let wins = mine.iter().any(|seat| winners.contains(seat));
        match standing {
            Standing::Open => false,
            Standing::Ended => true,
            Standing::Won => takes_sides && wins,
            Standing::Lost => takes_sides && !wins,
            Standing::Drawn => winners.len() == count,
        }
    }

    /// The plain filter.
    fn is(&self, wanted: &Wanted) -> bool {
        let levels: Vec<u8> = wanted.levels.iter().map(|level| level.parse().unwrap()).collect();
        let is_called = |seat: &Result<&str, u8>| match seat {
            Ok(name) => name.to_lowercase().contains(&wanted.player),
            Err(level) => levels.contains(level) || format!("quintet, level {level}").contains(&wanted.player),
        };
        (wanted.games.is_empty() || wanted.games.iter().any(|game| game == self.game))
            && (wanted.player.is_empty() || self.seats.iter().any(is_called))
            && wanted.standing.is_none_or(|standing| self.has(standing))
            && (wanted.since.unwrap_or(0)..wanted.until.unwrap_or(u64::MAX)).contains(&self.updated)
            && (wanted.opening.is_empty()
                || (!self.has_start
                    && self.turns.starts_with(&wanted.opening.iter().map(String::as_str).collect::<Vec<_>>())))
    }
}

fn wish(rng: &mut Rng) -> Wanted {
    let mut some = |share: u32| rng.random_range(0..share) == 0;
    let (game, player, standing, since, until, opening) = (some(2), some(3), some(2), some(3), some(3), some(3));
    let standings = Standing::WORDS.map(|(_, standing)| standing);
    let levels = if player && rng.random_range(0..2) == 0 { vec!["3".to_string()] } else { Vec::new() };
    Wanted {
        games: if game {
            GAMES[..rng.random_range(1..3)].iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
        player: if player {
            (*["ann", "zoë", "bob", "level 1", "nobody"].choose(rng).unwrap()).to_string()
        } else {
            String::new()
        },
        levels,
        standing: standing.then(|| *standings.choose(rng).unwrap()),
        since: since.then(|| rng.random_range(0..60)),
        until: until.then(|| rng.random_range(40..100)),
        opening: if opening {
            TURNS[..rng.random_range(1..3)].iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
    }
}

/// Thousands of games, of which each page tells of few: all that is wanted is found, once, newest first, in both stores.
#[test]
fn what_is_looked_for_is_what_a_plain_filter_finds() {
    let mut rng = Rng::seed_from_u64(51);
    let machine = &ThisMachine::default();
    let people: Vec<Person> = (0..2).map(|_| Person::new(machine).unwrap()).collect();
    let (database, memory) = (SqliteStore::open(None).unwrap(), MemoryStore::default());
    let facts: Vec<Fact> = (0..6 * MOST_TRIED).map(|number| fact(&mut rng, number)).collect();
    for fact in &facts {
        let record = fact.record(&people, &mut rng);
        for store in [&database as &dyn Store, &memory] {
            store.save(&record, fact.ended()).unwrap();
        }
    }
    let (mut found_some, mut went_on) = (0, 0);
    for round in 0..60 {
        let wanted = if round == 0 { Wanted::default() } else { wish(&mut rng) };
        // The second person's games are theirs alone.
        let expected: Vec<&str> = facts
            .iter()
            .rev()
            .filter(|fact| fact.owner != 1 && fact.is(&wanted))
            .map(|fact| fact.id.as_str())
            .collect();
        for store in [&database as &dyn Store, &memory] {
            let (mut found, mut before) = (Vec::new(), None);
            loop {
                let most = rng.random_range(1..200);
                let page = store.list(Some(&people[0]), before, most, &wanted).unwrap();
                assert!(page.games.len() <= most && page.unread == 0);
                went_on += usize::from(page.older.is_some() && page.games.len() < most);
                found.extend(page.games.into_iter().map(|stored| stored.record.id));
                before = page.older;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(found, expected, "{wanted:?}");
        }
        found_some += usize::from(!expected.is_empty());
    }
    assert!(found_some > 25 && went_on > 20, "{found_some} searches found something, {went_on} pages were not full");
}
