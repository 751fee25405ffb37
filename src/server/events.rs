//! Streams of events. One stream reports all tables that the tabs of a browser look at, since a browser has six
//! connections to a server and each stream takes one. No stream takes a thread.

use crate::desk::error::DeskError;
use crate::desk::hosted_game::Who;
use crate::desk::hosted_games::HostedGames;
use crate::desk::says;
use crate::desk::view::SharedView;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream, Stream};
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// The most tables that one stream follows: all that can be open.
const MAX_TABLES: usize = 512;
/// How often a stream without news says so, in an event that the page sees (crates/desk/src/web/page/stream_hub.js).
const ALIVE: Duration = Duration::from_secs(3);

/// The events of tables: `game` with the view of one, at once and each time it changes; `gone` with the id of one that
/// does not exist, or no longer. It never ends by itself. While open it holds the permit.
///
/// # Errors
/// [`DeskError::Refused`] for too many tables, [`DeskError::Broken`] if the store cannot be read.
pub fn table_events(
    games: &HostedGames,
    ids: &[&str],
    who: Who<'_>,
    permit: OwnedSemaphorePermit,
) -> Result<impl Stream<Item = Event> + Send + use<>, DeskError> {
    if ids.len() > MAX_TABLES {
        return Err(DeskError::Refused(says::too_many_tables(MAX_TABLES)));
    }
    let tables = ids.iter().map(|id| events_of(games, id, who)).collect::<Result<Vec<_>, DeskError>>()?;
    let events = stream::select_all(tables).chain(stream::pending());
    Ok(events.inspect(move |_| _ = &permit))
}

fn events_of(games: &HostedGames, id: &str, who: Who<'_>) -> Result<BoxStream<'static, Event>, DeskError> {
    let gone = Event::default().event("gone").data(json!({ "id": id }).to_string());
    let (now, news) = match games.watch(id) {
        Ok(watched) => watched,
        Err(DeskError::Missing(_)) => return Ok(stream::iter([gone]).boxed()),
        Err(error) => return Err(error),
    };
    let game = |view: &SharedView, who: Who<'_>| Event::default().event("game").data(view.seen_by(who));
    let now = game(&now, who);
    let later = stream::unfold((news, who.cloned()), move |(mut news, who)| async move {
        loop {
            news.changed().await.ok()?;
            let view = news.borrow_and_update().clone();
            if let Some(view) = view {
                return Some((game(&view, who.as_ref()), (news, who)));
            }
        }
    });
    Ok(stream::iter([now]).chain(later).chain(stream::iter([gone])).boxed())
}

/// The event of a stream of tables without news. Browsers do not pass on events without data.
pub fn alive() -> Event {
    Event::default().event("alive").data("1")
}

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
