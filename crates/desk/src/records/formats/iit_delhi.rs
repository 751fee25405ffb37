//! The lines of the course at IIT Delhi, of YINSH: `P 4 16`, `S 2 3 M 5 13 RS 2 3 RE 3 16 X 2 6`.
//!
//! A point is a hexagon, 0 to 5 from the centre, and a place on it, counted around from a corner. Lines of JSON around
//! it hold the turn under `data`.

use super::super::import::{GivenGame, refuse};
use crate::records::says;
use crate::sentence::Sentence;
use crate::text::shorten;
use serde::Deserialize;

/// Whether a line is in this format, or contains such a line.
pub fn is(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let line = turn(first).unwrap_or_default();
    let mut words = line.split_whitespace();
    matches!(words.next(), Some("P" | "S" | "RS")) && words.next().is_some_and(|word| word.parse::<u32>().is_ok())
}

/// The turn of a line.
fn turn(line: &str) -> Option<String> {
    let line = line.trim();
    if !line.starts_with('{') {
        return Some(line.to_string());
    }
    #[derive(Deserialize)]
    struct Line {
        data: String,
    }
    serde_json::from_str(line).ok().map(|line: Line| line.data)
}

/// Reads games, separated by empty lines.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    let mut games: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines() {
        match turn(line) {
            Some(line) if line.is_empty() => games.push(Vec::new()),
            Some(line) => games.last_mut().expect("there is one").push(line),
            None => {}
        }
    }
    games.into_iter().filter(|lines| !lines.is_empty()).map(|lines| given(&lines)).collect()
}

fn given(lines: &[String]) -> Result<GivenGame, Sentence> {
    let mut parts = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (mut turn, mut from) = (Vec::new(), None);
        for command in words.chunks(3) {
            let &[what, hexagon, place] = command else {
                return Err(says::no_letters(shorten(line)));
            };
            let point = point(hexagon, place)?;
            match (what, from.take()) {
                ("P", _) => turn.push(point),
                ("S" | "RS", _) => from = Some(point),
                ("M", Some(from)) => turn.push(format!("{from}-{point}")),
                ("RE", Some(from)) => turn.push(format!("x{from}-{point}")),
                ("X", _) => turn.push(format!("x{point}")),
                _ => return Err(says::cannot_come(shorten(&command.join(" ")))),
            }
        }
        parts.push(turn.join(";"));
    }
    Ok(GivenGame { game: "yinsh".to_string(), parts, ..GivenGame::default() })
}

/// The name of a point; place 0 is the corner above the centre, places go around to the right.
fn point(hexagon: &str, place: &str) -> Result<String, Sentence> {
    let number = |text: &str| text.parse::<i32>().map_err(|_| says::no_number(shorten(text)));
    let (hexagon, place) = (number(hexagon)?, number(place)?);
    if hexagon > 5 {
        return refuse(says::other_hexagon(hexagon));
    }
    let size = if hexagon == 0 { 1 } else { 6 * hexagon };
    if hexagon < 0 || !(0..size).contains(&place) {
        return Err(says::no_place(place, hexagon));
    }
    // The six corners, and the way from each to the next, in columns and numbers.
    const CORNERS: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
    let (side, along) = if hexagon == 0 { (0, 0) } else { ((place / hexagon) as usize, place % hexagon) };
    let (corner, next) = (CORNERS[side], CORNERS[(side + 1) % 6]);
    let column = hexagon * corner.0 + along * (next.0 - corner.0);
    let row = hexagon * corner.1 + along * (next.1 - corner.1);
    if hexagon == 5 && along == 0 {
        return Err(says::corner(place));
    }
    Ok(format!("{}{}", char::from(b'f'.wrapping_add_signed(column as i8)), 6 + row))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn of a real game: its moves and its row lie on lines.
    #[test]
    fn a_turn_is_read() {
        let games = read("{\"data\":\"S 2 3 M 5 13 RS 2 3 RE 3 16 X 2 6\",\"meta\":\"\"}\nP 4 16\n");
        assert_eq!(games[0].as_ref().map(|game| game.parts.join(" ")).as_deref(), Ok("h7-h3;xh7-d7;xf4 b2"));
        let wrong = ["P 4", "M 2 3", "RE 2 3", "S 2 x", "P 4 16 Q 1 1"];
        let said = wrong.map(|text| format!("{text}: {}", read(text)[0].as_ref().err().unwrap()));
        expect_test::expect![[r#"
            P 4: `P 4` is not a turn: a letter and two numbers belong together
            M 2 3: `M 2 3` cannot follow there
            RE 2 3: `RE 2 3` cannot follow there
            S 2 x: `x` is not a number
            P 4 16 Q 1 1: `Q 1 1` cannot follow there"#]]
        .assert_eq(&said.join("\n"));
    }

    #[test]
    fn points_are_those_of_the_board() {
        let at = |hexagon: i32, place: i32| point(&hexagon.to_string(), &place.to_string());
        assert_eq!((at(0, 0), at(1, 0), at(2, 6)).0.as_deref(), Ok("f6"));
        assert_eq!((at(1, 0).as_deref(), at(1, 1).as_deref(), at(2, 3).as_deref()), (Ok("f7"), Ok("g7"), Ok("h7")));
        let all: std::collections::BTreeSet<String> =
            (0..6).flat_map(|h| (0..30).filter_map(move |p| at(h, p).ok())).collect();
        assert_eq!(all.len(), 85);
        let said = [at(6, 1), at(5, 5), at(1, 6)].map(|point| point.unwrap_err().to_string());
        expect_test::expect![[r#"
            it is played on a board with a hexagon of side 6, which quintet does not have
            place 5 on hexagon 5 is a corner, which the board does not have
            there is no place 6 on hexagon 1"#]]
        .assert_eq(&said.join("\n"));
    }
}
