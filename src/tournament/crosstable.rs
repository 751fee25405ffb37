//! Who beat whom: the points of each engine against each of the others.

use std::fmt::Write;

/// The points of the engines against each other.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// By engine and opponent: points and games.
    cells: Vec<Vec<(f64, u64)>>,
}

impl Crosstable {
    /// A table of this many engines, before the first game.
    pub fn new(engines: usize) -> Self {
        Self { cells: vec![vec![(0.0, 0); engines]; engines] }
    }

    /// Counts a game of two sides: who played, on which side, and with what share of the point. Engines of one side are
    /// not opponents.
    pub fn add(&mut self, players: &[(usize, usize, f64)]) {
        for &(engine, side, share) in players {
            for &(opponent, ..) in players.iter().filter(|(other, its, _)| *other != engine && *its != side) {
                let (points, games) = &mut self.cells[engine][opponent];
                *points += share;
                *games += 1;
            }
        }
    }

    /// The crosstable, with the engines in this order: one row each, `3.5/5` for 3½ points in five games.
    pub fn text(&self, names: &[String], order: &[usize]) -> String {
        let number = |place: usize| (place + 1).to_string();
        let cell = |engine: usize, opponent: usize| match self.cells[engine][opponent] {
            (_, 0) => "-".to_string(),
            (points, games) => format!("{points}/{games}"),
        };
        let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
        let widths: Vec<usize> = (0..order.len())
            .map(|place| {
                let column = order.iter().map(|&engine| cell(engine, order[place]).len());
                column.max().unwrap_or(0).max(number(place).len())
            })
            .collect();
        let mut text = format!("{:>3} {:name_width$}", "", "against");
        for (place, width) in widths.iter().enumerate() {
            let _ = write!(text, "  {:>width$}", number(place));
        }
        text.push('\n');
        for (place, &engine) in order.iter().enumerate() {
            let _ = write!(text, "{:>3} {:name_width$}", number(place), names[engine]);
            for (&opponent, width) in order.iter().zip(&widths) {
                let _ = write!(text, "  {:>width$}", cell(engine, opponent));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_row_and_a_column() {
        let mut crosstable = Crosstable::new(3);
        crosstable.add(&[(0, 0, 1.0), (1, 1, 0.0)]);
        crosstable.add(&[(1, 0, 0.5), (0, 1, 0.5)]);
        crosstable.add(&[(2, 0, 0.0), (0, 1, 1.0)]);
        // Two of a side.
        crosstable.add(&[(1, 0, 1.0), (0, 0, 1.0), (2, 1, 0.0)]);
        let names = ["A", "B", "the third"].map(String::from);
        let text = crosstable.text(&names, &[0, 1, 2]);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["against", "1", "2", "3"]);
        assert_eq!(rows[1], ["1", "A", "-", "1.5/2", "2/2"]);
        assert_eq!(rows[2], ["2", "B", "0.5/2", "-", "1/1"]);
        assert_eq!(rows[3], ["3", "the", "third", "0/2", "0/1", "-"]);
        let width = text.lines().next().unwrap().len();
        assert!(text.lines().all(|line| line.len() == width), "{text}");
    }
}
