//! `quintet conformance` through the real binary: our own engine holds every step, and each of a set of wrong engines
//! fails exactly the steps that it should.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod command;
mod document;
mod own;
mod wrong;
mod wrong_engine;
