//! The files of the page.
//!
//! All except `index.html` have addresses in a folder named after a hash of their contents, so that a browser keeps
//! them for good and never asks again until they change. `index.html` names the folder and the modules that a game
//! needs, so that a first visit loads them all at once and not one after the other.

use super::{BOARD, fill};
use crate::picture::SHAPES;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::hash::Hasher;

/// A file: its name, what it is, and what it holds.
pub struct Asset {
    /// The name.
    pub name: &'static str,
    /// The type, as HTTP names it.
    pub kind: &'static str,
    /// The contents.
    pub bytes: &'static [u8],
}

/// The type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const JSON: &str = "application/json";
const PICTURE: &str = "image/svg+xml";
const BITMAP: &str = "image/png";

/// Declares the files of the folder `page` by type.
macro_rules! assets {
    ($($kind:ident: $($name:literal)+;)+) => {
        &[$($(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("page/", $name)) }),+),+]
    };
}

/// Two of the scripts, which others need, too.
pub const SHARED: &[Asset] = &[
    Asset { name: "shapes.js", kind: SCRIPT, bytes: SHAPES.as_bytes() },
    Asset { name: "board.js", kind: SCRIPT, bytes: BOARD.as_bytes() },
];

/// The files of the page that both backs need.
const PAGE: &[Asset] = assets! {
    HTML: "index.html";
    SCRIPT:
        "analyse.js" "analyst.js" "animate.js" "announce.js" "api.js" "api_error.js" "app.js" "archive.js"
        "autoplay.js" "bar.js" "board_drag.js" "board_input.js" "board_sketch.js" "board_view.js" "book.js"
        "choices.js" "clock.js" "controls.js" "curve.js" "daily.js" "desk.js" "dom.js" "drawings.js" "drawn.js" "drop_target.js"
        "dropped.js" "effects.js" "engine_panel.js" "exercises.js" "explorer.js" "explorer_games.js" "families.js" "game_cards.js" "graph.js" "home.js" "import.js"
        "instruction.js" "keeper.js" "kept_trees.js" "keys.js" "learn.js" "lesson.js" "levels.js" "lines.js"
        "link.js" "my_games.js" "mistakes.js" "names.js" "new_game.js" "notice.js" "offers.js" "open.js" "option_form.js"
        "overlay.js" "paced.js" "placed.js" "play_board.js" "play_here.js" "players.js" "practice.js" "progress.js" "puzzle_list.js" "puzzles.js" "record.js"
        "refusal.js" "removal.js" "repetition.js" "review.js" "review_words.js" "rules.js" "scene.js" "search_games.js"
        "seat_form.js" "settings.js" "settings_dialog.js" "setup.js" "share.js" "shown_hint.js" "sounds.js" "status.js" "store.js"
        "stream.js" "stream_hub.js" "stream_worker.js" "study.js" "study_page.js" "table.js" "table_parts.js"
        "table_state.js" "teacher.js" "texts.js" "touch.js" "tree.js" "tree_merge.js" "tree_view.js" "trial.js" "turns.js"
        "widgets.js";
    STYLE: "modes.css" "page.css" "study.css" "table.css" "themes.css";
    JSON: "texts/en.json" "texts/fr.json";
    PICTURE: "icon.svg";
    BITMAP: "icon-180.png" "icon-192.png" "icon-512.png" "icon-maskable-512.png";
};

/// What asks a server.
const SERVER_BACK: &[Asset] = assets! {
    SCRIPT: "http_back.js";
};

/// What answers in the browser itself.
const TAB_BACK: &[Asset] = assets! {
    SCRIPT:
        "alone.js" "desk_worker.js" "kept_games.js" "module_host.js" "page_version.js" "search_pool.js"
        "search_worker.js" "shared_desk.js" "tab_back.js" "tab_desk.js" "tab_worker.js" "thread_worker.js";
};

/// What answers the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// A server.
    Server,
    /// The browser itself: a site.
    Tab,
}

