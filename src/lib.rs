//! The program `quintet`: it plays and analyses over the line protocol, on a web page and in tournaments. Programs that embed the engine want
//! the crate `quintet_core`, whose modules stand here under the same names, as do those of `quintet_desk`. What is public here is public for the program itself,
//! its tests and benchmarks, and may change at any time.
//!
//! The modules in the order in which they build on each other:
//!
//! | module | what it is |
//! |---|---|
//! | `version`, `date` | which build this is; the date |
//! | `files` | files, opened with care and checked |
//! | `part`, `locks` | a part of a work that several machines share; locks on its files |
//! | `option_files`, `record_files` | the files that options name; files of games |
//! | `lines` | bounded reading and writing of lines, child processes |
//! | `bots` | programs of CodinGame's arenas, and quintet as one of them |
//! | `protocol` | the line protocol |
//! | `analysis_engine` | answers analysis requests line by line, or a file of them |
//! | `tournament`, `train`, `tune` | matches and their statistics; training of evaluations; tuning of searches |
//! | `puzzle_maker` | how puzzles are made |
//! | `server` | the page of `quintet serve` and its server (feature `web`) |
//! | `conformance` | whether an engine speaks the protocol |
//! | `terminal`, `play` | what commands share: arguments, signals, exit codes, boards; games in the terminal |
//! | `cli` | the program's subcommands |

#![warn(clippy::unwrap_used)]

#[cfg(not(unix))]
compile_error!("the program needs a Unix system; `quintet-core` needs none");

pub mod option_files;
pub use quintet_core::sentences;
pub use quintet_core::{board, game, games, registry, search, session};
#[cfg(feature = "web")]
pub use quintet_desk::service;
pub use quintet_desk::{analysis, arena, csv, explore, lessons, options, puzzles, records, review, web};

pub mod analysis_engine;
pub mod bots;
pub mod cli;
pub mod conformance;
pub mod date;
pub mod files;
pub mod lines;
pub mod locks;
pub mod part;
mod play;
pub mod protocol;
pub mod puzzle_maker;
pub mod record_files;
#[cfg(feature = "web")]
pub mod server;
mod terminal;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod version;
pub use quintet_core::{book, calibration, eval, picture, sealed, sentence, text};
