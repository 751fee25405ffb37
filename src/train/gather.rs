//! The training games: missing ones are played, or the parts played by several machines are joined.

use super::parts::{JoinedParts, about_part};
use super::range::GameRange;
use super::samples::Seen;
use super::selfplay::{self, SelfPlayOptions, SelfPlayRecord};
use super::stored::{NewStored, StoredFile, StoredReader};
use super::{Progress, TrainError, TrainingOptions, folder};
use crate::eval::network::Learned;
use crate::locks::LockOptions;
use crate::registry::{self, GameEntry, LearnedVisitor};
use rayon::prelude::*;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The games played in parallel before they are written, in the order of their numbers.
const BATCH: u64 = 64;

/// Where the games of a training come from.
#[derive(Clone, Debug)]
pub enum GameSource {
    /// Games are played until there are this many different quiet positions.
    Play(usize),
    /// They were played in parts.
    Join {
        /// The folders of the parts.
        folders: Vec<PathBuf>,
        /// Only the games needed to reach this many different quiet positions; all without it.
        positions: Option<usize>,
    },
}

/// Which part of the games to play, and how.
#[derive(Clone, Debug)]
pub struct PartOptions {
    /// The folder for the games.
    pub out: PathBuf,
    /// Which games.
    pub games: GameRange,
    /// How they are played.
    pub play: SelfPlayOptions,
    /// How to lock the folder.
    pub locking: LockOptions,
}

/// Plays a part of the training games of the given game.
pub struct PlayingPart<'a> {
    /// The options.
    pub options: &'a PartOptions,
    /// Whether to stop before the end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the progress.
    pub on_progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl LearnedVisitor for PlayingPart<'_> {
    type Output = Result<PathBuf, TrainError>;

    fn visit<G: Learned>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let Self { options: PartOptions { out, games, play, locking }, stop, on_progress } = self;
        let _lock = folder::take(out, locking)?;
        let path = games_of(out);
        let about = about_part(&format!("{}, {play}", entry.name), *games);
        let mut next = games.from;
        let mut file = StoredFile::open(path.clone(), &about, |_: SelfPlayRecord| {
            next += 1;
            Ok(())
        })?;
        while next < games.to {
            let numbers = next..games.to.min(next.saturating_add(BATCH));
            for record in play_batch::<G>(setup, play, numbers.clone(), stop) {
                file.append(&record)?;
                next += 1;
            }
            on_progress(Progress::Part { played: next - games.from, of: games.number() });
            if next < numbers.end {
                return Err(TrainError::Stopped);
            }
        }
        Ok(path)
    }
}

/// The file of games of a folder.
pub fn games_of(folder: &Path) -> PathBuf {
    folder.join("games.bin")
}

