//! Making the positions: games of the engine against itself, solved from their ends.

use super::{Class, Proved};
use quintet::game::{Move, MoveList, Playable, Player};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::proof::solver::{GameValue, SolveSettings, Solver};
use quintet::search::{Kind, Limits, SearchControl};
use quintet::train::selfplay::{self, SelfPlayOptions};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// How many positions of each class a file has at most, and how many of one game, its earliest.
const OF_A_CLASS: usize = 250;
const OF_A_GAME: usize = 2;
/// How many positions the solver evaluates at most for one decision.
const EFFORT: u64 = 100_000;
/// One for which it evaluates fewer in all tells nothing: every search sees it.
const EASY: u64 = 200;
/// The table of the solver, in KiB.
const TABLE: usize = 64 << 10;

/// Plays at most `games` games, until every class is full, and writes the file of the game.
///
/// # Errors
/// A sentence, if no game has this name or the file cannot be written.
pub fn make(game: &str, games: u64) -> Result<(), String> {
    let found = registry::visit(game, Making { games }).ok_or_else(|| format!("no game is called `{game}`"))?;
    let mut text = format!(
        "# Positions of {game}, and the decisions that keep what they are worth, as the solver has proved\n\
         # (`cargo run --release -p xtask -- proved {game} {games}`): win|draw DECISION,.. POSITION\n"
    );
    for proved in found.values().flatten() {
        text += &proved.line();
        text.push('\n');
    }
    let path = super::path(game);
    std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

struct Making {
    games: u64,
}

impl Visitor for Making {
    type Output = BTreeMap<Class, Vec<Proved>>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let options = SelfPlayOptions { kind: Kind::AlphaBeta, seed: 53, nodes: 1_000, opening: 2..=10, explore: 0.02 };
        let mut found = Self::Output::new();
        let mut seen = HashSet::new();
        for number in 0..self.games {
            let record = selfplay::play::<G>(setup, &options, number);
            let mut position = G::start(setup);
            let mut positions = vec![position];
            for (mv, _) in record.decisions {
                position.play(mv);
                positions.push(position);
            }
            let mut of_game = from_the_end(&positions);
            of_game.retain(|(position, _)| seen.insert(position.key()));
            for (_, proved) in of_game.into_iter().rev().take(OF_A_GAME) {
                let class = found.entry(proved.class()).or_default();
                if class.len() < OF_A_CLASS {
                    class.push(proved);
                }
            }
            let counts = Class::ALL.map(|class| found.get(&class).map_or(0, Vec::len));
            if number % 100 == 99 {
                println!("{}: {} games, {counts:?}", entry.name, number + 1);
            }
            if counts.iter().all(|&count| count == OF_A_CLASS) {
                break;
            }
        }
        found
    }
}

/// The positions of a game that are solved and not easy, from its end on up to the first that is not solved.
fn from_the_end<G: Playable>(positions: &[G]) -> Vec<(G, Proved)> {
    let mut found = Vec::new();
    let Ok(mut solver) = Solver::new(TABLE) else { return found };
    for position in positions.iter().rev().filter(|position| position.outcome().is_none()) {
        let before = solver.evaluated();
        let Some(solved) = solve(&mut solver, position) else { break };
        if let Some(proved) = solved.filter(|_| solver.evaluated() - before >= EASY) {
            found.push((*position, proved));
        }
    }
    found
}

/// What a position is worth and which decisions keep that, `Some(None)` if all do; `None` if the solver does not find out.
fn solve<G: Playable>(solver: &mut Solver, position: &G) -> Option<Option<Proved>> {
    let player = position.to_move();
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let those = |solver: &mut Solver, of: Player, is_wanted: bool| -> Option<Vec<Move>> {
        let mut kept = Vec::new();
        for &mv in &moves {
            let mut after = *position;
            after.play(mv);
            if wins(solver, &after, of)? == is_wanted {
                kept.push(mv);
            }
        }
        Some(kept)
    };
    let winning = those(solver, player, true)?;
    let is_won = !winning.is_empty();
    let keeping = if is_won { winning } else { those(solver, player.other(), false)? };
    if keeping.is_empty() || keeping.len() == moves.len() {
        return Some(None);
    }
    let keeping = keeping.into_iter().map(|mv| position.move_text(mv)).collect();
    Some(Some(Proved { is_won, keeping, position: position.position_text() }))
}

/// Whether a player wins; `None` if that is not found out.
fn wins<G: Playable>(solver: &mut Solver, position: &G, player: Player) -> Option<bool> {
    let settings = SolveSettings { threads: 1, only: Some(player), report_every: Duration::MAX };
    let nodes = Some(solver.evaluated() + EFFORT);
    let control = SearchControl::unstoppable(Limits { nodes, ..Limits::default() });
    let value = solver.value(position, &control, settings, &mut |_, _| {}).ok()?;
    Some(value == GameValue::Won(player))
}
