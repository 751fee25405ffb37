//! Games in a file that starts with the line `quintet games 1: ` and how they were played ([`stored`](super::stored)).
//!
//! Each game has, in little-endian order: the number of decisions (16 bits), the mask of the winners (8 bits), and for
//! each decision its code and the score before it (16 bits each). The positions follow from the decisions, so they need
//! no format of their own.

use super::selfplay::{RecordedVerdict, SelfPlayRecord};
use super::stored::Stored;
use crate::game::{Move, Outcome};

/// The bytes of a decision.
const DECISION: usize = 4;

impl Stored for SelfPlayRecord {
    const TITLE: &'static str = "quintet games 1: ";
    const HEAD: usize = 3;

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.decisions.len() as u16).to_le_bytes().to_vec();
        bytes.push(self.outcome.mask());
        for (mv, verdict) in &self.decisions {
            bytes.extend(mv.to_bits().to_le_bytes());
            bytes.extend(verdict.to_number().to_le_bytes());
        }
        bytes
    }

    fn bytes_after(head: &[u8]) -> usize {
        DECISION * usize::from(u16::from_le_bytes([head[0], head[1]]))
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mask = bytes[2];
        let decision = |bytes: &[u8]| {
            let verdict = RecordedVerdict::from_number(i16::from_le_bytes([bytes[2], bytes[3]]));
            Some((Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]))?, verdict))
        };
        let decisions = bytes[Self::HEAD..].chunks_exact(DECISION).map(decision).collect::<Option<_>>()?;
        (mask != 0).then(|| Self { decisions, outcome: Outcome::shared(mask) })
    }
}
