//! Openings and books: what is read is legal, and is read the same from the text that is written of it.

use super::{GameChoice, nowhere, play_whole, resealed, sentence};
use quintet::board::bits::Rng;
use quintet::book::file::TITLE;
use quintet::registry;
use quintet::search::Limits;
use quintet::session::{SearchRequest, Standing};
use quintet::tournament::openings;
use rand::SeedableRng;

/// The text of a book, or of a file of openings.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if text.starts_with("quintet book") { book(&choice, &resealed(TITLE, text)) } else { lines(&choice, text) }
}

fn lines(choice: &GameChoice, text: &str) {
    let mut session = choice.session();
    let read = match openings::parse(nowhere(), text, &mut *session) {
        Ok(read) => read,
        Err(error) => return sentence(&error),
    };
    assert!(!read.is_empty() && read.iter().all(|line| !line.is_empty()));
    for line in &read {
        session.set_position(None, line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(session.standing(), Standing::Open, "{line:?}");
    }
    let written: String = read.iter().map(|line| line.join(" ") + "\n").collect();
    assert_eq!(openings::parse(nowhere(), &written, &mut *session).ok(), Some(read));
}

fn book(choice: &GameChoice, text: &str) {
    let mut session = choice.session();
    if let Err(error) = session.open_book(Some(text)) {
        assert!(registry::edit_book(&*session, Some(text)).is_err());
        return sentence(&error);
    }
    let start = text.lines().nth(3).and_then(|line| line.strip_prefix("start ")).expect("every book has a start");
    session.set_position(Some(start.trim()), &[]).expect("the book has been read");
    let read =
        |text: &str| registry::edit_book(&*session, Some(text)).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut editor = read(text);
    let written = editor.text("a remark");
    assert_eq!(games(&written), games(text), "{written}");
    let again = read(&written);
    assert_eq!(again.text("a remark"), written);
    assert_eq!(again.positions(), editor.positions(), "{written}");
    // The same with a game counted.
    let (mut game, mut rng) = (choice.session(), Rng::seed_from_u64(bytes_of(text)));
    let begin = session.position_text();
    game.set_position(Some(&begin), &[]).expect("a text of our own");
    for _ in 0..6 {
        let turn = game.random_turn(&mut rng);
        if !turn.is_empty() {
            game.play(&turn).expect("a legal turn");
        }
    }
    let more = editor.count(&session.position_text(), &game.turns(), &[0.5, 0.5]).expect("a legal game");
    let counted = editor.text("a remark");
    let sum = |text: &str| games(text).into_iter().map(|(games, _)| u64::from(games)).sum::<u64>();
    assert_eq!(sum(&counted), sum(&written) + u64::from(more));
    assert_eq!(read(&counted).text("a remark"), counted);
    if session.standing() == Standing::Open {
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let (_, job) = session.search(SearchRequest { limits, book: true, ..small() }).expect("the game goes on");
        let mut lines = vec![];
        let found = job(&mut |report| lines.push(report.turns.clone()));
        for line in lines {
            game.set_position(Some(&begin), &line).unwrap_or_else(|error| panic!("{error}: {written}"));
        }
        play_whole(&mut *session, &found.best);
    }
}

/// The games and points of all replies of a book, in order of size.
fn games(text: &str) -> Vec<(u32, u64)> {
    let entry = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["*", ..] => None,
        [_, _] => Some((0, 0)),
        [_, _, games, points] => {
            // Zero with a sign is zero.
            let points: f64 = points.parse().expect("the book has been read");
            Some((games.parse().expect("the book has been read"), (points + 0.0).to_bits()))
        }
        _ => panic!("`{line}` in a book that has been read"),
    };
    let lines = text.lines().skip(4).map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut all: Vec<(u32, u64)> = lines.filter_map(entry).collect();
    all.sort_unstable();
    all
}

/// A number for a text.
fn bytes_of(text: &str) -> u64 {
    text.bytes().map(u64::from).sum()
}

fn small() -> SearchRequest {
    let mut request = SearchRequest::default();
    request.settings.hash_kib = 1 << 10;
    request
}
