//! Proof files know what was proved, and nothing that is not so.

use super::certificates::{certificate, names_for_two};
use super::plain::{Minimax, Won, after, won};
use super::tic_tac_toe::TicTacToe;
use crate::common::legal;
use quintet::board::bits::random_below;
use quintet::game::{Game, Notation, Playable, Player, Rng};
use quintet::games::gipf::{self, Gipf, Variant};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::option_files::proof_file;
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::{Certificate, Claim, option_values, write};
use quintet::search::proof::head::HeadError;
use quintet::search::proof::proof_file::{KnownResult, ProofCollection, ProofFile, ProofFileError, ProvedResult};
use rand::SeedableRng;
use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proof");
    fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{name}.proofs"))
}

/// The file of all that these certificates prove.
fn file_of<G: Playable>(name: &str, game: &str, setup: &G::Setup, certificates: &[Vec<u8>]) -> ProofFile {
    let mut collection = ProofCollection::default();
    for bytes in certificates {
        let certificate = Certificate::read(bytes).unwrap();
        certificate.verify_each::<G>(setup, &mut |claim, proved| collection.add(*claim, proved)).unwrap();
    }
    let mut bytes = Vec::new();
    let added = collection.len();
    let count = collection.write(game, &option_values::<G>(setup), &mut bytes).unwrap();
    fs::write(path(name), bytes).unwrap();
    let file = proof_file(&path(name)).unwrap();
    file.check().unwrap();
    file.fits::<G>(game, setup).unwrap();
    assert!(file.positions() == count as u64 && count <= added);
    file
}

/// Minimax finds what the file says of a position.
fn agrees<G: Playable>(minimax: &mut Minimax, position: &G, known: KnownResult) {
    let KnownResult { result, plies, best } = known;
    let text = position.position_text();
    let winner = match result {
        ProvedResult::Win => position.to_move(),
        ProvedResult::Loss => position.to_move().other(),
        ProvedResult::Draw => panic!("nothing was proved to be drawn: {text}"),
    };
    let claim = Claim { player: winner, goal: Goal::Win };
    assert_eq!(minimax.holds(position, claim, plies), Some(true), "{text} {known:?}");
    let best = best.unwrap_or_else(|| panic!("{text}"));
    assert!(legal(position).contains(&best), "{text}");
    assert_eq!(minimax.holds(&after(position, best), claim, plies - 1), Some(true), "{text} {known:?}");
}

struct LookUps;

impl Visitor for LookUps {
    type Output = ();

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) {
        let found = won(&G::start(setup), [2, 5], 8, 60);
        let made: Vec<Vec<u8>> =
            found.iter().map(|won| certificate(entry.name, setup, &won.root, won.claim).unwrap()).collect();
        let file = file_of::<G>(&format!("{}-lookups", entry.name), entry.name, setup, &made);
        let mut minimax = Minimax::new(u64::MAX);
        // Every position that was proved, turned in some way, is found.
        for (number, bytes) in made.iter().enumerate() {
            let mut proved = Vec::new();
            let certificate = Certificate::read(bytes).unwrap();
            certificate.verify_each::<G>(setup, &mut |_, one| proved.push((one.image.position, one.plies))).unwrap();
            for (position, plies) in proved {
                let turned = position.transform(number % G::SYMMETRIES);
                let known = file.probe(&turned).unwrap();
                assert!(known.plies <= plies, "{}", position.position_text());
                agrees(&mut minimax, &turned, known);
            }
        }
        // Of the games that led there, the last positions before are sometimes known; of most nothing is.
        let mut unknown = 0;
        for Won { root, line, .. } in &found {
            let mut position = G::start(setup);
            for mv in line {
                match file.probe(&position) {
                    Some(known) if known.plies <= 6 => agrees(&mut minimax, &position, known),
                    Some(_) => {}
                    None => unknown += 1,
                }
                position.play(*mv);
            }
            // The line that the file expects ends the game.
            let end = file.line(root, 100).into_iter().fold(*root, |position, mv| after(&position, mv));
            assert!(end.outcome().is_some(), "{}", root.position_text());
        }
        assert!(unknown > 10, "{}: {unknown}", entry.name);
    }
}

#[test]
fn what_was_proved_is_found_in_every_game_and_nothing_else() {
    names_for_two().for_each(|name| visit(name, LookUps).unwrap());
}

