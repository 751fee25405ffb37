//! Streams of tables. One stream tells of all tables that the tabs of a browser look at, since a browser has six
//! connections to a server and each stream takes one. No stream takes a thread.

use super::error::DeskError;
use super::hosted_game::Who;
use super::hosted_games::HostedGames;
use super::request::Message;
use super::says;
use super::view::SharedView;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;

/// The most tables that one stream follows: all that can be open.
const MAX_TABLES: usize = 512;

/// The messages about tables: `game` with the view of one, at once and each time it changes; `gone` with the id of one
/// that does not exist, or no longer. They never end by themselves. While they last they hold the permit.
///
/// # Errors
/// [`DeskError::Refused`] for too many tables, [`DeskError::Broken`] if the store cannot be read.
pub fn table_messages(
    games: &HostedGames,
    ids: &[&str],
    who: Who<'_>,
    permit: OwnedSemaphorePermit,
) -> Result<BoxStream<'static, Message>, DeskError> {
    if ids.len() > MAX_TABLES {
        return Err(DeskError::Refused(says::too_many_tables(MAX_TABLES)));
    }
    let tables = ids.iter().map(|id| messages_of(games, id, who)).collect::<Result<Vec<_>, DeskError>>()?;
    let messages = stream::select_all(tables).chain(stream::pending());
    Ok(messages.inspect(move |_| _ = &permit).boxed())
}

fn messages_of(games: &HostedGames, id: &str, who: Who<'_>) -> Result<BoxStream<'static, Message>, DeskError> {
    let gone = Message { event: Some("gone"), data: json!({ "id": id }).to_string() };
    let (now, news) = match games.watch(id) {
        Ok(watched) => watched,
        Err(DeskError::Missing(_)) => return Ok(stream::iter([gone]).boxed()),
        Err(error) => return Err(error),
    };
    let game = |view: &SharedView, who: Who<'_>| Message { event: Some("game"), data: view.seen_by(who) };
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

/// The message of a stream of tables without news. Browsers do not pass on events without data.
pub fn alive() -> Message {
    Message { event: Some("alive"), data: "1".to_string() }
}
