//! Bytes as decisions: the fast and the plain implementation have the same legal decisions, outcome and position text
//! at every step, and the session ends a game by repetition where the plain texts repeat.

use super::GameChoice;
use crate::common::{Reference, agree};
use crate::reference::{gipf, pentalath, yavalath, yinsh, zen};
use quintet::game::{Game, Notation, Playable};
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::session::{Session, Standing};
use std::collections::HashMap;

/// A game has at most so many decisions here.
const LENGTH: usize = 200;

/// Each byte is the number of a decision in the alphabet; where there are more than 256, two bytes.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let is = |name: &str, value: &str| choice.options.iter().any(|(known, now)| *known == name && now == value);
    let session = choice.session();
    let extra = |colour: &str| (1..=3).find(|n| is("Handicap", &format!("{colour}+{n}"))).unwrap_or(0);
    let gipf = |kind| gipf::PlainGipf::start(kind, extra("white"), extra("black"));
    let zen = |free| {
        let first = if is("First", "black") { 'b' } else { 'w' };
        zen::Plain::start(free, first, if is("Seats", "4") { 4 } else { 2 })
    };
    match choice.game.name {
        "yavalath" => walk(&choice, session, yavalath::Plain::new(2, is("Swap", "true")), rest),
        "yavalath3" => walk(&choice, session, yavalath::Plain::new(3, false), rest),
        "pentalath" => walk(&choice, session, pentalath::Plain::start(is("Swap", "true")), rest),
        "gipf" => walk(&choice, session, gipf(gipf::Kind::Basic), rest),
        "gipf-standard" => walk(&choice, session, gipf(gipf::Kind::Standard), rest),
        "gipf-tournament" => walk(&choice, session, gipf(gipf::Kind::Tournament), rest),
        "yinsh" => walk(&choice, session, yinsh::PlainYinsh::new(3, is("Swap", "true")), rest),
        "yinsh-blitz" => walk(&choice, session, yinsh::PlainYinsh::new(1, is("Swap", "true")), rest),
        "zen" => walk(&choice, session, zen(false), rest),
        "zen-free" => walk(&choice, session, zen(true), rest),
        name => panic!("there is no plain implementation of {name}"),
    }
}

fn walk<R: Reference>(choice: &GameChoice, session: Box<dyn Session>, plain: R, bytes: &[u8]) {
    visit(choice.game.name, Walk { choice, session, plain, bytes });
}

struct Walk<'a, R> {
    choice: &'a GameChoice,
    session: Box<dyn Session>,
    plain: R,
    bytes: &'a [u8],
}

impl<R: Reference> Visitor for Walk<'_, R> {
    type Output = ();

    fn visit<G: Playable>(mut self, _: &'static GameEntry, setup: &G::Setup) {
        let setup = self.choice.setup::<G>(setup);
        let mut fast = G::start(&setup);
        let mut bytes = self.bytes.iter().map(|&byte| usize::from(byte));
        let mut seen = HashMap::new();
        for _ in 0..LENGTH {
            let legal = agree(&fast, &self.plain);
            let text = fast.position_text();
            assert_eq!(G::read_position(&setup, &text), Ok(fast), "{text}");
            let times = seen.entry(placement(self.choice.game.name, &text)).or_insert(0);
            *times += 1;
            let drawn = G::REPETITION && *times == 3;
            standing(&*self.session, &fast, drawn);
            let Some(byte) = bytes.next() else { return };
            if drawn || legal.is_empty() {
                return;
            }
            let number = if legal.len() > 256 { byte << 8 | bytes.next().unwrap_or(0) } else { byte };
            let Some(decision) = legal.iter().nth(number % legal.len()) else { return };
            fast.play(fast.read_move(decision).unwrap_or_else(|error| panic!("{error}: {}", fast.position_text())));
            self.plain.play(decision);
            self.session.play(decision).unwrap_or_else(|error| panic!("{error} in the session"));
        }
    }
}

/// What makes two positions the same for repetition. In Zèn that is the board, the side to move and the banned square
/// (docs/rules/zen.md, rule 5), elsewhere the whole text.
fn placement(game: &str, text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let same = if game.starts_with("zen") { 3 } else { fields.len() };
    fields[..same].join(" ")
}

/// The session is where the game is.
fn standing<G: Game + Notation>(session: &dyn Session, fast: &G, drawn: bool) {
    let text = fast.position_text();
    assert_eq!(session.position_text(), text);
    let expected = match fast.outcome() {
        Some(outcome) => Standing::Over(outcome),
        None if drawn => Standing::Over(quintet::game::Outcome::DRAW),
        None => Standing::Open,
    };
    assert_eq!(session.standing(), expected, "{text}");
}
