//! The line protocol: lines become commands, commands act on a session, its answers become lines.
//!
//! One thread only reads, so that `stop` always works at once, and one only writes, so that only answers wait for a
//! client that does not read. A third one does the long work, searches and counts, job by job; while one runs, commands
//! that need the engine wait for its end, and all others are answered. protocol.md describes it for users.

pub mod answer;
pub mod command;
mod input;

pub use input::{MAX_WAITING, MAX_WAITING_BYTES};

use crate::files::{self, FileError};
use crate::lines::output::Output;
use crate::option_files::MachineFiles;
use crate::options::{EngineOptions, OptionEffect};
use crate::registry;
use crate::search::perft::Unit;
use crate::search::{Limits, STACK_SIZE, SearchControl, StopSource, StopToken};
use crate::session::{ProofUse, SearchRequest, Session};
use crate::text::{bench_line, shorten};
use crate::version::ENGINE_ID;
use command::{Command, Dialect, Go};
use input::{Waiting, WaitingLine};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the main loop waits for.
enum Event {
    /// A line, with the stop token of the job that it may start.
    Line(Result<Command, String>, StopToken, WaitingLine),
    /// `quit`.
    Quit,
    /// The end of the input.
    End,
    /// The running job has finished, with these last lines of its answer. They are written only now, so that a client
    /// that has read them finds nothing running.
    Done(String),
}

/// A job under way.
struct Running {
    stop_token: StopToken,
    control: Option<Arc<SearchControl>>,
    /// Whether it ends by itself.
    finite: bool,
    /// Whether it waits for `ponderhit`.
    pondering: bool,
}

impl Running {
    /// A count or a measurement.
    fn count(stop_token: StopToken) -> Self {
        Self { stop_token, control: None, finite: true, pondering: false }
    }
}

/// Something to run on the worker thread.
type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one job after another, until the sender is dropped. It is shared, as starting a thread for each
/// search would take longer than a short search. `None` if no thread can be started.
fn worker() -> Option<Sender<Job>> {
    let (sender, jobs) = channel::<Job>();
    let work = move || jobs.into_iter().for_each(run);
    std::thread::Builder::new().name("worker".into()).stack_size(STACK_SIZE).spawn(work).ok()?;
    Some(sender)
}

/// Runs a job. The last lines of one that panics say so; the next one is not affected.
fn run(job: Job) {
    let _ = catch_unwind(AssertUnwindSafe(job));
}

/// A dialogue with a client that writes to `source` and reads from `output`, until `quit` or the end of the input.
///
/// # Errors
/// If the threads that read and write cannot be started.
pub fn serve(
    session: Box<dyn Session>,
    source: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (sender, receiver) = channel();
    let (stops, waiting) = (StopSource::default(), Waiting::default());
    let output = Output::new(output)?;
    {
        let (sender, output, waiting) = (sender.clone(), output.clone(), waiting.clone());
        let read = move || input::read_lines(source, &stops, &output, &waiting, &sender);
        std::thread::Builder::new().name("input".into()).spawn(read)?;
    }
    let server = Server {
        session,
        options: EngineOptions { no_files: files::permit().is_err(), ..EngineOptions::default() },
        dialect: Dialect::Ugi,
        output: output.clone(),
        sender,
        // The last, as it is the one that can be done without.
        worker: worker(),
        running: None,
        queued: VecDeque::new(),
        left_out: waiting,
        ended: false,
        reported_threads: Arc::default(),
    };
    server.run(&receiver);
    output.finish();
    Ok(())
}

struct Server {
    session: Box<dyn Session>,
    options: EngineOptions,
    dialect: Dialect,
    output: Output,
    sender: Sender<Event>,
    /// Runs the jobs; without it they run here, and only `stop` and `quit` work meanwhile.
    worker: Option<Sender<Job>>,
    running: Option<Running>,
    /// Commands that wait for the running job to end.
    queued: VecDeque<(Command, StopToken, WaitingLine)>,
    /// Counts the lines that were not even read.
    left_out: Waiting,
    /// Whether the input has ended.
    ended: bool,
    /// The number of threads of the last search that had too few, as reported to the client.
    reported_threads: Arc<AtomicUsize>,
}

