//! `quintet serve`: what the server does by its addresses alone, and the page in a real browser.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod addresses;
mod browser;
mod clicks;
mod controls;
mod french;
mod guarding;
mod keeping;
mod load;
mod play;
mod server;
mod study;
