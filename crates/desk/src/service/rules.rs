//! The rules of the games as pages: docs/rules in HTML, with playable boards as pictures.

#[cfg(feature = "rules")]
mod render;

use super::error::DeskError;
use super::known;
use crate::registry::{self, GameEntry};
#[cfg(not(feature = "rules"))]
use quintet_core::data::not_provided;
use quintet_core::data::provided;
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
    Ok(RulesPage { title, html: html(entry, language) })
}

/// The page of a game as HTML.
#[cfg(feature = "rules")]
pub fn html(entry: &GameEntry, language: &str) -> String {
    render::render(entry.rules_page(language).needed())
}

/// The page of a game as HTML, as another program has made it.
#[cfg(not(feature = "rules"))]
fn html(entry: &GameEntry, language: &str) -> String {
    let name = html_name(entry, language);
    provided(&name).unwrap_or_else(|| not_provided(&name)).to_string()
}

/// The name of a page in HTML.
pub fn html_name(entry: &GameEntry, language: &str) -> String {
    entry.rules_page(language).name.replace(".md", ".html")
}

/// The name of the page without which [`page`] cannot answer.
pub fn missing(game: &str, language: &str) -> Option<String> {
    let name = html_name(registry::find(game)?, language);
    (cfg!(not(feature = "rules")) && provided(&name).is_none()).then_some(name)
}

#[cfg(all(test, feature = "rules"))]
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
