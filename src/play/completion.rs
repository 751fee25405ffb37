//! Tab completion: commands, their arguments, and turns point by point.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The commands besides turns: each with its arguments and what it does.
pub const COMMANDS: [(&str, &str, &str); 23] = [
    ("legal", "[POINT]", "the turns you may play, or those with a point"),
    ("hint", "[N]", "what the engine would play, or its N best turns"),
    ("analyse", "[SECONDS]", "the engine's lines as it finds them; Enter or Ctrl-C stops it"),
    ("undo", "", "take back your last turn"),
    ("redo", "", "play again what was taken back"),
    ("history", "", "the turns so far"),
    ("board", "", "draw the board again"),
    ("rules", "", "the rules of the game"),
    ("level", "[N]", "how well the engine plays, 0 to 20"),
    ("side", "[SEATS]", "take the other seat, or these seats, such as 1,3"),
    ("clock", "", "how much time is left"),
    ("save", "FILE", "save the game; the file name ending sets the format"),
    ("load", "FILE [N]", "continue a recorded game"),
    ("resign", "", "give up"),
    ("new", "", "start a new game"),
    ("next", "", "start the next round of a match"),
    ("help", "", "this text"),
    ("quit", "", "leave; the game is kept"),
    // Other spellings.
    ("analyze", "", ""),
    ("exit", "", ""),
    ("moves", "", ""),
    ("swap-sides", "", ""),
    ("?", "", ""),
];

/// The completions at a prompt.
#[derive(Default)]
pub struct Completion {
    /// The legal turns and decisions.
    pub turns: Vec<String>,
    /// The names of the points.
    pub points: Vec<String>,
    /// Whether files may be opened.
    pub has_files: bool,
}

impl Completion {
    /// Where the completed text starts, and its completions; `None` for a file name.
    pub fn candidates(&self, line: &str) -> Option<(usize, Vec<String>)> {
        let begin = line.len() - line.trim_start().len();
        let Some((command, rest)) = line[begin..].split_once(' ') else {
            let typed = &line[begin..];
            let shown = COMMANDS.iter().filter(|command| !command.2.is_empty()).map(|command| command.0);
            let commands = shown.filter(|name| !typed.is_empty() && name.starts_with(typed));
            let takes_more = |name: &&str| ["save", "load"].contains(name);
            let commands = commands.map(|name| if takes_more(&name) { format!("{name} ") } else { name.to_string() });
            return Some((begin, commands.chain(next_points(&self.turns, typed)).collect()));
        };
        let word = rest.rsplit([' ', ',']).next().unwrap_or_default();
        let at = line.len() - word.len();
        let fitting = |words: Vec<String>| words.into_iter().filter(|known| known.starts_with(word)).collect();
        match command {
            "save" | "load" => None,
            "legal" | "moves" => Some((at, fitting(self.points.clone()))),
            "level" => Some((at, fitting((0..=20).map(|level: u8| level.to_string()).collect()))),
            _ => Some((at, Vec::new())),
        }
    }
}

/// The continuations of a partly typed turn: each up to its next point, in the order of the points.
fn next_points(turns: &[String], typed: &str) -> Vec<String> {
    let mut next: Vec<String> = Vec::new();
    for turn in turns {
        let begins = turn.get(..typed.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(typed));
        if !begins || turn.len() == typed.len() {
            continue;
        }
        let rest = &turn[typed.len()..];
        // To the end of the point, with the sign behind it.
        let sign = |c: char| !c.is_alphanumeric();
        let point = rest.find(|c: char| !sign(c)).unwrap_or(rest.len());
        let end = rest[point..].find(sign).map_or(rest.len(), |at| point + at);
        let end = rest[end..].find(|c: char| !sign(c)).map_or(rest.len(), |at| end + at);
        let candidate = turn[..typed.len() + end].to_string();
        if !next.contains(&candidate) {
            next.push(candidate);
        }
    }
    next.sort_by_cached_key(|text| natural(text));
    next
}

/// A key by which e2 comes before e10.
pub fn natural(text: &str) -> Vec<(String, u64)> {
    let mut parts: Vec<(String, u64)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(digits);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        parts.push((word.to_string(), after[..end].parse().unwrap_or(0)));
        rest = &after[end..];
    }
    parts
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        match self.candidates(&line[..at]) {
            None if self.has_files => FilenameCompleter::new().complete(line, at, context),
            None => Ok((at, Vec::new())),
            Some((begin, words)) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((begin, words.into_iter().map(pair).collect()))
            }
        }
    }
}

impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, turns: &str, line: &str) -> Vec<String> {
        let mut session = crate::registry::open(game).unwrap();
        for turn in turns.split_whitespace() {
            session.play(turn).unwrap();
        }
        let points = session.state().board.places.into_iter().map(|place| place.name).collect();
        let completion = Completion { turns: session.legal_turns(), points, has_files: true };
        completion.candidates(line).unwrap().1
    }

    #[test]
    fn turns_are_completed_point_by_point() {
        assert_eq!(of("zen", "", "c"), ["clock", "c4-", "c8-"]);
        assert_eq!(of("zen", "", "c4-").len(), of("zen", "", "C4-").len());
        assert!(of("zen", "", "c4-").iter().all(|turn| turn.starts_with("c4-") && turn.len() > 4));
        let rings = "e5 g6 d4 h6 e6 g7 d5 h7 c5 f8";
        let first = of("yinsh", rings, "e");
        assert_eq!(first, ["e5-", "e6-"]);
        assert!(of("yinsh", rings, "e5-").contains(&"e5-e4".to_string()));
        // A row follows in the same turn.
        assert!(of("gipf", "", "a1-").iter().all(|turn| turn.starts_with("a1-")));
        assert_eq!(of("yavalath", "", "e1"), Vec::<String>::new());
        assert!(natural("e2") < natural("e10") && natural("e10") < natural("f1"));
    }

    #[test]
    fn commands_and_their_arguments_are_completed() {
        assert_eq!(of("yavalath", "", "hi"), ["hint", "history"]);
        assert_eq!(of("yavalath", "", "level 1"), ["1", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19"]);
        assert_eq!(of("yavalath", "", "legal i"), ["i5", "i6", "i7", "i8", "i9"]);
        assert!(of("yavalath", "", "hint ").is_empty());
        let completion = Completion::default();
        assert_eq!(completion.candidates("save x"), None);
        assert!(completion.candidates("").unwrap().1.is_empty());
        assert!(completion.candidates("é").unwrap().1.is_empty());
    }
}
