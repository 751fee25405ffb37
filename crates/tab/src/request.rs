//! What can be asked beside the analysis engine's requests.

use quintet_core::registry::GameLine;
use serde::Deserialize;
use serde_json::Value;

/// The words of [`Action`].
const ACTIONS: [&str; 10] = ["games", "state", "legal", "play", "picture", "perft", "bench", "solve", "verify", "take"];

/// The id and the action of a request; `None` if it is for the analysis engine. Why an action cannot be read is a sentence.
pub fn read(request: &str) -> Option<(Value, Result<Action, String>)> {
    let request: Value = serde_json::from_str(request).ok()?;
    let action = request.get("action")?.as_str()?;
    if !ACTIONS.contains(&action) {
        return None;
    }
    let id = request.get("id").cloned().unwrap_or_default();
    Some((id, serde_json::from_value(request).map_err(|error| error.to_string())))
}

/// A request: `action` and what belongs to it. Its `id` is repeated in the answer. A line of play is given by `game`,
/// `options`, `position` and `moves`.
#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Action {
    /// All games: name, title and options.
    Games,
    /// Everything a person at the table can see.
    State(GameLine),
    /// The legal decisions and the whole turns.
    Legal(GameLine),
    /// Plays a turn or a decision at the end of a line.
    Play(Play),
    /// A picture of the position, as SVG.
    Picture(GameLine),
    /// How many sequences of decisions there are.
    Perft(Perft),
    /// The signature of the search: the nodes of fixed searches.
    Bench(Bench),
    /// Who wins, with a certificate.
    Solve(Solve),
    /// Checks a certificate.
    Verify(Verify),
    /// Takes a text that an answer has said to be needed.
    Take(Take),
}

#[derive(Deserialize)]
pub struct Take {
    pub name: String,
    pub text: String,
}

#[derive(Deserialize)]
pub struct Play {
    #[serde(flatten)]
    pub line: GameLine,
    /// A whole turn or a decision.
    pub turn: String,
}

#[derive(Deserialize)]
pub struct Perft {
    #[serde(flatten)]
    pub line: GameLine,
    pub depth: u32,
}

#[derive(Deserialize)]
pub struct Bench {
    pub game: String,
}

#[derive(Deserialize)]
pub struct Solve {
    #[serde(flatten)]
    pub line: GameLine,
    /// At most this many evaluated positions.
    pub nodes: u64,
}

#[derive(Deserialize)]
pub struct Verify {
    /// The bytes of the certificate, in Base64.
    pub certificate: String,
}
