//! The solver: against plain minimax in every game, against all puzzles, and as `quintet solve`.

use super::certificates::names_for_two;
use super::command::path;
use super::plain::after;
use crate::common::legal;
use quintet::game::{Game, Notation, Playable, Player, Rng};
use quintet::games::yavalath::{self, Yavalath};
use quintet::games::zen::{self, Zen};
use quintet::puzzles::{self, Puzzle};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::proof::certificate::Certificate;
use quintet::search::proof::solution::Solution;
use quintet::search::proof::solver::{GameValue, SolveError, SolveSettings, Solver};
use quintet::search::{Limits, SearchControl};
use rand::SeedableRng;
use rayon::prelude::*;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// With one thread, and both questions.
pub const SETTINGS: SolveSettings = SolveSettings { threads: 1, only: None, report_every: Duration::MAX };

/// A control that lets a solver evaluate so many positions more.
pub fn within(solver: &Solver, nodes: u64) -> SearchControl {
    SearchControl::unstoppable(Limits { nodes: Some(solver.evaluated() + nodes), ..Limits::default() })
}

/// Plain minimax without a table, to a depth in plies.
struct PlainValue {
    left: u64,
    /// Whether the depth has kept anything from being seen.
    was_cut: bool,
}

impl PlainValue {
    /// Whether `player` wins within so many plies; `None` if that takes too many positions.
    fn wins<G: Game>(&mut self, position: &G, player: Player, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner() == Some(player));
        }
        if plies == 0 {
            self.was_cut = true;
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let is_players = position.to_move() == player;
        for mv in legal(position) {
            if self.wins(&after(position, mv), player, plies - 1)? == is_players {
                return Some(is_players);
            }
        }
        Some(!is_players)
    }
}

/// The value by plain minimax of at most so many positions for each question and depth.
fn plain_value<G: Game>(position: &G, nodes: u64) -> Option<GameValue> {
    const DEPTHS: [u32; 7] = [1, 2, 3, 4, 5, 6, 8];
    for plies in DEPTHS {
        let mut is_complete = true;
        for player in [Player::FIRST, Player::SECOND] {
            let mut plain = PlainValue { left: nodes, was_cut: false };
            if plain.wins(position, player, plies)? {
                return Some(GameValue::Won(player));
            }
            is_complete &= !plain.was_cut;
        }
        if is_complete {
            return Some(GameValue::Drawn);
        }
    }
    None
}

/// The positions of a random game.
fn random_game<G: Playable>(setup: &G::Setup, rng: &mut Rng) -> Vec<G> {
    let mut game = vec![G::start(setup)];
    while game.last().unwrap().outcome().is_none() && game.len() < G::PLAYOUT_CAP {
        let last = game.last().unwrap();
        game.push(after(last, last.random_move(rng)));
    }
    game
}

struct Differential {
    positions: usize,
    nodes: u64,
}

