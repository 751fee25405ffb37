//! The parts of pages: scripts, styles and templates, and how they become one file that needs no other.

pub mod page;
pub mod site;

use crate::picture::SHAPES;

/// What draws a board from the state of a game, with the shapes of `shapes.js` beside it.
pub const BOARD: &str = include_str!("board.js");

/// The same for a page that needs no other file.
pub fn board_script() -> String {
    let import = "import { SHAPES } from \"./shapes.js\";\n";
    format!("{}\n{}", SHAPES, BOARD.replace(import, ""))
}

/// The template of a reviewed game's page.
pub const REVIEW_PAGE: &str = include_str!("review.html");
/// Its script.
pub const REVIEW_SCRIPT: &str = include_str!("review.js");
/// Its style.
pub const REVIEW_STYLE: &str = include_str!("review.css");

/// A template with every `{{name}}` replaced by the text of that name.
pub fn fill(template: &str, texts: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        page += texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text.as_str());
        page += rest;
    }
    page
}

/// A text as HTML shows it.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON as it may stand in a page's `script` element.
pub fn embed(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_and_nothing_leaves_its_place() {
        assert_eq!(
            fill("a {{x}} b {{y}} {{z}}", &[("x", "1".to_string()), ("y", "{{x}}".to_string())]),
            "a 1 b {{x}} "
        );
        assert_eq!(escape("<b a=\"&\">"), "&lt;b a=&quot;&amp;&quot;&gt;");
        assert_eq!(embed("\"</script>\""), "\"\\u003c/script>\"");
    }
}
