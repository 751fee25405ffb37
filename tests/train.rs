//! Learning an evaluation: what is learned is what is evaluated, and the same options make the same files.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use quintet::board::bits::{Rng, random_below};
use quintet::calibration::{self, Calibration};
use quintet::eval::network::{Learned, Row};
use quintet::eval::weights::TITLE;
use quintet::game::MoveList;
use quintet::registry::{GAMES, GameEntry, LearnedVisitor, learned_names, visit_learned};
use quintet::sealed::unseal;
use quintet::search::Kind;
use rand::SeedableRng;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Along random games the evaluation is the network's of the features, and all of these are numbered.
struct SumsUp;

impl LearnedVisitor for SumsUp {
    type Output = usize;

    fn visit<G: Learned>(self, entry: &'static GameEntry, setup: &G::Setup) -> usize {
        let name = entry.name;
        let groups = G::groups();
        assert!(groups.iter().all(|group| group.0.starts_with(char::is_alphabetic)), "{name}");
        let count: usize = groups.iter().map(|group| group.1).sum();
        let mut rng = Rng::seed_from_u64(5);
        let mut checked = 0;
        while checked < 3_000 {
            let mut position = G::start(setup);
            while position.outcome().is_none() {
                let network = position.network();
                assert_eq!(network.rows().len(), count, "{name}");
                if position.is_evaluable() {
                    for viewer in position.viewers() {
                        let mut sum = Row::ZERO;
                        position.features(viewer, &mut |feature, times| sum.add_times(&network.rows()[feature], times));
                        assert_eq!(position.evaluate(viewer), network.score(&sum), "{name}: {position:?}");
                        checked += 1;
                    }
                }
                let mut moves = MoveList::new();
                position.relevant_moves(&position.threats(), &mut moves);
                position.play(moves[random_below(&mut rng, moves.len() as u32) as usize]);
            }
        }
        checked
    }
}

#[test]
fn evaluations_are_networks_of_the_features() {
    for name in learned_names() {
        assert!(visit_learned(name, SumsUp).is_some_and(|checked| checked >= 3_000), "{name}");
    }
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn train(game: &str, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["train", game, "--positions", "500", "--nodes", "30", "--epochs", "3", "--hold-out", "3"]);
    command.arg("--out").arg(out).args(more).timeout(std::time::Duration::from_secs(120));
    command.output().unwrap()
}

#[track_caller]
fn files(output: &Output, out: &Path) -> Vec<Vec<u8>> {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    ["games.bin", "weights.txt", "loss.svg"].map(|file| fs::read(out.join(file)).unwrap()).to_vec()
}

#[test]
fn every_game_that_can_be_learned_is_learned() {
    for game in learned_names() {
        let out = folder(&format!("train-{game}"));
        let output = train(game, &out, &[]);
        let [_, weights, curve] = files(&output, &out).try_into().unwrap();
        let weights = String::from_utf8(weights).unwrap();
        assert!(unseal(TITLE, &weights).unwrap().starts_with(&format!("# {game}: ")));
        assert!(String::from_utf8(curve).unwrap().contains("</svg>"));
        let answer = String::from_utf8(output.stdout).unwrap();
        assert!(answer.starts_with("games ") && answer.contains("held-out loss "), "{answer}");
        let progress = String::from_utf8(output.stderr).unwrap();
        assert!(progress.lines().any(|line| line.starts_with("epoch 1: loss 0.")), "{progress}");
    }
}

#[test]
fn an_interrupted_training_goes_on_where_it_was() {
    let out = folder("train-whole");
    let whole = files(&train("yavalath", &out, &[]), &out);
    let size = whole[0].len();
    for kept in [0, 10, size / 2, size - 1] {
        let out = folder(&format!("train-cut-{kept}"));
        fs::create_dir_all(&out).unwrap();
        fs::write(out.join("games.bin"), &whole[0][..kept]).unwrap();
        assert_eq!(files(&train("yavalath", &out, &["--threads", "2"]), &out), whole, "cut to {kept} of {size} bytes");
    }
    // A byte that has changed makes its game and those after it count as lost.
    let mut damaged = whole[0].clone();
    damaged[size / 2] ^= 1;
    fs::write(out.join("games.bin"), damaged).unwrap();
    assert_eq!(files(&train("yavalath", &out, &[]), &out), whole);
    let out = folder("train-seed");
    assert_ne!(files(&train("yavalath", &out, &["--seed", "2"]), &out), whole);
}

