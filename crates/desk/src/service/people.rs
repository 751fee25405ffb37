//! Who may act in a game. A browser is a person by a cookie that it gets with its first game; there are no accounts.
//!
//! A person who starts a game plays the seats that nobody else has taken. A seat has a key, which is in the link to it:
//! the first person with it gets the seat, and the key is renewed, so that the link seats nobody else. The new key,
//! shown only to that person, leads back to the seat from another browser or without the cookie.

use super::error::DeskError;
use super::machine::Machine;
use super::names::{is_name, random_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The letters of a person's name, and of the key of a seat.
const PERSON_LETTERS: usize = 26;
const KEY_LETTERS: usize = 16;
/// The most browsers in which a person holds a seat; beyond that, the latest count.
const MAX_HOLDERS: usize = 8;

/// A browser.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Person(String);

impl Person {
    /// A new one.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn new(machine: &dyn Machine) -> Result<Self, DeskError> {
        random_name(machine, PERSON_LETTERS).map(Self).map_err(DeskError::Broken)
    }

    /// The person of this name, if it may be one.
    pub fn read(text: &str) -> Option<Self> {
        is_name(text, PERSON_LETTERS).then(|| Self(text.to_string()))
    }

    /// Its name in the store.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SeatPlace {
    /// Empty if it is free. Several are one person in several browsers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holders: Vec<Person>,
    key: String,
}

impl SeatPlace {
    fn free(machine: &dyn Machine) -> Result<Self, DeskError> {
        Ok(Self { holders: Vec::new(), key: random_name(machine, KEY_LETTERS).map_err(DeskError::Broken)? })
    }
}

/// Who started a game and who sits at it. A game without this belongs to everybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Company {
    starter: Person,
    /// One for each seat; those of engines stay empty.
    places: Vec<SeatPlace>,
}

/// What somebody may do in a game.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rights<'a> {
    /// The seats, from 1, that they play.
    mine: Vec<usize>,
    /// Whether the game is theirs: they started it or sit at it.
    is_own: bool,
    /// Keys of seats: of their own, to come back; for the person who started the game, also those of free seats, to
    /// give away.
    keys: BTreeMap<usize, &'a str>,
}