impl Back {
    /// All files of such a page.
    pub fn assets(self) -> impl DoubleEndedIterator<Item = &'static Asset> + Clone {
        let own = match self {
            Self::Server => SERVER_BACK,
            Self::Tab => TAB_BACK,
        };
        PAGE.iter().chain(SHARED).chain(own)
    }

    /// The module that asks it.
    const fn module(self) -> &'static str {
        match self {
            Self::Server => "http_back.js",
            Self::Tab => "tab_back.js",
        }
    }
}

/// The languages of the page by their names, each with its file of words.
pub fn languages() -> impl DoubleEndedIterator<Item = (&'static str, &'static [u8])> {
    PAGE.iter().filter_map(|file| Some((file.name.strip_prefix("texts/")?.strip_suffix(".json")?, file.bytes)))
}

/// The page of a template, which names the addresses of the files in `folder`; and `head`, what else its head has.
pub fn page(template: &str, back: Back, folder: &str, head: &str) -> String {
    let link = |name: &str| format!("<link rel=\"modulepreload\" href=\"{folder}/{name}\">");
    let modules: Vec<String> = modules_of_a_game(back).into_iter().map(link).collect();
    let name = if back == Back::Tab { "tab" } else { "server" };
    // The engine comes while the rest does.
    let early = format!("<script type=\"module\" src=\"{folder}/tab_worker.js\" async></script>\n");
    let early = if back == Back::Tab { early.as_str() } else { "" };
    let modules = modules.join("\n");
    let texts = [("folder", folder), ("back", name), ("head", head), ("modules", &modules), ("early", early)];
    fill(template, &texts.map(|(name, text)| (name, text.to_string())))
}

/// The modules that show a game at a table, and those they import.
fn modules_of_a_game(back: Back) -> Vec<&'static str> {
    with_imports(back, vec!["app.js", "table.js", back.module()])
}

/// Modules with all that they import, except for what they import only when it is needed.
fn with_imports(back: Back, mut found: Vec<&'static str>) -> Vec<&'static str> {
    let mut next = 0;
    while next < found.len() {
        let asset = back.assets().find(|asset| asset.name == found[next]);
        let text = asset.and_then(|asset| std::str::from_utf8(asset.bytes).ok()).unwrap_or_default();
        for imported in text.split(" from \"./").skip(1).filter_map(|rest| rest.split('"').next()) {
            if !found.contains(&imported) {
                found.push(imported);
            }
        }
        next += 1;
    }
    found
}

/// What is sent of a file other than the page itself: in a script, lines that are only comments, a quarter of it, become empty, so
/// that lines keep their numbers.
pub fn served(asset: &Asset) -> Cow<'static, [u8]> {
    match std::str::from_utf8(asset.bytes) {
        Ok(text) if asset.kind == SCRIPT => Cow::Owned(without_comments(text).into_bytes()),
        _ => Cow::Borrowed(asset.bytes),
    }
}

/// A name for a folder of files, which changes with their contents.
pub fn folder_of<'a>(contents: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = FxHasher::default();
    contents.for_each(|bytes| hasher.write(bytes));
    format!("{:016x}", hasher.finish())
}

