//! The engine as a WebAssembly module: what a page or a Node.js program asks is one JSON object, and so is every answer. The
//! analysis engine's requests (docs/json.md) are answered as by `quintet analysis`; `request.rs` lists what else there is.
//!
//! No tool generates glue for it. It exports `memory`, `room(length)`, which gives the place for the bytes of a request,
//! `call()`, which answers it, and `stop()`, which ends a search and is called from within `now`. It imports from `env`:
//! `post(place, length)`, which takes the bytes of an answer, and `now()`, the milliseconds since some fixed moment. A
//! defect posts `{"defect": SENTENCE}` before the call fails; the module is then of no further use.

#[cfg(target_family = "wasm")]
mod exports;
mod module;
pub mod page;
mod proof;
mod request;

pub use module::{Halt, Module};

use quintet_core::data::Data;
use quintet_core::registry::{self, GameEntry};

/// The names of those of a game's texts that have not been provided.
fn missing<I: Iterator<Item = &'static Data>>(game: Option<&str>, of: fn(&'static GameEntry) -> I) -> Vec<String> {
    let data = game.and_then(registry::find).map(of).into_iter().flatten();
    data.filter(|data| data.text().is_none()).map(|data| data.name.to_string()).collect()
}

/// The version of the package.
const VERSION: &str = env!("CARGO_PKG_VERSION");
