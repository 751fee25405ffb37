//! Boards in the middle of a game, for people who choose one: they show what it is like.

use super::error::DeskError;
use crate::picture::Board;
use crate::registry::{self, GameLine};

/// By game: a position in which the pieces stand as they do when both sides know what they are about. A variant without one
/// is shown as it begins.
const SCENES: &[(&str, &str)] = &[
    ("yavalath", "5/2b3/3w1bw/1bwbbwb1/4wb1w1/2w2w2/2b3b/2wb2/2w2 w no 0"),
    ("pentalath", "5/1b1w2/1w2bww/3wwwbw/1w1bb1w2/b3b2b/2w1bb1/1bwwwb/4b b no 0"),
    ("gipf", "b3/wwbwb/1w2w1/2w1w1b/1w1w2/1bb1b/1w2 b 1,4 - -"),
    ("yinsh", "4/3W3/2wb1B2/2bwwb1W1/1B2wbwb2/2wbWbw1B/1W1bwwbb1B/2bwbB3/2wbW3/7/4 w 0,0 move w 0"),
    ("zen", "11/3z7/2wb1b1bb2/2w1w1w1w2/3b3b3/4w3w2/3b1b1b3/2w1w1w1w2/2bb3bw2/11/11 w - 0"),
];

/// The board of a game in its middle.
///
/// # Errors
/// [`DeskError::Missing`] if there is no such game.
pub fn scene(game: &str) -> Result<Board, DeskError> {
    let entry = registry::find(game);
    let entry = entry.ok_or_else(|| DeskError::Missing(registry::unknown(&crate::text::shorten(game))))?;
    let text = SCENES.iter().find(|(name, _)| *name == entry.name).map(|(_, text)| (*text).to_string());
    let line = GameLine { game: entry.name.to_string(), start: text, ..GameLine::default() };
    Ok(line.open()?.scene().board)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first page shows of a game is small, and a game that goes on.
    #[test]
    fn every_game_has_a_board_to_show() {
        for game in registry::names() {
            let board = scene(game).unwrap();
            assert!(serde_json::to_string(&board).unwrap().len() < 12_000, "{game}");
        }
        for (game, text) in SCENES {
            let line = GameLine { game: (*game).to_string(), start: Some((*text).to_string()), ..GameLine::default() };
            assert_eq!(line.open().unwrap().standing().outcome(), None, "{game}");
            let board = scene(game).unwrap();
            assert!(board.places.iter().filter(|place| place.piece.is_some()).count() >= 12, "{game}");
        }
        assert!(scene("chess").unwrap_err().to_string().contains("`chess`"));
    }
}
