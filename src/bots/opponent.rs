//! Quintet as a program of an arena: from the lines that it is told to the lines that it answers.

use crate::arena::inferred::Memory;
use crate::arena::spelling::{cell_at, read, spelled};
use crate::arena::told::{Heard, Reader, Told, actions};
use crate::arena::{ArenaGame, FIRST_ANSWER};
use crate::option_files::MachineFiles;
use crate::options::EngineOptions;
use crate::search::Limits;
use crate::session::{SearchRequest, Session, Standing};
use std::time::{Duration, Instant};

/// How it plays.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How strong it is, from 0 to full strength.
    pub level: u8,
    /// How long an answer may take.
    pub time: Duration,
    /// The random seed.
    pub seed: u64,
}

/// A reply to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing is asked.
    None,
    /// A line for the arena.
    Answer(String),
    /// A line that cannot be understood, in a sentence.
    Complaint(String),
}

/// A player of one game.
pub struct Opponent {
    game: ArenaGame,
    session: Box<dyn Session>,
    options: EngineOptions,
    time: Duration,
    reader: Reader,
    memory: Memory,
    /// When the time of the next answer began.
    since: Instant,
    /// How long it took to get ready. The first turn may have been told before that.
    startup: Duration,
    /// Whether something has been answered, so that the next answer has no longer time.
    has_answered: bool,
}

/// How much of the time for an answer is kept back: a busy machine passes lines on late.
const KEPT_BACK: Duration = Duration::from_millis(20);
/// How long a search takes at least, if the time for an answer is as good as over.
const LEAST: Duration = Duration::from_millis(1);

impl Opponent {
    /// A player that was `started` then, in a program whose start-up may count as its first answer's time. All that it needs
    /// is made ready here.
    pub fn new(game: ArenaGame, manner: Manner, started: Instant) -> Self {
        let mut session = game.session();
        let mut options =
            EngineOptions { skill: manner.level, seed: manner.seed, hash: HASH, ..EngineOptions::default() };
        // The book is part of the program; without it the search has to do.
        let _ = options.set(&mut *session, ("OwnBook", "true"), &MachineFiles);
        session.prepare(&options.settings(&*session));
        session.touch(options.threads);
        let mut opponent = Self {
            game,
            session,
            options,
            time: manner.time,
            reader: Reader::new(game),
            memory: Memory::new(game),
            since: started,
            startup: Duration::ZERO,
            has_answered: false,
        };
        // A search that is too short to find anything fills the caches.
        opponent.search(Vec::new(), LEAST);
        opponent.startup = started.elapsed();
        opponent
    }

    /// Takes the next line, which has just come.
    pub fn line(&mut self, line: &str) -> Reply {
        match self.reader.line(line) {
            Heard::More => Reply::None,
            Heard::Header => {
                self.since = Instant::now();
                Reply::None
            }
            Heard::Wrong(what) => Reply::Complaint(what),
            // With the list it is known what is legal, whatever the position.
            Heard::Begin if self.game.facts().has_actions => self.answer("yes".to_string()),
            Heard::Begin => Reply::None,
            Heard::Turn(told) => match self.choose(&told) {
                Some(answer) => self.answer(answer),
                None => Reply::Complaint("there is nothing legal to answer".to_string()),
            },
        }
    }

    fn answer(&mut self, answer: String) -> Reply {
        self.has_answered = true;
        Reply::Answer(answer)
    }

    /// How long to think about the present turn.
    fn budget(&self) -> Duration {
        let (time, startup) = match self.has_answered {
            true => (self.time, Duration::ZERO),
            false => (FIRST_ANSWER.max(self.time), self.startup),
        };
        time.saturating_sub(KEPT_BACK + startup + self.since.elapsed()).max(LEAST)
    }

    /// The answer to a turn. The board is the truth, and where there is a list nothing else is answered.
    fn choose(&mut self, told: &Told) -> Option<String> {
        let is_known = self.memory.set_up(&mut *self.session, told);
        if is_known && self.session.standing() == Standing::Open {
            let found = self.known(told).and_then(|turns| self.search(turns, self.budget()));
            let found = found.map(|turn| spelled(self.game, &*self.session, &turn));
            if let Some(answer) = found.filter(|answer| is_listed(told, answer)) {
                return Some(answer);
            }
        }
        // Only where somebody says what cannot be.
        let empty = || {
            let y = told.rows.iter().position(|row| row.contains(self.game.facts().empty))?;
            let x = told.rows[y].find(self.game.facts().empty)?;
            cell_at(x, y).map(|_| format!("{x} {y}"))
        };
        told.actions.first().cloned().or_else(|| if self.game.facts().has_actions { None } else { empty() })
    }

    /// The turns to choose among: all (none are named) if the list agrees with the rules, and otherwise those in both.
    /// `None` if there are none.
    fn known(&self, told: &Told) -> Option<Vec<String>> {
        if told.actions.is_empty() {
            return Some(Vec::new());
        }
        let mut ours = actions(self.game, &*self.session);
        let mut theirs = told.actions.clone();
        ours.sort_unstable();
        theirs.sort_unstable();
        if ours == theirs {
            return Some(Vec::new());
        }
        let in_both = theirs.into_iter().filter(|action| ours.binary_search(action).is_ok());
        let turns: Vec<String> = in_both.filter_map(|action| read(self.game, &action, None).ok()).collect();
        (!turns.is_empty()).then_some(turns)
    }

    /// The best of these turns, or of all if none are named.
    fn search(&mut self, search_moves: Vec<String>, time: Duration) -> Option<String> {
        let request = SearchRequest {
            limits: Limits { movetime: Some(time), ..Limits::default() },
            search_moves,
            settings: self.options.settings(&*self.session),
            book: true,
            ..SearchRequest::default()
        };
        let (_, job) = self.session.search(request).ok()?;
        Some(job(&mut |_| {}).best)
    }
}

/// MiB for the transposition table, which an answer of 100 ms does not fill.
const HASH: usize = 16;

/// Whether an answer may be given: it is in the list, or there is none.
fn is_listed(told: &Told, answer: &str) -> bool {
    told.actions.is_empty() || told.actions.iter().any(|action| action == answer)
}
