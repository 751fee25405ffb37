//! Books: positions are one under symmetry, `quintet book` can be interrupted and repeated, damaged files are refused.

use assert_cmd::Command;
use quintet::board::bits::{Rng, random_below};
use quintet::book::canonical;
use quintet::book::file::TITLE;
use quintet::game::{MoveList, Playable};
use quintet::games::{gipf, pentalath, yavalath, yinsh, zen};
use quintet::registry::{self, GAMES};
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
        (String::new(), "the first line must be `quintet book 2`, not ``"),
        (text.replace("book 2", "book 1"), "the first line must be `quintet book 2`, not `quintet book 1`"),
        (text.replace("book 2", "book 22"), "not `quintet book 22`"),
        (text.replacen(sixth, &format!("{mv} +77"), 1), "the file has changed since it was written"),
        (text.replace("start ", "begin "), "the file has changed since it was written"),
    ] {
        refused(&damaged, sentence);
    }
    // Whoever changes a book on purpose and its checksum too learns where it is wrong.
    for (damaged, sentence) in [
        (text.replace("game yavalath", "game pentalath"), "the book is for the game `pentalath`, not for `yavalath`"),
        (text.replace("start ", "begin "), "line 4 of the book: `start` and its value are expected here"),
        (text.replace("w open 0", "w"), "line 4 of the book: "),
        (text.replacen(sixth, &format!("{sixth} 5"), 1), "line 6 of the book: it should be a move and a score"),
        (text.replacen(sixth, &format!("{mv} much"), 1), "line 6 of the book: `much` is not a score"),
        (text.replacen(sixth, &format!("{mv} +30000"), 1), "line 6 of the book: `+30000` is not a score"),
        (text.replacen(sixth, &format!("{mv} +3 2 2.5"), 1), "2.5 points cannot come from 2 games"),
        (text.replacen(sixth, &format!("  {sixth}"), 1), "line 6 of the book: it is indented more"),
        (text.replacen(sixth, "j9 +3", 1), "line 6 of the book: "),
        (format!("{text}{sixth}\n"), "or a mirror image of it is there already"),
    ] {
        let body = damaged.splitn(3, '\n').nth(2).unwrap();
        refused(&seal(TITLE, body), sentence);
    }
    fs::write(&out, [0xff, 0xfe]).unwrap();
    assert_eq!(build("yavalath", &out, &[]).status.code(), Some(1));
    let words = String::from_utf8(build("yavalath3", &path("book-for-three"), &[]).stderr).unwrap();
    assert!(words.contains("`yavalath3` is not a game for two players"), "{words}");
}

/// The books of the program can be read, and are no larger than they should be.
#[test]
fn the_books_are_small_and_whole() {
    for game in GAMES {
        let mut session = (game.open)();
        session.open_book(registry::book(game.name)).unwrap();
        let editor = registry::book(game.name).map(|text| registry::edit_book(&*session, Some(text)).unwrap());
        assert!(editor.is_none_or(|book| book.positions() >= 200), "{}", game.name);
        assert!(registry::book(game.name).unwrap_or_default().len() <= 100_000, "{}", game.name);
    }
}

/// Books of nine positions, each after some turns.
fn parts(game: &str, name: &str, openings: &[&str]) -> Vec<PathBuf> {
    let part = |(index, moves): (usize, &&str)| {
        let out = path(&format!("book-{name}-part-{index}"));
        built(game, &out, &["--positions", "9", "--moves", moves]);
        out
    };
    openings.iter().enumerate().map(part).collect()
}

fn join(game: &str, out: &Path, parts: &[&PathBuf], more: &[&str]) -> Output {
    let parts: Vec<&str> = parts.iter().map(|part| part.to_str().unwrap()).collect();
    build(game, out, &[&["--join"], &parts[..], more].concat())
}

