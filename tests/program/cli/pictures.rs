//! Every picture that the program draws has colours that all tools for SVG 1.1 read: CairoSVG and LibreOffice draw
//! black what they do not know.

use super::{games, stdout};
use quintet::board::bits::Rng;
use quintet::registry;
use rand::SeedableRng;
use std::fs;
use std::path::{Path, PathBuf};

/// Attributes that hold a colour.
const COLOURS: [&str; 6] = ["fill", "stroke", "stop-color", "color", "flood-color", "lighting-color"];

/// Looks at a picture, and returns how many colours it has.
#[track_caller]
fn look(name: &str, picture: &str) -> usize {
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
    // Styles could hide others.
    assert!(!picture.contains("<style") && !picture.contains(" style="), "{name}");
    let mut count = 0;
    for part in picture.split('<').flat_map(|element| element.split('>').next()) {
        let mut rest = part;
        while let Some((attribute, after)) = rest.split_once("=\"") {
            let (value, after) = after.split_once('"').unwrap();
            let attribute = attribute.rsplit(' ').next().unwrap();
            if COLOURS.contains(&attribute) {
                let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6);
                let is_plain = digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
                assert!(is_plain || ["none", "currentColor"].contains(&value), "{name}: {attribute}=\"{value}\"");
                count += 1;
            }
            rest = after;
        }
    }
    count
}

/// A folder of its own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn boards_of_all_games_have_plain_colours_with_and_without_what_is_expected() {
    for name in games() {
        let mut rng = Rng::seed_from_u64(47);
        for _ in 0..3 {
            let mut session = registry::open(name).unwrap();
            let mut pictures = 0;
            while session.standing().outcome().is_none() && session.turns().len() < 60 {
                let mut line = registry::open(name).unwrap();
                session.turns().iter().for_each(|turn| drop(line.play(turn).unwrap()));
                // What may follow, by random turns.
                let before = line.turns().len();
                while line.turns().len() < before + 4 && line.standing().outcome().is_none() {
                    let turn = line.random_turn(&mut rng);
                    line.play(&turn).unwrap();
                }
                let expected = line.turns().split_off(before);
                assert!(look(name, &session.svg(&[])) > 20 && look(name, &session.svg(&expected)) > 20);
                pictures += 1;
                session.play(&expected[0]).unwrap();
            }
            assert!(look(name, &session.svg(&[])) > 20 && pictures > 3, "{name}");
        }
    }
}

#[test]
fn heat_maps_and_reviews_have_plain_colours() {
    let folder = folder("pictures");
    for name in games() {
        let session = {
            let (mut session, mut rng) = (registry::open(name).unwrap(), Rng::seed_from_u64(11));
            while session.turns().len() < 9 && session.standing().outcome().is_none() {
                let turn = session.random_turn(&mut rng);
                session.play(&turn).unwrap();
            }
            session
        };
        let turns: Vec<serde_json::Value> =
            session.turns().iter().map(|turn| serde_json::json!({ "turn": turn })).collect();
        let seats = vec![serde_json::json!({ "name": "A" }); session.seats()];
        let record = serde_json::json!({
            "schema": "record/1", "game": name, "option": {}, "seats": seats, "turns": turns, "result": "none",
            "reason": "unfinished",
        });
        let at = |end: &str| folder.join(format!("{name}{end}")).to_str().unwrap().to_string();
        let (file, heat, curve) = (at(".jsonl"), at("-heat.svg"), at("-curve.svg"));
        fs::write(&file, format!("{record}\n")).unwrap();
        let place = format!("{file}@6");
        stdout(&["analyze", "--record", &place, "--all", "--nodes", "300", "--svg", &heat], "");
        let picture = fs::read_to_string(heat).unwrap();
        assert!(picture.contains("class=\"heat\"") && look(name, &picture) > 30);
        stdout(&["review", &file, "--nodes", "30", "--svg", &curve], "");
        assert!(look(name, &fs::read_to_string(curve).unwrap()) > 8);
    }
}

#[test]
fn pictures_of_training_and_of_the_documents_have_plain_colours() {
    let folder = folder("pictures-of-training");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_string();
    stdout(&["train", "yavalath", "--nodes", "5", "--positions", "100", "--epochs", "2", "--out", &at("t")], "");
    stdout(&["calibrate", "zen", "--games", "10", "--nodes", "5", "--iterations", "5", "--out", &at("c")], "");
    for name in ["t/loss.svg", "c/reliability-zen.svg"] {
        assert!(look(name, &fs::read_to_string(folder.join(name)).unwrap()) > 5, "{name}");
    }
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "svg") {
                look(path.to_str().unwrap(), &fs::read_to_string(&path).unwrap());
                count += 1;
            }
        }
    }
    assert!(count > 10);
}

#[test]
#[should_panic(expected = "fill=\"hsl(1,2%,3%)\"")]
fn other_colours_are_seen() {
    look("a picture", "<svg><g fill=\"none\"><circle cx=\"1\" fill=\"hsl(1,2%,3%)\"/></g></svg>");
}
