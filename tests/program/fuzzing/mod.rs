//! The laws of the fuzz targets in the ordinary tests: on the kept inputs, and on random changes of them.
//!
//! `fuzz/README.md` tells how to look for more. An input that broke a law is kept in `corpus/TARGET/`.

mod laws;

use laws::{LAWS, Law};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use quintet::registry::GAMES;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The stack of a search within a test, which is slower and takes more than elsewhere.
const STACK: usize = 64 << 20;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The kept inputs of a target, and for a game that has none one of another game.
fn kept(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(root().join("tests/program/fuzzing/corpus").join(target)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut inputs: Vec<(PathBuf, Vec<u8>)> =
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    for (first, game) in (b'0'..).zip(GAMES) {
        if inputs.iter().all(|(_, bytes)| bytes.first() != Some(&first)) {
            let (path, bytes) = &inputs[0];
            inputs.push((path.join(game.name), [&[first], &bytes[1..]].concat()));
        }
    }
    inputs
}

fn law(target: &str) -> Law {
    LAWS.iter().find(|(name, _)| *name == target).unwrap().1
}

/// Checks the kept inputs, then so many changes of them, with room for a search on the stack.
fn check(target: &'static str, cases: u32) {
    let work = move || {
        for (path, bytes) in kept(target) {
            let result = catch_unwind(AssertUnwindSafe(|| law(target)(&bytes)));
            assert!(result.is_ok(), "{} breaks the law", path.display());
        }
        changed(target, cases);
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}

/// A change of an input.
#[derive(Clone, Debug)]
enum Change {
    /// Another byte.
    Byte(Index, u8),
    /// A character that texts are made of.
    Letter(Index, u8),
    /// Some bytes out.
    Cut(Index, usize),
    /// Some bytes of another input in.
    Paste(Index, Index, Index, usize),
    /// Some bytes twice.
    Twice(Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let letters = select(&b" \n;-=/.,#\"[]{}*+:0123456789abcdefghiwxyz"[..]);
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (any::<Index>(), letters).prop_map(|(at, byte)| Change::Letter(at, byte)),
        (any::<Index>(), 1..20_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (any::<Index>(), any::<Index>(), any::<Index>(), 1..40_usize)
            .prop_map(|(at, of, from, length)| Change::Paste(at, of, from, length)),
        (any::<Index>(), 1..20_usize).prop_map(|(at, length)| Change::Twice(at, length)),
    ]
}

fn apply(change: &Change, bytes: &mut Vec<u8>, inputs: &[Vec<u8>]) {
    if bytes.is_empty() {
        return;
    }
    let place = |at: &Index, bytes: &[u8]| at.index(bytes.len());
    match change {
        Change::Byte(at, byte) | Change::Letter(at, byte) => {
            let at = place(at, bytes);
            bytes[at] = *byte;
        }
        Change::Cut(at, length) => {
            let at = place(at, bytes);
            bytes.drain(at..bytes.len().min(at + length));
        }
        Change::Paste(at, of, from, length) => {
            let other = of.get(inputs);
            let from = from.index(other.len().max(1));
            let part = other[from.min(other.len())..].iter().copied().take(*length);
            let at = place(at, bytes);
            bytes.splice(at..at, part.collect::<Vec<_>>());
        }
        Change::Twice(at, length) => {
            let at = place(at, bytes);
            let part = bytes[at..bytes.len().min(at + length)].to_vec();
            bytes.splice(at..at, part);
        }
    }
}

/// Runs a law on random changes of the kept inputs, the same in every run. `PROPTEST_CASES` says how many.
fn changed(target: &str, cases: u32) {
    let inputs: Vec<Vec<u8>> = kept(target).into_iter().map(|(_, bytes)| bytes).collect();
    let number = std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok());
    // What breaks a law is kept in the corpus, not in a file of seeds.
    let config = Config { cases: number.unwrap_or(cases), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let input = |(of, changes): &(Index, Vec<Change>)| {
        let mut bytes = of.get(&inputs).clone();
        changes.iter().for_each(|change| apply(change, &mut bytes, &inputs));
        bytes
    };
    let outcome = runner.run(&(any::<Index>(), vec(change(), 1..6)), |case| {
        let bytes = input(&case);
        catch_unwind(AssertUnwindSafe(|| law(target)(&bytes))).map_err(|_| TestCaseError::fail("broken"))
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(_, case)) => panic!("{target} is broken by b\"{}\"", input(&case).escape_ascii()),
        Err(TestError::Abort(reason)) => panic!("{target}: {reason}"),
    }
}

#[test]
fn dialogues_get_their_answers() {
    check("protocol", 150);
}

#[test]
fn requests_get_their_answers() {
    check("analysis", 300);
}

#[test]
fn positions_that_are_read_are_sound() {
    check("position", 600);
}

#[test]
fn turns_mean_what_they_say() {
    check("turns", 600);
}

#[test]
fn records_are_read_back() {
    check("records", 600);
}

#[test]
fn openings_and_books_are_read_back() {
    check("openings", 400);
}

#[test]
fn weights_are_read_back() {
    check("weights", 400);
}

#[test]
fn tournaments_in_toml_have_a_plan() {
    check("toml", 600);
}

#[test]
fn fast_and_plain_agree() {
    check("side_by_side", 150);
}

/// A law that is not fuzzed, or not checked here, would be forgotten.
#[test]
fn every_law_has_a_target_and_inputs() {
    assert!(GAMES.len() <= laws::ROOM, "inputs of game {} mean one with other options", laws::ROOM + 1);
    for (target, _) in LAWS {
        assert!(!kept(target).is_empty(), "{target} has no input");
        // A package has no folder `fuzz`.
        if root().join("fuzz").exists() {
            let file = format!("fuzz_targets/{target}.rs");
            assert!(fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap().contains(&file), "{file}");
            let source = fs::read_to_string(root().join("fuzz").join(&file)).unwrap();
            assert!(source.contains(&format!("laws::{target}::law")), "{file}");
        }
    }
}
