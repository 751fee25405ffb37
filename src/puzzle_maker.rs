//! Making puzzles: from games of the engine against itself, of which each is looked at from its end backwards as long as
//! one side has a win. A position becomes a puzzle if
//!
//! 1. a turn begins with it;
//! 2. the turn that begins does not win at once, by whatever decisions;
//! 3. it is not what anybody would play: a search one turn deep, which sees what is won by rows, captures and the like,
//!    plays something else. In games with forced replies (Yavalath, Pentalath) such a search sees through long chains of
//!    threats, which people do not: there this is asked only of wins by fewer than three turns of the winner;
//! 4. the solver proves that the side to decide wins (as if the game began here: nothing has been repeated);
//! 5. a search that leaves nothing out finds a win by the same decision, and how long it takes. The length is exact where
//!    the search got as deep as the win is long, else the least that it found;
//! 6. no other decision wins. Of each the solver is asked first: a single win refuses the position, and where it proves
//!    that there is none, that is all. Those that it leaves open are searched without leaving anything out, a turn
//!    deeper than was needed to see the win, and at least as many turns as the winner needs, since answers to threats
//!    count for no turn. Before that the search with which the engine plays must not find a win in any of them, either.
//!
//! A second decision that is equal by symmetry wins, too, and so refuses a position.
//!
//! All limits are numbers of nodes, so the same seed gives the same puzzles.

use crate::game::{Game, Move, MoveList, Player, Searchable};
use crate::puzzles::{Puzzle, PuzzleNature};
use crate::search::proof::solver::{GameValue, Solvable, SolveSettings, Solver};
use crate::search::time::ClockUse;
use crate::search::{Engine, Kind, Limits, OutOfMemory, Root, SearchControl, Settings, StopSource, Verdict};
use crate::train::selfplay::{self, SelfPlayOptions};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Memory of a search, in KiB.
const HASH_KIB: usize = 8 << 10;
/// A win by this many turns of the winner is not obvious where a search sees it by threats alone.
const LONG: u32 = 3;

/// How many nodes (alpha-beta) or positions (solver) are spent on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// To see that one side wins, by the search that plays.
    pub notice: u64,
    /// To find another win, by the same.
    pub elsewhere: u64,
    /// To prove the win, by the solver.
    pub proof: u64,
    /// To find out about each other decision, by the solver.
    pub refutation: u64,
    /// To find how long the win takes, and then to look at what the solver has left open, leaving nothing out.
    pub full: u64,
}

impl Effort {
    /// What puzzles are made with.
    pub const MAKING: Self =
        Self { notice: 100_000, elsewhere: 300_000, proof: 300_000, refutation: 30_000, full: 3_000_000 };
}

/// A win that may become a puzzle.
struct PuzzleCandidate<G> {
    position: G,
    win: Move,
}

/// Makes puzzles of a game.
pub struct PuzzleMaker<'a, G: Solvable> {
    setup: &'a G::Setup,
    games: SelfPlayOptions,
    effort: Effort,
    /// The positions that have become puzzles, whatever way the board is turned.
    seen: FxHashSet<u64>,
}

impl<'a, G: Solvable> PuzzleMaker<'a, G> {
    /// Makes them of games drawn from a seed.
    pub fn new(setup: &'a G::Setup, seed: u64) -> Self {
        let games = SelfPlayOptions { kind: Kind::AlphaBeta, seed, nodes: 300, opening: 3..=9, explore: 0.05 };
        Self { setup, games, effort: Effort::MAKING, seen: FxHashSet::default() }
    }

