//! The positions of `tests/data/proved`: their decisions are worth what the files say.

use crate::common::legal;
use quintet::game::{Playable, Player};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::proof::solver::{GameValue, SolveSettings, Solver};
use quintet::search::{Limits, SearchControl};
use std::path::Path;
use std::time::Duration;

/// How many positions the solver may evaluate for one decision: the files were made with no more.
const EFFORT: u64 = 200_000;

/// Every `step`th position of a file.
struct Proved<'a> {
    text: &'a str,
    step: usize,
}

impl Visitor for Proved<'_> {
    type Output = usize;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> usize {
        let mut checked = 0;
        for line in self.text.lines().filter(|line| !line.starts_with('#')).step_by(self.step) {
            let [value, keeping, text] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let position = G::read_position(setup, text).unwrap_or_else(|error| panic!("{line}: {error}"));
            let keeping: Vec<_> = keeping.split(',').map(|text| position.read_move(text).unwrap()).collect();
            let player = position.to_move();
            let mut solver = Solver::new(32 << 10).unwrap();
            let mut is_kept = vec![];
            for mv in legal(&position) {
                let mut after = position;
                after.play(mv);
                let keeps = match value {
                    "win" => wins(&mut solver, &after, player),
                    "draw" => !wins(&mut solver, &after, player.other()),
                    _ => panic!("{line}"),
                };
                assert_eq!(keeps, keeping.contains(&mv), "{}: {} in {line}", entry.name, position.move_text(mv));
                assert!(value == "win" || !wins(&mut solver, &after, player), "{line}");
                is_kept.push(keeps);
            }
            assert!(is_kept.contains(&true) && is_kept.contains(&false), "{line}");
            checked += 1;
        }
        checked
    }
}

fn wins<G: Playable>(solver: &mut Solver, position: &G, player: Player) -> bool {
    let settings = SolveSettings { threads: 1, only: Some(player), report_every: Duration::MAX };
    let nodes = Some(solver.evaluated() + EFFORT);
    let control = SearchControl::unstoppable(Limits { nodes, ..Limits::default() });
    let value = solver.value(position, &control, settings, &mut |_, _| {});
    value.unwrap_or_else(|error| panic!("{}: {error}", position.position_text())) == GameValue::Won(player)
}

/// Checks every `step`th position of each file.
fn check(step: usize) {
    let folder = Path::new("tests/data/proved");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    for file in &files {
        let game = file.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        assert!(registry::visit(game, Proved { text: &text, step }).unwrap() > 0, "{game}");
    }
    assert!(!files.is_empty());
}

#[test]
fn decisions_in_proved_positions_are_worth_what_the_files_say() {
    check(40);
}

#[test]
#[ignore = "minutes"]
fn long_decisions_in_all_proved_positions_are_worth_what_the_files_say() {
    check(1);
}
