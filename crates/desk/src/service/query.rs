//! What is asked behind the path of an address: the values of its query.

use super::error::DeskError;
use super::router::Call;
use super::says;
use super::store::wanted::{Standing, Wanted};

/// Where a list goes on, by an earlier answer.
///
/// # Errors
/// [`DeskError::Refused`] if it is no number.
pub fn before(call: &Call) -> Result<Option<i64>, DeskError> {
    let wrong = |_| DeskError::Refused(says::before());
    call.query("before").map(|text| text.parse::<i64>().map_err(wrong)).transpose()
}

/// The language in which an answer is wanted.
pub fn language(call: &Call) -> &str {
    call.query("language").unwrap_or("en")
}

/// What is looked for in a list: `?game=yinsh,yinsh-blitz&player=ann&levels=3&result=won&since=0&until=9&turns=e5 f6`.
///
/// # Errors
/// [`DeskError::Refused`] for a time or a result that is none.
pub fn wanted(call: &Call) -> Result<Wanted, DeskError> {
    let text = |name: &str| call.query(name).map(str::trim).filter(|text| !text.is_empty());
    let several = |name: &str| -> Vec<String> {
        let words = text(name).unwrap_or_default().split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let time = |name: &'static str| {
        let wrong = |_| DeskError::Refused(says::no_time(name));
        text(name).map(|text| text.parse::<u64>().map_err(wrong)).transpose()
    };
    let standing = match text("result") {
        None => None,
        Some(word) => {
            let known = Standing::WORDS.iter().find(|(known, _)| *known == word);
            let words = || Standing::WORDS.map(|(word, _)| format!("`{word}`")).join(", ");
            Some(known.ok_or_else(|| DeskError::Refused(says::no_result(words())))?.1)
        }
    };
    Ok(Wanted {
        games: several("game"),
        player: text("player").unwrap_or_default().to_lowercase(),
        levels: several("levels"),
        standing,
        since: time("since")?,
        until: time("until")?,
        opening: text("turns").unwrap_or_default().split_whitespace().map(str::to_lowercase).collect(),
    })
}
