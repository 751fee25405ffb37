//! When a book may answer instead of a search.

use crate::board::bits::hash_key;
use crate::book::{Advice, Book};
use crate::game::{Playable, Rng};
use crate::search::skill::FULL;
use crate::search::{Limits, Root, Settings};
use rand::SeedableRng;

/// The book's answer, if it may answer: not for analysis, not for weak play, and not in a position that has occurred
/// before, so that it never leads into a circle.
pub(super) fn advice<G: Playable>(
    book: Option<&Book<G>>,
    root: &Root<G>,
    limits: &Limits,
    settings: &Settings,
) -> Option<Advice> {
    let book = book?;
    let analysis = limits.infinite || limits.ponder || limits.mate.is_some() || settings.multi_pv > 1;
    let key = root.position.key();
    if analysis || !root.only.is_empty() || settings.skill < FULL.into() || root.played.contains(&key) {
        return None;
    }
    book.advise(&root.position, &mut Rng::seed_from_u64(hash_key(settings.seed) ^ key))
}
