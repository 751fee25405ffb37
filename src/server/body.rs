//! The body of a request, read completely within limits of size and time before any work on it.

use super::refusal::HttpRefusal;
use super::says;
use crate::sentence::Sentence;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// The longest body, in bytes.
const MAX: usize = 4 << 20;
/// A longer one waits until there is room for it; games and positions are shorter.
const SMALL: usize = 64 << 10;
/// The most long bodies in memory at the same time, and the most of them being worked on.
const LONG: usize = 16;
const WORKED_ON: usize = 4;
/// How long sending one may take, and how long one waits for room.
const TIME: Duration = Duration::from_secs(30);

/// The room for long bodies.
pub struct BodyRoom {
    read: Semaphore,
    work: Semaphore,
}

impl Default for BodyRoom {
    fn default() -> Self {
        Self { read: Semaphore::new(LONG), work: Semaphore::new(WORKED_ON) }
    }
}

/// A body, with the room it takes until the request is answered.
pub struct ReadBody<'a> {
    /// What was sent.
    pub bytes: Bytes,
    _room: Option<(SemaphorePermit<'a>, SemaphorePermit<'a>)>,
}

/// Why a body is not read: an HTTP status and a sentence.
type BodyRefusal = (StatusCode, fn() -> Sentence);

const TOO_LONG: BodyRefusal = (StatusCode::PAYLOAD_TOO_LARGE, says::too_long);
const TOO_SLOW: BodyRefusal = (StatusCode::REQUEST_TIMEOUT, says::too_late);
const NO_ROOM: BodyRefusal = (StatusCode::SERVICE_UNAVAILABLE, says::no_room);
const BROKEN_OFF: BodyRefusal = (StatusCode::BAD_REQUEST, says::broken_off);

impl BodyRoom {
    /// Reads a body.
    ///
    /// # Errors
    /// If it is too long, too slow or broken off, or if there is no room for it.
    pub async fn read(&self, headers: &HeaderMap, body: Body) -> Result<ReadBody<'_>, HttpRefusal> {
        let read = self.read_within(headers, body).await;
        read.map_err(|(status, said)| HttpRefusal::new(status, said()))
    }

    async fn read_within(&self, headers: &HeaderMap, body: Body) -> Result<ReadBody<'_>, BodyRefusal> {
        let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let has_none = length.is_none_or(|length| length == 0) && !headers.contains_key(header::TRANSFER_ENCODING);
        if has_none {
            return Ok(ReadBody { bytes: Bytes::new(), _room: None });
        }
        if length.is_some_and(|length| length <= SMALL) {
            return Ok(ReadBody { bytes: collect(body).await?, _room: None });
        }
        let room = |semaphore| async move { timeout(TIME, Semaphore::acquire(semaphore)).await.ok()?.ok() };
        let read = room(&self.read).await.ok_or(NO_ROOM)?;
        let bytes = collect(body).await?;
        let work = room(&self.work).await.ok_or(NO_ROOM)?;
        Ok(ReadBody { bytes, _room: Some((read, work)) })
    }
}

async fn collect(body: Body) -> Result<Bytes, BodyRefusal> {
    let read = async {
        let (mut bytes, mut length) = (Vec::new(), 0);
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| BROKEN_OFF)?;
            length += piece.len();
            match length {
                ..=MAX => bytes.extend_from_slice(&piece),
                // The rest is read and dropped for a while, so that the client gets to read the refusal.
                _ if length <= 8 * MAX => bytes = Vec::new(),
                _ => break,
            }
        }
        if length <= MAX { Ok(Bytes::from(bytes)) } else { Err(TOO_LONG) }
    };
    timeout(TIME, read).await.unwrap_or(Err(TOO_SLOW))
}
