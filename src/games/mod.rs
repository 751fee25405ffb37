//! The games. Each knows its rules, its text, its pictures and its evaluation, and nothing of search.

pub mod gipf;
pub mod hexagon;
pub mod pentalath;
pub mod yavalath;
pub mod yinsh;
pub mod zen;
