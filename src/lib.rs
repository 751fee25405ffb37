//! quintet plays and analyses YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath.
//!
//! The modules in the order in which they build on each other: [`bits`], [`hex`] and [`picture`] know no
//! game, [`game`] says what a game is, [`weights`], [`network`] and [`lines`] are what learned evaluations are made of,
//! [`games`] are the games.

#![warn(clippy::unwrap_used)]

pub mod bits;
pub mod book;
pub mod calibration;
pub mod cli;
pub mod game;
pub mod games;
pub mod hex;
pub mod lines;
pub mod network;
pub mod picture;
pub mod protocol;
pub mod registry;
pub mod search;
pub mod session;
pub mod tournament;
pub mod train;
pub mod weights;
