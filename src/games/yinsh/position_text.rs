//! A position as one line of text, and the refusal of texts from which the rules cannot go on.

use super::board::{ROWS, point};
use super::lines::Lines;
use super::names::{colour, letter};
use super::position::{POOL, Phase, RINGS, Yinsh};
use super::setup::Setup;
use crate::board::board_text::BoardText;
use crate::game::{Game, Player};

const PHASES: [(&str, Phase); 4] =
    [("place", Phase::Place), ("move", Phase::Move), ("row", Phase::Row), ("ring", Phase::Ring)];

const FIELDS: &str = "board, colour to decide, rings taken, phase, colour that moves a ring next, passes";

/// The board: columns a to k, each from its lowest number up.
fn board_text() -> BoardText {
    let part = |(column, (low, high)): (usize, (usize, usize))| {
        (letter(column).to_string(), (low..=high).map(|row| point(column, row)).collect())
    };
    BoardText { part: "column", points: "points", parts: ROWS.into_iter().enumerate().map(part).collect() }
}

impl Yinsh {
    /// The letter for the piece on a point, if there is one.
    fn piece(&self, at: usize) -> Option<char> {
        let holds = |set: u128| set >> at & 1 != 0;
        if holds(self.rings[0].set()) {
            Some('W')
        } else if holds(self.rings[1].set()) {
            Some('B')
        } else if holds(self.markers.set()) {
            Some(if holds(self.white) { 'w' } else { 'b' })
        } else {
            None
        }
    }
}

/// The text of a position.
pub fn write(position: &Yinsh) -> String {
    let board = board_text().write(|at| position.piece(at));
    let side = |player| if player == Player::FIRST { 'w' } else { 'b' };
    let (decides, next) = (side(position.decides), side(position.moves_next));
    let [white, black] = position.taken;
    let phase = PHASES.into_iter().find(|(_, phase)| *phase == position.phase).map_or("", |(word, _)| word);
    format!("{board} {decides} {white},{black} {phase} {next} {}", position.passes)
}

/// Reads a position.
///
/// # Errors
/// A sentence that says what cannot be.
pub fn read(setup: &Setup, text: &str) -> Result<Yinsh, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, decides, taken, phase, next, passes] = fields.as_slice() else {
        return Err(format!("a position has six fields ({FIELDS}), not {}", fields.len()));
    };
    let mut position = Yinsh::start(setup);
    read_board(&mut position, board)?;
    position.decides = read_colour(decides)?;
    position.moves_next = read_colour(next)?;
    let phase = phase.to_ascii_lowercase();
    position.phase = match PHASES.into_iter().find(|(word, _)| *word == phase) {
        Some((_, phase)) => phase,
        None => return Err(format!("the phase is `place`, `move`, `row` or `ring`, not `{phase}`")),
    };
    for (i, count) in read_taken(taken)?.into_iter().enumerate() {
        position.taken[i] = count;
        if count > setup.rings_to_win {
            let (player, most) = (colour(Player::new(i)), setup.rings_to_win);
            return Err(format!("{player} cannot have taken off {count} rings where {most} win"));
        }
    }
    position.passes = match passes {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return Err(format!("there can be 0, 1 or 2 passes in a row, not `{passes}`")),
    };
    position.check()?;
    Ok(position)
}

fn read_board(position: &mut Yinsh, text: &str) -> Result<(), String> {
    let (mut rings, mut markers, mut white) = ([0_u128; 2], 0_u128, 0_u128);
    for (at, letter) in board_text().read(text, "WBwb")? {
        match letter {
            'W' => rings[0] |= 1 << at,
            'B' => rings[1] |= 1 << at,
            _ => markers |= 1 << at,
        }
        white |= u128::from(letter == 'w') << at;
    }
    if markers.count_ones() > POOL.into() {
        return Err(format!("there are only {POOL} markers, not {}", markers.count_ones()));
    }
    position.rings = rings.map(Lines::new);
    position.markers = Lines::new(markers);
    position.white = white;
    position.marker_count = markers.count_ones() as u8;
    Ok(())
}

fn read_colour(text: &str) -> Result<Player, String> {
    match text {
        "w" | "W" => Ok(Player::FIRST),
        "b" | "B" => Ok(Player::SECOND),
        _ => Err(format!("a colour is `w` or `b`, not `{text}`")),
    }
}

fn read_taken(text: &str) -> Result<[u8; 2], String> {
    let parsed = text.split_once(',').and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
    match parsed {
        Some(counts) if format!("{},{}", counts[0], counts[1]) == text => Ok(counts),
        _ => Err(format!("the rings taken off are two numbers as in `0,0`, not `{text}`")),
    }
}

impl Yinsh {
    /// Whether the rules can go on from here; no game need have led here.
    fn check(&self) -> Result<(), String> {
        let players = [Player::FIRST, Player::SECOND];
        for player in players {
            let (rings, taken) = (self.rings[player.index()].set().count_ones(), self.taken[player.index()]);
            if rings + u32::from(taken) > RINGS {
                let player = colour(player);
                return Err(format!("{player} has {rings} rings on the board and {taken} taken off, but only {RINGS}"));
            }
        }
        let won = players.map(|player| self.has_won(player));
        let over = won != [false, false];
        if won == [true, true] {
            return Err("both players cannot have won".to_string());
        }
        if over && self.phase != Phase::Move {
            return Err("the game is won, so nothing more is taken (a finished game has the phase `move`)".to_string());
        }
        if self.passes > 0 && self.phase != Phase::Move {
            return Err("only who has to move a ring passes, so there are no passes in other phases".to_string());
        }
        let owner = players.into_iter().find(|&player| self.has_row(player));
        if let Some(owner) = owner.filter(|_| !over && matches!(self.phase, Phase::Move | Phase::Place)) {
            return Err(format!("{} has a row to take, so the phase is `row`", colour(owner)));
        }
        self.check_phase()
    }

    /// Whether who decides has something to decide, and is the one whose turn it is.
    fn check_phase(&self) -> Result<(), String> {
        let (me, mover) = (self.decides, self.moves_next.other());
        let name = colour(me);
        match self.phase {
            Phase::Place if self.rings_to_place(me) == 0 => Err(format!("{name} has no ring left to place")),
            Phase::Move if me != self.moves_next => {
                Err("in the phase `move` the colour to decide is the one that moves next".to_string())
            }
            Phase::Place | Phase::Move => Ok(()),
            _ if me != mover && self.has_row(mover) => {
                Err(format!("{} takes their rows first, having just moved", colour(mover)))
            }
            Phase::Row if !self.has_row(me) => Err(format!("{name} has no row to take")),
            Phase::Ring if self.rings[me.index()].set() == 0 => Err(format!("{name} has no ring to take off")),
            Phase::Row | Phase::Ring => Ok(()),
        }
    }
}
