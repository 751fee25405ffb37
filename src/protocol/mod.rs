//! The line protocol: lines become commands, commands act on a session, its answers become lines.
//!
//! One thread only reads, so that `stop` works at once, whatever else goes on. The long work, searches and counts, is
//! done by a second one, job by job; while one runs, commands that need the engine wait for its end, and all others
//! are answered. protocol.md tells what is promised to the outside.

pub mod answer;
pub mod command;
mod input;
mod output;

pub use input::MAX_LINE;
pub use output::Output;

use crate::options::{Effect, Options};
use crate::registry;
use crate::search::{Control, Limits, STACK_SIZE, Stops, Ticket};
use crate::session::{Request, Session};
use crate::text::shorten;
use command::{Command, Dialect, Go};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the main loop hears of.
pub(super) enum Event {
    /// A line, with the ticket of the job that it may start.
    Line(Result<Command, String>, Ticket),
    /// The end of the input.
    End,
    /// The running job has finished, with these last lines of its answer. They are said only now, so that whoever
    /// has read them finds nothing running any more.
    Done(String),
}

/// A job under way.
struct Running {
    ticket: Ticket,
    control: Option<Arc<Control>>,
    /// Whether it ends by itself.
    finite: bool,
    /// Whether it waits for `ponderhit`.
    pondering: bool,
}

impl Running {
    /// A count or a measurement.
    fn count(ticket: Ticket) -> Self {
        Self { ticket, control: None, finite: true, pondering: false }
    }
}

