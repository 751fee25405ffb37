//! Games of the engine against itself, made different by random openings and a random decision now and then.

use crate::board::bits::{Rng, hash_key, random_below};
use crate::game::{Move, MoveList, Outcome, Searchable, Status};
use crate::search::{Engine, Kind, Limits, Root, SearchControl, Settings, Verdict};
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::RangeInclusive;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    /// The search that plays.
    pub kind: Kind,
    /// The random seed.
    pub seed: u64,
    /// Nodes (alpha-beta) or iterations (MCTS) of the search before each decision.
    pub nodes: u64,
    /// How many random decisions a game starts with.
    pub opening: RangeInclusive<u32>,
    /// The probability of a random decision after that.
    pub explore: f64,
}

impl fmt::Display for SelfPlayOptions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { kind, seed, nodes, opening, explore } = self;
        let nodes = match kind {
            Kind::AlphaBeta => format!("{nodes} nodes"),
            Kind::Mcts | Kind::MctsEval => format!("{nodes} iterations"),
        };
        write!(f, "seed {seed}, {nodes}, opening {}-{}, explore {explore}", opening.start(), opening.end())
    }
}

/// The search's result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedVerdict {
    /// No search: the decision was random.
    None,
    /// A score for the side to move, in hundredths of a unit.
    Score(i16),
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

impl RecordedVerdict {
    /// Numbers for things that are not scores; scores are far from these.
    const NOTHING: i16 = i16::MIN;
    const WON: i16 = i16::MAX;
    const LOST: i16 = -i16::MAX;

    /// As a number in a file.
    pub fn to_number(self) -> i16 {
        match self {
            Self::None => Self::NOTHING,
            Self::Score(score) => score,
            Self::Win => Self::WON,
            Self::Loss => Self::LOST,
        }
    }

    /// The inverse, for a number from a file.
    pub fn from_number(number: i16) -> Self {
        match number {
            Self::NOTHING => Self::None,
            Self::WON => Self::Win,
            Self::LOST => Self::Loss,
            score => Self::Score(score),
        }
    }
}

/// A game: the decisions with the search's result before each, and the outcome, which may have been proven before the
/// last decision was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayRecord {
    /// The decisions.
    pub decisions: Vec<(Move, RecordedVerdict)>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The settings of a short search, with as little memory as it needs, so that clearing it takes no time.
pub fn settings(kind: Kind) -> Settings {
    let hash_kib = match kind {
        Kind::AlphaBeta => 1 << 10,
        Kind::Mcts | Kind::MctsEval => 8 << 10,
    };
    Settings { kind, hash_kib, ..Settings::default() }
}

/// Whether a game follows the rules.
pub fn is_legal<G: Searchable>(setup: &G::Setup, record: &SelfPlayRecord) -> bool {
    let mut position = G::start(setup);
    record.decisions.iter().all(|&(mv, _)| {
        let mut moves = MoveList::new();
        let legal = position.outcome().is_none() && {
            position.moves(&mut moves);
            moves.contains(&mv)
        };
        if legal {
            position.play(mv);
        }
        legal
    })
}

/// Plays game `number`, deterministically.
pub fn play<G: Searchable>(setup: &G::Setup, options: &SelfPlayOptions, number: u64) -> SelfPlayRecord {
    let mut rng = Rng::seed_from_u64(hash_key(options.seed).wrapping_add(number));
    let settings = settings(options.kind);
    let mut engine = Engine::<G>::default();
    engine.prepare(&settings);
    loop {
        // Nothing can be learned from an opening that decides the game; the next one is tried.
        if let Some(record) = try_play(setup, options, &mut engine, &settings, &mut rng) {
            return record;
        }
    }
}

fn try_play<G: Searchable>(
    setup: &G::Setup,
    options: &SelfPlayOptions,
    engine: &mut Engine<G>,
    settings: &Settings,
    rng: &mut Rng,
) -> Option<SelfPlayRecord> {
    let mut root = Root::new(G::start(setup));
    let mut decisions = Vec::new();
    let mut occurred: FxHashMap<u64, u32> = FxHashMap::default();
    let (from, to) = (*options.opening.start(), *options.opening.end());
    let opening = (from + random_below(rng, to - from + 1)) as usize;
    let draw = Outcome::shared((1 << G::PLAYERS) - 1);
    let outcome = loop {
        let position = &root.position;
        let times = occurred.entry(position.key()).or_default();
        *times += 1;
        let repeated = G::REPETITION && *times == 3;
        if let Some(outcome) = position.outcome().or(repeated.then_some(draw)) {
            break outcome;
        }
        if decisions.len() >= G::PLAYOUT_CAP {
            break draw;
        }
        let mut moves = MoveList::new();
        let status = position.relevant_moves(&position.threats(), &mut moves);
        let in_opening = decisions.len() < opening;
        let decision = if in_opening || rng.random_bool(options.explore) {
            if in_opening && matches!(status, Status::Decided(..)) {
                return None;
            }
            (moves[random_below(rng, moves.len() as u32) as usize], RecordedVerdict::None)
        } else {
            let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
            let answer = engine.search(&root, &SearchControl::unstoppable(limits), settings, &mut |_| {});
            let verdict = match answer.verdict {
                Verdict::Win(_) => RecordedVerdict::Win,
                Verdict::Loss(_) => RecordedVerdict::Loss,
                open => RecordedVerdict::Score(open.score() as i16),
            };
            (answer.pv[0], verdict)
        };
        let mover = position.to_move();
        decisions.push(decision);
        match decision.1 {
            RecordedVerdict::Win => break Outcome::win(mover),
            RecordedVerdict::Loss if G::PLAYERS == 2 => break Outcome::loss(mover),
            // With three players it is still open who of the others wins.
            RecordedVerdict::Loss | RecordedVerdict::Score(_) | RecordedVerdict::None => {}
        }
        root.played.push(root.position.key());
        root.position.play(decision.0);
    };
    (decisions.len() >= opening).then_some(SelfPlayRecord { decisions, outcome })
}
