//! `quintet verify`, and the example of docs/proofs.md.

use super::certificates::certificate;
use super::plain::{Minimax, Won, won};
use crate::common::play_all;
use quintet::game::{Game, Notation, Player};
use quintet::games::gipf::{self, Gipf};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::option_files::proof_file;
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::Claim;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proof");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintet")).arg("verify").args(arguments).output().unwrap()
}

#[test]
fn files_are_checked_one_after_the_other() {
    let setup = Setup { swap: false };
    let Won { root, claim, .. } = won(&Yavalath::start(&setup), [3, 5], 1, 60).pop().unwrap();
    let bytes = certificate("yavalath", &setup, &root, claim).unwrap();
    let [good, bad, other] = ["good.proof", "bad.proof", "other.proof"].map(path);
    fs::write(&good, &bytes).unwrap();
    fs::write(&bad, &bytes[..bytes.len() - 1]).unwrap();
    let text = String::from_utf8_lossy(&bytes).replace("game yavalath", "game chess").into_bytes();
    fs::write(&other, super::damage::sealed(&text)).unwrap();
    let [good, bad, other] = [&good, &bad, &other].map(|path| path.to_str().unwrap());
    let run = |files: &[&str], code: i32, lines: usize, sentences: &[&str]| {
        let output = verify(files);
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!((output.status.code(), out.lines().count()), (Some(code), lines), "{out}{err}");
        assert_eq!(err.lines().count(), sentences.len(), "{err}");
        assert!(err.lines().zip(sentences).all(|(line, sentence)| line.contains(sentence)), "{err}");
        out
    };
    let winner = ["White (seat 1)", "Black (seat 2)"][claim.player.index()];
    let line = run(&[good], 0, 1, &[]);
    let begin = format!("{good}: yavalath, {winner} wins from {}: ", root.position_text());
    assert!(line.starts_with(&begin) && line.contains(" answer") && line.contains("longest line "), "{line}");
    run(&[good, bad], 2, 1, &["the file has changed since it was written"]);
    run(&[bad, good, "missing.proof"], 2, 1, &["has changed", "`missing.proof`: No such file"]);
    run(&[good, "missing.proof"], 1, 1, &["No such file"]);
    run(&[other], 2, 0, &["there is no game `chess`"]);
    run(&["--no-files", good], 1, 0, &["may not open files"]);
    run(&[], 2, 0, &["FILE"]);
    let lines = run(&["--json", good, bad], 2, 2, &["has changed"]);
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["claims"][0]["side"], claim.player.index() + 1);
    assert_eq!((&lines[0]["proved"], &lines[0]["game"]), (&true.into(), &"yavalath".into()));
    assert_eq!((&lines[0]["options"]["Swap"], &lines[1]["proved"]), (&"false".into(), &false.into()));
    assert!(lines[1]["error"].as_str().unwrap().contains("has changed") && lines[1]["schema"] == "verify/1");
}

#[test]
fn what_certificates_prove_is_written_into_one_file() {
    let setup = Setup { swap: false };
    let found = won(&Yavalath::start(&setup), [3, 5], 2, 60);
    let names: Vec<String> =
        (0..2).map(|number| path(&format!("{number}.proof")).to_str().unwrap().to_string()).collect();
    for (name, Won { root, claim, .. }) in names.iter().zip(&found) {
        fs::write(name, certificate("yavalath", &setup, root, *claim).unwrap()).unwrap();
    }
    let out = path("all.proofs");
    let run = |more: &[&str]| {
        let arguments = [&["--force", "--proofs", out.to_str().unwrap()], more].concat();
        (verify(&arguments), proof_file(&out))
    };
    let (output, file) = run(&[&names[0], &names[1]]);
    let file = file.unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with(&format!("{} positions in `", file.positions())));
    assert!(file.check().is_ok() && found.iter().all(|won| file.probe(&won.root).is_some()));
    // Another game has no place in the file.
    let other = path("other-game.proof");
    let gipf = gipf::Setup::new(gipf::Variant::Basic);
    let Won { root, claim, .. } = won(&Gipf::start(&gipf), [2, 5], 1, 60).pop().unwrap();
    fs::write(&other, certificate("gipf", &gipf, &root, claim).unwrap()).unwrap();
    let (output, file) = run(&[&names[0], other.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let file = file.unwrap();
    assert!(file.probe(&found[0].root).is_some() && file.probe(&found[1].root).is_none());
}

/// The position of the example of docs/proofs.md.
fn example() -> (Setup, Yavalath, Claim) {
    let setup = Setup { swap: false };
    let moves = "e5 d4 e4 f6 d5 c5 g7 c2 e7 e6".split(' ').map(str::to_string).collect::<Vec<_>>();
    let root = play_all(Yavalath::start(&setup), &moves);
    (setup, root, Claim { player: Player::FIRST, goal: Goal::Win })
}

#[test]
fn the_example_of_the_document_is_a_certificate() {
    let (setup, root, claim) = example();
    let plies = Minimax::new(2_000_000).distance(&root, claim, 7);
    assert!(plies.is_some_and(|plies| plies > 3), "{plies:?}");
    let bytes = certificate("yavalath", &setup, &root, claim).unwrap();
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let answers: Vec<String> = bytes[end + 2..].iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!("```text\n{}\n\n{}\n```\n", String::from_utf8_lossy(&bytes[..end]), answers.join(" "));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/proofs.md");
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains(&text), "docs/proofs.md should have\n{text}");
}
