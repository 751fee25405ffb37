//! Certificates that were changed are refused, or still prove what they claim.

use super::certificates::{certificate, names_for_two};
use super::plain::{Minimax, Won, won};
use crate::common::legal;
use quintet::board::bits::random_below;
use quintet::game::{Game, Playable, Rng};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::games::yinsh::{self, Yinsh};
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::{Certificate, CertificateError, Proved};
use quintet::search::proof::head::HeadError;
use rand::SeedableRng;
use std::collections::BTreeSet;

/// Where the answers of a certificate begin.
fn body(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2
}

/// The same certificate with the checksum that it has now.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let end = body(bytes) - 1;
    let start = bytes[..end - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..start]);
    hasher.update(&bytes[end..]);
    let line = format!("checksum {:08x}\n", hasher.finalize());
    [&bytes[..start], line.as_bytes(), &bytes[end..]].concat()
}

/// A certificate with more than one answer.
fn example() -> Vec<u8> {
    let setup = Setup { swap: false };
    let found = won(&Yavalath::start(&setup), [3, 5], 20, 100);
    let make = |Won { root, claim, .. }: &Won<Yavalath>| certificate("yavalath", &setup, root, *claim).unwrap();
    found.iter().map(make).max_by_key(Vec::len).unwrap()
}

fn verify(bytes: &[u8]) -> Result<Vec<Proved>, CertificateError> {
    Certificate::read(bytes)?.verify::<Yavalath>(&Setup::default())
}

#[test]
fn every_changed_byte_is_refused() {
    let bytes = example();
    assert!(verify(&bytes).is_ok() && bytes == sealed(&bytes));
    for at in 0..bytes.len() {
        for value in (0..=255).filter(|&value| value != bytes[at]) {
            let mut changed = bytes.clone();
            changed[at] = value;
            assert!(Certificate::read(&changed).is_err(), "byte {at} is {value}");
        }
    }
    for end in 0..bytes.len() {
        assert!(Certificate::read(&bytes[..end]).is_err(), "cut off at {end}");
    }
    for more in ["\0", "\n", "\n\n", "a"] {
        assert!(Certificate::read(&[&bytes, more.as_bytes()].concat()).is_err());
    }
}

#[test]
fn answers_that_are_too_many_or_too_few_are_refused() {
    let bytes = example();
    let text = String::from_utf8_lossy(&bytes);
    let count: u64 = text.split_once("\nanswers ").unwrap().1.split_once('\n').unwrap().0.parse().unwrap();
    let changed = |from: &str, to: &str, cut: usize, more: &[u8]| {
        let start = body(&bytes);
        let head = String::from_utf8(bytes[..start].to_vec()).unwrap();
        assert!(from.is_empty() || head.contains(from), "{head}");
        let head = head.replacen(from, to, 1);
        let answers = &bytes[start..];
        verify(&sealed(&[head.as_bytes(), &answers[..answers.len() - cut], more].concat())).unwrap_err()
    };
    let answers = |count: u64| format!("\nanswers {count}\n");
    assert_eq!(changed("", "", 0, &[0]), CertificateError::Bytes(1));
    assert_eq!(changed(&answers(count), &answers(count + 1), 0, &[0]), CertificateError::Answers(1));
    assert!(matches!(changed("", "", 1, &[]), CertificateError::Size { .. }));
    assert!(matches!(changed(&answers(count), &answers(count - 1), 1, &[]), CertificateError::Walk { .. }));
    assert!(matches!(changed(&answers(count), &answers(u64::MAX), 0, &[]), CertificateError::Size { .. }));
    let wrong_line =
        |from: &str, to: &str| matches!(changed(from, to, 0, &[]), CertificateError::Head(HeadError::Line { .. }));
    assert!(wrong_line("\nmoves ", "\nmoves i9 "));
    assert!(wrong_line("\nmoves ", "\nmoves  "));
    assert!(wrong_line("\nanswers ", "\nanswers 0"));
    assert!(wrong_line("\nclaim ", "\nclaim 3"));
    assert!(wrong_line(" win\n", " loss\n"));
    assert!(wrong_line("\ngame ", "\ngames "));
    assert!(wrong_line("\noption Swap ", "\noption "));
    assert!(matches!(changed("option Swap false\n", "", 0, &[]), CertificateError::Options { .. }));
    assert!(matches!(changed("Swap", "Colour", 0, &[]), CertificateError::Text(_)));
    assert!(matches!(changed("\nposition ", "\nposition 9", 0, &[]), CertificateError::Text(_)));
}

#[test]
fn other_files_are_refused_in_a_sentence() {
    let read = |bytes: &[u8]| Certificate::read(bytes).unwrap_err().to_string();
    assert_eq!(
        read(b"quintet certificate 2\n"),
        "this is not a whole certificate: this is version 2, and this program reads version 1"
    );
    for bytes in [&b""[..], b"\n\n", b"quintet book 2\n", b"\xff\xfe\0", b"quintet certificate", &[0; 5_000]] {
        assert!(read(bytes).contains("the first line must be `quintet certificate 1`, not"), "{}", read(bytes));
    }
    for bytes in [&b"quintet certificate 1"[..], b"quintet certificate 1\n", b"quintet certificate 1\n\n"] {
        assert!(read(bytes).contains("does not end with a checksum"), "{}", read(bytes));
    }
    assert!(read(b"quintet certificate 1\ngame zen\n\n").contains("and line 2 is `game zen`"));
    assert!(read(&sealed(b"quintet certificate 1\nchecksum\n\n")).contains("line 2 of the file: `game`"));
    let mut rng = Rng::seed_from_u64(1);
    for _ in 0..2_000 {
        let length = random_below(&mut rng, 300) as usize;
        let noise: Vec<u8> = (0..length).map(|_| random_below(&mut rng, 256) as u8).collect();
        read(&noise);
        read(&[b"quintet certificate 1\n", &noise[..]].concat());
    }
}

