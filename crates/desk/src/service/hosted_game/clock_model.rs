//! Tests the clocks of a hosted game against a simple model, along random acts with simulated time: turns, undo and
//! redo, takebacks, draws, pauses, engines that wait, think, fail and are watched, and server restarts.

use super::{Act, HostedGame, NewGame};
use crate::board::bits::{Rng, random_below};
use crate::registry::GameLine;
use crate::service::kept_game::{ClockSetup, EndKind, SeatSetup};
use crate::service::machine::tests::StandingMachine;
use rand::SeedableRng;

/// The expected clocks: those at the start of each turn, so that taking back just drops some.
struct ClockModel {
    setup: ClockSetup,
    /// How many turns the game started with.
    opening: usize,
    /// What each seat had at the start of each turn, the present one last.
    starts: Vec<Vec<u64>>,
    /// What the present turn has taken.
    used: u64,
    /// What came after each turn that was taken back: the clocks, and what the next turn had taken. The next one last.
    undone: Vec<(String, Vec<u64>, u64)>,
    /// Whose turn it is, or was last, from 0.
    seat: usize,
}

impl ClockModel {
    fn has_begun(&self) -> bool {
        self.starts.len() > self.opening + 1
    }

    fn left(&self) -> Vec<u64> {
        let mut left = self.starts.last().unwrap().clone();
        if self.has_begun() {
            left[self.seat] = left[self.seat].saturating_sub(self.used);
        }
        left
    }

    fn play(&mut self, turn: &str, seat: usize) {
        let mut next = self.starts.last().unwrap().clone();
        if self.has_begun() {
            next[seat] = next[seat].saturating_sub(self.used) + self.setup.increment_ms;
        }
        self.starts.push(next);
        self.used = 0;
        match self.undone.pop() {
            Some((undone, ..)) if undone == turn => {}
            _ => self.undone.clear(),
        }
    }

    fn take_back(&mut self, turns: &[String]) {
        for turn in turns.iter().rev() {
            let after = self.starts.pop().unwrap();
            self.undone.push((turn.clone(), after, std::mem::take(&mut self.used)));
        }
    }

    fn redo(&mut self) {
        let (_, after, used) = self.undone.pop().unwrap();
        self.starts.push(after);
        self.used = used;
    }
}

fn texts(hosted: &HostedGame) -> Vec<String> {
    hosted.record().turn_texts()
}

