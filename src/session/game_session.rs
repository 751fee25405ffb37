//! The [`Session`] of a game whose type is known.

use super::book_move;
use super::turns::{complete_turn, turn_texts, whole_turns};
use super::{BenchJob, Found, PerftJob, Request, SearchJob, Session, Standing, Start, Told};
use crate::book::build::{self, Editor};
use crate::book::{Advice, Book, BookError};
use crate::calibration::{self, Calibration};
use crate::game::{Charset, GameOption, Marks, Move, MoveList, Outcome, Playable, Player, Rng, TextError};
use crate::search::bench;
use crate::search::perft::{self, Unit};
use crate::search::time::turns_ahead;
use crate::search::{Answer, Engine, Info, Kind, Root, SearchControl, Settings, StopToken};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The [`Session`] of a game.
pub struct GameSession<G: Playable> {
    name: &'static str,
    auto: Kind,
    bench_depth: u32,
    setup: G::Setup,
    start: G,
    /// Every decision played so far, with the position before it.
    played: Vec<(G, Move)>,
    position: G,
    forfeit: Option<Outcome>,
    engine: Arc<Mutex<Engine<G>>>,
    book: Option<Book<G>>,
}

impl<G: Playable> GameSession<G> {
    /// A table for the game `name` in the variant that `setup` stands for.
    pub fn new(name: &'static str, setup: G::Setup, auto: Kind, bench_depth: u32) -> Self {
        let start = G::start(&setup);
        let (played, engine) = (Vec::new(), Arc::default());
        Self { name, auto, bench_depth, setup, start, played, position: start, forfeit: None, engine, book: None }
    }

    fn reset(&mut self, start: G) {
        self.start = start;
        self.position = start;
        self.played.clear();
        self.forfeit = None;
    }

