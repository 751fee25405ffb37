//! All games, to be saved in a file, and games from such a file.

use super::{HostedGames, MAX_KEPT};
use crate::service::archive::{ArchivePart, ArchivedGame, TakenGame};
use crate::service::error::DeskError;
use crate::service::hosted_game::{HostedGame, Who};
use crate::service::kept_game::{KeptGame, SeatSetup};
use crate::service::names::{is_name, name_of};
use crate::service::people::{Company, Person};
use crate::service::says;
use crate::service::store::wanted::Wanted;
use crate::service::store::{KeptText, StoredGames, TreeText};

/// The most games at a time, and the bytes after which no more are added.
const AT_ONCE: usize = 100;
const SIZE: usize = 1 << 20;
/// The most games that are read at a time to see what was played in them.
const READ_AT_ONCE: usize = 20;
/// The letters of a game's name.
const LETTERS: usize = 12;

impl HostedGames {
    /// The games of a person and those of everybody that are `wanted`, newest first, as they are in the store: those
    /// started before the game with the number `before`. What cannot be written is said.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if the store cannot be read.
    pub fn archive(
        &self,
        who: Who<'_>,
        before: Option<i64>,
        wanted: &Wanted,
        version: &str,
    ) -> Result<ArchivePart, DeskError> {
        let mut part = ArchivePart { games: Vec::new(), older: before, unread: 0, notes: Vec::new(), said: Vec::new() };
        let mut size = 0;
        for _ in 0..AT_ONCE {
            let stored = self.store.list(who, part.older, 1, wanted)?;
            let is_found = stored.unread > 0 || !stored.games.is_empty();
            (part.older, part.unread) = (stored.older, part.unread + stored.unread);
            for stored in stored.games {
                let tree = self.store.tree(&stored.record.id)?.text;
                match ArchivedGame::of(stored.record, tree, version) {
                    Ok(game) => {
                        size += game.size();
                        part.games.push(game);
                    }
                    Err(error) => {
                        part.unread += 1;
                        part.notes.push(error.to_string());
                        part.said.push(error.said());
                    }
                }
            }
            // Where few are wanted each of them takes long to find.
            if part.older.is_none() || size >= SIZE || !is_found {
                break;
            }
        }
        Ok(part)
    }

    /// Some games of a game (of one name) of a person and of everybody, newest first, as they are in the store: those
    /// started before the one with the number `before`.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if the store cannot be read.
    pub fn stored_games(&self, who: Who<'_>, before: Option<i64>, game: &str) -> Result<StoredGames, DeskError> {
        let wanted = Wanted { games: vec![game.to_string()], ..Wanted::default() };
        self.store.list(who, before, READ_AT_ONCE, &wanted)
    }

    /// Takes in a game with its variations, unless it is there already; it is `who`'s from now on. A game that has gone
    /// on differently here stays, and the other gets a name that follows from what it is.
    ///
    /// # Errors
    /// [`DeskError::TooMuch`] if there are too many, [`DeskError::Broken`] if it cannot be stored.
    pub fn take_in(&self, mut kept: KeptGame, tree: &TreeText, who: Option<&Person>) -> Result<TakenGame, DeskError> {
        let _one_at_a_time = self.taking_in.lock();
        if !is_name(&kept.id, LETTERS) {
            kept.id = derived_name(&kept)?;
        }
        loop {
            let Some(stored) = self.stored(&kept.id)? else { break };
            let is_theirs = stored.company.as_ref().is_none_or(|c| who.is_some_and(|who| c.includes(who)));
            if is_theirs && stored.has_been(&kept) {
                let KeptText { version, text } = self.store.tree(&kept.id)?;
                return Ok(TakenGame { id: Some(kept.id), is_new: false, version, text, ..TakenGame::default() });
            }
            kept.id = derived_name(&kept)?;
        }
        if self.store.count()? >= MAX_KEPT {
            return Err(DeskError::TooMuch(says::too_many_games(MAX_KEPT)));
        }
        let people: Vec<bool> = kept.seats.iter().map(SeatSetup::is_person).collect();
        kept.company = who.map(|who| Company::new(&*self.machine, who.clone(), &people)).transpose()?;
        if kept.updated == 0 {
            kept.updated = self.machine.seconds();
        }
        let ended = HostedGame::reopened(kept.clone(), self.machine.clone())?.ended().map(|ended| ended.sentence);
        self.store.save(&kept, ended.as_deref())?;
        let version = match tree.as_str() {
            "" => 0,
            _ => self.store.set_tree(&kept.id, 0, tree)?.unwrap_or_else(|kept| kept.version),
        };
        Ok(TakenGame {
            id: Some(kept.id),
            is_new: true,
            version,
            text: tree.as_str().to_string(),
            ..TakenGame::default()
        })
    }

    /// A game as it stands.
    fn stored(&self, id: &str) -> Result<Option<KeptGame>, DeskError> {
        let open = self.open_games().get(id).cloned();
        match open {
            Some(open) => Ok(Some(open.lock().record().clone())),
            None => self.store.load(id),
        }
    }
}

/// A name for a game that follows from all that it is, the name that it has had included.
fn derived_name(kept: &KeptGame) -> Result<String, DeskError> {
    Ok(name_of(crate::service::task::json_of(kept)?.as_bytes(), LETTERS))
}
