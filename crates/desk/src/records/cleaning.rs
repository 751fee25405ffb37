//! Cleans what people or programs wrote into a record, so that any screen can show it.

use super::record::{GameRecord, Turn};
use crate::text::{clean, one_line};

/// The most characters of a comment from outside.
const MAX_COMMENT: usize = 2_000;

/// A comment, cleaned line by line; none if nothing is left.
pub fn comment(text: &str) -> Option<String> {
    let short: String = text.trim().chars().take(MAX_COMMENT).collect();
    let lines: Vec<String> = short.trim_end().lines().map(|line| clean(line, MAX_COMMENT)).collect();
    Some(lines.join("\n")).filter(|text| !text.is_empty())
}

/// A record with clean names and comments. Fields that the rules check, such as turns and options, are not changed.
pub fn record(mut record: GameRecord) -> GameRecord {
    for seat in &mut record.seats {
        for text in [&mut seat.name, &mut seat.id, &mut seat.limits] {
            *text = one_line(text);
        }
        let option = std::mem::take(&mut seat.option);
        seat.option = option.into_iter().map(|(name, value)| (one_line(&name), one_line(&value))).collect();
    }
    if let Some(round) = &mut record.round {
        for name in round.players.iter_mut().chain(&mut round.winner) {
            *name = one_line(name);
        }
    }
    record.tournament = one_line(&record.tournament);
    record.quintet = one_line(&record.quintet);
    record.detail = record.detail.as_deref().map(one_line);
    record.comment = record.comment.as_deref().and_then(comment);
    turns(&mut record.turns);
    record
}

fn turns(all: &mut [Turn]) {
    for turn in all {
        turn.comment = turn.comment.as_deref().and_then(comment);
        turn.variations.iter_mut().for_each(|line| turns(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_comments_are_cleaned() {
        let evil = "a\u{1b}[2J\u{202e}b\nc";
        let note = Turn { turn: "e5".into(), comment: Some(evil.into()), ..Turn::default() };
        let mut game = super::super::sample();
        game.seats[0].name = evil.into();
        game.comment = Some("x".repeat(10_000));
        game.turns[0].variations = vec![vec![Turn { variations: vec![vec![note.clone()]], ..note }]];
        let game = record(game);
        assert_eq!(game.seats[0].name, "a�[2J�b�c");
        assert_eq!(game.comment.map(|text| text.len()), Some(MAX_COMMENT));
        let line = &game.turns[0].variations[0][0];
        assert_eq!(line.comment.as_deref(), Some("a�[2J�b\nc"));
        assert_eq!(line.variations[0][0].comment, line.comment);
        assert_eq!(comment(" \n"), None);
        // What is clean stays.
        assert_eq!(record(super::super::sample()), super::super::sample());
    }
}
