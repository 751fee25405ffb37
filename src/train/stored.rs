//! Append-only files of records with checksums. Such a file may be cut off anywhere, as when the program is killed:
//! complete records are kept, and missing ones are made again. Files are read record by record, however long they are.
//!
//! A file starts with a line of text that says what it holds and how that was made. Then each record has its bytes and
//! their checksum (32 bits, FNV-1a, little-endian).

use super::TrainError;
use crate::board::bits::fnv_1a_32;
use crate::files::{self, FileError, NewFile};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A record that a file can hold many of.
pub trait Stored: Sized {
    /// The start of the first line of a file of these records.
    const TITLE: &'static str;
    /// How many bytes determine the length of a record.
    const HEAD: usize;

    /// Its bytes without the checksum.
    fn to_bytes(&self) -> Vec<u8>;

    /// How many bytes follow the header.
    fn bytes_after(head: &[u8]) -> usize;

    /// The record of these bytes, if they are valid.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

/// The bytes of a record in a file.
fn checked<T: Stored>(record: &T) -> Vec<u8> {
    let mut bytes = record.to_bytes();
    bytes.extend(fnv_1a_32(&bytes).to_le_bytes());
    bytes
}

/// The first line of a file whose records were made as `about` says in a line.
fn title<T: Stored>(about: &str) -> String {
    format!("{}{about}\n", T::TITLE)
}

/// An open file, to append to.
#[derive(Debug)]
pub struct StoredFile<T> {
    file: File,
    path: PathBuf,
    of: PhantomData<fn(T)>,
}

impl<T: Stored> StoredFile<T> {
    /// Opens or creates the file whose records were made as `about` says in a line, and passes its records to `visit`.
    ///
    /// # Errors
    /// [`TrainError::File`], [`TrainError::Mismatch`] if its records were made in another way, or what `visit` returns.
    pub fn open(
        path: PathBuf,
        about: &str,
        mut visit: impl FnMut(T) -> Result<(), TrainError>,
    ) -> Result<Self, TrainError> {
        let wrong = FileError::of(&path, "written");
        let mut file = files::append(&path)?;
        let mut reader = StoredReader::new(file.try_clone().map_err(&wrong)?, path.clone())?;
        let title = title::<T>(about);
        if reader.line == title.as_bytes() {
            for record in reader.by_ref() {
                visit(record?)?;
            }
            file.set_len(reader.whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(&wrong)?;
        } else if title.as_bytes().starts_with(&reader.line) {
            file.set_len(0).and_then(|()| file.write_all(title.as_bytes())).map_err(&wrong)?;
        } else {
            return Err(TrainError::Mismatch { found: reader.shown(), expected: about.to_string(), path });
        }
        Ok(Self { file, path, of: PhantomData })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &T) -> Result<(), FileError> {
        self.file.write_all(&checked(record)).map_err(FileError::of(&self.path, "written"))
    }
}

/// A file that is written completely, from records that exist elsewhere.
#[derive(Debug)]
pub struct NewStored<T> {
    file: BufWriter<NewFile>,
    path: PathBuf,
    of: PhantomData<fn(T)>,
}

impl<T: Stored> NewStored<T> {
    /// Starts a file whose records were made as `about` says. It replaces only a file made in the same way.
    ///
    /// # Errors
    /// [`TrainError::Mismatch`] if the existing records were made in another way, [`TrainError::File`].
    pub fn create(path: PathBuf, about: &str) -> Result<Self, TrainError> {
        match StoredReader::<T>::open(&path) {
            Err(error) if error.is_missing() => {}
            Ok(reader) if !title::<T>(about).as_bytes().starts_with(&reader.line) => {
                return Err(TrainError::Mismatch { found: reader.shown(), expected: about.to_string(), path });
            }
            reader => drop(reader?),
        }
        let mut file = BufWriter::new(NewFile::create(&path)?);
        file.write_all(title::<T>(about).as_bytes()).map_err(FileError::of(&path, "written"))?;
        Ok(Self { file, path, of: PhantomData })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, record: &T) -> Result<(), FileError> {
        self.file.write_all(&checked(record)).map_err(FileError::of(&self.path, "written"))
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), FileError> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        file.map_err(FileError::of(&self.path, "written"))?.finish().map(drop)
    }
}

/// Reads the complete records at the start of a file, one after the other.
#[derive(Debug)]
pub struct StoredReader<T> {
    input: BufReader<File>,
    path: PathBuf,
    line: Vec<u8>,
    /// The length of the complete records so far, in bytes.
    whole: u64,
    of: PhantomData<fn() -> T>,
}

impl<T: Stored> StoredReader<T> {
    /// Of a file on the disk.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::new(files::open_to_read(path)?, path.to_path_buf())
    }

    fn new(file: File, path: PathBuf) -> Result<Self, FileError> {
        /// The longest first line, in bytes.
        const LONGEST: u64 = 4 << 10;
        let mut input = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        let read = Read::by_ref(&mut input).take(LONGEST).read_until(b'\n', &mut line);
        read.map_err(FileError::of(&path, "read"))?;
        Ok(Self { whole: line.len() as u64, input, path, line, of: PhantomData })
    }

    /// How the records were made, if the first line is valid.
    pub fn about(&self) -> Option<&str> {
        let line = self.line.strip_suffix(b"\n")?.strip_prefix(T::TITLE.as_bytes())?;
        std::str::from_utf8(line).ok()
    }

    /// The file's first line, cleaned for display.
    pub fn shown(&self) -> String {
        let line = String::from_utf8_lossy(&self.line[..self.line.len().min(200)]).trim_end().to_string();
        line.trim_start_matches(T::TITLE).escape_debug().to_string()
    }

    fn record(&mut self) -> io::Result<Option<T>> {
        const SUM: usize = size_of::<u32>();
        let mut bytes = vec![0; T::HEAD];
        if !fill(&mut self.input, &mut bytes)? {
            return Ok(None);
        }
        let size = T::HEAD + T::bytes_after(&bytes);
        bytes.resize(size + SUM, 0);
        if !fill(&mut self.input, &mut bytes[T::HEAD..])? || !bytes.ends_with(&fnv_1a_32(&bytes[..size]).to_le_bytes())
        {
            return Ok(None);
        }
        let record = T::from_bytes(&bytes[..size]);
        if record.is_some() {
            self.whole += bytes.len() as u64;
        }
        Ok(record)
    }
}

impl<T: Stored> Iterator for StoredReader<T> {
    type Item = Result<T, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.record().map_err(FileError::of(&self.path, "read")).transpose()
    }
}

/// Whether there was enough to fill `bytes`.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
