//! Games as other tools want them: tables for pandas, R, spreadsheets and databases, PGN for rating tools. They are
//! only written, as they do not hold everything about a game.

mod games;
mod pgn;
mod turns;

use super::record::GameRecord;
use crate::csv;
use crate::sentence::Sentence;
use crate::session::Session;
use std::path::Path;

pub use games::GAME_COLUMNS;
pub use turns::TURN_COLUMNS;

/// The tables that games can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// CSV with one row per game.
    GamesCsv,
    /// CSV with one row per turn.
    TurnsCsv,
    /// PGN with the players and the result of each game, and no moves.
    Pgn,
}

/// All of them by name, with the ending of their file names, if that identifies them.
pub const TABLE_FORMATS: [(TableFormat, &str, Option<&str>); 3] = [
    (TableFormat::GamesCsv, "games-csv", Some("csv")),
    (TableFormat::TurnsCsv, "turns-csv", None),
    (TableFormat::Pgn, "pgn", Some("pgn")),
];

impl TableFormat {
    /// The one of this name, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        TABLE_FORMATS.iter().find(|known| known.1.eq_ignore_ascii_case(name)).map(|known| known.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TABLE_FORMATS.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }

    /// The one for a file of this name.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        let has = |known: Option<&str>| known.is_some_and(|known| known.eq_ignore_ascii_case(ending));
        TABLE_FORMATS.iter().find(|known| has(known.2)).map(|known| known.0)
    }
}

/// Games that have been written as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The table.
    pub text: String,
    /// How many games are in it.
    pub written: usize,
    /// Why games were left out: each reason once, with the number of games and the place of the first, from 1.
    pub left_out: Vec<LeftOutGames>,
    /// What the table lacks of the games in it, in one sentence.
    pub remark: Option<String>,
}

/// Games that were left out of a table for one reason.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOutGames {
    /// Why.
    pub why: String,
    /// How many.
    pub count: usize,
    /// The place of the first, from 1.
    pub first: usize,
}

impl Table {
    /// Why games were left out, in one sentence; `None` if none were.
    pub fn what_is_missing(&self) -> Option<String> {
        let all: usize = self.left_out.iter().map(|left_out| left_out.count).sum();
        let reason = |&LeftOutGames { ref why, count, first }: &LeftOutGames| match count {
            1 => format!("game {first}: {why}"),
            _ => format!("{count} from game {first} on: {why}"),
        };
        let shown: Vec<String> = self.left_out.iter().take(3).map(reason).collect();
        let more = if self.left_out.len() > shown.len() { "; …" } else { "" };
        let games = self.written + all;
        (all > 0).then(|| format!("{all} of {games} games are left out ({}{more})", shown.join("; ")))
    }

    fn leave_out(&mut self, place: usize, why: String) {
        /// Each game may be wrong in its own way: beyond this many reasons, the rest count with the last.
        const MOST: usize = 16;
        let known = self.left_out.iter().position(|known| known.why == why);
        match known.or((self.left_out.len() == MOST).then_some(MOST - 1)) {
            Some(index) => self.left_out[index].count += 1,
            None => self.left_out.push(LeftOutGames { why, count: 1, first: place }),
        }
    }
}

/// A game to write, with what the rules say about it.
struct Replayed<'a> {
    /// Its place among the games read, from 1.
    place: usize,
    record: &'a GameRecord,
    /// At its end.
    session: Box<dyn Session>,
}

/// Writes games one by one.
pub struct TableWriter {
    format: TableFormat,
    written: Table,
    not_held: NotHeld,
}

impl TableWriter {
    /// A table without a game.
    pub fn new(format: TableFormat) -> Self {
        let text = match format {
            TableFormat::GamesCsv => csv::header(&GAME_COLUMNS),
            TableFormat::TurnsCsv => csv::header(&TURN_COLUMNS),
            TableFormat::Pgn => String::new(),
        };
        Self { format, written: Table { text, ..Table::default() }, not_held: NotHeld::default() }
    }

