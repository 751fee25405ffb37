//! Puzzles: positions in which a single decision wins. Those of every game are what they claim to be; the engine
//! solves those of Yavalath.
//!
//! Most of the 300 of Yavalath are older than `quintet puzzles`: their wins were proven by alpha-beta without any reductions
//! or pruning by evaluation. So was it that no other decision wins, in a search that went a turn deeper than the one that
//! found the win; nor did the search with which the engine plays find another win among 3 million nodes. As everywhere in
//! the engine the answer to a threat counts for no turn, so a depth of 8 turns goes through 8 threats, 15 plies; how many
//! plies deep a win may hide that goes unseen depends on how much of it is threats. The solver, which sees farther, has
//! found no other win in any of them with 30,000 positions for each decision.

use quintet::game::{Move, Notation, Playable, Symmetry};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::puzzle_maker::{Effort, PuzzleMaker, check};
use quintet::puzzles::{self, Puzzle};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::{Engine, Limits, Root, SearchControl, Settings};
use std::collections::HashSet;

const SETUP: Setup = Setup { swap: false };

/// How many puzzles there are, and at most of each length in plies.
const PUZZLES: usize = 300;
const LENGTHS: [(u32, usize); 8] = [(5, 60), (7, 80), (9, 90), (11, 80), (13, 60), (15, 60), (17, 60), (19, 60)];

struct Task {
    plies: u32,
    win: Move,
    /// How many turns deep the other decisions were looked at.
    depth: u32,
    position: Yavalath,
}

/// Those of Yavalath.
fn tasks() -> Vec<Task> {
    let read = |puzzle: &Puzzle| {
        let position = Yavalath::read_position(&SETUP, &puzzle.position).unwrap();
        let win = position.read_move(&puzzle.first).unwrap();
        Task { plies: puzzle.plies, win, depth: puzzle.depth, position }
    };
    puzzles::of_game("yavalath").iter().map(read).collect()
}

/// Whether a search within limits chooses the decision that wins.
fn solves(puzzle: &Task, limits: Limits) -> bool {
    let control = SearchControl::unstoppable(limits);
    let root = Root::new(puzzle.position);
    Engine::default().search(&root, &control, &Settings::default(), &mut |_| {}).pv[0] == puzzle.win
}

#[test]
fn puzzles_are_solved() {
    /// What one core searches in about a tenth of a second.
    const NODES: u64 = 1_000_000;
    let puzzles: Vec<Task> = tasks().into_iter().step_by(5).collect();
    let limits = || Limits { nodes: Some(NODES), ..Limits::default() };
    let solved = puzzles.iter().filter(|puzzle| solves(puzzle, limits())).count();
    println!("{solved} of {}", puzzles.len());
    assert!(solved * 10 >= puzzles.len() * 9, "{solved} of {}", puzzles.len());
}

#[test]
fn puzzles_are_of_many_lengths_and_all_different() {
    let puzzles = tasks();
    for (plies, most) in LENGTHS {
        assert!(puzzles.iter().filter(|puzzle| puzzle.plies == plies).count() <= most, "{plies} plies");
    }
    assert!(puzzles.iter().all(|puzzle| LENGTHS.iter().any(|&(plies, _)| puzzle.plies == plies)));
    let different: HashSet<String> = puzzles.iter().map(|puzzle| canonical(&puzzle.position)).collect();
    assert_eq!(different.len(), puzzles.len());
    assert_eq!(puzzles.len(), PUZZLES);
    // Within a win of so many plies there are no more threats than the others were searched deep.
    assert!(puzzles.iter().all(|puzzle| puzzle.depth == 0 || 2 * puzzle.depth > puzzle.plies));
}

/// The same text for positions that are mirror images of each other.
fn canonical(position: &Yavalath) -> String {
    (0..Yavalath::SYMMETRIES).map(|index| position.transform(index).position_text()).min().unwrap()
}

/// Checks puzzles of a game: so many, evenly spread.
struct CheckAll {
    most: usize,
    is_deep: bool,
}

