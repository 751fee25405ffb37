//! The threads of analyses and reviews: each has its own, and ends when its page turns away.

use super::report;
use super::says;
use crate::option_files::proof_file;
use crate::options::WithoutFiles;
use crate::search::STACK_SIZE;
use crate::search::proof::proof_file::ProofFileError;
use crate::service::engines::SearchCaps;
use crate::service::error::DeskError;
use crate::service::live::{LiveStop, LiveTask, failure};
use crate::service::means::SearchMeans;
use crate::service::searches::LiveTexts;
use crate::session::Session;
use crate::text::sentence;
use crate::version::VERSION;
use futures_util::StreamExt;
use futures_util::stream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc::{channel, error::TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most analyses and reviews that run at the same time.
const MAX_LIVE: usize = 8;
/// The most messages waiting for a page; reports without room are dropped.
const WAITING: usize = 16;

/// The running analyses and reviews.
pub struct Live {
    permits: Arc<Semaphore>,
    /// Files of proofs, each about one game.
    proofs: Vec<PathBuf>,
}

/// Stops a search when it is dropped.
struct StopOnDrop(LiveStop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Live {
    /// Starts with none running; all of them use these files of proofs.
    pub fn new(proofs: Vec<PathBuf>) -> Self {
        Self { permits: Arc::new(Semaphore::new(MAX_LIVE)), proofs }
    }

    /// Opens the proof file for a session's game, if there is one.
    fn open_proofs(&self, session: &mut dyn Session) {
        for file in &self.proofs {
            match proof_file(file).and_then(|file| session.use_proofs(Some(file))) {
                Ok(()) => return,
                // That of another game.
                Err(ProofFileError::Game { .. }) => {}
                // It could be read when the server began; one that is gone is as one that knows nothing.
                Err(error) => report::once(&format!(
                    "the file of proofs `{}` is no longer used: {}",
                    file.display(),
                    sentence(&error.to_string(), 60, 300)
                )),
            }
        }
    }

    /// Starts an analysis or a review in a thread. Its messages end it when they are dropped.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible one, [`DeskError::TooMuch`] if too much is running.
    pub fn start(&self, task: &LiveTask, caps: SearchCaps) -> Result<LiveTexts, DeskError> {
        let search = task.prepare(&SearchMeans {
            caps,
            files: &WithoutFiles,
            open_proofs: &|session| self.open_proofs(session),
            version: VERSION,
        })?;
        let too_much = || DeskError::TooMuch(says::too_many_analyses(MAX_LIVE));
        let permit: OwnedSemaphorePermit = self.permits.clone().try_acquire_owned().map_err(|_| too_much())?;
        let (sender, receiver) = channel(WAITING);
        let stop = StopOnDrop(search.stop());
        let work = move || {
            let mut tell = |text| !matches!(sender.try_send(text), Err(TrySendError::Closed(_)));
            let last = catch_unwind(AssertUnwindSafe(|| search.run(&mut tell)));
            drop(permit);
            let last = last.unwrap_or_else(|_| failure(&says::engine_defect()));
            // Nobody may be there any more.
            let _ = sender.blocking_send(last);
        };
        let spawned = thread::Builder::new().name("live".into()).stack_size(STACK_SIZE).spawn(work);
        spawned.map_err(|error| DeskError::TooMuch(says::no_thread(error.to_string())))?;
        let texts = stream::unfold((receiver, stop), |(mut receiver, stop)| async move {
            let text = receiver.recv().await?;
            Some((text, (receiver, stop)))
        });
        Ok(texts.boxed())
    }
}
