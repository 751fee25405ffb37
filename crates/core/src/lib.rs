//! Plays and analyses YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath: rules, searches, evaluations, pictures of
//! boards. Programs embed this crate; `quintet` is one of them.
//!
//! Play a game:
//!
//! ```
//! use quintet_core::picture::Charset;
//! use quintet_core::registry;
//!
//! let mut session = registry::open("yavalath")?;
//! session.play("e5")?;
//! session.play("swap")?;
//! assert!(session.legal().contains(&"d4".to_string()));
//! print!("{}", session.terminal(Charset::Ascii));
//! # Ok::<(), quintet_core::game::TextError>(())
//! ```
//!
//! Search a position and print the principal variation:
//!
//! ```
//! use quintet_core::registry;
//! use quintet_core::search::{Limits, Verdict};
//! use quintet_core::session::SearchRequest;
//!
//! let mut session = registry::open("yavalath")?;
//! session.set_position(None, &["b2", "h6", "c3", "g8", "e5", "d8"].map(String::from))?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let (_control, search) = session.search(SearchRequest { limits, ..SearchRequest::default() })?;
//! let result = search(&mut |report| println!("depth {}: {}", report.info.depth, report.turns.join(" ")));
//! assert_eq!((result.best.as_str(), result.verdict), ("d4", Verdict::win_in(1)));
//! # Ok::<(), quintet_core::game::TextError>(())
//! ```
//!
//! The modules in the order in which they build on each other. Those in **bold** are the interface; the others are public for
//! `quintet`, its tests and benchmarks, and may change at any time.
//!
//! | module | what it is |
//! |---|---|
//! | `text`, [`sentence`], `sealed`, [`data`] | text from outside, cleaned before it is shown; sentences for any language; checksums; the texts of weights and books |
//! | **[`board`]** | what boards are made of: sets of bits, the hexagonal board; knows no game |
//! | **[`game`]** | what a game is to everything else; begin here |
//! | `eval` | what learned evaluations are made of |
//! | **[`games`]** | the games: rules, text, evaluation; they know no search |
//! | **[`picture`]** | a position as SVG and as text for a terminal, whichever game it is |
//! | **[`search`]** | alpha-beta and Monte-Carlo tree search; they know no game |
//! | `book`, `calibration` | opening books; what scores are worth |
//! | **[`session`]** | one game: its line of play and the engine that thinks about it, whichever game it is |
//! | **[`registry`]** | the games by name, and lines of play as text |
//!
//! Your own game needs only the traits of [`game`]: `examples/tic_tac_toe.rs` of the repository has a whole one, which
//! [`search::Engine`] searches and [`session::GameSession`] plays. `docs/internals.md` there explains how a position
//! becomes a best move.
//!
//! With the feature `serde` the data for programs becomes JSON and has a schema. With `tune` the search parameters can
//! be set, to tune them by matches. With `apart` weights and books are not part of the program ([`data`]).

#![warn(clippy::unwrap_used)]

pub mod board;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod calibration;
pub mod data;
#[doc(hidden)]
pub mod eval;
pub mod game;
pub mod games;
pub mod picture;
pub mod registry;
#[doc(hidden)]
pub mod sealed;
pub mod search;
pub mod sentence;
pub mod session;
#[doc(hidden)]
pub mod text;