#[test]
fn parts_make_the_same_book_in_any_order() {
    for game in ["yavalath", "yinsh", "gipf", "zen"] {
        // Parts that overlap, that begin on the way to others, and one of the whole game.
        let mut session = quintet::registry::open(game).unwrap();
        let turns = session.legal_turns();
        let (first, other) = (turns[0].clone(), turns[turns.len() - 1].clone());
        session.play(&first).unwrap();
        let second = session.legal_turns()[3].clone();
        let openings = [format!("{first} {second}"), first.clone(), other, format!("{first} {second}"), String::new()];
        let openings: Vec<&str> =
            openings.iter().map(String::as_str).take(if game == "yinsh" { 3 } else { 5 }).collect();
        let parts = parts(game, game, &openings);
        let (one, other) = (path(&format!("book-{game}-joined")), path(&format!("book-{game}-joined-again")));
        let forward: Vec<&PathBuf> = parts.iter().collect();
        let backward: Vec<&PathBuf> = parts.iter().rev().collect();
        let output = join(game, &one, &forward, &[]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        join(game, &other, &backward, &["--threads", "2"]);
        let text = fs::read_to_string(&one).unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), text, "{game}");
        // It has every position of the parts, and the engine plays from each.
        let mut session = quintet::registry::open(game).unwrap();
        session.open_book(Some(&text)).unwrap();
        for opening in &openings {
            let turns: Vec<String> = opening.split_whitespace().map(str::to_string).collect();
            for length in 0..=turns.len() {
                session.set_position(None, &turns[..length]).unwrap();
                let lines = session.book_lines();
                assert!(!lines.is_empty(), "{game}: nothing after {:?}", &turns[..length]);
            }
        }
        // Once it is there, the same parts change nothing.
        join(game, &one, &backward, &[]);
        assert_eq!(fs::read_to_string(&one).unwrap(), text, "{game}: joined once more");
        // It grows as any other.
        assert!(built(game, &one, &["--positions", "60"]).lines().count() > text.lines().count());
    }
}

