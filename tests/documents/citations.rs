//! Every document and every rule of a game that the sources or the documents cite is there.

use std::fs;
use std::path::{Path, PathBuf};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// All files below a folder, or the folder itself if it is a file, with this extension.
fn files(path: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), extension, found);
        }
    } else if path.extension().is_some_and(|found| found == extension) {
        found.push(path.to_path_buf());
    }
}

/// The documents: those beside README.md, and those below docs.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut found = beside.filter(|path| path.extension().is_some_and(|found| found == "md")).collect();
    files(&root.join("docs"), "md", &mut found);
    found
}

/// The names of documents in a text, with the folders before them.
fn cited_documents(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    let names = text.split(|c| !is_part(c)).filter_map(|word| {
        let word = word.trim_end_matches('.');
        let stem = word.strip_suffix(".md")?;
        stem.ends_with(|c: char| c.is_ascii_alphanumeric()).then_some(word)
    });
    names.collect()
}

/// The number of a rule, such as 7, 3a or T4, at the beginning of a text, and what follows it.
fn rule_number(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(text);
    let rest = rest.strip_prefix(|c: char| c.is_ascii_digit())?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
    ends.then(|| text.split_at(text.len() - rest.len()))
}

/// The rules that a text cites, as in docs/rules/zen.md, rules 3a and 5: what stands before each "rule", and the numbers.
fn cited_rules(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("rule").chain(text.match_indices("Rule")) {
        let (before, mut rest) = (&text[..at], &text[at + word.len()..]);
        if !before.is_empty() && !before.ends_with(|c: char| c.is_whitespace() || "(\"".contains(c)) {
            continue;
        }
        rest = rest.strip_prefix('s').unwrap_or(rest);
        let mut numbers = Vec::new();
        let mut joint = " ";
        while let Some((number, after)) = rest.strip_prefix(joint).and_then(rule_number) {
            numbers.push(number);
            rest = after;
            joint = [", ", " and ", " or ", " to "].into_iter().find(|joint| rest.starts_with(joint)).unwrap_or(" ");
        }
        if !numbers.is_empty() {
            found.push((before, numbers));
        }
    }
    found
}

/// The numbers of the rules on a page of docs/rules: a rule is a paragraph such as `**3a. Title.** Text`.
fn rules_on(page: &str) -> Vec<&str> {
    let numbers = page.lines().filter_map(|line| {
        let (number, rest) = rule_number(line.strip_prefix("**")?)?;
        rest.starts_with(". ").then_some(number)
    });
    numbers.collect()
}

#[test]
fn citations_are_found() {
    let text =
        format!("see books.{0}, docs/matches.{0} and *.{0}. By rules {1}, {1}b and T{1}, and (rule {1})", "md", 98);
    assert_eq!(cited_documents(&text), ["books.md", "docs/matches.md"]);
    let rules: Vec<_> = cited_rules(&text).into_iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(rules, [vec!["98", "98b", "T98"], vec!["98"]]);
    assert_eq!(cited_rules("the rule that 8 schedules 9 obey, rules of 2"), []);
    assert_eq!(rules_on("**1. One.** Text\n**2 b**\n**T3a. Three.**\n**(ours)**\n4. Four\n"), ["1", "T3a"]);
}

/// Every document that is named is there, and every rule that is cited is on the page of its game.
#[test]
fn cited_documents_and_rules_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs/rules")).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<String> = pages.map(|page| page.file_stem().unwrap().to_str().unwrap().to_string()).collect();
    let mut sources = documents();
    sources.retain(|path| !path.ends_with("CHANGELOG.md"));
    ["src", "crates", "tests", "benches"].iter().for_each(|folder| files(&root.join(folder), "rs", &mut sources));
    let (mut named, mut cited) = (0, 0);
    for path in sources {
        let place = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
        let text = fs::read_to_string(&path).unwrap();
        for name in cited_documents(&text) {
            named += 1;
            let folders = [root.to_path_buf(), root.join("docs"), path.parent().unwrap().to_path_buf()];
            let exists = folders.iter().any(|folder| folder.join(name.trim_start_matches('/')).is_file());
            assert!(exists, "{place} names {name}, which is not there");
        }
        // The files of a game cite its rules by their numbers alone.
        let own = games.iter().find(|game| {
            let inside = ["crates/core/src/games/", "tests/rules/", "tests/reference/", "docs/rules/"].iter();
            inside.filter_map(|folder| place.strip_prefix(folder)).any(|rest| rest.starts_with(game.as_str()))
        });
        for (before, numbers) in cited_rules(&text) {
            cited += numbers.len();
            // A page may be named before the rule: "docs/rules/zen.md, rule 7", also as a link.
            let page_named = before.trim_end().strip_suffix(',').map(|text| text.trim_end_matches(')'));
            let page_named =
                page_named.and_then(|text| cited_documents(text).last().copied().filter(|page| text.ends_with(*page)));
            let page = match (page_named, own) {
                (Some(page), _) => page.to_string(),
                (_, Some(game)) => format!("docs/rules/{game}.md"),
                _ => panic!("{place} cites rule {} and does not name the page before it", numbers.join(", ")),
            };
            let page = if root.join(&page).exists() { page } else { format!("docs/{page}") };
            let page_text = read(&page);
            for number in numbers {
                assert!(
                    rules_on(&page_text).contains(&number),
                    "{place} cites rule {number}, which {page} does not have"
                );
            }
        }
    }
    assert!(named > 50, "only {named} documents are named");
    assert!(cited > 30, "only {cited} rules are cited");
}
