//! What the page asks for, without a transport: games between people and engines, and questions about positions.
//!
//! From the bottom up: a `hosted_game` is a game in progress, and a `kept_game` its form in the store; `people` are its
//! persons. `engines` answers for the seats that are quintet's. A game is shown as a `view`. `position`, `hint`,
//! `transfer`, `recorded`, `puzzles`, `rules` and `info` answer questions that belong to no game in progress. Requests
//! are checked against their `shape`.

pub mod engines;
pub mod error;
pub mod hint;
pub mod hosted_game;
pub mod info;
pub mod kept_game;
pub mod live;
pub mod machine;
pub mod names;
pub mod patience;
pub mod people;
pub mod position;
pub mod puzzles;
pub mod recorded;
pub mod rules;
pub mod says;
pub mod searches;
pub mod shape;
pub mod stopwatch;
pub mod store;
pub mod task;
pub mod transfer;
pub mod view;
