//! The page's French: it has all words, and knows every sentence that the games and the server's lists say.

use super::server::{Folder, Server};
use quintet::game::Rng;
use quintet::registry;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use serde_json::Value;
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

/// What of a text has no French: neither is it a sentence that is known, nor a number or the name of a place or turn.
fn unknown_part<'a>(patterns: &[Vec<&str>], text: &'a str) -> Option<&'a str> {
    match patterns.iter().find_map(|pattern| matched(pattern, text)) {
        Some(parts) => parts.into_iter().find_map(|part| unknown_part(patterns, part)),
        None => (text.contains(' ') || !text.contains(|c: char| c.is_ascii_digit())).then_some(text),
    }
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
