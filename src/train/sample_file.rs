//! Training positions in a file, more than would fit in memory.
//!
//! They are written once, in blocks, in a simple compact form, and read back block by block in any order. A position
//! has, with numbers as LEB128 unless stated: the number of features; for each, the difference to the number of the one
//! before, doubled, plus one if its count is not 1, in which case the count follows (zigzag); the result of the game (8
//! bits: 0, or how many shared the point), what the search found, and the evaluation (16 bits each).

use super::TrainError;
use super::model::Samples;
use super::scale::sigmoid;
use super::selfplay::RecordedVerdict;
use crate::files::{FileError, ScratchFile};
use crate::search::proof::certificate::{read_varint, write_varint};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Positions in a block, usually.
pub const BLOCK: usize = 4096;
/// The usual number of blocks filled in parallel, so that the positions of one game are in many windows, as if all were
/// shuffled. If they were all in one window, its games would be memorised for a while.
pub const STRIPES: usize = 32;

/// What is known about a position: how its game ended, and what a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// How many players shared the point that the viewer got a part of, or 0.
    pub shared: u8,
    /// The search's result, if it was for the viewer.
    pub verdict: RecordedVerdict,
}

impl Known {
    /// The result of the game: a share of the point, from 0 to 1.
    pub fn result(self) -> f64 {
        if self.shared == 0 { 0.0 } else { f64::from(1.0 / f32::from(self.shared)) }
    }
}

/// The targets of positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// The weight of the game's result, from 0 to 1; the rest is the search's score.
    pub mix: f64,
    /// The value of a hundredth of a score, in logits.
    pub scale: f64,
}

impl Aim {
    /// The target for a position with this known about it.
    pub fn target(self, known: Known) -> f64 {
        let result = known.result();
        let predicted = match known.verdict {
            RecordedVerdict::Win => 1.0,
            RecordedVerdict::Loss => 0.0,
            RecordedVerdict::Score(score) => sigmoid(self.scale * f64::from(score)),
            RecordedVerdict::None => result,
        };
        self.mix * result + (1.0 - self.mix) * predicted
    }
}

/// The place of a block in its file, and its contents.
#[derive(Clone, Copy, Debug)]
struct BlockPlace {
    start: u64,
    bytes: usize,
    positions: usize,
    features: usize,
}

/// A block being filled.
#[derive(Clone, Default, Debug)]
struct OpenBlock {
    bytes: Vec<u8>,
    positions: usize,
    features: usize,
}

/// Writes positions to a temporary file, deleted with its reader.
#[derive(Debug)]
pub struct SampleWriter {
    scratch: ScratchFile,
    /// The most positions of a block.
    block: usize,
    /// The blocks filled in parallel, and which is next.
    open: Vec<OpenBlock>,
    next: usize,
    blocks: Vec<BlockPlace>,
}

impl SampleWriter {
    /// Starts a file with this many positions per block and this many blocks filled side by side.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn create(path: &Path, block: usize, stripes: usize) -> Result<Self, FileError> {
        let scratch = ScratchFile::create(path)?;
        let open = vec![OpenBlock::default(); stripes.max(1)];
        Ok(Self { scratch, block: block.max(1), open, next: 0, blocks: Vec::new() })
    }

    /// Adds a position: the counts of its features, in order, what is known about it, and its evaluation.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn push(&mut self, counts: &[(u16, i16)], known: Known, in_use: i16) -> Result<(), FileError> {
        let OpenBlock { bytes, positions, features } = &mut self.open[self.next];
        write_varint(counts.len() as u64, bytes);
        let mut before = 0;
        for &(feature, times) in counts {
            let step = u64::from(feature.wrapping_sub(before)) << 1;
            before = feature;
            write_varint(step | u64::from(times != 1), bytes);
            if times != 1 {
                write_varint((u64::from(times.unsigned_abs()) << 1) - u64::from(times < 0), bytes);
            }
        }
        bytes.push(known.shared);
        bytes.extend(known.verdict.to_number().to_le_bytes());
        bytes.extend(in_use.to_le_bytes());
        *positions += 1;
        *features += counts.len();
        let is_full = *positions == self.block;
        self.next = (self.next + 1) % self.open.len();
        // The last one is full only after all others.
        if is_full && self.next == 0 { self.write_open() } else { Ok(()) }
    }

    /// Writes the partly filled blocks.
    fn write_open(&mut self) -> Result<(), FileError> {
        for open in self.open.iter_mut().filter(|open| open.positions > 0) {
            let start = self.blocks.last().map_or(0, |last| last.start + last.bytes as u64);
            let (bytes, positions, features) = (open.bytes.len(), open.positions, open.features);
            let written = self.scratch.file.write_all(&open.bytes);
            written.map_err(FileError::of(self.scratch.path(), "written"))?;
            self.blocks.push(BlockPlace { start, bytes, positions, features });
            open.bytes.clear();
            (open.positions, open.features) = (0, 0);
        }
        Ok(())
    }

    /// All positions, for reading.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn finish(mut self, aim: Aim) -> Result<SampleFile, FileError> {
        self.write_open()?;
        let of_all = |of: fn(&BlockPlace) -> usize| self.blocks.iter().map(of).sum();
        let (positions, features) = (of_all(|block| block.positions), of_all(|block| block.features));
        let stripes = self.open.len();
        Ok(SampleFile { scratch: self.scratch, blocks: self.blocks, stripes, positions, features, aim })
    }
}