    /// Adds the game at `place`, from 1, or leaves it out.
    pub fn add(&mut self, place: usize, record: &GameRecord) {
        let session = record.replay().map_err(Sentence::from);
        let replayed = session.map(|session| Replayed { place, record, session });
        let text = replayed.and_then(|game| match self.format {
            TableFormat::GamesCsv => Ok(games::row(&game)),
            TableFormat::TurnsCsv => Ok(turns::rows(&game)),
            TableFormat::Pgn => pgn::game(&game),
        });
        match text {
            Ok(text) => {
                self.written.text += &text;
                self.written.written += 1;
                self.not_held.count(record);
            }
            Err(why) => self.written.leave_out(place, crate::text::sentence(&why.to_string(), 60, 400)),
        }
    }

    /// The table, with what it lacks.
    pub fn finish(self) -> Table {
        Table { remark: self.not_held.sentence(self.format), ..self.written }
    }
}

/// Writes games.
pub fn write_table(records: &[GameRecord], format: TableFormat) -> Table {
    let mut writer = TableWriter::new(format);
    (1..).zip(records).for_each(|(place, record)| writer.add(place, record));
    writer.finish()
}

/// What a table cannot hold.
#[derive(Default)]
struct NotHeld {
    unfinished: usize,
    variations: usize,
    with_variations: usize,
}

impl NotHeld {
    fn count(&mut self, record: &GameRecord) {
        self.unfinished += usize::from(record.result == "none");
        let variations: usize = record.turns.iter().map(|turn| turn.variations.len()).sum();
        self.variations += variations;
        self.with_variations += usize::from(variations > 0);
    }

    fn sentence(&self, format: TableFormat) -> Option<String> {
        let games = |count: usize| if count == 1 { "1 game".to_string() } else { format!("{count} games") };
        match format {
            TableFormat::Pgn if self.unfinished > 0 => {
                Some(format!("{} without a result: `*`, which rating tools do not count", games(self.unfinished)))
            }
            TableFormat::TurnsCsv if self.variations > 0 => {
                let variations = if self.variations == 1 { "variation" } else { "variations" };
                Some(format!("{} {variations} in {} are left out", self.variations, games(self.with_variations)))
            }
            _ => None,
        }
    }
}

/// A time in seconds since 1970 as `2026-11-25T18:20:01Z`; `None` for 0, which stands for a missing time, and for years
/// after 9999.
fn time_text(seconds: u64) -> Option<String> {
    /// The last second of the year 9999.
    const LAST: u64 = 253_402_300_799;
    let since = std::time::Duration::from_secs(seconds);
    let time = std::time::UNIX_EPOCH.checked_add(since).filter(|_| (1..=LAST).contains(&seconds))?;
    Some(humantime::format_rfc3339_seconds(time).to_string())
}

/// The columns that identify a row's game, the same in all tables.
fn identity<'a>(game: &Replayed<'a>) -> [csv::Cell<'a>; 4] {
    use csv::Cell;
    let record = game.record;
    [
        Cell::count(game.place as u64),
        Cell::text_or_missing(&record.tournament),
        Cell::of(Some(record.number).filter(|number| *number > 0), Cell::count),
        Cell::of(record.round.as_ref(), |round| Cell::count(round.round)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sample;

    #[test]
    fn what_is_left_out_is_counted_by_reason() {
        let (good, mut three) = (sample(), sample());
        three.game = "chess".into();
        let records = [three.clone(), good.clone(), three];
        for (format, ..) in TABLE_FORMATS {
            let written = write_table(&records, format);
            assert_eq!(written.written, 1);
            let said = written.what_is_missing().unwrap();
            assert!(
                said.starts_with("2 of 3 games are left out (2 from game 1 on: there is no game `chess`"),
                "{said}"
            );
        }
        assert_eq!(write_table(&[good], TableFormat::Pgn).what_is_missing(), None);
        // Many games that are wrong each in a way of its own are one sentence.
        let records: Vec<GameRecord> = (0..100).map(|n| GameRecord { game: format!("chess{n}"), ..sample() }).collect();
        let said = write_table(&records, TableFormat::Pgn).what_is_missing().unwrap();
        assert!(said.starts_with("100 of 100 games are left out") && said.chars().count() < 600, "{said}");
    }

    #[test]
    fn times_are_written_as_rfc_3339_has_them() {
        assert_eq!(time_text(1_764_094_801).as_deref(), Some("2025-11-25T18:20:01Z"));
        assert_eq!(time_text(253_402_300_799).as_deref(), Some("9999-12-31T23:59:59Z"));
        assert_eq!((time_text(0), time_text(253_402_300_800), time_text(u64::MAX)), (None, None, None));
    }
}
