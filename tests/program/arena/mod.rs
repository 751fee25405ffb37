//! CodinGame's arenas: quintet as one of their players, referees of their games, matches of their programs, their replays.

mod bots;
mod opponent;
mod referee;
mod replays;
mod runner;
