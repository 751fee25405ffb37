//! The pages of `docs/rules`: their examples are played, their pictures are drawn anew, and nothing that a game can be
//! set to or asked is missing.
//!
//! An example is a line of a block of code whose first word says what it shows; README.md of that folder tells how to
//! read them. `QUINTET_UPDATE=1` writes the pictures instead of comparing them.

use quintet::game::OptionKind;
use quintet::registry::{self, GAMES, GameEntry};
use quintet::session::{Session, Standing};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The pages, each named like the folder of its game.
fn pages() -> BTreeSet<&'static str> {
    GAMES.iter().map(page_of).collect()
}

fn page_of(game: &'static GameEntry) -> &'static str {
    Path::new(game.rules).file_stem().unwrap().to_str().unwrap()
}

/// The first game of a page.
fn game_of(page: &str) -> &'static str {
    GAMES.iter().find(|game| page_of(game) == page).unwrap().name
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("docs/rules")
}

fn page(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("md")).unwrap()
}

/// A session of a game as the documents name it: `zen` or `zen Seats=4`.
fn session_of(words: &str) -> Box<dyn Session> {
    let mut words = words.split_whitespace();
    let name = words.next().expect("a game");
    let mut session = registry::open(name).unwrap_or_else(|error| panic!("{error}"));
    for option in words {
        let (option, value) = option.split_once('=').unwrap_or_else(|| panic!("`{option}` sets no option"));
        session.set_option(option, value).unwrap();
    }
    session
}

/// Sets up what a heading says: `start`, `start, e5 swap`, or a position text in place of `start`.
fn set_up(session: &mut dyn Session, heading: &str) {
    let (start, turns) = heading.split_once(", ").unwrap_or((heading, ""));
    let start = (start != "start").then_some(start);
    let turns: Vec<String> = turns.split_whitespace().map(str::to_string).collect();
    session.set_position(start, &turns).unwrap_or_else(|error| panic!("{heading}: {error}"));
    let played = session.turns().len();
    assert_eq!(played, turns.len(), "`{heading}` gives some turn in several parts");
}

/// What of a line is not a remark.
fn without_remark(line: &str) -> &str {
    line.split_once(" # ").map_or(line, |(example, _)| example).trim()
}

/// A block of examples.
struct Block {
    /// `turns`, `position` or `query`.
    kind: String,
    /// The game with its options.
    game: String,
    /// The lines without their remarks.
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(words), None) => {
                let (kind, game) = words.split_once(' ').unwrap_or((words, ""));
                let known = ["turns", "position", "query", "text", "sh"].contains(&kind);
                assert!(known, "a block of code begins with `{words}`");
                open = Some(Block { kind: kind.to_string(), game: game.to_string(), lines: Vec::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) if !line.is_empty() => block.lines.push(without_remark(line).to_string()),
            _ => {}
        }
    }
    assert!(open.is_none(), "a block of code has no end");
    blocks
}

/// How the game stands, as `query result` answers; a team is named by its first seat.
fn result(session: &dyn Session) -> String {
    let Standing::Over(outcome) = session.standing() else { return "none".to_string() };
    let winners = session.winners(outcome);
    let sides: BTreeSet<usize> = winners.iter().map(|&seat| session.sides()[seat]).collect();
    if sides.len() == 1 { format!("p{}win", winners[0] + 1) } else { "draw".to_string() }
}

/// Plays `TYPED -> WRITTEN` or `TYPED -> illegal: REASON`; true if it is legal. After what is written may come
/// `, game over: p1win` and `, gives POSITION`.
fn check_turn(game: &str, heading: &str, line: &str) -> bool {
    let at = format!("{game}, {heading}: {line}");
    let (typed, expected) = line.split_once(" -> ").unwrap_or_else(|| panic!("{at}: ` -> ` is missing"));
    let mut session = session_of(game);
    set_up(&mut *session, heading);
    assert_eq!(session.standing(), Standing::Open, "{at}: the game is over before");
    let played = session.play(typed.trim());
    if let Some(reason) = expected.strip_prefix("illegal: ") {
        let error = played.expect_err(&at).to_string();
        assert!(error.contains(reason), "{at}: {error}");
        return false;
    }
    let (expected, gives) = expected.split_once(", gives ").map_or((expected, None), |(turn, text)| (turn, Some(text)));
    let (written, end) = expected.split_once(", game over: ").unwrap_or((expected, "none"));
    assert_eq!(played.unwrap_or_else(|error| panic!("{at}: {error}")), written, "{at}");
    assert_eq!(result(&*session), end, "{at}");
    let after = session.position_text();
    assert_eq!(gives.unwrap_or(&after), after, "{at}");
    set_up(&mut *session, heading);
    assert_eq!(session.play(written).as_deref(), Ok(written), "{at}: what is written is read");
    assert_eq!(session.position_text(), after, "{at}: what is written means the same");
    true
}

