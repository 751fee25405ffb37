//! The dialogue with the engine under test: what steps send, await and compare. Every wait has a deadline, and whatever
//! the engine does, memory is limited to a bounded queue and the dialogue of one step.

use super::checks::{Checked, Fault, count_text, expect_nothing, lines_text, option_line, position, without_info};
use super::dialogue::{Dialogue, Direction, Entry};
use super::rules::Rules;
use crate::lines::link::{Broken, FLOOD, InfoLines, Input, Link, MAX_LINE};
use crate::search::Halt;
use crate::text::{one_line, shorten};
use std::process::Command;
use std::time::{Duration, Instant};

/// How to start the engine.
#[derive(Clone, Debug)]
pub struct EngineLaunch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Options to set before every step.
    pub options: Vec<(String, String)>,
    /// How long any answer may take.
    pub timeout: Duration,
    /// How long to watch a search that must not end by itself.
    pub watch: Duration,
}

impl EngineLaunch {
    fn start(&self) -> std::io::Result<Link> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        Link::start(command, InfoLines::Each)
    }

    /// Checks that the program exists and starts.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn try_start(&self) -> std::io::Result<()> {
        self.start()?.end(false);
        Ok(())
    }
}

/// The answer to a `go`.
pub struct Answered {
    /// The lines before `bestmove`.
    pub lines: Vec<String>,
    /// The words of the `bestmove` line after the first.
    pub words: Vec<String>,
}

impl Answered {
    /// The turn.
    pub fn turn(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }
}

/// How long to wait for anything that should not come, such as a second answer.
const QUIET: Duration = Duration::from_millis(20);

/// A search that is short in every game and engine.
pub const SHORT: &str = "go movetime 10";

/// An engine in a dialogue, with the rules to check it by.
pub struct Exam {
    /// What is known about the game.
    pub rules: Rules,
    launch: EngineLaunch,
    halt: Halt,
    link: Option<Link>,
    dialogue: Dialogue,
    /// The lines between `ugi` and `ugiok` of the running process.
    introduction: Vec<String>,
    /// Unanswered `go` and `isready`; negative if there were too many answers.
    open_searches: i64,
    open_readies: i64,
    /// Whether the process must not be used for another step.
    spent: bool,
}

impl Exam {
    /// An examination that has not started.
    pub fn new(launch: EngineLaunch, rules: Rules, halt: Halt) -> Self {
        let (dialogue, introduction) = (Dialogue::default(), Vec::new());
        Self {
            rules,
            launch,
            halt,
            link: None,
            dialogue,
            introduction,
            open_searches: 0,
            open_readies: 0,
            spent: false,
        }
    }

    /// How long any answer may take.
    pub fn timeout(&self) -> Duration {
        self.launch.timeout
    }

    /// Starts a step with a fresh process.
    pub fn begin_fresh(&mut self) -> Checked {
        self.end_process();
        self.begin_dialogue();
        match self.launch.start() {
            Ok(link) => {
                self.link = Some(link);
                Ok(())
            }
            Err(error) => Err(Fault::failed("a process", format!("it could not be started: {error}"))),
        }
    }

    /// Starts a step with an engine that has introduced itself, has its options set, and has started a new game.
    pub fn begin_ready(&mut self) -> Checked {
        if self.spent || self.link.is_none() {
            self.begin_fresh()?;
            self.introduce()?;
        }
        self.begin_dialogue();
        self.ask("uginewgame")?;
        if self.open_searches < 0 {
            // A search of the step before had not ended, or has been answered once more. This step is not to suffer.
            self.begin_fresh()?;
            self.introduce()?;
        }
        self.begin_dialogue();
        Ok(())
    }

    fn begin_dialogue(&mut self) {
        self.dialogue = Dialogue::default();
        (self.open_searches, self.open_readies) = (0, 0);
    }

