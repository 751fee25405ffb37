//! Editing the book of a game. It stands apart from sessions, so that a program without it holds no code for it.

use super::{GameEntry, Visitor, unknown, visit};
use crate::book::BookError;
use crate::book::build::{self, Editor};
use crate::game::{Playable, TextError};
use crate::session::Session;

/// Starts a book at the present position of a session, or continues the one whose text is given.
///
/// # Errors
/// [`BookError`] if the text is not a book of this game that begins there.
pub fn edit_book(session: &dyn Session, text: Option<&str>) -> Result<Box<dyn Editor>, BookError> {
    let edited = visit(session.name(), Edited { session, text });
    edited.unwrap_or_else(|| Err(TextError::Game(unknown(session.name())).into()))
}

struct Edited<'a> {
    session: &'a dyn Session,
    text: Option<&'a str>,
}

impl Visitor for Edited<'_> {
    type Output = Result<Box<dyn Editor>, BookError>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let Self { session, text } = self;
        let mut setup = setup.clone();
        for option in session.options() {
            G::set_option(&mut setup, option.name, &option.kind.value())?;
        }
        let root = session.start().map_or(Ok(G::start(&setup)), |start| G::read_position(&setup, &start))?;
        let position = G::read_position(&setup, &session.position_text())?;
        build::edit(entry.name, &setup, root, session.turns(), position, text)
    }
}
