//! Positions to learn from: the quiet ones of all games, each once, as counts of features.
//!
//! A position counts if a search was asked about it, a search that came to it would judge it (no turn goes on in it,
//! nothing that can be seen at a glance is forced, and nothing can be gained at once), and no random decision comes
//! later in its game, so that the result still tells something about it. What is to be foretold is the result for the side to move
//! mixed with the score of the search. A score is brought to the scale at which the scores tell the results best.

use super::fit::{self, Samples};
use super::selfplay::{Record, Thought};
use crate::game::{Game, Learned, MoveList, Outlook};
use std::collections::HashSet;

/// The different positions of the games so far.
#[derive(Default)]
pub struct Seen(HashSet<u64>);

impl Seen {
    /// Adds the positions of a game.
    pub fn count<G: Game>(&mut self, setup: &G::Setup, record: &Record) {
        quiet_positions::<G>(setup, record, |position, _| {
            self.0.insert(position.key());
        });
    }

    /// How many there are.
    pub fn number(&self) -> usize {
        self.0.len()
    }
}

fn is_quiet<G: Game>(position: &G) -> bool {
    let mut gains = MoveList::new();
    position.settled() && position.glance() == Outlook::Open && {
        position.gains(&mut gains);
        gains.is_empty()
    }
}

/// Visits the positions of a game that count.
fn quiet_positions<G: Game>(setup: &G::Setup, record: &Record, mut visit: impl FnMut(&G, Thought)) {
    let random = record.decisions.iter().rposition(|&(_, thought)| thought == Thought::None);
    let mut position = G::start(setup);
    for (i, &(mv, thought)) in record.decisions.iter().enumerate() {
        if random.is_none_or(|last| i > last) && is_quiet(&position) {
            visit(&position, thought);
        }
        position.play(mv);
    }
}

/// The positions of all games to train on, and of those whose number `hold_out` divides.
pub fn collect<G: Learned>(setup: &G::Setup, records: &[Record], mix: f64, hold_out: u64) -> (Samples, Samples) {
    let features = G::groups().iter().map(|group| group.1).sum();
    let mut parts = [Samples::new(features), Samples::new(features)];
    let mut thoughts = [Vec::new(), Vec::new()];
    let mut seen = HashSet::new();
    let mut counts: Vec<(u16, i16)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let part = usize::from((number as u64).is_multiple_of(hold_out));
        quiet_positions::<G>(setup, record, |position, thought| {
            if !seen.insert(position.key()) {
                return;
            }
            let mover = position.to_move();
            counts.clear();
            position.features(&mut |feature, count| counts.push((feature as u16, count as i16)));
            counts.sort_unstable();
            counts.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            parts[part].push(&counts, f64::from(record.outcome.payoff(mover)), position.evaluate(mover));
            thoughts[part].push(thought);
        });
    }
    let score = |thought: &Thought| match *thought {
        Thought::Score(score) => Some(f64::from(score)),
        _ => None,
    };
    let known = thoughts[0].iter().zip(parts[0].targets()).filter_map(|(t, result)| Some((score(t)?, result)));
    let scale = fit::best_scale(&known.collect::<Vec<_>>()).0;
    for (part, thoughts) in parts.iter_mut().zip(&thoughts) {
        let targets = part.targets().zip(thoughts).map(|(result, thought)| {
            let foretold = match thought {
                Thought::Win => 1.0,
                Thought::Loss => 0.0,
                Thought::Score(score) => fit::sigmoid(scale * f64::from(*score)),
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
