//! Puzzles of Yavalath: positions in which a single decision wins.
//!
//! `src/data/yavalath-puzzles.txt` holds one a line: within how many plies the side to move wins, by which decision,
//! how deep all others were looked at, and the position. `long_make_the_puzzles` made it from games of the engine
//! against itself. The win is proven by alpha-beta without any reductions or pruning by evaluation. So is it that no other
//! decision wins, in a search that goes a turn deeper than the one that found the win; nor does the search with which
//! the engine plays find another win among 3 million nodes. As everywhere in the engine the answer to a threat counts
//! for no turn, so a depth of 8 turns goes through 8 threats, 15 plies; how many plies deep a win may hide that goes
//! unseen depends on how much of it is threats.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

use quintet::game::{Game, Move, MoveList, Notation, Symmetry};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::search::{Engine, Kind, Limits, Root, SearchControl, Settings, StopSource, Verdict};
use quintet::train::selfplay::{self, RecordedVerdict};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fmt::Write;
use std::time::Duration;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/data/yavalath-puzzles.txt");
const SETUP: Setup = Setup { swap: false };

/// How many puzzles there are, and at most of each length in plies.
const PUZZLES: usize = 300;
const LENGTHS: [(u32, usize); 8] = [(5, 60), (7, 80), (9, 90), (11, 80), (13, 60), (15, 60), (17, 60), (19, 60)];

struct Puzzle {
    plies: u32,
    win: Move,
    /// How many turns deep the other decisions were looked at.
    depth: u32,
    position: Yavalath,
}

