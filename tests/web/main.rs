//! `quintet serve`: what the server does by its addresses alone, and the page in a real browser.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod addresses;
mod browser;
mod clicks;
mod controls;
#[path = "../common/example_proofs.rs"]
mod example_proofs;
mod french;
mod guarding;
mod keeping;
mod load;
mod play;
mod server;
mod study;