#[test]
fn games_of_other_files_are_learned_from_too() {
    let [others, out, again] = ["train-others", "train-also", "train-also-again"].map(folder);
    let games = files(&train("yavalath", &others, &["--seed", "2"]), &others).swap_remove(0);
    let also = others.join("games.bin");
    let also = ["--also", also.to_str().unwrap()];
    let output = train("yavalath", &out, &also);
    let own = files(&output, &out);
    let weights = String::from_utf8(own[1].clone()).unwrap();
    assert!(weights.lines().nth(2).unwrap().ends_with(", games of other files too"), "{weights}");
    // What is known from the other file need not be played.
    assert!(own[0].len() < games.len() / 4, "{} {}", own[0].len(), games.len());
    assert_eq!(files(&train("yavalath", &again, &[also, ["--threads", "2"]].concat()), &again), own);

    let output = train("pentalath", &folder("train-also-wrong"), &also);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("holds games of `yavalath, seed 2") && text.contains("not of `pentalath`"), "{text}");
    // The first decision of the first game, made one that the board has not.
    let title = games.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut foreign = games[..title].to_vec();
    let game = [1, 0, 1, 0xff, 0x7f, 0, 0];
    let sum = game.iter().fold(0x811c_9dc5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    foreign.extend(game);
    foreign.extend(sum.to_le_bytes());
    fs::write(others.join("games.bin"), foreign).unwrap();
    let output = train("yavalath", &folder("train-also-illegal"), &also);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("holds a game with an illegal move"), "{text}");
}

#[test]
fn wrong_requests_get_a_sentence_and_lose_no_games() {
    let out = folder("train-wrong");
    let whole = files(&train("yavalath", &out, &[]), &out);
    for (game, more, sentence) in [
        ("yavalath", &["--seed", "2"][..], "choose another folder or the same options"),
        ("pentalath", &[], "choose another folder or the same options"),
        ("yavalath", &["--mix", "1.5"], "`--mix` must be from 0 to 1, not 1.5"),
        ("yavalath", &["--opening-min", "11"], "must not be greater than `--opening-max`"),
        ("zen-free", &[], "the evaluation of `zen-free` cannot be learned; that is possible for yavalath,"),
        ("chess", &[], "there is no game `chess`"),
    ] {
        let output = train(game, &out, more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("quintet: ") && text.lines().count() == 1 && text.contains(sentence), "{text}");
    }
    assert_eq!(fs::read(out.join("games.bin")).unwrap(), whole[0]);
}

fn calibrate(out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["calibrate", "--games", "10", "--nodes", "40", "--iterations", "60"]).arg("--out").arg(out);
    command.args(more).timeout(std::time::Duration::from_secs(120)).output().unwrap()
}

#[test]
fn all_games_are_calibrated_by_one_command() {
    let out = folder("calibrate-all");
    let output = calibrate(&out, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let all = calibration::read(&fs::read_to_string(out.join("curves.txt")).unwrap()).unwrap();
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(all.len(), GAMES.len());
    for entry in GAMES {
        let fitted = all.iter().find(|(game, _)| game == entry.name).unwrap().1;
        assert_ne!(fitted, Calibration::of(entry.name), "{}", entry.name);
        let picture = fs::read_to_string(out.join(format!("reliability-{}.svg", entry.name))).unwrap();
        assert!(
            Kind::ALL.iter().all(|kind| picture.contains(&format!("{}: ", kind.name()))) && picture.contains("</svg>")
        );
        assert_eq!(output_text.matches(&format!("| `{}` |", entry.name)).count(), Kind::ALL.len(), "{output_text}");
    }
}

#[test]
fn an_interrupted_calibration_goes_on_and_games_of_another_engine_are_refused() {
    let files = |out: &Path| {
        ["games-yavalath.bin", "curves.txt", "reliability-yavalath.svg"].map(|file| fs::read(out.join(file)).unwrap())
    };
    let out = folder("calibrate-whole");
    assert_eq!(calibrate(&out, &["yavalath"]).status.code(), Some(0));
    let whole = files(&out);
    let out = folder("calibrate-cut");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("games-yavalath.bin"), &whole[0][..whole[0].len() / 2]).unwrap();
    assert_eq!(calibrate(&out, &["yavalath", "--threads", "2"]).status.code(), Some(0));
    assert!(files(&out) == whole);
    // Without its first game the file begins with one that this engine plays later.
    let title = 1 + whole[0].iter().position(|&byte| byte == b'\n').unwrap();
    let first = 7 + 4 * usize::from(u16::from_le_bytes([whole[0][title], whole[0][title + 1]]));
    let other = [&whole[0][..title], &whole[0][title + first..]].concat();
    fs::write(out.join("games-yavalath.bin"), other).unwrap();
    let refused = calibrate(&out, &["yavalath"]);
    let sentence = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains("games of another version of the engine"), "{sentence}");
    // A game that is not calibrated keeps its curves, as far as the file has digits.
    let kept = calibration::read(std::str::from_utf8(&whole[1]).unwrap()).unwrap();
    assert!(kept.iter().any(|(game, kept)| game == "zen" && *kept == Calibration::of("zen")));
}
