//! Games made for the walk: lines that come back, and lines of a million decisions.

use quintet::game::{Game, GameOption, Move, MoveList, Notation, Outcome, Player, Symmetry, TextError};
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::{Certificate, CertificateError, Claim, write};
use quintet::search::proof::strategy_walk::WalkError;
use quintet::sentence::verbatim;

/// A road of so many steps. Seat 1 wants to its end. Each side goes on (`f`), or stays (`s`) if the road allows that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Road {
    at: u32,
    length: u32,
    may_stay: bool,
    seat: u8,
}

const FORWARD: Move = Move::new(0);
const STAY: Move = Move::new(1);

impl Road {
    fn new(length: u32, may_stay: bool) -> Self {
        Self { at: 0, length, may_stay, seat: 0 }
    }
}

impl Game for Road {
    type Setup = ();

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = 2;
    const PLAYOUT_CAP: usize = 1_000;

    fn start((): &()) -> Self {
        Self::new(10, true)
    }

    fn to_move(&self) -> Player {
        Player::new(self.seat.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.at == self.length).then_some(Outcome::win(Player::FIRST))
    }

    fn moves(&self, list: &mut MoveList) {
        list.push(FORWARD);
        if self.may_stay {
            list.push(STAY);
        }
    }

    fn play(&mut self, mv: Move) {
        self.at += u32::from(mv == FORWARD);
        self.seat ^= 1;
    }

    /// Two positions have the same key, so that they have to be compared as a whole.
    fn key(&self) -> u64 {
        u64::from(self.at)
    }
}

impl Notation for Road {
    fn options((): &()) -> Vec<GameOption> {
        Vec::new()
    }

    fn set_option((): &mut (), name: &str, _value: &str) -> Result<(), TextError> {
        Err(TextError::Option(verbatim(format!("a road has no option `{name}`"))))
    }

    fn move_text(&self, mv: Move) -> String {
        if mv == FORWARD { "f" } else { "s" }.to_string()
    }

    fn position_text(&self) -> String {
        format!("{} {} {} {}", self.at, self.length, self.may_stay, self.seat)
    }

    fn read_position((): &(), text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::Position(verbatim("it is no road"));
        let [at, length, may_stay, seat] = text.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let number = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Self { at: number(at)?, length: number(length)?, may_stay: may_stay == "true", seat: number(seat)? as u8 })
    }
}

impl Symmetry for Road {
    const SYMMETRIES: usize = 1;

    fn transform(&self, _index: usize) -> Self {
        *self
    }

    fn transform_move(mv: Move, _index: usize) -> Move {
        mv
    }

    fn exchange_sides(&self) -> Option<Self> {
        None
    }
}

fn claim(player: Player, goal: Goal) -> Claim {
    Claim { player, goal }
}

fn made(root: Road, claim: Claim, answer: Move) -> Result<Vec<u8>, CertificateError> {
    write("road", &(), &root, &[claim], &mut |_, _| Some(answer))
}

#[test]
fn going_round_is_a_draw_and_no_win() {
    let road = Road::new(10, true);
    for player in [Player::FIRST, Player::SECOND] {
        let error = made(road, claim(player, Goal::Win), STAY).unwrap_err();
        let is_cycle = matches!(&error, CertificateError::Walk { error: WalkError::Cycle { .. }, .. });
        assert!(player == Player::SECOND || is_cycle, "{error}");
    }
    // Seat 2 stays where it is; seat 1 can go to the end all the same, and so it cannot hold the draw.
    let error = made(road, claim(Player::SECOND, Goal::Draw), STAY).unwrap_err().to_string();
    assert!(error.contains("`f s f s f s f s f s f s f s f s f s f`") && error.contains("the game is lost"), "{error}");
    // Whoever does not want to go on draws if nobody else does, and where that ends nobody has lost.
    let bytes = made(road, claim(Player::FIRST, Goal::Draw), STAY).unwrap();
    let proved = Certificate::read(&bytes).unwrap().verify::<Road>(&()).unwrap();
    // Nine positions of seat 1: in the last it is at the end with one decision. Seat 2 decides in as many.
    assert_eq!((proved[0].summary.answers, proved[0].summary.opponent_positions), (9, 9));
    // Going on wins for seat 1, whatever seat 2 does.
    let bytes = made(road, claim(Player::FIRST, Goal::Win), FORWARD).unwrap();
    let summary = Certificate::read(&bytes).unwrap().verify::<Road>(&()).unwrap()[0].summary;
    assert_eq!(summary.longest, 19);
}

#[test]
fn a_line_of_a_million_decisions_is_checked() {
    const LENGTH: u32 = 1_000_000;
    let road = Road::new(LENGTH, false);
    let bytes = made(road, claim(Player::FIRST, Goal::Win), FORWARD).unwrap();
    let summary = Certificate::read(&bytes).unwrap().verify::<Road>(&()).unwrap()[0].summary;
    assert_eq!((summary.longest, summary.answers), (LENGTH, u64::from(LENGTH) / 2));
    let error = made(road, claim(Player::SECOND, Goal::Draw), FORWARD).unwrap_err().to_string();
    assert!(error.contains(" f …` the game is lost") && error.len() < 1_000, "{error}");
}
