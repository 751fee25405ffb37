//! Positions to learn from, in a file: so many that they would not fit in memory.
//!
//! They are written once, in blocks, as compactly as is simple, and read back block by block in any order. A position
//! has, all numbers as LEB128 unless it says otherwise: how many features it has; for each its number less that of the
//! one before, doubled, plus one if it is there another number of times than once, which follows then (zigzag); the
//! result of the game (8 bits: 0, or how many shared the point), what the search found, and the evaluation (16 bits each).

use super::TrainError;
use super::model::Samples;
use super::scale::sigmoid;
use super::selfplay::RecordedVerdict;
use crate::files::ScratchFile;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Positions in a block, usually.
pub const BLOCK: usize = 4096;

/// What is known about a position: how its game ended, and what a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// Among how many the point was shared that the viewer got a part of, or 0.
    pub shared: u8,
    /// What the search found, if it was asked for the viewer.
    pub verdict: RecordedVerdict,
}

impl Known {
    /// What the game brought: a share of the point, from 0 to 1.
    pub fn result(self) -> f64 {
        if self.shared == 0 { 0.0 } else { f64::from(1.0 / f32::from(self.shared)) }
    }
}

/// What is to be foretold of positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// How much the game's result counts, from 0 to 1; the rest is the search's score.
    pub mix: f64,
    /// What a hundredth of a score is worth, in logits.
    pub scale: f64,
}

impl Aim {
    /// For a position of which so much is known.
    pub fn target(self, known: Known) -> f64 {
        let result = known.result();
        let foretold = match known.verdict {
            RecordedVerdict::Win => 1.0,
            RecordedVerdict::Loss => 0.0,
            RecordedVerdict::Score(score) => sigmoid(self.scale * f64::from(score)),
            RecordedVerdict::None => result,
        };
        self.mix * result + (1.0 - self.mix) * foretold
    }
}

/// Where a block lies in its file, and what is in it.
#[derive(Clone, Copy, Debug)]
struct BlockPlace {
    start: u64,
    bytes: usize,
    positions: usize,
    features: usize,
}

/// Writes positions to a file that is gone with what reads it.
#[derive(Debug)]
pub struct SampleWriter {
    scratch: ScratchFile,
    /// The most positions of a block.
    block: usize,
    /// The block in the making, and its bytes.
    current: BlockPlace,
    bytes: Vec<u8>,
    blocks: Vec<BlockPlace>,
}

impl SampleWriter {
    /// Begins a file with so many positions in a block.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn create(path: &Path, block: usize) -> Result<Self, TrainError> {
        let scratch = ScratchFile::create(path).map_err(|source| TrainError::File { path: path.into(), source })?;
        let current = BlockPlace { start: 0, bytes: 0, positions: 0, features: 0 };
        Ok(Self { scratch, block: block.max(1), current, bytes: Vec::new(), blocks: Vec::new() })
    }

    /// Adds a position: how often it has each of its features, in their order, what is known about it, and its
    /// evaluation.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn push(&mut self, counts: &[(u16, i16)], known: Known, in_use: i16) -> Result<(), TrainError> {
        put(&mut self.bytes, counts.len() as u32);
        let mut before = 0;
        for &(feature, times) in counts {
            let step = u32::from(feature.wrapping_sub(before)) << 1;
            before = feature;
            put(&mut self.bytes, step | u32::from(times != 1));
            if times != 1 {
                put(&mut self.bytes, (u32::from(times.unsigned_abs()) << 1) - u32::from(times < 0));
            }
        }
        self.bytes.push(known.shared);
        self.bytes.extend(known.verdict.to_number().to_le_bytes());
        self.bytes.extend(in_use.to_le_bytes());
        self.current.positions += 1;
        self.current.features += counts.len();
        if self.current.positions == self.block { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<(), TrainError> {
        let place = BlockPlace { bytes: self.bytes.len(), ..self.current };
        let written = self.scratch.file.write_all(&self.bytes);
        written.map_err(|source| TrainError::File { path: self.scratch.path().into(), source })?;
        self.blocks.push(place);
        self.current = BlockPlace { start: place.start + place.bytes as u64, bytes: 0, positions: 0, features: 0 };
        self.bytes.clear();
        Ok(())
    }

    /// All of them, to be read.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn finish(mut self, aim: Aim) -> Result<SampleFile, TrainError> {
        if self.current.positions > 0 {
            self.end_block()?;
        }
        let of_all = |of: fn(&BlockPlace) -> usize| self.blocks.iter().map(of).sum();
        let (positions, features) = (of_all(|block| block.positions), of_all(|block| block.features));
        Ok(SampleFile { scratch: self.scratch, blocks: self.blocks, positions, features, aim })
    }
}

/// Positions in a file.
#[derive(Debug)]
pub struct SampleFile {
    scratch: ScratchFile,
    blocks: Vec<BlockPlace>,
    positions: usize,
    features: usize,
    aim: Aim,
}

impl SampleFile {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// How many features a position has on average.
    pub fn usual(&self) -> f64 {
        self.features as f64 / self.positions.max(1) as f64
    }

