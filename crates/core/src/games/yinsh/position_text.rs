//! A position as one line of text, and refusing texts from which play cannot continue.

use super::board::{ROWS, point};
use super::lines::Lines;
use super::names::{colour, letter};
use super::position::{POOL, Phase, RINGS, Yinsh};
use super::says;
use super::setup::Setup;
use crate::board::board_text::BoardText;
use crate::board::says as board;
use crate::game::{Game, Player};
use crate::games::swap::Swap;
use crate::sentence::Sentence;

const PHASES: [(&str, Phase); 4] =
    [("place", Phase::Place), ("move", Phase::Move), ("row", Phase::Row), ("ring", Phase::Ring)];

/// The board: columns a to k, each from its lowest number up.
fn board_text() -> BoardText {
    let part = |(column, (low, high)): (usize, (usize, usize))| {
        (letter(column).to_string(), (low..=high).map(|row| point(column, row)).collect())
    };
    let parts = ROWS.into_iter().enumerate().map(part).collect();
    BoardText { part: [board::column(), board::columns()], points: board::points(), parts }
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

/// The text of a position. The field of the swap is left out where there is none.
pub fn write(position: &Yinsh) -> String {
    let board = board_text().write(|at| position.piece(at));
    let side = |player| if player == Player::FIRST { 'w' } else { 'b' };
    let (decides, next) = (side(position.decides), side(position.moves_next));
    let [white, black] = position.taken;
    let phase = PHASES.into_iter().find(|(_, phase)| *phase == position.phase).map_or("", |(word, _)| word);
    let swap = if position.swap == Swap::No { String::new() } else { format!(" {}", position.swap.word()) };
    format!("{board} {decides} {white},{black} {phase} {next} {}{swap}", position.passes)
}

/// Reads a position.
///
/// # Errors
/// A sentence that says what cannot be.
pub fn read(setup: &Setup, text: &str) -> Result<Yinsh, Sentence> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (fields, swap) = match words.as_slice() {
        [fields @ .., swap] if fields.len() == 6 => (fields, Swap::read(swap)?),
        fields => (fields, Swap::No),
    };
    let &[board, decides, taken, phase, next, passes] = fields else {
        return Err(says::fields(words.len()));
    };
    let mut position = Yinsh { swap, ..Yinsh::start(setup) };
    read_board(&mut position, board)?;
    position.decides = read_colour(decides)?;
    position.moves_next = read_colour(next)?;
    let phase = phase.to_ascii_lowercase();
    position.phase = match PHASES.into_iter().find(|(word, _)| *word == phase) {
        Some((_, phase)) => phase,
        None => return Err(says::phase(phase)),
    };
    for (i, count) in read_taken(taken)?.into_iter().enumerate() {
        position.taken[i] = count;
        if count > setup.rings_to_win {
            return Err(says::won_before(colour(Player::new(i)), count, setup.rings_to_win));
        }
    }
    position.passes = match passes {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return Err(says::passes(passes)),
    };
    position.check()?;
    Ok(position)
}

fn read_board(position: &mut Yinsh, text: &str) -> Result<(), Sentence> {
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
        return Err(says::markers(POOL, markers.count_ones()));
    }
    position.rings = rings.map(Lines::new);
    position.markers = Lines::new(markers);
    position.white = white;
    position.marker_count = markers.count_ones() as u8;
    Ok(())
}

fn read_colour(text: &str) -> Result<Player, Sentence> {
    match text {
        "w" | "W" => Ok(Player::FIRST),
        "b" | "B" => Ok(Player::SECOND),
        _ => Err(says::colour(text)),
    }
}

fn read_taken(text: &str) -> Result<[u8; 2], Sentence> {
    let parsed = text.split_once(',').and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
    match parsed {
        Some(counts) if format!("{},{}", counts[0], counts[1]) == text => Ok(counts),
        _ => Err(says::rings_taken(text)),
    }
}

impl Yinsh {
    /// Whether the rules can go on from here; no game need have led here.
    fn check(&self) -> Result<(), Sentence> {
        let players = Player::BOTH;
        for player in players {
            let (rings, taken) = (self.rings[player.index()].set().count_ones(), self.taken[player.index()]);
            if rings + u32::from(taken) > RINGS {
                return Err(says::rings(colour(player), rings, taken, RINGS));
            }
        }
        let won = players.map(|player| self.has_won(player));
        let over = won != [false, false];
        if won == [true, true] {
            return Err(says::both_won());
        }
        if over && self.phase != Phase::Move {
            return Err(says::nothing_taken());
        }
        if self.passes > 0 && self.phase != Phase::Move {
            return Err(says::passes_elsewhere());
        }
        if self.swap == Swap::Open && (self.phase != Phase::Place || self.rings[1].set() != 0) {
            return Err(says::swap_over());
        }
        // A row that a player has left standing, which some programs let pass, is taken at the start of the player's next turn.
        let has_to_take = |&player: &Player| match self.phase {
            Phase::Place => self.has_row(player),
            Phase::Move => player == self.decides && self.has_row(player),
            Phase::Row | Phase::Ring => false,
        };
        if let Some(owner) = players.into_iter().find(has_to_take).filter(|_| !over) {
            return Err(says::phase_row(colour(owner)));
        }
        self.check_phase()
    }

    /// Checks that the player to decide has a decision to take, and that it is their turn.
    fn check_phase(&self) -> Result<(), Sentence> {
        let me = self.decides;
        let name = colour(me);
        match self.phase {
            Phase::Place if self.rings_to_place(me) == 0 => Err(says::none_to_place(name)),
            Phase::Move if me != self.moves_next => Err(says::moves_next()),
            Phase::Place | Phase::Move => Ok(()),
            Phase::Row if !self.has_row(me) => Err(says::none_to_take(name)),
            Phase::Ring if self.rings[me.index()].set() == 0 => Err(says::no_ring_to_take(name)),
            Phase::Row | Phase::Ring => Ok(()),
        }
    }
}