fn run(seed: u64, seats: Vec<SeatSetup>, moves: &[&str]) -> [usize; 6] {
    let mut rng = Rng::seed_from_u64(seed);
    let base_ms = [2_000, 20_000][random_below(&mut rng, 2) as usize];
    let setup = ClockSetup { base_ms, increment_ms: [0, 700, 3_000][random_below(&mut rng, 3) as usize] };
    let game = if seats.len() == 3 { "yavalath3" } else { "yavalath" };
    let options = if seats.len() == 3 { [].into() } else { [("Swap".to_string(), "false".to_string())].into() };
    let new = NewGame {
        line: GameLine {
            game: game.to_string(),
            options,
            start: None,
            moves: moves.iter().map(ToString::to_string).collect(),
        },
        seats: seats.clone(),
        company: None,
        clock: Some(setup),
        pace_ms: 0,
    };
    let machine = StandingMachine::new();
    let mut hosted = HostedGame::new("a".to_string(), new, machine.clone()).unwrap();
    let mut model = ClockModel {
        setup,
        opening: moves.len(),
        starts: vec![vec![setup.base_ms; seats.len()]; moves.len() + 1],
        used: 0,
        undone: Vec::new(),
        seat: moves.len() % seats.len(),
    };
    // How often something happened that the test is about.
    let mut seen = [0; 6];
    let mut question = None;
    for _ in 0..120 {
        question = hosted.next_ask().map(|asked| asked.number).or(question.filter(|_| hosted.asked.is_some()));
        let before = hosted.remaining_ms().unwrap();
        let turns = texts(&hosted);
        let mut restored = false;
        let act = random_below(&mut rng, 17);
        let anyone = Some(random_below(&mut rng, seats.len() as u32) as usize + 1);
        match act {
            0..=3 => {
                let passed = u64::from(random_below(&mut rng, 2_500));
                let may_act = hosted.may_act();
                assert!(may_act.is_none_or(|seat| Some(seat + 1) == hosted.state().decides));
                machine.pass(passed);
                model.used += if may_act.is_some() { passed } else { 0 };
            }
            4..=6 => {
                let legal = hosted.session.legal();
                let turn = legal.get(random_below(&mut rng, legal.len().max(1) as u32) as usize).cloned();
                let seat = hosted.state().decides;
                if let Some(turn) = turn.filter(|_| !hosted.check_time())
                    && hosted.decide(hosted.record().revision, &turn).is_ok()
                {
                    model.play(&turn, seat.unwrap() - 1);
                    restored = true;
                }
            }
            7 => {
                if let Some(number) = question {
                    hosted.engine_thinks(number, random_below(&mut rng, 3) > 0);
                }
            }
            8 => {
                let legal = hosted.session.legal();
                let failed = random_below(&mut rng, 4) == 0;
                let turn = legal.get(random_below(&mut rng, legal.len().max(1) as u32) as usize).cloned();
                let seat = hosted.state().decides;
                if let (Some(number), Some(turn)) = (question, turn)
                    && !hosted.check_time()
                {
                    let answer = if failed { Err(crate::sentence::verbatim("it ended")) } else { Ok(turn.clone()) };
                    if hosted.answered(number, answer) && !failed {
                        model.play(&turn, seat.unwrap() - 1);
                        restored = true;
                    }
                    seen[0] += usize::from(failed && hosted.record().problem.is_some());
                }
            }
            9 => {
                if hosted.act(Act::Undo, None).is_ok() {
                    model.take_back(&turns[texts(&hosted).len()..]);
                    restored = true;
                    seen[1] += 1;
                }
            }
            10 => {
                if hosted.act(Act::Redo, None).is_ok() {
                    for _ in turns.len()..texts(&hosted).len() {
                        model.redo();
                    }
                    restored = true;
                    seen[2] += 1;
                }
            }
            11 => drop(hosted.act(Act::Pause, None)),
            12 => drop(hosted.act(Act::Resume, None)),
            13 => drop(hosted.act(Act::OfferTakeback, anyone)),
            14 => {
                if hosted.act(Act::Accept, anyone).is_ok() && texts(&hosted).len() < turns.len() {
                    model.take_back(&turns[texts(&hosted).len()..]);
                    restored = true;
                    seen[3] += 1;
                }
            }
            15 => {
                // The server starts anew; what is kept goes through the store.
                hosted.note_time();
                let kept = serde_json::to_string(hosted.record()).unwrap();
                machine.pass(5_000);
                hosted = HostedGame::reopened(serde_json::from_str(&kept).unwrap(), machine.clone()).unwrap();
                question = None;
                seen[4] += 1;
            }
            _ => _ = hosted.check_time(),
        }
        if let Some(seat) = hosted.state().decides.filter(|_| !hosted.is_over()) {
            model.seat = seat - 1;
        }
        let left = hosted.remaining_ms().unwrap();
        assert_eq!(left, model.left(), "seed {seed}, act {act}: {:?}", hosted.record());
        assert!(restored || left.iter().zip(&before).all(|(after, before)| after <= before), "act {act} makes time");
        assert!(hosted.running().is_none() || model.has_begun(), "the clocks wait for the first turn");
        let stands = hosted.record().paused || hosted.record().problem.is_some() || hosted.is_over();
        assert!(!stands || hosted.running().is_none(), "a clock runs that is shown as standing");
    }
    if let Some(ended) = hosted.ended().filter(|ended| ended.why == EndKind::Time) {
        assert_eq!(hosted.remaining_ms().unwrap()[ended.loser.unwrap() - 1], 0, "who has lost on time has none");
        seen[5] += 1;
    }
    seen
}

