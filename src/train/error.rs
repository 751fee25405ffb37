//! The errors of training and calibration.

use crate::files::FileError;
use crate::locks::LockError;
use std::path::PathBuf;

/// Why a training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file or folder could not be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder has games played with other options.
    #[error("{} holds games of `{found}`, not of `{expected}`: choose another folder or the same options", .path.display())]
    Mismatch {
        /// The file of games.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// The first line it should have.
        expected: String,
    },
    /// A file that the work would replace exists, but the work was not started in its folder.
    #[error("`{}` already exists, in a folder without games of quintet; choose another folder", .0.display())]
    Foreign(PathBuf),
    /// An additional file has no games of the game to train.
    #[error("{} holds games of `{found}`, not of `{expected}`", .path.display())]
    OtherGame {
        /// The file of games.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// The game.
        expected: String,
    },
    /// An additional file has a game that breaks the rules.
    #[error("{} holds a game with an illegal move: it does not come from this version of the rules", .0.display())]
    Illegal(PathBuf),
    /// The folder has games that this engine would play differently.
    #[error("{} holds games from another version of the engine: choose another folder", .0.display())]
    OtherEngine(PathBuf),
    /// Two parts have the same game.
    #[error("{} and {} both have game {game}: every game must be in one part only", .paths[0].display(), .paths[1].display())]
    Overlap {
        /// The files of the parts.
        paths: [PathBuf; 2],
        /// The number of the game.
        game: u64,
    },
    /// Parts lack games to join; what is missing.
    #[error("{0}")]
    Missing(String),
    /// The folder cannot be locked.
    #[error(transparent)]
    Lock(LockError),
    /// It was stopped before the end.
    #[error("stopped before the end; the same command continues")]
    Stopped,
    /// No position was held out or none was left to train on.
    #[error("{0} games are too few to train on with some held out: ask for more positions")]
    TooFew(u64),
}
