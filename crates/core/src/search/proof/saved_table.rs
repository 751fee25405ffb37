//! The table of a proof search as a file, from which the search can continue.
//!
//! A text header names the game; then follow the entries, each as two little-endian words, a pair of zeros that ends
//! them, and a checksum (CRC-32) of everything before it.

use super::solver::Solver;
use std::io::{self, Read, Write};

/// The first line.
const TITLE: &str = "quintet proof table 1\n";
/// The most bytes of a header.
const LONGEST_HEAD: u64 = 10_000;
/// The bytes of an entry.
const ENTRY: usize = 16;

/// A file that is not a table of this game, in one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum SavedTableError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as it must.
    #[error("this is not a proof search table for this game with these options")]
    Head,
    /// It was changed, cut off or damaged.
    #[error("the table is damaged or cut off")]
    Damaged,
}

/// The game and its options as written into the header, one line each.
fn head(game: &str, options: &[(String, String)]) -> String {
    let options: String = options.iter().map(|(name, value)| format!("option {name} {value}\n")).collect();
    format!("{TITLE}game {game}\n{options}\n")
}

/// Writes through to a file and computes a checksum of what it writes.
struct Summing<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

/// Writes what a solver remembers about a game.
///
/// # Errors
/// If it cannot be written.
pub fn save(solver: &Solver, game: &str, options: &[(String, String)], out: impl Write) -> io::Result<()> {
    let mut out = Summing { inner: io::BufWriter::with_capacity(1 << 20, out), sum: crc32fast::Hasher::new() };
    out.write_all(head(game, options).as_bytes())?;
    for entry in solver.entries().chain([[0; 2]]) {
        for word in entry {
            out.write_all(&word.to_le_bytes())?;
        }
    }
    let sum = out.sum.clone().finalize();
    out.write_all(&sum.to_le_bytes())?;
    out.flush()
}

/// Reads such a file into the solver, and returns the number of entries.
///
/// # Errors
/// [`SavedTableError`]; what was read until then is kept, as each entry is valid by itself or harmless: the final claim
/// is shown by a strategy.
pub fn load(
    solver: &Solver,
    game: &str,
    options: &[(String, String)],
    input: impl Read,
) -> Result<u64, SavedTableError> {
    let mut input = Summing { inner: io::BufReader::with_capacity(1 << 20, input), sum: crc32fast::Hasher::new() };
    let expected = head(game, options);
    let mut found = Vec::new();
    (&mut input).take((expected.len() as u64).min(LONGEST_HEAD)).read_to_end(&mut found)?;
    if found != expected.as_bytes() {
        return Err(SavedTableError::Head);
    }
    let cut = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => SavedTableError::Damaged,
        _ => SavedTableError::Io(error),
    };
    let mut count = 0;
    loop {
        let mut bytes = [0; ENTRY];
        input.read_exact(&mut bytes).map_err(cut)?;
        let entry = u128::from_le_bytes(bytes);
        if entry == 0 {
            break;
        }
        if !solver.insert([entry as u64, (entry >> 64) as u64]) {
            return Err(SavedTableError::Damaged);
        }
        count += 1;
    }
    let sum = input.sum.clone().finalize();
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes).map_err(cut)?;
    if u32::from_le_bytes(bytes) != sum || input.read(&mut [0])? != 0 {
        return Err(SavedTableError::Damaged);
    }
    Ok(count)
}
