//! What is wrong with a store, in words.

use crate::server::error::ServerError;
use crate::text::sentence;
use rusqlite::ErrorCode;
use std::fmt;

/// Why a store cannot be used as it is.
pub enum Trouble {
    /// It cannot be written, for the reason in words.
    Closed(String),
    /// It is damaged, in words.
    Damaged(String),
    /// It cannot be used at all.
    Refused(ServerError),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Refused(ServerError::Broken(
                "the games are in use by another program; end it, or name another folder with `--data`".to_string(),
            )),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(words(&error)),
            Some(
                ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied,
            ) => Self::Closed(words(&error)),
            _ => Self::Refused(broken("opened")(error)),
        }
    }
}

/// What SQLite says, in words for people.
pub fn words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".to_string(),
        Some(ErrorCode::ReadOnly) => "it is read-only".to_string(),
        Some(ErrorCode::SystemIoFailure) => "the disk is full or failing".to_string(),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => "the system does not allow it".to_string(),
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged".to_string(),
        Some(ErrorCode::NotADatabase) => "it is not an SQLite database".to_string(),
        _ => error.to_string(),
    }
}

/// The database cannot be what.
pub fn broken(what: &'static str) -> impl Fn(rusqlite::Error) -> ServerError {
    move |error| ServerError::Broken(format!("the store of games cannot be {what}: {}", words(&error)))
}

/// An error of the system in words.
pub fn plain(error: &impl fmt::Display) -> String {
    sentence(&error.to_string(), 200, 300)
}
