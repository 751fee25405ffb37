//! The program `quintet`: what plays and analyses by lines, on a page and in tournaments. Programs that embed the engine want
//! the crate `quintet_core`, whose modules stand here under the same names. What is public here is public for the program itself,
//! its tests and benchmarks, and may change at any time.
//!
//! The modules in the order in which they build on each other:
//!
//! | module | what it is |
//! |---|---|
//! | `version`, `date` | which build this is; the date |
//! | `files`, `csv` | files, opened with care and checked; tables for other programs |
//! | `part`, `locks` | a part of a work that several machines share; locks on its files |
//! | `options` | the options of the engine by name, as text |
//! | `records` | one game as data |
//! | `protocol` | the line protocol |
//! | `analysis` | the analysis engine: the same for JSON lines |
//! | `web`, `review` | parts of pages; review of games |
//! | `tournament`, `train` | matches and their statistics; training of evaluations |
//! | `puzzles` | positions in which a single decision wins, and how they are made |
//! | `server` | the page of `quintet serve` and what it asks for (feature `web`) |
//! | `conformance` | whether an engine speaks the protocol |
//! | `cli` | the program's subcommands |

#![warn(clippy::unwrap_used)]

#[cfg(all(feature = "cli", not(unix)))]
compile_error!("the program needs a Unix system; without the feature `cli` the library needs none");

pub mod options;
pub use quintet_core::sentences;
pub use quintet_core::{board, game, games, registry, search, session};

// The program, tests/ and benches/ use these from outside; they are no interface.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod analysis;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod conformance;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod csv;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod date;
#[doc(hidden)]
pub mod files;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod locks;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod part;
#[doc(hidden)]
pub mod protocol;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod puzzles;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod records;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod review;
#[cfg(feature = "web")]
#[doc(hidden)]
pub mod server;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod tournament;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod train;
#[doc(hidden)]
pub mod version;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod web;
#[doc(hidden)]
pub use quintet_core::{book, calibration, eval, picture, sealed, sentence, text};
