//! Learning an evaluation: what is learned is what is evaluated, and the same options make the same files.

use assert_cmd::Command;
use quintet::board::bits::{Rng, random_below};
use quintet::calibration::{self, Calibration};
use quintet::eval::network::Learned;
use quintet::eval::weights::TITLE;
use quintet::game::{MoveList, Player};
use quintet::locks::{LockFile, LockOptions};
use quintet::registry::{GAMES, GameEntry, LearnedVisitor, learned_names, visit_learned};
use quintet::sealed::unseal;
use quintet::search::Kind;
use rand::SeedableRng;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;
use std::time::Duration;

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
                assert_eq!(network.linear().len(), count, "{name}");
                if position.is_evaluable() {
                    for viewer in position.viewers() {
                        let mut features = Vec::new();
                        position.features(viewer, &mut |feature, times| features.push((feature, times)));
                        assert_eq!(position.evaluate(viewer), network.score_of(&features), "{name}: {position:?}");
                        turn(&position, viewer, &features);
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

/// A turned board has the features that [`Learned::turns`] says, or the same ones.
fn turn<G: Learned>(position: &G, viewer: Player, features: &[(usize, i32)]) {
    let turns = G::turns();
    assert!(if G::TURNS_ALIKE { turns.is_empty() } else { turns.len() == G::SYMMETRIES });
    for index in 0..G::SYMMETRIES {
        let as_said = |feature: usize| turns.get(index).map_or(feature, |turn| turn[feature].into());
        let mut of_turned = BTreeMap::new();
        position
            .transform(index)
            .features(viewer, &mut |feature, times| *of_turned.entry(feature).or_default() += times);
        features.iter().for_each(|&(feature, times)| *of_turned.entry(as_said(feature)).or_default() -= times);
        assert!(of_turned.values().all(|&left: &i32| left == 0), "{index} {position:?}");
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

    // Games of another game with the same weights count, too, by its own rules.
    let [tournament, standard] = ["train-tournament", "train-standard"].map(folder);
    let known = files(&train("gipf-tournament", &tournament, &[]), &tournament).swap_remove(0);
    let path = tournament.join("games.bin");
    let of_tournament = ["--also", path.to_str().unwrap()];
    let both = files(&train("gipf-standard", &standard, &of_tournament), &standard);
    assert!(both[0].starts_with(b"quintet games 1: gipf-standard, ") && both[0].len() < known.len() / 4);

    let output = train("gipf", &folder("train-also-basic"), &of_tournament);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("holds games of `gipf-tournament, ") && text.contains("not of `gipf`"), "{text}");
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

/// Plays a part.
fn part(out: &Path, games: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["train", "yavalath", "--nodes", "30", "--games", games, "--out"]).arg(out).args(more);
    command.timeout(Duration::from_secs(120)).output().unwrap()
}

/// Learns from parts, with the options of [`train`].
fn join(out: &Path, parts: &[&Path], more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["train", "yavalath", "--nodes", "30", "--epochs", "3", "--hold-out", "3", "--out"]).arg(out);
    command.arg("--join").args(parts).args(more).timeout(Duration::from_secs(120)).output().unwrap()
}

#[track_caller]
fn refused(output: &Output, code: i32, sentence: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    // Before the sentence there may be lines about the progress.
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("quintet: ") && last.contains(sentence), "{text}");
    assert_eq!(text.matches("quintet: ").count(), 1, "{text}");
}

