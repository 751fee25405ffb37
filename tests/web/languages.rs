//! The languages of the page: each has words for every key and every code, and whatever is said or refused is said in one
//! language as a whole.

use super::server::{Answers, Folder, Server};
use quintet::game::Rng;
use quintet::registry;
use quintet::sentence::Sentence;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

type Words = BTreeMap<String, String>;

/// Games without an end are left after so many turns and decisions.
const LONGEST: usize = 250;

fn file(name: &str) -> Value {
    let path = format!("{}/crates/desk/src/web/page/texts/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn words(object: &Value) -> Words {
    serde_json::from_value(object.clone()).unwrap()
}

/// The files of the languages other than English.
fn languages() -> Vec<(String, Value)> {
    let folder = format!("{}/crates/desk/src/web/page/texts", env!("CARGO_MANIFEST_DIR"));
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let others: Vec<String> = names.filter(|name| name != "en.json").collect();
    assert!(!others.is_empty());
    others.into_iter().map(|name| (name.clone(), file(&name))).collect()
}

/// The English of all codes.
fn english() -> Words {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["schema", "sentences"]).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A language that nobody speaks: the English in brackets.
fn bracketed() -> Words {
    english().into_iter().map(|(code, text)| (code, format!("⟦{text}⟧"))).collect()
}

/// The names of the values in a text: `count` of `{count} turns`. A language may have them begin with a small letter.
fn values(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(name, _)| name.trim_start_matches('~')).collect()
}

/// A code without the form of what is counted.
fn code(key: &str) -> &str {
    key.strip_suffix(".one").or(key.strip_suffix(".other")).unwrap_or(key)
}

pub fn every_language_has_words_for_every_key_and_every_code() {
    let (texts, sentences) = (words(&file("en.json")["texts"]), english());
    assert!(sentences.len() > 400);
    for (name, language) in languages() {
        let (others, spoken) = (words(&language["texts"]), words(&language["sentences"]));
        let keys = |words: &Words| words.keys().cloned().collect::<BTreeSet<_>>();
        let differ: Vec<String> = keys(&texts).symmetric_difference(&keys(&others)).cloned().collect();
        assert!(differ.is_empty(), "{name}: only in one language: {differ:?}");
        let codes = |words: &Words| words.keys().map(|key| code(key).to_string()).collect::<BTreeSet<_>>();
        let lacks: Words = sentences
            .iter()
            .filter(|(key, _)| !codes(&spoken).contains(code(key)))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        assert!(lacks.is_empty(), "{name} lacks {lacks:#?}");
        let more: Vec<String> = codes(&spoken).difference(&codes(&sentences)).cloned().collect();
        assert!(more.is_empty(), "{name} has words for codes that are none: {more:?}");
        for (key, text) in &texts {
            assert!(!others[key].is_empty(), "{name}: {key}");
            assert_eq!(values(text), values(&others[key]), "{name}: {key}");
        }
        for (key, text) in &spoken {
            let known =
                sentences.iter().filter(|(other, _)| code(other) == code(key)).map(|(_, english)| values(english));
            assert!(!text.is_empty() && known.clone().any(|known| known == values(text)), "{name}: {key}: {text}");
        }
    }
}

/// What lies on boards and is counted beside them has a name on the page: without one, the word of JSON would stand there.
pub fn pieces_and_counts_have_names() {
    let texts = words(&file("en.json")["texts"]);
    for game in registry::GAMES {
        let session = (game.open)();
        let pieces = session.pieces_to_set().into_iter().map(|piece| format!("piece.{}", piece.kind.id));
        let counts = session.state().counts.into_iter().map(|count| format!("count.{}", count.kind.id));
        let lacks: BTreeSet<String> = pieces.chain(counts).filter(|key| !texts.contains_key(key)).collect();
        assert!(lacks.is_empty(), "{}: the page has no text for {lacks:?}", game.name);
    }
}

