//! Files of games that are damaged: what is played after that is what would have been played without, or nothing is.

use super::runs::{Folder, timeless};
use quintet::board::bits::{Rng, random_below, shuffle};
use rand::SeedableRng;

/// A way to damage a file of games, given as its lines.
type Damage = fn(&mut Vec<Vec<u8>>, &mut Rng);

fn below(rng: &mut Rng, n: usize) -> usize {
    random_below(rng, n as u32) as usize
}

/// Where a line is cut, in it.
fn cut(line: &[u8], rng: &mut Rng) -> usize {
    1 + below(rng, line.len() - 1)
}

const DAMAGES: [(&str, Damage); 9] = [
    ("a line is lost", |lines, rng| drop(lines.remove(below(rng, lines.len())))),
    ("many lines are lost", |lines, rng| lines.retain(|_| below(rng, 3) > 0)),
    ("a line is torn", |lines, rng| {
        let line = below(rng, lines.len());
        let at = cut(&lines[line], rng);
        lines[line].truncate(at);
        lines[line].push(b'\n');
    }),
    ("a line has lost its end, and the next follows at once", |lines, rng| {
        let line = below(rng, lines.len());
        let at = cut(&lines[line], rng);
        lines[line].truncate(at);
    }),
    ("zeros stand where a line was", |lines, rng| {
        let line = below(rng, lines.len());
        let end = lines[line].len() - below(rng, 2);
        lines[line][..end].fill(0);
    }),
    ("the end of the file is lost", |lines, rng| {
        lines.truncate(1 + below(rng, lines.len()));
        let last = lines.last_mut().unwrap();
        let at = cut(last, rng);
        last.truncate(at);
    }),
    ("the lines are in another order", |lines, rng| shuffle(rng, lines)),
    ("lines are there twice", |lines, rng| {
        let more: Vec<Vec<u8>> = lines.iter().filter(|_| below(rng, 2) == 0).cloned().collect();
        lines.extend(more);
    }),
    ("the beginning of a line goes on as another one at a like place", |lines, rng| {
        let (first, other) = (below(rng, lines.len()), below(rng, lines.len()));
        // After a comma, so that the line may be whole again.
        let places = |line: &[u8]| -> Vec<usize> { (1..line.len()).filter(|at| line[at - 1] == b',').collect() };
        let (begin, end) = (places(&lines[first]), places(&lines[other]));
        let place = below(rng, begin.len().min(end.len()));
        let line = [&lines[first][..begin[place]], &lines[other][end[place]..]].concat();
        lines[first] = line;
    }),
];

/// Damages the file of a tournament of three engines in Zèn again and again, and goes on.
#[track_caller]
fn play_on(name: &str, more: &[&str], trials: u64) {
    let folder = Folder::new(&format!("damage-{name}"));
    let engines =
        ["builtin=random", "builtin=mcts:20", "name=ab,builtin=alphabeta:15"].map(|engine| ["--engine", engine]);
    let rest = ["--maxturns", "24", "--rounds", "4", "--chunk", "2/3", "--concurrency", "2", "--quiet"];
    let words = |out| [&["match", "zen", "--out", out][..], engines.as_flattened(), &rest, more].concat();
    folder.run(&words("whole.jsonl"));
    let bytes = std::fs::read(folder.path("whole.jsonl")).unwrap();
    let whole = timeless(folder.records("whole.jsonl"));
    let resumed = [&words("g.jsonl")[..], &["--resume"]].concat();
    let mut rng = Rng::seed_from_u64(1);
    for trial in 0..trials {
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let damages = [trial as usize % DAMAGES.len(), below(&mut rng, DAMAGES.len())];
        for &damage in &damages[..1 + below(&mut rng, 2)] {
            // The first line shows that this is a file of games.
            let mut others = lines.split_off(1);
            if !others.is_empty() {
                DAMAGES[damage].1(&mut others, &mut rng);
            }
            lines.extend(others.into_iter().filter(|line| line.len() > 1));
        }
        let what = damages.map(|damage| DAMAGES[damage].0);
        let damaged = lines.concat();
        std::fs::write(folder.path("g.jsonl"), &damaged).unwrap();
        let output = folder.command(&resumed).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => {
                assert!(timeless(folder.records("g.jsonl")) == whole, "{name}, {trial}: {what:?}: other games: {said}")
            }
            // What was never written, or put together of two, is not guessed at.
            Some(2) => {
                let sentence = said.lines().last().unwrap_or_default();
                let is_odd = damages.contains(&8) || sentence.contains("this is not a record of a game");
                assert!(is_odd && sentence.starts_with("quintet: "), "{name}, {trial}: {what:?}: {said}");
                assert!(std::fs::read(folder.path("g.jsonl")).unwrap() == damaged, "{name}, {trial}: it was changed");
            }
            code => panic!("{name}, {trial}: {what:?}: {code:?} {said}"),
        }
    }
}

#[test]
fn games_are_played_again_as_they_were() {
    play_on("games", &[], 27);
}

#[test]
fn rounds_of_matches_are_played_again_as_they_were() {
    play_on("rounds", &["--points", "6"], 27);
}

#[test]
fn games_of_four_seats_are_played_again_as_they_were() {
    play_on("seats", &["--option", "Seats=4"], 18);
}
