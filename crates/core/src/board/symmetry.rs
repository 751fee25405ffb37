//! The twelve symmetries of a hexagonal board: turns by sixths and mirror images.
//!
//! All hexagonal boards have lines in three directions: along a letter, along a number, and where both grow together.
//! In steps from the centre along a number (x) and along a letter (y) every symmetry is the same simple map on all of
//! them. Boards differ in how they number their points, so each makes its own constant with [`images`].

use super::bits::{BitSet, members};

/// How many ways there are to turn and mirror a hexagon; number 0 leaves it as it is.
pub const SYMMETRIES: usize = 12;

/// The greatest distance of a point from the centre, in steps.
const REACH: usize = 5;

/// Where symmetry `index` takes a point: 0 to 5 turn by this many sixths, 6 to 11 first exchange letters and numbers.
const fn image((x, y): (i8, i8), index: usize) -> (i8, i8) {
    let (mut x, mut y) = if index >= 6 { (y, x) } else { (x, y) };
    let mut sixths = index % 6;
    while sixths > 0 {
        (x, y) = (x - y, x);
        sixths -= 1;
    }
    (x, y)
}

/// For each symmetry, where it takes each point of a board, by number. `steps` are the steps of each from the centre;
/// numbers that are not points have none, and stay 0.
pub const fn images<const N: usize>(steps: &[Option<(i8, i8)>; N]) -> [[u8; N]; SYMMETRIES] {
    const fn at((x, y): (i8, i8)) -> (usize, usize) {
        ((x + REACH as i8) as usize, (y + REACH as i8) as usize)
    }
    let mut numbers = [[0; 2 * REACH + 1]; 2 * REACH + 1];
    let mut number = 0;
    while number < N {
        if let Some(steps) = steps[number] {
            let (x, y) = at(steps);
            numbers[x][y] = number as u8;
        }
        number += 1;
    }
    let mut images = [[0; N]; SYMMETRIES];
    let mut index = 0;
    while index < SYMMETRIES {
        let mut number = 0;
        while number < N {
            if let Some(steps) = steps[number] {
                let (x, y) = at(image(steps, index));
                images[index][number] = numbers[x][y];
            }
            number += 1;
        }
        index += 1;
    }
    images
}

/// The set of the images of the points of `set`.
pub fn image_of_set<S: BitSet, const N: usize>(set: S, images: &[u8; N]) -> S {
    members(set).fold(S::EMPTY, |image, point| image ^ S::single(images[point].into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn symmetries_differ_and_keep_neighbours() {
        let neighbours = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
        let turned = |index| neighbours.map(|steps| image(steps, index));
        assert_eq!((0..SYMMETRIES).map(turned).collect::<BTreeSet<_>>().len(), SYMMETRIES);
        for index in 0..SYMMETRIES {
            assert_eq!(BTreeSet::from(turned(index)), BTreeSet::from(neighbours));
            assert_eq!(image((2, -3), index), {
                let [(a, b), (c, d)] = [image((1, 0), index), image((0, 1), index)];
                (2 * a - 3 * c, 2 * b - 3 * d)
            });
        }
        assert_eq!(turned(0), neighbours);
    }

    #[test]
    fn images_are_those_of_the_steps() {
        let steps = [None, Some((0, 0)), Some((1, 0)), Some((0, 1)), None];
        let images = images(&steps);
        assert_eq!(images[6], [0, 1, 3, 2, 0]);
        assert_eq!(image_of_set(0b0110_u64, &images[6]), 0b1010);
    }
}
