//! The file `proofs/yavalath/replies.txt`: which replies to first stones of Yavalath are proved.

use std::collections::BTreeMap;
use std::path::Path;

/// The file, from the root of the repository.
pub const FILE: &str = "proofs/yavalath/replies.txt";

/// For each first stone and reply whether White's win is proved, and after how many evaluated positions, or with how many
/// it was tried.
pub type Replies = BTreeMap<(String, String), (bool, u64)>;

/// Reads the file below the root of the repository.
///
/// # Errors
///
/// A sentence, if the file cannot be read or a line is not `FIRST REPLY proved|open POSITIONS`.
pub fn read(root: &Path) -> Result<Replies, String> {
    let path = root.join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let line = |line: &str| {
        let wrong = || format!("{FILE}: a line is FIRST REPLY proved|open POSITIONS, not {line:?}");
        let [first, reply, word, positions] = line.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let is_proved = match word {
            "proved" => true,
            "open" => false,
            _ => return Err(wrong()),
        };
        let positions = positions.parse().map_err(|_| wrong())?;
        Ok(((first.to_string(), reply.to_string()), (is_proved, positions)))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}
