//! Names that cannot be guessed.

use super::machine::Machine;
use crate::sentence::Sentence;

/// A name of this many letters and digits, at most 32: each has five random bits.
///
/// # Errors
/// If the machine has no random numbers.
pub fn random_name(machine: &dyn Machine, length: usize) -> Result<String, Sentence> {
    let mut bytes = [0; 32];
    machine.fill_random(&mut bytes)?;
    Ok(bytes.iter().take(length).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A name of at most 12 letters that follows from some bytes: their hash (FNV-1a), the same on every machine.
pub fn name_of(bytes: &[u8], length: usize) -> String {
    let mixed = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mixed);
    (0..length).map(|place| char::from(LETTERS[(hash >> (5 * place)) as usize % 32])).collect()
}

const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";

/// Whether a text may be such a name.
pub fn is_name(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| LETTERS.contains(&byte))
}
