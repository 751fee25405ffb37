//! Position texts: what is read is written and read again, keeps the laws of its game, and can be searched.

use super::{GameChoice, play_whole, search, sentence, state};
use crate::common::boards::random_text;
use crate::common::laws;
use quintet::board::bits::hash_key;
use quintet::game::{Playable, Rng, TextError};
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::search::{Kind, Verdict};
use quintet::session::{Session, Standing};
use rand::SeedableRng;

/// Nodes or iterations of each kind of search.
const NODES: [(Kind, u64); 3] = [(Kind::AlphaBeta, 300), (Kind::Mcts, 60), (Kind::MctsEval, 100)];

/// The text of a position, and a board that is made at random from the same bytes.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    if let Ok(text) = std::str::from_utf8(rest) {
        check(&choice, text);
    }
    let seed = bytes.iter().fold(0, |seed, &byte| hash_key(seed ^ u64::from(byte)));
    let text = visit(choice.game.name, Make(Rng::seed_from_u64(seed)));
    check(&choice, &text.expect("the game is in the registry"));
}

struct Make(Rng);

impl Visitor for Make {
    type Output = String;

    fn visit<G: Playable>(mut self, entry: &'static GameEntry, setup: &G::Setup) -> String {
        random_text::<G>(entry.name, setup, &mut self.0)
    }
}

fn check(choice: &GameChoice, text: &str) {
    let read = visit(choice.game.name, Read { choice, text }) == Some(true);
    let mut session = choice.session();
    let first = session.legal()[0].clone();
    session.play(&first).expect("a decision that is listed");
    let before = state(&*session);
    let set = session.set_position(Some(text), &[]);
    assert_eq!(set.is_ok(), read);
    if set.is_err() {
        assert_eq!(state(&*session), before, "a text that is refused changes nothing");
        return;
    }
    let again = session.position_text();
    canonical(choice, &*session);
    if session.standing() == Standing::Open {
        searches(choice, &again);
    } else {
        assert!(session.legal().is_empty() && session.legal_turns().is_empty(), "{again}");
    }
}

struct Read<'a> {
    choice: &'a GameChoice,
    text: &'a str,
}

impl Visitor for Read<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, _: &'static GameEntry, setup: &G::Setup) -> bool {
        let setup = self.choice.setup::<G>(setup);
        match G::read_position(&setup, self.text) {
            Ok(position) => {
                laws::anywhere(&setup, &position);
                true
            }
            Err(error) => {
                assert!(matches!(error, TextError::Position(_)), "{error}");
                sentence(&error);
                false
            }
        }
    }
}

/// The least of the texts of all images can be read, and is the least of its own.
fn canonical(choice: &GameChoice, session: &dyn Session) {
    let text = session.canonical_text();
    let mut turned = choice.session();
    let set = turned.set_position(Some(&text), &[]);
    set.unwrap_or_else(|error| panic!("{error}: {text}, turned from {}", session.position_text()));
    assert_eq!(turned.canonical_text(), text);
    assert_eq!(turned.standing(), session.standing(), "{text}");
    assert_eq!(turned.legal().len(), session.legal().len(), "{text}");
}

/// Every kind of search finds a legal turn and legal lines, and none proves the opposite of another.
fn searches(choice: &GameChoice, text: &str) {
    let at = || {
        let mut session = choice.session();
        session.set_position(Some(text), &[]).expect("it has been read before");
        session
    };
    let mut proven = None;
    for (kind, nodes) in NODES {
        let mut lines = Vec::new();
        let found = search(&*at(), kind, nodes, &mut |report| lines.push(report.turns.clone()));
        let Some(found) = found else { panic!("{text} is not searched") };
        let mut session = at();
        play_whole(&mut *session, &found.best);
        if found.verdict == Verdict::win_in(1) {
            assert!(session.standing() != Standing::Open, "{kind:?} wins with {} in {text}", found.best);
        }
        for line in lines {
            let set = session.set_position(Some(text), &line);
            set.unwrap_or_else(|error| panic!("{kind:?} in {text}: {error}"));
        }
        let result = match found.verdict {
            Verdict::Win(_) => Some(true),
            Verdict::Loss(_) => Some(false),
            Verdict::Score(_) | Verdict::Draw => None,
        };
        assert!(result.is_none() || proven.is_none() || result == proven, "{kind:?} contradicts another in {text}");
        proven = proven.or(result);
    }
}
