//! quintet plays and analyses YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath.
//!
//! The modules in the order in which they build on each other: [`board`] knows no game, [`game`] says what a game is,
//! [`eval`] is what learned evaluations are made of, [`games`] are the games.

#![warn(clippy::unwrap_used)]

pub mod board;
pub mod book;
pub mod calibration;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod game;
pub mod games;
pub mod options;
pub mod protocol;
pub mod registry;
pub mod search;
pub mod session;
pub mod text;
#[cfg(feature = "cli")]
pub mod tournament;
#[cfg(feature = "cli")]
pub mod train;
