//! The searches of the desk: threads in a server, workers in a browser. The desk says what is to be searched; how
//! it is searched stands in this room too (`OwnPlayer`, [`Task`], [`LiveTask`]), so only the place differs.

use super::engines::SearchCaps;
use super::error::DeskError;
use super::hosted_game::EngineQuestion;
use super::live::LiveTask;
use super::task::Task;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;

/// A text of JSON that comes once it has been found.
pub type LaterText = BoxFuture<'static, Result<String, DeskError>>;
/// Texts of JSON, each as soon as it is known. Dropping the stream ends the search.
pub type LiveTexts = BoxStream<'static, String>;

/// Runs searches. No call waits for a search, and none calls the desk back before it has returned.
pub trait Searches: Send + Sync {
    /// The limits of a search.
    fn caps(&self) -> SearchCaps;

    /// The names of engines other than quintet.
    fn other_engines(&self) -> Vec<String>;

    /// Has an engine answer. The desk is told when it begins to think (`engine_begins`) and what it
    /// answers (`engine_answers`), unless the question's `halt` says that nobody waits any more.
    fn ask(&self, question: EngineQuestion);

    /// Lets go of the other engines that have played in a game: they play there no more.
    fn forget(&self, hosted: &str);

    /// Does a task once there is room for it.
    fn answer(&self, task: Task) -> LaterText;

    /// Starts an analysis or a review.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible one, [`DeskError::TooMuch`] if too much is running.
    fn watch(&self, task: LiveTask) -> Result<LiveTexts, DeskError>;
}

/// Searches for tests.
#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::service::says;
    use futures_util::future;
    use parking_lot::Mutex;
    use std::collections::VecDeque;

    /// Engines that are answered by hand, and nothing else.
    #[derive(Default)]
    pub struct HandSearches(Mutex<VecDeque<EngineQuestion>>);

    impl HandSearches {
        /// The next question.
        pub fn take(&self) -> Option<EngineQuestion> {
            self.0.lock().pop_front()
        }
    }

    impl Searches for HandSearches {
        fn caps(&self) -> SearchCaps {
            SearchCaps { threads: 1, hash: 16 }
        }

        fn other_engines(&self) -> Vec<String> {
            Vec::new()
        }

        fn ask(&self, question: EngineQuestion) {
            self.0.lock().push_back(question);
        }

        fn forget(&self, _: &str) {}

        fn answer(&self, _: Task) -> LaterText {
            Box::pin(future::ready(Err(DeskError::TooMuch(says::ending()))))
        }

        fn watch(&self, _: LiveTask) -> Result<LiveTexts, DeskError> {
            Err(DeskError::TooMuch(says::ending()))
        }
    }
}
