//! Why a request is not followed.

use axum::http::StatusCode;

/// Why a request is not followed, in one sentence for whoever made it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ServerError {
    /// What was asked for makes no sense, or not now.
    #[error("{0}")]
    Refused(String),
    /// It is not for whoever asks.
    #[error("{0}")]
    Forbidden(String),
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// The game has changed since whoever asks has seen it.
    #[error("the game has gone on meanwhile")]
    Stale,
    /// Too much at the same time.
    #[error("{0}")]
    TooMuch(String),
    /// The store cannot be read or written, or the program has a defect.
    #[error("{0}")]
    Broken(String),
}

impl ServerError {
    /// What was asked for makes no sense.
    pub fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
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

impl From<crate::game::TextError> for ServerError {
    fn from(error: crate::game::TextError) -> Self {
        Self::Refused(error.to_string())
    }
}
