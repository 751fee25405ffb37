//! The picture of a training: the losses by epoch.

use super::fit::Epoch;
use crate::picture::sheet::{Point, label, line, palette, sheet};
use svg::Document;
use svg::node::element::Polyline;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// Space for the labels at the left and the bottom, and the margin on the other sides.
const LEFT: f64 = 70.0;
const MARGIN: f64 = 40.0;

/// Draws the loss of the training and held-out positions, and as a level line that of the evaluation in use.
pub fn draw(title: &str, epochs: &[Epoch], in_use: f64) -> String {
    let losses = || epochs.iter().flat_map(|epoch| [epoch.training, epoch.held_out]).chain([in_use]);
    let (low, high) = losses().fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let span = (high - low).max(1e-6);
    let last = epochs.len().max(2) as f64;
    let at = |epoch: f64, loss: f64| -> Point {
        let x = LEFT + (WIDTH - LEFT - MARGIN) * (epoch - 1.0) / (last - 1.0);
        (x, MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / span)
    };
    let mut picture = sheet(WIDTH, HEIGHT)
        .add(label((WIDTH / 2.0, MARGIN / 2.0), 15.0, palette::LABEL, title))
        .add(label((WIDTH / 2.0, HEIGHT - 12.0), 12.0, palette::LABEL, format!("epochs 1 to {}", epochs.len())));
    for i in 0..=4 {
        let loss = low + span * f64::from(i) / 4.0;
        picture = picture.add(line(at(1.0, loss), at(last, loss), 0.4, palette::LINE)).add(label(
            (LEFT / 2.0, at(1.0, loss).1),
            11.0,
            palette::LABEL,
            format!("{loss:.4}"),
        ));
    }
    let curves = [
        ("in use before", palette::LINE, vec![(1.0, in_use), (last, in_use)]),
        ("trained on", palette::ARROW, points(epochs, |epoch| epoch.training)),
        ("held out", palette::LAST, points(epochs, |epoch| epoch.held_out)),
    ];
    for (i, (name, colour, points)) in curves.into_iter().enumerate() {
        let place = (LEFT + 120.0 * (i as f64 + 1.0), MARGIN + 12.0);
        picture = curve(picture, colour, points.into_iter().map(|(epoch, loss)| at(epoch, loss)))
            .add(label(place, 12.0, colour, name));
    }
    picture.to_string()
}

fn points(epochs: &[Epoch], loss: impl Fn(&Epoch) -> f64) -> Vec<(f64, f64)> {
    epochs.iter().map(|epoch| (f64::from(epoch.number), loss(epoch))).collect()
}

fn curve(picture: Document, colour: &str, points: impl Iterator<Item = Point>) -> Document {
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let line = Polyline::new().set("points", points.join(" ")).set("fill", "none");
    picture.add(line.set("stroke", colour).set("stroke-width", 2))
}
