//! What the documents say about the project's files is so.

use crate::layers::sources;
use quintet::calibration::Calibration;
use quintet::registry::{GAMES, GameEntry};
use std::fs;
use std::path::{Path, PathBuf};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// CI runs the test command that the README gives.
#[test]
fn ci_runs_the_test_command() {
    for file in ["README.md", ".ci/run"] {
        assert!(read(file).contains("\ncargo test --locked\n"), "{file}");
    }
}

/// A function that a script exports hides the command of its name from every script that it calls.
#[test]
fn ci_exports_no_function() {
    for file in [".ci/run", ".ci/tools", "packaging/check.sh", "packaging/deb.sh"] {
        assert!(!read(file).contains("export -f"), "{file}");
    }
}

/// All Markdown files of a folder and the folders below it, but for build outputs and hidden folders.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// Every `cargo test` that a document names has a test to run: each `--test` is a folder here, and each filter after it
/// a part of a module's or a function's name there.
#[test]
fn test_commands_find_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    documents(root, &mut paths);
    let mut commands = 0;
    for path in &paths {
        let text = fs::read_to_string(path).unwrap().replace("\\\n", "");
        for command in text.split("cargo test ").skip(1) {
            let command = command.split(['`', '\n', '#']).next().unwrap();
            let mut words = command.split_whitespace();
            let (mut folders, mut filters) = (Vec::new(), Vec::new());
            while let Some(word) = words.next() {
                match word {
                    "--test" => folders.push(format!("tests/{}", words.next().unwrap())),
                    "--lib" => folders.extend(["src".into(), "crates/core/src".into(), "crates/desk/src".into()]),
                    "--features" | "--skip" | "-p" | "--config" => _ = words.next(),
                    _ if !word.starts_with('-') => filters.push(word),
                    _ => {}
                }
            }
            let mut names = String::new();
            for folder in &folders {
                let mut files = Vec::new();
                sources(&root.join(folder), &mut files);
                assert!(!files.is_empty(), "{}: `cargo test {command}`", path.display());
                for file in files {
                    let module =
                        file.strip_prefix(root).unwrap().with_extension("").to_str().unwrap().replace('/', "::");
                    let text = fs::read_to_string(file).unwrap();
                    let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
                    functions.for_each(|name| names += &format!("{module}::{name}\n"));
                }
            }
            commands += folders.len();
            let lost = filters.iter().find(|filter| !names.contains(*filter));
            assert!(lost.is_none() || folders.is_empty(), "{}: `cargo test {command}` finds none", path.display());
        }
    }
    assert!(commands > 50);
}

/// The lines of a Markdown text that are no block of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// The anchors of a document's headings, as GitHub makes them: lower case, spaces as hyphens, no other punctuation,
/// and a number where a heading repeats another.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim();
        // Of a link only its text counts.
        let heading: String =
            heading.split('[').map(|part| part.split_once("](").map_or(part.into(), unlinked)).collect();
        let letters = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        let plain = letters.collect::<String>().to_lowercase().replace(' ', "-");
        let numbered = (1..).map(|n| format!("{plain}-{n}"));
        let anchor = std::iter::once(plain.clone()).chain(numbered).find(|anchor| !anchors.contains(anchor));
        anchors.extend(anchor);
    }
    anchors
}

/// The text of a link and what follows it.
fn unlinked((text, rest): (&str, &str)) -> String {
    format!("{text}{}", rest.split_once(')').map_or("", |(_, after)| after))
}

/// Every link to a file of the project or to a heading, in all documents.
#[test]
fn links_lead_somewhere() {
    let mut paths = Vec::new();
    documents(Path::new(env!("CARGO_MANIFEST_DIR")), &mut paths);
    let (mut links, mut headings) = (0, 0);
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        let prose: String = prose(&text).flat_map(|line| [line, "\n"]).collect();
        for opening in ["](", "src=\""] {
            for rest in prose.split(opening).skip(1) {
                let link = rest.split([')', '"']).next().unwrap();
                if link.contains("://") {
                    continue;
                }
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
                links += 1;
                assert!(target.exists(), "{} links to {link}", path.display());
                if !anchor.is_empty() {
                    headings += 1;
                    let found = anchors(&fs::read_to_string(target).unwrap());
                    assert!(found.iter().any(|heading| heading == anchor), "{} links to {link}", path.display());
                }
            }
        }
    }
    assert!(paths.len() > 5 && links > 20 && headings > 0);
}

