//! Room for slow work: only so much of it runs at once, so that everybody else is answered; the rest waits, and work
//! that nobody waits for any more ends.

use super::asked::{Asked, WaitingClient};
use crate::desk::error::DeskError;
use crate::desk::says;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most short texts of games that are read or written at the same time.
const SHORT_AT_ONCE: usize = 2;
/// Only one longer text at a time, since it may take some hundred bytes for each of its turns.
const SHORT: usize = 64 << 10;
/// The longest work on one of them.
const TIME: Duration = Duration::from_secs(10);

/// The room for texts of games.
pub struct TransferRoom {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

impl Default for TransferRoom {
    fn default() -> Self {
        Self { short: Arc::new(Semaphore::new(SHORT_AT_ONCE)), long: Arc::new(Semaphore::new(1)) }
    }
}

impl TransferRoom {
    /// Waits for room for a request of this many bytes. `client` is the waiting client, dropped with its request.
    ///
    /// # Errors
    /// [`DeskError::TooMuch`] when the server ends.
    pub async fn enter(&self, bytes: usize) -> Result<(WaitingClient, Asked, OwnedSemaphorePermit), DeskError> {
        let room = if bytes <= SHORT { &self.short } else { &self.long };
        let permit = room.clone().acquire_owned().await;
        let permit = permit.map_err(|_| DeskError::TooMuch(says::ending()))?;
        let (client, asked) = Asked::new(TIME);
        Ok((client, asked, permit))
    }
}
