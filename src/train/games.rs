//! The file of games. It may be cut off anywhere, as when the program is killed: what is whole is kept, and the games
//! that are missing are played again.
//!
//! It begins with the line `quintet games 1: ` and how its games were played. Then each game has, in little-endian
//! order: the number of decisions (16 bits), the mask of the winners (8 bits), for each decision its code and what was
//! thought before it (16 bits each), and a checksum of all that (32 bits, FNV-1a). The positions follow from the decisions, so
//! that they need no format of their own.

use super::TrainError;
use super::selfplay::{RecordedVerdict, SelfPlayRecord};
use crate::board::bits::fnv_1a_32;
use crate::files;
use crate::game::{Move, Outcome};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const TITLE: &str = "quintet games 1: ";

/// Verdicts that are no score; scores are far from them.
const NOTHING: i16 = i16::MIN;
const WIN: i16 = i16::MAX;
const LOSS: i16 = -i16::MAX;

/// An open file of games, to append to.
#[derive(Debug)]
pub struct GamesFile {
    file: File,
    path: PathBuf,
}

impl GamesFile {
    /// Opens or creates the file of games that were played as `about` says in a line, and reads what it has.
    ///
    /// # Errors
    /// [`TrainError::File`], or [`TrainError::Mismatch`] if its games were played in another way.
    pub fn open(path: PathBuf, about: String) -> Result<(Self, Vec<SelfPlayRecord>), TrainError> {
        let wrong = |source| TrainError::File { path: path.clone(), source };
        let mut file = files::append(&path).map_err(wrong)?;
        let bytes = files::read_open(&mut file, files::MAX_RECORDS).map_err(wrong)?;
        let title = format!("{TITLE}{about}\n");
        let (mut records, mut whole) = (Vec::new(), title.len());
        if let Some(games) = bytes.strip_prefix(title.as_bytes()) {
            let size;
            (records, size) = decode_all(games);
            whole += size;
        } else if title.as_bytes().starts_with(&bytes) {
            let written = file.set_len(0).and_then(|()| file.write_all(title.as_bytes()));
            written.map_err(wrong)?;
        } else {
            return Err(TrainError::Mismatch { path, found: way_of_play(&bytes), expected: about });
        }
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(wrong)?;
        Ok((Self { file, path }, records))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn append(&mut self, record: &SelfPlayRecord) -> Result<(), TrainError> {
        let written = self.file.write_all(&encode(record));
        written.map_err(|source| TrainError::File { path: self.path.clone(), source })
    }
}

/// The games of `game` that a file has, in whatever way they were played.
///
/// # Errors
/// [`TrainError::File`], or [`TrainError::OtherGame`] if it has no games of that name.
pub fn read(path: &Path, game: &str) -> Result<Vec<SelfPlayRecord>, TrainError> {
    let bytes =
        files::read(path, files::MAX_RECORDS).map_err(|source| TrainError::File { path: path.into(), source })?;
    if !bytes.starts_with(format!("{TITLE}{game}, ").as_bytes()) {
        return Err(TrainError::OtherGame { path: path.into(), found: way_of_play(&bytes), expected: game.into() });
    }
    let title = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    Ok(decode_all(&bytes[title..]).0)
}

/// What a file says about itself, fit to be shown.
fn way_of_play(bytes: &[u8]) -> String {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
    line.trim_start_matches(TITLE).escape_debug().to_string()
}

fn encode(record: &SelfPlayRecord) -> Vec<u8> {
    let mut bytes = (record.decisions.len() as u16).to_le_bytes().to_vec();
    bytes.push(record.outcome.mask());
    for (mv, verdict) in &record.decisions {
        let verdict = match *verdict {
            RecordedVerdict::None => NOTHING,
            RecordedVerdict::Score(score) => score,
            RecordedVerdict::Win => WIN,
            RecordedVerdict::Loss => LOSS,
        };
        bytes.extend(mv.to_bits().to_le_bytes());
        bytes.extend(verdict.to_le_bytes());
    }
    bytes.extend(fnv_1a_32(&bytes).to_le_bytes());
    bytes
}

/// The whole games at the beginning of `bytes`, and how many bytes they take.
fn decode_all(bytes: &[u8]) -> (Vec<SelfPlayRecord>, usize) {
    let (mut records, mut whole) = (Vec::new(), 0);
    while let Some((record, size)) = decode(&bytes[whole..]) {
        records.push(record);
        whole += size;
    }
    (records, whole)
}

/// The game at the beginning of `bytes` and its size there, if it is whole.
fn decode(bytes: &[u8]) -> Option<(SelfPlayRecord, usize)> {
    let count = usize::from(u16::from_le_bytes(*bytes.first_chunk()?));
    let size = 3 + 4 * count;
    let sum = bytes.get(size..)?.first_chunk()?;
    if fnv_1a_32(&bytes[..size]) != u32::from_le_bytes(*sum) || bytes[2] == 0 {
        return None;
    }
    let decision = |bytes: &[u8]| {
        let verdict = match i16::from_le_bytes([bytes[2], bytes[3]]) {
            NOTHING => RecordedVerdict::None,
            WIN => RecordedVerdict::Win,
            LOSS => RecordedVerdict::Loss,
            score => RecordedVerdict::Score(score),
        };
        Some((Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]))?, verdict))
    };
    let decisions = bytes[3..size].chunks_exact(4).map(decision).collect::<Option<_>>()?;
    Some((SelfPlayRecord { decisions, outcome: Outcome::shared(bytes[2]) }, size + sum.len()))
}