#[test]
fn parts_joined_are_what_one_machine_makes() {
    let one = folder("train-one");
    let whole = files(&train("yavalath", &one, &[]), &one);
    let text = String::from_utf8(whole[1].clone()).unwrap();
    let games = text.split(" games, ").next().unwrap().rsplit(' ').next().unwrap().parse::<u64>().unwrap();
    assert!(games > 40, "{text}");
    let [a, b, c, d, all] = ["train-a", "train-b", "train-c", "train-d", "train-all"].map(folder);
    let last = format!("33..{games}");
    let beyond = format!("33..{}", games + 5);
    let to_end = format!("0..{games}");
    for (out, range) in [(&a, "0..10"), (&b, "10..33"), (&c, &last), (&d, &beyond), (&all, &to_end)] {
        let output = part(out, range, &["--threads", "2"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let answer = String::from_utf8(output.stdout).unwrap();
        assert!(answer.starts_with(&format!("games {range}\n")), "{answer}");
        let title = fs::read(out.join("games.bin")).unwrap();
        let title = String::from_utf8_lossy(title.split(|&byte| byte == b'\n').next().unwrap()).to_string();
        assert!(title.ends_with(&format!("explore 0.01, games {range}")), "{title}");
    }
    let to = folder("train-joined");
    for parts in [[&a, &b, &c], [&c, &a, &b]].map(|parts| parts.map(PathBuf::as_path)) {
        assert_eq!(files(&join(&to, &parts, &[]), &to), whole, "{parts:?}");
    }
    assert_eq!(files(&join(&to, &[&all], &["--threads", "2"]), &to), whole);
    // Of more games only those that it takes to have so many positions.
    assert_eq!(files(&join(&to, &[&b, &d, &a], &["--positions", "500"]), &to), whole);
    // The folder of one machine is as good as a part of all.
    assert_eq!(files(&join(&to, &[&one], &["--positions", "500"]), &to), whole);
    assert_eq!(fs::read_dir(&to).unwrap().count(), 3, "something is left over");
    // What is joined goes on as if one machine had begun it.
    assert_eq!(files(&train("yavalath", &to, &[]), &to), whole);
}

#[test]
fn parts_that_do_not_fit_are_refused_with_a_sentence() {
    let [a, b, c, out] = ["train-fit-a", "train-fit-b", "train-fit-c", "train-fit"].map(folder);
    for (folder, range) in [(&a, "0..10"), (&b, "8..20"), (&c, "30..40")] {
        assert_eq!(part(folder, range, &[]).status.code(), Some(0));
    }
    refused(&join(&out, &[&b, &a], &[]), 2, "both have game 8: every game must be in one part only");
    refused(&join(&out, &[&a, &a], &[]), 2, "both have game 0");
    refused(&join(&out, &[&c, &a], &[]), 3, "the games 10..30 of `yavalath` are missing");
    refused(&join(&out, &[&b, &c], &[]), 3, "the games 0..8, 20..30 of `yavalath` are missing");
    refused(&join(&out, &[&a], &["--positions", "100000"]), 3, "the games from 10 on are missing");
    refused(&join(&out, &[&a, &folder("train-not-there")], &[]), 3, "games.bin is missing");
    refused(&join(&out, &[&a], &["--seed", "2"]), 2, "choose another folder or the same options");
    refused(&join(&a, &[&a], &[]), 2, "give the output another name");
    refused(&part(&a, "0..11", &[]), 2, "choose another folder or the same options");
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    let pentalath = command.args(["train", "pentalath", "--nodes", "30", "--join"]).arg(&a).arg("--out").arg(&out);
    refused(&pentalath.output().unwrap(), 2, "holds games of `yavalath, seed 1");
    for more in [&["--positions", "9"][..], &["--mix", "0.5"], &["--epochs", "3"], &["--join", "x"], &["--gains"]] {
        refused(&part(&a, "0..10", more), 2, "cannot be used with");
    }
    for range in ["5", "5..5", "9..5", "x..5"] {
        refused(&part(&a, range, &[]), 2, "games are A..B, such as 0..500");
    }
    // A part that has not been played to its end, two of whose games are damaged.
    let mut games = fs::read(a.join("games.bin")).unwrap();
    let middle = games.len() / 2;
    games[middle] ^= 1;
    fs::write(a.join("games.bin"), games).unwrap();
    let output = join(&out, &[&a, &c], &[]);
    refused(&output, 3, "..30 of `yavalath` are missing");
    assert!(!out.join("games.bin").exists() && !out.join("weights.txt").exists());
}

#[test]
fn one_process_at_a_time_writes_a_folder() {
    let out = folder("train-lock");
    fs::create_dir_all(&out).unwrap();
    let lock = LockFile::take(&out.join("lock"), &LockOptions::default()).unwrap();
    for output in [part(&out, "0..10", &[]), train("yavalath", &out, &[]), calibrate(&out, &["yavalath"])] {
        refused(&output, 2, "train-lock` is in use by another process");
    }
    let late = part(&out, "0..10", &["--wait-lock", "1"]);
    let said = String::from_utf8_lossy(&late.stderr);
    assert_eq!(late.status.code(), Some(1), "{said}");
    assert!(said.contains("waiting for `") && said.contains("is in use by another process after 1 s"), "{said}");
    assert!(!out.join("games.bin").exists());
    let holder = thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        drop(lock);
    });
    assert_eq!(part(&out, "0..10", &["--wait-lock", "60"]).status.code(), Some(0));
    holder.join().unwrap();
    assert!(!out.join("lock").exists());
}

/// A part that is not played at once.
const PART: [&str; 7] = ["train", "yavalath", "--games", "5..200", "--nodes", "300", "--out"];

/// Begins to play it, and sends it a signal as soon as the first games are written.
fn interrupted(out: &Path, signal: &str) -> std::process::ExitStatus {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(PART).arg(out);
    let size = || fs::metadata(out.join("games.bin")).map_or(0, |file| file.len());
    let before = size().max(100);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    while size() <= before && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    let killed = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    child.wait().unwrap()
}

