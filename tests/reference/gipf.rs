//! GIPF a second time: slow and plain, straight from docs/rules/gipf.md, sharing nothing with `src/`.

use crate::common::Reference;
use std::collections::{BTreeMap, BTreeSet};

type Point = (char, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Basic,
    Standard,
    Tournament,
}

#[derive(Clone)]
pub struct PlainGipf {
    kind: Kind,
    board: BTreeMap<Point, char>,
    turn: char,
    reserve: BTreeMap<char, i32>,
    /// All the pieces that a colour began with.
    army: BTreeMap<char, i32>,
    pushed: Option<char>,
    may_stack: BTreeSet<char>,
    /// Lines (as their spots) with a row of which nothing was taken in this turn.
    declined: BTreeSet<Vec<Point>>,
}

/// A row that can be taken: the colour's owner takes these points of this line.
struct Row {
    line: Vec<Point>,
    points: Vec<Point>,
}

const DIRECTIONS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

fn step((c, r): Point, direction: &str) -> Point {
    let next = |c: char, by: i8| (c as u8).wrapping_add_signed(by) as char;
    match direction {
        "N" => (c, r + 1),
        "S" => (c, r - 1),
        "NE" => (next(c, 1), if c < 'e' { r + 1 } else { r }),
        "SE" => (next(c, 1), if c < 'e' { r } else { r - 1 }),
        "SW" => (next(c, -1), if c <= 'e' { r - 1 } else { r }),
        _ => (next(c, -1), if c <= 'e' { r } else { r + 1 }),
    }
}

fn columns() -> [(char, i32); 7] {
    [('b', 5), ('c', 6), ('d', 7), ('e', 8), ('f', 7), ('g', 6), ('h', 5)]
}

fn is_spot((c, r): Point) -> bool {
    columns().iter().any(|&(letter, last)| letter == c && (2..=last).contains(&r))
}

fn dots() -> Vec<Point> {
    "a1 a2 a3 a4 a5 b1 b6 c1 c7 d1 d8 e1 e9 f1 f8 g1 g7 h1 h6 i1 i2 i3 i4 i5".split(' ').map(point).collect()
}

fn point(text: &str) -> Point {
    (text.chars().next().unwrap(), text[1..].parse().unwrap())
}