    fn read(&self, blocks: &[usize], samples: &mut Samples) -> io::Result<()> {
        let places = || blocks.iter().map(|&block| self.blocks[block]);
        samples.clear();
        samples.reserve(places().map(|place| place.positions).sum(), places().map(|place| place.features).sum());
        let mut bytes = Vec::new();
        for place in places() {
            let mut file = &self.scratch.file;
            file.seek(SeekFrom::Start(place.start))?;
            bytes.resize(place.bytes, 0);
            file.read_exact(&mut bytes)?;
            let mut rest = &bytes[..];
            for _ in 0..place.positions {
                decode(&mut rest, samples, self.aim).ok_or(io::ErrorKind::InvalidData)?;
            }
        }
        Ok(())
    }
}

/// The positions of a file, some of them in memory at a time.
#[derive(Debug)]
pub struct SampleWindows<'a> {
    file: &'a SampleFile,
    /// Blocks in a window.
    size: usize,
    samples: Samples,
}

impl<'a> SampleWindows<'a> {
    /// With at most so many positions in memory, but at least a block.
    pub fn new(file: &'a SampleFile, most: usize) -> Self {
        let blocks = file.blocks.len();
        let fitting = file.blocks.first().map_or(1, |first| (most / first.positions).max(1));
        // All of about the same size.
        let size = if file.len() <= most { blocks } else { blocks.div_ceil(blocks.div_ceil(fitting)) };
        Self { file, size: size.max(1), samples: Samples::default() }
    }

    /// Whether all fit in one.
    pub fn is_one(&self) -> bool {
        self.file.blocks.len() <= self.size
    }

    /// The numbers of all blocks in the order of the file.
    pub fn blocks(&self) -> Vec<usize> {
        (0..self.file.blocks.len()).collect()
    }

    /// Visits all positions, window by window, with the blocks in this order. A single window is read only once.
    ///
    /// # Errors
    /// [`TrainError::File`], or what `visit` returns.
    pub fn visit(
        &mut self,
        blocks: &[usize],
        mut visit: impl FnMut(&Samples) -> Result<(), TrainError>,
    ) -> Result<(), TrainError> {
        for window in blocks.chunks(self.size) {
            if !self.is_one() || self.samples.is_empty() {
                let read = self.file.read(window, &mut self.samples);
                read.map_err(|source| TrainError::File { path: self.file.scratch.path().into(), source })?;
            }
            visit(&self.samples)?;
        }
        Ok(())
    }
}

/// Writes a number in as few bytes of seven bits as it takes, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number from the beginning of `bytes`.
fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn decode(bytes: &mut &[u8], samples: &mut Samples, aim: Aim) -> Option<()> {
    let mut feature = 0u16;
    for _ in 0..take(bytes)? {
        let step = take(bytes)?;
        feature = feature.wrapping_add((step >> 1) as u16);
        let times = if step & 1 == 0 {
            1
        } else {
            let zigzag = take(bytes)?;
            let size = i32::try_from(zigzag.div_ceil(2)).ok()?;
            (if zigzag & 1 == 0 { size } else { -size }) as i16
        };
        samples.count(feature, times);
    }
    let (&[shared, low, high, evaluation @ ..], rest) = bytes.split_first_chunk::<5>()?;
    *bytes = rest;
    let verdict = RecordedVerdict::from_number(i16::from_le_bytes([low, high]));
    samples.end(aim.target(Known { shared, verdict }), i16::from_le_bytes(evaluation));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let path = std::env::temp_dir().join(format!("quintet-samples-{}", std::process::id()));
        let mut writer = SampleWriter::create(&path, 3).unwrap();
        let all: Vec<(Vec<(u16, i16)>, Known)> = (0..10u16)
            .map(|i| {
                let counts = [(i, 1), (i + 1, -1), (300 * i + 2, 0), (40_000, 700), (u16::MAX, i16::MIN)];
                let verdict = [RecordedVerdict::Score(-30), RecordedVerdict::Win, RecordedVerdict::None];
                (
                    counts[..usize::from(i % 6)].to_vec(),
                    Known { shared: (i % 4) as u8, verdict: verdict[usize::from(i % 3)] },
                )
            })
            .collect();
        for ((counts, known), in_use) in all.iter().zip(0..) {
            writer.push(counts, *known, -in_use).unwrap();
        }
        let aim = Aim { mix: 0.7, scale: 0.01 };
        let file = writer.finish(aim).unwrap();
        assert_eq!((file.len(), file.is_empty()), (10, false));
        let mut windows = SampleWindows::new(&file, 7);
        assert_eq!((windows.is_one(), windows.blocks()), (false, vec![0, 1, 2, 3]));
        let mut sizes = Vec::new();
        let mut found = Vec::new();
        windows
            .visit(&[2, 3, 0, 1], |samples| {
                sizes.push(samples.len());
                let counts = (0..samples.len()).map(|i| samples.counts_of(i).to_vec());
                found.extend(counts.zip(samples.in_use()));
                Ok(())
            })
            .unwrap();
        assert_eq!(sizes, [4, 6]);
        for (i, (counts, (in_use, target))) in found.into_iter().enumerate() {
            let number = (i + 6) % 10;
            let (expected, known) = &all[number];
            assert_eq!(
                (&counts, in_use, target as f32),
                (expected, -(number as i16), aim.target(*known) as f32),
                "{i}"
            );
        }
        drop(file);
        assert!(!path.exists());
    }
}