/// Something to be run on the worker thread.
type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one job after another, until the sender is dropped. One for all: a thread for each search
/// would take longer to start than a short search.
fn worker() -> Sender<Job> {
    let (sender, jobs) = channel::<Job>();
    let work = move || {
        for job in jobs {
            // A job that panics has said so by its last lines; the next one is none the worse.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(work);
    thread.unwrap_or_else(|error| panic!("the thread that searches cannot be started: {error}"));
    sender
}

/// A dialogue with whoever writes to `source` and reads from `output`, until `quit` or the end of the input.
pub fn serve<W: Write + Send + 'static>(session: Box<dyn Session>, source: impl BufRead + Send + 'static, output: W) {
    let (sender, receiver) = channel();
    let stops = Stops::default();
    let output = Output::new(output);
    {
        let (sender, stops, output) = (sender.clone(), stops.clone(), output.clone());
        std::thread::spawn(move || input::read_lines(source, &stops, &output, &sender));
    }
    let server = Server {
        session,
        options: Options::default(),
        dialect: Dialect::Ugi,
        output,
        sender,
        worker: worker(),
        running: None,
        waiting: VecDeque::new(),
        ended: false,
    };
    server.run(&receiver);
}

struct Server<W: Write> {
    session: Box<dyn Session>,
    options: Options,
    dialect: Dialect,
    output: Output<W>,
    sender: Sender<Event>,
    worker: Sender<Job>,
    running: Option<Running>,
    /// Commands that wait for the running job to end.
    waiting: VecDeque<(Command, Ticket)>,
    /// Whether the input has ended.
    ended: bool,
}

impl<W: Write + Send + 'static> Server<W> {
    fn run(mut self, receiver: &Receiver<Event>) {
        while !(self.ended && self.running.is_none() && self.waiting.is_empty()) {
            let Ok(event) = receiver.recv() else { return };
            match event {
                Event::Line(Ok(Command::Quit), _) => break,
                Event::Line(Ok(command), ticket) => self.hear(command, ticket),
                Event::Line(Err(sentence), _) => self.complain(&sentence),
                Event::End => {
                    self.ended = true;
                    self.stop_if_endless();
                }
                Event::Done(last_lines) => {
                    self.running = None;
                    self.output.block(&last_lines);
                    while let Some((command, ticket)) = self.next_waiting() {
                        self.obey(command, ticket);
                    }
                    if self.ended || !self.waiting.is_empty() {
                        self.stop_if_endless();
                    }
                }
            }
        }
        // After `quit` a search may still run; its thread must not outlive the engine's memory by much.
        if let Some(running) = self.running {
            running.ticket.stop();
            while let Ok(event) = receiver.recv() {
                if let Event::Done(last_lines) = event {
                    return self.output.block(&last_lines);
                }
            }
        }
    }

    /// Obeys a command now, or when the running job has ended.
    fn hear(&mut self, command: Command, ticket: Ticket) {
        // What else needs no engine keeps behind what waits: `ponderhit` is for the last `go`, `d` for the last `position`.
        let at_once = matches!(command, Command::IsReady | Command::Stop);
        if !at_once && self.running.is_some() && (needs_engine(&command) || !self.waiting.is_empty()) {
            self.waiting.push_back((command, ticket));
            self.stop_if_endless();
        } else {
            self.obey(command, ticket);
        }
    }

    /// Takes the first waiting command if it need not wait any longer.
    fn next_waiting(&mut self) -> Option<(Command, Ticket)> {
        let (command, _) = self.waiting.front()?;
        if self.running.is_some() && needs_engine(command) { None } else { self.waiting.pop_front() }
    }

    fn stop_if_endless(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| !running.finite) {
            running.ticket.stop();
        }
    }

    fn say(&self, line: &str) {
        self.output.line(line);
    }

    fn complain(&self, sentence: &str) {
        self.say(&answer::complaint(sentence));
    }

    fn obey(&mut self, command: Command, ticket: Ticket) {
        match command {
            Command::Hello(dialect) => self.introduce(dialect),
            Command::IsReady => {
                // So that no memory need be had on the clock of the first search.
                if self.running.is_none() {
                    self.prepare();
                }
                self.say("readyok");
            }
            Command::NewGame => {
                self.session.new_game();
                self.forget();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => {
                if let Err(error) = self.session.set_position(&start, &moves) {
                    self.complain(&error.to_string());
                }
            }
            Command::Go(go) => self.go(*go, ticket),
            Command::BadGo(sentence) => {
                self.complain(&sentence);
                self.say("bestmove none");
            }
            // The reader has stopped it already.
            Command::Stop | Command::Quit => {}
            Command::PonderHit => {
                if let Some(running) = self.running.as_mut().filter(|running| running.pondering)
                    && let Some(control) = &running.control
                {
                    control.ponder_hit();
                    running.pondering = false;
                    let limits = Limits { ponder: false, ..control.limits.clone() };
                    running.finite = limits.are_finite();
                }
            }
            Command::Query(what) => match answer::query(&*self.session, &what) {
                Some(word) => self.say(&format!("response {word}")),
                None => self.complain(&format!("nobody here can answer `query {}`", shorten(&what))),
            },
            Command::Display => {
                let board = self.session.terminal(crate::game::Charset::Unicode);
                self.output.block(&format!("{board}position {}\n", self.session.position_text()));
            }
            Command::Legal(turns) => {
                let list = if turns { self.session.legal_turns() } else { self.session.legal() };
                self.say(format!("legal {}", list.join(" ")).trim_end());
            }
            Command::Perft(depth, unit) => {
                let job = self.session.perft(depth, unit, ticket.clone());
                self.start(Running::count(ticket), move |_| match job() {
                    Some(counts) => {
                        let lines: String = counts.iter().map(|(text, count)| format!("{text} {count}\n")).collect();
                        let all = u64::from(depth == 0) + counts.iter().map(|(_, count)| count).sum::<u64>();
                        format!("{lines}nodes {all}\n")
                    }
                    None => "info string perft was stopped\n".to_string(),
                });
            }
            Command::Eval => self.evaluate(),
            Command::Bench => {
                let job = self.session.bench(ticket.clone());
                self.start(Running::count(ticket), move |output| {
                    match job(&mut |line| output.line(&format!("info string {line}"))) {
                        Some((nodes, time)) => bench_line(nodes, "nodes", "nps", time) + "\n",
                        None => "info string bench was stopped\n".to_string(),
                    }
                });
            }
            Command::Help => self.output.block(HELP),
        }
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let mut lines = vec![
            format!("id name quintet {}", env!("CARGO_PKG_VERSION")),
            "id author the quintet developers".to_string(),
        ];
        lines.extend(self.options.declare(&*self.session));
        lines.push(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" }.to_string());
        self.output.block(&(lines.join("\n") + "\n"));
    }

    /// Gets the engine's memory ready. Not while a job runs, which holds the engine.
    fn prepare(&mut self) {
        self.session.prepare(&self.options.settings(&*self.session));
    }

    fn forget(&mut self) {
        self.session.forget(&self.options.settings(&*self.session));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(&mut *self.session, name, value) {
            Err(sentence) => self.complain(&sentence),
            Ok(Effect::None) => {}
            Ok(Effect::Prepare) => self.prepare(),
            Ok(Effect::Clear) => self.forget(),
            Ok(Effect::Game(game)) => match registry::open(&game) {
                Some(session) => {
                    self.session = session;
                    self.prepare();
                    if let Err(sentence) = self.options.open_book(&mut *self.session) {
                        self.complain(&sentence);
                    }
                }
                None => self.complain(&registry::unknown(&shorten(&game))),
            },
            Ok(Effect::Log(file)) => {
                if let Err(error) = self.output.log_to(&file) {
                    self.complain(&format!("the log file `{file}` cannot be written: {error}"));
                }
            }
        }
    }

    fn go(&mut self, go: Go, ticket: Ticket) {
        let clock = go.clock(self.session.seat());
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime,
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            ..Limits::default()
        };
        let (finite, pondering) = (limits.are_finite(), limits.ponder);
        let request = Request {
            limits,
            search_moves: go.search_moves,
            ticket: ticket.clone(),
            overhead: self.options.overhead,
            settings: self.options.settings(&*self.session),
            book: true,
        };
        match self.session.search(request) {
            Err(error) => {
                self.complain(&error.to_string());
                self.say("bestmove none");
            }
            Ok((control, job)) => {
                let (dialect, seats) = (self.dialect, self.session.seats());
                let Options { ponder, show_wdl, .. } = self.options;
                self.start(Running { ticket, control: Some(control), finite, pondering }, move |output| {
                    let found = job(&mut |told| output.line(&answer::info(told, dialect, seats, show_wdl)));
                    if let Some(games) = found.book {
                        output.line(&answer::book(&found, games, dialect, seats));
                    }
                    answer::bestmove(&found, ponder) + "\n"
                });
            }
        }
    }

    /// Has the worker thread run a job; it returns its last lines.
    fn start(&mut self, running: Running, job: impl FnOnce(&Output<W>) -> String + Send + 'static) {
        /// Tells the main loop that the job is over, also if it has panicked.
        struct Done {
            sender: Sender<Event>,
            last_lines: String,
        }
        impl Drop for Done {
            fn drop(&mut self) {
                // Nobody listens any more once the main loop has ended.
                let _ = self.sender.send(Event::Done(std::mem::take(&mut self.last_lines)));
            }
        }
        let mut unless_it_ends = answer::complaint("the engine has a defect and gave up on this command") + "\n";
        if running.control.is_some() {
            unless_it_ends += "bestmove none\n";
        }
        let output = self.output.clone();
        let done = Done { sender: self.sender.clone(), last_lines: unless_it_ends };
        self.running = Some(running);
        let job = Box::new(move || {
            let mut done = done;
            done.last_lines = job(&output);
        });
        // The worker ends with the server; a job that nobody takes would say so when it is dropped.
        let _ = self.worker.send(job);
    }

    fn evaluate(&self) {
        if self.session.standing().outcome().is_some() {
            self.complain("the game is over, so there is nothing to evaluate");
            return;
        }
        let (terms, total) = self.session.evaluation();
        for (name, value) in terms {
            self.say(&format!("info string {name} {value}"));
        }
        self.say(&format!("eval {total}"));
    }
}

