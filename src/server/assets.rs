//! The files of the page, which the program contains.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A file: its address, what it is, and what it holds.
struct Asset {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const JSON: &str = "application/json";
const PICTURE: &str = "image/svg+xml";

/// Declares the files of `src/web` by what they are: each is served under its name in its folder `page`, or beside it.
macro_rules! assets {
    ($($kind:ident in $folder:literal: $($name:literal)+;)+) => {
        const ASSETS: &[Asset] = &[$($(Asset {
            path: concat!("/", $name),
            kind: $kind,
            bytes: include_bytes!(concat!("../web/", $folder, $name)),
        }),+),+];
    };
}

assets! {
    HTML in "page/": "index.html";
    SCRIPT in "page/":
        "analyse.js" "analyst.js" "animate.js" "announce.js" "api.js" "app.js" "bar.js" "board_input.js"
        "board_view.js" "book.js" "choices.js" "clock.js" "controls.js" "desk.js" "dom.js" "effects.js"
        "engine_panel.js" "graph.js" "home.js" "import.js" "keeper.js" "kept_trees.js" "keys.js" "learn.js" "lines.js" "link.js"
        "names.js" "new_game.js" "offers.js" "open.js" "option_form.js" "overlay.js" "play_board.js"
        "play_here.js" "players.js" "progress.js" "puzzles.js" "review.js" "review_words.js" "rules.js"
        "seat_form.js" "settings.js" "setup.js" "share.js" "status.js" "store.js" "stream.js" "stream_hub.js"
        "stream_worker.js" "study.js" "study_page.js" "table.js" "table_parts.js" "table_state.js" "texts.js" "touch.js" "tree.js"
        "tree_merge.js" "tree_view.js" "turns.js" "widgets.js";
    SCRIPT in "": "board.js";
    STYLE in "page/": "page.css" "study.css";
    JSON in "page/": "texts/en.json" "texts/fr.json";
    PICTURE in "page/": "icon.svg";
}

/// The file at an address; its content only where the browser does not have it already.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let mut hasher = FxHasher::default();
    hasher.write(asset.bytes);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let answer = Response::builder()
        .header(header::CONTENT_TYPE, asset.kind)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::ETAG, tag);
    let answer = match is_known {
        true => answer.status(StatusCode::NOT_MODIFIED).body(Body::empty()),
        false => answer.body(Body::from(asset.bytes)),
    };
    answer.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page, its scripts and its styles, in bytes before compression, which leaves about a third of them. A visit
    /// loads only the modules that it needs.
    const BUDGET: usize = 330_000;

    #[test]
    fn the_page_is_within_its_budget_and_has_every_file_that_its_modules_import() {
        let counts = |asset: &&Asset| [HTML, SCRIPT, STYLE].contains(&asset.kind);
        let size: usize = ASSETS.iter().filter(counts).map(|asset| asset.bytes.len()).sum();
        assert!(size <= BUDGET, "page and scripts are {size} bytes");
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            for part in text.split(['"', '\'']).filter(|part| part.starts_with("./") && part.ends_with(".js")) {
                let path = format!("/{}", &part[2..]);
                assert!(ASSETS.iter().any(|asset| asset.path == path), "{} imports {part}", asset.path);
            }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_served = ASSETS.iter().any(|asset| asset.path[1..].split('/').next() == Some(&name));
            let is_for_checks = name.ends_with(".d.ts") || name == "tsconfig.json";
            assert!(is_served || is_for_checks, "{name} is not served");
        }
    }
}
