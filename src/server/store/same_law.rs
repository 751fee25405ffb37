//! The law of stores: whatever is done, the database and the store in memory answer the same.

use super::SqliteStore;
use crate::game::Rng;
use crate::server::machine::ThisMachine;
use crate::service::error::DeskError;
use crate::service::kept_game::KeptGame;
use crate::service::people::{Company, Person};
use crate::service::store::memory::MemoryStore;
use crate::service::store::{Store, TreeText};
use rand::{RngExt, SeedableRng};

/// What a store answers to one of the acts, in one text.
type Act = Box<dyn Fn(&dyn Store) -> String>;

fn said<T: std::fmt::Debug>(answer: Result<T, DeskError>) -> String {
    format!("{answer:?}")
}

fn act(rng: &mut Rng, people: &[Person], companies: &[Company], step: u64) -> Act {
    let id = format!("g{}", rng.random_range(0..12));
    let person = people.get(rng.random_range(0..people.len() + 1)).cloned();
    match rng.random_range(0..10) {
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
            Box::new(move |store| said(store.list(person.as_ref(), before, most)))
        }
        8 => {
            let (version, text) = (rng.random_range(0..3), TreeText::new(format!("e5 {step}")).unwrap());
            Box::new(move |store| said(store.set_tree(&id, version, &text)))
        }
        _ => Box::new(move |store| format!("{} {}", said(store.tree(&id)), said(store.tree_version(&id)))),
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