    /// `ugi` and the options. Lines before the introduction, such as a name and version, are ignored.
    pub fn introduce(&mut self) -> Checked {
        self.read_introduction()?;
        if let Some(game) = self.rules.name()
            && let Some(declared) = self.option("Game")
        {
            let is_set = declared.split_whitespace().skip_while(|word| *word != "default").nth(1) == Some(game);
            self.ask(&format!("setoption name Game value {game}"))?;
            if !is_set {
                // Another game may have other options.
                self.read_introduction()?;
            }
        }
        let options = self.launch.options.iter();
        let lines: Vec<String> = options.map(|(name, value)| format!("setoption name {name} value {value}")).collect();
        self.ask(&lines.join("\n"))?;
        Ok(())
    }

    fn read_introduction(&mut self) -> Checked {
        self.send("ugi")?;
        self.introduction = self.until("`ugiok`", |line| line == "ugiok")?;
        Ok(())
    }

    /// Ends a step whose function has passed: no answer may be missing, and nothing more may come.
    pub fn end_step(&mut self) -> Checked {
        if self.link.is_none() {
            return Ok(());
        }
        self.ask("")?;
        self.watch(QUIET)?;
        self.expect_balance()?;
        match self.open_readies {
            0 => Ok(()),
            readies => Err(Fault::failed("one `readyok` for each `isready`", count_text(-readies))),
        }
    }

    /// Fails unless every `go` has been answered once.
    fn expect_balance(&self) -> Checked {
        match self.open_searches {
            0 => Ok(()),
            searches => Err(Fault::failed("one `bestmove` for each `go`", count_text(-searches))),
        }
    }

    /// The dialogue so far and its duration.
    pub fn take_dialogue(&mut self) -> (Vec<Entry>, u64) {
        let dialogue = std::mem::take(&mut self.dialogue);
        let millis = dialogue.millis();
        (dialogue.into_entries(), millis)
    }

    /// Makes the next step start another process, since this one is no longer in its initial state.
    pub fn spend(&mut self) {
        self.spent = true;
    }

    /// Ends the process with all its children, at once.
    pub fn end_process(&mut self) {
        if let Some(link) = self.link.take() {
            link.end(false);
        }
        self.spent = false;
    }

