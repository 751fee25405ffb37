//! Import and export of games: records in all formats, pictures and pages. Both use the same path as all records: every
//! game is played by the rules on its way in and out, and nothing in a record is lost.

use super::error::DeskError;
use super::means::TaskMeans;
use super::says;
use super::view::title;
use crate::records::{
    FORMATS, GameRecord, ReadGame, RecordFormat, Seat, THE_TEXT, Turn, by_rules, format_names, setup, visit_until,
    write,
};
use crate::registry::GameLine;
use crate::review::GameToReview;
use crate::review::html::{PageTurn, page};
use crate::sentence::Sentence;
use crate::text::{one_line, shorten};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::path::Path;

/// The most games of a text that are read, and the most of its oddities that are reported.
const LISTED: usize = 200;
/// Pages of longer games, which hold every position, would be too large to open.
const MAX_PAGE: usize = 2_000;
/// Larger whole numbers are not exact in the page.
const EXACT: u64 = 1 << 53;

/// A text with games.
#[derive(Deserialize, JsonSchema)]
pub struct ImportRequest {
    text: String,
    #[serde(default)]
    format: Option<String>,
}

/// The format of this name.
///
/// # Errors
/// [`DeskError::Refused`] if there is none.
pub fn format_named(name: &str) -> Result<RecordFormat, DeskError> {
    let unknown = || DeskError::Refused(says::no_format(shorten(name), format_names()));
    RecordFormat::named(name).ok_or_else(unknown)
}

impl ImportRequest {
    /// The games in the text, as JSON: the first ones, or those read until nobody waits for more.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if its format is not known.
    pub fn answer(&self, means: &TaskMeans<'_>) -> Result<String, DeskError> {
        let format = self.format.as_deref().map(format_named).transpose()?;
        let (mut games, mut places, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut is_more, mut note_is_more) = (false, false);
        let mut see = |(place, record, odd): ReadGame| {
            let (odd, record) = match record {
                Ok(_) if games.len() == LISTED => {
                    is_more = true;
                    return ControlFlow::Break(());
                }
                Ok(record) => (odd, Some(record)),
                Err(what) => (odd.into_iter().chain([what]).collect(), None),
            };
            if let Some(game) = record.and_then(|record| serde_json::to_string(&PageRecord::from(record)).ok()) {
                games.push(game);
                places.push(place);
            }
            for what in odd {
                note_is_more |= notes.len() == LISTED;
                if !note_is_more {
                    notes.push(says::of_game(place, what));
                }
            }
            ControlFlow::Continue(())
        };
        let read = visit_until(Path::new(THE_TEXT), self.text.as_bytes(), format, means.is_over, &mut see);
        let read = read.map_err(|error| DeskError::Refused(error.into()))?;
        notes.extend(read.oddity.map(|oddity| oddity.what));
        if is_more {
            notes.push(says::first_games(LISTED));
        } else if !read.is_whole {
            notes.push(says::too_slow(means.seconds, shown(games.len())));
        }
        let texts: Vec<String> = notes.iter().map(ToString::to_string).collect();
        let (format, places, texts, notes) = (json!(read.format.name()), json!(places), json!(texts), json!(notes));
        let games = games.join(",");
        Ok(format!(
            "{{\"format\":{format},\"games\":[{games}],\"places\":{places},\"notes\":{texts},\"said\":{notes}}}"
        ))
    }
}

/// That so many games had been read.
pub fn shown(games: usize) -> Sentence {
    match games {
        0 => says::none_read(),
        1 => says::one_read(),
        _ => says::many_read(games),
    }
}

/// A record as the page keeps it: numbers it cannot hold are texts, and the fields it always needs are always there.
#[derive(Serialize, JsonSchema)]
pub struct PageRecord {
    title: &'static str,
    moves: Vec<String>,
    #[serde(flatten)]
    #[schemars(with = "GameRecord")]
    about: Map<String, Value>,
    turns: Vec<WithVariations>,
}

/// A turn, always with a list of variations.
#[derive(Serialize, JsonSchema)]
struct WithVariations {
    #[serde(flatten)]
    turn: Turn,
    variations: Vec<Vec<Turn>>,
}

impl PageRecord {
    /// How many turns it has, variations not counted.
    pub fn turns(&self) -> usize {
        self.moves.len()
    }
}

