//! What quintet's page, command line and analysis engine have in common, without files, sockets, processes and threads of its own:
//! it compiles for `wasm32-unknown-unknown`.
//!
//! The modules in the order in which they build on each other. All of them are public for `quintet`, and may change at any time.
//!
//! | module | what it is |
//! |---|---|
//! | `csv`, `web` | tables for other programs; the page |
//! | `options` | the options of the engine by name, as text |
//! | `arena` | CodinGame's arenas: their lines, cells and rules |
//! | `records` | one game as data, in quintet's formats and those of other programs |
//! | `analysis` | requests to analyse positions, and their answers, as JSON |
//! | `explore` | what the book, recorded games and the engine know about a position |
//! | `review` | review of games |
//! | `puzzles` | positions in which a single decision wins |
//! | `lessons` | a game in a few tasks, for somebody who has never seen it |
//! | `service` | what the page asks for: games at tables, and questions about positions (feature `service`) |
//!
//! With the feature `tune` the search parameters are options.

#![warn(clippy::unwrap_used)]

pub mod analysis;
pub mod arena;
pub mod csv;
pub mod explore;
pub mod lessons;
pub mod options;
pub mod puzzles;
pub mod records;
pub mod review;
#[cfg(feature = "service")]
pub mod service;
pub mod web;

/// The lists of all sentences of this crate and of the core.
pub fn sentence_lists() -> impl Iterator<Item = &'static [sentence::Entry]> {
    let own = [
        options::SENTENCES,
        analysis::SENTENCES,
        lessons::SENTENCES,
        puzzles::SENTENCES,
        records::SENTENCES,
        #[cfg(feature = "service")]
        service::says::TABLE,
    ];
    registry::SENTENCES.iter().copied().chain(own)
}

#[cfg(any(test, feature = "service"))]
use quintet_core::board;
use quintet_core::{game, picture, registry, search, sentence, sentences, session, text};
