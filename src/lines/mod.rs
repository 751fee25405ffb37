//! Dialogues by lines, none of which can block the program or fill its memory.
//!
//! With a client: [`reading`] takes its lines, [`output`] writes the answers. With a child process: [`link`] starts it,
//! holds its pipes and ends it, and [`dialogue_log`] keeps what is said.

pub mod dialogue_log;
pub mod link;
pub mod output;
pub mod reading;
