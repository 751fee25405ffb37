//! The games. Each knows its rules, its text, its pictures and its evaluation, and nothing of search.

pub mod gipf;
pub mod yavalath;