/// A sentence in a language, as the page says it.
fn spoken(words: &Words, said: &Value) -> String {
    let code = said["code"].as_str().unwrap_or_else(|| panic!("no code in {said}"));
    let one = said["values"]["count"] == 1;
    let template = words.get(code).or_else(|| words.get(&format!("{code}.{}", if one { "one" } else { "other" })));
    let mut rest = template.unwrap_or_else(|| panic!("no words for {code}")).as_str();
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap();
        let value = &said["values"][name];
        text += before;
        text += &match value {
            Value::Object(_) => spoken(words, value),
            Value::String(value) => value.clone(),
            Value::Number(value) => value.to_string(),
            other => panic!("{name} of {code} is {other}"),
        };
        rest = after;
    }
    text + rest
}

/// What stands in a sentence as it is, in any language.
fn verbatim<'a>(said: &'a Value, found: &mut Vec<&'a str>) {
    // What the reader of JSON says is English everywhere.
    let of_json = ["records.no_record", "records.no_whole_record", "records.no_json"];
    if of_json.iter().any(|code| said["code"] == *code) {
        return;
    }
    for value in said["values"].as_object().into_iter().flat_map(|values| values.values()) {
        match value {
            Value::String(text) => found.push(text),
            other => verbatim(other, found),
        }
    }
}

/// What has been said, with its codes.
#[derive(Default)]
struct Heard {
    codes: BTreeSet<String>,
    count: usize,
}

impl Heard {
    /// Each sentence is one that every language can say, and its values are no English.
    fn hear(&mut self, english: &Words, brackets: &Words, languages: &[(String, Words)], text: &str, said: &Value) {
        // Words without which English has few sentences; words of formats and options are the same everywhere.
        const ENGLISH: [&str; 12] =
            ["and", "are", "but", "has", "have", "is", "not", "of", "the", "there", "turn", "was"];
        self.count += 1;
        let mut codes = vec![said];
        while let Some(said) = codes.pop() {
            self.codes
                .insert(said["code"].as_str().unwrap_or_else(|| panic!("{text:?} has no code: {said}")).to_string());
            codes.extend(said["values"].as_object().into_iter().flat_map(|v| v.values()).filter(|v| v.is_object()));
        }
        let shortened = text.contains('…');
        assert!(shortened || spoken(english, said) == text, "{text:?} is said as {:?}", spoken(english, said));
        // A third language is one file: nothing stands outside of what it says.
        let marked = spoken(brackets, said);
        assert!(marked.starts_with('⟦') && marked.ends_with('⟧'), "{marked}");
        assert_eq!(marked.replace(['⟦', '⟧'], ""), spoken(english, said));
        let mut parts = Vec::new();
        verbatim(said, &mut parts);
        for part in parts {
            let mut of_part = part.split(|letter: char| !letter.is_ascii_alphabetic());
            let word = of_part.find(|word| ENGLISH.contains(&word.to_lowercase().as_str()));
            assert_eq!(word, None, "{part:?} in {text:?} is in no other language");
        }
        for (name, words) in languages {
            let other = spoken(words, said);
            let colour =
                ["White", "Black", "Red"].into_iter().find(|colour| other.split(' ').any(|word| word == *colour));
            assert_eq!(colour, None, "{name}: {other}");
        }
    }
}

/// Hears sentences in every language.
pub fn listener() -> impl FnMut(&str, &Value) -> Vec<String> {
    let (english, brackets) = (english(), bracketed());
    let languages: Vec<(String, Words)> =
        languages().into_iter().map(|(name, file)| (name, words(&file["sentences"]))).collect();
    let mut heard = Heard::default();
    move |text, said| {
        if !text.is_empty() {
            heard.hear(&english, &brackets, &languages, text, said);
        }
        heard.codes.iter().cloned().collect()
    }
}

fn of(said: &Sentence) -> (String, Value) {
    (said.to_string(), json!(said))
}

/// The options with which a game may begin.
fn variants(game: &str) -> &'static [&'static [(&'static str, &'static str)]] {
    match game {
        "zen" => &[&[], &[("Seats", "4")], &[("First", "black")]],
        "gipf-tournament" => &[&[], &[("Handicap", "white+2")]],
        _ => &[&[]],
    }
}

