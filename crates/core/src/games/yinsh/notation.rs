//! Decisions and turns as text.

use super::board::{BOARD, STRIDES};
use super::decision::{Decision, row_end};
use super::names::{colour, name, read_point};
use super::position::{Phase, Yinsh};
use super::position_text;
use super::says;
use super::setup::Setup;
use crate::game::says as game;
use crate::game::{Game, GameOption, Move, MoveList, Notation, TextError, without_number};
use crate::games::says as hex;
use crate::games::swap;
use crate::sentence::{self, Sentence, joined};

fn refuse<T>(reason: Sentence) -> Result<T, TextError> {
    Err(TextError::Move(reason))
}

/// Reads a single decision without asking whether it is legal.
fn parse(text: &str) -> Result<Decision, TextError> {
    let taken = text.strip_prefix('x');
    match (taken, taken.unwrap_or(text).split_once('-')) {
        (None, None) if text == "pass" => Ok(Decision::Pass),
        (None, None) if text == "swap" => Ok(Decision::Swap),
        (None, None) => Ok(Decision::Place(read_point(text)?)),
        (None, Some((from, to))) => Ok(Decision::Go(read_point(from)?, read_point(to)?)),
        (Some(ring), None) => Ok(Decision::Ring(read_point(ring)?)),
        (Some(row), Some((first, last))) => match Decision::row(read_point(first)?, read_point(last)?) {
            Some(decision) => Ok(decision),
            None => refuse(says::no_row(row)),
        },
    }
}

/// The parts of a turn, one for each decision: a row and the ring taken for it are written as one, `xh5-h9xi9`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').flat_map(|part| {
        let second = part.char_indices().skip(1).find(|&(_, c)| c == 'x').map(|(at, _)| at);
        let (row, ring) = part.split_at(second.unwrap_or(part.len()));
        std::iter::once(row).chain(second.map(|_| ring))
    })
}

/// The points between two on a line, in the order of the way; `None` if no line joins them.
fn straight(from: usize, to: usize) -> Option<Vec<usize>> {
    let (low, far) = (from.min(to), from.abs_diff(to));
    let is_way = |&stride: &usize| {
        far.is_multiple_of(stride) && (low..=low + far).step_by(stride).all(|at| BOARD >> at & 1 != 0)
    };
    let stride = STRIDES.into_iter().map(|stride| stride as usize).find(is_way)?;
    let mut way: Vec<usize> = (low + stride..low + far).step_by(stride).collect();
    if to < from {
        way.reverse();
    }
    Some(way)
}

impl Yinsh {
    /// The row that a ring is taken off for, where official records leave it out since it is the only one.
    fn row_left_out(&self, part: &str) -> Result<Option<Move>, TextError> {
        if self.phase != Phase::Row || !matches!(parse(part), Ok(Decision::Ring(_))) {
            return Ok(None);
        }
        let mut rows = MoveList::new();
        self.moves(&mut rows);
        match rows[..] {
            [only] => Ok(Some(only)),
            _ => {
                let rows = joined(rows.iter().map(|&row| self.move_text(row)), sentence::or);
                refuse(says::row_left_out(part, colour(self.decides), rows))
            }
        }
    }

    /// Says why the ring on a point of the player to decide cannot go to another.
    fn no_way(&self, from: usize, to: usize) -> Sentence {
        let rings = self.rings[0].set() | self.rings[1].set();
        let is = |set: u128, at: usize| set >> at & 1 != 0;
        if is(rings | self.markers.set(), to) {
            return says::occupied(name(from), name(to));
        }
        let Some(way) = straight(from, to) else { return says::crooked(name(from), name(to)) };
        let [from_text, to_text] = [name(from), name(to)];
        if let Some(&ring) = way.iter().find(|&&at| is(rings, at)) {
            return says::ring_between(from_text, to_text, name(ring));
        }
        let behind = way.iter().skip_while(|&&at| !is(self.markers.set(), at)).find(|&&at| !is(self.markers.set(), at));
        match behind {
            Some(&stop) => says::past_markers(from_text, to_text, name(stop)),
            // It can go there.
            None => game::illegal(format!("{from_text}-{to_text}")),
        }
    }

