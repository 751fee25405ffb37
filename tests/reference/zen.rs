//! Zèn once more, slow and plain, written from docs/rules/zen.md alone: a map from squares to letters.

use crate::common::Reference;
use std::collections::{BTreeMap, BTreeSet};

type Square = (i32, i32);

const SIZE: i32 = 11;
const WHITE: &str = "a6 a11 c4 c8 e2 e10 g2 g10 i4 i8 k1 k6";
const BLACK: &str = "a1 b5 b7 d3 d9 f1 f11 h3 h9 j5 j7 k11";
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn square(text: &str) -> Square {
    let column = i32::from(text.as_bytes()[0] - b'a') + 1;
    (column, text[1..].parse().unwrap())
}

fn name((column, row): Square) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn touch(a: Square, b: Square) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

/// A position: `w`, `b` and `z` on their squares, and what is needed besides.
#[derive(Clone)]
pub struct Plain {
    pub pieces: BTreeMap<Square, char>,
    pub turn: char,
    pub first: char,
    pub ban: Option<Square>,
    pub passes: usize,
    pub free: bool,
    pub seats: usize,
    pub seat: usize,
}

impl Plain {
    pub fn start(free: bool, first: char, seats: usize) -> Self {
        let mut pieces = BTreeMap::new();
        pieces.extend(WHITE.split(' ').map(|s| (square(s), 'w')));
        pieces.extend(BLACK.split(' ').map(|s| (square(s), 'b')));
        pieces.insert((6, 6), 'z');
        Self { pieces, turn: first, first, ban: None, passes: 0, free, seats, seat: 1 }
    }

    /// How many pieces stand on the whole line through `from`, both ways across the board.
    fn on_line(&self, from: Square, (dx, dy): (i32, i32)) -> i32 {
        let reach = -SIZE..=SIZE;
        reach.filter(|k| self.pieces.contains_key(&(from.0 + k * dx, from.1 + k * dy))).count() as i32
    }

    fn target(&self, from: Square, (dx, dy): (i32, i32)) -> Option<Square> {
        let length = self.on_line(from, (dx, dy));
        let to = (from.0 + length * dx, from.1 + length * dy);
        if !(1..=SIZE).contains(&to.0) || !(1..=SIZE).contains(&to.1) || self.pieces.get(&to) == Some(&self.turn) {
            return None;
        }
        for k in 1..length {
            let passed = self.pieces.get(&(from.0 + k * dx, from.1 + k * dy));
            if passed.is_some_and(|&piece| piece != self.turn && piece != 'z') {
                return None;
            }
        }
        if self.pieces[&from] == 'z' {
            let touching = self.pieces.iter().any(|(&s, &piece)| piece != 'z' && s != to && touch(s, to));
            if self.ban == Some(to) || !(self.free || touching) {
                return None;
            }
        }
        Some(to)
    }

    /// The groups of a side, the Zen counted as one of its pieces.
    fn groups(&self, side: char) -> Vec<BTreeSet<Square>> {
        let mut left: BTreeSet<Square> =
            self.pieces.iter().filter(|&(_, &piece)| piece == side || piece == 'z').map(|(&s, _)| s).collect();
        let mut groups = Vec::new();
        while let Some(seed) = left.pop_first() {
            let mut group = BTreeSet::from([seed]);
            loop {
                let next: Vec<Square> = left.iter().copied().filter(|&s| group.iter().any(|&g| touch(g, s))).collect();
                if next.is_empty() {
                    break;
                }
                for s in next {
                    left.remove(&s);
                    group.insert(s);
                }
            }
            groups.push(group);
        }
        groups
    }

    fn connected(&self, side: char) -> bool {
        self.pieces.values().any(|&piece| piece == side) && self.groups(side).len() == 1
    }

    /// The pieces of `loser` outside its largest group.
    pub fn points(&self, loser: char) -> usize {
        let sizes: Vec<usize> = self.groups(loser).iter().map(BTreeSet::len).collect();
        sizes.iter().sum::<usize>() - sizes.iter().max().unwrap_or(&0)
    }

    /// Whether the side to move can win with one move.
    pub fn can_win(&self) -> bool {
        let win = Some(self.mask(self.turn));
        self.legal().iter().any(|text| self.after(text).winners() == win)
    }

    fn mask(&self, side: char) -> u8 {
        if side == self.first { 1 } else { 2 }
    }

    fn after(&self, decision: &str) -> Self {
        let mut after = self.clone();
        after.play(decision);
        after
    }

    /// The answer to `query check`.
    pub fn check(&self) -> &'static str {
        let enemy = if self.turn == 'w' { 'b' } else { 'w' };
        let skipped = Self { turn: enemy, ban: None, ..self.clone() };
        if self.winners().is_some() || !skipped.can_win() {
            return "none";
        }
        let lost = |text: &String| {
            let after = self.after(text);
            after.winners().map_or_else(|| after.can_win(), |mask| mask == self.mask(enemy))
        };
        if self.legal().iter().all(lost) { "mate" } else { "check" }
    }
}

impl Reference for Plain {
    fn legal(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (&from, &piece) in &self.pieces {
            if piece == self.turn || piece == 'z' {
                let targets = DIRECTIONS.iter().filter_map(|&d| self.target(from, d));
                moves.extend(targets.map(|to| format!("{}-{}", name(from), name(to))));
            }
        }
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves
    }

    fn play(&mut self, decision: &str) {
        self.ban = None;
        match decision.split_once('-') {
            None => self.passes += 1,
            Some((from, to)) => {
                self.passes = 0;
                let piece = self.pieces.remove(&square(from)).unwrap();
                self.pieces.insert(square(to), piece);
                if piece == 'z' {
                    self.ban = Some(square(from));
                }
            }
        }
        self.turn = if self.turn == 'w' { 'b' } else { 'w' };
        self.seat = self.seat % self.seats + 1;
    }

    fn winners(&self) -> Option<u8> {
        let mask = match (self.connected(self.first), self.connected(if self.first == 'w' { 'b' } else { 'w' })) {
            (true, true) => 3,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) if self.passes >= 2 => 3,
            (false, false) => return None,
        };
        Some(mask)
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (1..=SIZE).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for column in 1..=SIZE {
                match self.pieces.get(&(column, row)) {
                    None => empty += 1,
                    Some(&piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(piece);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let ban = self.ban.map_or("-".to_string(), name);
        let mut text = format!("{} {} {ban} {}", rows.join("/"), self.turn, self.passes);
        if self.seats == 4 {
            text += &format!(" seat {}", self.seat);
        }
        text
    }
}
