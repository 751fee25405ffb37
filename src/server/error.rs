//! Why a request is not followed.

use super::says;
use crate::sentence::Sentence;
use axum::http::StatusCode;
use std::fmt;

/// Why a request is not followed, in one sentence for whoever made it.
#[derive(Clone, PartialEq, Debug)]
pub enum ServerError {
    /// What was asked for makes no sense, or not now.
    Refused(Sentence),
    /// It is not for whoever asks.
    Forbidden(Sentence),
    /// There is no such thing.
    Missing(Sentence),
    /// The game has changed since whoever asks has seen it.
    Stale,
    /// Too much at the same time.
    TooMuch(Sentence),
    /// The store cannot be read or written, or the program has a defect.
    Broken(Sentence),
}

impl ServerError {
    /// Why, for any language.
    pub fn said(self) -> Sentence {
        match self {
            Self::Stale => says::stale(),
            Self::Refused(said)
            | Self::Forbidden(said)
            | Self::Missing(said)
            | Self::TooMuch(said)
            | Self::Broken(said) => said,
        }
    }

    /// Its number in HTTP.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Refused(_) => StatusCode::BAD_REQUEST,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Stale => StatusCode::CONFLICT,
            Self::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.clone().said().fmt(f)
    }
}

impl std::error::Error for ServerError {}

impl From<crate::game::TextError> for ServerError {
    fn from(error: crate::game::TextError) -> Self {
        Self::Refused(error.into())
    }
}