/// Reads `TEXT`, `TEXT -> WRITTEN` or `TEXT -> illegal: REASON`; true if it is a position.
fn check_position(game: &str, line: &str) -> bool {
    let (text, expected) = line.split_once(" -> ").unwrap_or((line, line));
    let mut session = session_of(game);
    let read = session.set_position(Some(text), &[]);
    if let Some(reason) = expected.strip_prefix("illegal: ") {
        let error = read.expect_err(line).to_string();
        assert!(error.contains(reason), "{line}: {error}");
        return false;
    }
    read.unwrap_or_else(|error| panic!("{game}, {line}: {error}"));
    assert_eq!(session.position_text(), expected, "{game}");
    true
}

/// Calls `example` with each line of a block that has headings, and the heading above it.
fn under_headings(block: &Block, mut example: impl FnMut(&str, &str)) {
    let mut heading = None;
    for line in &block.lines {
        match (line.strip_suffix(':'), heading) {
            (Some(text), _) => heading = Some(text),
            (None, Some(heading)) => example(heading, line),
            (None, None) => panic!("`{line}` stands under no heading"),
        }
    }
}

/// How many legal turns and positions a page shows, all of them checked, and of which games the turns are.
fn check_examples(name: &str) -> (usize, usize, BTreeSet<String>) {
    let (mut turns, mut positions, mut games) = (0, 0, BTreeSet::new());
    for block in blocks(&page(name)) {
        let game = &block.game;
        match block.kind.as_str() {
            "turns" => under_headings(&block, |heading, line| {
                turns += usize::from(check_turn(game, heading, line));
                games.extend(game.split(' ').next().map(str::to_string));
            }),
            "position" => positions += block.lines.iter().filter(|line| check_position(game, line)).count(),
            "query" => under_headings(&block, |heading, line| {
                let (word, answer) = line.split_once(" -> ").unwrap();
                let mut session = session_of(game);
                set_up(&mut *session, heading);
                assert_eq!(session.query(word).as_deref(), Some(answer), "{game}, {heading}: {word}");
            }),
            _ => {}
        }
    }
    (turns, positions, games)
}

#[test]
fn examples_are_as_the_pages_say() {
    for name in pages() {
        let (turns, positions, games) = check_examples(name);
        assert!(turns >= 5 && positions >= 2, "{name}: {turns} turns, {positions} positions");
        for game in GAMES.iter().filter(|game| registry::rules(game.name).ends_with(&format!("/{name}.md"))) {
            assert!(games.contains(game.name), "{name}: no turn of {}", game.name);
        }
    }
    let (turns, positions, _) = check_examples("README");
    assert!(turns > 0 && positions > 0, "README.md of the rules shows how examples are read");
}

#[test]
fn pages_have_the_start_of_every_game() {
    for game in GAMES {
        let text = fs::read_to_string(root().join(registry::rules(game.name))).unwrap();
        let blocks = blocks(&text);
        let lines = blocks.iter().filter(|block| block.kind == "position" && block.game == game.name);
        let start = (game.open)().position_text();
        assert!(lines.flat_map(|block| &block.lines).any(|line| *line == start), "{}: {start}", game.name);
    }
}

