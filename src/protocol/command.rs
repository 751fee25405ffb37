//! Parses lines of text into commands. Nothing here touches a game.

use crate::search::Limits;
use crate::search::perft::{MAX_DEPTH, Unit};
use crate::search::time::Clock;
use crate::text::shorten;
use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `ugi` or `uci`: asks who the engine is, and sets the dialect.
    Hello(Dialect),
    /// `isready`.
    IsReady,
    /// `uginewgame` or `ucinewgame`.
    NewGame,
    /// `setoption name N value V`.
    SetOption {
        /// The name, in the case given.
        name: String,
        /// The value, empty if none was given.
        value: String,
    },
    /// `position …`.
    Position {
        /// Where the line starts.
        start: Option<String>,
        /// The turns or decisions played from there.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(Box<Go>),
    /// A `go` that cannot be understood, and why: it still gets an answer.
    BadGo(String),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query WHAT`.
    Query(String),
    /// `d`.
    Display,
    /// `state`.
    State,
    /// `nextround`.
    NextRound,
    /// `legal` (false) or `legal turns` (true).
    Legal(bool),
    /// `perft N` or `perft N turns`.
    Perft(u32, Unit),
    /// `eval`.
    Eval,
    /// `bench`.
    Bench,
    /// `help`.
    Help,
    /// `quit`.
    Quit,
}

/// The two spellings of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Game Interface; also the dialect before either is asked for.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

/// The words of a `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// `depth N`, `nodes N`, `mate N` (in plies), `movetime MS`, `infinite`, `ponder`.
    pub limits: Limits,
    /// `p1time MS` and so on (`wtime`, `btime`), by seat.
    pub times: [Option<Duration>; 4],
    /// `p1inc MS` and so on (`winc`, `binc`), by seat.
    pub increments: [Duration; 4],
    /// `movestogo N`.
    pub moves_to_go: Option<u32>,
    /// `searchmoves T …`.
    pub search_moves: Vec<String>,
}

impl Go {
    /// The clock of a seat, if times were given.
    pub fn clock(&self, seat: usize) -> Option<Clock> {
        let remaining = (*self.times.get(seat)?)?;
        Some(Clock { remaining, increment: self.increments[seat], moves_to_go: self.moves_to_go })
    }
}

/// The words that start a parameter of `go`, and so end a list of moves before them.
const GO_WORDS: [&str; 8] = ["depth", "nodes", "mate", "movetime", "infinite", "ponder", "movestogo", "searchmoves"];

/// Reads a line. `Ok(None)` is an empty line.
///
/// # Errors
/// One sentence that says what was wrong and what was expected.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(None) };
    Ok(Some(match (first.to_ascii_lowercase().as_str(), rest) {
        ("ugi", _) => Command::Hello(Dialect::Ugi),
        ("uci", _) => Command::Hello(Dialect::Uci),
        ("isready", _) => Command::IsReady,
        ("uginewgame" | "ucinewgame", _) => Command::NewGame,
        ("setoption", rest) => set_option(rest)?,
        ("position", rest) => position(rest)?,
        ("go", rest) => go(rest).map_or_else(Command::BadGo, |go| Command::Go(Box::new(go))),
        ("stop", _) => Command::Stop,
        ("ponderhit", _) => Command::PonderHit,
        ("query", [what, ..]) => Command::Query(what.to_ascii_lowercase()),
        ("query", []) => return Err("`query` needs a word, such as `query result`".to_string()),
        ("d", _) => Command::Display,
        ("state", _) => Command::State,
        ("nextround", _) => Command::NextRound,
        ("legal", []) => Command::Legal(false),
        ("legal", [word]) if word.eq_ignore_ascii_case("turns") => Command::Legal(true),
        ("legal", _) => return Err("`legal` is followed by nothing or by `turns`".to_string()),
        ("perft", [depth]) => perft(depth, Unit::Decisions)?,
        ("perft", [depth, word]) if word.eq_ignore_ascii_case("turns") => perft(depth, Unit::Turns)?,
        ("perft", _) => return Err("`perft` is followed by a depth, and perhaps by `turns`".to_string()),
        ("eval", _) => Command::Eval,
        ("bench", _) => Command::Bench,
        ("help", _) => Command::Help,
        ("quit", _) => Command::Quit,
        _ => return Err(format!("unknown command `{}`; `help` lists the commands", shorten(first))),
    }))
}

