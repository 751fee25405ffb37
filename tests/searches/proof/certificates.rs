//! What is written is verified, in every game for two.

use super::damage::sealed;
use super::plain::{Minimax, Won, won};
use super::tic_tac_toe::TicTacToe;
use crate::common::legal;
use quintet::game::{Game, Playable, Player};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::registry::{GameEntry, Visitor, names, visit};
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::{Certificate, CertificateError, Claim, write};
use quintet::search::proof::strategy_walk::{AnswerError, WalkError};

/// The certificate of a claim that plain minimax has found.
pub fn certificate<G: Playable>(
    name: &str,
    setup: &G::Setup,
    root: &G,
    claim: Claim,
) -> Result<Vec<u8>, CertificateError> {
    let mut minimax = Minimax::new(u64::MAX);
    write(name, setup, root, &[claim], &mut |claim, position| minimax.answer(position, *claim, 9))
}

/// The games that two play.
pub fn names_for_two() -> impl Iterator<Item = &'static str> {
    names().filter(|name| *name != "yavalath3")
}

struct Wins;

impl Visitor for Wins {
    type Output = usize;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> usize {
        let found = won(&G::start(setup), [2, 5], 12, 60);
        for Won { root, claim, .. } in &found {
            let mut minimax = Minimax::new(u64::MAX);
            let distance = minimax.distance(root, *claim, 9).unwrap();
            let bytes = certificate(entry.name, setup, root, *claim).unwrap();
            let certificate = Certificate::read(&bytes).unwrap();
            assert_eq!(certificate.claims().collect::<Vec<_>>(), [*claim]);
            assert_eq!(certificate.position(), root.position_text());
            let mut reported = 0;
            let proved = certificate.verify_each::<G>(setup, &mut |claim, proved| {
                reported += 1;
                // Minimax agrees about every position that is reported, and its answer leads to one that is proved.
                let plies = minimax.distance(&proved.image.position, *claim, 9);
                assert!(plies.is_some_and(|plies| plies <= proved.plies), "{proved:?}");
                assert_eq!(proved.answer.is_some(), proved.image.position.to_move() == claim.player);
                assert!(proved.answer.is_none_or(|mv| legal(&proved.image.position).contains(&mv)));
            });
            let summary = proved.unwrap()[0].summary;
            assert_eq!(summary.longest, distance);
            assert_eq!(reported, summary.answers + summary.opponent_positions);
        }
        found.len()
    }
}

#[test]
fn wins_by_minimax_are_verified_in_every_game() {
    for name in names_for_two() {
        let found = visit(name, Wins).unwrap();
        assert!(found >= 3, "{name}: {found} won positions");
    }
}

#[test]
fn draws_are_verified_for_one_side_and_for_both() {
    let root = TicTacToe::start(&());
    let mut minimax = Minimax::new(u64::MAX);
    let claims = [Player::FIRST, Player::SECOND].map(|player| Claim { player, goal: Goal::Draw });
    let mut make = |claims: &[Claim]| {
        write("tic-tac-toe", &(), &root, claims, &mut |claim, position| minimax.answer(position, *claim, 9))
    };
    let verify = |bytes: &[u8]| Certificate::read(bytes).unwrap().verify::<TicTacToe>(&());
    let proved = verify(&make(&claims).unwrap()).unwrap();
    assert_eq!(proved.iter().map(|proved| proved.claim).collect::<Vec<_>>(), claims);
    for (claim, both) in claims.into_iter().zip(proved) {
        let alone = make(&[claim]).unwrap();
        assert_eq!(verify(&alone).unwrap(), [both]);
        // What reaches a draw wins nothing.
        let text = String::from_utf8(alone).unwrap().replace(" draw\n", " win\n");
        let error = verify(&sealed(text.as_bytes())).unwrap_err();
        assert!(matches!(error, CertificateError::Walk { .. }), "{error}");
    }
    let refused = |claims: &[Claim]| {
        let written = write("tic-tac-toe", &(), &root, claims, &mut |_, _| None);
        written.unwrap_err() == CertificateError::Claims
    };
    let win = Claim { goal: Goal::Win, ..claims[0] };
    assert!(refused(&[]) && refused(&[claims[0]; 2]) && refused(&[win, claims[1]]) && refused(&[claims[0]; 3]));
}

#[test]
fn what_is_not_so_cannot_be_written() {
    let start = Yavalath::start(&Setup { swap: false });
    let Won { root, claim, .. } = won(&start, [3, 5], 1, 60).pop().unwrap();
    let wrong = Claim { player: claim.player.other(), ..claim };
    let setup = Setup { swap: false };
    let error = certificate("yavalath", &setup, &root, wrong).unwrap_err();
    assert!(matches!(error, CertificateError::Walk { .. }), "{error}");
    // A strategy that takes the first decision it sees.
    let naive = write("yavalath", &setup, &root, &[claim], &mut |_, position| legal(position).first().copied());
    let error = naive.unwrap_err().to_string();
    assert!(error.contains("the game is ") && error.contains("which is not what is claimed"), "{error}");
    let none = write("yavalath", &setup, &root, &[claim], &mut |_, _| None).unwrap_err();
    let missing = |error: &WalkError| matches!(error, WalkError::Answer { error: AnswerError::Missing, .. });
    assert!(matches!(&none, CertificateError::Walk { error, .. } if missing(error)), "{none}");
}
