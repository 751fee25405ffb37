//! The law of info lines: what every line of every search keeps, whichever game, kind of search, limit and number of
//! threads. protocol.md (*What every search guarantees*) says it in words.
#![allow(dead_code)]

use quintet::board::bits::{Rng, random_below};
use quintet::game::{Game, Move, MoveList};
use quintet::registry;
use quintet::search::score::MAX_PLY;
use quintet::search::{Answer, Bound, Info, Kind, MateDistance, Verdict};
use quintet::session::{Report, SearchResult, Session};
use serde_json::Value;

/// What of a line the law is about.
#[derive(Clone, Debug)]
pub struct InfoLine {
    depth: u32,
    multipv: usize,
    nodes: u64,
    /// Nothing in a line that tells the decision being searched.
    found: Option<Found>,
}

/// A score, and the line it is about.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    /// Plies or moves to a proven result, negative for a loss; `None` where the score is in hundredths.
    mate: Option<i64>,
    bound: Bound,
    /// The principal variation, turn by turn or decision by decision.
    pv: Vec<String>,
}

impl InfoLine {
    /// Reads a protocol line; `None` for `info string`.
    #[track_caller]
    pub fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        if words[..2] == ["info", "string"] {
            return None;
        }
        let after = |word: &str| {
            let place = words.iter().position(|&found| found == word);
            place.and_then(|place| words.get(place + 1)).unwrap_or_else(|| panic!("no `{word}` in {line}"))
        };
        let number =
            |word: &str| after(word).parse::<u64>().unwrap_or_else(|_| panic!("a number after `{word}` in {line}"));
        let (depth, nodes) = (number("depth") as u32, number("nodes"));
        if words.contains(&"currmove") {
            assert!(!words.contains(&"score"), "{line}");
            return Some(Self { depth, multipv: 1, nodes, found: None });
        }
        let (fields, pv) = line.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {line}"));
        let (_, score) = fields.split_once(" score ").unwrap_or_else(|| panic!("no score in {line}"));
        let mut score = score.split(' ');
        let (unit, value, mark) = (score.next(), score.next(), score.next());
        let value: i64 = value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("the score of {line}"));
        let mate = match unit {
            Some("mate") => Some(value),
            Some("cp") => None,
            _ => panic!("the unit of the score in {line}"),
        };
        let bound = match mark {
            Some("lowerbound") => Bound::Lower,
            Some("upperbound") => Bound::Upper,
            _ => Bound::Exact,
        };
        let pv = pv.split(' ').map(str::to_string).collect();
        Some(Self { depth, multipv: number("multipv") as usize, nodes, found: Some(Found { mate, bound, pv }) })
    }

    /// The same of a line of an answer of the analysis engine, after `nodes` nodes.
    #[track_caller]
    pub fn of_move_info(line: &Value, nodes: u64) -> Self {
        let bound = match line["scoreKind"].as_str() {
            Some("exact" | "proven") => Bound::Exact,
            Some("lowerBound") => Bound::Lower,
            Some("upperBound") => Bound::Upper,
            _ => panic!("{line}"),
        };
        let pv =
            line["pv"].as_array().into_iter().flatten().map(|turn| turn.as_str().unwrap_or("").to_string()).collect();
        Self {
            depth: line["depth"].as_u64().expect("a depth") as u32,
            multipv: line["order"].as_u64().expect("a place") as usize + 1,
            nodes,
            found: Some(Found { mate: line["mate"].as_i64(), bound, pv }),
        }
    }

    /// The same of a report.
    pub fn of(report: &Report) -> Self {
        Self::new(&report.info, report.turns.clone())
    }

    /// The same of what a search reports, with its line as text.
    pub fn new(info: &Info, pv: Vec<String>) -> Self {
        let Info { depth, multipv, nodes, .. } = *info;
        let found = || Found { mate: info.verdict.mate().map(i64::from), bound: info.bound, pv };
        match info.current {
            Some(current) => Self { depth: current.depth, multipv, nodes, found: None },
            None => Self { depth, multipv, nodes, found: Some(found()) },
        }
    }
}

/// Watches the lines of one search.
pub struct InfoLaw {
    /// What the message of a failure begins with.
    what: String,
    /// `None` if it is not known.
    kind: Option<Kind>,
    /// How many lines may be asked for.
    lines: usize,
    depth: u32,
    nodes: u64,
    /// The last line about the best decision that was neither a bound nor how far an iteration has come.
    last_exact: Option<Found>,
    /// The last that was exact or a lower bound.
    last_reached: Option<Found>,
}

impl InfoLaw {
    /// For a search of this kind, if that is known, for `lines` lines.
    pub fn new(what: String, kind: Option<Kind>, lines: usize) -> Self {
        Self { what, kind, lines, depth: 0, nodes: 0, last_exact: None, last_reached: None }
    }

