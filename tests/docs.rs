//! What the documents say about the project's files is so.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

use quintet::calibration::Calibration;
use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn ci_runs_the_test_command_of_the_readme() {
    let readme = read("README.md");
    let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let command = block.lines().last().unwrap();
    assert!(command.starts_with("cargo test"), "{command}");
    assert!(read(".ci/run").lines().any(|line| line == command), "`{command}` is not in .ci/run");
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for opening in ["](", "src=\""] {
            for rest in text.split(opening).skip(1) {
                let target = rest.split([')', '"', '#']).next().unwrap();
                if !target.is_empty() && !target.contains("://") {
                    links += 1;
                    assert!(root.join(target).exists(), "{} links to {target}", path.display());
                }
            }
        }
    }
    assert!(links > 5);
}

#[test]
fn the_readme_names_every_module() {
    let readme = read("README.md");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !["main.rs", "lib.rs"].contains(&name.as_str()) {
            assert!(readme.contains(&format!("`src/{name}")), "README.md does not name src/{name}");
        }
    }
}

#[test]
fn the_readme_lists_every_game() {
    let readme = read("README.md");
    for game in quintet::registry::GAMES {
        assert!(readme.contains(&format!("| `{}` |", game.name)), "README.md does not list {}", game.name);
    }
}

#[test]
fn every_game_has_a_calibration_and_a_picture_of_it() {
    for game in quintet::registry::GAMES {
        let file = format!("docs/reliability-{}.svg", game.name);
        assert!(read("README.md").contains(&file), "README.md does not show {file}");
        assert!(read(&file).contains(&format!("{}: foretold and actual", game.name)), "{file}");
        assert_ne!(Calibration::of(game.name), Calibration::PLAIN, "{}", game.name);
    }
}
