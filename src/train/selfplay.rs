//! Games of the engine against itself, made different by random openings and a random decision now and then.

use crate::board::bits::{Rng, hash_key, random_below};
use crate::game::{Evaluate, Move, MoveList, Outcome, Outlook};
use crate::search::{Control, Engine, Kind, Limits, Root, Settings, Verdict};
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Options {
    /// The search that plays.
    pub kind: Kind,
    /// What all randomness comes from.
    pub seed: u64,
    /// Nodes (alpha-beta) or iterations (MCTS) of the search before each decision.
    pub nodes: u64,
    /// With how many random decisions a game begins.
    pub opening: RangeInclusive<u32>,
    /// The probability of a random decision after that.
    pub explore: f64,
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { kind, seed, nodes, opening, explore } = self;
        let nodes = match kind {
            Kind::AlphaBeta => format!("{nodes} nodes"),
            Kind::Mcts | Kind::MctsEval => format!("{nodes} iterations"),
        };
        write!(f, "seed {seed}, {nodes}, opening {}-{}, explore {explore}", opening.start(), opening.end())
    }
}

/// What the search thought of a position that it was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thought {
    /// It was not asked: the decision was random.
    None,
    /// A score for the side to move, in hundredths of a unit.
    Score(i16),
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

/// A game: the decisions with what was thought before each, and the outcome, which may have been proven before the
/// last decision was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The decisions.
    pub decisions: Vec<(Move, Thought)>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The settings of a short search, with as little memory as it needs, so that clearing it takes no time.
pub fn settings(kind: Kind) -> Settings {
    let hash = match kind {
        Kind::AlphaBeta => 1,
        Kind::Mcts | Kind::MctsEval => 8,
    };
    Settings { kind, hash, ..Settings::default() }
}

/// Whether a game keeps to the rules, whoever played it.
pub fn is_legal<G: Evaluate>(setup: &G::Setup, record: &Record) -> bool {
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

/// Plays game `number`. It depends on nothing else.
pub fn play<G: Evaluate>(setup: &G::Setup, options: &Options, number: u64) -> Record {
    let mut rng = Rng::seed_from_u64(hash_key(options.seed).wrapping_add(number));
    let settings = settings(options.kind);
    let mut engine = Engine::<G>::default();
    engine.prepare(&settings);
    loop {
        // An opening that decides the game tells nothing; the next one is tried.
        if let Some(record) = try_play(setup, options, &mut engine, &settings, &mut rng) {
            return record;
        }
    }
}

fn try_play<G: Evaluate>(
    setup: &G::Setup,
    options: &Options,
    engine: &mut Engine<G>,
    settings: &Settings,
    rng: &mut Rng,
) -> Option<Record> {
    let mut root = Root { position: G::start(setup), played: Vec::new() };
    let mut decisions = Vec::new();
    let mut occurred: HashMap<u64, u32> = HashMap::new();
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
        let outlook = position.outlook(&mut moves);
        let in_opening = decisions.len() < opening;
        let decision = if in_opening || rng.random_bool(options.explore) {
            if in_opening && matches!(outlook, Outlook::Decided(..)) {
                return None;
            }
            (moves[random_below(rng, moves.len() as u32) as usize], Thought::None)
        } else {
            let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
            let answer = engine.search(&root, &Control::unstoppable(limits), settings, &mut |_| {});
            let thought = match answer.verdict {
                Verdict::Opinion(score) => Thought::Score(score as i16),
                Verdict::Win(_) => Thought::Win,
                Verdict::Loss(_) => Thought::Loss,
            };
            (answer.line[0], thought)
        };
        let mover = position.to_move();
        decisions.push(decision);
        match decision.1 {
            Thought::Win => break Outcome::win(mover),
            Thought::Loss if G::PLAYERS == 2 => break Outcome::loss(mover),
            // With three players it is still open who of the others wins.
            Thought::Loss | Thought::Score(_) | Thought::None => {}
        }
        root.played.push(root.position.key());
        root.position.play(decision.0);
    };
    (decisions.len() >= opening).then_some(Record { decisions, outcome })
}
