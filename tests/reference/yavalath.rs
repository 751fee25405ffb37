//! The rules of Yavalath for two and for three once more, cell by cell from docs/rules/yavalath.md.

use crate::common::Reference;
use std::collections::HashMap;

type Cell = (i32, i32);

#[derive(Clone)]
pub struct Plain {
    players: usize,
    board: HashMap<Cell, usize>,
    /// The colour to decide.
    turn: usize,
    swap: &'static str,
    out: Vec<usize>,
    winners: Option<u8>,
}

fn on_board((c, n): Cell) -> bool {
    (1..=9).contains(&c) && (1..=9).contains(&n) && (c - n).abs() <= 4
}

fn cells() -> Vec<Cell> {
    (1..=9).flat_map(|c| (1..=9).map(move |n| (c, n))).filter(|&cell| on_board(cell)).collect()
}

fn name((c, n): Cell) -> String {
    format!("{}{n}", (b'a' + c as u8 - 1) as char)
}

fn parse(text: &str) -> Cell {
    (i32::from(text.as_bytes()[0] - b'a' + 1), text[1..].parse().unwrap())
}

impl Plain {
    pub fn new(players: usize, swap: bool) -> Self {
        let swap = if swap { "open" } else { "no" };
        Self { players, board: HashMap::new(), turn: 0, swap, out: vec![], winners: None }
    }

    /// The longest line of `colour` through `cell` with a stone there.
    fn longest(&self, (c, n): Cell, colour: usize) -> usize {
        let count =
            |dc: i32, dn: i32| (1..).take_while(|i| self.board.get(&(c + i * dc, n + i * dn)) == Some(&colour)).count();
        [(0, 1), (1, 0), (1, 1)].into_iter().map(|(dc, dn)| 1 + count(dc, dn) + count(-dc, -dn)).max().unwrap()
    }

    fn empty(&self) -> Vec<Cell> {
        cells().into_iter().filter(|cell| !self.board.contains_key(cell)).collect()
    }

    fn next(&self) -> usize {
        let mut next = (self.turn + 1) % self.players;
        while self.out.contains(&next) {
            next = (next + 1) % self.players;
        }
        next
    }

    /// The seat of a colour in the game for two.
    fn seat(&self, colour: usize) -> usize {
        if self.swap == "done" { 1 - colour } else { colour }
    }
}

impl Reference for Plain {
    fn legal(&self) -> Vec<String> {
        if self.winners.is_some() {
            return vec![];
        }
        let mut cells = self.empty();
        if self.players == 3 {
            let next = self.next();
            if cells.iter().any(|&cell| self.longest(cell, next) >= 4) {
                cells.retain(|&cell| self.longest(cell, next) >= 4 || self.longest(cell, self.turn) >= 4);
            }
        }
        let mut list: Vec<String> = cells.into_iter().map(name).collect();
        if self.swap == "open" && self.turn == 1 {
            list.push("swap".to_string());
        }
        list
    }

    fn play(&mut self, decision: &str) {
        if decision == "swap" {
            self.swap = "done";
            return;
        }
        if self.swap == "open" && self.turn == 1 {
            self.swap = "no";
        }
        let cell = parse(decision);
        self.board.insert(cell, self.turn);
        let longest = self.longest(cell, self.turn);
        if self.players == 2 {
            if longest >= 4 {
                self.winners = Some(1 << self.seat(self.turn));
            } else if longest == 3 {
                self.winners = Some(1 << self.seat(1 - self.turn));
            } else if self.empty().is_empty() {
                self.winners = Some(0b11);
            }
            self.turn = 1 - self.turn;
            return;
        }
        if longest == 3 {
            self.out.push(self.turn);
        }
        let left: Vec<usize> = (0..3).filter(|p| !self.out.contains(p)).collect();
        if longest >= 4 {
            self.winners = Some(1 << self.turn);
        } else if left.len() == 1 || self.empty().is_empty() {
            self.winners = Some(left.iter().map(|p| 1 << p).sum());
        }
        self.turn = self.next();
    }

    fn winners(&self) -> Option<u8> {
        self.winners
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for n in (1..=9).rev() {
            let mut row = String::new();
            let mut gap = 0;
            for c in 1..=9 {
                if !on_board((c, n)) {
                    continue;
                }
                match self.board.get(&(c, n)) {
                    None => gap += 1,
                    Some(&colour) => {
                        if gap > 0 {
                            row += &gap.to_string();
                        }
                        gap = 0;
                        row.push(['w', 'b', 'r'][colour]);
                    }
                }
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        let colour = ['w', 'b', 'r'][self.turn];
        if self.players == 2 {
            return format!("{} {colour} {} 0", rows.join("/"), self.swap);
        }
        let mut out: Vec<usize> = self.out.clone();
        out.sort();
        let out: String = out.iter().map(|&p| ['w', 'b', 'r'][p]).collect();
        format!("{} {colour} {}", rows.join("/"), if out.is_empty() { "-" } else { &out })
    }
}