    /// The next line. `play` plays a principal variation from the position that is searched, and says what is wrong with it.
    #[track_caller]
    pub fn note(&mut self, line: &InfoLine, play: impl FnOnce(&[String]) -> Result<(), String>) {
        let what = &self.what;
        assert!(line.nodes >= self.nodes, "{what}: nodes fall from {}: {line:?}", self.nodes);
        assert!((1..=self.lines).contains(&line.multipv), "{what}: {line:?}");
        if self.kind == Some(Kind::AlphaBeta) {
            assert!(line.depth >= self.depth, "{what}: the depth falls from {}: {line:?}", self.depth);
        }
        (self.nodes, self.depth) = (line.nodes, line.depth);
        let Some(found) = &line.found else { return };
        if let Some(mate) = found.mate {
            let longest =
                if self.kind == Some(Kind::AlphaBeta) { MAX_PLY as u64 } else { MateDistance::LONGEST.into() };
            assert!((1..=longest).contains(&mate.unsigned_abs()), "{what}: no line is as long: {line:?}");
        }
        let may_be_bound = self.kind.is_none_or(|kind| kind == Kind::AlphaBeta);
        assert!(found.bound == Bound::Exact || may_be_bound, "{what}: {line:?}");
        assert!(found.pv.iter().all(|turn| !turn.is_empty()) && !found.pv.is_empty(), "{what}: no pv: {line:?}");
        if let Err(error) = play(&found.pv) {
            panic!("{what}: {error}: {line:?}");
        }
        if line.multipv == 1 && found.bound == Bound::Exact {
            self.last_exact = Some(found.clone());
        }
        if line.multipv == 1 && found.bound != Bound::Upper {
            self.last_reached = Some(found.clone());
        }
    }

    /// The end: there was an exact score. At full strength, with one line, without book and proof (`is_plain`), the last
    /// line that is exact or a lower bound begins with the best turn.
    #[track_caller]
    pub fn end(&self, best: &str, is_plain: bool) {
        let what = &self.what;
        assert!(self.last_exact.is_some(), "{what}: no line has an exact score");
        if let Some(reached) = self.last_reached.as_ref().filter(|_| is_plain && self.lines == 1) {
            let first = &reached.pv[0];
            let is_whole = best == first || best.strip_prefix(first.as_str()).is_some_and(|rest| rest.starts_with(';'));
            assert!(is_whole, "{what}: `bestmove {best}` after {reached:?}");
        }
    }

    /// The same with what the search returns: it says what the last exact line said, or that it is a bound.
    #[track_caller]
    pub fn end_with(&self, result: &SearchResult, is_plain: bool) {
        self.end(&result.best, is_plain);
        let what = &self.what;
        assert!(result.turns.first() == Some(&result.best), "{what}: {result:?}");
        if let Some(mate) = result.verdict.mate() {
            assert!((1..=MateDistance::LONGEST).contains(&mate.unsigned_abs()), "{what}: {result:?}");
        }
        if let Some(exact) = self.last_exact.as_ref().filter(|_| is_plain && result.bound == Bound::Exact) {
            assert_eq!(exact.mate, result.verdict.mate().map(i64::from), "{what}: {result:?} after {exact:?}");
        }
        let [win, draw, loss] = result.wdl;
        assert_eq!(win + draw + loss, 1_000, "{what}: {result:?}");
        match result.verdict {
            Verdict::Win(_) => assert_eq!(win, 1_000, "{what}: {result:?}"),
            Verdict::Loss(_) => assert_eq!(loss, 1_000, "{what}: {result:?}"),
            Verdict::Draw => assert_eq!([win, draw, loss], [0, 1_000, 0], "{what}: {result:?}"),
            Verdict::Score(_) => {}
        }
    }
}

impl InfoLaw {
    /// The same for what a search reports of `position`.
    #[track_caller]
    pub fn note_info<G: Game>(&mut self, info: &Info, position: &G) {
        self.note(&InfoLine::new(info, codes(&info.pv)), |_| play_decisions(position, &info.pv));
    }

    /// The same for what it returns.
    #[track_caller]
    pub fn end_answer<G: Game>(&self, answer: &Answer, position: &G) {
        let what = &self.what;
        self.end(codes(&answer.pv).first().map_or("", String::as_str), true);
        if let Err(error) = play_decisions(position, &answer.pv) {
            panic!("{what}: {error}: {answer:?}");
        }
    }
}

fn codes(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.code().to_string()).collect()
}

fn play_decisions<G: Game>(position: &G, line: &[Move]) -> Result<(), String> {
    let mut position = *position;
    for mv in line {
        let mut legal = MoveList::new();
        if position.outcome().is_none() {
            position.moves(&mut legal);
        }
        if !legal.contains(mv) {
            return Err(format!("{mv:?} is not legal"));
        }
        position.play(*mv);
    }
    Ok(())
}

/// Plays turns, the last of which may be the beginning of one, from the position of a session, and takes them back.
pub fn play_line(session: &mut dyn Session, turns: &[String]) -> Result<(), String> {
    let before = session.decisions();
    let mut result = Ok(());
    for turn in turns {
        if let Err(error) = session.play(turn) {
            result = Err(format!("the pv cannot be played: {error}"));
            break;
        }
    }
    while session.decisions() > before {
        session.undo_decision();
    }
    result
}

/// A session of a game in a random position that has not ended, after at most `most` turns.
pub fn random_session(game: &str, most: u32, rng: &mut Rng) -> Box<dyn Session> {
    let mut session = registry::open(game).expect("a game");
    loop {
        session.set_position(None, &[]).expect("the start");
        for _ in 0..random_below(rng, most + 1) {
            let turn = session.random_turn(rng);
            if turn.is_empty() {
                break;
            }
            session.play(&turn).expect("a random turn is legal");
        }
        if session.standing().outcome().is_none() {
            return session;
        }
    }
}
