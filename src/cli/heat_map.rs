//! A board coloured by how good the decisions are.

use crate::search::Verdict;
use crate::search::score::win_rate;
use crate::session::{Report, Session};
use std::collections::BTreeMap;

/// The picture of a position in which every place that a decision begins with has the colour of the best of them, from red
/// (nothing) by yellow (half the point) to green (the whole point), and its share in hundredths.
pub fn draw(session: &dyn Session, decisions: &[Report]) -> String {
    let state = session.state();
    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    for report in decisions {
        let Some(legal) = state.legal.iter().find(|legal| legal.text == report.decision) else { continue };
        let share = match report.info.verdict {
            Verdict::Score(score) => win_rate(score),
            Verdict::Win(_) => 1.0,
            Verdict::Loss(_) => 0.0,
        };
        for first in legal.description.touches.iter().filter_map(|touch| touch.first()) {
            let known = best.entry(first).or_insert(share);
            *known = known.max(share);
        }
    }
    let mut colours = String::from("<g class=\"heat\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\">");
    for place in &state.board.places {
        let Some(share) = best.get(place.name.as_str()) else { continue };
        let hundredths = (100.0 * share).round();
        colours += &format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"16\" fill=\"hsl({:.0},75%,55%)\" fill-opacity=\"0.85\" data-point=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"#000\">{hundredths}</text>",
            place.x,
            place.y,
            120.0 * share,
            place.name,
            place.x,
            place.y + 4.5,
        );
    }
    colours += "</g></svg>";
    let picture = session.svg(&[]);
    picture.trim_end().strip_suffix("</svg>").map_or(picture.clone(), |open| open.to_string() + &colours)
}
