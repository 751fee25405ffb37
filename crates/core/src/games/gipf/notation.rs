//! The text of moves: `a1-b2`, `ga1-b2`, `xb2-b5=b3`, the short forms, and the options.

use super::board::{self, LINE, PUSH, PUSHES, Point};
use super::decision::Decision;
use super::names::{colour, ends, point_text, read_point, read_spot, spot_text};
use super::position::Gipf;
use super::position_text;
use super::says;
use super::setup::Setup;
use crate::board::bits::members;
use crate::game::says as game;
use crate::game::{Game, GameOption, Move, MoveList, Notation, OptionKind, TextError, without_number};
use crate::sentence::{self, Sentence, joined};

const HANDICAP: &str = "Handicap";
const HANDICAPS: [&str; 7] = ["none", "white+1", "white+2", "white+3", "black+1", "black+2", "black+3"];
const EXTRAS: [[u8; 2]; 7] = [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1], [0, 2], [0, 3]];

fn error<T>(what: Sentence) -> Result<T, TextError> {
    Err(TextError::Move(what))
}

impl Gipf {
    /// The removed and kept pieces of a row, as text: `xb2-b5=b3`.
    fn row_text(&self, line: usize, taken: u16) -> String {
        let segment = self.segment(line);
        let kept = members(segment & !LINE[line].unpack(taken)).map(|spot| format!("={}", spot_text(spot)));
        format!("x{}{}", ends(segment), kept.collect::<String>())
    }

    fn read_row(&self, text: &str) -> Result<Move, TextError> {
        if self.pushed.is_none() {
            return error(says::no_rows(format!("x{text}")));
        }
        if !text.is_empty() && !text.contains(['-', '=']) {
            return self.read_list(text);
        }
        let mut parts = text.split('=');
        let named = parts.next().unwrap_or_default();
        let found = members(u64::from(self.open_rows())).find(|&line| ends(self.segment(line)) == named);
        let Some(line) = found else {
            let (owner, rows) = (colour(self.to_decide), self.open_row_texts());
            return error(says::not_a_row(format!("x{named}"), owner, rows));
        };
        let segment = self.segment(line);
        let mut taken = segment;
        for part in parts {
            let spot = 1 << read_spot(part)?;
            if segment & self.stacks & spot == 0 {
                return error(says::cannot_stay(part, format!("x{named}")));
            }
            if taken & spot == 0 {
                return error(says::named_twice(part, format!("x{text}")));
            }
            taken &= !spot;
        }
        Ok(Decision::Row { line, taken: LINE[line].pack(taken) }.to_move())
    }

    /// Reads the list of removed pieces in official records: `c6*,d6,gf5,g4`. GIPF-pieces of the row that are not in it
    /// stay. The signs `g` (a GIPF-piece) and `*` (one of the other colour) are often missing there, so they are not
    /// relied on.
    fn read_list(&self, text: &str) -> Result<Move, TextError> {
        let mut taken = 0;
        for part in text.split(',') {
            let piece = part.strip_suffix('*').unwrap_or(part);
            let stacked = matches!(piece.as_bytes(), [b'g', letter, ..] if letter.is_ascii_lowercase());
            let spot = 1 << read_spot(&piece[usize::from(stacked)..])?;
            if taken & spot != 0 {
                return error(says::named_twice(part, format!("x{text}")));
            }
            taken |= spot;
        }
        let fits = |line: &usize| {
            let segment = self.segment(*line);
            taken & !segment == 0 && segment & !self.stacks & !taken == 0
        };
        let mut lines = members(u64::from(self.open_rows())).filter(fits);
        match (lines.next(), lines.next()) {
            (Some(line), None) => Ok(Decision::Row { line, taken: LINE[line].pack(taken) }.to_move()),
            (Some(_), Some(_)) => error(says::several_rows(format!("x{text}"))),
            (None, _) => {
                let (owner, rows) = (colour(self.to_decide), self.open_row_texts());
                error(says::not_pieces(format!("x{text}"), owner, rows))
            }
        }
    }

    /// The spot where the last piece of a push comes to lie; none if the line is full.
    fn chain_end(&self, push: usize) -> Option<usize> {
        let push = &PUSH[push];
        let holes = push.line & !self.occupied();
        let nearest =
            if push.upwards != 0 { holes.trailing_zeros() } else { 63_u32.wrapping_sub(holes.leading_zeros()) };
        (holes != 0).then_some(nearest as usize)
    }