/// Whether a command has to wait for the running job.
fn needs_engine(command: &Command) -> bool {
    use Command::{BadGo, Bench, Go, NewGame, Perft, SetOption};
    matches!(command, Go(_) | BadGo(_) | NewGame | SetOption { .. } | Perft(..) | Bench)
}

/// The last line of a measurement.
pub fn bench_line(count: u64, what: &str, rate: &str, time: std::time::Duration) -> String {
    format!("{count} {what} {:.0} {rate}", count as f64 / time.as_secs_f64().max(1e-9))
}

/// What `help` prints.
const HELP: &str = "\
ugi | uci                      who the engine is and its options; sets the dialect
isready                        answers readyok
setoption name N [value V]     sets an option (setoption name Game value NAME changes the game)
uginewgame | ucinewgame        a new game: forgets the last
position startpos [moves T..]  sets up the start position and plays turns
position fen TEXT [moves T..]  sets up a position text and plays turns
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves T..]
   [p1time MS] [p1inc MS] [p2time MS] .. [movestogo N]   searches; answers bestmove
stop, ponderhit                ends a search; the expected move was played
query p1turn | gameover | result | turn | seats | winners   answers response X
d                              the board and its position text
legal [turns]                  the single decisions, or the whole turns
perft N [turns]                counts sequences of N decisions or turns
eval                           the static evaluation
bench                          searches fixed positions: nodes and speed
help, quit
";
