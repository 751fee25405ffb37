//! The clocks of a hosted game. The time left for a seat follows from its turns: what the last of them left, minus what
//! the present turn has used. So taking back a turn restores the clock, and no act creates time.

use super::HostedGame;
use crate::service::kept_game::{EndKind, KeptGame, PlayedTurn, UsedTime};
use std::time::Duration;

impl HostedGame {
    /// Whether the clocks have been started: by the first turn at the table.
    fn has_begun(&self) -> bool {
        self.record.turns.len() > self.record.opening()
    }

    /// The seat, from 0, that may decide now. An engine may while it thinks.
    pub(super) fn may_act(&self) -> Option<usize> {
        let stands = self.is_over() || self.record.paused || self.record.problem.is_some();
        let seat = self.state.decides.filter(|_| !stands)? - 1;
        let thinks = || self.asked.as_ref().is_some_and(|asked| asked.thinks);
        (self.record.seats[seat].is_person() || thinks()).then_some(seat)
    }

    /// Runs or stops the stopwatch as needed after an event, and stores what it shows.
    pub(super) fn sync_clock(&mut self) {
        self.clock.run(self.may_act().is_some());
        let ms = self.clock.elapsed().as_millis() as u64;
        match (self.state.decides.filter(|_| !self.is_over()), &mut self.record.used) {
            (Some(seat), used) => *used = Some(UsedTime { seat, ms }),
            (None, Some(used)) => used.ms = ms,
            (None, None) => {}
        }
    }

    /// Whose clock runs, from 1.
    pub fn running(&self) -> Option<usize> {
        let has_clock = self.record.clock.is_some() && self.has_begun();
        self.may_act().filter(|_| has_clock).map(|seat| seat + 1)
    }

    /// The time left for each seat now, in milliseconds; at the end of a game, what was left then.
    pub fn remaining_ms(&self) -> Option<Vec<u64>> {
        self.record.clock?;
        let mut left: Vec<u64> = (1..=self.record.seats.len()).map(|seat| self.record.left(seat)).collect();
        if let Some(used) = self.record.used.filter(|_| self.has_begun()) {
            let place = &mut left[used.seat - 1];
            *place = place.saturating_sub(self.clock.elapsed().as_millis() as u64);
        }
        Some(left)
    }

    /// Ends the game if somebody's time has run out; returns whether it has.
    pub fn check_time(&mut self) -> bool {
        self.out_of_time().is_some_and(|seat| self.end_by(seat - 1, EndKind::Time).is_ok())
    }

    /// The seat, from 1, whose time has just run out.
    pub fn out_of_time(&self) -> Option<usize> {
        let running = self.running().zip(self.remaining_ms());
        running.filter(|(seat, left)| left[seat - 1] == 0).map(|(seat, _)| seat)
    }

    /// Takes the time of the last turn off its seat's clock and adds the increment. The next turn starts.
    pub(super) fn charge(&mut self, spent: Duration) {
        let starts_them = self.record.turns.len() <= self.record.opening() + 1;
        if let (Some(clock), Some((played, earlier))) = (self.record.clock, self.record.turns.split_last()) {
            let before = self.record.left_after(earlier, played.seat);
            let left = match starts_them {
                true => before,
                false => before.saturating_sub(spent.as_millis() as u64) + clock.increment_ms,
            };
            self.record.turns.last_mut().into_iter().for_each(|played| played.left = Some(left));
        }
        self.clock.set(Duration::ZERO);
    }

    /// Moves the turns after the first `to` to those taken back. The clocks return to what they were; the time that the
    /// present turn has used counts again once they are replayed.
    pub(super) fn take_back_clock(&mut self, to: usize) {
        let mut next_used = Some(self.clock.elapsed().as_millis() as u64);
        while self.record.turns.len() > to {
            let taken_back = self.record.turns.pop().map(|played| PlayedTurn { next_used: next_used.take(), ..played });
            self.record.undone.extend(taken_back);
            self.clock.set(Duration::ZERO);
        }
    }

    /// The last turn is one that was taken back: it takes the time it took then, and so does what came after it.
    pub(super) fn restore_clock(&mut self, undone: &PlayedTurn) {
        if let Some(played) = self.record.turns.last_mut().filter(|played| played.turn == undone.turn) {
            (played.ms, played.left) = (undone.ms, undone.left);
            self.clock.set(Duration::from_millis(undone.next_used.unwrap_or_default()));
            self.sync_clock();
        }
    }

    /// Resets all clocks to full; they wait for the first turn.
    pub(super) fn start_clocks(&mut self) {
        self.record.used = None;
        self.record.remaining_ms.clear();
        self.clock.set(Duration::ZERO);
    }

    /// Notes that the engine asked this question starts to think, or has finished and only waits to be watched. Until
    /// then, while others think, its time does not run. Returns whether the view changes.
    pub fn engine_thinks(&mut self, number: u64, thinks: bool) -> bool {
        match &mut self.asked {
            Some(asked) if self.questions == number && asked.thinks != thinks => asked.thinks = thinks,
            _ => return false,
        }
        self.sync_clock();
        if self.record.clock.is_some() {
            self.noted();
        }
        self.record.clock.is_some()
    }

    /// Updates the stored clocks.
    pub fn note_time(&mut self) {
        self.sync_clock();
    }
}

impl KeptGame {
    /// How many turns of this round the game started with.
    fn opening(&self) -> usize {
        if self.rounds.is_empty() { self.opening } else { 0 }
    }

    /// The time left for a seat (from 1) after the last turn, in milliseconds.
    pub(super) fn left(&self, seat: usize) -> u64 {
        self.left_after(&self.turns, seat)
    }

    /// The same after these turns.
    fn left_after(&self, turns: &[PlayedTurn], seat: usize) -> u64 {
        let after = turns.iter().rev().filter(|played| played.seat == seat).find_map(|played| played.left);
        let full = || self.clock.map_or(0, |clock| clock.base_ms);
        after.unwrap_or_else(|| self.remaining_ms.get(seat - 1).copied().unwrap_or_else(full))
    }
}
