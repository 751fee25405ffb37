//! The best turns of a search, gathered from what it reports.

use super::search_request::Report;

/// The last report on each of the best turns, the best first.
#[derive(Clone, Default, Debug)]
pub struct BestLines(Vec<Report>);

impl BestLines {
    /// Takes note of a report; bounds, and how far an iteration has come, change no line. An iteration reports its turns
    /// from the best on; of one that was broken off the rest stays as it was.
    pub fn note(&mut self, report: &Report) {
        if !report.info.is_line() {
            return;
        }
        let place = report.info.multipv - 1;
        match self.0.get_mut(place) {
            Some(line) => line.clone_from(report),
            None => self.0.push(report.clone()),
        }
    }

    /// The best turns.
    pub fn lines(&self) -> &[Report] {
        &self.0
    }
}