impl Company {
    /// The owner of a new game in which people have some of the seats. A single such seat is the owner's; of several,
    /// the owner plays those that nobody takes.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn new(machine: &dyn Machine, starter: Person, people: &[bool]) -> Result<Self, DeskError> {
        let mut places = people.iter().map(|_| SeatPlace::free(machine)).collect::<Result<Vec<_>, _>>()?;
        let mut people = people.iter().zip(&mut places).filter(|(is_person, _)| **is_person);
        if let (Some((_, place)), None) = (people.next(), people.next()) {
            place.holders.push(starter.clone());
        }
        Ok(Self { starter, places })
    }

    /// Whether it fits the size of the game.
    pub fn fits(&self, seats: usize) -> bool {
        self.places.len() == seats
    }

    /// Whether somebody plays a seat, from 1.
    pub fn plays(&self, person: &Person, seat: usize) -> bool {
        let place = seat.checked_sub(1).and_then(|index| self.places.get(index));
        place.is_some_and(|place| match place.holders.is_empty() {
            true => *person == self.starter,
            false => place.holders.contains(person),
        })
    }

    /// Whether somebody has started the game or sits at it.
    pub fn includes(&self, person: &Person) -> bool {
        *person == self.starter || self.places.iter().any(|place| place.holders.contains(person))
    }

    /// All of them.
    pub fn people(&self) -> Vec<&Person> {
        let mut people: Vec<&Person> = self.places.iter().flat_map(|place| &place.holders).collect();
        people.push(&self.starter);
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The seats, from 1, that somebody plays at a game in which people have these seats.
    pub fn seats_of(&self, person: Option<&Person>, people: &[bool]) -> Vec<usize> {
        let is_person = |seat: &usize| people.get(seat - 1).copied().unwrap_or_default();
        let plays = |seat: &usize| person.is_some_and(|person| self.plays(person, *seat));
        (1..=self.places.len()).filter(is_person).filter(plays).collect()
    }

    /// What somebody may do at a game in which people have these seats.
    pub fn rights(&self, person: Option<&Person>, people: &[bool]) -> Rights<'_> {
        let mine = self.seats_of(person, people);
        let keys = mine.iter().map(|&seat| (seat, self.places[seat - 1].key.as_str())).collect();
        Rights { is_own: person.is_some_and(|person| self.includes(person)), mine, keys }
    }

    /// Seats somebody with the key of a seat, from 1; returns whether that changes anything. With a wrong key they
    /// watch.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn sit(&mut self, machine: &dyn Machine, person: &Person, seat: usize, key: &str) -> Result<bool, DeskError> {
        let Some(place) = seat.checked_sub(1).and_then(|index| self.places.get_mut(index)) else { return Ok(false) };
        let has_seat = match place.holders.is_empty() {
            // Somebody who gives seats away sits at none by looking where the link leads.
            true => *person == self.starter,
            false => place.holders.contains(person),
        };
        if has_seat || place.key != key {
            return Ok(false);
        }
        if place.holders.is_empty() {
            *place = SeatPlace::free(machine)?;
        }
        place.holders.push(person.clone());
        if place.holders.len() > MAX_HOLDERS {
            place.holders.remove(0);
        }
        Ok(true)
    }

    /// Frees a seat, from 0.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn vacate(&mut self, machine: &dyn Machine, seat: usize) -> Result<(), DeskError> {
        if let Some(place) = self.places.get_mut(seat) {
            *place = SeatPlace::free(machine)?;
        }
        Ok(())
    }

    /// Moves everybody one seat on.
    pub fn move_on(&mut self) {
        self.places.rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rng;
    use crate::service::machine::tests::StandingMachine;
    use rand::{RngExt, SeedableRng};

    /// Whatever people do with their links: each seat is played by one person, nobody takes another's seat, and a
    /// seated person can come back with the key they were shown.
    #[test]
    fn nobody_takes_a_seat_that_is_taken() {
        let mut rng = Rng::seed_from_u64(7);
        let machine = &*StandingMachine::new();
        for round in 0..300 {
            let seats = vec![true; 2 + round % 3];
            let people: Vec<Person> = (0..5).map(|_| Person::new(machine).unwrap()).collect();
            let mut company = Company::new(machine, people[0].clone(), &seats).unwrap();
            // The links that go round: all keys that anybody was shown while the seat was free.
            let mut links: Vec<(usize, String)> = Vec::new();
            let mut taken: Vec<Option<usize>> = vec![None; seats.len()];
            for _ in 0..40 {
                for (seat, key) in company.rights(Some(&people[0]), &seats).keys {
                    if taken[seat - 1].is_none() {
                        links.push((seat, key.to_string()));
                    }
                }
                let who = rng.random_range(0..people.len());
                let (seat, key) = links[rng.random_range(0..links.len())].clone();
                let is_live = company.places[seat - 1].key == key;
                let sat = company.sit(machine, &people[who], seat, &key).unwrap();
                assert_eq!(sat, taken[seat - 1].is_none() && is_live && who != 0);
                if sat {
                    taken[seat - 1] = Some(who);
                    // Another browser of the same person.
                    let back = company.rights(Some(&people[who]), &seats).keys[&seat].to_string();
                    let other = Person::new(machine).unwrap();
                    assert!(company.sit(machine, &other, seat, &back).unwrap() && company.plays(&other, seat));
                }
                if rng.random_range(0..20) == 0 {
                    company.vacate(machine, seat - 1).unwrap();
                    taken[seat - 1] = None;
                }
                for (index, taken) in taken.iter().enumerate() {
                    for (who, person) in people.iter().enumerate() {
                        assert_eq!(company.plays(person, index + 1), taken.unwrap_or(0) == who);
                    }
                }
                assert!(company.rights(None, &seats).mine.is_empty());
            }
        }
    }
}