/// A certificate taken apart.
#[derive(Clone)]
struct Parts {
    /// What stands before the moves.
    head: String,
    /// The text of each answer.
    answers: Vec<String>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Self {
        let (head, answers) = bytes.split_at(body(bytes));
        let head = String::from_utf8(head.to_vec()).unwrap();
        let (head, rest) = head.split_once("\nmoves ").unwrap();
        let moves: Vec<&str> = rest.lines().next().unwrap().split(' ').collect();
        let answers = answers.iter().map(|&number| moves[usize::from(number)].to_string()).collect();
        Self { head: head.to_string(), answers }
    }

    fn bytes(&self) -> Vec<u8> {
        let moves: Vec<&String> = self.answers.iter().collect::<BTreeSet<_>>().into_iter().collect();
        assert!(moves.len() < 128);
        let numbers = self.answers.iter().map(|text| moves.binary_search(&text).unwrap() as u8);
        let moves: String = moves.iter().map(|text| format!(" {text}")).collect();
        let head = format!("{}\nmoves{moves}\nchecksum\n\n", self.head);
        sealed(&[head.as_bytes(), &numbers.collect::<Vec<_>>()].concat())
    }
}

struct Replaced;

impl Visitor for Replaced {
    /// How many certificates were changed, and how many of them were refused.
    type Output = [usize; 2];

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> [usize; 2] {
        /// For each game.
        const CERTIFICATES: usize = 120;
        let found = won(&G::start(setup), [3, 5], 12, 60);
        let made: Vec<Parts> =
            found.iter().map(|won| Parts::of(&certificate(entry.name, setup, &won.root, won.claim).unwrap())).collect();
        let mut rng = Rng::seed_from_u64(7);
        let mut below = |limit: usize| random_below(&mut rng, limit as u32) as usize;
        let mut refused = 0;
        for number in 0..CERTIFICATES {
            let (root, mut parts) = (&found[number % made.len()].root, made[number % made.len()].clone());
            let at = below(parts.answers.len());
            let old = parts.answers[at].clone();
            let mut others: Vec<String> = legal(root).into_iter().map(|mv| root.move_text(mv)).collect();
            others.extend(parts.answers.clone());
            others.retain(|text| *text != old);
            parts.answers[at] = others[below(others.len())].clone();
            refused += usize::from(!holds::<G>(setup, &parts.bytes()));
        }
        [CERTIFICATES, refused]
    }
}

/// Whether a certificate is accepted; if so, minimax agrees about every position of it.
fn holds<G: Playable>(setup: &G::Setup, bytes: &[u8]) -> bool {
    let Ok(certificate) = Certificate::read(bytes) else { return false };
    let mut proved = Vec::new();
    let verified = certificate.verify_each::<G>(setup, &mut |claim, position| {
        proved.push((*claim, position.image.position, position.plies));
    });
    if verified.is_ok() {
        let mut minimax = Minimax::new(u64::MAX);
        for (claim, position, plies) in proved {
            assert!(claim.goal == Goal::Draw || minimax.holds(&position, claim, plies) == Some(true), "{position:?}");
        }
    }
    verified.is_ok()
}

#[test]
fn a_replaced_answer_is_refused_or_wins_as_well() {
    let (mut all, mut refused) = (0, 0);
    for name in names_for_two() {
        let [of_game, refused_of_game] = visit(name, Replaced).unwrap();
        all += of_game;
        refused += refused_of_game;
    }
    assert!(all >= 1_000 && refused > all / 2 && refused < all, "{refused} of {all} were refused");
}

#[test]
fn whatever_is_changed_the_check_ends_in_order() {
    let bytes = example();
    let mut rng = Rng::seed_from_u64(9);
    let mut refused = 0;
    for _ in 0..3_000 {
        let mut changed = bytes.clone();
        for _ in 0..=random_below(&mut rng, 3) {
            let at = random_below(&mut rng, changed.len() as u32) as usize;
            changed[at] = match random_below(&mut rng, 4) {
                0 => random_below(&mut rng, 256) as u8,
                1 => changed[at] ^ 1 << random_below(&mut rng, 8),
                _ => bytes[random_below(&mut rng, bytes.len() as u32) as usize],
            };
        }
        let end = changed.windows(2).position(|pair| pair == b"\n\n");
        let has_head = end.is_some_and(|end| changed[..end].contains(&b'\n'));
        let changed = if has_head { sealed(&changed) } else { changed };
        refused += usize::from(!holds::<Yavalath>(&Setup::default(), &changed));
    }
    assert!(refused > 1_000, "{refused}");
}

/// YINSH got its option after certificates had been made; what they do not say of it is what it was before.
#[test]
fn certificates_older_than_an_option_are_verified() {
    let setup = yinsh::Setup::BLITZ;
    let found = won(&Yinsh::start(&setup), [3, 5], 1, 100);
    let bytes = certificate("yinsh-blitz", &setup, &found[0].root, found[0].claim).unwrap();
    let (head, answers) = bytes.split_at(body(&bytes));
    let head = String::from_utf8(head.to_vec()).unwrap();
    let verify = |option: &str| {
        let head = head.replace("option Swap false\n", option);
        Certificate::read(&sealed(&[head.as_bytes(), answers].concat())).unwrap().verify::<Yinsh>(&setup)
    };
    assert_ne!(head, head.replace("option Swap false\n", ""));
    assert_eq!(verify(""), verify("option Swap false\n"));
    assert!(verify("").is_ok());
}
