//! quintet plays and analyses YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath.
//!
//! Play a game:
//!
//! ```
//! use quintet::picture::Charset;
//! use quintet::registry;
//!
//! let mut session = registry::open("yavalath")?;
//! session.play("e5")?;
//! session.play("swap")?;
//! assert!(session.legal().contains(&"d4".to_string()));
//! print!("{}", session.terminal(Charset::Ascii));
//! # Ok::<(), quintet::game::TextError>(())
//! ```
//!
//! Search a position and print the principal variation:
//!
//! ```
//! use quintet::registry;
//! use quintet::search::{Limits, Verdict};
//! use quintet::session::SearchRequest;
//!
//! let mut session = registry::open("yavalath")?;
//! session.set_position(None, &["b2", "h6", "c3", "g8", "e5", "d8"].map(String::from))?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let (_control, search) = session.search(SearchRequest { limits, ..SearchRequest::default() })?;
//! let result = search(&mut |report| println!("depth {}: {}", report.info.depth, report.turns.join(" ")));
//! assert_eq!((result.best.as_str(), result.verdict), ("d4", Verdict::win_in(1)));
//! # Ok::<(), quintet::game::TextError>(())
//! ```
//!
//! The modules in the order in which they build on each other. Those in **bold** are for programs that embed the engine;
//! the others are public for the program itself, its tests and benchmarks, and may change at any time.
//!
//! | module | what it is |
//! |---|---|
//! | `version` | which build this is |
//! | `text`, `files`, `sealed` | text from outside, cleaned before it is shown; files, opened with care and checked |
//! | `csv` | tables for other programs (feature `cli`) |
//! | `part`, `locks` | a part of a work that several machines share; locks on its files (feature `cli`) |
//! | **[`board`]** | what boards are made of: sets of bits, the hexagonal board; knows no game |
//! | **[`game`]** | what a game is to everything else; begin here |
//! | `eval` | what learned evaluations are made of |
//! | **[`games`]** | the games: rules, text, evaluation; they know no search |
//! | **[`picture`]** | a position as SVG and as text for a terminal, whichever game it is |
//! | **[`search`]** | alpha-beta and Monte-Carlo tree search; they know no game |
//! | `book`, `calibration` | opening books; what scores are worth |
//! | **[`session`]** | one game: its line of play and the engine that thinks about it, whichever game it is |
//! | **[`registry`]** | the games by name, and lines of play as text |
//! | **[`options`]** | the options of the engine by name, as text |
//! | `records` | one game as data (feature `cli`) |
//! | `protocol` | the line protocol |
//! | `analysis` | the analysis engine: the same for JSON lines (feature `cli`) |
//! | `web`, `review` | parts of pages; review of games (feature `cli`) |
//! | `tournament`, `train` | matches and their statistics; training of evaluations (feature `cli`) |
//! | `puzzles` | positions in which a single decision wins, and how they are made (feature `cli`) |
//! | `server` | the page of `quintet serve` and what it asks for (feature `web`) |
//! | `conformance` | whether an engine speaks the protocol (feature `cli`) |
//! | `cli` | the program's subcommands (feature `cli`) |
//!
//! A game of one's own needs the traits of [`game`] and nothing else: `examples/tic_tac_toe.rs` has a whole one, which
//! [`search::Engine`] searches and [`session::GameSession`] plays. `docs/internals.md` tells how a position becomes a
//! best move.

#![warn(clippy::unwrap_used)]

#[cfg(all(feature = "cli", not(unix)))]
compile_error!("the program needs a Unix system; without the feature `cli` the library needs none");

pub mod board;
pub mod game;
pub mod games;
pub mod options;
pub mod picture;
pub mod registry;
pub mod search;
pub mod sentence;
pub mod session;

// The program, tests/ and benches/ use these from outside; they are no interface.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod calibration;
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
pub mod eval;
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
#[doc(hidden)]
pub mod sealed;
#[cfg(feature = "web")]
#[doc(hidden)]
pub mod server;
#[doc(hidden)]
pub mod text;
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
