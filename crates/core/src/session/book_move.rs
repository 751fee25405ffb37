//! When a book may answer instead of a search, and when games have shown how to begin.

use crate::board::bits::{hash_key, random_below};
use crate::book::{Advice, Book};
use crate::game::{MoveList, Playable, Rng};
use crate::search::{Limits, Root, Settings};
use rand::SeedableRng;

/// Whether more is asked for than a turn to play.
const fn is_analysis(limits: &Limits, settings: &Settings) -> bool {
    limits.infinite || limits.ponder || limits.mate.is_some() || settings.multi_pv > 1
}

/// The book's answer, if it may answer: not for analysis, not for weak play, and not in a position that has occurred
/// before, so that it never leads into a circle.
pub(super) fn advice<G: Playable>(
    book: Option<&Book<G>>,
    root: &Root<G>,
    limits: &Limits,
    settings: &Settings,
) -> Option<Advice> {
    let book = book?;
    let key = root.position.key();
    if is_analysis(limits, settings)
        || !root.only.is_empty()
        || !settings.is_full_strength()
        || root.played.contains(&key)
    {
        return None;
    }
    book.advise(&root.position, &mut Rng::seed_from_u64(hash_key(settings.seed) ^ key))
}

/// The decisions to choose among at the beginning of a game with a swap, if games have shown which they are: a fair first
/// piece, drawn by the seed, or the answers to one. Empty: all.
pub(super) fn first_decisions<G: Playable>(root: &Root<G>, limits: &Limits, settings: &Settings) -> MoveList {
    let mut list = MoveList::new();
    if is_analysis(limits, settings) || !root.only.is_empty() {
        return list;
    }
    root.position.fair_moves(&mut list);
    if list.is_empty() {
        root.position.clear_answers(&mut list);
    } else {
        let mut rng = Rng::seed_from_u64(hash_key(settings.seed) ^ root.position.key());
        let drawn = list[random_below(&mut rng, list.len() as u32) as usize];
        list.retain(|mv| *mv == drawn);
    }
    list
}
