//! The lists of games that people see, and removing games from them.

use super::{HostedGames, missing};
use crate::service::error::DeskError;
use crate::service::hosted_game::Who;
use crate::service::store::wanted::Wanted;
use crate::service::view::{GameList, GameListing};
use std::sync::atomic::Ordering::SeqCst;

/// How many are listed at a time.
const LISTED: usize = 100;

impl HostedGames {
    /// The games of a person and those of everybody that are `wanted`, newest first; only those started before the game
    /// with the number `before`, from an earlier answer.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if the store cannot be read.
    pub fn list(&self, who: Who<'_>, before: Option<i64>, wanted: &Wanted) -> Result<GameList, DeskError> {
        let stored = self.store.list(who, before, LISTED, wanted)?;
        let listed = stored.games.into_iter().map(|stored| GameListing::new(&stored.record, stored.ended, who));
        Ok(GameList { games: listed.collect(), older: stored.older, unread: stored.unread })
    }

    /// Removes a game.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is none, [`DeskError::Forbidden`] if it is another person's.
    pub fn remove(&self, id: &str, who: Who<'_>) -> Result<(), DeskError> {
        let open = self.find(id)?;
        let mut hosted = open.lock();
        if open.removed.load(SeqCst) {
            return Err(missing());
        }
        hosted.check_part(who)?;
        self.store.remove(id)?;
        open.removed.store(true, SeqCst);
        hosted.close();
        drop(hosted);
        self.open_games().remove(id);
        self.searches.forget(id);
        Ok(())
    }
}
