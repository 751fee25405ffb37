//! A whole game in one file: tic-tac-toe, played by both searches and through a session. Run it with
//! `cargo run --example tic_tac_toe`; docs/adding-a-game.md explains it step by step.

use quintet::board::bits::hash_key;
use quintet::game::describe::{
    Colour, Describe, Description, Effect, Ending, PLACE, Piece, PieceKind, Place, PlaceKind, PlaceName, Shape, Task,
};
use quintet::game::{
    Arrange, Arrangement, Evaluate, Game, GameOption, Move, MoveList, Notation, Outcome, Player, Seating, Symmetry,
    Tactics, TextError,
};
use quintet::picture::Charset;
use quintet::search::{Engine, Kind, Limits, Root, SearchControl, Settings, Verdict};
use quintet::session::{GameSession, Play, SearchRequest, Session, Standing};
use std::error::Error;

/// A position: the cells of X and of O as sets of bits, bit `3 row + column` from the top down. The searches copy a
/// position and play on the copy, so there is no undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    stones: [u16; 2],
}

/// The lines as sets of cells.
const LINES: [u16; 8] = [0b111, 0b111_000, 0b111_000_000, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| self.stones[player.index()] & line == *line)
    }

    /// The board row by row, from the top down, with characters for X, O and an empty cell.
    fn rows(&self, symbols: [char; 3]) -> [String; 3] {
        let index = |cell: u16| self.stones.iter().position(|set| set >> cell & 1 != 0).unwrap_or(2);
        [0, 3, 6].map(|row| (row..row + 3).map(|cell| symbols[index(cell)]).collect())
    }
}

/// The rules.
impl Game for TicTacToe {
    type Setup = (); // Nothing can be chosen before a game.

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = 9;
    const PLAYOUT_CAP: usize = 10;

    fn start((): &()) -> Self {
        Self { stones: [0; 2] }
    }

