//! The games. Each knows its rules, its text and its evaluation, and nothing of search.

pub mod gipf;
mod hex_describe;
pub mod hex_text;
pub mod pentalath;
pub(crate) mod says;
pub mod swap;
pub mod yavalath;
pub mod yinsh;
pub mod zen;