    /// Says why a decision that is not legal is not.
    fn objection(&self, decision: Decision) -> Sentence {
        let me = colour(self.decides);
        let mine = |at: usize| self.rings[self.decides.index()].set() >> at & 1 != 0;
        match (self.phase, decision) {
            (_, Decision::Swap) => hex::no_swap(),
            (Phase::Place, Decision::Place(at)) => says::taken(name(at)),
            (Phase::Move, Decision::Go(from, _)) if !mine(from) => says::no_ring(me, name(from)),
            (Phase::Move, Decision::Go(from, to)) => self.no_way(from, to),
            (Phase::Move, Decision::Pass) => says::no_pass(me),
            (Phase::Row, Decision::Row(first, direction)) => {
                says::not_a_row(format!("{}-{}", name(first), name(row_end(first, direction))), me)
            }
            (Phase::Ring, Decision::Ring(at)) => says::no_ring(me, name(at)),
            (Phase::Place, _) => says::must_place(me),
            (Phase::Move, _) => says::must_move(me),
            (Phase::Row, _) => says::must_take_row(me),
            (Phase::Ring, _) => says::must_take_ring(me),
        }
    }
}

impl Notation for Yinsh {
    fn options(setup: &Setup) -> Vec<GameOption> {
        vec![swap::option(setup.swap)]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        setup.swap = swap::read_option("YINSH", name, value)?;
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        match Decision::of(mv) {
            Decision::Place(at) => name(at),
            Decision::Go(from, to) => format!("{}-{}", name(from), name(to)),
            Decision::Row(first, direction) => format!("x{}-{}", name(first), name(row_end(first, direction))),
            Decision::Ring(at) => format!("x{}", name(at)),
            Decision::Pass => "pass".to_string(),
            Decision::Swap => "swap".to_string(),
        }
    }

    fn refused_touch(&self, touched: &[String]) -> Sentence {
        let points: Vec<usize> = touched.iter().filter_map(|name| read_point(name).ok()).collect();
        let decision = match (self.phase, &points[..]) {
            (Phase::Row, _) => return game::which_row(touched.join("-"), self.row_names()),
            (Phase::Place, &[.., at]) => Decision::Place(at),
            (Phase::Ring, &[.., at]) => Decision::Ring(at),
            // One of its own rings could be chosen, if there were a way for it.
            (Phase::Move, &[from]) if self.rings[self.decides.index()].set() >> from & 1 != 0 => {
                return says::stuck(name(from));
            }
            (Phase::Move, &[from]) => Decision::Go(from, from),
            (Phase::Move, &[.., from, to]) => Decision::Go(from, to),
            (_, []) => return game::illegal(touched.join("-")),
        };
        self.objection(decision)
    }

    fn turn_text(&self, decisions: &[Move]) -> String {
        let mut text = String::new();
        for (i, &mv) in decisions.iter().enumerate() {
            if i > 0 && !matches!(Decision::of(mv), Decision::Ring(_)) {
                text.push(';');
            }
            text.push_str(&self.move_text(mv));
        }
        text
    }

    fn read_turn(&self, text: &str) -> Result<Vec<Move>, TextError> {
        let mut position = *self;
        let mut decisions = Vec::new();
        for part in parts(&without_number(text).to_ascii_lowercase()) {
            if position.to_move() != self.to_move() {
                return refuse(says::turn_over(colour(self.decides), part));
            }
            if let Some(row) = position.row_left_out(part)? {
                position.play(row);
                decisions.push(row);
            }
            let mv = position.read_move(part)?;
            position.play(mv);
            decisions.push(mv);
        }
        Ok(decisions)
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return refuse(game::over(text));
        }
        let decision = parse(&text.to_ascii_lowercase())?;
        let mv = decision.to_move();
        let mut legal = MoveList::new();
        self.moves(&mut legal);
        if legal.contains(&mv) { Ok(mv) } else { refuse(self.objection(decision)) }
    }

    fn position_text(&self) -> String {
        position_text::write(self)
    }

    fn read_position(setup: &Setup, text: &str) -> Result<Self, TextError> {
        position_text::read(setup, text).map_err(TextError::Position)
    }
}
