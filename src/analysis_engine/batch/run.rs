//! The workers of a batch: each takes one request after the other and answers it.

use super::answer_writer::AnswerWriter;
use super::request_file::{BatchRequest, RequestFile};
use super::window::{AnswerWindow, BatchControl};
use super::{BatchAnswer, BatchConfig, BatchError};
use crate::analysis::{QueryAnswerer, Response};
use crate::registry::OpenGame;
use crate::search::STACK_SIZE;
use parking_lot::Mutex;
use std::thread;
use std::time::Duration;

/// The progress of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOutcome {
    /// How many requests of the part are answered in the file, including those before this run.
    pub answered: u64,
    /// How many the part has.
    pub all: u64,
    /// Whether a request asked for answers in the course of its search, which a batch does not give.
    pub reports_left_out: bool,
}

/// The requests still to answer, in order.
struct Intake {
    requests: RequestFile,
    /// How many this run has taken.
    taken: u64,
    /// How many it has to answer.
    wanted: u64,
    reports_left_out: bool,
}

/// The data of a run besides the window.
struct Run<'a> {
    config: &'a BatchConfig,
    /// How many requests the file has.
    all: u64,
    answerer: QueryAnswerer,
    intake: Mutex<Intake>,
    file: Mutex<AnswerWriter<'a>>,
    window: &'a AnswerWindow,
}

/// Answers a part of the requests of a file, until all are answered or `control` stops it. `progress` gets the number
/// answered so far, from time to time.
///
/// # Errors
/// [`BatchError`] if a file cannot be read or written, the file of the answers is in use or holds others than those to
/// the first of these requests, or there is no thread.
pub fn run_batch(
    config: &BatchConfig,
    control: &BatchControl,
    progress: &mut dyn FnMut(BatchOutcome),
) -> Result<BatchOutcome, BatchError> {
    let all = RequestFile::count(&config.requests)?;
    let part_length = config.part.len(all);
    let mut requests = RequestFile::new(&config.requests)?;
    let (file, before) = AnswerWriter::open(config, all, &mut requests)?;
    let run = Run {
        config,
        all,
        answerer: QueryAnswerer { game: config.game.clone(), hash_kib: config.hash << 10 },
        intake: Mutex::new(Intake { requests, taken: 0, wanted: part_length - before, reports_left_out: false }),
        file: Mutex::new(file),
        window: &control.0,
    };
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..config.workers {
            let builder = thread::Builder::new().name("analysis".into()).stack_size(STACK_SIZE);
            match builder.spawn_scoped(scope, || run.work()) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(BatchError::Threads(error)),
                // Fewer will do: what comes out is the same.
                Err(_) => break,
            }
        }
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(5));
            run.file.lock().sync_if_due()?;
            progress(run.outcome(before, part_length));
        }
        Ok(())
    })?;
    if let Some(error) = control.0.failure() {
        return Err(error);
    }
    run.file.lock().sync()?;
    Ok(run.outcome(before, part_length))
}

impl Run<'_> {
    fn outcome(&self, before: u64, all: u64) -> BatchOutcome {
        let reports_left_out = self.intake.try_lock().is_some_and(|intake| intake.reports_left_out);
        BatchOutcome { answered: before + self.window.written(), all, reports_left_out }
    }

    /// Works until no request is left.
    fn work(&self) {
        let mut open_game = OpenGame::default();
        loop {
            match self.take() {
                Ok(Some((place, request))) => self.answer(place, &request, &mut open_game),
                Ok(None) => return,
                Err(error) => return self.window.end(Some(error)),
            }
        }
    }

    /// The next request with its place in this run, once there is room for it.
    fn take(&self) -> Result<Option<(u64, BatchRequest)>, BatchError> {
        let mut intake = self.intake.lock();
        if intake.taken == intake.wanted || !self.window.has_room(intake.taken) {
            return Ok(None);
        }
        let request = intake.requests.next(|number| self.config.part.contains(number, self.all))?;
        let request = request.ok_or_else(|| {
            BatchError::Request(format!("`{}` was changed while it was read", self.config.requests.display()))
        })?;
        let place = intake.taken;
        intake.taken += 1;
        intake.reports_left_out |= request.asks_for_reports;
        Ok(Some((place, request)))
    }

    fn answer(&self, place: u64, request: &BatchRequest, open_game: &mut OpenGame) {
        let mut lines = Vec::new();
        let mut write = |mut response: Response| {
            if let Response::Position(position) = &mut response
                && let Some(root) = &mut position.root_info
            {
                root.time_ms = None;
            }
            let answer = BatchAnswer { request: request.number, response };
            if serde_json::to_writer(&mut lines, &answer).is_ok() {
                lines.push(b'\n');
            }
        };
        request.warnings.iter().for_each(|warning| write(Response::Warning(warning.clone())));
        let mut control = None;
        match &request.asked {
            Err(error) => write(Response::Error(error.clone())),
            Ok(query) => {
                control = self.window.begin(&query.id);
                let Some(control) = &control else { return };
                self.answerer.answer(open_game, query, control, &mut write);
            }
        }
        let write = |piece: &[u8]| Ok(self.file.lock().append(piece)?);
        self.window.put(place, lines, control.as_ref(), write);
    }
}