#[test]
fn anchors_are_those_of_github() {
    let text = "# A `b` c, d's\n\n```sh\n# no heading\n```\n## E – f\n## [G](README.md#i) j_k\n## E – f\n### 1. L/M\n";
    assert_eq!(anchors(text), ["a-b-c-ds", "e--f", "g-j_k", "e--f-1", "1-lm"]);
}

#[test]
fn the_readme_names_every_module() {
    let readme = read("README.md");
    let (_, code) = readme.split_once("\n## The code\n").unwrap();
    let (core, rest) = code.split_once("| **`crates/desk/src/`** |").unwrap();
    let (desk, program) = rest.split_once("| **`src/`** |").unwrap();
    for (folder, modules) in [("crates/core/src", core), ("crates/desk/src", desk), ("src", program)] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let name = if entry.path().is_dir() { format!("`{name}/`") } else { format!("`{name}`") };
            // The folder of a module is named with its file.
            let is_named = modules.contains(&name) || modules.contains(&name.replace("/`", ".rs`"));
            assert!(is_named || ["`main.rs`", "`lib.rs`"].contains(&name.as_str()), "README.md does not name {name}");
        }
    }
}

#[test]
fn the_readme_lists_every_game() {
    let readme = read("README.md");
    for game in GAMES {
        assert!(readme.contains(&format!("| `{}` |", game.name)), "README.md does not list {}", game.name);
    }
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 110 + GAMES.len(), "README.md has {lines} lines");
}

/// A reader can see of every table what was measured and how.
#[test]
fn every_measured_table_names_its_commit_and_command() {
    let page = read("docs/measurements.md");
    let (mut source, mut table, mut tables) = ("", false, 0);
    for line in prose(&page) {
        let begins = line.starts_with('|') && !table;
        table = line.starts_with('|');
        if begins {
            tables += 1;
            assert!(source.starts_with("Measured at commit"), "no commit before {line}");
            assert!(source.contains(" by `"), "no command before {line}");
        }
        if !line.is_empty() {
            source = line;
        }
    }
    assert!(tables > 10);
}

/// The figures of the README are those of docs/measurements.md, and the script knows every table that has marks.
#[test]
fn the_figures_of_the_readme_are_the_measured_ones() {
    let script = |argument| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measure.sh");
        std::process::Command::new("sh").arg(script).arg(argument).output().unwrap()
    };
    let check = script("--check");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    let listed = String::from_utf8(script("--list").stdout).unwrap();
    let page = read("docs/measurements.md");
    let marks = page.lines().filter_map(|line| line.strip_prefix("<!-- measure:")?.strip_suffix(" -->"));
    assert_eq!(sorted(marks), sorted(listed.lines()));
}

fn sorted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words
}

#[test]
fn every_calibration_has_a_picture() {
    let calibrated = |game: &&GameEntry| Calibration::of(game.name) != Calibration::PLAIN;
    let games: Vec<&GameEntry> = GAMES.iter().filter(calibrated).collect();
    assert!(games.len() >= 10, "the calibrations of some games are gone");
    for game in games {
        let file = format!("docs/reliability-{}.svg", game.name);
        let shown = read("docs/measurements.md").contains(&format!("reliability-{}.svg", game.name));
        assert!(shown, "docs/measurements.md does not show {file}");
        assert!(read(&file).contains(&format!("{}: predicted and actual", game.name)), "{file}");
    }
}

/// What bots copy from the page is what the program writes around a book.
#[test]
fn the_code_that_reads_a_book_is_that_of_its_page() {
    let page = read("docs/book-export.md");
    for (language, ending) in [("python", "py"), ("ts", "ts"), ("cpp", "cpp"), ("java", "java")] {
        let code = read(&format!("src/cli/book_export/decoder.{ending}"));
        assert!(page.contains(&format!("```{language}\n{code}```\n")), "{ending}");
        assert!(code.lines().count() <= 17, "{ending}");
    }
}
