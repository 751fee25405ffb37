//! Books: positions are one under symmetry, `quintet book` can be interrupted and repeated, damaged files are refused.

use assert_cmd::Command;
use quintet::board::bits::{Rng, random_below};
use quintet::book::canonical;
use quintet::book::file::TITLE;
use quintet::game::{MoveList, Playable};
use quintet::games::{gipf, pentalath, yavalath, yinsh, zen};
use quintet::registry::GAMES;
use quintet::sealed::seal;
use rand::SeedableRng;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Along random games all images of a position are one, and a decision leads from each to images of one position.
fn images_are_one<G: Playable>(setup: &G::Setup) {
    let mut rng = Rng::seed_from_u64(3);
    let mut exchanged = 0;
    for _ in 0..12 {
        let mut position = G::start(setup);
        while position.outcome().is_none() {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
            let (image, symmetry) = canonical(&position);
            let after = |mut position: G, mv| {
                position.play(mv);
                canonical(&position).0.key()
            };
            let expected = after(position, mv);
            assert_eq!(after(image, G::transform_move(mv, symmetry)), expected, "{}", position.position_text());
            for index in 0..G::SYMMETRIES {
                assert_eq!(canonical(&position.transform(index)).0, image);
            }
            if let Some(other) = position.exchange_sides() {
                exchanged += 1;
                assert_eq!((canonical(&other).0, after(other, mv)), (image, expected));
            }
            position.play(mv);
        }
    }
    assert!(exchanged > 100);
}

#[test]
fn a_position_is_one_with_its_images() {
    images_are_one::<yavalath::Yavalath>(&yavalath::Setup::default());
    images_are_one::<pentalath::Pentalath>(&pentalath::Setup { swap: true });
    images_are_one::<gipf::Gipf>(&gipf::Setup::new(gipf::Variant::Tournament));
    images_are_one::<yinsh::Yinsh>(&yinsh::Setup::YINSH);
    images_are_one::<zen::Zen>(&zen::Setup::new(zen::Variant::Zen));
}

fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn quintet(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(arguments).timeout(std::time::Duration::from_secs(120)).output().unwrap()
}

fn build(game: &str, out: &Path, more: &[&str]) -> Output {
    quintet(&[&["book", game, "--nodes", "400", "--out", out.to_str().unwrap()], more].concat())
}

#[track_caller]
fn built(game: &str, out: &Path, more: &[&str]) -> String {
    let output = build(game, out, more);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    fs::read_to_string(out).unwrap()
}

#[test]
fn a_book_goes_on_where_it_was_on_any_number_of_threads() {
    for game in GAMES.iter().filter(|game| (game.open)().seats() == 2).map(|game| game.name) {
        let whole = built(game, &path(&format!("book-{game}")), &["--positions", "30"]);
        assert!(
            whole.starts_with("quintet book 2\nchecksum ") && whole.contains(&format!("\ngame {game}\nstart ")),
            "{whole}"
        );
        let out = path(&format!("book-{game}-in-parts"));
        for positions in ["4", "17", "30"] {
            built(game, &out, &["--positions", positions, "--threads", "2"]);
        }
        assert_eq!(fs::read_to_string(&out).unwrap(), whole);
        // A book that has enough is written as it was.
        assert_eq!(built(game, &out, &["--positions", "5"]), whole);
        assert_ne!(built(game, &out, &["--positions", "40"]), whole);
    }
}

#[test]
fn a_book_may_begin_anywhere() {
    let out = path("book-from-a-line");
    let text = built("yavalath", &out, &["--positions", "8", "--moves", "e5 d4", "--option", "Swap=false"]);
    assert_eq!(text.lines().nth(3), Some("start 5/6/7/8/4w4/3b4/7/6/5 w no 0"));
    let output = build("yavalath", &out, &[]);
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && words.contains("it begins at `5/6/7/8/4w4/3b4/7/6/5 w no 0`, not"),
        "{words}"
    );
}