fn without_comments(script: &str) -> String {
    let mut is_within = false;
    let mut code = String::with_capacity(script.len());
    for line in script.lines() {
        let begin = line.trim_start();
        let ends = line.matches("*/").count();
        let is_comment = match is_within {
            true => ends == 0 || (ends == 1 && line.ends_with("*/")),
            // Behind a comment on types there may be code.
            false => {
                begin.starts_with("//")
                    || (begin.starts_with("/**") && (ends == 0 || (ends == 1 && line.ends_with("*/"))))
            }
        };
        is_within = ends == 0 && (is_within || begin.starts_with("/**"));
        code.push_str(if is_comment { "" } else { line });
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKS: [Back; 2] = [Back::Server, Back::Tab];

    /// What a first visit loads that goes from the first page to a game, as sent, in bytes before compression (which leaves about a
    /// third): the page, its styles, the words of the largest language, and the modules that are not loaded on demand.
    const BUDGET: usize = 380_000;

    #[test]
    fn a_first_visit_is_within_its_budget_and_the_page_has_every_file_that_its_modules_import() {
        for back in BACKS {
            let modules = with_imports(back, [&["home.js"][..], &modules_of_a_game(back)].concat());
            let counts = |asset: &&Asset| [HTML, STYLE].contains(&asset.kind) || modules.contains(&asset.name);
            let words = languages().map(|(_, words)| words.len()).max().unwrap();
            let size = words + back.assets().filter(counts).map(|asset| served(asset).len()).sum::<usize>();
            assert!(size <= BUDGET, "a first visit loads {size} bytes: {modules:?}");
            for asset in back.assets().filter(|asset| asset.kind == SCRIPT && asset.name != "api.js") {
                let text = std::str::from_utf8(asset.bytes).unwrap();
                for part in text.split(['"', '\'']).filter(|part| part.starts_with("./") && part.ends_with(".js")) {
                    assert!(back.assets().any(|asset| asset.name == &part[2..]), "{} imports {part}", asset.name);
                }
            }
        }
    }

    #[test]
    fn the_page_names_all_modules_of_a_game_at_once() {
        for (back, own) in BACKS.into_iter().zip(["stream_hub.js", "tab_back.js"]) {
            let modules = modules_of_a_game(back);
            assert!(modules.len() > 25 && modules.contains(&own) && !modules.contains(&"review.js"));
            let page = page("{{folder}}/app.js {{modules}}", back, "files", "");
            assert!(page.starts_with("files/app.js <link") && page.lines().count() == modules.len());
        }
    }

    #[test]
    fn scripts_are_sent_without_comments_and_with_all_their_code() {
        let script = "// a\n/** b */\n/**\n * c\n */\n/** @type {D} */ (d).e();\nf(); // g\n  /** h */\nconst i = `*/`;\n/* j */\n";
        let code = "\n\n\n\n\n/** @type {D} */ (d).e();\nf(); // g\n\nconst i = `*/`;\n/* j */\n";
        assert_eq!(without_comments(script), code);
        for asset in BACKS.into_iter().flat_map(Back::assets).filter(|asset| asset.kind == SCRIPT) {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            let sent = without_comments(text);
            assert_eq!(sent.lines().count(), text.lines().count(), "{}", asset.name);
            // No line of code looks like a comment, such as one within a text in backquotes.
            let mut is_text = false;
            for (line, sent) in text.lines().zip(sent.lines()) {
                assert!(!is_text || line == sent, "{}: {line}", asset.name);
                is_text ^= sent.matches('`').count() % 2 == 1;
            }
            assert!(!is_text, "{}", asset.name);
        }
    }

    #[test]
    fn icons_have_the_size_in_their_names() {
        let icons = BACKS.map(|back| back.assets().filter(|asset| asset.kind == BITMAP).collect::<Vec<_>>());
        assert_eq!(icons.map(|icons| icons.len()), [4, 4]);
        for icon in Back::Tab.assets().filter(|asset| asset.kind == BITMAP) {
            let size: u32 = icon.name.trim_end_matches(".png").rsplit('-').next().unwrap().parse().unwrap();
            // The first part of a PNG begins with its width and height.
            let (head, rest) = icon.bytes.split_at(16);
            assert_eq!((&head[1..4], &head[12..]), (&b"PNG"[..], &b"IHDR"[..]), "{}", icon.name);
            assert_eq!(rest[..8], [size.to_be_bytes(), size.to_be_bytes()].concat(), "{}", icon.name);
        }
        assert!(
            std::str::from_utf8(PAGE[0].bytes)
                .unwrap()
                .contains("\"apple-touch-icon\" href=\"{{folder}}/icon-180.png\"")
        );
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_served =
                BACKS.into_iter().flat_map(Back::assets).any(|asset| asset.name.split('/').next() == Some(&name));
            let is_for_checks = name.ends_with(".d.ts") || name == "tsconfig.json";
            assert!(is_served || is_for_checks, "{name} is not served");
        }
    }
}
