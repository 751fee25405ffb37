//! Games that come from elsewhere and go elsewhere: records in all formats, pictures and pages.

use super::error::ServerError;
use super::position::PositionRequest;
use super::view::title;
use crate::records::{FORMATS, GameRecord, Mark, Reason, RecordFormat, Seat, Turn, read_bytes, result, write};
use crate::review::GameToReview;
use crate::review::html::{PageTurn, page};
use crate::text::one_line;
use crate::version::VERSION;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// So many games of a text are listed.
const LISTED: usize = 200;

/// A text with games.
#[derive(Deserialize, JsonSchema)]
pub struct ImportRequest {
    text: String,
    #[serde(default)]
    format: Option<String>,
}

/// A turn of a game that was read.
#[derive(Serialize)]
struct ImportedTurn {
    turn: String,
    comment: Option<String>,
    mark: Option<Mark>,
    variations: Vec<Vec<String>>,
}

/// A game that was read.
#[derive(Serialize)]
struct ImportedGame {
    game: String,
    title: &'static str,
    options: BTreeMap<String, String>,
    position: Option<String>,
    moves: Vec<String>,
    players: Vec<String>,
    result: String,
    comment: Option<String>,
    turns: Vec<ImportedTurn>,
}

/// The games of a text.
#[derive(Serialize)]
pub struct ImportedGames {
    games: Vec<ImportedGame>,
    notes: Vec<String>,
}

impl ImportRequest {
    /// The games that the text holds.
    ///
    /// # Errors
    /// [`ServerError::Refused`] if it is in no format that is known.
    pub fn answer(&self) -> Result<ImportedGames, ServerError> {
        let named = |name: &String| {
            let unknown = || ServerError::Refused(format!("there is no format `{}`", crate::text::shorten(name)));
            RecordFormat::named(name).ok_or_else(unknown)
        };
        let format = self.format.as_ref().map(named).transpose()?;
        let read = read_bytes(Path::new("the text"), self.text.as_bytes(), format);
        let read = read.map_err(|error| ServerError::Refused(error.to_string()))?;
        let mut notes: Vec<String> = read.oddities.iter().take(LISTED).map(ToString::to_string).collect();
        if read.records.len() > LISTED {
            notes.push(format!("only the first {LISTED} of {} games are shown", read.records.len()));
        }
        Ok(ImportedGames { games: read.records.iter().take(LISTED).map(imported).collect(), notes })
    }
}

fn imported(record: &GameRecord) -> ImportedGame {
    let texts = |line: &Vec<Turn>| line.iter().map(|turn| turn.turn.clone()).collect();
    let given = record.opening.iter().map(|turn| ImportedTurn {
        turn: turn.clone(),
        comment: None,
        mark: None,
        variations: Vec::new(),
    });
    let played = record.turns.iter().map(|turn| ImportedTurn {
        turn: turn.turn.clone(),
        comment: turn.comment.clone(),
        mark: turn.mark,
        variations: turn.variations.iter().map(texts).collect(),
    });
    ImportedGame {
        title: title(&record.game),
        game: record.game.clone(),
        options: record.option.clone(),
        position: record.position.clone(),
        moves: record.all_turns(),
        players: record.seats.iter().map(|seat| one_line(&seat.name)).collect(),
        result: record.result.clone(),
        comment: record.comment.clone(),
        turns: given.chain(played).collect(),
    }
}

/// What is to be written.
#[derive(Deserialize, JsonSchema)]
pub struct ExportRequest {
    #[serde(flatten)]
    position: PositionRequest,
    #[serde(default)]
    players: Vec<String>,
    format: String,
    /// The turns with comments, marks and variations, in place of those of the position.
    #[serde(default)]
    line: Vec<ExportTurn>,
    /// Who gave up or ran out of time, from 1.
    #[serde(default)]
    resigned: Option<usize>,
}

/// A turn with what is said of it, and lines that could have been played in its place.
#[derive(Deserialize, JsonSchema)]
struct ExportTurn {
    turn: String,
    #[serde(default)]
    comment: Option<String>,
    #[serde(default)]
    mark: String,
    #[serde(default)]
    variations: Vec<Vec<ExportTurn>>,
}