impl Visitor for CheckAll {
    type Output = usize;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> usize {
        // To find again what was found needs a little more than to find it.
        let effort = Effort { proof: 2_000_000, full: 20_000_000, ..Effort::MAKING };
        let mut different = HashSet::new();
        for puzzle in puzzles::of_game(entry.name) {
            let position = G::read_position(setup, &puzzle.position).unwrap();
            assert_eq!(position.position_text(), puzzle.position);
            assert!(different.insert(position.canonical_key()), "{} twice: {puzzle}", entry.name);
        }
        let all = puzzles::of_game(entry.name);
        let chosen = all.iter().step_by(all.len().div_ceil(self.most));
        let checked = |puzzle| Some(format!("{}: {puzzle}", check::<G>(setup, puzzle, &effort, self.is_deep).err()?));
        let refused: Vec<String> = chosen.clone().filter_map(checked).collect();
        assert!(refused.is_empty(), "{}:\n{}", entry.name, refused.join("\n"));
        chosen.count()
    }
}

#[test]
fn of_every_puzzle_one_decision_is_proved_to_win_and_no_other_is_seen_to() {
    for game in puzzles::games() {
        let checked = registry::visit(game, CheckAll { most: 2, is_deep: false }).unwrap();
        assert!(checked > 1, "{checked} of {game}");
    }
}

#[test]
#[ignore = "long: full searches of every puzzle"]
fn long_every_puzzle_is_one() {
    for game in puzzles::games() {
        println!("{game}: {}", registry::visit(game, CheckAll { most: usize::MAX, is_deep: true }).unwrap());
    }
}

/// The first puzzle of a game by a seed.
struct Make(u64);

impl Visitor for Make {
    type Output = Option<Puzzle>;

    fn visit<G: Playable>(self, _: &'static GameEntry, setup: &G::Setup) -> Option<Puzzle> {
        let mut maker = PuzzleMaker::<G>::new(setup, self.0);
        (0..200).find_map(|number| maker.from_game(number).unwrap())
    }
}

#[test]
fn puzzles_are_made_alike_each_time_and_a_changed_one_is_refused() {
    let made = registry::visit("gipf", Make(1)).unwrap().unwrap();
    assert_eq!(Some(&made), registry::visit("gipf", Make(1)).unwrap().as_ref());
    struct Refused(Puzzle);
    impl Visitor for Refused {
        type Output = ();

        fn visit<G: Playable>(self, _: &'static GameEntry, setup: &G::Setup) {
            let position = G::read_position(setup, &self.0.position).unwrap();
            assert_eq!(check::<G>(setup, &self.0, &Effort::MAKING, true), Ok(()));
            let mut moves = quintet::game::MoveList::new();
            position.moves(&mut moves);
            for mv in moves {
                let first = position.move_text(mv);
                let other = Puzzle { first: first.clone(), ..self.0.clone() };
                assert_eq!(check::<G>(setup, &other, &Effort::MAKING, false).is_ok(), first == self.0.first, "{other}");
            }
        }
    }
    registry::visit("gipf", Refused(made)).unwrap();
}

/// A puzzle with the figures that are computed of it.
fn with_nature(game: &str, puzzle: &Puzzle) -> Puzzle {
    Puzzle { nature: puzzle.nature_in(game).unwrap(), ..puzzle.clone() }
}

/// With `QUINTET_UPDATE=1` those of all puzzles are computed and written into the files.
#[test]
fn ratings_and_themes_are_those_that_are_computed() {
    let is_update = std::env::var_os("QUINTET_UPDATE").is_some();
    for game in puzzles::games() {
        let every = if is_update { 1 } else { 33 };
        let known: Vec<Puzzle> = puzzles::of_game(game).iter().step_by(every).cloned().collect();
        let made: Vec<Puzzle> = known.iter().map(|puzzle| with_nature(game, puzzle)).collect();
        if !is_update {
            assert_eq!(made, known, "{game}");
            continue;
        }
        let path = format!("{}/crates/core/data/{game}-puzzles.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let remarks = text.lines().filter(|line| line.starts_with('#')).map(str::to_string);
        let lines: String = remarks.chain(made.iter().map(Puzzle::to_string)).map(|line| line + "\n").collect();
        std::fs::write(path, lines).unwrap();
    }
}
