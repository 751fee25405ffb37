//! The page's French: it has all words, and knows every sentence that the games and the server's lists say.

use super::server::{Folder, Server};
use quintet::game::Rng;
use quintet::registry;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ENGLISH: &str = include_str!("../../src/web/page/texts/en.json");
const FRENCH: &str = include_str!("../../src/web/page/texts/fr.json");

/// Games without an end are left after so many turns and decisions.
const LONGEST: usize = 250;

fn texts(file: &str) -> Value {
    serde_json::from_str(file).unwrap()
}

/// The names of the values in a text: `count` of `{count} turns`. French may have them begin with a small letter.
fn values(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(name, _)| name.trim_start_matches('~')).collect()
}

pub fn french_has_words_for_every_key_with_the_same_values() {
    let (english, french) = (texts(ENGLISH), texts(FRENCH));
    let (english, french) = (english["texts"].as_object().unwrap(), french["texts"].as_object().unwrap());
    let keys = |words: &serde_json::Map<String, Value>| words.keys().cloned().collect::<BTreeSet<_>>();
    let differ: Vec<String> = keys(english).symmetric_difference(&keys(french)).cloned().collect();
    assert!(differ.is_empty(), "only in one language: {differ:?}");
    for (key, text) in english {
        let (one, other) = (text.as_str().unwrap(), french[key].as_str().unwrap());
        assert!(!other.is_empty(), "{key}");
        assert_eq!(values(one), values(other), "{key}: {one:?} and {other:?}");
    }
}

/// The English patterns, each split at its wildcards.
fn patterns(french: &Value) -> Vec<Vec<&str>> {
    let sentences = french["sentences"].as_array().unwrap().iter();
    let english = sentences.map(|pair| {
        let (english, french) = (pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        assert_eq!(english.matches("{}").count(), french.matches('{').count(), "{english:?} and {french:?}");
        english.split("{}").collect()
    });
    english.collect()
}

/// What stands between the parts of a pattern, at least a character each; `None` if the text is another one.
fn matched<'a>(parts: &[&str], text: &'a str) -> Option<Vec<&'a str>> {
    let (first, rest) = parts.split_first()?;
    let text = text.strip_prefix(first)?;
    if rest.is_empty() {
        return text.is_empty().then(Vec::new);
    }
    let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).filter(|&at| at > 0);
    ends.find_map(|at| {
        let mut found = vec![&text[..at]];
        found.extend(matched(rest, &text[at..])?);
        Some(found)
    })
}

/// What of a text has no French: neither is it a sentence that is known, nor a number, a word such as the name of a place,
/// or quoted. So does the page.
fn unknown_part<'a>(patterns: &[Vec<&str>], text: &'a str) -> Option<&'a str> {
    let is_known = |parts: Vec<&'a str>| parts.iter().all(|&part| unknown_part(patterns, part).is_none());
    if patterns.iter().filter_map(|pattern| matched(pattern, text)).any(is_known) {
        return None;
    }
    let is_quoted = text.len() > 1 && text.starts_with('`') && text.ends_with('`');
    let has_words = text.contains(' ') && text.contains(|c: char| c.is_ascii_alphabetic());
    // English words alone are as English as several.
    let is_word = text.len() > 2 && text.chars().all(|c| c.is_ascii_alphabetic());
    ((has_words || is_word) && !is_quoted).then_some(text)
}

/// All that is said in a random game, of whole turns and of single decisions, and if somebody gives it up.
fn said(game: &str, options: &[(&str, &str)], seed: u64) -> BTreeSet<String> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut session = registry::open(game).unwrap();
    for (name, value) in options {
        session.set_option(name, value).unwrap();
    }
    let mut sentences = BTreeSet::new();
    for number in 0..LONGEST {
        let state = session.state();
        sentences.extend(state.result.map(|result| result.sentence));
        sentences.insert(state.instruction);
        let legal = session.legal();
        let Some(decision) = legal.choose(&mut rng) else { return sentences };
        let turn = if number % 3 == 0 { session.random_turn(&mut rng) } else { decision.clone() };
        session.play(&turn).unwrap();
    }
    session.forfeit(seed as usize % session.seats());
    sentences.insert(session.state().instruction);
    sentences
}

pub fn every_instruction_and_result_has_a_french_sentence() {
    let french = texts(FRENCH);
    let patterns = patterns(&french);
    let mut sentences = BTreeSet::new();
    for game in registry::names() {
        let options: &[&[(&str, &str)]] = match game {
            "zen" => &[&[], &[("Seats", "4")], &[("First", "black")]],
            _ => &[&[]],
        };
        for options in options {
            for seed in 0..6 {
                sentences.extend(said(game, options, seed));
            }
        }
    }
    assert!(sentences.len() > 40, "{sentences:?}");
    for sentence in &sentences {
        assert_eq!(unknown_part(&patterns, sentence), None, "no French for {sentence:?}");
    }
}