impl ExportTurn {
    fn record(&self) -> Turn {
        Turn {
            turn: self.turn.clone(),
            comment: self.comment.clone().filter(|comment| !comment.is_empty()),
            // A page may know marks that records do not have.
            mark: serde_json::from_value(self.mark.clone().into()).ok(),
            variations: self.variations.iter().map(|line| line.iter().map(Self::record).collect()).collect(),
            ..Turn::default()
        }
    }
}

/// A file.
#[derive(Serialize)]
pub struct ExportedFile {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    text: String,
}

impl ExportRequest {
    /// The file.
    ///
    /// # Errors
    /// [`ServerError::Refused`] for a game that cannot be, or that the format cannot hold.
    pub fn answer(&self) -> Result<ExportedFile, ServerError> {
        let mut session = self.position.session()?;
        let name = session.name();
        let named = |ending: &str| format!("{name}.{ending}");
        match self.format.as_str() {
            "svg" => {
                return Ok(ExportedFile { name: named("svg"), kind: "image/svg+xml", text: session.svg(&[]) });
            }
            "html" => {
                let game = GameToReview {
                    game: name.to_string(),
                    options: self.position.options.clone(),
                    start: self.position.position.clone(),
                    turns: session.turns(),
                    players: self.players.clone(),
                    result: None,
                };
                let turn = |turn: &String| PageTurn { turn: turn.clone(), mark: None, comment: None };
                let turns: Vec<PageTurn> = game.turns.iter().map(turn).collect();
                let name = named("html");
                return Ok(ExportedFile { name, kind: "text/html", text: page(&mut *session, &game, &turns, None)? });
            }
            _ => {}
        }
        let unknown = || ServerError::Refused(format!("there is no format `{}`", crate::text::shorten(&self.format)));
        let format = RecordFormat::named(&self.format).ok_or_else(unknown)?;
        if !self.line.is_empty() {
            let turns: Vec<String> = self.line.iter().map(|turn| turn.turn.clone()).collect();
            session.set_position(&self.position.start(), &turns)?;
        }
        let record = self.record(&mut *session)?;
        let (text, left_out) = write(&[record], format);
        if let Some((_, what)) = left_out.into_iter().next() {
            return Err(ServerError::Refused(what));
        }
        let ending = FORMATS.iter().find(|known| known.0 == format).and_then(|known| known.2.first());
        Ok(ExportedFile { name: named(ending.unwrap_or(&"txt")), kind: "text/plain", text })
    }

    fn record(&self, session: &mut dyn crate::session::Session) -> Result<GameRecord, ServerError> {
        let seats = session.turn_seats();
        let turns = session.turns();
        let by_rules = session.standing().outcome();
        if let Some(loser) = self.resigned.filter(|_| by_rules.is_none()) {
            if !(1..=session.seats()).contains(&loser) {
                return Err(ServerError::Refused(format!("there is no seat {loser}")));
            }
            session.forfeit(loser - 1);
        }
        let winners: Vec<usize> = match session.standing().outcome() {
            Some(outcome) => session.winners(outcome).into_iter().map(|seat| seat + 1).collect(),
            None => Vec::new(),
        };
        let reason = match (by_rules, self.resigned) {
            (Some(_), _) => Reason::Rules,
            (None, Some(_)) => Reason::Resign,
            (None, None) => Reason::Unfinished,
        };
        let turn = |(index, (turn, seat)): (usize, (String, usize))| {
            let known = self.line.get(index).map(ExportTurn::record).unwrap_or_default();
            Turn { turn, seat: seat + 1, ..known }
        };
        let seat = |seat: usize| Seat {
            name: self.players.get(seat).map(|name| one_line(name)).unwrap_or_default(),
            ..Seat::default()
        };
        Ok(GameRecord {
            game: session.name().to_string(),
            option: self.position.options.clone(),
            position: self.position.position.clone(),
            seats: (0..session.seats()).map(seat).collect(),
            turns: turns.into_iter().zip(seats).enumerate().map(turn).collect(),
            result: result(&winners, &session.sides()),
            winners,
            reason,
            loser: self.resigned.filter(|_| by_rules.is_none()),
            quintet: VERSION.to_string(),
            ..GameRecord::default()
        })
    }
}