#[test]
fn the_results_of_games_are_counted() {
    let (out, games) = (path("book-counted"), path("book-counted.jsonl"));
    let games = games.to_str().unwrap();
    let bare = built("zen", &out, &["--positions", "20"]);
    let players = ["--engine", "name=A,builtin=quintet:nodes=300", "--engine", "name=B,builtin=quintet:nodes=200"];
    let output = quintet(&[&["match", "zen", "--rounds", "3", "--quiet", "--out", games], &players[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let output = build("zen", &out, &["--from", games]);
    let output_text = String::from_utf8(output.stdout).unwrap();
    let counted: u32 = output_text.trim_end().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(output_text.contains("games 6 decisions ") && counted >= 6, "{output_text}");
    let text = fs::read_to_string(&out).unwrap();
    let counts = |text: &str| -> Vec<(u32, f64)> {
        let words = text.lines().skip(5).map(|line| line.split_whitespace().collect::<Vec<_>>());
        let counted = words.filter(|words| words.len() == 4);
        counted.map(|words| (words[2].parse().unwrap(), words[3].parse().unwrap())).collect()
    };
    assert_eq!(counts(&text).iter().map(|(games, _)| games).sum::<u32>(), counted, "{text}");
    assert!(counts(&text).iter().all(|&(games, points)| points <= f64::from(games)));
    // Counted once more they stand there twice; the searches are not touched.
    let twice = built("zen", &out, &["--from", games]);
    assert_eq!(counts(&twice).iter().map(|(games, _)| games).sum::<u32>(), 2 * counted);
    assert_eq!((counts(&bare).len(), bare.lines().count()), (0, twice.lines().count()));
    // Games of another game are left out.
    let other = path("book-of-another");
    built("gipf", &other, &["--positions", "8"]);
    let output_text = String::from_utf8(build("gipf", &other, &["--from", games]).stdout).unwrap();
    assert!(output_text.contains("games 0 decisions 0"), "{output_text}");
}

#[test]
fn a_damaged_book_is_refused_in_a_sentence_and_stays_as_it_is() {
    let out = path("book-damaged");
    let text = built("yavalath", &out, &["--positions", "8"]);
    let refused = |damaged: &str, sentence: &str| {
        fs::write(&out, damaged).unwrap();
        let output = build("yavalath", &out, &["--positions", "20"]);
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && words.lines().count() == 1, "{words}");
        assert!(words.contains(sentence), "`{sentence}` is missing in: {words}");
        assert_eq!(fs::read_to_string(&out).unwrap(), damaged);
    };
    let sixth = text.lines().nth(5).unwrap();
    let (mv, _) = sixth.split_once(' ').unwrap();
    for (damaged, sentence) in [
        (String::new(), "the first line is to be `quintet book 2`, not ``"),
        (text.replace("book 2", "book 1"), "the first line is to be `quintet book 2`, not `quintet book 1`"),
        (text.replace("book 2", "book 22"), "not `quintet book 22`"),
        (text.replacen(sixth, &format!("{mv} +77"), 1), "the file was changed since it was written"),
        (text.replace("start ", "begin "), "the file was changed since it was written"),
    ] {
        refused(&damaged, sentence);
    }
    // Whoever changes a book on purpose and its checksum too learns where it is wrong.
    for (damaged, sentence) in [
        (text.replace("game yavalath", "game pentalath"), "the book is for the game `pentalath`, not for `yavalath`"),
        (text.replace("start ", "begin "), "line 4 of the book: `start` and its value are expected here"),
        (text.replace("w open 0", "w"), "line 4 of the book: "),
        (text.replacen(sixth, &format!("{sixth} 5"), 1), "line 6 of the book: it should be a move and a score"),
        (text.replacen(sixth, &format!("{mv} much"), 1), "line 6 of the book: `much` is no score"),
        (text.replacen(sixth, &format!("{mv} +30000"), 1), "line 6 of the book: `+30000` is no score"),
        (text.replacen(sixth, &format!("{mv} +3 2 2.5"), 1), "2.5 points cannot come from 2 games"),
        (text.replacen(sixth, &format!("  {sixth}"), 1), "line 6 of the book: it is indented by more"),
        (text.replacen(sixth, "j9 +3", 1), "line 6 of the book: "),
        (format!("{text}{sixth}\n"), "or a mirror image of it stands there already"),
    ] {
        let body = damaged.splitn(3, '\n').nth(2).unwrap();
        refused(&seal(TITLE, body), sentence);
    }
    fs::write(&out, [0xff, 0xfe]).unwrap();
    assert_eq!(build("yavalath", &out, &[]).status.code(), Some(1));
    let words = String::from_utf8(build("yavalath3", &path("book-for-three"), &[]).stderr).unwrap();
    assert!(words.contains("`yavalath3` is not for two players"), "{words}");
}

/// The books of the program can be read, and are no larger than they should be.
#[test]
fn the_books_are_small_and_whole() {
    for game in GAMES {
        let mut session = (game.open)();
        session.open_book(game.book).unwrap();
        let editor = game.book.map(|text| session.edit_book(Some(text)).unwrap());
        assert!(editor.is_none_or(|book| book.positions() >= 200), "{}", game.name);
        assert!(game.book.unwrap_or_default().len() <= 100_000, "{}", game.name);
    }
}
