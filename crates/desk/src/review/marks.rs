//! The marks and the accuracy of turns.

use crate::records::Mark;

/// The least share of the point that an inaccuracy gives away.
pub const INACCURACY: f64 = 0.05;
/// The same for a mistake.
pub const MISTAKE: f64 = 0.10;
/// The same for a blunder.
pub const BLUNDER: f64 = 0.15;
/// How much more than any other turn a good turn is worth.
pub const GOOD: f64 = 0.15;
/// A good turn is hard to find: a search with this part of the nodes prefers another.
pub const FIRST_LOOK: f64 = 0.02;

/// The marks that a review gives.
pub const GIVEN: [Mark; 4] = [Mark::Good, Mark::Dubious, Mark::Mistake, Mark::Blunder];

/// The mark of a turn that gave away this share of the point.
pub fn of_loss(loss: f64) -> Option<Mark> {
    match loss {
        _ if loss >= BLUNDER => Some(Mark::Blunder),
        _ if loss >= MISTAKE => Some(Mark::Mistake),
        _ if loss >= INACCURACY => Some(Mark::Dubious),
        _ => None,
    }
}

/// The accuracy of a turn that gave away this share of the point, from 0 to 100. The curve is that of lichess
/// (<https://lichess.org/page/accuracy>).
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_away_more_is_called_worse() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(of_loss);
        let signs = marks.map(|mark| mark.map_or("", Mark::signs));
        assert_eq!(signs, ["", "", "?!", "?", "?", "??", "??"]);
        let accuracies = [0.0, 0.05, 0.1, 0.3, 1.0].map(accuracy);
        assert!(accuracies.is_sorted_by(|a, b| a > b) && accuracies[0] > 99.9 && accuracies[4] == 0.0);
    }
}
