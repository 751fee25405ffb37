//! The layers of the code: a module uses only what stands below it, the kinds of search do not see each other, and no two
//! files use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top; modules in one row do not see each other.
const LAYERS: &[&[&str]] = &[
    &["text"],
    &["sentence"],
    &["csv", "data", "files", "board", "part", "version"],
    &["sealed", "locks", "date"],
    &["game"],
    &["eval", "picture"],
    &["games", "search", "web"],
    &["book", "calibration"],
    &["session"],
    &["registry"],
    &["options"],
    &["arena"],
    &["records", "option_files"],
    &["analysis", "explore", "review", "puzzles", "lessons", "record_files"],
    &["lines"],
    &["bots"],
    &["protocol", "tournament", "analysis_engine", "train", "conformance"],
    &["puzzle_maker", "tune"],
    &["terminal"],
    &["service"],
    &["server", "play"],
    &["cli"],
    &["lib", "main"],
];

/// The kinds of search: what they share stands beside them.
const HOUSES: &[&str] = &["alphabeta", "mcts", "proof"];

fn layer(module: &str) -> usize {
    LAYERS.iter().position(|row| row.contains(&module)).unwrap_or_else(|| panic!("`{module}` is in no layer"))
}

/// The folders of the crates, of which each uses those before it, as the compiler keeps.
fn roots() -> [PathBuf; 3] {
    ["crates/core/src", "crates/desk/src", "src"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crates, each by its path from its crate's root, with its text without tests and comments.
fn modules() -> BTreeMap<Vec<String>, String> {
    roots().iter().flat_map(|root| modules_below(root)).collect()
}

fn modules_below(root: &Path) -> Vec<(Vec<String>, String)> {
    let mut files = Vec::new();
    sources(root, &mut files);
    assert!(files.len() > 50);
    let module = |file: PathBuf| {
        let mut path: Vec<String> = file
            .strip_prefix(root)
            .unwrap()
            .with_extension("")
            .iter()
            .map(|part| part.to_str().unwrap().to_string())
            .collect();
        if path.last().is_some_and(|last| last == "mod") {
            path.pop();
        }
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        (path, code.flat_map(|line| [line, "\n"]).collect())
    };
    files.into_iter().map(module).collect()
}

/// All paths that begin with `crate`, the name of a crate, `self` or `super` in a text, those in braces one by one.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("::") {
        let before = &text[..at];
        let first: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let first: String = first.chars().rev().collect();
        let is_first = !before[..before.len() - first.len()].ends_with("::");
        if is_first && ["crate", "quintet", "quintet_core", "quintet_desk", "self", "super"].contains(&first.as_str()) {
            expand(vec![first], &text[at + 2..], &mut found);
        }
    }
    found
}

/// Follows a path after `::`, and into braces. Returns what follows it.
fn expand<'a>(mut path: Vec<String>, mut rest: &'a str, found: &mut Vec<Vec<String>>) -> &'a str {
    loop {
        rest = rest.trim_start();
        if let Some(mut inside) = rest.strip_prefix('{') {
            loop {
                inside = expand(path.clone(), inside, found).trim_start();
                match inside.strip_prefix(',') {
                    Some(more) if more.trim_start().starts_with('}') => return &more.trim_start()[1..],
                    Some(more) => inside = more,
                    None => return inside.strip_prefix('}').unwrap_or(inside),
                }
            }
        }
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        rest = &rest[name.len()..];
        if !name.is_empty() {
            path.push(name);
        }
        match rest.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                found.push(path);
                return rest;
            }
        }
    }
}