impl Server {
    fn run(mut self, receiver: &Receiver<Event>) {
        while !(self.ended && self.running.is_none() && self.queued.is_empty()) {
            let Ok(event) = receiver.recv() else { return };
            match event {
                Event::Quit => break,
                Event::Line(Ok(command), stop_token, line) => self.enqueue(command, stop_token, line),
                Event::Line(Err(sentence), ..) => self.write_error(&sentence),
                Event::End => {
                    self.ended = true;
                    self.stop_if_endless();
                }
                Event::Done(last_lines) => {
                    self.running = None;
                    self.output.write_block(&last_lines);
                    while let Some((command, stop_token, _)) = self.next_queued() {
                        self.execute(command, stop_token);
                    }
                    if self.ended || !self.queued.is_empty() {
                        self.stop_if_endless();
                    }
                }
            }
            match self.left_out.take_left_out() {
                0 => {}
                lines => self.write_error(&format!(
                    "{lines} lines were dropped, because {MAX_WAITING} lines or too many bytes were waiting"
                )),
            }
        }
        // After `quit` a search may still run; its thread must not outlive the engine's memory by much.
        if let Some(running) = self.running {
            running.stop_token.stop();
            while let Ok(event) = receiver.recv() {
                if let Event::Done(last_lines) = event {
                    return self.output.write_block(&last_lines);
                }
            }
        }
    }

    /// Executes a command now, or when the running job has ended.
    fn enqueue(&mut self, command: Command, stop_token: StopToken, line: WaitingLine) {
        // What else needs no engine keeps behind what waits: `ponderhit` is for the last `go`, `d` for the last `position`.
        let at_once = command == Command::IsReady;
        if !at_once && self.running.is_some() && (needs_engine(&command) || !self.queued.is_empty()) {
            self.queued.push_back((command, stop_token, line));
            self.stop_if_endless();
        } else {
            self.execute(command, stop_token);
        }
    }

    /// Takes the first waiting command if it can run now.
    fn next_queued(&mut self) -> Option<(Command, StopToken, WaitingLine)> {
        let (command, ..) = self.queued.front()?;
        if self.running.is_some() && needs_engine(command) { None } else { self.queued.pop_front() }
    }

