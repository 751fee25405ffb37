//! The rules of every game, their texts and their states, in the library.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../reference/mod.rs"]
mod reference;

mod arena;
mod arrangement;
mod examples;
mod gipf;
mod pentalath;
mod state;
mod yavalath;
mod yinsh;
mod yinsh_swap;
mod zen;
