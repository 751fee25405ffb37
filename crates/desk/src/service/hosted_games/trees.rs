//! The variations that people keep with a game, and what they practise.

use super::{HostedGames, missing};
use crate::service::error::DeskError;
use crate::service::people::Person;
use crate::service::practice::Practice;
use crate::service::store::{KeptText, TreeText};
use std::sync::atomic::Ordering::SeqCst;

impl HostedGames {
    /// What a person practises.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if it cannot be read.
    pub fn practice(&self, person: &Person) -> Result<Practice, DeskError> {
        Practice::read(&self.store.practice(person)?)
    }

    /// Stores what a person practises if the stored version is still the one that they have seen. Returns its new version,
    /// or what is stored instead.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if it is too much, [`DeskError::Broken`] if it cannot be stored.
    pub fn set_practice(&self, person: &Person, practice: &Practice) -> Result<Result<u64, Practice>, DeskError> {
        match self.store.set_practice(person, practice.version, &practice.text()?)? {
            Ok(version) => Ok(Ok(version)),
            Err(kept) => Practice::read(&kept).map(Err),
        }
    }

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