/// For each module the modules whose names it uses.
fn uses() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let modules = modules();
    let resolve = |from: &[String], path: Vec<String>| {
        let mut place = from.to_vec();
        let mut names = path.into_iter();
        for name in names.by_ref() {
            match name.as_str() {
                "crate" | "quintet" | "quintet_core" | "quintet_desk" => place.clear(),
                "self" => {}
                "super" => drop(place.pop()),
                _ => {
                    place.push(name);
                    break;
                }
            }
        }
        place.extend(names);
        // The longest beginning that is a module; what follows is an item of it.
        (1..=place.len()).rev().map(|length| place[..length].to_vec()).find(|place| modules.contains_key(place))
    };
    let of = |(from, text): (&Vec<String>, &String)| {
        let used = paths(text).into_iter().filter_map(|path| resolve(from, path));
        (from.clone(), used.filter(|used| used != from).collect())
    };
    modules.iter().map(of).collect()
}

#[test]
fn paths_are_found_in_braces_too() {
    let text = "use crate::a::{self, b::{C, d}, E};\nuse super::f;\nlet x = crate::g::h(1);";
    let found: Vec<String> = paths(text).into_iter().map(|path| path.join("::")).collect();
    let expected = ["crate::a::self", "crate::a::b::C", "crate::a::b::d", "crate::a::E", "super::f", "crate::g::h"];
    assert_eq!(found, expected);
}

#[test]
fn imports_go_downward() {
    for (from, used) in uses() {
        let module = &from[0];
        for other in used.iter().map(|used| &used[0]).filter(|other| *other != module) {
            let fine = layer(other) < layer(module);
            assert!(fine, "{} uses `{other}`, which is not below `{module}`", from.join("::"));
        }
    }
}

#[test]
fn no_game_knows_another_and_no_search_another_kind() {
    for (from, used) in uses() {
        let [first, house, ..] = &from[..] else { continue };
        for other in used.iter().filter(|used| used.len() > 1 && used[0] == *first) {
            let apart = match first.as_str() {
                // What several games share is a file beside their folders.
                "games" => roots()[0].join("games").join(&other[1]).is_dir(),
                "search" => HOUSES.contains(&house.as_str()) && HOUSES.contains(&other[1].as_str()),
                _ => false,
            };
            assert!(!apart || other[1] == *house, "{} uses {}", from.join("::"), other.join("::"));
        }
    }
}

/// What does not go through this module is in no model (`--cfg loom`).
#[test]
fn searches_share_memory_through_one_module() {
    let mut users = 0;
    for (path, text) in modules().into_iter().filter(|(path, _)| path[0] == "search") {
        if path != ["search", "sync"] {
            users += usize::from(text.contains("sync::{A") || text.contains("sync::A"));
            let own = text.lines().find(|line| line.contains("std::sync") && line.contains("Atomic"));
            assert_eq!(own, None, "{} has atomics of its own", path.join("::"));
        }
    }
    assert!(users > 5);
}

/// A module and the files below it may use each other: it is their face.
#[test]
fn no_two_files_use_each_other() {
    let mut uses = uses();
    for (from, used) in &mut uses {
        used.retain(|other| !other.starts_with(from) && !from.starts_with(other));
    }
    // Whoever uses nothing that is left is in no circle.
    while let Some(done) = uses.iter().find(|(_, used)| used.is_empty()).map(|(from, _)| from.clone()) {
        uses.remove(&done);
        uses.values_mut().for_each(|used| _ = used.remove(&done));
    }
    // What is left is in a circle, or uses what is.
    let mut circle: Vec<String> = uses.keys().map(|from| from.join("::")).collect();
    circle.truncate(8);
    assert!(circle.is_empty(), "circles of imports among, or above, {circle:?}");
}

/// In a binary with a harness of its own `#[test]` does nothing: its tests are those that `main` lists.
#[test]
fn no_test_is_lost_to_a_harness_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let targets = manifest.split("\n[[test]]\n").skip(1).filter(|target| target.contains("harness = false"));
    let names: Vec<&str> = targets.map(|target| target.split('"').nth(1).unwrap()).collect();
    assert_eq!(names, ["machine", "web"]);
    for name in names {
        let mut files = Vec::new();
        sources(&root.join("tests").join(name), &mut files);
        assert!(files.len() > 3);
        for file in files {
            assert!(!fs::read_to_string(&file).unwrap().contains("#[test]"), "{}: `#[test]`", file.display());
        }
    }
}