    /// The puzzle in game `number`, if it has one: of several the earliest, so that no two show the same combination.
    ///
    /// # Errors
    /// If there is no memory to search with.
    pub fn from_game(&mut self, number: u64) -> Result<Option<Puzzle>, OutOfMemory> {
        let mut position = G::start(self.setup);
        let mut positions = Vec::new();
        let mut before = None;
        for (mv, _) in selfplay::play::<G>(self.setup, &self.games, number).decisions {
            if before != Some(position.to_move()) {
                positions.push(position);
            }
            before = Some(position.to_move());
            position.play(mv);
        }
        let mut found = Vec::new();
        for position in positions.into_iter().rev() {
            match look(&Root::new(position), nodes(self.effort.notice), true) {
                Sight { verdict: Verdict::Win(_), first, .. } => found.push(PuzzleCandidate { position, win: first }),
                Sight { verdict: Verdict::Loss(_), .. } => {}
                Sight { verdict: Verdict::Score(_) | Verdict::Draw, .. } => break,
            }
        }
        for found in found.into_iter().rev() {
            if let Some(puzzle) = found.puzzle(&self.effort)?
                && self.seen.insert(found.position.canonical_key())
            {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }
}

impl<G: Solvable> PuzzleCandidate<G> {
    /// The puzzle, if it is one.
    fn puzzle(&self, effort: &Effort) -> Result<Option<Puzzle>, OutOfMemory> {
        let Self { position, win } = self;
        let at_first = look(&Root::new(*position), Limits { depth: Some(1), ..Limits::default() }, true);
        let sees_threats = size_of::<G::Threats>() > 0;
        let is_obvious = at_first.first == *win;
        if is_obvious && !sees_threats || wins_this_turn(position, position.to_move()) {
            return Ok(None);
        }
        let mut solver = Solver::new(HASH_KIB)?;
        if another_win_is_seen(position, *win, effort) || !is_proved(&mut solver, position, effort) {
            return Ok(None);
        }
        let Some(length) = Length::of(position, effort).filter(|length| length.first == *win) else { return Ok(None) };
        if is_obvious && length.turns < LONG {
            return Ok(None);
        }
        let Some(open) = left_open(&mut solver, position, *win, effort) else { return Ok(None) };
        if !open.is_empty() && !have_no_win(position, open.clone(), length.depth, effort) {
            return Ok(None);
        }
        let depth = if open.is_empty() { 0 } else { length.depth };
        let (first, position) = (position.move_text(*win), position.position_text());
        Ok(Some(Puzzle { plies: length.plies, first, depth, nature: PuzzleNature::default(), position }))
    }
}

/// Whether a puzzle is one, as far as `effort` goes. `is_deep`: with the full searches, too, which take long.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check<G: Solvable>(setup: &G::Setup, puzzle: &Puzzle, effort: &Effort, is_deep: bool) -> Result<(), String> {
    let position = G::read_position(setup, &puzzle.position).map_err(|error| error.to_string())?;
    let win = position.read_move(&puzzle.first).map_err(|error| error.to_string())?;
    let mut solver = Solver::new(HASH_KIB).map_err(|_| "there is no memory to solve with".to_string())?;
    let claim = |holds: bool, sentence: &str| if holds { Ok(()) } else { Err(sentence.to_string()) };
    claim(!wins_this_turn(&position, position.to_move()), "it is won at once")?;
    claim(is_proved(&mut solver, &position, effort), "the win is not proved")?;
    claim(!another_win_is_seen(&position, win, effort), "another decision is seen to win")?;
    let open = left_open(&mut solver, &position, win, effort).ok_or("another decision is proved to win")?;
    claim(puzzle.depth > 0 || open.is_empty(), "it is not proved that no other decision wins")?;
    if is_deep {
        let length = Length::of(&position, effort).ok_or("no full search finds the win")?;
        claim(length.first == win && length.plies <= puzzle.plies, "a full search finds another win")?;
        claim(open.is_empty() || have_no_win(&position, open, puzzle.depth, effort), "a full search does not end")?;
    }
    Ok(())
}

/// Whether `player` can end the game as won before anybody else decides.
fn wins_this_turn<G: Game>(position: &G, player: Player) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(player);
    }
    let after = |mv| {
        let mut child = *position;
        child.play(mv);
        child
    };
    position.to_move() == player && legal(position).into_iter().any(|mv| wins_this_turn(&after(mv), player))
}

fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.to_vec()
}

fn others<G: Game>(position: &G, win: Move) -> Vec<Move> {
    legal(position).into_iter().filter(|&mv| mv != win).collect()
}

fn nodes(most: u64) -> Limits {
    Limits { nodes: Some(most), ..Limits::default() }
}

/// What a search has seen.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// The last whole depth, in turns.
    depth: u32,
    verdict: Verdict,
    first: Move,
    /// With how many turns of their own the winner gets there by the line that was found.
    turns: u32,
}