pub fn titles_and_options_have_french_sentences() {
    let french = texts(FRENCH);
    let patterns = patterns(&french);
    let folder = Folder::new();
    let info = Server::start(&folder.0, &[]).get("/api/info");
    let games = info["games"].as_array().unwrap();
    let of_games = games.iter().flat_map(|game| game["options"].as_array().unwrap());
    let abouts = info["options"].as_array().unwrap().iter().chain(of_games).map(|option| &option["about"]);
    for text in games.iter().map(|game| &game["title"]).chain(abouts) {
        assert_eq!(unknown_part(&patterns, text.as_str().unwrap()), None, "no French for {text}");
    }
}

/// Every refusal of what can be set up by hand: random pieces, counts and seats, thrown at each game.
pub fn every_refusal_of_a_position_has_a_french_sentence() {
    let french = texts(FRENCH);
    let patterns = patterns(&french);
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut rng = Rng::seed_from_u64(8);
    let mut refusals = BTreeSet::new();
    for game in registry::names() {
        let session = registry::open(game).unwrap();
        let state = serde_json::to_value(session.state()).unwrap();
        let pieces = serde_json::to_value(session.pieces_to_set()).unwrap();
        let (places, pieces) = (state["board"]["places"].as_array().unwrap(), pieces.as_array().unwrap());
        for number in 0..150_usize {
            let thrown = |_| {
                let piece = pieces.choose(&mut rng).unwrap();
                let place = places.choose(&mut rng).unwrap()["name"].clone();
                json!([if number == 30 { json!("z9") } else { place }, piece["kind"], piece["colour"]])
            };
            let thrown: Vec<Value> = (0..number % 25).map(thrown).collect();
            let given = |count: &Value| {
                let name = if number % 60 == 0 { json!("feathers") } else { count["name"].clone() };
                json!({ "name": name, "colour": count["colour"], "count": number % 7 })
            };
            let counts = state["counts"].as_array().unwrap().iter().filter(|_| number % 3 == 0).map(given);
            let counts: Vec<Value> = counts.collect();
            let body = json!({ "game": game, "pieces": thrown, "counts": counts, "decides": number % 4 });
            let (status, answer) = server.send("POST", "/api/compose", &body);
            if status != 200 {
                refusals.insert(answer["error"].as_str().unwrap().to_string());
            }
        }
    }
    assert!(refusals.len() > 100, "{refusals:?}");
    let unknown: Vec<&String> = refusals.iter().filter(|text| unknown_part(&patterns, text).is_some()).collect();
    assert!(unknown.is_empty(), "no French for {unknown:#?}");
}

/// Files of the server whose texts are not for the page: SQL, addresses, what is written to the terminal, what a page never
/// asks wrongly (`shape`); those of the guards have their French beside them.
const NOT_OF_THE_PAGE: [&str; 16] = [
    "assets.rs",
    "body.rs",
    "clock_model.rs",
    "connections.rs",
    "cookie.rs",
    "guard.rs",
    "law.rs",
    "mod.rs",
    "origin.rs",
    "proxies.rs",
    "refusal.rs",
    "report.rs",
    "rules.rs",
    "shape.rs",
    "store.rs",
    "token.rs",
];

/// Texts of the other files that no page shows, or that are parts of sentences.
const NOT_SHOWN: [&str; 12] = [
    "no-cache, no-transform",
    "default-src ",
    "Bearer ",
    "{COOKIE}=",
    "put away",
    "the text",
    "{:.0} %",
    "{colour} ",
    " and ",
    "{name} has {result}",
    "{} has won: connected",
    "place a stone, or swap",
];

/// The texts in a file of ours with a space in them, each `{…}` a number; without its tests and comments.
fn literals(file: &str) -> BTreeSet<String> {
    let code = file.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n").replace("'\"'", "").replace("\\\"", "'");
    let quoted = code.split('"').skip(1).step_by(2);
    let texts = quoted.filter(|text| !NOT_SHOWN.iter().any(|other| text.starts_with(other)));
    let one_line = |text: &str| text.split("\\\n").map(str::trim_start).collect::<String>();
    let filled = |text: String| {
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest).to_string());
        parts.collect::<Vec<_>>().join("7")
    };
    texts.map(one_line).filter(|text| text.contains(' ')).map(filled).collect()
}

/// Every sentence that the code of the server and of the games has for the page, however rarely it is said.
pub fn every_sentence_in_the_code_has_a_french_sentence() {
    let french = texts(FRENCH);
    let patterns = patterns(&french);
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![sources.join("server"), sources.join("games")];
    let (mut count, mut missing) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                // What is said of the store is said on the terminal.
                folders.extend((name != "store").then_some(path));
                continue;
            }
            // Of a game, what it says of every position and result.
            let is_of_a_game = path.starts_with(sources.join("games"));
            if NOT_OF_THE_PAGE.contains(&name.as_str()) || is_of_a_game && name != "describe.rs" {
                continue;
            }
            for text in literals(&std::fs::read_to_string(&path).unwrap()) {
                count += 1;
                // What somebody has done, after their colour.
                let text = if text.starts_with("has ") { format!("White {text}") } else { text };
                if unknown_part(&patterns, &text).is_some() {
                    missing.push(format!("{name}: {text}"));
                }
            }
        }
    }
    assert!(missing.is_empty() && count > 60, "{count}, no French for {missing:#?}");
}
