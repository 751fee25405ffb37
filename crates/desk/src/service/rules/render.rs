//! Texts of rules in HTML.

use crate::registry;
use crate::web::escape;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// The comment `<!-- draws NAME.svg: GAME, POSITION next TURN -->` before a picture.
fn drawing(comment: &str) -> Option<String> {
    let (_, what) = comment.trim().strip_prefix("<!-- draws ")?.strip_suffix("-->")?.split_once(": ")?;
    let (game, position) = what.trim().split_once(", ")?;
    let (position, next) = position.split_once(" next ").unwrap_or((position, ""));
    let position = if position == "start" { "" } else { position };
    let [game, position, next] = [game, position, next].map(|text| escape(text.trim()));
    Some(format!(
        "<figure class=\"live\" data-game=\"{game}\" data-position=\"{position}\" data-next=\"{next}\"></figure>\n"
    ))
}

/// Explains a sign in the English rules; the French rules explain it themselves.
const OURS: &str = "<p class=\"faint\">Where it says (ours), the published rules leave something open; this is how it is \
                    played here.</p>\n";

/// A text of rules as it is in docs/rules.
pub fn render(text: &str) -> String {
    let text = registry::rules_for_people(text);
    let mut in_dead_link = false;
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES).filter_map(|event| match event {
        // The pages' own comments and pictures; no other HTML is let through.
        Event::Html(html) | Event::InlineHtml(html) => {
            let figures: String = html.lines().filter_map(drawing).collect();
            (!figures.is_empty()).then(|| Event::Html(figures.into()))
        }
        Event::Start(Tag::Link { dest_url, title, id, .. }) => {
            let game = dest_url.strip_suffix(".md").filter(|game| registry::find(game).is_some());
            // What lies elsewhere in the repository is not served.
            in_dead_link = game.is_none();
            let dest_url: CowStr = format!("#/rules/{}", game?).into();
            Some(Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }))
        }
        Event::End(TagEnd::Link) if in_dead_link => {
            in_dead_link = false;
            None
        }
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    if text.contains("(ours)") {
        page.push_str(OURS);
    }
    page
}