#[test]
fn a_joined_book_has_what_its_parts_have_found() {
    let [deep, short] = &parts("yavalath", "found", &["e5 a1", ""])[..] else { unreachable!() };
    let text = fs::read_to_string(deep).unwrap();
    assert_eq!(text.lines().nth(4), Some("moves e5 a1"));
    let out = path("book-found");
    assert_eq!(join("yavalath", &out, &[deep, short], &[]).status.code(), Some(0));
    let joined = fs::read_to_string(&out).unwrap();
    assert!(joined.lines().nth(3).unwrap().starts_with("start 5/6/7/8/9/8/7/6/5 w ") && !joined.contains("moves"));
    let mut session = quintet::registry::open("yavalath").unwrap();
    let replies = |session: &mut dyn quintet::session::Session, book: &str, turns: &[&str]| -> Vec<String> {
        session.open_book(Some(book)).unwrap();
        let turns: Vec<String> = turns.iter().map(|turn| turn.to_string()).collect();
        session.set_position(None, &turns).unwrap();
        session.book_lines().into_iter().map(|line| format!("{} {:?}", line.decision, line.verdict)).collect()
    };
    assert_eq!(replies(&mut *session, &joined, &["e5", "a1"]), replies(&mut *session, &text, &["e5", "a1"]));
    // The turns that lead there are replies now, though no search chose them, with the score of what follows.
    let last = replies(&mut *session, &joined, &["e5"]);
    let corners = ["a1", "a5", "e1", "e9", "i5", "i9"].map(|corner| format!("{corner} "));
    assert!(last.iter().any(|line| corners.iter().any(|corner| line.starts_with(corner))), "{last:?}");
    // A book that begins on the way takes it over, too; one that begins elsewhere does not.
    let middle = path("book-found-middle");
    assert_eq!(join("yavalath", &middle, &[deep], &["--moves", "e5"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&middle).unwrap().lines().nth(4), Some("moves e5"));
    assert_eq!(join("yavalath", &path("book-found-else"), &[deep], &["--moves", "f6"]).status.code(), Some(2));
    // Parts of parts.
    let again = path("book-found-again");
    assert_eq!(join("yavalath", &again, &[&middle, short], &[]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&again).unwrap(), joined);
}

#[test]
fn games_are_counted_together() {
    let (a, b, games) = (path("book-games-a"), path("book-games-b"), path("book-games.jsonl"));
    let games = games.to_str().unwrap();
    let players = ["--engine", "name=A,builtin=quintet:nodes=300", "--engine", "name=B,builtin=quintet:nodes=200"];
    let output = quintet(&[&["match", "zen", "--rounds", "2", "--quiet", "--out", games], &players[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let counts = |text: &str| -> (u32, f64) {
        let words = text.lines().skip(5).map(|line| line.split_whitespace().collect::<Vec<_>>());
        let counted = words.filter(|words| words.len() == 4).map(|w| (w[2].parse::<u32>(), w[3].parse::<f64>()));
        counted.fold((0, 0.0), |sum, (games, points)| (sum.0 + games.unwrap(), sum.1 + points.unwrap()))
    };
    built("zen", &a, &["--positions", "20", "--from", games]);
    let first = counts(&built("zen", &a, &["--from", games]));
    let second = counts(&built("zen", &b, &["--positions", "12", "--from", games]));
    assert!(first.0 > 0 && second.0 > 0);
    let (one, other) = (path("book-games-one"), path("book-games-other"));
    join("zen", &one, &[&a, &b], &[]);
    join("zen", &other, &[&b, &a], &[]);
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(fs::read_to_string(&other).unwrap(), text);
    assert_eq!(counts(&text), (first.0 + second.0, first.1 + second.1));
}

#[test]
fn what_was_stopped_is_no_part_of_a_book() {
    let [whole] = &parts("yavalath", "stopped", &["e5"])[..] else { unreachable!() };
    let (part, out) = (path("book-stopped-part"), path("book-stopped"));
    let begun = ["book", "yavalath", "--moves", "e5 d4", "--out", part.to_str().unwrap(), "--nodes", "20000"];
    let output = quintet(&[&begun[..], &["--positions", "100000", "--stop", "300ms"]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = fs::read_to_string(&part).unwrap();
    assert_eq!(text.lines().nth(5), Some("wanted 100000"), "{text}");
    let output = join("yavalath", &out, &[whole, &part], &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(3) && said.lines().count() == 1, "{said}");
    assert!(
        said.contains("1 of 2 books are not whole; the first is `") && said.contains(" of 100000 positions"),
        "{said}"
    );
    assert!(!out.exists());
    // Without a number it goes on to what it was to have, unless another is asked for.
    let output = quintet(&[&begun[..], &["--stop", "200ms"]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(fs::read_to_string(&part).unwrap().contains("\nwanted 100000\n"));
    assert!(!built("yavalath", &part, &["--moves", "e5 d4", "--positions", "4"]).contains("wanted"));
    assert_eq!(join("yavalath", &out, &[whole, &part], &[]).status.code(), Some(0));
    // A book that was stopped takes no parts in.
    let text = fs::read_to_string(&out).unwrap();
    let (before, after) = text.split_once("\n# ").unwrap();
    let body = format!("{}\nwanted 500\n# {after}", before.splitn(3, '\n').nth(2).unwrap());
    fs::write(&out, seal(TITLE, &body)).unwrap();
    let output = join("yavalath", &out, &[whole], &[]);
    assert!(output.status.code() == Some(3), "{output:?}");
}

#[test]
fn what_is_no_part_of_a_book_is_refused() {
    let [part] = &parts("yavalath", "refused", &["e5"])[..] else { unreachable!() };
    let out = path("book-refused");
    let refused = |game: &str, parts: &[&PathBuf], more: &[&str], code: i32, sentence: &str| {
        let output = join(game, &out, parts, more);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.lines().count() == 1, "{said}");
        assert!(said.contains(sentence) && !out.exists(), "`{sentence}` is missing in: {said}");
    };
    refused("gipf", &[part], &[], 2, "for the game `yavalath`, not for `gipf`");
    refused("yavalath", &[part], &["--option", "Swap=false"], 2, "no known turns lead from `");
    refused("yavalath", &[part], &["--positions", "9"], 2, "cannot be used with");
    refused("yavalath", &[part, &path("book-missing")], &[], 3, "is missing");
    refused("yavalath", &[part, &out], &[], 2, "is read by the same command");
    let text = fs::read_to_string(part).unwrap();
    let other = path("book-refused-part");
    for (changed, sentence) in [
        (text.replace("moves e5\n", ""), "no known turns lead"),
        (text.replace("moves e5", "moves e6"), "no known turns lead"),
        (text.replace("moves e5", "moves e5 e5"), "no known turns lead"),
        (text.replace("moves e5", "moves"), "line 5 of the book: it should be a move and a score"),
        (text.replace("moves e5", "moves e5\nwanted all"), "line 6 of the book: `wanted ` and a number"),
    ] {
        let body = changed.splitn(3, '\n').nth(2).unwrap();
        fs::write(&other, seal(TITLE, body)).unwrap();
        refused("yavalath", &[&other], &[], 2, sentence);
    }
    // While somebody works on a book nobody else does.
    let lock = out.with_file_name("book-refused.lock");
    let file = fs::File::create(&lock).unwrap();
    file.try_lock().unwrap();
    refused("yavalath", &[part], &[], 2, "is in use by another process");
    drop(file);
    assert_eq!(join("yavalath", &out, &[part], &[]).status.code(), Some(0));
    assert!(!lock.exists());
}

/// What an export says on stdout, and the characters that it writes.
fn exported(name: &str, arguments: &[&str]) -> (String, Vec<u32>) {
    let out = path(name);
    let output = quintet(&[&["book", "export"], arguments, &["--out", out.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(&out).unwrap();
    let digits = text.trim_end().chars().map(|character| u32::from(character) - 0x4e00).collect();
    (String::from_utf8(output.stdout).unwrap(), digits)
}

#[test]
fn an_exported_book_has_the_best_reply_that_is_not_refuted() {
    // White threatens a four on d4; the book likes a1 better, which does not stop it.
    let body = "game yavalath\nstart 5/3b2/7/6b1/4w4/8/2w4/1w4/5 b no 0\na1 +50\nd4 +10\n* -31\n";
    let book = path("refuted-book");
    fs::write(&book, seal(TITLE, body)).unwrap();
    let options = ["yavalath", book.to_str().unwrap(), "--option", "Swap=false", "--solve", "1"];
    let (said, digits) = exported("exported-best", &options);
    assert!(
        said.starts_with("positions 1\ncharacters 738 (Unicode; 2214 bytes in UTF-8), of 739 in the file\n"),
        "{said}"
    );
    assert!(
        said.contains("\nplaces 61: a1 a2 a3 a4 a5 b1 ") && said.ends_with("1 own stone, 2 other stone\n"),
        "{said}"
    );
    // The position may be stored turned, and its reply with it: d4 is the place 21, a1 the place 0.
    let is_image = |digits: &[u32], place| {
        let reply = digits[digits.len() - 1] as usize;
        digits[2..734].chunks(61).any(|image| image[reply] == place)
    };
    assert!(digits[..2] == [61, 12] && is_image(&digits, 21) && !is_image(&digits, 0));
    fs::write(&book, seal(TITLE, &body.replace("d4", "a2"))).unwrap();
    let (said, digits) = exported("exported-best", &options);
    assert!(said.starts_with("positions 0\nleft out 1: all replies are refuted\n"), "{said}");
    assert_eq!(digits.len(), 734);
    // Without the solver the book is believed.
    let (said, digits) = exported("exported-best", &[&options[..4], &["--solve", "0"]].concat());
    assert!(said.starts_with("positions 1\n") && is_image(&digits, 0), "{said}");
}

#[test]
fn an_exported_book_has_the_nearest_positions_and_says_how_to_begin() {
    let few = ["--solve", "0", "--nodes", "500"];
    let (said, digits) = exported("exported-nearest", &[&["yavalath", "--chars", "800"][..], &few].concat());
    assert!(said.starts_with("positions 16\n") && said.contains(": no room\n"), "{said}");
    assert_eq!(digits.len(), 734 + 4 * 16);
    // The start and the nine first stones are the first ten; a swap is number 61.
    let replies: Vec<u32> = digits[734..].chunks(4).map(|position| position[3]).collect();
    assert!(replies[0] < 61 && replies[1..10].contains(&61), "{replies:?}");
    let first: Vec<&str> = said.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(first.len(), 9, "{said}");
    assert!(first.iter().any(|line| line.contains(" -> swap  ") && line.contains(", by ")), "{said}");
    // Without a swap there is nothing to say about it.
    let (said, _) = exported("exported-nearest", &[&["yinsh"][..], &few].concat());
    assert!(
        !said.contains("first") && said.contains("1 own ring, 2 other ring, 3 own marker, 4 other marker"),
        "{said}"
    );
    let (said, _) = exported("exported-nearest", &[&["yinsh", "--option", "Swap=true"][..], &few].concat());
    assert!(said.contains("\nplace first ") && said.contains(", by games, and 5 images"), "{said}");
}

#[test]
fn a_book_that_cannot_be_exported_is_refused_in_a_sentence() {
    let out = path("no-exported-book");
    let refused = |arguments: &[&str]| {
        let output = quintet(&[&["book", "export"], arguments, &["--out", out.to_str().unwrap()]].concat());
        assert!(output.status.code() == Some(2) && !out.exists(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    expect_test::expect!["quintet: turns of this game are not places, moves or swaps, so its book cannot be packed\n"]
        .assert_eq(&refused(&["gipf"]));
    expect_test::expect!["quintet: a book of 700 characters has no room for positions: the board takes 734\n"]
        .assert_eq(&refused(&["yavalath", "--chars", "700"]));
    expect_test::expect!["quintet: there is no built-in book of `yavalath3`\n"].assert_eq(&refused(&["yavalath3"]));
}
