//! Turns: what is read is legal, is written as one word, and means the same when that is read; what is refused changes
//! nothing.

use super::{GameChoice, sentence, state};
use crate::common::legal;
use quintet::game::{Move, Playable, TextError};
use quintet::picture::Charset;
use quintet::registry::{GameEntry, Visitor, visit};
use quintet::session::{Session, Standing};

/// At most so many words are read.
const WORDS: usize = 200;

/// Turns or decisions, parted by spaces or line ends. A word of one character that is no turn is the number of a legal
/// decision, so that random bytes lead into a game.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let words: Vec<&str> = text.split([' ', '\n']).take(WORDS).collect();
    visit(choice.game.name, Line { choice: &choice, words: &words });
}

struct Line<'a> {
    choice: &'a GameChoice,
    words: &'a [&'a str],
}

impl Visitor for Line<'_> {
    type Output = ();

    fn visit<G: Playable>(self, _: &'static GameEntry, setup: &G::Setup) {
        let mut position = G::start(&self.choice.setup::<G>(setup));
        let mut session = self.choice.session();
        for word in self.words {
            if session.standing() != Standing::Open {
                break;
            }
            let mut letters = word.chars();
            let played = read(&position, &mut *session, word).or_else(|| {
                let number = letters.next().filter(|_| letters.next().is_none())?;
                let moves = legal(&position);
                let text = position.move_text(moves[number as usize % moves.len()]);
                Some(read(&position, &mut *session, &text).expect("a decision that is listed"))
            });
            played.into_iter().flatten().for_each(|mv| position.play(mv));
            assert_eq!(session.position_text(), position.position_text());
        }
        whole_game(self.choice, &mut *session, self.words);
    }
}

/// The decisions of a word, if it is a turn or a part of one; the session plays it then, and refuses it else.
fn read<G: Playable>(position: &G, session: &mut dyn Session, word: &str) -> Option<Vec<Move>> {
    let place = || position.position_text();
    match position.read_turn(word) {
        Ok(decisions) if players(position, &decisions) == 1 => {
            let written = session.play(word).unwrap_or_else(|error| panic!("`{word}` in {}: {error}", place()));
            assert_eq!(written, position.turn_text(&decisions));
            assert!(!written.is_empty() && !written.contains(|c: char| c.is_whitespace() || c.is_control()));
            assert_eq!(position.read_turn(&written).as_ref(), Ok(&decisions), "`{word}` in {}", place());
            Some(decisions)
        }
        // Decisions that are more than a turn are refused, too.
        _ => {
            let before = state(session);
            match session.play(word) {
                Err(error @ TextError::Move(_)) => sentence(&error),
                other => panic!("`{word}` in {}: {other:?}", place()),
            }
            assert_eq!(state(session), before, "`{word}` is refused and changes nothing");
            None
        }
    }
}

/// How many players in turn take a line of decisions, each of which is legal when its time comes.
fn players<G: Playable>(position: &G, decisions: &[Move]) -> usize {
    let (mut position, mut changes, mut last) = (*position, 0, None);
    for &mv in decisions {
        assert!(legal(&position).contains(&mv), "{}", position.position_text());
        changes += usize::from(last != Some(position.to_move()));
        last = Some(position.to_move());
        position.play(mv);
    }
    changes
}

/// The turns of a session lead another one to the same place, and can be taken back.
fn whole_game(choice: &GameChoice, session: &mut dyn Session, words: &[&str]) {
    let turns = session.turns();
    let mut other = choice.session();
    other.set_position(None, &turns).unwrap_or_else(|error| panic!("{error}: {turns:?}"));
    assert_eq!(state(&*other), state(session));
    assert!(session.terminal(Charset::Ascii).is_ascii());
    let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    assert!(session.svg(&words).trim_end().ends_with("</svg>"));
    // A line with something illegal in it is lost by whoever would have played that.
    let set = other.set_position(None, &words);
    assert!(set.is_ok() || matches!(other.standing(), Standing::Forfeit(_) | Standing::Over(_)));
    while session.undo() {}
    assert_eq!(state(session), state(&*choice.session()));
}
