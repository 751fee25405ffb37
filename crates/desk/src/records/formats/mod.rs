//! The formats of other programs, one file each: from their text to unchecked games, and back.
//!
//! A reader knows nothing about the rules; [`import`] plays what it finds. A writer replays a game.

mod abstract_play;
mod bga;
mod boardspace;
mod codingame;
mod gipf_com;
mod iit_delhi;
mod ludii;
mod sgf;
mod webgipf;

use super::RecordError;
use super::file_name;
use super::import::{self, GivenGame, Imported, Keep, Oddity};
use super::lines;
use super::own;
use super::record::GameRecord;
use super::says;
use super::text;
use crate::sentence::{Sentence, verbatim};
use crate::text::decoded;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::Path;

/// The formats of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Quintet's JSON Lines.
    Jsonl,
    /// Quintet's readable text.
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
    /// Replays of CodinGame's arenas, of Yavalath and YINSH; read only.
    CodinGame,
}

/// All formats by name, with the endings of their file names.
pub const FORMATS: [(RecordFormat, &str, &[&str]); 10] = [
    (RecordFormat::Jsonl, "jsonl", &["jsonl"]),
    (RecordFormat::Text, "text", &["txt"]),
    (RecordFormat::GipfCom, "gipf.com", &["gipf"]),
    (RecordFormat::Boardspace, "boardspace", &["sgf"]),
    (RecordFormat::AbstractPlay, "abstract-play", &["json"]),
    (RecordFormat::Ludii, "ludii", &["trl"]),
    (RecordFormat::IitDelhi, "iit-delhi", &[]),
    (RecordFormat::Webgipf, "webgipf", &[]),
    (RecordFormat::Bga, "bga", &[]),
    (RecordFormat::CodinGame, "codingame", &[]),
];

