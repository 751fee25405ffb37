//! Pentalath once more, slow and plain, written straight from RULES.md to check the fast one against.

use crate::common::Reference;
use std::collections::{BTreeMap, BTreeSet};

/// Letter (1 is `a`) and number.
type Cell = (i32, i32);

const DIRECTIONS: [Cell; 3] = [(0, 1), (1, 0), (1, 1)];

fn on_board((letter, number): Cell) -> bool {
    (1..=9).contains(&letter) && (1..=9).contains(&number) && (letter - number).abs() <= 4
}

fn all_cells() -> Vec<Cell> {
    let all = (1..=9).flat_map(|letter| (1..=9).map(move |number| (letter, number)));
    all.filter(|&cell| on_board(cell)).collect()
}

fn name((letter, number): Cell) -> String {
    format!("{}{number}", &"abcdefghi"[letter as usize - 1..letter as usize])
}

fn cell_named(text: &str) -> Cell {
    all_cells().into_iter().find(|&cell| name(cell) == text).unwrap()
}

fn neighbours((c, n): Cell) -> Vec<Cell> {
    let around = [(c, n + 1), (c, n - 1), (c + 1, n), (c - 1, n), (c + 1, n + 1), (c - 1, n - 1)];
    around.into_iter().filter(|&cell| on_board(cell)).collect()
}

type Stones = BTreeMap<Cell, char>;

/// The group that the stone on `cell` belongs to.
fn group(stones: &Stones, cell: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::from([cell]);
    let mut waiting = vec![cell];
    while let Some(at) = waiting.pop() {
        for next in neighbours(at) {
            if stones.get(&next) == stones.get(&cell) && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

fn has_liberty(stones: &Stones, group: &BTreeSet<Cell>) -> bool {
    group.iter().any(|&cell| neighbours(cell).iter().any(|next| !stones.contains_key(next)))
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

/// The board after a placement, unless that is suicide.
fn placed(stones: &Stones, cell: Cell, colour: char) -> Option<Stones> {
    let mut after = stones.clone();
    after.insert(cell, colour);
    let enemies: Vec<Cell> = after.iter().filter(|s| *s.1 == other(colour)).map(|s| *s.0).collect();
    let dead: Vec<Cell> = enemies.into_iter().filter(|&enemy| !has_liberty(&after, &group(&after, enemy))).collect();
    for enemy in dead {
        after.remove(&enemy);
    }
    let own = group(&after, cell);
    has_liberty(&after, &own).then_some(after)
}

fn has_five(stones: &Stones, colour: char) -> bool {
    all_cells().into_iter().any(|(c, n)| {
        DIRECTIONS.iter().any(|(dc, dn)| (0..5).all(|i| stones.get(&(c + i * dc, n + i * dn)) == Some(&colour)))
    })
}

/// A position as RULES.md tells it.
#[derive(Clone)]
pub struct Plain {
    stones: Stones,
    to_decide: char,
    swap: &'static str,
    passes: usize,
}

impl Plain {
    pub fn start(with_swap: bool) -> Self {
        let swap = if with_swap { "open" } else { "no" };
        Self { stones: Stones::new(), to_decide: 'w', swap, passes: 0 }
    }

    fn seat_of(&self, colour: char) -> u8 {
        if (colour == 'w') != (self.swap == "done") { 1 } else { 2 }
    }
}

impl Reference for Plain {
    fn legal(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        let empty = all_cells().into_iter().filter(|cell| !self.stones.contains_key(cell));
        let legal = empty.filter(|&cell| placed(&self.stones, cell, self.to_decide).is_some());
        let mut texts: Vec<String> = legal.map(name).collect();
        if texts.is_empty() {
            texts.push("pass".to_string());
        }
        if self.swap == "open" && self.stones.len() == 1 {
            texts.push("swap".to_string());
        }
        texts
    }

    fn play(&mut self, decision: &str) {
        match decision {
            // The stone stays and so does the colour to decide: it has another owner now.
            "swap" => self.swap = "done",
            "pass" => {
                self.passes += 1;
                self.to_decide = other(self.to_decide);
            }
            text => {
                if !self.stones.is_empty() && self.swap == "open" {
                    self.swap = "no";
                }
                self.stones = placed(&self.stones, cell_named(text), self.to_decide).unwrap();
                self.passes = 0;
                self.to_decide = other(self.to_decide);
            }
        }
    }

    fn winners(&self) -> Option<u8> {
        if self.passes == 2 {
            return Some(0b11);
        }
        ['w', 'b'].into_iter().find(|&colour| has_five(&self.stones, colour)).map(|colour| self.seat_of(colour))
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for number in (1..=9).rev() {
            let row = all_cells().into_iter().filter(|cell| cell.1 == number);
            let plain: String = row.map(|cell| self.stones.get(&cell).copied().unwrap_or('.')).collect();
            let mut short = plain;
            for run in (1..=9).rev() {
                short = short.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(short);
        }
        format!("{} {} {} {}", rows.join("/"), self.to_decide, self.swap, self.passes)
    }
}