/// Positions in a file.
#[derive(Debug)]
pub struct SampleFile {
    scratch: ScratchFile,
    blocks: Vec<BlockPlace>,
    /// Blocks that were filled in parallel.
    stripes: usize,
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

    /// The average number of features of a position.
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
    /// A reader with at most this many positions in memory, but at least one block.
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

    /// The positions of a single window in the order in which they were written.
    pub fn order(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.file.len());
        let mut start = 0;
        for group in self.file.blocks.chunks(self.file.stripes) {
            let starts: Vec<usize> = group
                .iter()
                .map(|block| {
                    start += block.positions;
                    start - block.positions
                })
                .collect();
            for place in 0..group.first().map_or(0, |first| first.positions) {
                let here = starts.iter().zip(group).filter(|(_, block)| place < block.positions);
                order.extend(here.map(|(start, _)| (start + place) as u32));
            }
        }
        order
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
                read.map_err(FileError::of(self.file.scratch.path(), "read"))?;
            }
            visit(&self.samples)?;
        }
        Ok(())
    }
}

fn decode(bytes: &mut &[u8], samples: &mut Samples, aim: Aim) -> Option<()> {
    let mut take = || read_varint(bytes).ok();
    let mut feature = 0u16;
    for _ in 0..take()? {
        let step = take()?;
        feature = feature.wrapping_add((step >> 1) as u16);
        let times = if step & 1 == 0 {
            1
        } else {
            let zigzag = take()?;
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
        let mut writer = SampleWriter::create(&path, 3, 1).unwrap();
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
                let counts = (0..samples.len())
                    .map(|i| samples.counts_of(i, None).map(|(feature, count)| (feature as u16, count)).collect());
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

    #[test]
    fn positions_in_a_row_are_in_blocks_apart_and_their_order_is_known() {
        let known = Known { shared: 0, verdict: RecordedVerdict::None };
        for (number, stripes) in [(50, 4), (48, 4), (1, 4), (7, 4), (13, 1), (61, 5)] {
            let path = std::env::temp_dir().join(format!("quintet-stripes-{}", std::process::id()));
            let mut writer = SampleWriter::create(&path, 3, stripes).unwrap();
            (0..number).for_each(|i| writer.push(&[(i, 1)], known, 0).unwrap());
            let file = writer.finish(Aim { mix: 1.0, scale: 0.0 }).unwrap();
            let mut windows = SampleWindows::new(&file, 100);
            let order = windows.order();
            let mut found = Vec::new();
            let visited = windows.visit(&windows.blocks(), |samples| {
                found.extend(order.iter().map(|&i| samples.counts_of(i as usize, None).next().unwrap().0 as u16));
                Ok(())
            });
            visited.unwrap();
            assert!(found.into_iter().eq(0..number), "{number} {stripes}");
            // Except for the first of a group of blocks after the last of the one before.
            let is_apart = |(i, pair): (usize, &[u32])| (i + 1) % (3 * stripes) == 0 || pair[0].abs_diff(pair[1]) >= 3;
            assert!(stripes == 1 || number % 12 > 0 || order.windows(2).enumerate().all(is_apart), "{order:?}");
        }
    }
}