    fn read_push(&self, text: &str) -> Result<Move, TextError> {
        let (owner, me) = (colour(self.to_decide), self.to_decide.index());
        if self.pushed.is_some() {
            return error(says::must_wait(text, owner, self.open_row_texts()));
        }
        let stacked = matches!(text.as_bytes(), [b'g', letter, ..] if letter.is_ascii_lowercase());
        if stacked && !self.can_stack(me) {
            return error(says::no_gipf(text, owner));
        }
        if !stacked && self.must_stack(me) {
            return error(says::must_gipf(text, owner));
        }
        let (dot, spot) = match text[usize::from(stacked)..].split_once('-') {
            Some((dot, spot)) => (Some(read_point(dot)?), read_spot(spot)?),
            None => (None, read_spot(&text[usize::from(stacked)..])?),
        };
        if let Some(dot) = dot {
            if !board::is_dot(dot) {
                return error(says::no_dot(text));
            }
            // The push as it is written in full, also if its line has no hole.
            let written = |push: &usize| PUSH[*push].dot() == dot && PUSH[*push].first == 1 << spot;
            if let Some(push) = (0..PUSHES).find(written) {
                return match self.chain_end(push) {
                    Some(_) => Ok(Decision::Push { push, stacked }.to_move()),
                    None => error(says::no_hole(text)),
                };
            }
        }
        // A spot alone is the one that a new piece is put on, if that is free, or else where some chain ends.
        let put_there = dot.is_none() && PUSH.iter().any(|push| push.first == 1 << spot);
        let meant = |push: &usize| {
            self.chain_end(*push) == Some(spot)
                && dot.is_none_or(|dot| PUSH[*push].dot() == dot)
                && (!put_there || PUSH[*push].first == 1 << spot)
        };
        let mut moves = (0..PUSHES).filter(meant).map(|push| Decision::Push { push, stacked }.to_move());
        let result = |mv| {
            let mut after = *self;
            after.play(mv);
            after
        };
        match moves.next() {
            None => error(says::no_push(text)),
            // Pushes to the same empty spot are one, whichever dot they come from.
            Some(mv) if moves.all(|another| result(another) == result(mv)) => Ok(mv),
            Some(_) => error(says::ambiguous(text)),
        }
    }

    /// Why no piece can be pushed in from a point, or from a dot to a spot.
    fn no_push_from(&self, from: Point, to: Option<Point>) -> Sentence {
        if !board::is_dot(from) {
            return says::not_a_dot(point_text(from));
        }
        let Some(to) = to else { return says::no_entry(point_text(from)) };
        let text = format!("{}-{}", point_text(from), point_text(to));
        let is_next =
            |push: &board::Push| push.dot() == from && board::point(push.first.trailing_zeros() as usize) == to;
        if PUSH.iter().any(is_next) { says::no_hole(text) } else { says::not_next(point_text(from), point_text(to)) }
    }

    /// Takes the rows that leave no choice, until there is something to choose.
    fn take_only_rows(&mut self, decisions: &mut Vec<Move>) {
        let mut list = MoveList::new();
        while self.pushed.is_some() {
            list.clear();
            self.moves(&mut list);
            let [only] = list[..] else { return };
            self.play(only);
            decisions.push(only);
        }
    }
}

/// A turn without the number in reserve that official records put after it: `h6-c4` from `h6-c4 (16)`.
fn without_reserve(turn: &str) -> &str {
    let digits = |inside: &str| !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
    let cut = turn.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    cut.filter(|(_, inside)| digits(inside)).map_or(turn, |(rest, _)| rest.trim_end())
}

impl Notation for Gipf {
    fn options(setup: &Setup) -> Vec<GameOption> {
        let now = EXTRAS.iter().position(|&extra| extra == setup.extra).unwrap_or(0);
        vec![GameOption {
            name: HANDICAP,
            kind: OptionKind::Choice(HANDICAPS[now].to_string(), &HANDICAPS),
            about: "Extra pieces in reserve for one side.",
        }]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        if !name.eq_ignore_ascii_case(HANDICAP) {
            return Err(TextError::Option(says::only_option(name, HANDICAP)));
        }
        let Some(choice) = HANDICAPS.iter().position(|known| value.eq_ignore_ascii_case(known)) else {
            return Err(TextError::Option(says::no_value(value, HANDICAP, HANDICAPS.join(", "))));
        };
        setup.extra = EXTRAS[choice];
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        match Decision::of(mv) {
            Decision::Row { line, taken } => self.row_text(line, taken),
            Decision::Push { push, stacked } => {
                let (dot, first) = (PUSH[push].dot(), PUSH[push].first.trailing_zeros() as usize);
                format!("{}{}-{}", if stacked { "g" } else { "" }, point_text(dot), spot_text(first))
            }
        }
    }

    /// A push may be preceded by rows that were left out because there was only one way to take them.
    fn read_turn(&self, text: &str) -> Result<Vec<Move>, TextError> {
        let mut position = *self;
        let mut decisions = Vec::new();
        for part in without_reserve(without_number(text)).split(';') {
            if !part.starts_with(['x', 'X']) {
                position.take_only_rows(&mut decisions);
            }
            let mv = position.read_move(part)?;
            position.play(mv);
            decisions.push(mv);
        }
        Ok(decisions)
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let text = text.to_ascii_lowercase();
        if self.outcome().is_some() {
            return error(game::over(text));
        }
        match text.strip_prefix('x') {
            Some(row) => self.read_row(row),
            None => self.read_push(&text),
        }
    }

    fn refused_touch(&self, touched: &[String]) -> Sentence {
        let points: Vec<Point> = touched.iter().filter_map(|name| read_point(name).ok()).collect();
        match points[..] {
            _ if self.pushed.is_some() => {
                let rows = self.open_ends().into_iter().map(|(_, [first, last])| format!("{first}-{last}"));
                game::which_row(touched.join("-"), joined(rows, sentence::or))
            }
            [from, ..] => self.no_push_from(from, points.get(1).copied()),
            [] => game::illegal(touched.join("-")),
        }
    }

    fn position_text(&self) -> String {
        position_text::write(self)
    }

    fn read_position(setup: &Setup, text: &str) -> Result<Self, TextError> {
        position_text::read(setup, text)
    }
}
