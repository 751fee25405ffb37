//! Cells and turns as an arena spells them, and as we do.

use super::ArenaGame;
use crate::session::Session;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// An answer that cannot be read.
    Unreadable,
    /// An answer that the rules do not allow.
    Illegal,
    /// No answer in time.
    Late,
    /// The program has ended, or could not be started.
    Ended,
    /// The program does not read what it is told.
    Deaf,
    /// An answer that is too long.
    Flood,
}

/// Why an answer loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What is wrong, in a sentence without a full stop.
    pub what: String,
}

impl Fault {
    /// An answer that cannot be read.
    pub fn unreadable(what: impl Into<String>) -> Self {
        Self { kind: FaultKind::Unreadable, what: what.into() }
    }

    /// An answer that the rules do not allow.
    pub fn illegal(what: impl Into<String>) -> Self {
        Self { kind: FaultKind::Illegal, what: what.into() }
    }
}

/// The turn that takes over the first piece, as we write it.
pub const SWAP_TURN: &str = "swap";

/// Our name for the cell of Yavalath in this place (from 0) of a row (from 0, the top).
pub fn cell_at(x: usize, y: usize) -> Option<String> {
    let length = *ArenaGame::Yavalath.facts().lengths.get(y)?;
    let letter = b'a' + u8::try_from(x + 4_usize.saturating_sub(y)).ok()?;
    (x < length).then(|| format!("{}{}", char::from(letter), 9 - y))
}

/// The place and the row of a cell of Yavalath.
pub fn place_of(cell: &str) -> Option<(usize, usize)> {
    let &[letter, number @ b'1'..=b'9'] = cell.as_bytes() else { return None };
    let y = usize::from(b'9' - number);
    let x = usize::from(letter.checked_sub(b'a')?).checked_sub(4_usize.saturating_sub(y))?;
    (x < ArenaGame::Yavalath.facts().lengths[y]).then_some((x, y))
}

/// A turn of `session`, in which it is to be played next, in the spelling of the arena.
pub fn spelled(game: ArenaGame, session: &dyn Session, turn: &str) -> String {
    let is_swap = turn == SWAP_TURN;
    match (game, game.facts().steal) {
        (_, Some(word)) if is_swap => word.to_string(),
        (ArenaGame::Yavalath, _) => {
            let place = if is_swap { only_stone(session) } else { place_of(turn) };
            place.map_or_else(|| turn.to_string(), |(x, y)| format!("{x} {y}"))
        }
        _ => turn.to_string(),
    }
}

/// The place and the row of the only stone of Yavalath.
fn only_stone(session: &dyn Session) -> Option<(usize, usize)> {
    let text = session.position_text();
    let rows = text.split(' ').next()?.split('/').enumerate();
    // Before the stone stands at most the number of empty cells.
    let place = |(y, row): (usize, &str)| {
        let at = row.find(|c: char| c.is_ascii_alphabetic())?;
        Some((row[..at].parse().unwrap_or_default(), y))
    };
    rows.into_iter().find_map(place)
}

/// The turn that an answer means: its text in our spelling, which may still be illegal. `first` is the cell of the only
/// stone, if the player may take it over.
///
/// # Errors
/// [`Fault`] for an answer that the arena cannot read.
pub fn read(game: ArenaGame, answer: &str, first: Option<&str>) -> Result<String, Fault> {
    match game {
        ArenaGame::Yavalath => {
            let cell = read_cell(answer)?;
            Ok(if first == Some(&cell[..]) { SWAP_TURN.to_string() } else { cell })
        }
        ArenaGame::Yinsh => read_turn(answer),
    }
}

/// Reads a place and a row with exactly one blank between them, and whatever message follows.
fn read_cell(answer: &str) -> Result<String, Fault> {
    let wrong =
        || Fault::unreadable(format!("`{}` is not a place and a row with one blank between them", short(answer)));
    let (x, rest) = answer.split_once(' ').ok_or_else(wrong)?;
    let y = rest.split_once(' ').map_or(rest, |(y, _message)| y);
    let number = |text: &str| {
        let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<usize>().ok().filter(|_| is_number).ok_or_else(wrong)
    };
    let (x, y) = (number(x)?, number(y)?);
    cell_at(x, y).ok_or_else(|| Fault::illegal(format!("`{x} {y}` is not a cell of the board")))
}