#[test]
fn a_swap_makes_no_difference() {
    let setup = Setup { swap: false };
    let found = won(&Yavalath::start(&setup), [2, 5], 30, 100);
    let made: Vec<Vec<u8>> =
        found.iter().map(|won| certificate("yavalath", &setup, &won.root, won.claim).unwrap()).collect();
    let file = file_of::<Yavalath>("swap", "yavalath", &setup, &made);
    file.fits::<Yavalath>("yavalath", &Setup { swap: true }).unwrap();
    let (mut swapped, mut declined) = (0, 0);
    for Won { root, .. } in found {
        let read = |swap: &str| {
            let text = root.position_text().replace(" no ", &format!(" {swap} "));
            Yavalath::read_position(&setup, &text).unwrap()
        };
        let known = file.probe(&root).unwrap();
        assert_eq!(file.probe(&read("done")), Some(known), "{}", root.position_text());
        if root.to_move() == Player::FIRST {
            continue;
        }
        // Whoever may take over the better side does, and who has it already keeps it.
        let open = read("open");
        let choice = file.probe(&open).unwrap();
        assert_eq!(choice.result, ProvedResult::Win);
        let is_swap = open.move_text(choice.best.unwrap()) == "swap";
        assert_eq!(is_swap, known.result == ProvedResult::Loss, "{}", root.position_text());
        agrees(&mut Minimax::new(u64::MAX), &open, choice);
        *(if is_swap { &mut swapped } else { &mut declined }) += 1;
    }
    assert!(swapped > 0 && declined > 0, "{swapped} {declined}");
}

#[test]
fn draws_are_known_if_both_sides_hold_them() {
    let root = TicTacToe::start(&());
    let mut minimax = Minimax::new(u64::MAX);
    let claims = [Player::FIRST, Player::SECOND].map(|player| Claim { player, goal: Goal::Draw });
    let mut make = |claims: &[Claim]| {
        write("tic-tac-toe", &(), &root, claims, &mut |claim, position| minimax.answer(position, *claim, 9)).unwrap()
    };
    let both = file_of::<TicTacToe>("both", "tic-tac-toe", &(), &[make(&claims)]);
    let known = both.probe(&root).unwrap();
    assert_eq!((known.result, known.plies), (ProvedResult::Draw, 0));
    let line = both.line(&root, 20);
    let end = line.iter().fold(root, |position, mv| after(&position, *mv));
    assert!(line.len() == 9 && end.outcome().is_some_and(|outcome| outcome.winner().is_none()), "{line:?}");
    let one = file_of::<TicTacToe>("one", "tic-tac-toe", &(), &[make(&claims[..1])]);
    assert_eq!(one.probe(&root), None);
}

#[test]
fn damaged_files_are_refused_or_know_less() {
    let setup = Setup { swap: false };
    let found = won(&Yavalath::start(&setup), [3, 5], 10, 100);
    let made: Vec<Vec<u8>> =
        found.iter().map(|won| certificate("yavalath", &setup, &won.root, won.claim).unwrap()).collect();
    let file = file_of::<Yavalath>("whole", "yavalath", &setup, &made);
    let wrong = |result: Result<(), ProofFileError>| result.unwrap_err().to_string();
    assert_eq!(wrong(file.fits::<Yavalath>("gipf", &setup)), "it is for yavalath, not for gipf");
    let handicap = gipf::Setup { variant: Variant::Basic, extra: [0, 2] };
    let of_gipf = file_of::<Gipf>("gipf", "gipf", &gipf::Setup::new(Variant::Basic), &[]);
    assert_eq!(
        wrong(of_gipf.fits::<Gipf>("gipf", &handicap)),
        "it is for gipf with Handicap none, not for gipf with Handicap black+2"
    );
    assert_eq!(of_gipf.probe(&Gipf::start(&handicap)), None);
    let bytes = fs::read(path("whole")).unwrap();
    let open = |name: &str, bytes: &[u8]| {
        fs::write(path(name), bytes).unwrap();
        proof_file(&path(name))
    };
    for end in 0..bytes.len() {
        assert!(open("cut", &bytes[..end]).is_err(), "cut off at {end}");
    }
    assert!(matches!(open("longer", &[&bytes[..], &[0]].concat()), Err(ProofFileError::Size { .. })));
    assert!(matches!(proof_file(Path::new("/nowhere")), Err(ProofFileError::Read(_))));
    let many = String::from_utf8_lossy(&bytes).replace("positions ", "positions 9999999999999999");
    assert!(matches!(
        open("many", many.as_bytes()),
        Err(ProofFileError::Head(HeadError::Line { .. }) | ProofFileError::Size { .. })
    ));
    let mut rng = Rng::seed_from_u64(3);
    for _ in 0..300 {
        let mut changed = bytes.clone();
        let at = random_below(&mut rng, bytes.len() as u32) as usize;
        changed[at] ^= 1 << random_below(&mut rng, 8);
        let Ok(file) = open("changed", &changed) else { continue };
        assert!(file.check().is_err(), "byte {at}");
        for Won { root, .. } in &found {
            // It may be wrong, but whatever it says can be done.
            let known = file.probe(root);
            let best = known.and_then(|known| known.best);
            assert!(best.is_none_or(|best| legal(root).contains(&best)));
            file.line(root, 10);
        }
    }
    // A file that is cut off while it is open knows nothing more.
    let file = open("shrinking", &bytes).unwrap();
    assert!(file.probe(&found[0].root).is_some());
    fs::write(path("shrinking"), b"").unwrap();
    assert_eq!(file.probe(&found[0].root), None);
}
