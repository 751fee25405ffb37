//! Files that other processes append to.

use super::{FileError, FileIdentity, MAX_RECORDS, identity_of, open_to_read, read_open};
use std::fs;
use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;

/// A file that other processes append lines to, read as it grows. It is not kept open.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    /// Which file it was.
    identity: Option<FileIdentity>,
    offset: u64,
}

impl GrowingFile {
    /// The file at `path`, which need not exist yet, from its start.
    pub fn new(path: PathBuf) -> Self {
        Self { path, identity: None, offset: 0 }
    }

    /// The complete lines that are new since the last time, with their line ends. If another file has replaced it, that
    /// is read from its start. From the first line with zeros on, lines are left for later: on a network file system
    /// zeros stand for data that has not arrived yet.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub fn new_lines(&mut self) -> Result<Vec<u8>, FileError> {
        let failed = FileError::of(&self.path, "read");
        let found = match fs::metadata(&self.path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let identity = identity_of(&found);
        if self.identity != Some(identity) || found.len() < self.offset {
            (self.identity, self.offset) = (Some(identity), 0);
        }
        if found.len() == self.offset {
            return Ok(Vec::new());
        }
        let mut file = open_to_read(&self.path)?;
        let sought = file.seek(SeekFrom::Start(self.offset));
        let mut bytes = sought.and_then(|_| read_open(&mut file, MAX_RECORDS)).map_err(failed)?;
        let known = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        bytes.truncate(bytes[..known].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        self.offset += bytes.len() as u64;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::super::{append, write};
    use super::*;
    use std::io::Write;

    #[test]
    fn a_growing_file_is_read_line_by_line() {
        let folder = Folder::new("growing");
        let path = folder.0.join("a.txt");
        let mut growing = GrowingFile::new(path.clone());
        let mut lines = || String::from_utf8(growing.new_lines().unwrap()).unwrap();
        assert_eq!(lines(), "");
        fs::write(&path, "one\ntw").unwrap();
        assert_eq!(lines(), "one\n");
        assert_eq!(lines(), "");
        append(&path).unwrap().write_all(b"o\nthree\n").unwrap();
        assert_eq!(lines(), "two\nthree\n");
        append(&path).unwrap().write_all(b"fo\0\0\nfive\n").unwrap();
        assert_eq!(lines(), "", "what has zeros has not arrived");
        write(&path, b"another file that is as long\n").unwrap();
        assert_eq!(lines(), "another file that is as long\n");
        append(&path).unwrap().set_len(0).unwrap();
        fs::write(&path, "short\n").unwrap();
        assert_eq!(lines(), "short\n");
    }
}
