//! What the documents, the sources and the lessons say of themselves: links, words, examples, pictures, layers, schema.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod citations;
mod docs;
mod layers;
mod lessons;
mod rules;
mod usage;