fn number<T: std::str::FromStr>(what: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{what}` needs a whole number that is not too large, not `{}`", shorten(text)))
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let is = |i: &usize, word: &str| words[*i].eq_ignore_ascii_case(word);
    let wrong = || "`setoption` is followed by `name`, a name, and perhaps `value` and a value".to_string();
    if words.len() < 2 || !is(&0, "name") {
        return Err(wrong());
    }
    let value_at = (1..words.len()).find(|i| is(i, "value")).unwrap_or(words.len());
    let name = words[1..value_at].join(" ");
    let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
    if name.is_empty() { Err(wrong()) } else { Ok(Command::SetOption { name, value }) }
}

fn position(words: &[&str]) -> Result<Command, String> {
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let moves_at = words.iter().position(is_moves).unwrap_or(words.len());
    let start = match &words[..moves_at] {
        [word] if word.eq_ignore_ascii_case("startpos") => None,
        // Some runners give the word as a fen.
        [fen, word] if is_fen(fen) && word.eq_ignore_ascii_case("startpos") => None,
        [fen, fields @ ..] if is_fen(fen) && !fields.is_empty() => Some(fields.join(" ")),
        _ => return Err("`position` is followed by `startpos` or by `fen` and a position text".to_string()),
    };
    // Some runners give the opening and the game each after a `moves` of its own.
    let moves = words[moves_at..].iter().filter(|word| !is_moves(word)).map(|word| word.to_string()).collect();
    Ok(Command::Position { start, moves })
}

fn is_fen(word: &str) -> bool {
    word.eq_ignore_ascii_case("fen") || word.eq_ignore_ascii_case("sfen")
}

/// The seat (from 0) and the rest of a word such as `p1time` or `winc`.
fn seat_word(word: &str) -> Option<(usize, &str)> {
    let (seat, rest) = match word.as_bytes() {
        [b'w', ..] => (0, &word[1..]),
        [b'b', ..] => (1, &word[1..]),
        [b'p', digit @ b'1'..=b'4', ..] => (usize::from(digit - b'1'), &word[2..]),
        _ => return None,
    };
    matches!(rest, "time" | "inc").then_some((seat, rest))
}

fn perft(depth: &str, unit: Unit) -> Result<Command, String> {
    match number("perft", depth)? {
        depth @ 0..=MAX_DEPTH => Ok(Command::Perft(depth, unit)),
        _ => Err(format!("`perft` counts at most {MAX_DEPTH} deep")),
    }
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        let mut value = || words.next().copied().ok_or_else(|| format!("`go {word}` needs a number"));
        match word.as_str() {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "depth" => go.limits.depth = Some(number("go depth", value()?)?),
            "nodes" => go.limits.nodes = Some(number("go nodes", value()?)?),
            "mate" => go.limits.mate = Some(number("go mate", value()?)?),
            "movestogo" => go.moves_to_go = Some(number("go movestogo", value()?)?),
            "movetime" => go.limits.movetime = Some(millis("go movetime", value()?)?),
            "searchmoves" => {
                let is_move = |word: &&&str| {
                    let word = word.to_ascii_lowercase();
                    !GO_WORDS.contains(&word.as_str()) && seat_word(&word).is_none()
                };
                while let Some(turn) = words.next_if(is_move) {
                    go.search_moves.push(turn.to_string());
                }
            }
            other => match seat_word(other) {
                Some((seat, "time")) => go.times[seat] = Some(millis(other, value()?)?),
                Some((seat, _)) => go.increments[seat] = millis(other, value()?)?,
                None => return Err(format!("`{}` is not a limit of `go`; `help` lists the limits", shorten(other))),
            },
        }
    }
    Ok(go)
}

/// A time in milliseconds; runners send negative ones when a clock has run out.
fn millis(what: &str, text: &str) -> Result<Duration, String> {
    /// About a year: more is a typo, not a time control, and would overflow sums.
    const MOST: i64 = 1000 * 60 * 60 * 24 * 365;
    let value: i64 = number(what, text)?;
    Ok(Duration::from_millis(value.clamp(0, MOST) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    #[test]
    fn lines_that_runners_send_are_understood() {
        assert_eq!(parse(" \t "), Ok(None));
        let moves = |words: &str| words.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(
            command("position fen startpos moves a1 b2 moves c3 d4"),
            Command::Position { start: None, moves: moves("a1 b2 c3 d4") }
        );
        assert_eq!(
            command("position fen 5/6/7 w open 0"),
            Command::Position { start: Some("5/6/7 w open 0".to_string()), moves: vec![] }
        );
        assert_eq!(
            command("setoption name clear hash"),
            Command::SetOption { name: "clear hash".to_string(), value: String::new() }
        );
        assert_eq!(
            command("setoption name Log File value /tmp/my log"),
            Command::SetOption { name: "Log File".to_string(), value: "/tmp/my log".to_string() }
        );
        assert_eq!(command("perft 3 turns"), Command::Perft(3, Unit::Turns));
    }

    #[test]
    fn a_go_may_hold_anything_in_any_order() {
        let Command::Go(go) = command("go searchmoves e5 d4 p1time 1000 p2time -5 winc 10 depth 7 movestogo 3") else {
            panic!()
        };
        assert_eq!(go.search_moves, ["e5", "d4"]);
        assert_eq!(go.limits.depth, Some(7));
        assert_eq!(go.clock(0).map(|c| (c.remaining.as_millis(), c.increment.as_millis())), Some((1000, 10)));
        assert_eq!(go.clock(1).map(|c| c.remaining.as_millis()), Some(0));
        assert_eq!(go.clock(2), None);
    }

    #[test]
    fn nonsense_gets_a_sentence() {
        for line in [
            "xyzzy",
            "position",
            "position fen",
            "position e5",
            "setoption",
            "setoption name",
            "setoption name value 3",
            "perft",
            "perft 99999999999999999999",
            "perft 1000",
            "query",
            "legal moves",
        ] {
            let reason = parse(line).unwrap_err();
            assert!(reason.len() > 20 && !reason.ends_with('.'), "{reason}");
        }
        for line in ["go depth", "go depth x", "go depth -1", "go fish"] {
            assert!(matches!(command(line), Command::BadGo(reason) if reason.contains("`go")), "{line}");
        }
    }
}