impl From<GameRecord> for PageRecord {
    fn from(mut record: GameRecord) -> Self {
        let (title, moves) = (title(&record.game), record.all_turns());
        let with_variations =
            |mut turn: Turn| WithVariations { variations: std::mem::take(&mut turn.variations), turn };
        let turns = std::mem::take(&mut record.turns).into_iter().map(with_variations).collect();
        let mut about = match json!(record) {
            Value::Object(about) => about,
            _ => Map::new(),
        };
        about.shift_remove("turns");
        if record.seed > EXACT {
            about.shift_remove("seed");
            about.insert("seedText".to_string(), json!(record.seed.to_string()));
        }
        Self { title, moves, about, turns }
    }
}

/// A record from the page, played by the rules, for as long as somebody waits.
///
/// # Errors
/// [`DeskError::Refused`] for one that does not follow them.
pub fn record_of_page(record: GameRecord, is_over: &dyn Fn() -> bool) -> Result<GameRecord, DeskError> {
    let mut odd = Vec::new();
    let record = by_rules(record, &mut odd, is_over).map_err(DeskError::Refused)?;
    // Nothing is left out in silence.
    match odd.into_iter().next() {
        Some(what) => Err(DeskError::Refused(what)),
        None if is_over() => Err(DeskError::Refused(says::too_slow_to_write())),
        None => Ok(record),
    }
}

/// A [`PageRecord`] coming back.
#[derive(Deserialize, JsonSchema)]
pub struct SentRecord {
    #[serde(flatten)]
    record: GameRecord,
    /// A seed that is not exact as a number of the page.
    #[serde(default, rename = "seedText")]
    seed_text: Option<String>,
    /// Extra fields of the page: the game's name and all its turns, which are in the record, too.
    #[serde(default, rename = "title")]
    _title: Option<String>,
    #[serde(default, rename = "moves")]
    _moves: Vec<String>,
}

impl SentRecord {
    /// The record.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if its seed is not one.
    pub fn record(self) -> Result<GameRecord, DeskError> {
        let Some(text) = self.seed_text else { return Ok(self.record) };
        let seed = text.parse();
        let seed = seed.map_err(|_| DeskError::Refused(says::no_seed(shorten(&text))))?;
        Ok(GameRecord { seed, ..self.record })
    }
}

/// What to write: a position, and for records the games as the page has kept them.
#[derive(Deserialize, JsonSchema)]
pub struct ExportRequest {
    #[serde(flatten)]
    position: GameLine,
    #[serde(default)]
    players: Vec<String>,
    format: String,
    /// The games, instead of the turns of the position: the last of them for a page.
    #[serde(default)]
    records: Vec<SentRecord>,
}

/// A file.
#[derive(Serialize, JsonSchema)]
pub struct ExportedFile {
    /// A name for it.
    pub name: String,
    /// Its content type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its content.
    pub text: String,
}

/// Games as a file in a format.
///
/// # Errors
/// [`DeskError::Refused`] if there is no such format, or it cannot hold one of them.
pub fn file_of(records: &[GameRecord], format: &str) -> Result<ExportedFile, DeskError> {
    let format = format_named(format)?;
    let (text, left_out) = write(records, format);
    if let Some((_, what)) = left_out.into_iter().next() {
        return Err(DeskError::Refused(what));
    }
    let ending = FORMATS.iter().find(|known| known.0 == format).and_then(|known| known.2.first()).unwrap_or(&"txt");
    let game = records.first().map_or("game", |record| &record.game);
    Ok(ExportedFile { name: format!("{game}.{ending}"), kind: "text/plain", text })
}

impl ExportRequest {
    /// The file.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for a game that cannot be, or that the format cannot hold.
    pub fn answer(self, means: &TaskMeans<'_>) -> Result<ExportedFile, DeskError> {
        let Self { position, players, format, records } = self;
        if format == "svg" {
            let session = position.open()?;
            let name = format!("{}.svg", session.name());
            return Ok(ExportedFile { name, kind: "image/svg+xml", text: session.svg(&[]) });
        }
        let records = match records.is_empty() {
            true => vec![record_of_position(&position, &players, means)?],
            false => {
                let records = records.into_iter().map(|sent| record_of_page(sent.record()?, means.is_over));
                records.collect::<Result<_, _>>()?
            }
        };
        match (&format[..], records.last()) {
            ("html", Some(record)) => page_of(record),
            _ => file_of(&records, &format),
        }
    }
}

