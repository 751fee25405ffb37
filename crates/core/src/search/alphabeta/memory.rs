//! What searches learn about one game and leave to its next search, and memory they would otherwise allocate each time.

use super::abdada::SearchingTable;
use super::eval_cache::EvalCache;
use super::history::{History, Killers};
use super::pruning::Reductions;
use super::pv_table::PvTable;
use super::tt::TranspositionTable;
use crate::game::{Game, Move, Player, SearchParams};
use crate::search::OutOfMemory;
use crate::search::score::{MAX_PLY, Score};

/// The memory of alpha-beta.
pub struct SearchMemory {
    /// The size that was asked for, in KiB.
    kibibytes: usize,
    pub(super) tt: TranspositionTable,
    pub(super) threads: Vec<ThreadMemory>,
    pub(super) reductions: Reductions,
    /// Only where several threads have searched.
    pub(super) searching: Option<SearchingTable>,
}

/// What one thread has learned, and its scratch memory.
pub(super) struct ThreadMemory {
    pub history: History,
    pub killers: Killers,
    pub eval_cache: EvalCache,
    pub pv_table: PvTable,
    /// The static evaluations on the way to the node that is being searched, with the player whose they are.
    pub evaluations: Vec<Option<(Player, Score)>>,
}

impl SearchMemory {
    /// Empty, with room for about `kibibytes` KiB of positions.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(kibibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            kibibytes,
            tt: TranspositionTable::new(kibibytes)?,
            threads: Vec::new(),
            reductions: Reductions::NONE,
            searching: None,
        })
    }

    /// The size that was asked for, in KiB.
    pub fn kibibytes(&self) -> usize {
        self.kibibytes
    }

    /// Has the system give the memory of the table now, on this many threads.
    pub fn touch(&mut self, threads: usize) {
        self.tt.touch(threads);
    }

    /// Whether all of the table has been touched.
    pub fn is_touched(&self) -> bool {
        self.tt.is_touched()
    }

    /// Forgets everything, on this many threads.
    pub fn clear(&mut self, threads: usize) {
        self.tt.clear(threads);
        self.threads.iter_mut().for_each(ThreadMemory::clear);
    }

    /// Prepares for a search on this many threads, which reduces late moves if it is `selective`.
    pub(super) fn prepare<G: Game>(&mut self, threads: usize, params: &SearchParams, selective: bool) {
        self.tt.new_search();
        self.threads.iter_mut().for_each(ThreadMemory::new_search);
        self.threads.resize_with(threads, ThreadMemory::new::<G>);
        if selective {
            self.reductions.prepare(params);
        } else {
            self.reductions = Reductions::NONE;
        }
        if threads > 1 && self.searching.is_none() {
            self.searching = Some(SearchingTable::new());
        }
    }
}

impl ThreadMemory {
    fn new<G: Game>() -> Self {
        Self {
            history: History::new::<G>(),
            killers: Killers::new(),
            eval_cache: EvalCache::new(),
            pv_table: PvTable::new(),
            evaluations: vec![None; MAX_PLY],
        }
    }

    /// Forgets what earlier searches learned, except the evaluation cache: its values do not depend on searches.
    fn clear(&mut self) {
        self.history.clear();
        self.killers = Killers::new();
    }

    /// Gives what earlier searches learned less weight, and forgets the killers, which belong to another line of play.
    fn new_search(&mut self) {
        self.history.age();
        self.killers = Killers::new();
        // What stands there from the last search must not steer this one.
        self.evaluations.fill(None);
    }

    /// Whether `player`, who has the turn at `ply` with this static evaluation, stands better than the last time. So it is
    /// assumed where that is not known, near the root.
    #[inline]
    pub fn is_improving(&self, ply: usize, player: Player, now: Score) -> bool {
        /// How far back to look: a turn takes a few plies where rows are taken.
        const PLIES: usize = 8;
        let earlier = self.evaluations[ply.saturating_sub(PLIES)..ply.saturating_sub(1)].iter().rev().flatten();
        earlier.clone().find(|(other, _)| *other == player).is_none_or(|&(_, then)| now > then)
    }

    /// Records that `mv` refuted at `ply` after the decisions `tried` had not.
    #[inline]
    pub fn reward(&mut self, player: Player, mv: Move, tried: &[Move], ply: usize, depth: i32) {
        self.killers.add(ply, mv);
        let bonus = (depth.max(1) * depth.max(1)).min(400);
        self.history.adjust(player, mv, bonus);
        for &other in tried {
            self.history.adjust(player, other, -bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zen::Zen;

    #[test]
    fn a_new_search_knows_nothing_of_the_way_of_the_last() {
        let mut memory = ThreadMemory::new::<Zen>();
        memory.evaluations[1] = Some((Player::FIRST, 50));
        assert!(!memory.is_improving(3, Player::FIRST, 50) && memory.is_improving(3, Player::FIRST, 51));
        assert!(memory.is_improving(3, Player::FIRST.other(), -50), "nothing is known of that player");
        memory.new_search();
        assert!(memory.is_improving(3, Player::FIRST, 50));
    }
}
