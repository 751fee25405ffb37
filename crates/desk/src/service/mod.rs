//! What the page asks for, without a transport: games between people and engines, and questions about positions.
//!
//! [`Desk::answer`](api::Desk::answer) takes a request and gives its answer: a reply, a reply for later, or a stream of
//! messages. The desk stands on three traits: a `store` of games, a `machine` that tells the time and has random
//! numbers, and `searches`, which run elsewhere. A server has them, and so can a program in a browser: nothing here starts
//! a thread, opens a file or waits. `api/tests.rs` shows it without any of these.
//!
//! From the bottom up: a `hosted_game` is a game in progress, and a `kept_game` its form in the store; `people` are its
//! persons. `hosted_games` brings these together with the engines that are asked, and an `open_hosted` game sends its
//! `view` to watchers. `engines` answers for the seats that are quintet's. `position`, `live`, `hint`, `transfer`,
//! `recorded`, `archive`, `puzzles`, `lessons`, `rules`, `scenes` and `info` answer questions that belong to no game in progress,
//! some of them about what is `known` of a game; those that take long are a `task`. `api` has the addresses, which `router` finds by
//! the path of a `request`; the values in its `query` are read, requests are checked against
//! their `shape`, and `events` tells of tables as they change.

pub mod address;
pub mod api;
pub mod archive;
pub mod engines;
pub mod error;
pub mod events;
pub mod explore;
pub mod hint;
pub mod hosted_game;
pub mod hosted_games;
pub mod info;
pub mod kept_game;
pub mod known;
pub mod lessons;
pub mod live;
pub mod machine;
pub mod means;
pub mod names;
pub mod open_hosted;
#[cfg(test)]
mod page_types_law;
pub mod people;
pub mod position;
pub mod practice;
pub mod puzzles;
pub mod query;
pub mod recorded;
pub mod request;
pub mod router;
pub mod rules;
pub mod says;
pub mod scenes;
pub mod searches;
pub mod shape;
pub mod stopwatch;
pub mod store;
pub mod task;
pub mod transfer;
pub mod view;