#[test]
fn a_part_that_was_killed_goes_on_and_one_that_is_stopped_says_so() {
    let [whole, out] = ["train-part-whole", "train-part-killed"].map(folder);
    let play = |out: &Path, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(PART).arg(out).args(more).timeout(Duration::from_secs(120)).output().unwrap()
    };
    assert_eq!(play(&whole, &[]).status.code(), Some(0));
    assert_eq!(interrupted(&out, "-KILL").code(), None);
    assert_eq!(interrupted(&out, "-TERM").code(), Some(3));
    let stopped = play(&out, &["--stop", "0"]);
    refused(&stopped, 3, "stopped before the end; the same command continues");
    assert_eq!(play(&out, &["--threads", "2"]).status.code(), Some(0));
    assert_eq!(fs::read(out.join("games.bin")).unwrap(), fs::read(whole.join("games.bin")).unwrap());
    // A training that is stopped leaves no positions behind, and is no torso for what comes after it.
    let out = folder("train-stopped");
    refused(&train("yavalath", &out, &["--stop", "0"]), 3, "stopped before the end");
    let names = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["games.bin"]);
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
        (
            "zen-free",
            &[],
            "the evaluation of `zen-free` cannot be trained; games with a trainable evaluation are yavalath,",
        ),
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
    calibrate_with(out, &[&["--games", "10"], more].concat())
}

fn calibrate_with(out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["calibrate", "--nodes", "40", "--iterations", "60"]).arg("--out").arg(out);
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
    assert!(sentence.contains("games from another version of the engine"), "{sentence}");
    // A game that is not calibrated keeps its curves, as far as the file has digits.
    let kept = calibration::read(std::str::from_utf8(&whole[1]).unwrap()).unwrap();
    assert!(kept.iter().any(|(game, kept)| game == "zen" && *kept == Calibration::of("zen")));
}

#[test]
fn calibrations_are_divided_and_interrupted_like_trainings() {
    const NAMES: [&str; 6] = [
        "curves.txt",
        "reliability-yavalath.svg",
        "games-yavalath.bin",
        "answers-yavalath.bin",
        "games-zen.bin",
        "answers-zen.bin",
    ];
    let files = |out: &Path| NAMES.map(|file| fs::read(out.join(file)).unwrap());
    let [one, a, b, both, out] =
        ["calibrate-one", "calibrate-a", "calibrate-b", "calibrate-both", "calibrate-joined"].map(folder);
    assert_eq!(calibrate(&one, &["yavalath", "zen"]).status.code(), Some(0));
    let whole = files(&one);
    let play = |out: &Path, games: &str, more: &[&str]| {
        calibrate_with(out, &[&["yavalath", "zen", "--games", games], more].concat())
    };
    for (folder, games) in [(&a, "0..4"), (&b, "4..10"), (&both, "0..10")] {
        let output = play(folder, games, &["--threads", "2"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(!folder.join("curves.txt").exists());
    }
    let path = |folder: &Path| folder.to_str().unwrap().to_string();
    let join = |parts: &[&Path], more: &[&str]| {
        let parts: Vec<String> = parts.iter().map(|part| path(part)).collect();
        let parts = parts.iter().map(String::as_str);
        let words: Vec<&str> =
            ["yavalath", "zen", "--join"].into_iter().chain(parts).chain(more.iter().copied()).collect();
        calibrate_with(&out, &words)
    };
    for parts in [&[&*b, &a][..], &[&both]] {
        let output = join(parts, &[]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(files(&out) == whole, "{parts:?}");
    }
    // Searches that have answered are not asked again; what is lost of their answers is asked anew.
    let part = fs::read(b.join("answers-zen.bin")).unwrap();
    fs::write(b.join("answers-zen.bin"), &part[..part.len() - 3]).unwrap();
    refused(&join(&[&a, &b], &[]), 3, "the games 9..10 of `zen` are missing");
    refused(&play(&b, "4..10", &["--stop", "0"]), 3, "stopped before the end");
    assert_eq!(play(&b, "4..10", &[]).status.code(), Some(0));
    assert_eq!(fs::read(b.join("answers-zen.bin")).unwrap(), part);
    refused(&join(&[&b], &[]), 3, "the games 0..4 of `yavalath` are missing");
    refused(&join(&[&a, &both], &[]), 2, "both have game 0");
    refused(&join(&[&a, &folder("calibrate-not-there")], &[]), 3, "calibrate-not-there are missing");
    refused(&join(&[&a, &b], &["--seed", "5"]), 2, "choose another folder or the same options");
    refused(&join(&[&a, &b], &["--asked", "3"]), 2, "choose another folder or the same options");
    fs::remove_file(b.join("games-zen.bin")).unwrap();
    refused(&join(&[&a, &b], &[]), 3, "the games 4..10 of `zen` are missing");
    refused(&play(&a, "4..4", &[]), 2, "games are A..B");
    refused(&play(&a, "9", &[]), 2, "games are a number from 10 to");
}
