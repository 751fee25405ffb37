//! Positions to learn from: the quiet ones of all games, each once, as counts of features.
//!
//! A position counts if a search was asked about it, a search that came to it would judge it (no turn goes on in it,
//! nothing that can be seen at a glance is forced, and nothing can be gained at once), and no random decision comes
//! later in its game, so that the result still tells something about it. What is to be foretold is the result for the side to move
//! (with three players for each still in the game) mixed with the score of the search. A score is brought to the scale at which the scores tell the results best.

use super::model::{self, Samples};
use super::selfplay::{Record, Thought};
use crate::eval::network::Learned;
use crate::game::{Game, MoveList, Outlook};
use std::collections::HashSet;

/// The different positions of the games so far.
pub struct Seen {
    keys: HashSet<u64>,
    gains: bool,
}

impl Seen {
    /// None yet. With `gains` those count too in which something can be gained at once.
    pub fn new(gains: bool) -> Self {
        Self { keys: HashSet::new(), gains }
    }

    /// Adds the positions of a game.
    pub fn count<G: Game>(&mut self, setup: &G::Setup, record: &Record) {
        quiet_positions::<G>(setup, record, self.gains, |position, _| {
            self.keys.insert(position.key());
        });
    }

    /// How many there are.
    pub fn number(&self) -> usize {
        self.keys.len()
    }
}

fn is_quiet<G: Game>(position: &G, gains_count: bool) -> bool {
    let no_gains = || {
        let mut gains = MoveList::new();
        position.gains(&mut gains);
        gains.is_empty()
    };
    position.settled() && position.glance() == Outlook::Open && (gains_count || no_gains())
}

/// Visits the positions of a game that count.
fn quiet_positions<G: Game>(setup: &G::Setup, record: &Record, gains: bool, mut visit: impl FnMut(&G, Thought)) {
    let random = record.decisions.iter().rposition(|&(_, thought)| thought == Thought::None);
    let mut position = G::start(setup);
    for (i, &(mv, thought)) in record.decisions.iter().enumerate() {
        if random.is_none_or(|last| i > last) && is_quiet(&position, gains) {
            visit(&position, thought);
        }
        position.play(mv);
    }
}

/// Which positions count, and what is to be foretold of them.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Whether those count too in which something can be gained at once.
    pub gains: bool,
    /// How much the game's result counts, from 0 to 1; the rest is the search's score.
    pub mix: f64,
    /// Every so many-th game is held out, at least 2.
    pub hold_out: u64,
}

/// The positions of all games to train on, and of those held out.
pub fn collect<G: Learned>(setup: &G::Setup, records: &[Record], choice: Choice) -> (Samples, Samples) {
    let Choice { mix, hold_out, .. } = choice;
    let mut parts = [Samples::default(), Samples::default()];
    let mut thoughts = [Vec::new(), Vec::new()];
    let mut seen = HashSet::new();
    let mut counts: Vec<(u16, i16)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let part = usize::from((number as u64).is_multiple_of(hold_out));
        quiet_positions::<G>(setup, record, choice.gains, |position, thought| {
            if !seen.insert(position.key()) {
                return;
            }
            for viewer in position.viewers() {
                counts.clear();
                position.features(viewer, &mut |feature, count| counts.push((feature as u16, count as i16)));
                counts.sort_unstable();
                counts.dedup_by(|next, kept| {
                    let same = next.0 == kept.0;
                    kept.1 += if same { next.1 } else { 0 };
                    same
                });
                parts[part].push(&counts, f64::from(record.outcome.payoff(viewer)), position.evaluate(viewer));
                // The score of a search tells nothing of the two others, if there are so many.
                thoughts[part].push(if viewer == position.to_move() { thought } else { Thought::None });
            }
        });
    }
    let score = |thought: &Thought| match *thought {
        Thought::Score(score) => Some(f64::from(score)),
        _ => None,
    };
    let known = thoughts[0].iter().zip(parts[0].targets()).filter_map(|(t, result)| Some((score(t)?, result)));
    let scale = model::best_scale(&known.collect::<Vec<_>>()).0;
    for (part, thoughts) in parts.iter_mut().zip(&thoughts) {
        let targets = part.targets().zip(thoughts).map(|(result, thought)| {
            let foretold = match thought {
                Thought::Win => 1.0,
                Thought::Loss => 0.0,
                Thought::Score(score) => model::sigmoid(scale * f64::from(*score)),
                Thought::None => result,
            };
            mix * result + (1.0 - mix) * foretold
        });
        let targets = targets.collect();
        part.set_targets(targets);
    }
    let [training, held_out] = parts;
    (training, held_out)
}
