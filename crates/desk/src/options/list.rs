//! All options of the engine.

use crate::search::skill::FULL;

/// The largest `Threads`.
pub const MAX_THREADS: u64 = crate::search::MAX_THREADS as u64;
/// The largest `Hash`, in MiB.
pub const MAX_HASH: u64 = 65_536;
/// The words of `Search`.
pub const SEARCHES: [&str; 4] = ["auto", "alphabeta", "mcts", "mcts-eval"];

/// Which option of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    /// `Game`.
    Game,
    /// `Search`.
    Search,
    /// `Threads`.
    Threads,
    /// `Hash`.
    Hash,
    /// `Clear Hash`.
    ClearHash,
    /// `MultiPV`.
    MultiPv,
    /// `MoveOverhead`.
    MoveOverhead,
    /// `Ponder`.
    Ponder,
    /// `UCI_ShowWDL`.
    ShowWdl,
    /// `Seed`.
    Seed,
    /// `Skill`.
    Skill,
    /// `UCI_LimitStrength`.
    LimitStrength,
    /// `UCI_Elo`.
    Elo,
    /// `OwnBook`.
    OwnBook,
    /// `BookFile`.
    BookFile,
    /// `ProofFile`.
    ProofFile,
    /// `Log File`.
    LogFile,
    /// `NoFiles`.
    NoFiles,
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionRange {
    /// The name of a game.
    Games,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Numbers(u64, u64),
    /// A whole number from the least to the greatest rating of the game's levels.
    Ratings,
    /// `true` or `false`.
    Check,
    /// Any text.
    Text,
    /// Nothing: it is pressed.
    Button,
}

/// One option of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Which it is.
    pub id: OptionId,
    /// Its name; case does not matter.
    pub name: &'static str,
    /// Another accepted name.
    pub alias: Option<&'static str>,
    /// What it takes.
    pub range: OptionRange,
    /// What it is for, in a sentence.
    pub about: &'static str,
}

/// All options of the engine, in the order in which they are declared.
pub const OPTIONS: [EngineOption; 18] = {
    use OptionRange::{Button, Check, Games, Numbers, Ratings, Text, Words};
    const fn option(id: OptionId, name: &'static str, range: OptionRange, about: &'static str) -> EngineOption {
        EngineOption { id, name, alias: None, range, about }
    }
    const fn known_as(alias: &'static str, option: EngineOption) -> EngineOption {
        EngineOption { alias: Some(alias), ..option }
    }
    [
        option(OptionId::Game, "Game", Games, "The game that is played."),
        option(OptionId::Search, "Search", Words(&SEARCHES), "The search; auto is the best one for the game."),
        option(OptionId::Threads, "Threads", Numbers(1, MAX_THREADS), "The number of search threads."),
        option(OptionId::Hash, "Hash", Numbers(1, MAX_HASH), "The memory of the search, in MiB."),
        option(OptionId::ClearHash, "Clear Hash", Button, "Forgets what earlier searches found."),
        option(OptionId::MultiPv, "MultiPV", Numbers(1, 512), "How many of the best turns to report."),
        known_as(
            "Move Overhead",
            option(
                OptionId::MoveOverhead,
                "MoveOverhead",
                Numbers(0, 60_000),
                "Milliseconds of the clock kept in reserve.",
            ),
        ),
        option(OptionId::Ponder, "Ponder", Check, "Whether bestmove names the expected reply."),
        option(
            OptionId::ShowWdl,
            "UCI_ShowWDL",
            Check,
            "Whether info lines give the chances of a win, a draw and a loss.",
        ),
        option(OptionId::Seed, "Seed", Numbers(0, i64::MAX as u64), "The random seed."),
        known_as(
            "Skill Level",
            option(
                OptionId::Skill,
                "Skill",
                Numbers(0, FULL as u64),
                "How strongly to play, from a beginner to full strength.",
            ),
        ),
        option(
            OptionId::LimitStrength,
            "UCI_LimitStrength",
            Check,
            "Whether to play at the strength of UCI_Elo instead of Skill.",
        ),
        option(OptionId::Elo, "UCI_Elo", Ratings, "How strongly to play, in Elo; 0 is random play."),
        option(OptionId::OwnBook, "OwnBook", Check, "Whether to play from an opening book."),
        known_as(
            "Book File",
            option(OptionId::BookFile, "BookFile", Text, "The file of that book; empty for the game's own."),
        ),
        option(
            OptionId::ProofFile,
            "ProofFile",
            Text,
            "A file of proofs; what it proves is played at once. Empty for none.",
        ),
        option(OptionId::LogFile, "Log File", Text, "The file the dialogue is appended to; empty for none."),
        option(OptionId::NoFiles, "NoFiles", Check, "Stops the process from opening files; once true it stays true."),
    ]
};