    fn to_move(&self) -> Player {
        Player::new(usize::from(self.stones[0].count_ones() > self.stones[1].count_ones()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = [Player::FIRST, Player::SECOND].into_iter().find(|&player| self.has_line(player));
        winner.map(Outcome::win).or(((self.stones[0] | self.stones[1]).count_ones() == 9).then_some(Outcome::DRAW))
    }

    fn moves(&self, list: &mut MoveList) {
        list.extend((0..9).filter(|cell| self.stones.iter().all(|set| set >> cell & 1 == 0)).map(Move::new));
    }

    fn play(&mut self, mv: Move) {
        self.stones[self.to_move().index()] |= 1 << mv.code();
    }

    fn key(&self) -> u64 {
        hash_key(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9)
    }
}

/// A seat for each player, which is the default.
impl Seating for TicTacToe {}

/// No threats, no quiescence, no numbers of its own: the rules and the evaluation will do.
impl Tactics for TicTacToe {
    type Threats = ();

    fn threats(&self) {}
}

/// How many lines more than the opponent a player can still fill, a tenth of a unit each.
impl Evaluate for TicTacToe {
    fn evaluate(&self, player: Player) -> i32 {
        let open = |enemy: Player| LINES.iter().filter(|line| self.stones[enemy.index()] & **line == 0).count() as i32;
        10 * (open(player.other()) - open(player))
    }
}

/// What the game has to say: a code and its English. A page in another language has its own words for the codes of `TABLE`.
#[allow(dead_code)]
mod says {
    quintet::sentences! { "tic-tac-toe":
        no_option(name) "tic-tac-toe has no option `{name}`";
        fields "the fields are three rows such as `.x.`, separated by `/`";
        place "lay a piece";
        place_how "choose an empty square";
        won(player) "{player} has won: three in a row";
        full "The game is drawn: the board is full";
        cross "cross";
        nought "nought";
    }
}

/// Text. What `move_text` writes is read back, and so is a turn: both come with the trait.
impl Notation for TicTacToe {
    fn options((): &()) -> Vec<GameOption> {
        Vec::new()
    }

    fn set_option((): &mut (), name: &str, _value: &str) -> Result<(), TextError> {
        Err(TextError::Option(says::no_option(name)))
    }

    fn move_text(&self, mv: Move) -> String {
        cell_name(mv.code())
    }

    /// Such as `.../.x./o..`: who is to move follows from the number of stones.
    fn position_text(&self) -> String {
        self.rows(['x', 'o', '.']).join("/")
    }

    fn read_position((): &(), text: &str) -> Result<Self, TextError> {
        let (mut stones, text) = ([0; 2], text.to_lowercase());
        for (cell, symbol) in text.replace('/', "").chars().enumerate().take(9) {
            "xo".find(symbol).into_iter().for_each(|index| stones[index] |= 1 << cell);
        }
        let (position, [x, o]) = (Self { stones }, stones.map(u16::count_ones));
        let is_possible = (x == o || x == o + 1) && !position.has_line(position.to_move());
        let wrong = || TextError::Position(says::fields());
        (is_possible && position.position_text() == text).then_some(position).ok_or_else(wrong)
    }
}

/// What X and O lay: the shapes are those that pictures know, the rest is the game's own.
const KINDS: [PieceKind; 2] = [
    PieceKind { id: "cross", shape: Shape::Cross, name: says::cross },
    PieceKind { id: "nought", shape: Shape::Ring, name: says::nought },
];

/// What a player lays.
fn piece(player: usize) -> Piece {
    Piece::new(KINDS[player], Colour::ALL[player])
}

/// What lies where and what can be done, for pictures, pages and programs that know no rule.
impl Describe for TicTacToe {
    fn places() -> Vec<Place> {
        let at = |cell: u16| (f64::from(cell % 3), f64::from(cell / 3));
        (0..9).map(|cell| Place { name: cell_name(cell), kind: PlaceKind::Square, at: at(cell) }).collect()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        let on = |cell| (0..2).find(|&player| self.stones[player] >> cell & 1 != 0);
        (0..9).filter_map(|cell| Some((cell_name(cell), piece(on(cell)?)))).collect()
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        Colour::ALL[player.index()]
    }

    fn task(&self) -> Task {
        Task::new(PLACE, says::place(), says::place_how())
    }

    fn ending(&self) -> Ending {
        match self.outcome().and_then(Outcome::winner) {
            Some(winner) => {
                let line = LINES.iter().find(|line| self.stones[winner.index()] & **line == **line);
                let points = (0..9).filter(|cell| line.is_some_and(|line| line >> cell & 1 != 0)).map(cell_name);
                let sentence = says::won(self.colour_of_player(winner).said());
                Ending { why: "three", sentence, points: points.collect() }
            }
            None => Ending { why: "fullBoard", sentence: says::full(), points: Vec::new() },
        }
    }

    fn describe(&self, mv: Move) -> Description {
        let effects = vec![Effect::put(piece(self.to_move().index()), cell_name(mv.code()))];
        Description::new(PLACE, vec![cell_name(mv.code())], effects)
    }
}

/// From such data back to a position. Whose turn it is follows from the stones, and is compared with who should decide.
impl Arrange for TicTacToe {
    fn pieces_to_set((): &()) -> Vec<Piece> {
        vec![piece(0), piece(1)]
    }

    fn proposed((): &(), arrangement: &Arrangement) -> Result<Self, TextError> {
        let holds = |cell, player| arrangement.piece_on(&cell_name(cell)) == Some(piece(player));
        let set = |player| (0..9).filter(|&cell| holds(cell, player)).fold(0, |set, cell| set | 1 << cell);
        Ok(Self { stones: [set(0), set(1)] })
    }
}

/// The name of a cell, such as `b2`.
fn cell_name(cell: u16) -> PlaceName {
    format!("{}{}", ["a", "b", "c"][usize::from(cell % 3)], 3 - cell / 3)
}

/// The square can be turned and mirrored in eight ways. X always begins, so the sides cannot change places.
impl Symmetry for TicTacToe {
    const SYMMETRIES: usize = 8;

    fn transform(&self, index: usize) -> Self {
        let image = |cell: u16| Self::transform_move(Move::new(cell), index).code();
        let turned = |set: u16| (0..9).filter(|cell| set >> cell & 1 != 0).fold(0, |set, cell| set | 1 << image(cell));
        Self { stones: self.stones.map(turned) }
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        let (row, column) = (mv.code() / 3, mv.code() % 3);
        let row = if index & 1 == 0 { row } else { 2 - row };
        let column = if index & 2 == 0 { column } else { 2 - column };
        Move::new(if index & 4 == 0 { 3 * row + column } else { 3 * column + row })
    }

    fn exchange_sides(&self) -> Option<Self> {
        None
    }
}

/// What a search says of a position; alpha-beta sees every line to its end, MCTS proves the result.
pub fn search(position: TicTacToe, kind: Kind) -> Verdict {
    let settings = Settings { kind, hash_kib: 1 << 10, ..Settings::default() };
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let root = Root::new(position);
    Engine::default().search(&root, &SearchControl::unstoppable(limits), &settings, &mut |_| {}).verdict
}

/// Both searches, then a game that the engine plays against itself from a position given by moves.
pub fn main() -> Result<(), Box<dyn Error>> {
    let start = TicTacToe::start(&());
    println!("alpha-beta: {:?}, MCTS: {:?}", search(start, Kind::AlphaBeta), search(start, Kind::Mcts));

    let mut session = GameSession::<TicTacToe>::new("tic-tac-toe", (), Kind::AlphaBeta, 9);
    session.set_position(None, &["b2".to_string(), "a1".to_string()])?;
    while session.standing() == Standing::Open {
        println!("{}legal: {}\n", session.terminal(Charset::Ascii), session.legal().join(" "));
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let (_, job) = session.search(SearchRequest { limits, ..SearchRequest::default() })?;
        session.play(&job(&mut |_| {}).best)?;
    }
    print!("{}", session.terminal(Charset::Ascii));
    Ok(())
}
