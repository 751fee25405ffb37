//! YINSH once more, written from docs/rules/yinsh.md for clarity only: a map from points to letters, walked step by step.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::common::Reference;
use std::collections::BTreeMap;

/// Lowest and highest number of the columns `a` to `k`.
const NUMBERS: [(i32, i32); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// Along a letter, along a number, along equal letter−number steps.
const LINES: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];

type Place = (i32, i32);

#[derive(Clone)]
pub struct PlainYinsh {
    /// `W` and `B` are rings, `w` and `b` markers; empty points are not in the map.
    board: BTreeMap<Place, char>,
    decides: char,
    moves_next: char,
    phase: &'static str,
    taken: BTreeMap<char, usize>,
    passes: usize,
    rings_to_win: usize,
    swap: &'static str,
}

fn name((letter, number): Place) -> String {
    format!("{}{number}", (b'a' + letter as u8) as char)
}

fn place(name: &str) -> Place {
    let (letter, number) = name.split_at(1);
    ((letter.as_bytes()[0] - b'a') as i32, number.parse().unwrap())
}

fn exists((letter, number): Place) -> bool {
    (0..11).contains(&letter) && {
        let (low, high) = NUMBERS[letter as usize];
        (low..=high).contains(&number)
    }
}

fn all_places() -> Vec<Place> {
    (0..11).flat_map(|letter| (1..=11).map(move |number| (letter, number))).filter(|&p| exists(p)).collect()
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

fn ring_of(colour: char) -> char {
    colour.to_ascii_uppercase()
}

impl PlainYinsh {
    pub fn new(rings_to_win: usize, with_swap: bool) -> Self {
        Self {
            board: BTreeMap::new(),
            decides: 'w',
            moves_next: 'w',
            phase: "place",
            taken: BTreeMap::from([('w', 0), ('b', 0)]),
            passes: 0,
            rings_to_win,
            swap: if with_swap { "open" } else { "no" },
        }
    }

    fn at(&self, place: Place) -> Option<char> {
        self.board.get(&place).copied()
    }

    fn rings(&self, colour: char) -> Vec<Place> {
        self.board.iter().filter(|(_, piece)| **piece == ring_of(colour)).map(|(place, _)| *place).collect()
    }

    fn markers(&self) -> usize {
        self.board.values().filter(|piece| piece.is_lowercase()).count()
    }

    /// Every five adjacent markers of a colour in a line, as the list of their places.
    fn rows(&self, colour: char) -> Vec<Vec<Place>> {
        let mut rows = Vec::new();
        for start in all_places() {
            for (dl, dn) in LINES {
                let row: Vec<Place> = (0..5).map(|i| (start.0 + i * dl, start.1 + i * dn)).collect();
                if row.iter().all(|&p| self.at(p) == Some(colour)) {
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// Where a ring can go, each with the markers that it jumps.
    fn destinations(&self, from: Place) -> Vec<(Place, Vec<Place>)> {
        let mut found = Vec::new();
        for (dl, dn) in LINES {
            for sign in [1, -1] {
                let mut jumped = Vec::new();
                let mut at = from;
                loop {
                    at = (at.0 + sign * dl, at.1 + sign * dn);
                    if !exists(at) {
                        break;
                    }
                    match self.at(at) {
                        None => {
                            found.push((at, jumped.clone()));
                            if !jumped.is_empty() {
                                break;
                            }
                        }
                        Some('w' | 'b') => jumped.push(at),
                        Some(_) => break,
                    }
                }
            }
        }
        found
    }

    fn ring_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.rings(self.decides) {
            for (to, _) in self.destinations(from) {
                moves.push(format!("{}-{}", name(from), name(to)));
            }
        }
        moves
    }

    /// A ring was moved or something taken: what comes next?
    fn go_on(&mut self) {
        let mover = other(self.moves_next);
        if self.taken.values().any(|&rings| rings == self.rings_to_win) {
            // Convention of the position text: after a win nothing is pending any more.
            self.decides = self.moves_next;
            self.phase = "move";
        } else if self.decides == mover && !self.rows(mover).is_empty() {
            self.phase = "row";
        } else if !self.rows(self.moves_next).is_empty() {
            self.decides = self.moves_next;
            self.phase = "row";
        } else {
            self.decides = self.moves_next;
            self.phase = "move";
        }
    }
}

impl Reference for PlainYinsh {
    fn legal(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        match self.phase {
            "place" => {
                let mut decisions: Vec<String> =
                    all_places().into_iter().filter(|&p| self.at(p).is_none()).map(name).collect();
                if self.swap == "open" && self.decides == 'b' {
                    decisions.push("swap".to_string());
                }
                decisions
            }
            "row" => {
                let rows = self.rows(self.decides);
                rows.iter().map(|row| format!("x{}-{}", name(row[0]), name(row[4]))).collect()
            }
            "ring" => self.rings(self.decides).into_iter().map(|p| format!("x{}", name(p))).collect(),
            _ => {
                let moves = self.ring_moves();
                if moves.is_empty() { vec!["pass".to_string()] } else { moves }
            }
        }
    }

    fn play(&mut self, decision: &str) {
        match self.phase {
            "place" if decision == "swap" => self.swap = "done",
            "place" => {
                if self.decides == 'b' && self.swap == "open" {
                    self.swap = "no";
                }
                self.board.insert(place(decision), ring_of(self.decides));
                self.decides = other(self.decides);
                if self.board.len() == 10 {
                    self.phase = "move";
                }
            }
            "row" => {
                let (first, last) = decision[1..].split_once('-').unwrap();
                let row = self.rows(self.decides).into_iter().find(|r| r[0] == place(first) && r[4] == place(last));
                for marker in row.unwrap() {
                    self.board.remove(&marker);
                }
                self.phase = "ring";
            }
            "ring" => {
                self.board.remove(&place(&decision[1..]));
                *self.taken.get_mut(&self.decides).unwrap() += 1;
                self.go_on();
            }
            _ if decision == "pass" => {
                self.passes += 1;
                self.decides = other(self.decides);
                self.moves_next = self.decides;
            }
            _ => {
                let (from, to) = decision.split_once('-').unwrap();
                let (from, to) = (place(from), place(to));
                let (_, jumped) = self.destinations(from).into_iter().find(|(p, _)| *p == to).unwrap();
                self.board.insert(from, self.decides);
                self.board.insert(to, ring_of(self.decides));
                for marker in jumped {
                    let flipped = other(self.board[&marker]);
                    self.board.insert(marker, flipped);
                }
                self.passes = 0;
                self.moves_next = other(self.decides);
                self.go_on();
            }
        }
    }

    fn winners(&self) -> Option<u8> {
        let (white, black) = (self.taken[&'w'], self.taken[&'b']);
        // Seat 1 owns White, until seat 2 takes it over.
        let (white_seat, black_seat) = if self.swap == "done" { (0b10, 0b01) } else { (0b01, 0b10) };
        if white == self.rings_to_win {
            return Some(white_seat);
        }
        if black == self.rings_to_win {
            return Some(black_seat);
        }
        let ended = self.phase == "move" && (self.markers() == 51 || self.passes == 2);
        ended.then_some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => white_seat,
            std::cmp::Ordering::Less => black_seat,
            std::cmp::Ordering::Equal => 0b11,
        })
    }

    fn text(&self) -> String {
        let mut columns = Vec::new();
        for letter in 0..11 {
            let (low, high) = NUMBERS[letter as usize];
            let mut column = String::new();
            let mut empty = 0;
            for number in low..=high {
                match self.at((letter, number)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            column += &empty.to_string();
                        }
                        empty = 0;
                        column.push(piece);
                    }
                }
            }
            if empty > 0 {
                column += &empty.to_string();
            }
            columns.push(column);
        }
        let (board, taken) = (columns.join("/"), format!("{},{}", self.taken[&'w'], self.taken[&'b']));
        let swap = if self.swap == "no" { String::new() } else { format!(" {}", self.swap) };
        format!("{board} {} {taken} {} {} {}{swap}", self.decides, self.phase, self.moves_next, self.passes)
    }
}
