//! The best turns of a search, collected from its reports.

use super::search_request::Report;

/// The last report on each of the best turns, the best first.
#[derive(Clone, Default, Debug)]
pub struct BestLines(Vec<Report>);

impl BestLines {
    /// Records a report; bounds and progress within an iteration change no line. An iteration reports its turns from
    /// the best on; if it was broken off, the remaining lines stay as they were.
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
