//! CodinGame's arenas: quintet as one of their players, referees of their games, matches of their programs.

mod bots;
mod opponent;
mod referee;
mod runner;