fn puzzles() -> Vec<Puzzle> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let read = |line: &str| {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let position = Yavalath::read_position(&SETUP, words[3]).unwrap();
        let win = position.read_move(words[1]).unwrap();
        Puzzle { plies: words[0].parse().unwrap(), win, depth: words[2].parse().unwrap(), position }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// Searches a puzzle; when the winning decision came first to stay, if it did.
fn solve(puzzle: &Puzzle, limits: Limits) -> Option<Duration> {
    let root = Root { position: puzzle.position, played: vec![] };
    let control = SearchControl::unstoppable(limits);
    let mut since = None;
    let answer = Engine::default().search(&root, &control, &Settings::default(), &mut |info| {
        since = since.filter(|_| info.pv[0] == puzzle.win).or((info.pv[0] == puzzle.win).then_some(info.time));
    });
    since.filter(|_| answer.pv[0] == puzzle.win)
}

#[test]
fn puzzles_are_solved() {
    /// What one core searches in about a tenth of a second.
    const NODES: u64 = 1_000_000;
    let puzzles: Vec<Puzzle> = puzzles().into_iter().step_by(5).collect();
    let limits = || Limits { nodes: Some(NODES), ..Limits::default() };
    let solved = puzzles.iter().filter(|puzzle| solve(puzzle, limits()).is_some()).count();
    println!("{solved} of {}", puzzles.len());
    assert!(solved * 10 >= puzzles.len() * 9, "{solved} of {}", puzzles.len());
}

#[test]
fn puzzles_are_of_many_lengths_and_all_different() {
    let puzzles = puzzles();
    for (plies, most) in LENGTHS {
        assert!(puzzles.iter().filter(|puzzle| puzzle.plies == plies).count() <= most, "{plies} plies");
    }
    assert!(puzzles.iter().all(|puzzle| LENGTHS.iter().any(|&(plies, _)| puzzle.plies == plies)));
    let different: HashSet<String> = puzzles.iter().map(|puzzle| canonical(&puzzle.position)).collect();
    assert_eq!(different.len(), puzzles.len());
    assert_eq!(puzzles.len(), PUZZLES);
    // Within a win of so many plies there are no more threats than the others were searched deep.
    assert!(puzzles.iter().all(|puzzle| 2 * puzzle.depth > puzzle.plies));
}

#[test]
#[ignore = "measures time: solves all puzzles with a second for each"]
fn long_solve_the_puzzles() {
    let puzzles = puzzles();
    let times: Vec<(u32, Option<Duration>)> = puzzles
        .iter()
        .map(|puzzle| {
            let limits = Limits { movetime: Some(Duration::from_secs(1)), ..Limits::default() };
            (puzzle.plies, solve(puzzle, limits))
        })
        .collect();
    println!("| plies | puzzles | solved in 0.1 s | in 1 s |\n|---|---|---|---|");
    let row = |name: &str, chosen: &dyn Fn(u32) -> bool| {
        let times: Vec<Option<Duration>> = times.iter().filter(|time| chosen(time.0)).map(|time| time.1).collect();
        let quick = times.iter().flatten().filter(|time| **time <= Duration::from_millis(100)).count();
        let solved = times.iter().flatten().count();
        println!("| {name} | {} | {quick} | {solved} |", times.len());
    };
    for (plies, _) in LENGTHS {
        row(&plies.to_string(), &|length| length == plies);
    }
    row("all", &|_| true);
}

/// The same text for positions that are mirror images of each other.
fn canonical(position: &Yavalath) -> String {
    (0..Yavalath::SYMMETRIES).map(|index| position.transform(index).position_text()).min().unwrap()
}

/// A search, with reductions as when the engine plays or without any, until it sees a win or reaches a limit: the last
/// whole depth in turns, the verdict then, and the best decision.
fn look(position: Yavalath, limits: Limits, selective: bool) -> (u32, Verdict, Move) {
    let root = Root { position, played: vec![] };
    let settings = Settings { hash_kib: 16 << 10, selective, ..Settings::default() };
    let stops = StopSource::default();
    let most = limits.nodes.unwrap();
    let control = SearchControl::new(limits, stops.token(), Duration::ZERO);
    let mut last = (0, Verdict::Score(0), Move::new(0));
    Engine::default().search(&root, &control, &settings, &mut |info| {
        // What is reported at the limit may be of an iteration that was broken off.
        if info.nodes < most && !matches!(last.1, Verdict::Win(_)) {
            last = (info.depth, info.verdict, info.pv[0]);
        }
        if matches!(info.verdict, Verdict::Win(_)) {
            stops.stop();
        }
    });
    last
}

/// A puzzle from game `number`, if a win that was missed or played in it is one of a length that is `wanted`: of several
/// the earliest in the game.
fn find(number: u64, wanted: &(dyn Fn(u32) -> bool + Sync)) -> Option<Puzzle> {
    /// A win that the search which plays does not see within so many nodes is left alone.
    const NODES: u64 = 2_000_000;
    let play = selfplay::SelfPlayOptions { kind: Kind::AlphaBeta, seed: 5, nodes: 300, opening: 3..=9, explore: 0.05 };
    let record = selfplay::play::<Yavalath>(&SETUP, &play, number);
    let mut position = Yavalath::start(&SETUP);
    let mut positions = Vec::new();
    for &(mv, verdict) in &record.decisions {
        if matches!(verdict, RecordedVerdict::Score(_) | RecordedVerdict::Win) {
            positions.push(position);
        }
        position.play(mv);
    }
    let mut wins = Vec::new();
    for position in positions.into_iter().rev() {
        let (_, verdict, win) = look(position, nodes(NODES), true);
        match verdict {
            Verdict::Win(plies) => wins.push((position, plies, win)),
            Verdict::Loss(_) => {}
            _ => break,
        }
    }
    wins.into_iter().rev().filter(|win| wanted(win.1)).find_map(|(position, _, win)| puzzle(position, win, wanted))
}

/// The puzzle of a position in which the engine sees a win by `win`, if no other decision wins.
fn puzzle(position: Yavalath, win: Move, wanted: &dyn Fn(u32) -> bool) -> Option<Puzzle> {
    /// A win that a full search does not see within so many nodes is left alone.
    const NODES: u64 = 6_000_000;
    /// Nor may the search that plays see another within so many.
    const ELSEWHERE: u64 = 3_000_000;
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let others: Vec<Move> = moves.into_iter().filter(|&mv| mv != win).collect();
    let but_one = |most| Limits { search_moves: others.clone(), ..nodes(most) };
    if matches!(look(position, but_one(ELSEWHERE), true).1, Verdict::Win(_)) {
        return None;
    }
    // The least depth at which a full search sees the win.
    let (depth, Verdict::Win(plies), first) = look(position, nodes(NODES), false) else { return None };
    let depth = (depth + 1).max(plies / 2 + 1);
    let limits = Limits { depth: Some(depth), ..but_one(2 * NODES) };
    if !wanted(plies) || first != win {
        return None;
    }
    let (reached, verdict, _) = look(position, limits, false);
    (reached >= depth && !matches!(verdict, Verdict::Win(_))).then_some(Puzzle { plies, win, depth, position })
}

fn nodes(most: u64) -> Limits {
    Limits { nodes: Some(most), ..Limits::default() }
}

#[test]
#[ignore = "long: looks for more puzzles until src/data/yavalath-puzzles.txt has all"]
fn long_make_the_puzzles() {
    let mut found = puzzles();
    let mut seen: HashSet<String> = found.iter().map(|puzzle| canonical(&puzzle.position)).collect();
    let missing = |found: &[Puzzle], plies: u32| {
        let have = found.iter().filter(|puzzle| puzzle.plies == plies).count();
        LENGTHS.iter().any(|&(length, count)| length == plies && have < count)
    };
    // Games are looked at side by side, but taken in the order of their numbers.
    let mut games = games_looked_at();
    while found.len() < PUZZLES {
        let wanted = |plies| missing(&found, plies);
        let next: Vec<Puzzle> =
            (games..games + 64).into_par_iter().filter_map(|number| find(number, &wanted)).collect();
        for puzzle in next {
            if found.len() < PUZZLES && missing(&found, puzzle.plies) && seen.insert(canonical(&puzzle.position)) {
                found.push(puzzle);
            }
        }
        games += 64;
        let counts = LENGTHS.map(|(plies, _)| found.iter().filter(|puzzle| puzzle.plies == plies).count());
        println!("{games} games: {counts:?}");
        found.sort_by_key(|puzzle| puzzle.plies);
        write(games, &found);
    }
}

fn write(games: u64, puzzles: &[Puzzle]) {
    let mut text = format!("# {games} games have been looked at by\n");
    text += "# cargo test --release --test puzzles -- --ignored --nocapture long_make\n";
    text += "# PLIES MOVE DEPTH POSITION: only MOVE wins, within so many plies; see tests/puzzles.rs.\n";
    for Puzzle { plies, win, depth, position } in puzzles {
        writeln!(text, "{plies} {} {depth} {}", position.move_text(*win), position.position_text()).unwrap();
    }
    std::fs::write(FILE, text).unwrap();
}

/// The number of games that the first line of the file tells.
fn games_looked_at() -> u64 {
    let text = std::fs::read_to_string(FILE).unwrap();
    text.split_whitespace().nth(1).unwrap().parse().unwrap()
}
