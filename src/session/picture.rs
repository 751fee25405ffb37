//! What every picture of a board has, whichever the game: a title, a description, and its points by name.

use crate::game::Describe;
use crate::text::clean;
use std::fmt::Write;

/// A picture with a title and a description for who cannot see it, and an invisible circle with the name of each point of the
/// board for programs that show it.
pub(super) fn labelled<G: Describe>(name: &str, caption: &str, picture: &str) -> String {
    let escape = |text: &str| clean(text, 400).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (title, description) = (escape(name), escape(caption));
    let mut points = String::from("<g fill=\"none\" pointer-events=\"all\">\n");
    for place in G::places() {
        let (x, y) = place.at;
        let name = escape(&place.name);
        let _ = writeln!(points, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12\" data-point=\"{name}\"/>");
    }
    points += "</g>\n</svg>\n";
    let Some((head, rest)) = picture.split_once('>') else { return picture.to_string() };
    let Some(rest) = rest.trim_end().strip_suffix("</svg>") else { return picture.to_string() };
    format!("{head} role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>{rest}{points}")
}