impl RecordFormat {
    /// The format of this name, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        FORMATS.iter().find(|known| known.1.eq_ignore_ascii_case(name)).map(|known| known.0)
    }

    /// Its usual name.
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
            Self::CodinGame => "CodinGame",
        }
    }

    /// Whether games can be written in it, or only read.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::IitDelhi | Self::Webgipf | Self::Bga | Self::CodinGame)
    }

    /// Whether it is one of quintet's own, which hold everything about a game.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Jsonl | Self::Text)
    }

    /// The games that it holds; `None` for all.
    pub fn games(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::Jsonl | Self::Text => return None,
            Self::GipfCom => &gipf_com::GAMES,
            Self::Boardspace => &["yinsh", "yinsh-blitz"],
            Self::AbstractPlay => &["yavalath", "yavalath3"],
            Self::Ludii => &["yavalath", "yavalath3", "pentalath"],
            Self::IitDelhi | Self::Bga => &["yinsh"],
            Self::CodinGame => &["yavalath", "yinsh"],
            Self::Webgipf => &["gipf", "gipf-standard", "gipf-tournament"],
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }

    /// The format for a file of this name.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        let has = |endings: &[&str]| endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        FORMATS.iter().find(|known| has(known.2)).map(|known| known.0)
    }

    /// The format of a text, detected from its contents.
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start();
        let first = text.lines().next().unwrap_or_default().trim();
        if text.strip_prefix('[').is_some_and(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic())) {
            return Some(Self::Text);
        }
        if text.starts_with('{') || text.starts_with('[') {
            return Some(match () {
                () if iit_delhi::is(text) => Self::IitDelhi,
                () if bga::is(text) => Self::Bga,
                () if codingame::is(text) => Self::CodinGame,
                () if abstract_play::is(text) => Self::AbstractPlay,
                () => Self::Jsonl,
            });
        }
        match () {
            () if text.starts_with('(') || boardspace::is(text) => Some(Self::Boardspace),
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

/// A game as read: its place in its file, from 1; the game, or why it cannot be read; and its oddities.
pub type ReadGame = (usize, Result<GameRecord, Sentence>, Vec<Sentence>);

/// Reads the games in `bytes`, from the file at `path` (for messages), one at a time, since all of them may take many
/// times the memory of the file, and plays them by the rules. Returns whether the format is quintet's own; oddities of
/// the file as a whole come at place 0 without a game.
///
/// # Errors
/// [`RecordError`] if its format is unknown, or not the requested one. A mistake in one game does not prevent others
/// from being read.
pub fn visit(
    path: &Path,
    bytes: &[u8],
    format: Option<RecordFormat>,
    see: &mut dyn FnMut(ReadGame),
) -> Result<Visited, RecordError> {
    let mut see_all = |game| {
        see(game);
        ControlFlow::Continue(())
    };
    visit_until(path, bytes, format, &|| false, &mut see_all)
}

/// The same until `see` has seen enough, or `stop` says that it takes too long. `stop` is also asked within a game,
/// which is then not shown.
///
/// # Errors
/// As for [`visit`].
pub fn visit_until(
    path: &Path,
    bytes: &[u8],
    format: Option<RecordFormat>,
    stop: &dyn Fn() -> bool,
    see: &mut dyn FnMut(ReadGame) -> ControlFlow<()>,
) -> Result<Visited, RecordError> {
    let (text, is_other) = decoded(bytes);
    // Marks may stand between files that were put together, and lines may end as on old machines.
    let text = if text.contains('\u{feff}') { Cow::Owned(text.replace('\u{feff}', "")) } else { text };
    let is_old = text.contains('\r') && !text.contains('\n');
    let text = if is_old { Cow::Owned(text.replace('\r', "\n")) } else { text };
    let unknown = || RecordError::Request(says::unknown_format(file_name(path), format_names()));
    if text.trim().is_empty() {
        return Err(RecordError::Request(says::empty(file_name(path))));
    }
    if format.is_none() && text.contains("[Event \"") && text.contains("[White \"") {
        return Err(RecordError::Request(says::pgn(file_name(path))));
    }
    let mut reading = Reading { stop, see };
    let format = format.or_else(|| RecordFormat::of_text(&text)).ok_or_else(unknown)?;
    let read = match format {
        // Torn lines, too, are lines of bytes.
        RecordFormat::Jsonl if is_other && !is_wide(bytes) => of_lines(path, bytes, &mut reading)?,
        RecordFormat::Jsonl => of_lines(path, text.as_bytes(), &mut reading)?,
        RecordFormat::Text => reading.own(text::games(&text)),
        RecordFormat::GipfCom => reading.given(gipf_com::read(&text, stop)),
        RecordFormat::Boardspace => reading.given(boardspace::read(&text)),
        RecordFormat::AbstractPlay => reading.given(abstract_play::read(&text)),
        RecordFormat::Ludii => reading.given(ludii::read(&text)),
        RecordFormat::IitDelhi => reading.given(iit_delhi::read(&text)),
        RecordFormat::Webgipf => reading.given(webgipf::read(&text)),
        RecordFormat::Bga => reading.given(bga::read(&text)),
        RecordFormat::CodinGame => reading.given(codingame::read(&text)),
    };
    let guessed = is_other && format != RecordFormat::Jsonl;
    Ok(Visited { format, oddity: guessed.then(other_letters), is_whole: read.is_continue() })
}

/// What is known about a file as a whole when its games have been read.
pub struct Visited {
    /// The format in which it was read.
    pub format: RecordFormat,
    /// Its oddity.
    pub oddity: Option<Oddity>,
    /// Whether it was read to its end.
    pub is_whole: bool,
}

/// Plays games by the rules and shows them, until that is enough or takes too long.
struct Reading<'a> {
    stop: &'a dyn Fn() -> bool,
    see: &'a mut dyn FnMut(ReadGame) -> ControlFlow<()>,
}

/// Makes a game one by the rules. Oddities come as sentences; `stop` says when it takes too long.
type ByRules<T> = fn(T, &mut Vec<Sentence>, &dyn Fn() -> bool) -> Result<GameRecord, Sentence>;

impl Reading<'_> {
    fn all<T>(
        &mut self,
        games: impl Iterator<Item = Result<T, Sentence>>,
        by_rules: ByRules<T>,
        first: usize,
    ) -> ControlFlow<()> {
        for (place, game) in (first..).zip(games) {
            let mut odd = Vec::new();
            let record = game.and_then(|game| by_rules(game, &mut odd, self.stop));
            if (self.stop)() {
                return ControlFlow::Break(());
            }
            (self.see)((place, record, odd))?;
        }
        ControlFlow::Continue(())
    }

    fn own(&mut self, games: impl Iterator<Item = Result<GameRecord, Sentence>>) -> ControlFlow<()> {
        self.all(games, own::by_rules, 1)
    }

    fn given(&mut self, games: impl IntoIterator<Item = Result<GivenGame, Sentence>>) -> ControlFlow<()> {
        self.all(games.into_iter(), import::by_rules, 1)
    }
}

/// Reads the games of a file as [`visit`] does, all at once.
///
/// # Errors
/// As for [`visit`].
pub fn read_bytes(path: &Path, bytes: &[u8], format: Option<RecordFormat>) -> Result<Imported, RecordError> {
    read_bytes_kept(path, bytes, format, &mut |_, record| Some(record))
}