/// Reads a turn of YINSH: in any case, with blanks and a last `;`, the ends of a row in either order, and whatever
/// message follows.
fn read_turn(answer: &str) -> Result<String, Fault> {
    let upper = answer.to_ascii_uppercase();
    let words = upper.split_whitespace().take_while(|word| *word != "MSG");
    let turn: String = words.collect::<String>().to_ascii_lowercase();
    let turn = turn.strip_suffix(';').unwrap_or(&turn);
    if turn.is_empty() {
        return Err(Fault::unreadable("the answer is empty"));
    }
    if ArenaGame::Yinsh.facts().steal.is_some_and(|word| word.eq_ignore_ascii_case(turn)) {
        return Ok(SWAP_TURN.to_string());
    }
    if turn == SWAP_TURN || turn == "pass" {
        return Err(Fault::unreadable(format!("`{turn}` is not a turn of the arena")));
    }
    let parts: Option<Vec<String>> = turn.split(';').map(read_part).collect();
    let wrong = || Fault::unreadable(format!("`{}` is not a turn such as `e3`, `h7-g7` or `xh5-h9xi9`", short(answer)));
    parts.map(|parts| parts.join(";")).ok_or_else(wrong)
}

fn read_part(part: &str) -> Option<String> {
    let Some(taken) = part.strip_prefix('x') else {
        return match part.split_once('-') {
            Some((from, to)) => Some(format!("{}-{}", point(from)?.0, point(to)?.0)),
            None => Some(point(part)?.0.to_string()),
        };
    };
    let (row, ring) = taken.split_once('x')?;
    let (first, last) = row.split_once('-')?;
    let mut ends = [point(first)?, point(last)?];
    ends.sort_by_key(|end| end.1);
    Some(format!("x{}-{}x{}", ends[0].0, ends[1].0, point(ring)?.0))
}

/// A point, with its letter and number for comparing.
fn point(text: &str) -> Option<(&str, (u8, u8))> {
    let (&letter @ b'a'..=b'k', number) = text.as_bytes().split_first()? else { return None };
    let is_number = (1..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit) && number[0] != b'0';
    Some((text, (letter, text[1..].parse().ok()?))).filter(|_| is_number)
}

/// An answer as it can be shown.
fn short(answer: &str) -> String {
    crate::text::shorten(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_yavalath_have_two_names() {
        for (place, cell) in [((0, 0), "e9"), ((4, 4), "e5"), ((0, 8), "a1"), ((8, 4), "i5"), ((4, 0), "i9")] {
            assert_eq!((cell_at(place.0, place.1).as_deref(), place_of(cell)), (Some(cell), Some(place)));
        }
        let all = (0..12).flat_map(|x| (0..12).filter_map(move |y| Some(((x, y), cell_at(x, y)?))));
        assert_eq!(all.inspect(|(place, cell)| assert_eq!(place_of(cell), Some(*place))).count(), 61);
        for wrong in ["", "e", "e0", "d9", "j5", "e10", "é5", "a6"] {
            assert_eq!(place_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn answers_are_read_as_the_arenas_read_them() {
        let yavalath = |answer: &str| read(ArenaGame::Yavalath, answer, Some("e5")).map_err(|fault| fault.kind);
        assert_eq!(yavalath("0 0"), Ok("e9".into()));
        assert_eq!(yavalath("4 4 mine/now"), Ok("swap".into()));
        for unreadable in ["", " 0 0", "0  0", "0", "0,0", "-1 -1", "a b", "0 0x", "e5", "0\t0"] {
            assert_eq!(yavalath(unreadable), Err(FaultKind::Unreadable), "{unreadable}");
        }
        assert_eq!(yavalath("5 0"), Err(FaultKind::Illegal));
        let yinsh = |answer: &str| read(ArenaGame::Yinsh, answer, None).map_err(|fault| fault.kind);
        assert_eq!(yinsh("E3"), Ok("e3".into()));
        assert_eq!(yinsh("steal MSG thanks"), Ok("swap".into()));
        assert_eq!(yinsh("h7-c7 ; XH9-h5xI9; MSG a; b"), Ok("h7-c7;xh5-h9xi9".into()));
        assert_eq!(yinsh("xi11-e7xd9;i7-i11"), Ok("xe7-i11xd9;i7-i11".into()));
        for unreadable in ["", "MSG", "swap", "pass", "h7-c7;xi9", "h7-", "z1", "e03", "e3;;", "h7c7", "é3"] {
            assert_eq!(yinsh(unreadable), Err(FaultKind::Unreadable), "{unreadable}");
        }
    }
}
