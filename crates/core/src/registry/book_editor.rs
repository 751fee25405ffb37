//! Editing and exporting the book of a game. It stands apart from sessions, so that a program without it holds no code
//! for it.

use super::{GameEntry, Visitor, unknown, visit};
use crate::book::build::{self, Editor};
use crate::book::export::{ExportError, ExportOptions, ExportedBook};
use crate::book::{Book, BookError};
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
        let setup = setup_of::<G>(session, setup)?;
        let root = session.start().map_or(Ok(G::start(&setup)), |start| G::read_position(&setup, &start))?;
        let position = G::read_position(&setup, &session.position_text())?;
        build::edit(entry.name, &setup, root, session.turns(), position, text)
    }
}

/// The setup of a session.
fn setup_of<G: Playable>(session: &dyn Session, setup: &G::Setup) -> Result<G::Setup, TextError> {
    let mut setup = setup.clone();
    for option in session.options() {
        G::set_option(&mut setup, option.name, &option.kind.value())?;
    }
    Ok(setup)
}

/// Packs a book for another program, which plays the game with the options of a session.
///
/// # Errors
/// [`ExportError`] if the text is not a book of this game, or cannot be packed.
pub fn export_book(session: &dyn Session, text: &str, options: ExportOptions) -> Result<ExportedBook, ExportError> {
    let exported = visit(session.name(), Exported { session, text, options });
    let no_game = || BookError::from(TextError::Game(unknown(session.name())));
    exported.unwrap_or_else(|| Err(no_game().into()))
}

struct Exported<'a> {
    session: &'a dyn Session,
    text: &'a str,
    options: ExportOptions,
}

impl Visitor for Exported<'_> {
    type Output = Result<ExportedBook, ExportError>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let setup = setup_of::<G>(self.session, setup).map_err(BookError::from)?;
        let book = Book::<G>::read(entry.name, &setup, self.text)?;
        book.export(&setup, &G::start(&setup), self.options)
    }
}
