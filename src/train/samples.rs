//! Positions to learn from: the quiet ones of all games, each once, as counts of features.
//!
//! A position counts if a search was asked about it, a search that came to it would evaluate it (no turn goes on in it,
//! its status is open, and there are no noisy moves), and no random decision comes
//! later in its game, so that the result still means something for it. What is to be foretold is the result for the side to move
//! (with three players for each still in the game) mixed with the score of the search. A score is brought to the scale at which the scores foretell the results best.

use super::model::{self, Samples};
use super::selfplay::{RecordedVerdict, SelfPlayRecord};
use crate::eval::network::Learned;
use crate::game::{MoveList, Status, Tactics};
use rustc_hash::FxHashSet;

/// The different positions of the games so far.
pub struct Seen {
    keys: FxHashSet<u64>,
    noisy: bool,
}

impl Seen {
    /// None yet. With `noisy` those count too that have noisy moves.
    pub fn new(noisy: bool) -> Self {
        Self { keys: FxHashSet::default(), noisy }
    }

    /// Adds the positions of a game.
    pub fn count<G: Tactics>(&mut self, setup: &G::Setup, record: &SelfPlayRecord) {
        quiet_positions::<G>(setup, record, self.noisy, |position, _| {
            self.keys.insert(position.key());
        });
    }

    /// How many there are.
    pub fn number(&self) -> usize {
        self.keys.len()
    }
}

fn is_quiet<G: Tactics>(position: &G, noisy_count: bool) -> bool {
    let no_noisy_moves = || {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        list.is_empty()
    };
    position.is_evaluable() && position.status(&position.threats()) == Status::Open && (noisy_count || no_noisy_moves())
}

/// Visits the positions of a game that count.
fn quiet_positions<G: Tactics>(
    setup: &G::Setup,
    record: &SelfPlayRecord,
    noisy: bool,
    mut visit: impl FnMut(&G, RecordedVerdict),
) {
    let random = record.decisions.iter().rposition(|&(_, verdict)| verdict == RecordedVerdict::None);
    let mut position = G::start(setup);
    for (i, &(mv, verdict)) in record.decisions.iter().enumerate() {
        if random.is_none_or(|last| i > last) && is_quiet(&position, noisy) {
            visit(&position, verdict);
        }
        position.play(mv);
    }
}

/// Which positions count, and what is to be foretold of them.
#[derive(Clone, Copy, Debug)]
pub struct SampleChoice {
    /// Whether those count too that have noisy moves.
    pub noisy: bool,
    /// How much the game's result counts, from 0 to 1; the rest is the search's score.
    pub mix: f64,
    /// Every so many-th game is held out, at least 2.
    pub hold_out: u64,
}

/// The positions of all games to train on, and of those held out.
pub fn collect<G: Learned>(setup: &G::Setup, records: &[SelfPlayRecord], choice: SampleChoice) -> (Samples, Samples) {
    let SampleChoice { mix, hold_out, .. } = choice;
    let mut parts = [Samples::default(), Samples::default()];
    let mut verdicts = [Vec::new(), Vec::new()];
    let mut seen = FxHashSet::default();
    let mut counts: Vec<(u16, i16)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let part = usize::from((number as u64).is_multiple_of(hold_out));
        quiet_positions::<G>(setup, record, choice.noisy, |position, verdict| {
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
                // The score of a search means nothing for the two others, if there are so many.
                verdicts[part].push(if viewer == position.to_move() { verdict } else { RecordedVerdict::None });
            }
        });
    }
    let score = |verdict: &RecordedVerdict| match *verdict {
        RecordedVerdict::Score(score) => Some(f64::from(score)),
        _ => None,
    };
    let known = verdicts[0].iter().zip(parts[0].targets()).filter_map(|(t, result)| Some((score(t)?, result)));
    let scale = model::best_scale(&known.collect::<Vec<_>>()).0;
    for (part, verdicts) in parts.iter_mut().zip(&verdicts) {
        let targets = part.targets().zip(verdicts).map(|(result, verdict)| {
            let foretold = match verdict {
                RecordedVerdict::Win => 1.0,
                RecordedVerdict::Loss => 0.0,
                RecordedVerdict::Score(score) => model::sigmoid(scale * f64::from(*score)),
                RecordedVerdict::None => result,
            };
            mix * result + (1.0 - mix) * foretold
        });
        let targets = targets.collect();
        part.set_targets(targets);
    }
    let [training, held_out] = parts;
    (training, held_out)
}