#[test]
fn clocks_are_as_in_a_plain_model_whatever_happens() {
    let person = || SeatSetup::Person { name: None };
    let engine = || SeatSetup::Quintet { name: None, options: [].into(), time_ms: None };
    let mut seen = [0; 6];
    for seed in 0..300 {
        let (seats, moves): (Vec<SeatSetup>, &[&str]) = match seed % 5 {
            0 => (vec![person(), person()], &[]),
            1 => (vec![person(), engine()], &[]),
            2 => (vec![engine(), person(), person()], &[]),
            3 => (vec![person(), person()], &["e5", "d4", "a1"]),
            _ => (vec![person(), engine()], &["e5", "d4"]),
        };
        for (count, more) in seen.iter_mut().zip(run(seed, seats, moves)) {
            *count += more;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "failures, undos, redos, takebacks, restarts, flags: {seen:?}");
}

/// Turns without a clock take their time, too.
#[test]
fn without_a_clock_every_turn_is_kept_with_its_time() {
    let new = NewGame {
        line: GameLine { game: "yavalath".to_string(), ..GameLine::default() },
        seats: vec![SeatSetup::Person { name: None }; 2],
        company: None,
        clock: None,
        pace_ms: 0,
    };
    let machine = StandingMachine::new();
    let mut hosted = HostedGame::new("a".to_string(), new, machine.clone()).unwrap();
    for turn in ["e5", "d4", "a1"] {
        machine.pass(700);
        hosted.decide(hosted.record().revision, turn).unwrap();
    }
    assert_eq!((texts(&hosted), hosted.remaining_ms()), (["e5", "d4", "a1"].map(str::to_string).to_vec(), None));
    assert!(hosted.record().turns.iter().all(|played| played.ms == Some(700) && played.left.is_none()));
}

/// Each undo and redo once added the increment: 14 seconds became 39 in five clicks.
#[test]
fn undo_and_redo_leave_the_clocks_as_they_were() {
    let new = NewGame {
        line: GameLine {
            game: "yavalath".to_string(),
            options: [("Swap".to_string(), "false".to_string())].into(),
            ..GameLine::default()
        },
        company: None,
        seats: vec![
            SeatSetup::Person { name: None },
            SeatSetup::Quintet { name: None, options: [].into(), time_ms: None },
        ],
        clock: Some(ClockSetup { base_ms: 10_000, increment_ms: 5_000 }),
        pace_ms: 0,
    };
    let machine = StandingMachine::new();
    let mut hosted = HostedGame::new("a".to_string(), new, machine.clone()).unwrap();
    for turn in ["e5", "a1"] {
        hosted.decide(hosted.record().revision, turn).unwrap();
        let asked = hosted.next_ask().unwrap();
        hosted.engine_thinks(asked.number, true);
        machine.pass(400);
        let answer = hosted.session.legal()[3].clone();
        assert!(hosted.answered(asked.number, Ok(answer)));
        machine.pass(600);
    }
    let before = hosted.remaining_ms();
    assert_eq!(before, Some(vec![13_800, 19_200]));
    for _ in 0..5 {
        hosted.act(Act::Undo, None).unwrap();
        machine.pass(300);
        hosted.act(Act::Redo, None).unwrap();
    }
    assert_eq!(hosted.remaining_ms(), before);
}

/// What an older program has kept makes no time when turns are taken back.
#[test]
fn clocks_of_an_older_store_make_no_time() {
    let new = NewGame {
        line: GameLine {
            game: "yavalath".to_string(),
            options: [].into(),
            start: None,
            moves: vec!["e5".to_string(), "d4".to_string(), "a1".to_string()],
        },
        seats: vec![SeatSetup::Person { name: None }; 2],
        company: None,
        clock: Some(ClockSetup { base_ms: 60_000, increment_ms: 0 }),
        pace_ms: 0,
    };
    let mut kept =
        serde_json::to_value(HostedGame::new("a".to_string(), new, StandingMachine::new()).unwrap().record()).unwrap();
    let fields = kept.as_object_mut().unwrap();
    fields.remove("opening");
    fields.remove("used");
    fields.insert("remainingMs".to_string(), serde_json::json!([41_000, 52_000]));
    let mut hosted = HostedGame::reopened(serde_json::from_value(kept).unwrap(), StandingMachine::new()).unwrap();
    assert_eq!(hosted.record().left(1), 41_000);
    hosted.act(Act::OfferTakeback, Some(2)).unwrap();
    hosted.act(Act::Accept, Some(1)).unwrap();
    assert_eq!((texts(&hosted).len(), hosted.record().left(1), hosted.record().left(2)), (1, 41_000, 52_000));
}
