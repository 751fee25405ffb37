//! A checker of its own: it reads the format as docs/proofs.md has it, and plays by the second implementation of the rules.
//! The engine only turns and mirrors positions for it.

use super::certificates::names_for_two;
use super::plain::{Won, won};
use super::solving::{SETTINGS, within};
use crate::common::Reference;
use crate::reference::gipf::{Kind, PlainGipf};
use crate::reference::{pentalath, yavalath, yinsh, zen};
use quintet::game::Playable;
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::search::proof::solver::{GameValue, Solver};
use std::collections::{BTreeMap, HashMap};

/// The lines of the head by their first words, and the numbers of the answers.
fn read(bytes: &[u8]) -> (BTreeMap<String, String>, Vec<usize>) {
    let end = (0..bytes.len()).find(|&at| bytes[at..].starts_with(b"\n\n")).unwrap();
    let text = std::str::from_utf8(&bytes[..end]).unwrap();
    assert_eq!(text.lines().next(), Some("quintet certificate 1"));
    let lines = text.lines().map(|line| line.split_once(' ').unwrap());
    let head: BTreeMap<String, String> = lines.map(|(word, value)| (word.to_string(), value.to_string())).collect();
    let (mut numbers, mut number, mut shift) = (Vec::new(), 0, 0);
    for byte in &bytes[end + 2..] {
        number += usize::from(byte & 127) << shift;
        shift += 7;
        if byte & 128 == 0 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    (head, numbers)
}

/// The CRC-32 of zip and PNG, bit by bit.
fn crc(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

fn has_right_checksum(bytes: &[u8]) -> bool {
    let end = (0..bytes.len()).find(|&at| bytes[at..].starts_with(b"\n\n")).unwrap() + 1;
    let line = (0..end - 1).rfind(|&at| bytes[at] == b'\n').unwrap() + 1;
    let covered = bytes[..line].iter().chain(&bytes[end..]).copied();
    bytes[line..end] == *format!("checksum {:08x}\n", crc(covered)).as_bytes()
}

struct Checker<'a> {
    claimant: usize,
    moves: Vec<&'a str>,
    answers: std::vec::IntoIter<usize>,
    /// The positions that are proved (`true`) and those on the line (`false`).
    known: HashMap<String, bool>,
    /// The same text for all images of a position.
    canonical: &'a dyn Fn(&str) -> String,
}

impl Checker<'_> {
    fn has_won(&self, plain: &impl Reference) -> bool {
        plain.winners() == Some(1 << self.claimant)
    }

    fn check<R: Reference>(&mut self, plain: &R) {
        if plain.winners().is_some() {
            assert!(self.has_won(plain), "not won: {}", plain.text());
            return;
        }
        let after = |decision: &String| {
            let mut child = plain.clone();
            child.play(decision);
            child
        };
        let text = plain.text();
        // In these games White is seat 1.
        let decides = usize::from(text.split(' ').nth(1) == Some("b"));
        let mut legal = plain.legal();
        legal.sort();
        if decides == self.claimant && legal.iter().any(|decision| self.has_won(&after(decision))) {
            return;
        }
        let canonical = (self.canonical)(&text);
        match self.known.get(&canonical) {
            Some(true) => return,
            Some(false) => panic!("a position has come back: {text}"),
            None => {}
        }
        self.known.insert(canonical.clone(), false);
        if decides == self.claimant {
            let answer = self.moves[self.answers.next().unwrap()].to_string();
            assert!(legal.contains(&answer), "{answer} in {text}");
            self.check(&after(&answer));
        } else {
            legal.iter().for_each(|decision| self.check(&after(decision)));
        }
        self.known.insert(canonical, true);
    }
}

struct Checked;

impl Visitor for Checked {
    type Output = ();

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) {
        let mut setup = setup.clone();
        if entry.name == "yavalath" {
            G::set_option(&mut setup, "Swap", "false").unwrap();
        }
        let found = won(&G::start(&setup), [3, 5], 4, 60);
        assert!(!found.is_empty(), "{}", entry.name);
        for Won { root, claim, line } in found {
            // The certificate of the solver.
            let mut solver = Solver::new(16 << 10).unwrap();
            let control = within(&solver, 1_000_000);
            let solved = solver.solve((entry.name, &setup), &root, &control, SETTINGS, &mut |_, _| {}).unwrap();
            assert_eq!(solved.value, GameValue::Won(claim.player));
            let bytes = solved.certificate;
            assert!(has_right_checksum(&bytes));
            let (head, answers) = read(&bytes);
            assert_eq!(head["game"], entry.name);
            assert_eq!(head["claim"], format!("{} win", claim.player.index() + 1));
            assert_eq!(head["answers"], answers.len().to_string());
            let mut decisions = Vec::new();
            let mut position = G::start(&setup);
            for mv in line {
                decisions.push(position.move_text(mv));
                position.play(mv);
            }
            let canonical = |text: &str| {
                let position = G::read_position(&setup, text).unwrap();
                (0..G::SYMMETRIES).map(|index| position.transform(index).position_text()).min().unwrap()
            };
            let mut checker = Checker {
                claimant: claim.player.index(),
                moves: head["moves"].split(' ').collect(),
                answers: answers.into_iter(),
                known: HashMap::new(),
                canonical: &canonical,
            };
            match entry.name {
                "yavalath" => checker.play_and_check(yavalath::Plain::new(2, false), &decisions, &head),
                "pentalath" => checker.play_and_check(pentalath::Plain::start(false), &decisions, &head),
                "gipf" => checker.play_and_check(PlainGipf::start(Kind::Basic, 0, 0), &decisions, &head),
                "gipf-standard" => checker.play_and_check(PlainGipf::start(Kind::Standard, 0, 0), &decisions, &head),
                "gipf-tournament" => {
                    checker.play_and_check(PlainGipf::start(Kind::Tournament, 0, 0), &decisions, &head);
                }
                "yinsh" => checker.play_and_check(yinsh::PlainYinsh::new(3, false), &decisions, &head),
                "yinsh-blitz" => checker.play_and_check(yinsh::PlainYinsh::new(1, false), &decisions, &head),
                "zen" => checker.play_and_check(zen::Plain::start(false, 'w', 2), &decisions, &head),
                "zen-free" => checker.play_and_check(zen::Plain::start(true, 'w', 2), &decisions, &head),
                other => panic!("{other}"),
            }
        }
    }
}

impl Checker<'_> {
    fn play_and_check<R: Reference>(&mut self, mut plain: R, decisions: &[String], head: &BTreeMap<String, String>) {
        decisions.iter().for_each(|decision| plain.play(decision));
        assert_eq!(plain.text(), head["position"]);
        self.check(&plain);
        assert_eq!(self.answers.next(), None);
    }
}

#[test]
fn a_second_checker_by_other_rules_agrees() {
    names_for_two().for_each(|name| visit(name, Checked).unwrap());
}