    fn stop_if_endless(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| !running.finite) {
            running.stop_token.stop();
        }
    }

    fn write_line(&self, line: &str) {
        self.output.write_line(line);
    }

    fn write_error(&self, sentence: &str) {
        self.write_line(&answer::error(sentence));
    }

    fn execute(&mut self, command: Command, stop_token: StopToken) {
        match command {
            Command::Hello(dialect) => self.declare(dialect),
            Command::IsReady => self.answer_ready(),
            Command::NewGame => {
                self.session.new_game();
                self.forget();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => {
                if let Err(error) = self.session.set_position(start.as_deref(), &moves) {
                    self.write_error(&error.to_string());
                }
            }
            Command::Go(go) => self.go(*go, stop_token),
            Command::BadGo(sentence) => {
                self.write_error(&sentence);
                self.write_line("bestmove none");
            }
            // The thread that reads has seen to it.
            Command::Stop | Command::Quit => {}
            Command::PonderHit => self.ponder_hit(),
            Command::Query(what) => match answer::query(&*self.session, &what) {
                Some(word) => self.write_line(&format!("response {word}")),
                None => self.write_error(&format!("unknown query `{}`; `help` lists the queries", shorten(&what))),
            },
            Command::Display => {
                let board = self.session.terminal(crate::picture::Charset::Unicode);
                self.output.write_block(&format!("{board}position {}\n", self.session.position_text()));
            }
            Command::State => match serde_json::to_string(&self.session.state()) {
                Ok(line) => self.write_line(&line),
                Err(error) => self.write_error(&error.to_string()),
            },
            Command::NextRound => self.next_round(),
            Command::Legal(turns) => {
                let list = if turns { self.session.legal_turns() } else { self.session.legal() };
                self.write_line(format!("legal {}", list.join(" ")).trim_end());
            }
            Command::Perft(depth, unit) => self.perft(depth, unit, stop_token),
            Command::Eval => self.evaluate(),
            Command::Bench => self.bench(stop_token),
            Command::Help => self.output.write_block(HELP),
        }
    }

    fn next_round(&mut self) {
        if self.session.next_round() {
            self.forget();
        } else {
            self.write_error(
                "there is no next round: the game is not part of a match, is not over, or was the last round",
            );
        }
    }

    fn answer_ready(&mut self) {
        // So that no memory need be had on the clock of the first search.
        if self.running.is_none() {
            self.prepare();
            self.touch();
        }
        self.write_line("readyok");
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.pondering)
            && let Some(control) = &running.control
        {
            control.ponder_hit();
            running.pondering = false;
            let limits = Limits { ponder: false, ..control.limits };
            running.finite = limits.are_finite();
        }
    }

    fn perft(&mut self, depth: u32, unit: Unit, stop_token: StopToken) {
        let job = self.session.perft(depth, unit, self.options.threads, stop_token.clone());
        self.start(Running::count(stop_token), move |_| match job() {
            Some(counts) => {
                let lines: String = counts.iter().map(|(text, count)| format!("{text} {count}\n")).collect();
                let all = u64::from(depth == 0) + counts.iter().map(|(_, count)| count).sum::<u64>();
                format!("{lines}nodes {all}\n")
            }
            None => "info string perft was stopped\n".to_string(),
        });
    }

    fn bench(&mut self, stop_token: StopToken) {
        let job = self.session.bench(stop_token.clone());
        self.start(Running::count(stop_token), move |output| {
            match job(&mut |line| output.write_info(&format!("info string {line}"))) {
                Some((nodes, time)) => bench_line(nodes, "nodes", "nps", time) + "\n",
                None => "info string bench was stopped\n".to_string(),
            }
        });
    }

    fn declare(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let mut lines = vec![format!("id name {ENGINE_ID}"), "id author the quintet developers".to_string()];
        lines.extend(self.options.declarations(&*self.session));
        lines.push(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" }.to_string());
        self.output.write_block(&(lines.join("\n") + "\n"));
    }

    /// Prepares the engine's memory, or as much as is available. Not while a job runs, which holds the engine.
    fn prepare(&mut self) {
        let settings = self.options.settings(&*self.session);
        if self.session.is_prepared(&settings) {
            return;
        }
        let asked = self.options.hash;
        // Less than one cannot be set, even if there is not that much.
        let hash = (self.session.prepare(&settings) >> 10).max(1);
        if hash < asked {
            self.write_error(&format!("this machine could not give {asked} MiB, so Hash is {hash}"));
            self.options.hash = hash;
        }
    }

    /// Has the system give the memory that is prepared. Not while a job runs, which holds the engine.
    fn touch(&mut self) {
        /// More MiB than this take some time.
        const SLOW: usize = 1024;
        if !self.session.is_touched() {
            if self.options.hash > SLOW {
                self.write_line(&format!("info string preparing {} MiB of memory", self.options.hash));
            }
            self.session.touch(self.options.threads);
        }
    }

    fn forget(&mut self) {
        self.prepare();
        self.session.forget(&self.options.settings(&*self.session));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(&mut *self.session, (name, value), &MachineFiles) {
            Err(sentence) => self.write_error(&sentence.to_string()),
            Ok(OptionEffect::None) => {}
            Ok(OptionEffect::Prepare) => self.prepare(),
            Ok(OptionEffect::Clear) => self.forget(),
            Ok(OptionEffect::Game(game)) => match registry::open(&game) {
                Ok(session) => {
                    self.session = session;
                    self.prepare();
                    let session = &mut *self.session;
                    let opened = [
                        self.options.open_book(session, &MachineFiles),
                        self.options.open_proofs(session, &MachineFiles),
                    ];
                    opened
                        .iter()
                        .filter_map(|opened| opened.as_ref().err())
                        .for_each(|error| self.write_error(&error.to_string()));
                }
                Err(error) => self.write_error(&error.to_string()),
            },
            Ok(OptionEffect::NoFiles) => {
                // An empty name cannot fail.
                let _ = self.output.log_to("");
                self.options.log_file.clear();
                self.options.no_files = true;
                files::forbid();
            }
            Ok(OptionEffect::Log(file)) => {
                let cannot = |error: FileError| format!("the log file `{file}` cannot be written: {}", error.source);
                match self
                    .options
                    .check_log(&file, &MachineFiles)
                    .map_err(|error| error.to_string())
                    .and_then(|()| self.output.log_to(&file).map_err(cannot))
                {
                    Ok(()) => self.options.log_file = file,
                    Err(sentence) => self.write_error(&sentence.to_string()),
                }
            }
        }
    }

    fn go(&mut self, go: Go, stop_token: StopToken) {
        // Before the clock of the search starts.
        self.prepare();
        let clock = go.clock(self.session.seat());
        let limits = Limits { clock, ..go.limits };
        let (finite, pondering) = (limits.are_finite(), limits.ponder);
        let request = SearchRequest {
            limits,
            search_moves: go.search_moves,
            stop_token: stop_token.clone(),
            overhead: self.options.overhead,
            settings: self.options.settings(&*self.session),
            book: true,
            proofs: ProofUse::Play,
            ..SearchRequest::default()
        };
        match self.session.search(request) {
            Err(error) => {
                self.write_error(&error.to_string());
                self.write_line("bestmove none");
            }
            Ok((control, job)) => {
                let (dialect, seats) = (self.dialect, self.session.seats());
                let EngineOptions { ponder, show_wdl, threads, .. } = self.options;
                let reported_threads = self.reported_threads.clone();
                self.start(Running { stop_token, control: Some(control), finite, pondering }, move |output| {
                    let found = job(&mut |report| output.write_info(&answer::info(report, dialect, seats, show_wdl)));
                    if let Some(games) = found.book {
                        output.write_line(&answer::book(&found, games, dialect, seats));
                    }
                    let had = threads.saturating_sub(found.missing_threads);
                    if had < threads && reported_threads.swap(had, SeqCst) != had {
                        let what = format!("only {had} of {threads} threads could be started, so {had} search");
                        output.write_info(&answer::error(&what));
                    }
                    answer::bestmove(&found, ponder) + "\n"
                });
            }
        }
    }

    /// Runs a job on the worker thread; it returns its last lines.
    fn start(&mut self, running: Running, job: impl FnOnce(&Output) -> String + Send + 'static) {
        /// Sends the last lines to the main loop when the job is over, even if it panicked.
        struct Done {
            sender: Sender<Event>,
            last_lines: String,
        }
        impl Drop for Done {
            fn drop(&mut self) {
                // The receiver is gone once the main loop has ended.
                let _ = self.sender.send(Event::Done(std::mem::take(&mut self.last_lines)));
            }
        }
        let mut unless_it_ends = answer::error("the engine has a defect and gave up on this command") + "\n";
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
        match &self.worker {
            // It ends with the server; a job that nobody takes reports that when it is dropped.
            Some(worker) => drop(worker.send(job)),
            None => run(job),
        }
    }

    fn evaluate(&self) {
        if self.session.standing().outcome().is_some() {
            self.write_error("the game is over, so there is nothing to evaluate");
            return;
        }
        let (terms, total) = self.session.evaluation();
        for (name, value) in terms {
            self.write_line(&format!("info string {name} {value}"));
        }
        self.write_line(&format!("eval {total}"));
    }
}

