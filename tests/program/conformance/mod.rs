//! `quintet conformance` through the real binary: our own engine holds every step, and each of a set of wrong engines
//! fails exactly the steps that it should.

mod command;
mod document;
mod own;
mod wrong;
mod wrong_engine;
