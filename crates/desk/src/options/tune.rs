//! The search parameters as options, in builds with the feature `tune`; without it there are none.

use crate::sentence::Sentence;
use crate::session::Session;
#[cfg(feature = "tune")]
use crate::text::shorten;

/// The prefix of the names of search parameters, in a build for tuning.
#[cfg(feature = "tune")]
const TUNE: &str = "Tune_";

/// The lines that declare the search parameters of a game.
pub(super) fn declarations(session: &dyn Session) -> Vec<String> {
    #[cfg(feature = "tune")]
    return session
        .search_params()
        .into_iter()
        .map(|(name, value, range)| {
            format!("option name {TUNE}{name} type spin default {value} min {} max {}", range.start(), range.end())
        })
        .collect();
    #[cfg(not(feature = "tune"))]
    {
        let _ = session;
        Vec::new()
    }
}

/// Sets a search parameter of a game; `None` if the name is not one.
pub(super) fn set(session: &dyn Session, name: &str, value: &str) -> Option<Result<(), Sentence>> {
    #[cfg(feature = "tune")]
    {
        let (name, numbers) = (name.strip_prefix(TUNE)?, session.search_params());
        let (_, _, range) = numbers.into_iter().find(|(known, ..)| *known == name)?;
        let done = value.parse().is_ok_and(|value| session.set_search_param(name, value));
        let wrong = || {
            let (least, most) = range.into_inner();
            super::says::whole(format!("{TUNE}{name}"), least, most, shorten(value))
        };
        Some(done.then_some(()).ok_or_else(wrong))
    }
    #[cfg(not(feature = "tune"))]
    {
        let _ = (session, name, value);
        None
    }
}

#[cfg(all(test, feature = "tune"))]
mod tests {
    use crate::options::{EngineOptions, OptionEffect, WithoutFiles};
    use crate::registry;
    use crate::session::Session;

    #[test]
    fn tune_options_are_declared_and_set() {
        let mut session = registry::open("zen-free").expect("a game");
        let mut options = EngineOptions::default();
        let declared = |options: &EngineOptions, session: &dyn Session| {
            options.declarations(session).into_iter().find(|line| line.contains(" Tune_futility_margin "))
        };
        let line = declared(&options, &*session).expect("it is declared");
        assert_eq!(line, "option name Tune_futility_margin type spin default 50 min 0 max 1000");
        assert_eq!(options.set(&mut *session, ("Tune_futility_margin", "61"), &WithoutFiles), Ok(OptionEffect::Clear));
        assert!(declared(&options, &*session).is_some_and(|line| line.contains("default 61")));
        let error =
            options.set(&mut *session, ("Tune_futility_margin", "-1"), &WithoutFiles).expect_err("out of range");
        assert!(error.contains("0 to 1000"), "{error}");
        let error = options.set(&mut *session, ("Tune_none", "1"), &WithoutFiles).expect_err("there is none");
        assert!(error.contains("Tune_none"), "{error}");
    }
}