/// Whether a command has to wait for the running job.
fn needs_engine(command: &Command) -> bool {
    use Command::{BadGo, Bench, Go, NewGame, NextRound, Perft, SetOption};
    matches!(command, Go(_) | BadGo(_) | NewGame | NextRound | SetOption { .. } | Perft(..) | Bench)
}

/// What `help` prints.
const HELP: &str = "\
ugi | uci                      who the engine is and its options; sets the dialect
isready                        answers readyok
setoption name N [value V]     sets an option (setoption name Game value NAME changes the game)
uginewgame | ucinewgame        a new game; forgets the last one
position startpos [moves T..]  sets up the start position and plays turns
position fen TEXT [moves T..]  sets up a position text and plays turns
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves T..]
   [p1time MS] [p1inc MS] [p2time MS] .. [movestogo N]   searches; answers bestmove
stop, ponderhit                ends a search; the expected move was played
query p1turn | gameover | result | turn | seats | winners   answers response X
d                              the board and its position text
state                          the whole position and its legal decisions, as one line of JSON
nextround                      the next round of a match (Zèn)
legal [turns]                  the single decisions, or the whole turns
perft N [turns]                counts sequences of N decisions or turns
eval                           the static evaluation
bench                          searches fixed positions: nodes and speed
help, quit
";