impl Visitor for Differential {
    type Output = [usize; 3];

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> [usize; 3] {
        /// So many positions the solver evaluates for one that minimax has decided.
        const EFFORT: u64 = 200_000;
        /// So many plies before the end of a random game positions are taken.
        const BEFORE_END: usize = 7;
        let mut solver = Solver::new(16 << 10).unwrap();
        let mut rng = Rng::seed_from_u64(35);
        let (mut counts, mut number, mut unsolved) = ([0; 3], 0, 0);
        while number < self.positions {
            let game = random_game::<G>(setup, &mut rng);
            for position in game.iter().rev().skip(1).take(BEFORE_END) {
                let Some(expected) = plain_value(position, self.nodes) else { continue };
                number += 1;
                let control = within(&solver, EFFORT);
                // Now and then with the certificate, whose writing walks through the strategy.
                let found = match number % 20 {
                    0 => solver.solve((entry.name, setup), position, &control, SETTINGS, &mut |_, _| {}).map(
                        |solution| {
                            let certificate = Certificate::read(&solution.certificate).unwrap();
                            certificate.verify::<G>(setup).unwrap();
                            check_line(*position, &solution);
                            solution.value
                        },
                    ),
                    _ => solver.value(position, &control, SETTINGS, &mut |_, _| {}),
                };
                let mut agrees = |found: Result<GameValue, SolveError>, expected| {
                    unsolved += usize::from(found == Err(SolveError::Limits));
                    let is_right = found == Ok(expected) || found == Err(SolveError::Limits);
                    assert!(is_right, "{}: {found:?}, not {expected:?}: {}", entry.name, position.position_text());
                };
                agrees(found, expected);
                for only in [Player::FIRST, Player::SECOND] {
                    let settings = SolveSettings { only: Some(only), ..SETTINGS };
                    let control = within(&solver, EFFORT);
                    let found = solver.value(position, &control, settings, &mut |_, _| {});
                    let value = if expected == GameValue::Won(only) { expected } else { GameValue::NotWon(only) };
                    agrees(found, value);
                }
                let place = match expected {
                    GameValue::Won(winner) => winner.index(),
                    _ => 2,
                };
                counts[place] += 1;
            }
        }
        println!("{}: {unsolved} of {} questions not solved", entry.name, 3 * number);
        // What is short for minimax may be far from what the evaluation favours, but seldom.
        assert!(unsolved * 200 <= 3 * number, "{}: {unsolved} not solved", entry.name);
        counts
    }
}

/// The line of a won game ends with the win; that of a drawn one with the draw, or with a position that has come back.
fn check_line<G: Playable>(position: G, solution: &Solution) {
    let mut seen = vec![position];
    for &mv in &solution.line {
        let last = seen.last().unwrap();
        assert!(legal(last).contains(&mv));
        seen.push(after(last, mv));
    }
    let last = seen.pop().unwrap();
    match (solution.value, last.outcome()) {
        (GameValue::Won(winner), outcome) => assert_eq!(outcome.and_then(|outcome| outcome.winner()), Some(winner)),
        (_, Some(outcome)) => assert_eq!(outcome.winner(), None),
        (_, None) => assert!(seen.iter().any(|position| position.key() == last.key()), "{}", last.position_text()),
    }
}

fn agree_with_minimax(positions: usize, nodes: u64) {
    let names: Vec<_> = names_for_two().collect();
    names.par_iter().for_each(|name| {
        let counts = registry::visit(name, Differential { positions, nodes }).unwrap();
        println!("{name}: {} and {} won, {} drawn", counts[0], counts[1], counts[2]);
        assert!(counts[0] > 50 && counts[1] > 50, "{name}");
    });
}

#[test]
fn the_solver_agrees_with_plain_minimax() {
    agree_with_minimax(2_000, 3_000);
}

#[test]
#[ignore = "takes minutes"]
fn long_the_solver_agrees_with_plain_minimax_in_twenty_thousand_positions() {
    agree_with_minimax(20_000, 100_000);
}

/// In a small table much gives way, and may be found again by way of what rested on it: then the answers go round.
#[test]
fn a_win_whose_answers_go_round_is_proved_all_the_same() {
    let setup = zen::Setup::new(zen::Variant::Zen);
    let text = "11/11/11/11/11/3bw6/3bwb5/3wwbbb3/5bw4/11/11 w - 0";
    let position = Zen::read_position(&setup, text).unwrap();
    for kibibytes in [16, 64, 256] {
        let mut solver = Solver::new(kibibytes).unwrap();
        let control = within(&solver, 200_000);
        let solution = solver.solve(("zen", &setup), &position, &control, SETTINGS, &mut |_, _| {}).unwrap();
        check_line(position, &solution);
        Certificate::read(&solution.certificate).unwrap().verify::<Zen>(&setup).unwrap();
        assert_eq!(solution.value, GameValue::Won(position.to_move()));
    }
}

/// Solves positions of random games with a small table, which keeps what it has of the others.
struct SmallTable {
    kibibytes: usize,
    games: usize,
}

