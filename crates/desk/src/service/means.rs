//! What a search or a task has of the place where it is done.

use super::engines::SearchCaps;
use crate::options::OptionFiles;
use crate::session::Session;

/// What an analysis or a review has.
pub struct SearchMeans<'a> {
    /// The limits of a search.
    pub caps: SearchCaps,
    /// What options name.
    pub files: &'a dyn OptionFiles,
    /// Gives a session the proofs about its game, if there are any.
    pub open_proofs: &'a dyn Fn(&mut dyn Session),
    /// The version of the program, for what it writes.
    pub version: &'static str,
}

/// What a task has.
pub struct TaskMeans<'a> {
    /// Whether nobody waits for it any more: slow work then ends.
    pub is_over: &'a dyn Fn() -> bool,
    /// How many seconds it may take, to be said if that is not enough.
    pub seconds: u64,
    /// The version of the program, for what it writes.
    pub version: &'static str,
}
