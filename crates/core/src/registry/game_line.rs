//! A line of play as text: everything needed to open a game at its present position.

use super::open;
use crate::game::TextError;
use crate::session::Session;
use std::collections::BTreeMap;

/// A game, its options, where it starts, and what is played from there.
///
/// ```
/// use quintet_core::registry::GameLine;
///
/// let moves = ["e5", "swap", "d4"].map(String::from).to_vec();
/// let line = GameLine { game: "yavalath".into(), moves, ..GameLine::default() };
/// assert_eq!(line.open()?.turns(), line.moves);
/// # Ok::<(), quintet_core::game::TextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
pub struct GameLine {
    /// The name of the game; case does not matter.
    pub game: String,
    /// Its options; others have their defaults.
    #[cfg_attr(feature = "serde", serde(default))]
    pub options: BTreeMap<String, String>,
    /// The position text it starts with; `None`: the start of the game.
    #[cfg_attr(feature = "serde", serde(default, rename = "position"))]
    pub start: Option<String>,
    /// Whole turns or single decisions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moves: Vec<String>,
}

impl GameLine {
    /// A session at the end of the line.
    ///
    /// # Errors
    /// [`TextError`], whose variant says which part is wrong.
    pub fn open(&self) -> Result<Box<dyn Session>, TextError> {
        let mut session = self.session()?;
        self.set_up(&mut *session, self.moves.len())?;
        Ok(session)
    }

    /// A session of the game with its options, before any move.
    ///
    /// # Errors
    /// [`TextError::Game`] or [`TextError::Option`].
    pub fn session(&self) -> Result<Box<dyn Session>, TextError> {
        let mut session = open(&self.game)?;
        for (name, value) in &self.options {
            session.set_option(name, value)?;
        }
        Ok(session)
    }

    /// Sets a session of this game, with these options, to the position after the first `moves` moves.
    ///
    /// # Errors
    /// [`TextError::Position`] or [`TextError::Move`], as for [`set_position`](crate::session::Play::set_position).
    pub fn set_up(&self, session: &mut dyn Session, moves: usize) -> Result<(), TextError> {
        session.set_position(self.start.as_deref(), &self.moves[..moves.min(self.moves.len())])
    }
}

/// A session that stays open for the next line if that has the same game and options.
#[derive(Default)]
pub struct OpenGame(Option<(Box<dyn Session>, BTreeMap<String, String>)>);

impl OpenGame {
    /// A session of the game of a line, at any position.
    ///
    /// # Errors
    /// As for [`GameLine::session`].
    pub fn session(&mut self, line: &GameLine) -> Result<&mut dyn Session, TextError> {
        // What does not fit gives its memory back before another session takes some.
        let kept = self.0.take();
        let fits = |(session, options): &(Box<dyn Session>, _)| {
            session.name().eq_ignore_ascii_case(&line.game) && *options == line.options
        };
        let session = match kept.filter(fits) {
            Some((session, _)) => session,
            None => line.session()?,
        };
        Ok(&mut *self.0.insert((session, line.options.clone())).0)
    }

    /// Closes the session and frees its memory.
    pub fn close(&mut self) {
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{OptionKind, Rng};
    use crate::registry::names;
    use rand::SeedableRng;

    /// Options of a game that are not its defaults, one line of play with each.
    fn lines(game: &str) -> Vec<GameLine> {
        let line = GameLine { game: game.to_uppercase(), ..GameLine::default() };
        let mut lines = vec![line.clone()];
        for option in open(game).unwrap().options() {
            let values = match option.kind {
                OptionKind::Check(is_on) => vec![(!is_on).to_string()],
                OptionKind::Choice(_, words) => words.iter().map(ToString::to_string).collect(),
            };
            lines.extend(values.into_iter().map(|value| {
                let options = [(option.name.to_string(), value)].into();
                GameLine { options, ..line.clone() }
            }));
        }
        lines
    }

    /// From the start and from a position on the way, at once and step by step.
    #[test]
    fn a_line_that_is_opened_is_that_line() {
        let mut kept = OpenGame::default();
        let mut rng = Rng::seed_from_u64(11);
        for mut line in names().flat_map(lines) {
            let mut session = line.session().unwrap();
            for _ in 0..8 {
                let turn = session.random_turn(&mut rng);
                session.play(&turn).unwrap();
            }
            line.moves = session.turns();
            let middle = GameLine { moves: line.moves[..4].to_vec(), ..line.clone() }.open().unwrap().position_text();
            let rest = GameLine { start: Some(middle), moves: line.moves[4..].to_vec(), ..line.clone() };
            for line in [line, rest] {
                let opened = line.open().unwrap();
                let last = opened.position_text();
                assert_eq!((opened.turns(), opened.start()), (line.moves.clone(), line.start.clone()), "{line:?}");
                let session = kept.session(&line).unwrap();
                for moves in 0..=line.moves.len() {
                    line.set_up(session, moves).unwrap();
                    assert_eq!(session.turns(), line.moves[..moves]);
                }
                assert_eq!(session.position_text(), last, "{line:?}");
            }
        }
    }

    #[test]
    fn the_error_says_which_part_is_wrong() {
        let [good, ..] = &lines("yavalath")[..] else { unreachable!() };
        let wrong = |change: fn(&mut GameLine)| {
            let mut line = good.clone();
            change(&mut line);
            line.open().err().unwrap()
        };
        assert!(matches!(wrong(|line| line.game = "chess".into()), TextError::Game(_)));
        assert!(matches!(wrong(|line| line.options = [("Swap".into(), "7".into())].into()), TextError::Option(_)));
        assert!(matches!(wrong(|line| line.start = Some("nowhere".into())), TextError::Position(_)));
        assert!(matches!(wrong(|line| line.moves = vec!["e5".into(), "e5".into()]), TextError::Move(_)));
    }
}
