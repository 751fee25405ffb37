//! The numbers that steer a search as options, in builds with the feature `tune`; without it there are none.

use crate::search::Settings;
use crate::sentence::Sentence;
use crate::session::Session;
#[cfg(feature = "tune")]
use crate::text::shorten;
#[cfg(feature = "tune")]
use std::collections::BTreeMap;

/// The prefix of the names of these options.
#[cfg(feature = "tune")]
pub const TUNE: &str = "Tune_";

/// The numbers that have been set, by name.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tuned {
    #[cfg(feature = "tune")]
    numbers: BTreeMap<&'static str, i64>,
}

#[cfg(feature = "tune")]
impl Tuned {
    /// The numbers of the variant, with those that have been set in their place.
    fn params(&self, session: &dyn Session) -> crate::game::SearchParams {
        let mut params = session.search_params();
        // What has been set is within its range.
        self.numbers.iter().for_each(|(name, &value)| _ = params.set(name, value));
        params
    }

    /// The lines that declare the options.
    pub(super) fn declarations(&self, session: &dyn Session) -> Vec<String> {
        let declaration = |param: crate::game::SearchParam| {
            let (least, most) = param.range.into_inner();
            format!("option name {TUNE}{} type spin default {} min {least} max {most}", param.name, param.value)
        };
        self.params(session).list().into_iter().map(declaration).collect()
    }

    /// Sets a number; `None` if the name is not one.
    pub(super) fn set(&mut self, session: &dyn Session, name: &str, value: &str) -> Option<Result<(), Sentence>> {
        let name = name.strip_prefix(TUNE)?;
        let param = session.search_params().list().into_iter().find(|param| param.name == name)?;
        Some(match value.parse() {
            Ok(value) if param.range.contains(&value) => {
                self.numbers.insert(param.name, value);
                Ok(())
            }
            _ => {
                let (least, most) = param.range.into_inner();
                Err(super::says::whole(format!("{TUNE}{name}"), least, most, shorten(value)))
            }
        })
    }

    /// Has a search use the numbers.
    pub(super) fn adjust(&self, settings: &mut Settings, session: &dyn Session) {
        settings.params = (!self.numbers.is_empty()).then(|| self.params(session));
    }
}

#[cfg(not(feature = "tune"))]
#[expect(clippy::unused_self, reason = "as with the feature")]
impl Tuned {
    /// None.
    pub(super) fn declarations(&self, _: &dyn Session) -> Vec<String> {
        Vec::new()
    }

    /// No name is one.
    pub(super) fn set(&mut self, _: &dyn Session, _: &str, _: &str) -> Option<Result<(), Sentence>> {
        None
    }

    /// Nothing to do.
    pub(super) fn adjust(&self, _: &mut Settings, _: &dyn Session) {}
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
        assert_eq!(options.settings(&*session).params, None);
        assert_eq!(options.set(&mut *session, ("Tune_futility_margin", "61"), &WithoutFiles), Ok(OptionEffect::Clear));
        assert!(declared(&options, &*session).is_some_and(|line| line.contains("default 61")));
        // They are those of these options alone.
        assert!(declared(&EngineOptions::default(), &*session).is_some_and(|line| line.contains("default 50")));
        let params = options.settings(&*session).params.expect("one has been set");
        assert_eq!(params, crate::game::SearchParams { futility_margin: 61, ..session.search_params() });
        let error =
            options.set(&mut *session, ("Tune_futility_margin", "-1"), &WithoutFiles).expect_err("out of range");
        assert!(error.to_string().contains("0 to 1000"), "{error}");
        let error = options.set(&mut *session, ("Tune_none", "1"), &WithoutFiles).expect_err("there is none");
        assert!(error.to_string().contains("Tune_none"), "{error}");
    }
}
