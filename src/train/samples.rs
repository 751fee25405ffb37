//! Training positions: the quiet ones of all games, each once, as counts of features.
//!
//! A position counts if a search evaluated it, a search that reached it would use static evaluation (it is not within a
//! turn, its status is open, and there are no noisy moves), and no random decision comes later in its game, so that the
//! result is still meaningful. The target is the result for the side to move (with three players, for each still in the
//! game) mixed with the score of the search. Scores are scaled so that they predict the results best.

use super::TrainError;
use super::keys::KeySet;
use super::sample_file::{Aim, BLOCK, Known, STRIPES, SampleFile, SampleWriter};
use super::scale::ScoreTargets;
use super::selfplay::{RecordedVerdict, SelfPlayRecord};
use crate::eval::network::Learned;
use crate::game::{MoveList, Outcome, Player, Status, Tactics};
use std::path::Path;

/// The different positions of the games so far.
pub struct Seen {
    keys: KeySet,
    noisy: bool,
}

impl Seen {
    /// None yet. With `noisy`, positions with noisy moves also count.
    pub fn new(noisy: bool) -> Self {
        Self { keys: KeySet::default(), noisy }
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

/// Which positions count, and their targets.
#[derive(Clone, Copy, Debug)]
pub struct SampleChoice {
    /// Whether positions with noisy moves also count.
    pub noisy: bool,
    /// The weight of the game's result, from 0 to 1; the rest is the search's score.
    pub mix: f64,
    /// Every Nth game is held out, N being at least 2.
    pub hold_out: u64,
}

/// The positions of all games.
#[derive(Debug)]
pub struct Collected {
    /// How many games they are from.
    pub games: u64,
    /// Positions to train on.
    pub training: SampleFile,
    /// Positions held out.
    pub held_out: SampleFile,
}

/// The positions of all games, in temporary files in `folder`. Each game comes with how it is set up.
///
/// # Errors
/// [`TrainError::File`], or that of a game.
pub fn collect<G: Learned>(
    records: impl Iterator<Item = Result<(G::Setup, SelfPlayRecord), TrainError>>,
    choice: SampleChoice,
    folder: &Path,
) -> Result<Collected, TrainError> {
    let file = |name: &str, stripes| SampleWriter::create(&folder.join(name), BLOCK, stripes);
    let mut parts = [file("training.tmp", STRIPES)?, file("held-out.tmp", 1)?];
    let mut seen = KeySet::default();
    let mut scores = ScoreTargets::default();
    let mut counts: Vec<(u16, i16)> = Vec::new();
    let mut games = 0;
    for record in records {
        let (setup, record) = record?;
        let part = usize::from(games % choice.hold_out == 0);
        games += 1;
        let mut written = Ok(());
        quiet_positions::<G>(&setup, &record, choice.noisy, |position, verdict| {
            if written.is_err() || !seen.insert(position.key()) {
                return;
            }
            for viewer in position.viewers() {
                features(position, viewer, &mut counts);
                // The score of a search means nothing for the two others, if there are this many.
                let verdict = if viewer == position.to_move() { verdict } else { RecordedVerdict::None };
                let known = Known { shared: shared(record.outcome, viewer), verdict };
                if let (0, RecordedVerdict::Score(score)) = (part, verdict) {
                    scores.add(score, known.result());
                }
                written = parts[part].push(&counts, known, position.evaluate(viewer) as i16);
            }
        });
        written?;
    }
    let aim = Aim { mix: choice.mix, scale: scores.best_scale().0 };
    let [training, held_out] = parts;
    Ok(Collected { games, training: training.finish(aim)?, held_out: held_out.finish(aim)? })
}

/// The counts of a position's features, in the order of their numbers.
fn features<G: Learned>(position: &G, viewer: Player, counts: &mut Vec<(u16, i16)>) {
    counts.clear();
    position.features(viewer, &mut |feature, count| counts.push((feature as u16, count as i16)));
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
}

/// How many players shared a point that `viewer` got a part of, or 0.
fn shared(outcome: Outcome, viewer: Player) -> u8 {
    if outcome.includes(viewer) { outcome.mask().count_ones() as u8 } else { 0 }
}
