//! A board coloured by how good the decisions are.

use crate::session::{Report, Session};
use std::collections::BTreeMap;

/// The picture of a position in which every place that a decision begins with has the colour of the best of them, from red
/// (nothing) by yellow (half the point) to green (the whole point), and its share in hundredths.
pub fn draw(session: &dyn Session, decisions: &[Report]) -> String {
    let state = session.state();
    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    for report in decisions {
        let Some(legal) = state.legal.iter().find(|legal| legal.text == report.decision) else { continue };
        let share = report.info.verdict.share();
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
            "<circle cx=\"{}\" cy=\"{}\" r=\"16\" fill=\"{}\" fill-opacity=\"0.85\" data-point=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"#000000\">{hundredths}</text>",
            place.x,
            place.y,
            colour(*share),
            place.name,
            place.x,
            place.y + 4.5,
        );
    }
    colours += "</g></svg>";
    let picture = session.svg(&[]);
    picture.trim_end().strip_suffix("</svg>").map_or(picture.clone(), |open| open.to_string() + &colours)
}

/// The colour of a share of the point, as SVG 1.1 has it.
fn colour(share: f64) -> String {
    /// Of the colours on the way from red by yellow to green.
    const SATURATION: f64 = 0.75;
    const LIGHTNESS: f64 = 0.55;
    let (most, chroma) = (LIGHTNESS + SATURATION * (1.0 - LIGHTNESS), 2.0 * SATURATION * (1.0 - LIGHTNESS));
    let part = |strength: f64| (255.0 * (most - chroma * (1.0 - strength.clamp(0.0, 1.0)))).round() as u8;
    // Up to the middle there is all red, from there on all green.
    format!("#{:02x}{:02x}{:02x}", part(2.0 - 2.0 * share), part(2.0 * share), part(0.0))
}

#[cfg(test)]
mod tests {
    use super::colour;

    #[test]
    fn the_colours_are_those_of_a_traffic_light() {
        // As hsl(0,75%,55%), hsl(60,75%,55%) and hsl(120,75%,55%).
        assert_eq!([0.0, 0.5, 1.0].map(colour), ["#e23636", "#e2e236", "#36e236"]);
    }
}