impl Visitor for SmallTable {
    type Output = usize;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> usize {
        let mut solver = Solver::new(self.kibibytes).unwrap();
        let mut rng = Rng::seed_from_u64(77);
        let mut solved = 0;
        for _ in 0..self.games {
            let game = random_game::<G>(setup, &mut rng);
            for position in game.iter().rev().skip(1).take(12).step_by(3) {
                let control = within(&solver, 20_000);
                match solver.solve((entry.name, setup), position, &control, SETTINGS, &mut |_, _| {}) {
                    Ok(solution) => {
                        check_line(*position, &solution);
                        solved += 1;
                    }
                    Err(SolveError::Limits | SolveError::Repetition) => {}
                    Err(error) => panic!("{}: {error}: {}", entry.name, position.position_text()),
                }
            }
        }
        solved
    }
}

#[test]
fn a_small_table_spoils_no_certificate() {
    for name in names_for_two() {
        for kibibytes in [16, 256] {
            let solved = registry::visit(name, SmallTable { kibibytes, games: 4 }).unwrap();
            println!("{name}, {kibibytes} KiB: {solved} solved");
            assert!(solved > 0, "{name}");
        }
    }
}

/// The positions of the files of puzzles and wins, which alpha-beta has proved: the side to move wins within so many plies.
fn proved_wins() -> Vec<(String, u32, String)> {
    let mut found = Vec::new();
    for name in names_for_two() {
        let win = |puzzle: &Puzzle| (name.to_string(), puzzle.plies, puzzle.position.clone());
        found.extend(puzzles::of_game(name).iter().map(win));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}-wins.txt"));
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (plies, position) = line.split_once(' ').unwrap();
            found.push((name.to_string(), plies.parse().unwrap(), position.to_string()));
        }
    }
    found
}

struct Win<'a>(&'a str, u64);

impl Visitor for Win<'_> {
    type Output = (Player, Result<GameValue, SolveError>);

    fn visit<G: Playable>(self, _: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let position = G::read_position(setup, self.0).unwrap();
        let mut solver = Solver::new(64 << 10).unwrap();
        let control = within(&solver, self.1);
        (position.to_move(), solver.value(&position, &control, SETTINGS, &mut |_, _| {}))
    }
}

/// Solves them all, evaluating so many positions for each; how many that is not enough for.
fn unsolved_wins(effort: u64) -> usize {
    let wins = proved_wins();
    assert!(wins.len() >= 350);
    let is_unsolved = |(name, plies, text): &(String, u32, String)| {
        let (player, value) = registry::visit(name, Win(text, effort)).unwrap();
        let is_right = value == Ok(GameValue::Won(player)) || value == Err(SolveError::Limits);
        assert!(is_right, "{name}, {plies} plies: {value:?}: {text}");
        value.is_err()
    };
    wins.par_iter().filter(|&win| is_unsolved(win)).count()
}

#[test]
fn nearly_all_wins_that_alpha_beta_has_proved_are_soon_proved() {
    let unsolved = unsolved_wins(100_000);
    println!("{unsolved} not solved");
    assert!(unsolved <= 20, "{unsolved}");
}

#[test]
#[ignore = "takes minutes"]
fn long_all_wins_that_alpha_beta_has_proved_are_proved() {
    assert_eq!(unsolved_wins(20_000_000), 0);
}

fn solve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["solve", "yavalath", "--option", "Swap=false"]).args(arguments);
    command
}