/// All that is said in random games: what is to do, how they end, and why turns, positions and options are refused, right ones
/// of other positions and games among them.
pub fn what_games_say_and_refuse_is_said_in_every_language() {
    let mut hear = listener();
    let mut rng = Rng::seed_from_u64(49);
    let mut turns: Vec<String> =
        ["", "pass", "swap", "e5", "xa1", "a1-a1", "x", "ga1-b2", "xb2-b5=b3", "é5", "z9", "a1;a1", "xh5-h9xi9"]
            .map(str::to_string)
            .into();
    let mut positions = vec![("zen", String::new()), ("zen", "9 9 9".to_string())];
    for game in registry::names() {
        for options in variants(game) {
            for seed in 0..4 {
                let mut session = registry::open(game).unwrap();
                for (name, value) in *options {
                    session.set_option(name, value).unwrap();
                }
                for number in 0..LONGEST {
                    let state = session.state();
                    hear(&state.instruction, &json!(state.said));
                    state.result.iter().for_each(|result| drop(hear(&result.sentence, &json!(result.said))));
                    let other = turns.choose(&mut rng).unwrap().clone();
                    for wrong in [other.clone(), format!("{other};{other}")] {
                        let mut tried = registry::open(game).unwrap();
                        tried.set_position(Some(&state.position), &[]).ok();
                        if let Err(error) = tried.play(&wrong) {
                            let (text, said) = of(&error.into());
                            hear(&text, &said);
                        }
                    }
                    let legal = session.legal();
                    let Some(decision) = legal.choose(&mut rng) else { break };
                    let turn = if number % 3 == 0 { session.random_turn(&mut rng) } else { decision.clone() };
                    session.play(&turn).unwrap();
                    if number % 8 == seed {
                        turns.push(turn);
                        positions.push((game, session.position_text()));
                    }
                }
                session.forfeit(seed % session.seats());
                let state = session.state();
                hear(&state.instruction, &json!(state.said));
            }
        }
    }
    for game in registry::names() {
        for number in 0..400 {
            let mut session = registry::open(game).unwrap();
            let own: Vec<&String> = positions.iter().filter(|(of, _)| *of == game).map(|(_, text)| text).collect();
            let (_, other) = positions.choose(&mut rng).unwrap();
            let text = if number % 16 == 0 { other } else { own.choose(&mut rng).unwrap() };
            let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
            let place = rng.random_range(0..fields.len());
            // A letter more or less, or a field of another position.
            let letter = ["w", "W", "b", "B", "/", "0", "1", "9", "-", "=", "r", "z", "é"].choose(&mut rng).unwrap();
            match number % 4 {
                0 => fields[place].insert_str(0, letter),
                1 => drop(fields.remove(place)),
                2 => {
                    fields[place] = own.choose(&mut rng).unwrap().split(' ').nth(place).unwrap_or_default().to_string()
                }
                _ => fields[place] = fields[place].replacen(['w', 'b', '1', 'W'], letter, 1),
            }
            if let Err(error) = session.set_position(Some(&fields.join(" ")), &[]) {
                let (text, said) = of(&error.into());
                hear(&text, &said);
            }
        }
        let mut session = registry::open(game).unwrap();
        for (name, value) in [("Swap", "7"), ("Handicap", "7"), ("First", "7"), ("Seats", "7"), ("x", "7")] {
            if let Err(error) = session.set_option(name, value) {
                let (text, said) = of(&error.into());
                hear(&text, &said);
            }
        }
    }
    let codes = hear("", &Value::Null);
    assert!(codes.len() > 130, "{} codes were said: {codes:?}", codes.len());
}

/// What stands in the lists of the page.
pub fn titles_and_options_are_those_of_the_codes() {
    let english = english();
    let folder = Folder::new();
    let info = Server::start(&folder.0, &[]).get("/api/info");
    let games = info["games"].as_array().unwrap();
    for game in games {
        assert_eq!(game["title"], english[&format!("title.{}", game["name"].as_str().unwrap())]);
    }
    let of_games = games.iter().flat_map(|game| game["options"].as_array().unwrap());
    for option in info["options"].as_array().unwrap().iter().chain(of_games) {
        let name = option["name"].as_str().unwrap();
        assert_eq!(option["about"], english[&format!("about.{name}")]);
        let words = option["words"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut with_letters = words.filter(|word| word.contains(|letter: char| letter.is_ascii_lowercase()));
        assert!(english.contains_key(&format!("option.{name}")));
        assert!(with_letters.all(|word| english[&format!("word.{word}")] == word), "{name}");
    }
}
