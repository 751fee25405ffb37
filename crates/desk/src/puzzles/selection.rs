//! Which of the puzzles that are found are kept: of many lengths, easy ones first.

use super::Puzzle;

/// The puzzles found so far.
pub struct PuzzleSelection {
    wanted: usize,
    chosen: Vec<Puzzle>,
    /// Those of lengths of which there are enough.
    spare: Vec<Puzzle>,
}

impl PuzzleSelection {
    /// Room for this many.
    pub fn new(wanted: usize) -> Self {
        Self { wanted, chosen: Vec::new(), spare: Vec::new() }
    }

    /// How many of one length are enough, as long as there are others: two of five.
    fn share(&self) -> usize {
        (self.wanted * 2).div_ceil(5)
    }

    /// Adds one.
    pub fn add(&mut self, puzzle: Puzzle) {
        let same = self.chosen.iter().filter(|other| other.plies == puzzle.plies).count();
        if self.is_full() || same >= self.share() {
            self.spare.push(puzzle);
        } else {
            self.chosen.push(puzzle);
        }
    }

    /// Whether nothing more is needed.
    pub fn is_full(&self) -> bool {
        self.chosen.len() >= self.wanted
    }

    /// How many there are, those included of which there are enough.
    pub fn len(&self) -> usize {
        self.wanted.min(self.chosen.len() + self.spare.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The puzzles in the order of their lengths: those that are of too frequent a length only where others are missing,
    /// then the rarer first.
    pub fn finish(mut self) -> Vec<Puzzle> {
        self.spare.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.plies));
        let missing = self.wanted - self.chosen.len().min(self.wanted);
        self.chosen.extend(self.spare.into_iter().take(missing));
        self.chosen.sort_by_key(|puzzle| puzzle.plies);
        self.chosen
    }
}

#[cfg(test)]
mod tests {
    use super::super::PuzzleNature;
    use super::*;

    fn puzzle(plies: u32, number: usize) -> Puzzle {
        Puzzle {
            plies,
            first: "a1".to_string(),
            depth: 1,
            nature: PuzzleNature::default(),
            position: number.to_string(),
        }
    }

    #[test]
    fn no_length_takes_all_the_room_unless_there_are_no_others() {
        let mut selection = PuzzleSelection::new(10);
        for number in 0..20 {
            selection.add(puzzle(3, number));
        }
        assert!(!selection.is_full());
        assert_eq!((selection.len(), selection.finish().len()), (10, 10));
        let mut selection = PuzzleSelection::new(10);
        for number in 0..20 {
            [9, 3, 5, 7].into_iter().for_each(|plies| selection.add(puzzle(plies, number)));
        }
        assert!(selection.is_full());
        let lengths: Vec<u32> = selection.finish().iter().map(|puzzle| puzzle.plies).collect();
        assert_eq!(lengths, [3, 3, 3, 5, 5, 7, 7, 9, 9, 9]);
    }
}