/// Plays some games; if stopped, only the first of them.
fn play_batch<G: Learned>(
    setup: &G::Setup,
    options: &SelfPlayOptions,
    numbers: Range<u64>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<SelfPlayRecord> {
    let play = |number| (!stop()).then(|| selfplay::play::<G>(setup, options, number));
    let played: Vec<Option<SelfPlayRecord>> = numbers.into_par_iter().map(play).collect();
    played.into_iter().map_while(|record| record).collect()
}

/// How the games of a training get into its folder.
pub struct Gathering<'a, G: Learned> {
    /// The game.
    pub entry: &'static GameEntry,
    /// How it is set up.
    pub setup: &'a G::Setup,
    /// The options.
    pub options: &'a TrainingOptions,
    /// Whether to stop before the end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl<G: Learned> Gathering<'_, G> {
    /// Writes all games to the file of the folder.
    ///
    /// # Errors
    /// [`TrainError::Stopped`], [`TrainError::Missing`], or any error of a file.
    pub fn gather(&self, on_progress: &mut (dyn FnMut(Progress) + Send)) -> Result<(), TrainError> {
        let mut seen = Seen::new(self.options.choice.noisy);
        let are_counted = !matches!(self.options.source, GameSource::Join { positions: None, .. });
        for path in &self.options.also {
            let (setup, reader) = self.open(path)?;
            for record in reader {
                if (self.stop)() {
                    return Err(TrainError::Stopped);
                }
                let record = legal::<G>(&setup, record?, path)?;
                if are_counted {
                    seen.count::<G>(&setup, &record);
                }
            }
        }
        match &self.options.source {
            GameSource::Play(positions) => self.play(seen, *positions, on_progress),
            GameSource::Join { folders, positions } => self.join(seen, folders, *positions),
        }
    }

    /// All games, each with how it is set up: those of the folder, then those of other files.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn records(&self) -> Result<impl Iterator<Item = Result<(G::Setup, SelfPlayRecord), TrainError>>, TrainError> {
        let own = (self.setup.clone(), StoredReader::open(&games_of(&self.options.out))?);
        let others = self.options.also.iter().map(|path| self.open(path)).collect::<Result<Vec<_>, _>>()?;
        let of_file = move |(setup, reader): (G::Setup, StoredReader<SelfPlayRecord>)| {
            // There may be millions of them.
            reader.map(
                move |record| {
                    if (self.stop)() { Err(TrainError::Stopped) } else { Ok((setup.clone(), record?)) }
                },
            )
        };
        Ok([own].into_iter().chain(others).flat_map(of_file))
    }

    /// Opens a file of games, of this game or of another with the same weights; returns how that game is set up, too.
    fn open(&self, path: &Path) -> Result<(G::Setup, StoredReader<SelfPlayRecord>), TrainError> {
        let reader = StoredReader::<SelfPlayRecord>::open(path)?;
        let game = reader.about().and_then(|about| about.split_once(", ")).and_then(|(name, _)| registry::find(name));
        let of_network = game.filter(|game| game.shares_weights(self.entry));
        match of_network.and_then(|game| registry::visit_learned(game.name, SetupOf::<G>(PhantomData)).flatten()) {
            Some(setup) => Ok((setup, reader)),
            None => {
                let (found, expected) = (reader.shown(), self.entry.name.to_string());
                Err(TrainError::OtherGame { path: path.into(), found, expected })
            }
        }
    }

    fn about(&self) -> String {
        format!("{}, {}", self.entry.name, self.options.play)
    }

    fn play(
        &self,
        mut seen: Seen,
        positions: usize,
        on_progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(), TrainError> {
        let mut games = 0;
        let mut file = StoredFile::open(games_of(&self.options.out), &self.about(), |record| {
            if (self.stop)() {
                return Err(TrainError::Stopped);
            }
            seen.count::<G>(self.setup, &record);
            games += 1;
            Ok(())
        })?;
        while seen.number() < positions {
            let batch = play_batch::<G>(self.setup, &self.options.play, games..games + BATCH, self.stop);
            let is_whole = batch.len() as u64 == BATCH;
            for record in batch {
                if seen.number() < positions {
                    file.append(&record)?;
                    seen.count::<G>(self.setup, &record);
                    games += 1;
                }
            }
            on_progress(Progress::Games { games, positions: seen.number() });
            if !is_whole && seen.number() < positions {
                return Err(TrainError::Stopped);
            }
        }
        Ok(())
    }

    fn join(&self, mut seen: Seen, folders: &[PathBuf], positions: Option<usize>) -> Result<(), TrainError> {
        let (path, about) = (games_of(&self.options.out), self.about());
        let mut joined = JoinedParts::open(folders.iter().map(|folder| games_of(folder)), &about)?;
        let mut file = NewStored::create(path, &about)?;
        let mut games = 0;
        while positions.is_none_or(|positions| seen.number() < positions)
            && let Some(record) = joined.next()
        {
            if (self.stop)() {
                return Err(TrainError::Stopped);
            }
            let record = legal::<G>(self.setup, record?, joined.path())?;
            if positions.is_some() {
                seen.count::<G>(self.setup, &record);
            }
            file.push(&record)?;
            games += 1;
        }
        if let Some(positions) = positions.filter(|&positions| seen.number() < positions) {
            return Err(TrainError::Missing(format!(
                "{games} games have {} different quiet positions, not {positions}: the games from {games} on are missing",
                seen.number()
            )));
        }
        Ok(file.finish()?)
    }
}

/// Finds out how a game is set up, if its positions are those of `G`.
struct SetupOf<G>(PhantomData<G>);

impl<G: Learned> LearnedVisitor for SetupOf<G> {
    type Output = Option<G::Setup>;

    fn visit<H: Learned>(self, _: &'static GameEntry, setup: &H::Setup) -> Self::Output {
        (setup as &dyn Any).downcast_ref::<G::Setup>().cloned()
    }
}

/// A game from a foreign file, if it follows the rules.
fn legal<G: Learned>(setup: &G::Setup, record: SelfPlayRecord, path: &Path) -> Result<SelfPlayRecord, TrainError> {
    if selfplay::is_legal::<G>(setup, &record) { Ok(record) } else { Err(TrainError::Illegal(path.into())) }
}