/// The whole turns of a position as a game.
fn record_of_position(position: &GameLine, players: &[String], means: &TaskMeans<'_>) -> Result<GameRecord, DeskError> {
    let session = position.open()?;
    let seat = |name: &String| Seat { name: one_line(name), ..Seat::default() };
    let mut seats: Vec<Seat> = players.iter().map(seat).collect();
    if !seats.is_empty() {
        seats.resize_with(session.seats(), Seat::default);
    }
    let turn = |(turn, seat): (String, usize)| Turn { turn, seat: seat + 1, ..Turn::default() };
    let record = GameRecord {
        game: session.name().to_string(),
        option: setup(&*session),
        position: position.start.clone(),
        seats,
        turns: session.turns().into_iter().zip(session.turn_seats()).map(turn).collect(),
        result: "none".to_string(),
        quintet: means.version.to_string(),
        ..GameRecord::default()
    };
    record_of_page(record, means.is_over)
}

/// A page with a game, its marks and comments.
fn page_of(record: &GameRecord) -> Result<ExportedFile, DeskError> {
    let game = GameToReview::from(record);
    if game.line.moves.len() > MAX_PAGE {
        return Err(DeskError::Refused(says::page_turns(MAX_PAGE)));
    }
    let given = record.opening.iter().map(|turn| PageTurn { turn: turn.clone(), mark: None, comment: None });
    let played = record.turns.iter();
    let played =
        played.map(|turn| PageTurn { turn: turn.turn.clone(), mark: turn.mark, comment: turn.comment.clone() });
    let turns: Vec<PageTurn> = given.chain(played).collect();
    let mut session = record.session()?;
    let text = page(&mut *session, &game, &turns, None)?;
    Ok(ExportedFile { name: format!("{}.html", record.game), kind: "text/html", text })
}

#[cfg(test)]
mod tests {
    use super::*;
    fn means(is_over: &dyn Fn() -> bool) -> TaskMeans<'_> {
        TaskMeans { is_over, seconds: 60, version: "0" }
    }

    fn import(text: &str, means: &TaskMeans<'_>) -> Value {
        let request = ImportRequest { text: text.to_string(), format: None };
        serde_json::from_str(&request.answer(means).unwrap()).unwrap()
    }

    #[test]
    fn as_many_games_are_read_as_are_shown() {
        let game = "{\"game\":\"yavalath\",\"turns\":[{\"turn\":\"e5\"},{\"turn\":\"z9\"}]}\n";
        let means = means(&|| false);
        for count in [1, LISTED - 1, LISTED, LISTED + 1, 10 * LISTED] {
            let read = import(&game.repeat(count), &means);
            assert_eq!(read["games"].as_array().map(Vec::len), Some(count.min(LISTED)));
            let notes = read["notes"].as_array().unwrap();
            let is_said = notes.last().unwrap() == "only the first 200 games are shown";
            assert_eq!((notes.len() <= LISTED + 1, is_said), (true, count > LISTED), "{count}");
        }
    }

    #[test]
    fn nothing_is_read_on_for_one_who_has_left() {
        let game = "{\"game\":\"yavalath\",\"turns\":[{\"turn\":\"e5\"}]}\n";
        let means = means(&|| true);
        for text in [game, "[Game \"yavalath\"]\n\n1. e5\nnone\n", "1.e3 2.d4", "Game: yinsh\n\n1.e3"] {
            let read = import(text, &means);
            assert_eq!(read["games"], json!([]));
            assert!(read["notes"][0].as_str().unwrap().contains("too long"), "{read}");
        }
        let record: GameRecord = serde_json::from_str(game).unwrap();
        let said = record_of_page(record, means.is_over).err().unwrap().said().to_string();
        assert!(said.contains("too long"), "{said}");
    }

    #[test]
    fn seeds_beyond_what_the_page_can_count_to_come_back() {
        let means = means(&|| false);
        for seed in [7, EXACT, EXACT + 1, u64::MAX] {
            let record =
                GameRecord { game: "zen".to_string(), result: "none".to_string(), seed, ..GameRecord::default() };
            let kept = json!(PageRecord::from(record));
            assert_eq!(kept["seedText"].is_string(), seed > EXACT);
            let sent: SentRecord = serde_json::from_value(kept).unwrap();
            assert_eq!(record_of_page(sent.record().unwrap(), means.is_over).unwrap().seed, seed);
        }
    }
}
