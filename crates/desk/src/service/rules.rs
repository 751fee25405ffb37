//! The rules of the games as pages: docs/rules in HTML, with playable boards as pictures.

use super::error::DeskError;
use super::known;
use crate::registry;
use crate::web::escape;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};
use schemars::JsonSchema;
use serde::Serialize;

/// The rules of a game.
#[derive(Serialize, JsonSchema)]
pub struct RulesPage {
    title: String,
    html: String,
}

/// The rules of the game of this name in a language, `fr` or, by any other name, English.
///
/// # Errors
/// [`DeskError::Missing`] if there is none.
pub fn page(game: &str, language: &str) -> Result<RulesPage, DeskError> {
    let entry = known::game(game)?;
    let title = entry.title.split(':').next().unwrap_or(entry.title).to_string();
    Ok(RulesPage { title, html: render(entry.rules_page(language)) })
}

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

fn render(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page_with_boards_and_nothing_that_runs() {
        for (name, language) in registry::names().flat_map(|name| [(name, "en"), (name, "fr")]) {
            let page = page(name, language).unwrap();
            assert_eq!(page.html.contains("plateau"), language == "fr", "{name}");
            assert!(page.html.matches("<figure class=\"live\"").count() >= 2, "{name}");
            assert!(!page.html.contains("<img") && !page.html.contains("<script") && !page.html.contains("<!--"));
            assert!(!page.html.contains("illegal:") && !page.html.contains("Position text"), "{name}");
            assert!(!page.html.contains("<h2>Questions") && !page.html.contains("<code>query"), "{name}");
            assert!(!page.html.contains("href=\"\"") && !page.html.contains(".md\""), "{name}");
            // First the aim and a board to play on; notation comes after the rules.
            let begin: Vec<&str> = page.html.lines().take(3).map(|line| line.split('>').next().unwrap()).collect();
            assert!(begin[0] == "<h1" && begin[1] == "<p" && begin[2].starts_with("<figure"), "{name}: {begin:?}");
            assert!(page.html.lines().nth(1).unwrap().starts_with("<p><strong>"), "{name}");
            let headings: Vec<&str> =
                page.html.split("<h2>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
            let is_named =
                |heading: &&str| ["named", "written", "Le nom", "Comment"].iter().any(|word| heading.contains(word));
            assert!(headings.iter().rev().take_while(|heading| is_named(heading)).count() >= 2, "{name}: {headings:?}");
        }
        let said = super::page("chess", "en").err().unwrap().said().to_string();
        assert!(said.contains("`chess`"), "{said}");
    }
}
