//! The formats of other programs, one file each: from their text to games as they tell them, and back.
//!
//! A reader knows nothing of the rules; what it finds is played by [`import`](super::import). A writer replays a game.

mod abstract_play;
mod bga;
mod boardspace;
mod gipf_com;
mod iit_delhi;
mod ludii;
mod sgf;
mod webgipf;

use super::RecordError;
use super::cleaning;
use super::import::{Imported, import};
use super::lines;
use super::record::GameRecord;
use super::text;
use std::path::Path;

/// The ways in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// JSON Lines of our own.
    Jsonl,
    /// The readable text of our own.
    Text,
    /// The notation of gipf.com, of YINSH and GIPF.
    GipfCom,
    /// SGF files of boardspace.net, of YINSH.
    Boardspace,
    /// JSON records of Abstract Play, of Yavalath.
    AbstractPlay,
    /// Trials of Ludii, of Yavalath and Pentalath.
    Ludii,
    /// The lines of the course at IIT Delhi, of YINSH; read only.
    IitDelhi,
    /// The words of webgipf, of GIPF; read only.
    Webgipf,
    /// JSON logs of Board Game Arena, of YINSH; read only.
    Bga,
}

/// All formats by name, with the endings of the names of their files.
pub const FORMATS: [(RecordFormat, &str, &[&str]); 9] = [
    (RecordFormat::Jsonl, "jsonl", &["jsonl"]),
    (RecordFormat::Text, "text", &["txt"]),
    (RecordFormat::GipfCom, "gipf.com", &["gipf"]),
    (RecordFormat::Boardspace, "boardspace", &["sgf"]),
    (RecordFormat::AbstractPlay, "abstract-play", &["json"]),
    (RecordFormat::Ludii, "ludii", &["trl"]),
    (RecordFormat::IitDelhi, "iit-delhi", &[]),
    (RecordFormat::Webgipf, "webgipf", &[]),
    (RecordFormat::Bga, "bga", &[]),
];

impl RecordFormat {
    /// The format of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        FORMATS.iter().find(|known| known.1.eq_ignore_ascii_case(name)).map(|known| known.0)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Jsonl => "quintet (JSON Lines)",
            Self::Text => "quintet (text)",
            Self::GipfCom => "gipf.com",
            Self::Boardspace => "boardspace.net (SGF)",
            Self::AbstractPlay => "Abstract Play (JSON)",
            Self::Ludii => "Ludii",
            Self::IitDelhi => "IIT Delhi",
            Self::Webgipf => "webgipf",
            Self::Bga => "Board Game Arena",
        }
    }

    /// Whether games are written in it, or only read.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::IitDelhi | Self::Webgipf | Self::Bga)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }

    /// The format in which a file of this name is written.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        let has = |endings: &[&str]| endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        FORMATS.iter().find(|known| has(known.2)).map(|known| known.0)
    }

    /// The format of a text, by what it looks like.
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or_default().trim();
        if text.starts_with("[Game \"") {
            return Some(Self::Text);
        }
        if text.starts_with('{') || text.starts_with('[') {
            return Some(match () {
                () if iit_delhi::is(text) => Self::IitDelhi,
                () if bga::is(text) => Self::Bga,
                () if abstract_play::is(text) => Self::AbstractPlay,
                () => Self::Jsonl,
            });
        }
        match () {
            () if text.starts_with('(') => Some(Self::Boardspace),
            () if ludii::is(text) => Some(Self::Ludii),
            () if iit_delhi::is(first) => Some(Self::IitDelhi),
            () if webgipf::is(text) => Some(Self::Webgipf),
            () if gipf_com::is(text) => Some(Self::GipfCom),
            () => None,
        }
    }
}

/// The names of all formats, for a sentence.
pub fn format_names() -> String {
    FORMATS.map(|known| known.1).join(", ")
}

