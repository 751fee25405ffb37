//! Problems of a store, in words.

use crate::sentence::{Sentence, foreign};
use crate::server::says;
use crate::service::error::DeskError;
use crate::text::sentence;
use rusqlite::ErrorCode;
use std::fmt;

/// Why a store cannot be used as it is.
pub enum Trouble {
    /// It cannot be written, for the reason in words.
    Closed(Sentence),
    /// It is damaged, in words.
    Damaged(String),
    /// It cannot be used at all.
    Refused(DeskError),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Refused(DeskError::Broken(foreign(
                "the games are in use by another program; end it, or name another folder with `--data`",
            ))),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(words(&error).to_string()),
            Some(
                ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied,
            ) => Self::Closed(words(&error)),
            _ => Self::Refused(broken(says::unused_store)(error)),
        }
    }
}

/// An SQLite error in plain words.
pub fn words(error: &rusqlite::Error) -> Sentence {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => says::disk_full(),
        Some(ErrorCode::ReadOnly) => says::is_read_only(),
        Some(ErrorCode::SystemIoFailure) => says::disk_failing(),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => says::not_allowed(),
        Some(ErrorCode::DatabaseCorrupt) => says::is_damaged(),
        Some(ErrorCode::NotADatabase) => says::no_database(),
        _ => foreign(error.to_string()),
    }
}

/// The database cannot be read, written or opened.
pub fn broken(cannot: fn(Sentence) -> Sentence) -> impl Fn(rusqlite::Error) -> DeskError {
    move |error| DeskError::Broken(cannot(words(&error)))
}

/// A system error in plain words.
pub fn plain(error: &impl fmt::Display) -> String {
    sentence(&error.to_string(), 200, 300)
}
