//! The curve of a review as a picture.

use super::Review;
use crate::picture::sheet::{label, line, palette, sheet};
use crate::records::Mark;
use crate::text::counted;
use svg::node::element::{Circle, Description, Polygon, Polyline, Title};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
/// Around the curve.
const LEFT: f64 = 44.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 28.0;

/// The picture.
pub fn curve(review: &Review) -> String {
    let last = review.curve.len().saturating_sub(1).max(1) as f64;
    let x = |index: usize| LEFT + (WIDTH - LEFT - TOP) * index as f64 / last;
    let y = |share: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share);
    let points: Vec<String> =
        review.curve.iter().enumerate().map(|(index, &share)| format!("{:.1},{:.1}", x(index), y(share))).collect();
    let area = format!("{LEFT},{:.1} {} {:.1},{:.1}", y(0.0), points.join(" "), x(review.curve.len() - 1), y(0.0));
    let blunders = review.turns.iter().filter(|turn| turn.mark == Some(Mark::Blunder)).count();
    let mut picture = sheet(WIDTH, HEIGHT)
        .set("role", "img")
        .add(Title::new(format!("Win probability in a game of {}", review.game)))
        .add(Description::new().add(svg::node::Text::new(format!(
            "{}, {}; the last value is {:.0} %",
            counted(review.turns.len(), "turn"),
            counted(blunders, "blunder"),
            100.0 * review.curve.last().copied().unwrap_or(0.5),
        ))))
        .add(Polygon::new().set("points", area).set("fill", palette::WOOD))
        .add(
            Polyline::new()
                .set("points", points.join(" "))
                .set("fill", "none")
                .set("stroke", palette::LINE)
                .set("stroke-width", 2),
        );
    for share in [0.0, 0.5, 1.0] {
        picture = picture.add(line((LEFT, y(share)), (WIDTH - TOP, y(share)), 0.7, palette::LINE)).add(label(
            (LEFT - 20.0, y(share)),
            12.0,
            palette::LABEL,
            format!("{:.0} %", 100.0 * share),
        ));
    }
    for turn in &review.turns {
        let Some(mark) = turn.mark else { continue };
        let at = (x(turn.number), y(review.curve[turn.number]));
        let fill = if mark == Mark::Good { palette::ARROW } else { palette::LAST };
        let text = format!("{}. {}{}", turn.number, turn.turn, mark.signs());
        let radius = if mark == Mark::Blunder { 5.0 } else { 3.5 };
        let dot = Circle::new().set("cx", at.0).set("cy", at.1).set("r", radius).set("fill", fill);
        picture = picture.add(dot.set("data-turn", turn.number).add(Title::new(text)));
    }
    let step = review.turns.len().div_ceil(12).max(1);
    for number in (0..=review.turns.len()).step_by(step) {
        picture = picture.add(label((x(number), HEIGHT - 12.0), 11.0, palette::LABEL, number.to_string()));
    }
    picture.to_string()
}
