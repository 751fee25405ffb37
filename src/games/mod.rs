//! The games. Each knows its rules, its text, its pictures and its evaluation, and nothing of search.

pub mod yavalath;
pub mod zen;