    /// The `option` line of an option after its name; case does not matter.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, rest)| rest)
    }

    /// The declared options: the name, and what follows it.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.introduction.iter().filter_map(|line| option_line(line))
    }

    /// The lines of the introduction.
    pub fn introduction(&self) -> &[String] {
        &self.introduction
    }

    /// Sends lines as one piece.
    pub fn send(&mut self, lines: &str) -> Checked {
        for line in lines.lines() {
            self.dialogue.note(Direction::Sent, line);
            match line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase().as_str() {
                "go" => self.open_searches += 1,
                "isready" => self.open_readies += 1,
                _ => {}
            }
        }
        self.deliver(format!("{lines}\n").into_bytes())
    }

    /// Sends raw bytes; the dialogue shows a text for them.
    pub fn send_bytes(&mut self, bytes: Vec<u8>, shown: &str) -> Checked {
        self.dialogue.note(Direction::Sent, shown);
        self.deliver(bytes)
    }

    fn deliver(&mut self, bytes: Vec<u8>) -> Checked {
        match self.link.as_ref().map_or(Err(Broken::Closed), |link| link.send(bytes)) {
            Ok(()) => Ok(()),
            Err(Broken::Closed) => Err(self.ended("an engine that reads")),
            Err(_) => Err(Fault::failed("an engine that reads", "it does not read its input")),
        }
    }

    /// The failure of an engine whose process has gone.
    fn ended(&mut self, expected: &str) -> Fault {
        let how = self.link.as_mut().map_or_else(|| "the process has gone".to_string(), Link::exit_text);
        self.dialogue.note(Direction::Note, &how);
        Fault::failed(expected, one_line(&how))
    }

    /// The next event, if there is one before the deadline. A halt counts as the end of the process.
    fn receive(&self, deadline: Instant) -> Result<Input, Broken> {
        /// How often a wait checks whether the examination must end.
        const POLL_INTERVAL: Duration = Duration::from_millis(50);
        let Some(link) = self.link.as_ref() else { return Err(Broken::Closed) };
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match link.receive(left.min(POLL_INTERVAL)) {
                _ if self.halt.is_halted() => return Err(Broken::Closed),
                Err(Broken::TimedOut) if left > POLL_INTERVAL => {}
                result => return result,
            }
        }
    }

    /// The next line, if one comes before the deadline.
    fn line(&mut self, deadline: Instant, expected: &str) -> Checked<Option<String>> {
        match self.receive(deadline) {
            Ok(Input::Line { text, .. }) => {
                self.dialogue.note(Direction::Received, &text);
                match text.split_whitespace().next() {
                    Some("bestmove") => self.open_searches -= 1,
                    Some("readyok") => self.open_readies -= 1,
                    _ => {}
                }
                Ok(Some(text))
            }
            Ok(Input::NotText) => Err(Fault::failed("lines of UTF-8 text", "a line that is not UTF-8")),
            Ok(Input::TooLong | Input::Flood) => {
                Err(Fault::failed(format!("lines of at most {MAX_LINE} bytes"), "a longer one"))
            }
            Err(Broken::TimedOut) => Ok(None),
            Err(Broken::Closed | Broken::NotReading) => Err(self.ended(expected)),
        }
    }

    /// The lines up to and including the first that `is_last`.
    pub fn until(&mut self, expected: &str, is_last: impl Fn(&str) -> bool) -> Checked<Vec<String>> {
        let deadline = Instant::now() + self.launch.timeout;
        let (mut lines, mut bytes): (Vec<String>, usize) = (Vec::new(), 0);
        loop {
            let line = self.line(deadline, expected)?;
            // Output without end is as late as none.
            let Some(line) = line.filter(|_| Instant::now() < deadline) else {
                let came = match lines.last() {
                    Some(last) => format!("last `{}`, then nothing of that within {:?}", shorten(last), self.timeout()),
                    None => format!("nothing within {:?}", self.timeout()),
                };
                return Err(Fault::failed(expected, came));
            };
            bytes += line.len();
            if bytes > FLOOD {
                return Err(Fault::failed(expected, format!("more than {FLOOD} bytes of other lines")));
            }
            lines.push(line);
            if is_last(&lines[lines.len() - 1]) {
                return Ok(lines);
            }
        }
    }

    /// Everything that comes in this time.
    pub fn watch(&mut self, time: Duration) -> Checked<Vec<String>> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line(deadline, "an engine that goes on")? {
            // What a flood brings beyond that is in the way of nothing.
            if lines.len() < 10_000 {
                lines.push(line);
            }
            if Instant::now() >= deadline {
                break;
            }
        }
        Ok(lines)
    }

    /// Sends lines, then `isready`; what is answered before `readyok`.
    pub fn ask(&mut self, lines: &str) -> Checked<Vec<String>> {
        let end = if lines.is_empty() { "" } else { "\n" };
        self.send(&format!("{lines}{end}isready"))?;
        let mut answers = self.until("`readyok`", |line| line == "readyok")?;
        answers.pop();
        Ok(answers)
    }

    /// Leaves a step out if an extension's command is not answered: an engine that does not know it claims nothing.
    /// Otherwise returns the answer.
    pub fn claimed(&mut self, command: &str) -> Checked<Vec<String>> {
        let answers = self.ask(command)?;
        let is_unknown = |line: &String| line.to_ascii_lowercase().starts_with("unknown command");
        match without_info(&answers).iter().all(is_unknown) {
            true => Err(Fault::LeftOut(format!("`{command}` is not answered, so nothing is claimed"))),
            false => Ok(answers),
        }
    }

    /// The answer to a `query`.
    pub fn query(&mut self, what: &str) -> Checked<String> {
        let answers = self.ask(&format!("query {what}"))?;
        let expected = format!("`response` and one word after `query {what}`");
        let [answer] = &answers[..] else { return Err(Fault::failed(expected, lines_text(&answers))) };
        match answer.split_whitespace().collect::<Vec<_>>()[..] {
            ["response", word] => Ok(word.to_string()),
            _ => Err(Fault::failed(expected, lines_text(&answers))),
        }
    }

    /// Fails unless a `query` has this answer.
    pub fn expect_query(&mut self, what: &str, expected: &str) -> Checked {
        let word = self.query(what)?;
        let fault =
            || Fault::failed(format!("`response {expected}` after `query {what}`"), format!("`{}`", shorten(&word)));
        if word == expected { Ok(()) } else { Err(fault()) }
    }

    /// Waits for a `bestmove`.
    pub fn answer(&mut self) -> Checked<Answered> {
        let mut lines = self.until("`bestmove`", |line| line.split_whitespace().next() == Some("bestmove"))?;
        let best = lines.pop().unwrap_or_default();
        let words: Vec<String> = best.split_whitespace().skip(1).map(str::to_string).collect();
        if words.is_empty() {
            return Err(Fault::failed("`bestmove` and a turn", "`bestmove` alone"));
        }
        Ok(Answered { lines, words })
    }

    /// Searches after a line; the answer is a legal turn.
    pub fn search(&mut self, line: &[String], go: &str) -> Checked<Answered> {
        self.send(&format!("{}\n{go}", position(line)))?;
        self.legal_answer(line)
    }

    /// Waits for a `bestmove` whose turn is legal after a line. If it is the last one owed, no other may follow.
    pub fn legal_answer(&mut self, line: &[String]) -> Checked<Answered> {
        let answer = self.answer()?;
        self.check_legal(line, &answer)?;
        if self.open_searches <= 0 {
            self.ask("")?;
            self.expect_balance()?;
        }
        Ok(answer)
    }

    /// Fails unless an answer is a legal turn after a line.
    pub fn check_legal(&mut self, line: &[String], answer: &Answered) -> Checked {
        let turn = answer.turn();
        let objection = match self.rules.objection(line, turn) {
            Some(objection) => Some(one_line(&objection)),
            None => {
                (turn.trim_matches(['(', ')']).eq_ignore_ascii_case("none")).then(|| "the game is not over".to_string())
            }
        };
        match objection {
            Some(why) => Err(Fault::failed("`bestmove` and a legal turn", format!("`{}`: {why}", shorten(turn)))),
            None => Ok(()),
        }
    }

    /// Starts a search that only `stop` ends, and checks that it does not end before.
    pub fn begin_endless(&mut self, line: &[String], go: &str) -> Checked {
        self.send(&format!("{}\n{go}", position(line)))?;
        self.expect_silence(&format!("`{go}` before it is stopped"))
    }

    /// Fails if anything but `info` lines comes for a while.
    pub fn expect_silence(&mut self, about: &str) -> Checked {
        let early = without_info(&self.watch(self.launch.watch)?);
        expect_nothing(about, &early)
    }

    /// Stops a search; the answer is a legal turn.
    pub fn stop(&mut self, line: &[String]) -> Checked<Answered> {
        self.send("stop")?;
        self.legal_answer(line)
    }

    /// Closes the engine's input; the lines until its output ends, and its exit code, if it ends in time.
    pub fn finish(&mut self, close_input: bool) -> Checked<(Vec<String>, Option<i32>)> {
        let timeout = self.launch.timeout;
        let Some(link) = &mut self.link else { return Err(Fault::failed("a running engine", "none")) };
        if close_input {
            link.close_input();
            self.dialogue.note(Direction::Note, "the input ends");
        }
        let expected = "the end of the process";
        let deadline = Instant::now() + timeout;
        let mut lines = Vec::new();
        loop {
            // Its output ends when it does: that is not a failure here.
            match self
                .link
                .as_ref()
                .map_or(Err(Broken::Closed), |link| link.receive(deadline.saturating_duration_since(Instant::now())))
            {
                Ok(Input::Line { text, .. }) if Instant::now() < deadline => {
                    self.dialogue.note(Direction::Received, &text);
                    if lines.len() < 10_000 {
                        lines.push(text);
                    }
                }
                Err(Broken::Closed) => break,
                _ => return Err(Fault::failed(expected, format!("it is still running after {timeout:?}"))),
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(status) = self.link.as_mut().and_then(|link| link.wait(left)) else {
            return Err(Fault::failed(
                expected,
                format!("it closed its output but is still running after {timeout:?}"),
            ));
        };
        self.dialogue.note(Direction::Note, &format!("the process has ended: {status}"));
        self.end_process();
        Ok((lines, status.code()))
    }
}

impl Drop for Exam {
    fn drop(&mut self) {
        self.end_process();
    }
}