/// Reads the games of a file at `path` (for what is said of it) that holds `bytes`.
///
/// # Errors
/// [`RecordError`] if it is in no format that is known, or not in the one that is asked for. What is wrong with a single
/// game of another program is an [`Oddity`](super::Oddity) and keeps no other from being read.
pub fn read_bytes(path: &Path, bytes: &[u8], format: Option<RecordFormat>) -> Result<Imported, RecordError> {
    let text = String::from_utf8_lossy(bytes);
    let unknown = || {
        let names = format_names();
        RecordError::Request(format!("`{}` is in no known format of games; there are {names}", path.display()))
    };
    let given = match format.or_else(|| RecordFormat::of_text(&text)).ok_or_else(unknown)? {
        RecordFormat::Jsonl => {
            let games = lines::record_lines(path, bytes)?.into_iter().filter_map(|line| line.record);
            return Ok(own(games.collect()));
        }
        RecordFormat::Text => return Ok(own(text::read(&text)?)),
        RecordFormat::GipfCom => gipf_com::read(&text),
        RecordFormat::Boardspace => boardspace::read(&text),
        RecordFormat::AbstractPlay => abstract_play::read(&text),
        RecordFormat::Ludii => ludii::read(&text),
        RecordFormat::IitDelhi => iit_delhi::read(&text),
        RecordFormat::Webgipf => webgipf::read(&text),
        RecordFormat::Bga => bga::read(&text),
    };
    Ok(import(given))
}

/// Games of ours, with clean names and comments. Whether they are as the rules have them says [`GameRecord::check`].
fn own(records: Vec<GameRecord>) -> Imported {
    Imported { records: records.into_iter().map(cleaning::record).collect(), oddities: Vec::new() }
}

/// Writes games.
///
/// # Errors
/// A sentence for each game that the format cannot hold or that is not as the rules have it, with its number from 1;
/// the others are written.
pub fn write(records: &[GameRecord], format: RecordFormat) -> (String, Vec<(usize, String)>) {
    let one = |record: &GameRecord| -> Result<String, String> {
        match format {
            RecordFormat::Jsonl => Ok(serde_json::to_string(record).map_err(|error| error.to_string())? + "\n"),
            // What is no turn could not be read again.
            RecordFormat::Text => record.check().map(|()| text::write(record)).map_err(|error| error.to_string()),
            RecordFormat::GipfCom => gipf_com::write(record),
            RecordFormat::Boardspace => boardspace::write(record),
            RecordFormat::AbstractPlay => abstract_play::write(record),
            RecordFormat::Ludii => ludii::write(record),
            RecordFormat::IitDelhi | RecordFormat::Webgipf | RecordFormat::Bga => {
                Err(format!("games are not written in the format {}, only read", format.name()))
            }
        }
    };
    let (mut written, mut left_out) = (Vec::new(), Vec::new());
    for (index, record) in records.iter().enumerate() {
        match one(record) {
            Ok(text) => written.push(text),
            Err(what) => left_out.push((index + 1, what)),
        }
    }
    let text = match format {
        RecordFormat::AbstractPlay if written.len() != 1 => {
            format!("[\n{}\n]\n", written.join(",\n").replace("\n,", ","))
        }
        _ => written.concat(),
    };
    (text, left_out)
}

/// The session at the start of a game that can be written in another format, which has no turns but played ones.
fn replayable(record: &GameRecord, games: &[&str]) -> Result<Box<dyn crate::session::Session>, String> {
    if !games.contains(&record.game.as_str()) {
        return Err(format!("the format has only {}, not {}", games.join(", "), record.game));
    }
    if record.position.is_some() {
        return Err("the format has no game that begins elsewhere than at its start".to_string());
    }
    record.check().map_err(|error| error.to_string())?;
    record.session().map_err(|error| error.to_string())
}

/// The name of the player of a seat, from 0.
fn name_of(record: &GameRecord, seat: usize) -> String {
    let name = record.seats.get(seat).map_or("", |seat| &seat.name);
    if name.is_empty() { format!("seat {}", seat + 1) } else { crate::text::one_line(name) }
}
