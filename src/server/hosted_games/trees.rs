//! The variations that people keep with a game.

use super::{HostedGames, missing};
use crate::desk::error::ServerError;
use crate::server::store::trees::{KeptTree, TreeText};
use std::sync::atomic::Ordering::SeqCst;

impl HostedGames {
    /// The variations of a game.
    ///
    /// # Errors
    /// [`ServerError::Missing`] if there is no such game.
    pub fn tree(&self, id: &str) -> Result<KeptTree, ServerError> {
        self.find(id)?;
        self.store.tree(id)
    }

    /// Stores the variations of a game if the stored version is still this one, and notifies the watchers. Returns
    /// their new version, or what is stored instead.
    ///
    /// # Errors
    /// [`ServerError::Missing`] if there is no such game, [`ServerError::Broken`] if they cannot be stored.
    pub fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptTree>, ServerError> {
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
