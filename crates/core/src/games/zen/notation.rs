//! Zèn as text: moves, options, and the questions that only Zèn can answer.

use super::board::{VIEW, single};
use super::decision::{PASS, squares_of, step};
use super::names::{name, square};
use super::position::Zen;
use super::position_text;
use super::says;
use super::setup::{Colour, Setup, Variant};
use super::threats::Threat;
use crate::game::says as game;
use crate::game::{Game, GameOption, Move, MoveList, Notation, OptionKind, TextError};
use crate::sentence::Sentence;

impl Zen {
    /// Why a move that is not legal is none: the first rule that it breaks. `None` if it breaks none.
    fn fault(&self, from: usize, to: usize) -> Option<Sentence> {
        let [own, enemy] = self.own_and_enemy();
        let mover = || self.colour().said();
        if self.occupied() & single(from) == 0 {
            return Some(says::no_piece(name(from)));
        }
        if enemy & single(from) != 0 {
            return Some(says::not_yours(mover(), name(from)));
        }
        let Some(direction) = (0..8).find(|&d| VIEW[from].ray[d] & single(to) != 0) else {
            return Some(says::crooked());
        };
        let length = self.length(from, direction);
        let between = VIEW[from].ray[direction] & VIEW[to].ray[direction ^ 4];
        let written = between.count_ones() as usize + 1;
        if written != length {
            return Some(says::length(length, written));
        }
        if own & single(to) != 0 {
            return Some(says::own_pawn(mover(), name(to)));
        }
        if between & enemy != 0 {
            return Some(says::in_the_way());
        }
        if from == self.zen() && to == self.ban() {
            return Some(says::banned(name(to)));
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        (!list.contains(&step(from, to))).then(says::must_touch)
    }
}

impl Notation for Zen {
    fn options(setup: &Setup) -> Vec<GameOption> {
        let choice = |now: &str, all| OptionKind::Choice(now.to_string(), all);
        let first = ["white", "black"][setup.first as usize];
        let mut options = vec![GameOption {
            name: "First",
            kind: choice(first, &["white", "black"]),
            about: "The colour that starts, played by seat 1.",
        }];
        if setup.variant == Variant::Zen {
            let seats = if setup.four { "4" } else { "2" };
            options.push(GameOption {
                name: "Seats",
                kind: choice(seats, &["2", "4"]),
                about: "The number of players: 4 play in two teams, seats 1 and 3 against 2 and 4.",
            });
        }
        options
    }

    fn set_option(setup: &mut Setup, option: &str, value: &str) -> Result<(), TextError> {
        let four_may_play = setup.variant == Variant::Zen;
        match (option.to_lowercase().as_str(), value.to_lowercase().as_str()) {
            ("first", "white") => setup.first = Colour::White,
            ("first", "black") => setup.first = Colour::Black,
            ("first", _) => return Err(TextError::Option(says::first(value))),
            ("seats", "2") if four_may_play => setup.four = false,
            ("seats", "4") if four_may_play => setup.four = true,
            ("seats", _) if four_may_play => return Err(TextError::Option(says::seats(value))),
            _ => return Err(TextError::Option(says::no_option(option))),
        }
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        squares_of(mv).map_or("pass".to_string(), |(from, to)| format!("{}-{}", name(from), name(to)))
    }

    /// A turn of Zèn is one decision.
    fn read_turn(&self, text: &str) -> Result<Vec<Move>, TextError> {
        Ok(vec![self.read_move(text)?])
    }

    fn refused_touch(&self, touched: &[String]) -> Sentence {
        let squares: Vec<usize> = touched.iter().filter_map(|name| square(name)).collect();
        match squares[..] {
            // Nothing lies along a line of length 0, so only the first two of the faults are possible.
            [from] if self.occupied() & single(from) == 0 || self.own_and_enemy()[1] & single(from) != 0 => {
                self.fault(from, from).unwrap_or_else(|| says::stuck(name(from)))
            }
            [from] => says::stuck(name(from)),
            [from, to] => match self.fault(from, to) {
                Some(why) => says::refused(touched.join("-"), why),
                None => game::illegal(touched.join("-")),
            },
            _ => game::illegal(touched.join("-")),
        }
    }

    /// Reads `a1-d4`, for a capture also `a1xd4`, each with or without the `+` or `#` of a record.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let refuse = |why: Sentence| Err(TextError::Move(says::refused(text, why)));
        if self.outcome().is_some() {
            return refuse(says::over());
        }
        let lower = text.to_lowercase();
        let bare = lower.strip_suffix(['+', '#']).unwrap_or(&lower);
        let mut list = MoveList::new();
        self.moves(&mut list);
        if bare == "pass" {
            return if list.contains(&PASS) { Ok(PASS) } else { refuse(says::no_pass()) };
        }
        let squares = bare.split_once(['-', 'x']).and_then(|(from, to)| Some((square(from)?, square(to)?)));
        let Some((from, to)) = squares else {
            return Err(TextError::Move(says::no_move(text)));
        };
        if let Some(why) = self.fault(from, to) {
            return refuse(why);
        }
        if bare.contains('x') && self.occupied() & single(to) == 0 {
            return refuse(says::no_capture(name(to)));
        }
        Ok(step(from, to))
    }

    fn position_text(&self) -> String {
        position_text::write(self)
    }

    fn read_position(setup: &Setup, text: &str) -> Result<Self, TextError> {
        position_text::read(setup, &text.to_lowercase()).map_err(TextError::Position)
    }

    fn query(&self, what: &str) -> Option<String> {
        let answer = match what.to_lowercase().as_str() {
            "points" => self.points().map_or("none".to_string(), |points| points.to_string()),
            "check" => match self.threat() {
                Threat::None => "none",
                Threat::Check => "check",
                Threat::Mate => "mate",
            }
            .to_string(),
            _ => return None,
        };
        Some(answer)
    }
}
