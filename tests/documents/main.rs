//! What the documents and the sources say of themselves: links, words, examples, pictures, layers.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod citations;
mod docs;
mod layers;
mod rules;
mod usage;
