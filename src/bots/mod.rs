//! Programs of CodinGame's arenas: quintet as one of them ([`opponent`]), theirs as processes ([`process`]), and a game
//! between two of them ([`contest`]). What the arenas say and ask is in [`crate::arena`].

pub mod contest;
pub mod opponent;
pub mod process;
