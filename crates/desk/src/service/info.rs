//! What the page needs first: the games, the options, the engines and the formats.

use super::engines::{MAX_ANALYSIS_MS, SETTABLE, SearchCaps};
use crate::game::describe::Piece;
use crate::lessons;
use crate::options::{EngineOption, OptionDescription, listing};
use crate::records::FORMATS;
use crate::registry;
use crate::search::skill::USUAL;
use schemars::JsonSchema;
use serde::Serialize;

/// A game.
#[derive(Serialize, JsonSchema)]
struct GameInfo {
    name: &'static str,
    title: &'static str,
    /// The name that it shares with its variants: that of the file of their rules.
    family: &'static str,
    options: Vec<OptionDescription>,
    /// The possible numbers of seats.
    seats: Vec<usize>,
    /// The ratings of the levels 0 to 20.
    ratings: Vec<u16>,
    book: bool,
    puzzles: usize,
    /// The number of tasks in its lesson; 0 if it has none.
    lesson: usize,
    /// The pieces that a board set up by hand may have.
    pieces: Vec<Piece>,
}

/// A format of games.
#[derive(Serialize, JsonSchema)]
struct FormatInfo {
    name: &'static str,
    title: &'static str,
    written: bool,
}

/// All of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerInfo {
    version: &'static str,
    games: Vec<GameInfo>,
    /// The options of built-in searches that the page may set, within the server's limits.
    options: Vec<OptionDescription>,
    /// The names of the other engines.
    engines: Vec<String>,
    formats: Vec<FormatInfo>,
    /// The default level of an opponent.
    usual_level: u8,
    #[serde(rename = "longestAnalysisMs")]
    longest_analysis: u64,
}

impl ServerInfo {
    /// The information of a program of this version, with these other engines and these limits of searches.
    pub fn new(version: &'static str, engines: Vec<String>, caps: SearchCaps) -> Self {
        let listing = listing();
        let capped = |mut option: OptionDescription| {
            let most = match option.name {
                "Threads" => Some(caps.threads as u64),
                "Hash" => Some(caps.hash as u64),
                _ => None,
            };
            if let Some(most) = most {
                option.max = option.max.map(|max| max.min(most));
                let default = option.default.as_deref().and_then(|value| value.parse::<u64>().ok());
                option.default = default.map(|value| value.min(most).to_string());
            }
            option
        };
        let games = listing.games.into_iter().map(|game| {
            let (session, entry) = (registry::open(game.game), registry::find(game.game));
            GameInfo {
                name: game.game,
                title: game.title,
                family: family(game.game),
                seats: seat_counts(game.game),
                options: game.options,
                ratings: registry::scale(game.game).levels().to_vec(),
                book: entry.is_some_and(|entry| entry.book.is_some()),
                puzzles: entry.and_then(|entry| entry.puzzles).map_or(0, |file| file.count),
                lesson: lessons::of_game(game.game).map_or(0, |lesson| lesson.tasks.len()),
                pieces: session.map(|session| session.pieces_to_set()).unwrap_or_default(),
            }
        });
        Self {
            version,
            games: games.collect(),
            options: listing.engine.into_iter().filter(|option| is_settable(&option)).map(capped).collect(),
            engines,
            formats: FORMATS
                .iter()
                .map(|&(format, name, _)| FormatInfo { name, title: format.title(), written: format.is_written() })
                .collect(),
            usual_level: USUAL,
            longest_analysis: MAX_ANALYSIS_MS,
        }
    }
}

/// The English of what the page shows of games and options, by code: `title.zen`, `option.Hash`, `about.Hash`, `word.none`.
pub fn words() -> Vec<(String, String)> {
    let listing = listing();
    let titles = listing.games.iter().map(|game| (format!("title.{}", game.game), game.title.to_string()));
    let options = listing.engine.iter().filter(is_settable).chain(listing.games.iter().flat_map(|game| &game.options));
    let of_option = |option: &OptionDescription| {
        let name = option.name;
        let about =
            [(format!("option.{name}"), name.replace('_', " ")), (format!("about.{name}"), option.about.into())];
        let words = option.words.iter().filter(|word| word.contains(|letter: char| letter.is_ascii_lowercase()));
        about.into_iter().chain(words.map(|word| (format!("word.{word}"), word.to_string()))).collect::<Vec<_>>()
    };
    titles.chain(options.flat_map(of_option)).collect()
}

/// Whether the page may set an option.
fn is_settable(option: &&OptionDescription) -> bool {
    EngineOption::named(option.name).is_some_and(|option| SETTABLE.contains(&option.id))
}

/// What a game is a variant of, which may be itself.
fn family(game: &str) -> &'static str {
    let file = registry::rules(game);
    file.rsplit('/').next().and_then(|name| name.strip_suffix(".md")).unwrap_or(file)
}

/// The numbers of seats that a game can have with one of the values of one of its options.
fn seat_counts(game: &str) -> Vec<usize> {
    let Ok(session) = registry::open(game) else { return Vec::new() };
    let mut counts = vec![session.seats()];
    for option in session.options() {
        if let crate::game::OptionKind::Choice(_, words) = option.kind {
            for word in words {
                let mut session = registry::open(game).into_iter();
                let seats = session.by_ref().find_map(|mut session| {
                    session.set_option(option.name, word).ok()?;
                    Some(session.seats())
                });
                counts.extend(seats);
            }
        }
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}
