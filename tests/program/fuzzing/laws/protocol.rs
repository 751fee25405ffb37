//! Dialogues: every `go` gets one `bestmove`, in order, a legal whole turn where there is one; every `isready` its
//! `readyok`; and the dialogue ends.

use super::{GameChoice, Written, play_whole};
use quintet::options::{EngineOption, EngineOptions, OptionEffect, OptionId, WithoutFiles};
use quintet::protocol::command::{Command, Go, parse};
use quintet::protocol::serve;
use quintet::registry;
use quintet::session::{SearchRequest, Session, Standing};
use std::io::Cursor;

/// At most so many lines are sent.
const LINES: usize = 40;
/// What every search is limited by, beside what the line says.
const NODES: &str = " nodes 150";
/// Whether the engine still works is asked at the end.
const LAST: &str = "isready\nposition startpos\nlegal\ngo nodes 50\n";

/// Lines, such as a runner or a GUI sends.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let mut dialogue = Dialogue::new(choice.session());
    for (name, value) in &choice.options {
        dialogue.send(format!("setoption name {name} value {value}").as_bytes());
    }
    for line in rest.split(|&byte| byte == b'\n').take(LINES) {
        dialogue.send(line);
        if dialogue.quit {
            break;
        }
    }
    if !dialogue.quit {
        LAST.lines().for_each(|line| dialogue.send(line.as_bytes()));
    }
    let written = Written::default();
    serve((choice.game.open)(), Cursor::new(dialogue.lines.clone()), written.clone())
        .expect("threads could be started");
    dialogue.check(&written.text());
}

/// What is sent, and what is to come of it by the rules of the game.
struct Dialogue {
    lines: Vec<u8>,
    session: Box<dyn Session>,
    options: EngineOptions,
    ready: usize,
    /// For every `go` the game and the position to search, or `None` if there is none.
    goes: Vec<Option<(Box<dyn Session>, String)>>,
    quit: bool,
}

impl Dialogue {
    fn new(session: Box<dyn Session>) -> Self {
        let lines = b"setoption name Hash value 1\n".to_vec();
        Self { lines, session, options: EngineOptions::default(), ready: 0, goes: Vec::new(), quit: false }
    }

    /// Adds a line, unless it would take much time or memory or open a file.
    fn send(&mut self, line: &[u8]) {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let text = text.trim_matches(|c: char| c.is_whitespace() || "\0\u{feff}".contains(c));
        match parse(text) {
            Ok(Some(Command::Bench)) => return,
            Ok(Some(Command::Perft(depth, _))) if depth > 2 => return,
            Ok(Some(Command::SetOption { name, value })) if is_heavy(&name, &value) => return,
            Ok(Some(Command::Go(go))) => {
                self.lines.extend(text.bytes().chain(NODES.bytes()).chain([b'\n']));
                self.go(*go);
                return;
            }
            Ok(Some(Command::BadGo(_))) => self.goes.push(None),
            Ok(Some(Command::SetOption { name, value })) => self.set_option(&name, &value),
            Ok(Some(Command::NewGame)) => self.session.new_game(),
            Ok(Some(Command::NextRound)) => drop(self.session.next_round()),
            Ok(Some(Command::Position { start, moves })) => drop(self.session.set_position(start.as_deref(), &moves)),
            Ok(Some(Command::IsReady)) => self.ready += 1,
            Ok(Some(Command::Quit)) => self.quit = true,
            _ => {}
        }
        self.lines.extend(line.iter().copied().chain([b'\n']));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match EngineOption::named(name).map(|option| option.id) {
            Some(OptionId::Game) => {
                if let Ok(OptionEffect::Game(name)) = self.options.set(&mut *self.session, (name, value), &WithoutFiles)
                    && let Ok(session) = registry::open(&name)
                {
                    self.session = session;
                }
            }
            Some(_) => {}
            None => drop(self.options.set(&mut *self.session, (name, value), &WithoutFiles)),
        }
    }

    fn go(&mut self, go: Go) {
        let request = SearchRequest { search_moves: go.search_moves, ..SearchRequest::default() };
        let place = self.session.search(request).is_ok().then(|| {
            let mut session = registry::open(self.session.name()).expect("a game that is there");
            for (name, value) in options(&*self.session) {
                session.set_option(name, &value).expect("a value that the option has");
            }
            (session, self.session.position_text())
        });
        self.goes.push(place);
    }

    /// Checks the whole output.
    fn check(self, output: &str) {
        assert!(output.is_empty() || output.ends_with('\n'), "{output}");
        assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{output:?}");
        assert!(!output.contains("defect"), "{output}");
        let errors = output.lines().filter_map(|line| line.strip_prefix("info string "));
        assert!(errors.map(|error| error.chars().count()).all(|length| (1..=400).contains(&length)), "{output}");
        assert_eq!(output.lines().filter(|line| *line == "readyok").count(), self.ready, "{output}");
        let answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        // What waits when `quit` comes is dropped.
        assert!(answers.len() == self.goes.len() || self.quit && answers.len() < self.goes.len(), "{output}");
        for (answer, place) in answers.into_iter().zip(self.goes) {
            let best = answer.split(" ponder ").next().unwrap_or_default();
            match place {
                None => assert_eq!(best, "none"),
                Some((mut session, text)) => {
                    session.set_position(Some(&text), &[]).expect("a text of our own");
                    assert_eq!(session.standing(), Standing::Open);
                    play_whole(&mut *session, best);
                }
            }
        }
    }
}

/// Whether an option would open a file, or take more time (to read a whole book), memory or threads than a short test
/// has.
fn is_heavy(name: &str, value: &str) -> bool {
    let most = |most: u64| value.parse::<u64>().is_ok_and(|number| number > most);
    match EngineOption::named(name).map(|option| option.id) {
        Some(OptionId::LogFile | OptionId::BookFile | OptionId::ProofFile) => true,
        Some(OptionId::OwnBook) => value.eq_ignore_ascii_case("true"),
        // Beyond the range of the option it is refused, which is to be tested, too.
        Some(OptionId::Hash) => most(2) && !most(65_536),
        Some(OptionId::Threads) => most(2) && !most(256),
        _ => false,
    }
}

/// Names and values of the options of the game.
fn options(session: &dyn Session) -> Vec<(&'static str, String)> {
    use quintet::game::OptionKind::{Check, Choice};
    let value = |kind| match kind {
        Check(value) => format!("{value}"),
        Choice(value, _) => value,
    };
    session.options().into_iter().map(|option| (option.name, value(option.kind))).collect()
}