#[test]
fn pages_have_every_option_with_its_values() {
    let mut options = 0;
    for game in GAMES {
        let file = registry::rules(game.name);
        let text = fs::read_to_string(root().join(file)).unwrap();
        for option in (game.open)().options() {
            options += 1;
            let values = match option.kind {
                OptionKind::Check(_) => vec!["true", "false"],
                OptionKind::Choice(_, all) => all.to_vec(),
            };
            for value in values {
                let line = format!("`setoption name {} value {value}`", option.name);
                assert!(text.contains(&line), "{file} does not have {line} ({})", game.name);
            }
        }
    }
    assert!(options >= 8, "only {options} options");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The words that a source answers in its own `query`.
fn query_words(source: &str) -> Vec<String> {
    let Some((_, body)) = source.split_once("fn query(&self, ") else { return Vec::new() };
    let body = body.split("\n    }\n").next().unwrap();
    let mut words = Vec::new();
    for before in body.split(" => ") {
        words.extend(before.rsplit('"').nth(1).filter(|_| before.ends_with('"')).map(str::to_string));
    }
    words
}

#[test]
fn pages_have_every_query_word() {
    let mut all = 0;
    for name in pages() {
        let files = sources(&root().join("crates/core/src/games").join(name));
        assert!(!files.is_empty());
        let words: Vec<String> =
            files.iter().flat_map(|file| query_words(&fs::read_to_string(file).unwrap())).collect();
        for word in &words {
            all += 1;
            assert!(session_of(game_of(name)).query(word).is_some(), "{name} does not answer `query {word}`");
            assert!(page(name).contains(&format!("`query {word}`")), "{name}: `query {word}` is missing");
        }
        let none = page(name).contains("no `query` words of its own");
        assert_eq!(none, words.is_empty(), "{name}: whether there are query words");
    }
    assert!(all >= 2, "only {all} words");
}

/// The pictures that a page asks for: file, game with options, heading and the turns to be drawn as expected, from
/// comments such as `<!-- draws x.svg: yavalath, start, e5 next d4 -->`.
fn pictures(text: &str) -> Vec<[String; 4]> {
    let comments = text.split("<!-- draws ").skip(1).map(|rest| rest.split(" -->").next().unwrap());
    let picture = |comment: &str| {
        let (file, rest) = comment.split_once(": ").unwrap();
        let (game, rest) = rest.split_once(", ").unwrap();
        let (heading, next) = rest.split_once(" next ").unwrap_or((rest, ""));
        [file, game, heading, next].map(str::to_string)
    };
    comments.map(picture).collect()
}

#[test]
fn pictures_are_what_the_program_draws() {
    let update = std::env::var_os("QUINTET_UPDATE").is_some();
    let mut drawn = BTreeSet::new();
    for name in pages() {
        let text = page(name);
        let pictures = pictures(&text);
        assert!(
            pictures.iter().any(|[_, game, heading, _]| game == game_of(name) && heading == "start"),
            "{name}: the start"
        );
        for [file, game, heading, next] in pictures {
            assert!(text.contains(&format!("src=\"{file}\"")), "{name} does not show {file}");
            assert!(drawn.insert(file.clone()), "{file} is drawn twice");
            let mut session = session_of(&game);
            set_up(&mut *session, &heading);
            let next: Vec<String> = next.split_whitespace().map(str::to_string).collect();
            let svg = session.svg(&next);
            for turn in &next {
                session.play(turn).unwrap_or_else(|error| panic!("{file}: {error}"));
            }
            let path = folder().join(&file);
            if update {
                fs::write(&path, &svg).unwrap();
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == svg, "{file} is not what the program draws; QUINTET_UPDATE=1 draws it anew");
        }
    }
    let is_svg = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "svg");
    let files = sources(&folder()).into_iter().filter(is_svg);
    let names: BTreeSet<String> = files.map(|path| path.file_name().unwrap().to_str().unwrap().to_string()).collect();
    assert_eq!(names, drawn, "the pictures in docs/rules and those that the pages draw");
}

/// `quintet play` says where the rules are, and shows them.
#[test]
fn play_shows_the_rules() {
    for game in GAMES {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(["--no-files", "play", game.name]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.env("LC_ALL", "C.UTF-8").spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"help\nrules\nquit\n").unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let file = registry::rules(game.name);
        assert_eq!(said.matches(file).count(), 1, "{}: after `help`: {said}", game.name);
        let page = fs::read_to_string(root().join(file)).unwrap();
        // Not what is there for programs.
        let shown = registry::rules_for_people(&page);
        for line in shown.lines().filter(|line| line.starts_with('#') && !line.contains('`')) {
            assert!(said.contains(&format!("\n{line}\n")), "{}: `{line}` is missing in {said}", game.name);
        }
        assert!(page.contains(&format!("`{}`", game.name)), "{file}");
    }
}