fn text_of(output: &Output) -> (String, String) {
    (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn the_command_proves_and_writes_what_it_proves() {
    let file = path("solved.proof");
    let file = file.to_str().unwrap();
    let output = solve(&["--moves", "e5 d5", "--force", "--certificate", file]).output().unwrap();
    let (out, err) = text_of(&output);
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(out.starts_with("White wins in ") && out.contains("\nlongest line: "), "{out}");
    let certificate = Certificate::read(&std::fs::read(file).unwrap()).unwrap();
    let setup = yavalath::Setup { swap: false };
    assert!(certificate.verify::<Yavalath>(&setup).is_ok());
    let output = solve(&["--moves", "e5 d5", "--json"]).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["schema"], &json["value"], &json["side"]), (&"solve/1".into(), &"won".into(), &1.into()));
    assert!(
        output.stderr.is_empty() && json["line"].as_array().unwrap().len() as u64 == json["plies"].as_u64().unwrap()
    );
    // The same search each time, with and without a fixed limit.
    let again = solve(&["--moves", "e5 d5", "--json", "--nodes", "1000000"]).output().unwrap();
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(json["evaluated"], again["evaluated"]);
    // Two threads find the same.
    let two = solve(&["--moves", "e5 d5", "--threads", "2", "--json"]).output().unwrap();
    let two: serde_json::Value = serde_json::from_slice(&two.stdout).unwrap();
    assert_eq!(json["value"], two["value"]);
    // Whoever asks whether the other side wins learns that it does not.
    let output = solve(&["--moves", "e5 d5 e6 e7 g5", "--winner", "2"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?}", text_of(&output));
    assert!(text_of(&output).0.starts_with("Black does not win"), "{:?}", text_of(&output));
}

#[test]
fn limits_and_slips_end_in_a_sentence() {
    let run = |arguments: &[&str], code: i32, sentence: &str| {
        let output = solve(arguments).output().unwrap();
        let (out, err) = text_of(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{err}");
        assert!(out.contains(sentence) || err.contains(sentence), "{arguments:?}: {out}{err}");
    };
    run(&["--nodes", "3000"], 3, "not solved within the limits");
    run(&["--time", "50ms"], 3, "not solved within the limits");
    run(&["--winner", "3", "--nodes", "10"], 2, "the game has 2 seats");
    run(&["--moves", "e5 e5"], 2, "e5");
    run(&["--resume", env!("CARGO_MANIFEST_DIR")], 1, "cannot be read");
    run(&["--certificate", "/no/such/folder/file", "--nodes", "10"], 1, "cannot be written");
    let three = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["solve", "yavalath3"]).output().unwrap();
    assert!(three.status.code() == Some(2) && text_of(&three).1.contains("only two-player games can be solved"));
    // A game that is over is solved.
    run(&["--position", "5/6/7/8/3wwww2/8/7/6/5 b no 0"], 0, "White wins in 0 plies");
}

#[test]
fn a_killed_search_goes_on_where_it_was() {
    let file = path("kept.table");
    let _ = std::fs::remove_file(&file);
    let file = file.to_str().unwrap();
    let evaluated = |arguments: &[&str]| {
        let output = solve(&[arguments, &["--moves", "e5", "--json", "--resume", file]].concat()).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (json["value"].clone(), json["evaluated"].as_u64().unwrap())
    };
    let (value, first) = evaluated(&["--nodes", "150000"]);
    assert!(value.is_null() && first >= 150_000);
    let (value, rest) = evaluated(&[]);
    assert!(value == "won" && rest < 250_000, "{rest}");
    // Solved already: the strategy is found again at once.
    assert!(evaluated(&[]).1 < rest / 2);
    let whole = std::fs::read(file).unwrap();
    for (damaged, sentence) in [
        (whole[..whole.len() - 1].to_vec(), "damaged or cut off"),
        ([&whole[..], &[0]].concat(), "damaged or cut off"),
        (b"something else".to_vec(), "not a proof search table for this game"),
        ([&whole[..200], &[whole[200] ^ 1], &whole[201..]].concat(), "damaged or cut off"),
    ] {
        std::fs::write(file, &damaged).unwrap();
        let output = solve(&["--moves", "e5", "--resume", file]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert!(text_of(&output).1.contains(sentence), "{:?}", text_of(&output));
        assert_eq!(std::fs::read(file).unwrap(), damaged, "what is not understood is not overwritten");
    }
    // A process that is killed in the midst leaves the old file or the new one.
    std::fs::write(file, &whole).unwrap();
    let mut child = solve(&["--resume", file]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(evaluated(&[]).1 < rest / 2);
}
