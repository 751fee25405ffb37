//! The searches of the server: threads for quintet's turns, a process for each other engine, a thread for each analysis
//! and review, and for tasks those of the blocking pool.

use super::ask_queue::AskQueue;
use super::live::Live;
use super::other_engines::OtherEngines;
use super::room::TaskRoom;
use super::says;
use crate::search::STACK_SIZE;
use crate::service::api::Desk;
use crate::service::engines::{OwnPlayer, SearchCaps};
use crate::service::error::DeskError;
use crate::service::hosted_game::EngineQuestion;
use crate::service::kept_game::SeatSetup;
use crate::service::live::LiveTask;
use crate::service::searches::{LaterText, LiveTexts, Searches};
use crate::service::task::Task;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tokio::task::spawn_blocking;

/// The searches.
pub struct ServerSearches {
    caps: SearchCaps,
    asks: AskQueue,
    others: Arc<OtherEngines>,
    live: Live,
    room: Arc<TaskRoom>,
}

impl ServerSearches {
    /// Searches within these limits, with these other engines and files of proofs.
    pub fn new(caps: SearchCaps, others: OtherEngines, proofs: Vec<PathBuf>) -> Self {
        let room = Arc::new(TaskRoom::new(caps.threads));
        Self { caps, asks: AskQueue::default(), others: Arc::new(others), live: Live::new(proofs), room }
    }

    /// Starts the threads that answer for engines.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start_players(self: &Arc<Self>, desk: &Arc<Desk>) -> io::Result<()> {
        for _ in 0..self.caps.threads {
            let (searches, desk) = (self.clone(), desk.clone());
            let work = move || searches.play(&desk);
            thread::Builder::new().name("player".into()).stack_size(STACK_SIZE).spawn(work)?;
        }
        Ok(())
    }

    /// Answers questions to engines, as one of several threads.
    fn play(&self, desk: &Arc<Desk>) {
        let mut own = OwnPlayer::new(self.caps);
        while let Some(ask) = self.asks.take() {
            desk.engine_begins(&ask.hosted, ask.number);
            if matches!(ask.setup, SeatSetup::Engine { .. }) {
                self.ask_other(desk, ask);
                continue;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| own.answer(&ask))).unwrap_or_else(|_| {
                own = OwnPlayer::new(self.caps);
                Err(says::engine_gave_up())
            });
            desk.engine_answers(&ask.hosted, ask.number, answer);
        }
    }

    /// Asks another engine in a thread of its own: a process that thinks must not hold up anybody else.
    fn ask_other(&self, desk: &Arc<Desk>, ask: EngineQuestion) {
        let (hosted, number) = (ask.hosted.clone(), ask.number);
        let (others, asker) = (self.others.clone(), desk.clone());
        let work = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| others.answer(&ask)));
            asker.engine_answers(&ask.hosted, ask.number, answer.unwrap_or_else(|_| Err(says::engine_gave_up())));
        };
        if let Err(error) = thread::Builder::new().name("player".into()).spawn(work) {
            desk.engine_answers(&hosted, number, Err(says::no_thread(error.to_string())));
        }
    }

    /// Answers no more questions.
    pub fn refuse(&self) {
        self.asks.end();
    }

    /// Ends all other engines. Those that think have been stopped.
    pub fn end(&self) {
        self.others.end();
    }
}

impl Searches for ServerSearches {
    fn caps(&self) -> SearchCaps {
        self.caps
    }

    fn other_engines(&self) -> Vec<String> {
        self.others.names()
    }

    fn ask(&self, question: EngineQuestion) {
        self.asks.push(question);
    }

    fn forget(&self, hosted: &str) {
        self.others.forget(hosted);
    }

    fn answer(&self, task: Task) -> LaterText {
        let room = self.room.clone();
        Box::pin(async move {
            let (_client, asked, permit) = room.enter(&task).await?;
            let work = move || {
                let _permit = permit;
                asked.work(|means| task.answer(means))
            };
            spawn_blocking(work).await.map_err(|_| DeskError::Broken(says::defect()))?
        })
    }

    fn watch(&self, task: LiveTask) -> Result<LiveTexts, DeskError> {
        self.live.start(&task, self.caps)
    }
}
