//! Streams of messages as server-sent events. No stream takes a thread.

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::Stream;
use std::convert::Infallible;
use std::time::Duration;

/// How often a stream without news says so, in an event that the page sees (crates/desk/src/web/page/stream_hub.js).
const ALIVE: Duration = Duration::from_secs(3);

/// An answer that is a stream of events, and its event without news.
pub fn sse(events: impl Stream<Item = Event> + Send + 'static, alive: Event) -> Response {
    let alive = KeepAlive::new().interval(ALIVE).event(alive);
    let events = events.map(Ok::<Event, Infallible>);
    let headers = [
        // nginx would hold events back until some kilobytes have come together; nginx and Caddy, to compress them, what
        // does not say that it has an encoding already.
        ("x-accel-buffering", "no"),
        ("content-encoding", "identity"),
        ("cache-control", "no-cache, no-transform"),
    ];
    (headers, Sse::new(events).keep_alive(alive)).into_response()
}
