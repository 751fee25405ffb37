//! The variations that people keep with a game.

use super::{HostedGames, missing};
use crate::service::error::DeskError;
use crate::service::store::{KeptText, TreeText};
use std::sync::atomic::Ordering::SeqCst;

impl HostedGames {
    /// The variations of a game.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is no such game.
    pub fn tree(&self, id: &str) -> Result<KeptText, DeskError> {
        self.find(id)?;
        self.store.tree(id)
    }

    /// Stores the variations of a game if the stored version is still this one, and notifies the watchers. Returns
    /// their new version, or what is stored instead.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is no such game, [`DeskError::Broken`] if they cannot be stored.
    pub fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError> {
        let open = self.find(id)?;
        let mut hosted = open.lock();
        if open.removed.load(SeqCst) {
            return Err(missing());
        }
        let written = self.store.set_tree(id, version, text)?;
        if let Ok(version) = written {
            hosted.set_tree_version(version);
            open.report(&hosted);
        }
        Ok(written)
    }
}
