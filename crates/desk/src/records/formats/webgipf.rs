//! The words of webgipf, of GIPF: `GWi3-h3 GKb6-c6 … xf6,g6 Wa4-b5`. `W` and `K` are the colours that push, `G` before
//! them means a GIPF-piece, and what leaves the board is a separate word.

use super::super::import::GivenGame;
use crate::records::says;
use crate::sentence::Sentence;
use crate::text::shorten;

/// Of a word with the letter of its player, whether there is a GIPF-piece, and the rest: a push or, of a board before
/// the turns, a spot.
fn piece(word: &str) -> Option<(bool, &str)> {
    let (stacked, rest) = word.strip_prefix('G').map_or((false, word), |rest| (true, rest));
    let rest = rest.strip_prefix(['W', 'K'])?;
    matches!(rest.as_bytes(), [b'a'..=b'i', b'1'..=b'9', ..]).then_some((stacked, rest))
}

/// Whether a text has such words.
pub fn is(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| piece(word).is_some())
}

/// Reads games, one in each part between empty lines.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let mut games = vec![String::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            games.push(String::new());
        } else if let Some(game) = games.last_mut() {
            *game += line;
            game.push(' ');
        }
    }
    games.iter().filter(|game| !game.is_empty()).map(|game| given(game)).collect()
}

fn given(text: &str) -> Result<GivenGame, Sentence> {
    let (mut parts, mut game) = (Vec::new(), "gipf");
    for word in text.split_whitespace() {
        if word.starts_with('x') {
            parts.push(word.to_string());
            continue;
        }
        let (stacked, rest) = piece(word).ok_or_else(|| says::no_push(shorten(word)))?;
        match (rest.contains('-'), stacked) {
            (true, true) => {
                parts.push(format!("g{rest}"));
                // Only there GIPF-pieces are brought in.
                game = "gipf-tournament";
            }
            (true, false) => parts.push(rest.to_string()),
            (false, true) if game == "gipf" => game = "gipf-standard",
            (false, _) => {}
        }
    }
    Ok(GivenGame { game: game.to_string(), parts, ..GivenGame::default() })
}