fn name((c, r): Point) -> String {
    format!("{c}{r}")
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

/// Every push: the dot and the spots of its line, nearest first.
fn pushes() -> Vec<(Point, Vec<Point>)> {
    let mut all = Vec::new();
    for dot in dots() {
        for direction in DIRECTIONS {
            let mut line = Vec::new();
            let mut at = step(dot, direction);
            while is_spot(at) {
                line.push(at);
                at = step(at, direction);
            }
            if !line.is_empty() {
                all.push((dot, line));
            }
        }
    }
    assert_eq!(all.len(), 42);
    all
}

impl PlainGipf {
    pub fn start(kind: Kind, extra_white: i32, extra_black: i32) -> Self {
        let (reserve, pieces) = if kind == Kind::Tournament { (18, 18) } else { (12, 12 + 3) };
        let pieces = if kind == Kind::Standard { 12 + 6 } else { pieces };
        let mut board = BTreeMap::new();
        if kind != Kind::Tournament {
            for (colour, spots) in [('w', "b5 e2 h5"), ('b', "b2 e8 h2")] {
                for spot in spots.split(' ') {
                    board
                        .insert(point(spot), if kind == Kind::Standard { colour.to_ascii_uppercase() } else { colour });
                }
            }
        }
        Self {
            kind,
            board,
            turn: 'w',
            reserve: [('w', reserve + extra_white), ('b', reserve + extra_black)].into(),
            army: [('w', pieces + extra_white), ('b', pieces + extra_black)].into(),
            pushed: None,
            may_stack: if kind == Kind::Tournament { ['w', 'b'].into() } else { BTreeSet::new() },
            declined: BTreeSet::new(),
        }
    }

    /// The rows of `colour`, declined ones too.
    fn rows(&self, colour: char) -> Vec<Row> {
        let mut rows = Vec::new();
        for (dot, line) in pushes() {
            let far = line[line.len() - 1];
            if dot > far {
                continue; // the same line from its other end
            }
            for run in line.split(|p| !self.board.contains_key(p)) {
                let letters: String = run.iter().map(|p| self.board[p].to_ascii_lowercase()).collect();
                if letters.contains(&colour.to_string().repeat(4)) {
                    rows.push(Row { line: line.clone(), points: run.to_vec() });
                }
            }
        }
        rows
    }

    fn open_rows(&self, colour: char) -> Vec<Row> {
        self.rows(colour).into_iter().filter(|row| !self.declined.contains(&row.line)).collect()
    }

    fn go_on(&mut self) {
        let pusher = self.pushed.unwrap();
        // Rows of the colour whose choice is over are not asked for again.
        let order = if self.turn == pusher { vec![pusher, other(pusher)] } else { vec![other(pusher)] };
        for colour in order {
            if !self.open_rows(colour).is_empty() {
                self.turn = colour;
                return;
            }
        }
        self.turn = other(pusher);
        self.pushed = None;
        self.declined.clear();
    }

    fn can_stack(&self, colour: char) -> bool {
        self.may_stack.contains(&colour) && self.reserve[&colour] >= 2
    }

    fn is_first_turn(&self, colour: char) -> bool {
        // The text of a position knows no more: every piece is in the reserve and none was single so far.
        self.may_stack.contains(&colour) && self.reserve[&colour] == self.army[&colour]
    }

    fn has_no_gipf_piece(&self, colour: char) -> bool {
        !self.board.values().any(|&c| c == colour.to_ascii_uppercase()) && !self.can_stack(colour)
    }

    fn row_text(points: &[Point]) -> String {
        format!("x{}-{}", name(*points.iter().min().unwrap()), name(*points.iter().max().unwrap()))
    }
}

impl Reference for PlainGipf {
    fn legal(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        let mut list = Vec::new();
        if self.pushed.is_some() {
            for row in self.open_rows(self.turn) {
                let mut texts = vec![Self::row_text(&row.points)];
                let mut points = row.points.clone();
                points.sort();
                for p in points {
                    if self.board[&p].is_ascii_uppercase() {
                        let kept: Vec<String> = texts.iter().map(|t| format!("{t}={}", name(p))).collect();
                        texts.extend(kept);
                    }
                }
                list.extend(texts);
            }
            return list;
        }
        for (dot, line) in pushes() {
            if line.iter().all(|p| self.board.contains_key(p)) {
                continue;
            }
            let text = format!("{}-{}", name(dot), name(line[0]));
            if self.can_stack(self.turn) {
                list.push(format!("g{text}"));
            }
            if !self.is_first_turn(self.turn) {
                list.push(text);
            }
        }
        list
    }

    fn play(&mut self, decision: &str) {
        let me = self.turn;
        if let Some(text) = decision.strip_prefix('x') {
            let parts: Vec<&str> = text.split('=').collect();
            let row = self.open_rows(me).into_iter().find(|row| Self::row_text(&row.points)[1..] == *parts[0]).unwrap();
            let mut taken = 0;
            for p in &row.points {
                if parts[1..].contains(&name(*p).as_str()) {
                    continue;
                }
                let piece = self.board.remove(p).unwrap();
                taken += 1;
                if piece.to_ascii_lowercase() == me {
                    *self.reserve.get_mut(&me).unwrap() += if piece == me { 1 } else { 2 };
                }
            }
            if taken == 0 {
                self.declined.insert(row.line);
            }
        } else {
            let is_stack = decision.as_bytes()[1].is_ascii_lowercase();
            let text = if is_stack { &decision[1..] } else { decision };
            let (dot, first) = text.split_once('-').unwrap();
            let (_, line) =
                pushes().into_iter().find(|(d, line)| name(*d) == dot && name(line[0]) == first).expect("a push");
            let mut in_hand = if is_stack { me.to_ascii_uppercase() } else { me };
            for p in line {
                match self.board.insert(p, in_hand) {
                    Some(next) => in_hand = next,
                    None => break,
                }
            }
            *self.reserve.get_mut(&me).unwrap() -= if is_stack { 2 } else { 1 };
            if !is_stack {
                self.may_stack.remove(&me);
            }
            self.pushed = Some(me);
        }
        self.go_on();
    }

    fn winners(&self) -> Option<u8> {
        if self.pushed.is_some() {
            return None;
        }
        let (me, you) = (self.turn, other(self.turn));
        let win = |colour| Some(if colour == 'w' { 1 } else { 2 });
        if self.kind != Kind::Basic {
            if self.has_no_gipf_piece(me) {
                return win(you); // also if neither has one: the player to move loses
            }
            if self.has_no_gipf_piece(you) {
                return win(me);
            }
        }
        if self.reserve[&me] == 0 { win(you) } else { None }
    }

    fn text(&self) -> String {
        let mut parts = Vec::new();
        for (c, last) in columns() {
            let (mut text, mut empty) = (String::new(), 0);
            for r in 2..=last + 1 {
                match self.board.get(&(c, r)) {
                    None if r <= last => empty += 1,
                    piece => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.extend(piece);
                    }
                }
            }
            parts.push(text);
        }
        let mut pushed = self.pushed.map_or("-".to_string(), |c| c.to_string());
        if self.pushed.is_some() {
            let standing = self.rows(self.turn).into_iter().filter(|row| self.declined.contains(&row.line));
            let texts: BTreeSet<String> = standing.map(|row| Self::row_text(&row.points)[1..].to_string()).collect();
            for text in texts {
                pushed += &format!("={text}");
            }
        }
        let mut stacking: String = ['w', 'b'].into_iter().filter(|c| self.may_stack.contains(c)).collect();
        if stacking.is_empty() {
            stacking = "-".to_string();
        }
        format!("{} {} {},{} {pushed} {stacking}", parts.join("/"), self.turn, self.reserve[&'w'], self.reserve[&'b'])
    }
}

impl PlainGipf {
    /// Reads the text of a position in which somebody is to push.
    pub fn read(kind: Kind, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut plain = Self::start(kind, 0, 0);
        plain.board.clear();
        for (part, (c, _)) in fields[0].split('/').zip(columns()) {
            let mut r = 2;
            for letter in part.chars() {
                match letter.to_digit(10) {
                    Some(empty) => r += empty as i32,
                    None => {
                        plain.board.insert((c, r), letter);
                        r += 1;
                    }
                }
            }
        }
        plain.turn = fields[1].chars().next().unwrap();
        let (white, black) = fields[2].split_once(',').unwrap();
        plain.reserve = [('w', white.parse().unwrap()), ('b', black.parse().unwrap())].into();
        plain.may_stack = fields[4].chars().filter(|&c| c != '-').collect();
        plain
    }
}