/// Searches, with reductions as when the engine plays or without any, until a win is seen.
fn look<G: Searchable>(root: &Root<G>, limits: Limits, selective: bool) -> Sight {
    let position = root.position;
    let settings = Settings { hash_kib: HASH_KIB, selective, ..Settings::default() };
    let stops = StopSource::default();
    let most = limits.nodes.unwrap_or(u64::MAX);
    let control = SearchControl::new(limits, stops.token(), ClockUse::default());
    let mut seen = None;
    let answer = Engine::default().search(root, &control, &settings, &mut |info| {
        let has_won = matches!(seen, Some(Sight { verdict: Verdict::Win(_), .. }));
        // What is reported at the limit may be of an iteration that was broken off.
        if info.is_line() && info.nodes < most && !has_won {
            let turns = turns_of(position, &info.pv);
            seen = Some(Sight { depth: info.depth, verdict: info.verdict, first: info.pv[0], turns });
        }
        if matches!(info.verdict, Verdict::Win(_)) {
            stops.stop();
        }
    });
    seen.unwrap_or(Sight { depth: 0, verdict: Verdict::Score(0), first: answer.pv[0], turns: 0 })
}

/// In how many turns of its own the side to decide first plays a line.
fn turns_of<G: Game>(mut position: G, line: &[Move]) -> u32 {
    let player = position.to_move();
    let (mut turns, mut before) = (0, None);
    for &mv in line {
        let mover = position.to_move();
        turns += u32::from(mover == player && before != Some(player));
        before = Some(mover);
        position.play(mv);
    }
    turns
}

fn another_win_is_seen<G: Searchable>(position: &G, win: Move, effort: &Effort) -> bool {
    let root = Root { only: others(position, win), ..Root::new(*position) };
    !root.only.is_empty() && matches!(look(&root, nodes(effort.elsewhere), true).verdict, Verdict::Win(_))
}

/// Who wins, as far as this many positions tell.
fn value<G: Solvable>(solver: &mut Solver, position: &G, only: Player, most: u64) -> Option<GameValue> {
    let control = SearchControl::unstoppable(nodes(solver.evaluated() + most));
    let settings = SolveSettings { threads: 1, only: Some(only), report_every: Duration::MAX };
    solver.value(position, &control, settings, &mut |_, _| {}).ok()
}

fn is_proved<G: Solvable>(solver: &mut Solver, position: &G, effort: &Effort) -> bool {
    let player = position.to_move();
    value(solver, position, player, effort.proof) == Some(GameValue::Won(player))
}

/// The other decisions of which the solver does not find out whether they win; `None` if one of them does.
fn left_open<G: Solvable>(solver: &mut Solver, position: &G, win: Move, effort: &Effort) -> Option<Vec<Move>> {
    let player = position.to_move();
    let mut open = Vec::new();
    for mv in others(position, win) {
        let mut child = *position;
        child.play(mv);
        match value(solver, &child, player, effort.refutation) {
            Some(GameValue::Won(winner)) if winner == player => return None,
            Some(_) => {}
            None => open.push(mv),
        }
    }
    Some(open)
}

/// How long a win takes, and how deep one has to look.
struct Length {
    plies: u32,
    first: Move,
    /// So deep the other decisions are to be looked at, in turns.
    depth: u32,
    /// How many turns the winner takes, as far as the line that was found goes.
    turns: u32,
}

impl Length {
    /// By a search that leaves nothing out, if it finds a win.
    fn of<G: Searchable>(position: &G, effort: &Effort) -> Option<Self> {
        let root = Root::new(*position);
        let sight = look(&root, nodes(effort.full), false);
        let Verdict::Win(distance) = sight.verdict else { return None };
        let plies = distance.plies();
        // A shorter win may hide deeper, where fewer answers are forced.
        let shorter = look(&root, Limits { mate: Some(plies - 1), ..nodes(effort.full / 4) }, false);
        let (plies, best) = match shorter.verdict {
            Verdict::Win(fewer) if fewer < distance => (fewer.plies(), shorter),
            _ => (plies, sight),
        };
        Some(Self { plies, first: best.first, depth: (best.depth + 1).max(best.turns), turns: best.turns })
    }
}

/// Whether a search of so many turns that leaves nothing out ends and finds no win by these decisions.
fn have_no_win<G: Searchable>(position: &G, only: Vec<Move>, depth: u32, effort: &Effort) -> bool {
    let limits = Limits { depth: Some(depth), ..nodes(2 * effort.full) };
    let sight = look(&Root { only, ..Root::new(*position) }, limits, false);
    sight.depth >= depth && !matches!(sight.verdict, Verdict::Win(_))
}
