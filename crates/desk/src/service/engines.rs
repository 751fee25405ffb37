//! The engine players of this program: how each answers a question, within the limits of its machine.

use super::error::DeskError;
use super::hosted_game::EngineQuestion;
use super::kept_game::SeatSetup;
use super::says;
use crate::options::{EngineOption, EngineOptions, OptionFiles, OptionId, WithoutFiles};
use crate::registry::OpenGame;
use crate::search::Limits;
use crate::search::skill::FULL;
use crate::search::time::Clock;
use crate::sentence::Sentence;
use crate::session::{SearchRequest, Session};
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest an engine thinks about a turn without a clock, unless chosen otherwise.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The longest time for a turn that can be chosen, in milliseconds.
pub const MAX_TIME_MS: u64 = 600_000;
/// The longest analysis, in milliseconds.
pub const MAX_ANALYSIS_MS: u64 = 3_600_000;
/// The memory of a search for a turn, in MiB, unless chosen otherwise: at full strength, and for a weaker one, which
/// searches few nodes.
const HASH: usize = 16;
const WEAK_HASH: usize = 2;

/// The options that can be set on the page: those of a search. The others are for the protocol or name files.
pub const SETTABLE: [OptionId; 9] = [
    OptionId::Search,
    OptionId::Threads,
    OptionId::Hash,
    OptionId::MultiPv,
    OptionId::Skill,
    OptionId::LimitStrength,
    OptionId::Elo,
    OptionId::OwnBook,
    OptionId::Seed,
];

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchCaps {
    /// Threads.
    pub threads: usize,
    /// Memory in MiB.
    pub hash: usize,
}

impl SearchCaps {
    /// The options of a search for the page, on top of `options`.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an option that cannot be set, or not to this value.
    pub fn apply(
        self,
        options: &mut EngineOptions,
        session: &mut dyn Session,
        values: &BTreeMap<String, String>,
        files: &dyn OptionFiles,
    ) -> Result<(), DeskError> {
        for (name, value) in values {
            let known = EngineOption::named(name).filter(|option| SETTABLE.contains(&option.id));
            let Some(option) = known else {
                return Err(DeskError::Refused(says::no_option(crate::text::shorten(name))));
            };
            let number = value.parse::<usize>().unwrap_or(0);
            match option.id {
                OptionId::Threads if number > self.threads => {
                    return Err(DeskError::Refused(says::most_threads(self.threads, number)));
                }
                OptionId::Hash if number > self.hash => {
                    return Err(DeskError::Refused(says::most_memory(self.hash, number)));
                }
                _ => drop(options.set(session, (name, value), files).map_err(DeskError::Refused)?),
            };
        }
        Ok(())
    }
}

/// How many threads these options ask for.
pub fn threads_asked(values: &BTreeMap<String, String>) -> usize {
    let chosen = values.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
    chosen.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
}

/// One of this program's searches, with the game that it has open.
pub struct OwnPlayer {
    caps: SearchCaps,
    open: OpenGame,
}

impl OwnPlayer {
    /// A search without an open game.
    pub fn new(caps: SearchCaps) -> Self {
        Self { caps, open: OpenGame::default() }
    }

    /// The turn to play, or a sentence about what went wrong. Empty if it was stopped.
    pub fn answer(&mut self, ask: &EngineQuestion) -> Result<String, Sentence> {
        let SeatSetup::Quintet { options: values, .. } = &ask.setup else {
            return Err(says::not_quintets());
        };
        let token = ask.halt.stops().token();
        // It may have been stopped while it waited for its turn.
        if ask.halt.is_halted() {
            return Ok(String::new());
        }
        let session = self.open.session(&ask.line)?;
        let mut options = EngineOptions { seed: ask.seed, ..EngineOptions::default() };
        self.caps.apply(&mut options, session, values, &WithoutFiles).map_err(DeskError::said)?;
        options.multi_pv = 1;
        if !values.keys().any(|name| name.eq_ignore_ascii_case("Hash")) {
            let is_weak = options.skill < FULL || options.limit_strength;
            options.hash = if is_weak { WEAK_HASH } else { HASH }.min(self.caps.hash);
        }
        options.open_book(session, &WithoutFiles)?;
        ask.line.set_up(session, usize::MAX)?;
        let clock = ask.remaining.as_ref().map(|left| Clock {
            remaining: left[ask.seat],
            increment: ask.increment,
            moves_to_go: None,
        });
        let movetime = ask.setup.time_ms().map(Duration::from_millis);
        let movetime = movetime.or_else(|| clock.is_none().then_some(DEFAULT_TIME));
        let request = SearchRequest {
            limits: Limits { movetime, clock, ..Limits::default() },
            stop_token: token.clone(),
            overhead: options.overhead,
            settings: options.settings(session),
            book: true,
            ..SearchRequest::default()
        };
        session.prepare(&request.settings);
        let (_, job) = session.search(request)?;
        let found = job(&mut |_| {});
        Ok(if token.stopped() { String::new() } else { found.best })
    }
}
