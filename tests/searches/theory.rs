//! docs/yavalath-theory.md: what is claimed there is checked from the certificates. The attempt on the rest is carried on by
//! `cargo run --release -p xtask -- replies`.

use quintet::board::bits::Rng;
use quintet::book::Book;
use quintet::game::{Game, MoveList, Notation, Player, Symmetry};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::option_files::proof_file;
use quintet::registry;
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::{Certificate, option_values};
use quintet::search::proof::proof_file::{KnownResult, ProofCollection, ProvedResult};
use quintet::search::proof::solver::{GameValue, SolveSettings, Solver};
use quintet::search::{Limits, SearchControl};
use rand::SeedableRng;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SETUP: Setup = Setup { swap: false };
const SETTINGS: SolveSettings = SolveSettings { threads: 1, only: Some(Player::FIRST), report_every: Duration::MAX };

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn played(moves: &[&str]) -> Yavalath {
    let mut position = Yavalath::start(&SETUP);
    for text in moves {
        position.play(position.read_move(text).unwrap());
    }
    position
}

/// The cells of a table's row of the document.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

#[test]
fn every_proved_first_stone_has_a_certificate_that_holds() {
    let text = fs::read_to_string(file("docs/yavalath-theory.md")).unwrap();
    let claims: Vec<_> = rows(&text).filter(|row| row.len() == 5 && row[1] == "White").collect();
    assert!(claims.len() >= 2);
    for row in claims {
        let certificate = fs::read(file(&format!("proofs/yavalath/{}.proof", row[0]))).unwrap();
        let certificate = Certificate::read(&certificate).unwrap();
        assert_eq!(certificate.position(), played(&row[..1]).position_text());
        let proved = certificate.verify::<Yavalath>(&SETUP).unwrap();
        assert_eq!((proved[0].claim.player, proved[0].claim.goal), (Player::FIRST, Goal::Win));
        let figures = [format!("{} plies", proved[0].summary.longest), proved[0].summary.answers.to_string()];
        assert_eq!(figures, [row[2].to_string(), row[4].replace(',', "")], "{}", row[0]);
    }
}

#[test]
fn the_centre_is_proved_anew_with_the_same_effort() {
    let text = fs::read_to_string(file("docs/yavalath-theory.md")).unwrap();
    let expected = rows(&text).find(|row| row.len() == 5 && row[0] == "e5").unwrap()[3].replace(',', "");
    let mut solver = Solver::new(256 << 10).unwrap();
    let control = SearchControl::unstoppable(Limits { nodes: Some(2_000_000), ..Limits::default() });
    let settings = SolveSettings { only: None, ..SETTINGS };
    let value = solver.value(&played(&["e5"]), &control, settings, &mut |_, _| {});
    assert_eq!(value, Ok(GameValue::Won(Player::FIRST)));
    assert_eq!(solver.evaluated().to_string(), expected);
}

#[test]
fn with_a_swap_the_proved_first_stones_are_swapped_and_the_book_places_none() {
    const WITH_SWAP: Setup = Setup { swap: true };
    let mut collection = ProofCollection::default();
    for first in ["e5", "e4"] {
        let certificate = fs::read(file(&format!("proofs/yavalath/{first}.proof"))).unwrap();
        let certificate = Certificate::read(&certificate).unwrap();
        certificate.verify_each::<Yavalath>(&SETUP, &mut |claim, proved| collection.add(*claim, proved)).unwrap();
    }
    let mut written = Vec::new();
    collection.write("yavalath", &option_values::<Yavalath>(&SETUP), &mut written).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("theory.proofs");
    fs::write(&path, written).unwrap();
    let proofs = proof_file(&path).unwrap();
    proofs.fits::<Yavalath>("yavalath", &WITH_SWAP).unwrap();
    let start = Yavalath::start(&WITH_SWAP);
    let mut lost = BTreeSet::new();
    let mut firsts = MoveList::new();
    start.moves(&mut firsts);
    for &first in &firsts {
        let mut position = start;
        position.play(first);
        let Some(KnownResult { result, best, .. }) = proofs.probe(&position) else { continue };
        assert_eq!(result, ProvedResult::Win);
        assert_eq!(position.move_text(best.unwrap()), "swap", "{}", start.move_text(first));
        lost.insert(start.move_text(first));
    }
    // The centre and the six cells around it.
    assert_eq!(lost.iter().map(|text| &text[..]).collect::<Vec<_>>(), ["d4", "d5", "e4", "e5", "e6", "f5", "f6"]);
    let book = Book::<Yavalath>::read("yavalath", &WITH_SWAP, registry::book("yavalath").unwrap()).unwrap();
    for seed in 0..1000 {
        let advice = book.advise(&start, &mut Rng::seed_from_u64(seed)).unwrap();
        let first = start.move_text(advice.line[0]);
        assert!(!lost.contains(&first), "the book places {first}, with which White loses");
    }
    for first in &lost {
        let mut position = start;
        position.play(start.read_move(first).unwrap());
        if let Some(advice) = book.advise(&position, &mut Rng::seed_from_u64(0)) {
            assert_eq!(position.move_text(advice.line[0]), "swap", "{first}");
        }
    }
}

#[path = "../../crates/xtask/src/replies.rs"]
mod replies;

fn read_replies() -> replies::Replies {
    replies::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn the_open_replies_are_those_of_the_document_and_none_is_missing() {
    let replies = read_replies();
    let known: BTreeSet<u64> = replies.keys().map(|(a, b)| played(&[a, b]).canonical_key()).collect();
    let firsts: BTreeSet<&String> = replies.keys().map(|(first, _)| first).collect();
    assert_eq!(firsts.len(), 9);
    let text = fs::read_to_string(file("docs/yavalath-theory.md")).unwrap();
    for first in firsts {
        let position = played(&[first]);
        let mut list = MoveList::new();
        position.moves(&mut list);
        for &mv in &list {
            let mut after = position;
            after.play(mv);
            assert!(known.contains(&after.canonical_key()), "{first} {}", position.move_text(mv));
        }
        let open: Vec<&str> = replies
            .iter()
            .filter(|((f, _), (is_proved, _))| f == first && !is_proved)
            .map(|((_, r), _)| &**r)
            .collect();
        let row = rows(&text).find(|row| row.len() == 4 && row[0] == first).unwrap();
        assert_eq!(row[2].trim_matches('–'), open.join(" "), "{first}");
    }
}

#[test]
fn some_of_the_proved_replies_are_proved_anew() {
    let quick = read_replies().into_iter().filter(|(_, (is_proved, positions))| *is_proved && *positions < 20_000);
    let mut solver = Solver::new(64 << 10).unwrap();
    let mut count = 0;
    for ((first, reply), _) in quick.step_by(9) {
        let limits = Limits { nodes: Some(solver.evaluated() + 200_000), ..Limits::default() };
        let control = SearchControl::unstoppable(limits);
        let solved = solver.solve(("yavalath", &SETUP), &played(&[&first, &reply]), &control, SETTINGS, &mut |_, _| {});
        assert_eq!(solved.map(|solution| solution.value), Ok(GameValue::Won(Player::FIRST)), "{first} {reply}");
        count += 1;
    }
    assert!(count >= 10, "{count}");
}
