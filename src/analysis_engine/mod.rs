//! The analysis engine: takes requests, one JSON object per line, searches their positions and answers each as soon as
//! it is ready.
//!
//! One thread reads ([`serve`]), so that `terminate` works at once. Requests wait in a queue, the most urgent first,
//! until a worker is free. A full queue blocks the reader: a client that writes a million requests waits, and none is
//! lost. docs/json.md describes it for users.

mod batch;
mod queue;
mod worker;

pub use batch::{BatchAnswer, BatchConfig, BatchControl, BatchError, BatchOutcome, JoinOutcome, join, run_batch};
pub use queue::{MAX_WAITING, MAX_WAITING_BYTES};

use crate::analysis::{
    ANALYSIS_SCHEMA, Action, ActionAnswer, ActionRequest, ErrorAnswer, QueryAnswerer, Request, Response, WarningAnswer,
    id_in, read,
};
use crate::lines::output::Output;
use crate::lines::reading::{LeftOut, next_line};
use crate::search::STACK_SIZE;
use crate::version::VERSION;
use parking_lot::Mutex;
use queue::QueryQueue;
use schemars::JsonSchema;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use worker::SharedWork;

/// A line of the dialogue.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum AnalysisLine {
    /// From the client.
    Request(Request),
    /// To the client.
    Response(Response),
    /// To the file of a batch.
    BatchAnswer(BatchAnswer),
}

/// The configuration of the analysis engine.
#[derive(Clone, Debug)]
pub struct AnalysisConfig {
    /// The game for queries that name none.
    pub game: String,
    /// How many queries are searched at the same time, at least 1.
    pub workers: usize,
    /// The memory of each search without a node limit, which is also the most, in MiB.
    pub hash: usize,
    /// Whether the end of the input ends everything; otherwise all requests are answered first.
    pub quit_without_waiting: bool,
}

/// Answers a client that writes to `source` and reads from `output`, until the end of the input. A warning says so if
/// there are fewer workers than asked for.
///
/// # Errors
/// If there is no thread to write, or not one worker.
pub fn serve(config: &AnalysisConfig, mut source: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let shared = Arc::new(SharedWork {
        queue: QueryQueue::default(),
        output: Output::new(output)?,
        answerer: QueryAnswerer { game: config.game.clone(), hash_kib: config.hash << 10 },
        open_games: (0..config.workers).map(|_| Mutex::default()).collect(),
    });
    let mut workers: Vec<JoinHandle<()>> = Vec::new();
    for number in 0..config.workers {
        let shared = shared.clone();
        let work = move || shared.work(number);
        match thread::Builder::new().name("analysis".into()).stack_size(STACK_SIZE).spawn(work) {
            Ok(worker) => workers.push(worker),
            Err(error) if workers.is_empty() => return Err(error),
            Err(_) => break,
        }
    }
    if workers.len() < config.workers {
        let warning = format!("only {} of {} workers could be started", workers.len(), config.workers);
        let (schema, field) = (ANALYSIS_SCHEMA, "workers".to_string());
        shared.write(&Response::Warning(WarningAnswer { schema, id: None, warning, field }));
    }
    while let Some(line) = next_line(&mut source) {
        let line = line.map(|line| (line.len(), line.trim().is_empty(), read(&line)));
        match line {
            Err(line) => shared.write(&Response::Error(refused(line))),
            Ok((_, true, _)) => {}
            Ok((_, _, Err(error))) => shared.write(&Response::Error(error)),
            Ok((bytes, _, Ok((request, warnings)))) => {
                warnings.into_iter().for_each(|warning| shared.write(&Response::Warning(warning)));
                match request {
                    Request::Query(query) => shared.queue.push(*query, bytes),
                    Request::Action(action) => act(&shared, action),
                }
            }
        }
    }
    if config.quit_without_waiting {
        shared.queue.terminate(None, None);
    }
    shared.queue.end();
    for worker in workers {
        // A worker catches what goes wrong in a query.
        let _ = worker.join();
    }
    shared.output.finish();
    Ok(())
}

/// Performs an action and answers it.
fn act(shared: &SharedWork, request: ActionRequest) {
    let ActionRequest { id, action, terminate_id, turn_numbers } = request;
    let ended = match action {
        Action::QueryVersion => Vec::new(),
        Action::ClearCache => {
            shared.clear();
            Vec::new()
        }
        Action::Terminate => shared.queue.terminate(terminate_id.as_deref(), turn_numbers.as_deref()),
        Action::TerminateAll => shared.queue.terminate(None, turn_numbers.as_deref()),
    };
    let version = (action == Action::QueryVersion).then_some(VERSION);
    shared.write(&Response::Action(ActionAnswer { schema: ANALYSIS_SCHEMA, id, action, version, terminate_id }));
    ended.iter().for_each(|job| shared.write_no_results(&job.query));
}

/// The answer to a line that was ignored.
fn refused(line: LeftOut) -> ErrorAnswer {
    ErrorAnswer::new(id_in(&line.beginning), None, line.sentence)
}