    /// The outcome by the rules, repetition included.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let key = self.position.key();
            let earlier = || self.played.iter().filter(|(position, _)| position.key() == key).count();
            (G::REPETITION && earlier() >= 2).then_some(Outcome::DRAW)
        })
    }

    /// The outcome if the side of `player` gives the game up.
    fn lost_by(player: Player) -> Outcome {
        Outcome::shared(((1 << G::PLAYERS) - 1) & !(1 << player.index()))
    }

    /// Plays a turn; the decisions it was made of.
    fn do_play(&mut self, turn: &str) -> Result<Vec<Move>, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::Move(format!("the game is over, so `{turn}` cannot be played")));
        }
        let before = self.played.len();
        let decisions = self.position.read_turn(turn)?;
        for &mv in &decisions {
            if self.played.len() > before && self.position.to_move() != self.played[before].0.to_move() {
                while self.played.len() > before {
                    self.take_back();
                }
                return Err(TextError::Move(format!("`{turn}` is more than one turn")));
            }
            self.played.push((self.position, mv));
            self.position.play(mv);
        }
        Ok(decisions)
    }

    fn take_back(&mut self) -> bool {
        let last = self.played.pop();
        if let Some((position, _)) = last {
            self.position = position;
            self.forfeit = None;
        }
        last.is_some()
    }

    /// The decisions of the last turn.
    fn last_turn(&self) -> Vec<Move> {
        let Some((last, _)) = self.played.last() else { return Vec::new() };
        let same = self.played.iter().rev().take_while(|(position, _)| position.to_move() == last.to_move());
        let mut moves: Vec<Move> = same.map(|&(_, mv)| mv).collect();
        moves.reverse();
        moves
    }

    fn root(&self) -> Root<G> {
        Root { position: self.position, played: self.played.iter().map(|(position, _)| position.key()).collect() }
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn auto(&self) -> Kind {
        self.auto
    }

    fn options(&self) -> Vec<GameOption> {
        G::options(&self.setup)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        G::set_option(&mut self.setup, name, value)?;
        self.reset(G::start(&self.setup));
        Ok(())
    }

    fn new_game(&mut self) {
        self.reset(G::start(&self.setup));
    }

    fn forget(&mut self, settings: &Settings) {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).clear(settings);
    }

    fn prepare(&mut self, settings: &Settings) {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).prepare(settings);
    }

    fn open_book(&mut self, text: Option<&str>) -> Result<(), BookError> {
        self.book = text.map(|text| Book::read(self.name, &self.setup, text)).transpose()?;
        Ok(())
    }

    fn edit_book(&self, text: Option<&str>) -> Result<Box<dyn Editor>, BookError> {
        build::edit(self.name, &self.setup, self.position, text)
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), TextError> {
        let start = match start {
            Start::Initial => G::start(&self.setup),
            Start::Text(text) => G::read_position(&self.setup, text)?,
        };
        self.reset(start);
        for (number, turn) in moves.iter().enumerate() {
            let illegal = |e: TextError| TextError::Move(format!("move {} of the line: {e}", number + 1));
            if let Err(error) = self.do_play(turn) {
                // A game that was over before is not lost by what comes after its end.
                if self.outcome().is_none() {
                    self.forfeit = Some(Self::lost_by(self.position.to_move()));
                }
                return Err(illegal(error));
            }
        }
        Ok(())
    }

    fn play(&mut self, turn: &str) -> Result<String, TextError> {
        let before = self.position;
        Ok(before.turn_text(&self.do_play(turn)?))
    }

    fn undo(&mut self) -> bool {
        let turn = self.last_turn().len();
        (0..turn).for_each(|_| {
            self.take_back();
        });
        turn > 0
    }

    fn forfeit(&mut self, seat: usize) {
        if self.outcome().is_none() {
            self.forfeit = Some(Self::lost_by(G::side_of_seat(seat)));
        }
    }

    fn turns(&self) -> Vec<String> {
        let line: Vec<Move> = self.played.iter().map(|&(_, mv)| mv).collect();
        turn_texts(self.start, &line)
    }

    fn standing(&self) -> Standing {
        match (self.forfeit, self.outcome()) {
            (Some(outcome), _) => Standing::Forfeit(outcome),
            (None, Some(outcome)) => Standing::Over(outcome),
            (None, None) => Standing::Open,
        }
    }

    fn seats(&self) -> usize {
        G::seats(&self.setup)
    }

    fn seat(&self) -> usize {
        self.position.seat()
    }

    fn sides(&self) -> Vec<usize> {
        (0..self.seats()).map(|seat| G::side_of_seat(seat).index()).collect()
    }

    fn winners(&self, outcome: Outcome) -> Vec<usize> {
        (0..self.seats()).filter(|&seat| outcome.includes(G::side_of_seat(seat))).collect()
    }

    fn legal(&self) -> Vec<String> {
        let mut list = MoveList::new();
        if self.standing() == Standing::Open {
            self.position.moves(&mut list);
        }
        let mut texts: Vec<String> = list.iter().map(|&mv| self.position.move_text(mv)).collect();
        texts.sort();
        texts
    }

    fn legal_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        if self.standing() == Standing::Open {
            whole_turns(&self.position, &self.position, &mut Vec::new(), &mut turns);
        }
        turns.sort();
        turns
    }

    fn random_turn(&self, rng: &mut Rng) -> String {
        let (mut position, mut decisions) = (self.position, Vec::new());
        while self.standing() == Standing::Open
            && position.outcome().is_none()
            && position.to_move() == self.position.to_move()
        {
            let mv = position.random_move(rng);
            decisions.push(mv);
            position.play(mv);
        }
        self.position.turn_text(&decisions)
    }

    fn position_text(&self) -> String {
        self.position.position_text()
    }

    fn canonical_text(&self) -> String {
        let texts = (0..G::SYMMETRIES).map(|index| self.position.transform(index).position_text());
        texts.min().unwrap_or_default()
    }

    fn terminal(&self, charset: Charset) -> String {
        self.position.terminal(&self.last_turn(), charset)
    }

    fn svg(&self, turns: &[String]) -> String {
        let mut position = self.position;
        let mut line = Vec::new();
        for turn in turns {
            for mv in position.read_turn(turn).unwrap_or_default() {
                position.play(mv);
                line.push(mv);
            }
        }
        self.position.svg(&Marks { last: &self.last_turn(), line: &line })
    }

    fn evaluation(&self) -> (Vec<(&'static str, i32)>, i32) {
        (self.position.terms(), self.position.evaluate(self.position.to_move()))
    }

    fn query(&self, what: &str) -> Option<String> {
        self.position.query(what)
    }

    fn search(&self, request: Request) -> Result<(Arc<SearchControl>, SearchJob), TextError> {
        if self.standing() != Standing::Open {
            return Err(TextError::Move("the game is over, so there is nothing to search".to_string()));
        }
        let Request { mut limits, search_moves, stop_token, overhead, settings, book } = request;
        limits.search_moves.clear();
        for turn in search_moves {
            limits.search_moves.extend(self.position.read_turn(&turn)?.first());
        }
        let mover = self.position.to_move();
        let taken = self.played.iter().filter(|(position, _)| position.to_move() == mover).count();
        limits.turns_ahead = turns_ahead(self.position.params().usual_turns, taken as u32);
        let root = self.root();
        let advice = book_move::advice(self.book.as_ref().filter(|_| book), &root, &limits, &settings);
        let control = Arc::new(SearchControl::new(limits, stop_token, overhead));
        let (engine, shared) = (self.engine.clone(), control.clone());
        // The scores of a book are those of alpha-beta.
        let kind = if advice.is_some() { Kind::AlphaBeta } else { settings.kind_within(&control.limits) };
        let calibration = Calibration::of(self.name);
        let job = move |tell: &mut dyn FnMut(&Told)| {
            let control = shared;
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let position = root.position;
            let mut told = |info: &Info| {
                let calibration::ScaledVerdict { verdict, wdl } = calibration.scaled(info.verdict, kind);
                let (info, turns) = (Info { verdict, ..info.clone() }, turn_texts(position, &info.pv));
                tell(&Told { info, wdl, turns });
            };
            let (mut answer, book) = match advice {
                Some(Advice { line, verdict, games }) => (Answer { pv: line, verdict }, Some(games)),
                None => (engine.search(&root, &control, &settings, &mut told), None),
            };
            control.wait_until_answerable();
            complete_turn(&root, &mut answer.pv, &control, &mut engine, &settings);
            let mut turns = turn_texts(position, &answer.pv).into_iter();
            let verdict = calibration.scaled(answer.verdict, kind).verdict;
            Found { best: turns.next().unwrap_or_default(), ponder: turns.next(), verdict, book }
        };
        Ok((control, Box::new(job)))
    }

    fn perft(&self, depth: u32, unit: Unit, stop_token: StopToken) -> PerftJob {
        let position = self.position;
        let over = self.standing() != Standing::Open;
        Box::new(move || {
            if over || depth == 0 {
                return Some(Vec::new());
            }
            let counts = perft::divide(&position, depth, unit, &stop_token)?;
            let mut texts: Vec<_> = counts.into_iter().map(|(mv, count)| (position.move_text(mv), count)).collect();
            texts.sort();
            Some(texts)
        })
    }

    fn bench(&self, stop_token: StopToken) -> BenchJob {
        let (setup, depth) = (self.setup.clone(), self.bench_depth);
        let text = |root: &Root<G>| root.position.position_text();
        Box::new(move |say| {
            bench::search::<G>(&setup, depth, &stop_token, &mut |root, nodes| {
                say(&format!("nodes {nodes} {}", text(root)));
            })
        })
    }

    fn bench_playouts(&self, time: Duration, stop_token: StopToken) -> BenchJob {
        let start = G::start(&self.setup);
        Box::new(move |_| bench::playouts(start, time, &stop_token))
    }
}