/// Reads the games of a file as [`visit`] does, and keeps what `keep` returns for each.
///
/// # Errors
/// As for [`visit`].
pub fn read_bytes_kept(
    path: &Path,
    bytes: &[u8],
    format: Option<RecordFormat>,
    keep: &mut Keep,
) -> Result<Imported, RecordError> {
    let mut imported = Imported::default();
    let visited = visit(path, bytes, format, &mut |(place, read, odd)| imported.add(place, read, odd, keep))?;
    imported.is_own = visited.format.is_own();
    imported.oddities.extend(visited.oddity);
    Ok(imported)
}

/// Whether a text is in UTF-16, by its byte order mark.
fn is_wide(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

fn of_lines(path: &Path, bytes: &[u8], reading: &mut Reading) -> Result<ControlFlow<()>, RecordError> {
    /// A file with more lines than this that are not games, and more of them than games, is something else.
    const MOST: usize = 1_000;
    let (mut good, mut bad) = (0, 0);
    let objects = lines::objects(bytes);
    let mut games: Box<dyn Iterator<Item = _>> = match &objects {
        Some(objects) => Box::new(objects.iter().map(|object| lines::game(object))),
        None => Box::new(lines::games(bytes)),
    };
    for line in games.by_ref() {
        *(if line.is_ok() { &mut good } else { &mut bad }) += 1;
        if bad > MOST.max(good) {
            break;
        }
        if reading.all(std::iter::once(line), own::by_rules, good + bad).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    if bad > if good == 0 { 0 } else { MOST.max(good) } {
        // The first that is none is the reason.
        if let Some(what) = objects.iter().flatten().find_map(|object| lines::game(object).err()) {
            return Err(RecordError::Request(says::of_file(file_name(path), what)));
        }
        lines::record_lines(path, bytes)?;
    }
    Ok(ControlFlow::Continue(()))
}

/// The remark about a file whose encoding had to be guessed.
fn other_letters() -> Oddity {
    Oddity { game: 0, what: says::other_letters(), refused: false }
}

/// Games as a text in some format, one after the other.
pub struct RecordWriter {
    format: RecordFormat,
    text: String,
    count: usize,
}

impl RecordWriter {
    /// An empty text.
    pub fn new(format: RecordFormat) -> Self {
        Self { format, text: String::new(), count: 0 }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A sentence if the format cannot hold it, or it does not follow the rules.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), Sentence> {
        let text = match self.format {
            RecordFormat::Jsonl => serde_json::to_string(record).map_err(|error| verbatim(error.to_string()))? + "\n",
            // What is not a turn could not be read again.
            RecordFormat::Text => record.check().map(|()| text::write(record))?,
            RecordFormat::GipfCom => gipf_com::write(record)?,
            RecordFormat::Boardspace => boardspace::write(record)?,
            RecordFormat::AbstractPlay => abstract_play::write(record)?,
            RecordFormat::Ludii => ludii::write(record)?,
            RecordFormat::IitDelhi | RecordFormat::Webgipf | RecordFormat::Bga | RecordFormat::CodinGame => {
                return Err(says::only_read(self.format.name()));
            }
        };
        if self.format == RecordFormat::AbstractPlay && self.count > 0 {
            let end = self.text.trim_end().len();
            self.text.truncate(end);
            self.text += ",\n";
        }
        self.text += &text;
        self.count += 1;
        Ok(())
    }

    /// How many games it holds.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The text.
    pub fn finish(self) -> String {
        match self.format {
            // One record stands alone, others in a list.
            RecordFormat::AbstractPlay if self.count != 1 => format!("[\n{}]\n", self.text),
            _ => self.text,
        }
    }
}

/// Writes games.
///
/// # Errors
/// A sentence for each game that the format cannot hold or that does not follow the rules, with its number from 1; the
/// others are written.
pub fn write(records: &[GameRecord], format: RecordFormat) -> (String, Vec<(usize, Sentence)>) {
    let (mut writer, mut left_out) = (RecordWriter::new(format), Vec::new());
    for (number, record) in (1..).zip(records) {
        if let Err(what) = writer.add(record) {
            left_out.push((number, what));
        }
    }
    (writer.finish(), left_out)
}

/// The session at the start of a game that can be written in another format, which only holds played turns.
fn replayable(record: &GameRecord, format: RecordFormat) -> Result<Box<dyn crate::session::Session>, Sentence> {
    let games = format.games().unwrap_or_default();
    if !games.contains(&record.game.as_str()) {
        return Err(says::only_games(games.join(", "), record.game.as_str()));
    }
    if record.position.is_some() {
        return Err(says::only_starts());
    }
    record.check()?;
    Ok(record.session()?)
}

/// The name of the player of a seat, from 0; `None` if nothing is known about the players.
fn name_of(record: &GameRecord, seat: usize) -> Option<String> {
    record.seats.get(seat).map(|seat| crate::text::one_line(&seat.name))
}
