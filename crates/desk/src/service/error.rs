//! Why a request is refused.

use super::says;
use crate::sentence::Sentence;
use crate::text::shorten;
use std::fmt;

/// Why a request is refused, in one sentence for the client.
#[derive(Clone, PartialEq, Debug)]
pub enum DeskError {
    /// The request makes no sense, or not now.
    Refused(Sentence),
    /// The client is not allowed to do this.
    Forbidden(Sentence),
    /// What the request names does not exist.
    Missing(Sentence),
    /// The game has changed since the client last saw it.
    Stale,
    /// Too much at the same time.
    TooMuch(Sentence),
    /// The store cannot be read or written, or the program has a defect.
    Broken(Sentence),
    /// There is nothing at the address.
    NoAddress,
    /// The address has other methods.
    NoMethod {
        /// The method of the request.
        method: String,
        /// Those of the address.
        only: Vec<String>,
    },
    /// The address is not text.
    Unreadable,
}

impl DeskError {
    /// Why, for any language.
    pub fn said(self) -> Sentence {
        match self {
            Self::Stale => says::stale(),
            Self::NoAddress => says::no_address(),
            Self::NoMethod { method, only } => says::no_method(shorten(&method), only.join(", ")),
            Self::Unreadable => says::unreadable(),
            Self::Refused(said)
            | Self::Forbidden(said)
            | Self::Missing(said)
            | Self::TooMuch(said)
            | Self::Broken(said) => said,
        }
    }

    /// The error with such a number and sentence, as another worker has said it.
    pub fn of(status: u64, said: Sentence) -> Self {
        match status {
            400 => Self::Refused(said),
            403 => Self::Forbidden(said),
            404 => Self::Missing(said),
            429 => Self::TooMuch(said),
            _ => Self::Broken(said),
        }
    }

    /// Its number among the statuses of HTTP.
    pub fn status(&self) -> u16 {
        match self {
            Self::Refused(_) | Self::Unreadable => 400,
            Self::Forbidden(_) => 403,
            Self::Missing(_) | Self::NoAddress => 404,
            Self::NoMethod { .. } => 405,
            Self::Stale => 409,
            Self::TooMuch(_) => 429,
            Self::Broken(_) => 500,
        }
    }
}

impl fmt::Display for DeskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.clone().said().fmt(f)
    }
}

impl std::error::Error for DeskError {}

impl From<crate::game::TextError> for DeskError {
    fn from(error: crate::game::TextError) -> Self {
        Self::Refused(error.into())
    }
}
