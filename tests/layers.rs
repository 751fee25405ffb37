//! The layers of README.md, "The code": a module uses only what stands below it.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top; modules in one row do not see each other.
const LAYERS: &[&[&str]] = &[
    &["text", "board"],
    &["game"],
    &["eval"],
    &["games", "search"],
    &["book", "calibration"],
    &["session"],
    &["registry"],
    &["options"],
    &["protocol"],
    &["tournament"],
    &["train"],
    &["cli"],
    &["lib", "main"],
];

fn layer(module: &str) -> usize {
    LAYERS.iter().position(|row| row.contains(&module)).unwrap_or_else(|| panic!("`{module}` is in no layer"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The top-level modules that a source names with `crate::` or `quintet::`, also inside braces.
fn uses(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for root in ["crate::", "quintet::"] {
            for rest in line.split(root).skip(1) {
                let names = match rest.strip_prefix('{') {
                    Some(list) => list.split([',', '}']).map(str::trim).collect(),
                    None => vec![rest],
                };
                let name =
                    |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
                found.extend(names.into_iter().map(name).filter(|name| name.starts_with(char::is_lowercase)));
            }
        }
    }
    found
}

#[test]
fn imports_go_downward() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 20);
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let here = layer(module);
        for used in uses(&fs::read_to_string(&file).unwrap()) {
            let fine = used == module || layer(&used) < here;
            assert!(fine, "{} uses `{used}`, which is not below `{module}`", inside.display());
        }
    }
}

#[test]
fn no_game_knows_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in files {
        let game = file.strip_prefix(&root).unwrap().iter().next().unwrap().to_str().unwrap().to_string();
        for rest in fs::read_to_string(&file).unwrap().split("games::").skip(1) {
            // What Yavalath and Pentalath share may be used by both.
            let shared = ["hex_text", "swap"].iter().any(|shared| rest.starts_with(shared));
            let fine = rest.starts_with(&game) || shared || game == "mod.rs";
            assert!(fine, "{} uses another game", file.display());
        }
    }
}

/// The files of a folder that a source names with `super::`, its tests aside.
fn siblings(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    lines.flat_map(|line| line.split("super::").skip(1)).map(name).collect()
}

#[test]
fn the_files_of_a_game_use_each_other_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games =
        fs::read_dir(root.join("games")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    for folder in games.chain([root.join("board"), root.join("eval")]) {
        let mut files = Vec::new();
        sources(&folder, &mut files);
        files.retain(|file| file.extension().is_some_and(|extension| extension == "rs") && !file.ends_with("mod.rs"));
        let name = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_string();
        let names: Vec<String> = files.iter().map(name).collect();
        let mut left: Vec<(String, Vec<String>)> = Vec::new();
        for file in &files {
            let mut used = siblings(&fs::read_to_string(file).unwrap());
            used.retain(|used| names.contains(used) && *used != name(file));
            left.push((name(file), used));
        }
        // Take away, as often as that is possible, a file that uses none of those left.
        while let Some(at) =
            left.iter().position(|(_, used)| !used.iter().any(|used| left.iter().any(|l| l.0 == *used)))
        {
            left.swap_remove(at);
        }
        assert!(left.is_empty(), "{}: some of these use each other in a circle: {left:?}", folder.display());
    }
}
