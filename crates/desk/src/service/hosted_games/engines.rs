//! Engines at tables: when they begin to think, what they answer, and what comes of time passing. An answer that comes
//! sooner than the pace of its game waits, so that it can be watched.

use super::HostedGames;
use crate::service::error::DeskError;
use crate::service::hosted_game::EngineAnswer;
use crate::service::open_hosted::OpenHosted;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// How often running clocks are stored: a program that is killed loses at most this much of a turn.
const KEPT_EVERY: Duration = Duration::from_secs(2);

impl HostedGames {
    /// Notes that the engine asked the question of this number in a game begins to think.
    pub fn engine_begins(&self, id: &str, number: u64) {
        let Ok(open) = self.find(id) else { return };
        let mut hosted = open.lock();
        if hosted.engine_begins(number) {
            open.report(&hosted);
        }
    }

    /// Takes the answer of an engine to the question of this number in a game: a turn, or what went wrong. It is played
    /// at once or, where its game has a pace, by a later [`tick`](Self::tick).
    pub fn engine_answers(&self, id: &str, number: u64, answer: EngineAnswer) {
        // A game may have been removed meanwhile.
        let Ok(open) = self.find(id) else { return };
        let mut hosted = open.lock();
        let (at_once, is_changed) = hosted.hold_answer(number, answer);
        if is_changed {
            open.report(&hosted);
        }
        drop(hosted);
        if let Some(answer) = at_once {
            self.answered(id, number, answer);
        }
    }

    fn answered(&self, id: &str, number: u64, answer: EngineAnswer) {
        // A search that was stopped is no longer waited for.
        let kept = self.change(id, |hosted| match hosted.answered(number, answer) {
            true => Ok(()),
            false => Err(DeskError::Stale),
        });
        // A turn that cannot be kept is not played; the engine waits until somebody has it go on.
        if let (Err(DeskError::Broken(what)), Ok(open)) = (kept, self.find(id)) {
            let mut hosted = open.lock();
            hosted.fail(&what);
            open.report(&hosted);
        }
    }

    /// What time brings: ends games in which somebody's time has run out, plays the turns of engines that have waited
    /// for the pace of their game, and stores running clocks now and then. To be called every 50 ms.
    pub fn tick(&self) {
        let now = self.machine.now();
        if self.is_time_to_keep(now) {
            self.keep_clocks();
        }
        let waiting: Vec<(String, Arc<OpenHosted>)> = {
            let open = self.open_games();
            let waits = |open: &Arc<OpenHosted>| {
                open.try_lock().is_some_and(|hosted| hosted.out_of_time().is_some() || hosted.has_due_answer())
            };
            open.iter().filter(|(_, open)| waits(open)).map(|(id, open)| (id.clone(), open.clone())).collect()
        };
        for (id, open) in waiting {
            let due = open.lock().due_answer();
            match due {
                Some((number, answer)) => self.answered(&id, number, answer),
                // Any change first ends a game whose time is up.
                None => _ = self.change(&id, |_| Err::<(), DeskError>(DeskError::Stale)),
            }
        }
    }

    fn is_time_to_keep(&self, now: Duration) -> bool {
        let mut next = self.next_keep.lock();
        let is_time = now >= *next;
        if is_time {
            *next = now + KEPT_EVERY;
        }
        is_time
    }

    /// Stores running clocks. If the disk is full, the next time will do.
    pub(super) fn keep_clocks(&self) {
        let open: Vec<Arc<OpenHosted>> = self.open_games().values().cloned().collect();
        for open in open {
            let mut hosted = open.lock();
            if hosted.running().is_some() && !open.removed.load(SeqCst) {
                hosted.note_time();
                let _ = self.keep(&hosted);
            }
        }
    }
}
