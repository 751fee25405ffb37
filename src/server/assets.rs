//! Serves the files of the page.
//!
//! All except `index.html` have addresses in a folder named after a hash of their contents, so that a browser keeps
//! them for good and never asks again until they change.

use super::compression::{gzip, takes_gzip};
use crate::web::page::{Asset, Back, HTML, folder_of, page, served};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::{LazyLock, OnceLock};

/// A file as sent, with its ETag. The tag is weak, as it is the same for the file and its compressed form.
struct PreparedAsset {
    tag: String,
    plain: Cow<'static, [u8]>,
    short: Option<Vec<u8>>,
}

/// The folder of all files but the page itself.
pub static FOLDER: LazyLock<String> = LazyLock::new(|| {
    // As sent: without comments, say. The page itself names the folder.
    let files: Vec<Cow<'static, [u8]>> = Back::Server.assets().map(served).collect();
    folder_of(files.iter().map(|file| &**file))
});

/// What else the head of the page has: the first thing that it asks for.
const HEAD: &str = "<link rel=\"preload\" href=\"api/info\" as=\"fetch\" crossorigin>";

/// The files by their names, prepared once they have been requested.
static FILES: LazyLock<BTreeMap<&str, (&Asset, OnceLock<PreparedAsset>)>> =
    LazyLock::new(|| Back::Server.assets().map(|asset| (asset.name, (asset, OnceLock::new()))).collect());

fn prepare(asset: &Asset) -> PreparedAsset {
    let mut hasher = FxHasher::default();
    let plain = match std::str::from_utf8(asset.bytes) {
        Ok(text) if asset.kind == HTML => page(text, Back::Server, &FOLDER, HEAD).into_bytes().into(),
        _ => served(asset),
    };
    hasher.write(&plain);
    let short = gzip(&plain, Compression::best()).filter(|short| short.len() < plain.len());
    PreparedAsset { tag: format!("W/\"{:016x}\"", hasher.finish()), plain, short }
}

/// Whether a browser has the file of this weak tag, by its list of tags. A proxy may have made them strong, or noted
/// the form in which it sent them.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        let tag = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
        Some(tag.strip_suffix("-gzip").unwrap_or(tag).to_string())
    };
    let lines = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|known| known.trim() == "*" || opaque(known) == opaque(tag))
}

/// The file at an address; its content only where the browser does not have it already.
pub async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let kept =
        path.strip_prefix(FOLDER.as_str()).and_then(|rest| rest.strip_prefix('/')).filter(|name| *name != "index.html");
    let name = kept.or((path.is_empty() || path == "index.html").then_some("index.html"));
    let Some((asset, prepared)) = name.and_then(|name| FILES.get(name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response();
    }
    let prepared = prepared.get_or_init(|| prepare(asset));
    let fixed = [
        (header::CONTENT_TYPE, asset.kind),
        (header::CACHE_CONTROL, if kept.is_some() { "max-age=31536000, immutable" } else { "no-cache" }),
        (header::VARY, "Accept-Encoding"),
        (header::ETAG, prepared.tag.as_str()),
    ];
    let short = prepared.short.as_deref().filter(|_| takes_gzip(&headers));
    match (is_known(&headers, &prepared.tag), short) {
        (true, _) => (StatusCode::NOT_MODIFIED, fixed).into_response(),
        (false, Some(short)) => (fixed, [(header::CONTENT_ENCODING, "gzip")], short).into_response(),
        (false, None) => (fixed, &prepared.plain[..]).into_response(),
    }
}
