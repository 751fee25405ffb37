//! Pentalath once more, slow and plain, written straight from docs/rules/pentalath.md to check the fast one against.

use crate::common::Reference;

/// Letter (1 is `a`) and number.
type Cell = (usize, usize);

/// A character for each letter and number: `w`, `b`, `.`, or a blank off the board.
type Grid = [[char; 11]; 11];

fn cells() -> Vec<Cell> {
    let all = (1..=9).flat_map(|letter| (1..=9).map(move |number| (letter, number)));
    all.filter(|&(letter, number)| usize::abs_diff(letter, number) <= 4).collect()
}

fn name((letter, number): Cell) -> String {
    format!("{}{number}", &"abcdefghi"[letter - 1..letter])
}

fn neighbours((c, n): Cell) -> [Cell; 6] {
    [(c, n + 1), (c, n - 1), (c + 1, n), (c - 1, n), (c + 1, n + 1), (c - 1, n - 1)]
}

/// The group that the stone on `cell` belongs to.
fn group(grid: &Grid, cell: Cell) -> Vec<Cell> {
    let mut found = vec![cell];
    let mut looked_at = 0;
    while looked_at < found.len() {
        for next in neighbours(found[looked_at]) {
            if grid[next.0][next.1] == grid[cell.0][cell.1] && !found.contains(&next) {
                found.push(next);
            }
        }
        looked_at += 1;
    }
    found
}

fn has_liberty(grid: &Grid, group: &[Cell]) -> bool {
    group.iter().any(|&cell| neighbours(cell).iter().any(|next| grid[next.0][next.1] == '.'))
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

/// The board after a placement, unless that is suicide.
fn placed(grid: &Grid, cell: Cell, colour: char) -> Option<Grid> {
    let mut full = *grid;
    full[cell.0][cell.1] = colour;
    let mut after = full;
    for enemy in cells() {
        if full[enemy.0][enemy.1] == other(colour) && !has_liberty(&full, &group(&full, enemy)) {
            after[enemy.0][enemy.1] = '.';
        }
    }
    let own = group(&after, cell);
    has_liberty(&after, &own).then_some(after)
}

fn has_five(grid: &Grid, colour: char) -> bool {
    cells().into_iter().any(|(c, n)| {
        let own = |c: usize, n: usize| c < 11 && n < 11 && grid[c][n] == colour;
        let row = |dc, dn| (0..5_usize).all(|i| own(c + i * dc, n + i * dn));
        row(0, 1) || row(1, 0) || row(1, 1)
    })
}

/// A position as docs/rules/pentalath.md has it.
#[derive(Clone)]
pub struct Plain {
    grid: Grid,
    to_decide: char,
    swap: &'static str,
    passes: usize,
}

impl Plain {
    pub fn start(with_swap: bool) -> Self {
        let swap = if with_swap { "open" } else { "no" };
        let mut grid = [[' '; 11]; 11];
        for (letter, number) in cells() {
            grid[letter][number] = '.';
        }
        Self { grid, to_decide: 'w', swap, passes: 0 }
    }

    fn stones(&self) -> usize {
        self.grid.iter().flatten().filter(|&&c| c == 'w' || c == 'b').count()
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
        let empty = cells().into_iter().filter(|&(letter, number)| self.grid[letter][number] == '.');
        let legal = empty.filter(|&cell| placed(&self.grid, cell, self.to_decide).is_some());
        let mut texts: Vec<String> = legal.map(name).collect();
        if texts.is_empty() {
            texts.push("pass".to_string());
        }
        if self.swap == "open" && self.stones() == 1 {
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
                if self.stones() > 0 && self.swap == "open" {
                    self.swap = "no";
                }
                let cell = cells().into_iter().find(|&cell| name(cell) == text).unwrap();
                self.grid = placed(&self.grid, cell, self.to_decide).unwrap();
                self.passes = 0;
                self.to_decide = other(self.to_decide);
            }
        }
    }

    fn winners(&self) -> Option<u8> {
        if self.passes == 2 {
            return Some(0b11);
        }
        ['w', 'b'].into_iter().find(|&colour| has_five(&self.grid, colour)).map(|colour| self.seat_of(colour))
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for number in (1..=9).rev() {
            let mut short: String = (1..=9).map(|letter| self.grid[letter][number]).filter(|&c| c != ' ').collect();
            for run in (1..=9).rev() {
                short = short.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(short);
        }
        format!("{} {} {} {}", rows.join("/"), self.to_decide, self.swap, self.passes)
    }
}
