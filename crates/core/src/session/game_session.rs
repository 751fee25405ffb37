//! The session of a game whose type is known.

use super::played_game::{PlayedGame, Rounds};
use super::proved_move::ProvedLine;
use crate::book::Book;
use crate::game::Playable;
use crate::search::proof::proof_file::ProofFile;
use crate::search::{Engine, Kind};
use parking_lot::Mutex;
use std::sync::Arc;

/// The [`Session`](super::Session) of a game.
pub struct GameSession<G: Playable> {
    pub(super) name: &'static str,
    pub(super) auto: Kind,
    pub(super) bench_depth: u32,
    pub(super) game: PlayedGame<G>,
    pub(super) rounds: Rounds,
    pub(super) engine: Arc<Mutex<Engine<G>>>,
    pub(super) book: Option<Book<G>>,
    pub(super) proofs: Option<Arc<ProofFile>>,
    /// The result of a proof search, with the key of its position.
    pub(super) solved: Option<(u64, ProvedLine)>,
}

impl<G: Playable> GameSession<G> {
    /// A session of the game `name` in the variant that `setup` stands for. `auto` is its best search, `bench_depth`
    /// the depth of its `bench` in turns.
    pub fn new(name: &'static str, setup: G::Setup, auto: Kind, bench_depth: u32) -> Self {
        Self {
            name,
            auto,
            bench_depth,
            game: PlayedGame::new(setup),
            rounds: Rounds::default(),
            engine: Arc::default(),
            book: None,
            proofs: None,
            solved: None,
        }
    }
}
