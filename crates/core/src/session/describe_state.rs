//! Builds the state of a game.

use super::game_session::GameSession;
use super::play::{Play, Standing};
use super::played_game::Rounds;
use super::says;
use super::state::{GameResult, LastTurn, LegalDecision, MatchState, STATE_SCHEMA, SeatState, State};
use super::turns::turn_texts;
use crate::game::describe::{Count, Effect, Ending, FORFEIT, OVER, PlaceName, REPETITION};
use crate::game::says as game;
use crate::game::{Move, MoveList, Outcome, Playable, Player};
use crate::picture::{Board, Scene, Side};
use crate::sentence::{self, Sentence, joined};
use crate::text::shorten;

impl<G: Playable> GameSession<G> {
    /// Everything a person at the table can see.
    pub(super) fn describe_state(&self) -> State {
        let (position, standing) = (&self.game.position, self.standing());
        let (turns, decisions) = self.whole_and_open();
        let result = standing.outcome().map(|outcome| self.result(standing, outcome));
        let (phase, said, then_said) = match &result {
            Some(result) => (OVER, result.said.clone(), None),
            None => {
                let task = position.task();
                let instruct = |how| says::instruction(self.decider(), task.what.clone(), how);
                (task.phase, instruct(task.how), task.then.map(instruct))
            }
        };
        State {
            schema: STATE_SCHEMA,
            game: self.name,
            options: self.options().into_iter().map(|option| (option.name, option.kind.value())).collect(),
            position: position.position_text(),
            board: Board::of(position),
            counts: position.counts(),
            banned: position.banned_piece().map(|(_, place)| place),
            seats: self.seat_states(),
            decides: result.is_none().then(|| self.seat() + 1),
            phase,
            instruction: said.to_string(),
            said,
            then: then_said.as_ref().map(Sentence::to_string),
            then_said,
            warning: (standing == Standing::Open).then(|| position.warning()).flatten(),
            turns,
            decisions,
            last_turn: self.last_turn_state(),
            result,
            match_score: self.match_score(),
            legal: self.legal_decisions(),
        }
    }

    /// The player to decide, as it begins a sentence.
    fn decider(&self) -> Sentence {
        let colour = self.game.position.colour_of_player(self.game.position.to_move()).said();
        if self.seats() > G::PLAYERS { says::seat(colour, self.seat() + 1) } else { colour }
    }

    /// What a picture shows.
    pub(super) fn scene_of_state(&self) -> Scene {
        let state = self.describe_state();
        let position = &self.game.position;
        let all = G::pieces_to_set(&self.game.setup);
        let is_played = |colour| state.seats.iter().any(|seat| seat.colour == colour);
        // The Zen may be captured.
        let on_board: Vec<_> = state.board.places.iter().filter_map(|place| place.piece).collect();
        let side = |seat: &SeatState| {
            let counts = state.counts.iter().filter(|count| count.colour == Some(seat.colour));
            let out = seat.eliminated.then(|| "out of the game".to_string());
            Side {
                seat: seat.seat,
                colour: seat.colour,
                kinds: all.iter().filter(|piece| piece.colour == seat.colour).map(|piece| piece.kind).collect(),
                notes: counts.map(Count::words).chain(out).collect(),
            }
        };
        let shared = state.counts.iter().filter(|count| count.colour.is_none()).map(Count::words);
        let ban =
            position.banned_piece().map(|(kind, place)| format!("the {} may not go back to {place}", (kind.name)()));
        let caption = match &state.result {
            Some(result) => result.sentence.clone(),
            None => {
                let warning = state.warning.map_or_else(String::new, |warning| format!(" ({warning})"));
                format!("{}{warning}: {}", self.decider(), position.task().what)
            }
        };
        let first =
            |legal: LegalDecision| legal.description.touches.into_iter().filter_map(|touch| touch.into_iter().next());
        Scene {
            game: self.name,
            sides: state.seats.iter().map(side).collect(),
            neutral: all.iter().copied().filter(|piece| !is_played(piece.colour) && on_board.contains(piece)).collect(),
            remarks: shared.chain(ban).collect(),
            caption,
            last: state.last_turn.map_or_else(Vec::new, |last| last.points),
            ending: state.result.map_or_else(Vec::new, |result| result.points),
            banned: state.banned,
            legal: state.legal.into_iter().flat_map(first).collect(),
            board: state.board,
        }
    }

    fn seat_states(&self) -> Vec<SeatState> {
        let state = |seat: usize| {
            let player = G::side_of_seat(seat);
            SeatState {
                seat: seat + 1,
                side: player.index() + 1,
                colour: self.game.position.colour_of_player(player),
                eliminated: self.game.position.is_eliminated(player),
            }
        };
        (0..self.seats()).map(state).collect()
    }

    /// The whole turns, and the decisions of one that has begun.
    fn whole_and_open(&self) -> (Vec<String>, Vec<String>) {
        let last = self.game.last_turn().len();
        let goes_on = self.standing() == Standing::Open
            && self.game.played.last().is_some_and(|(before, _)| before.to_move() == self.game.position.to_move());
        let whole = self.game.played.len() - if goes_on { last } else { 0 };
        let line: Vec<Move> = self.game.played[..whole].iter().map(|&(_, mv)| mv).collect();
        let open = self.game.played[whole..].iter().map(|(before, mv)| before.move_text(*mv));
        (turn_texts(self.game.start, &line), open.collect())
    }

    fn last_turn_state(&self) -> Option<LastTurn> {
        let decisions = self.game.last_turn();
        let first = self.game.played.len().checked_sub(decisions.len())?;
        let (before, _) = self.game.played.get(first)?;
        let mut points = Vec::new();
        for (position, mv) in &self.game.played[first..] {
            for place in position.describe(*mv).effects.iter().flat_map(Effect::places) {
                if !points.contains(place) {
                    points.push(place.clone());
                }
            }
        }
        Some(LastTurn { text: before.turn_text(&decisions), seat: before.seat() + 1, points })
    }

    fn result(&self, standing: Standing, outcome: Outcome) -> GameResult {
        let ending = match (standing, self.game.position.outcome()) {
            (Standing::Forfeit(_), _) => {
                let losers = (0..G::PLAYERS)
                    .map(Player::new)
                    .filter(|&player| !outcome.includes(player))
                    .map(|player| self.game.position.colour_of_player(player).said());
                let sentence = says::forfeit(joined(losers, sentence::and));
                Ending { why: FORFEIT, sentence, points: Vec::new() }
            }
            (_, Some(_)) => self.game.position.ending(),
            (_, None) => {
                let sentence = game::drawn(says::repetition());
                Ending { why: REPETITION, sentence, points: Vec::new() }
            }
        };
        let winners = self.winners(outcome).into_iter().map(|seat| seat + 1).collect();
        let Ending { why, sentence: said, points } = ending;
        GameResult { result: outcome.word(), winners, why, sentence: said.to_string(), said, points }
    }

    fn legal_decisions(&self) -> Vec<LegalDecision> {
        let mut list = MoveList::new();
        if self.standing() == Standing::Open {
            self.game.position.moves(&mut list);
        }
        let position = &self.game.position;
        let decision = |&mv| LegalDecision { text: position.move_text(mv), description: position.describe(mv) };
        let mut legal: Vec<LegalDecision> = list.iter().map(decision).collect();
        sort(&mut legal);
        legal
    }

    /// See [`Play::refused_touch`].
    pub(super) fn refused_touch(&self, touched: &[PlaceName]) -> Option<Sentence> {
        if self.standing() != Standing::Open {
            return None;
        }
        let places = G::places();
        if let Some(name) = touched.iter().find(|name| places.iter().all(|place| place.name != **name)) {
            return Some(game::no_place(shorten(name)));
        }
        let legal: Vec<Vec<PlaceName>> =
            self.legal_decisions().into_iter().flat_map(|legal| legal.description.touches).collect();
        let begins = |count: &usize| legal.iter().any(|places| places.starts_with(&touched[..*count]));
        let refused = (1..=touched.len()).find(|count| !begins(count))?;
        Some(self.game.position.refused_touch(&touched[..refused]))
    }

    fn match_score(&self) -> Option<MatchState> {
        let target = G::match_target()?;
        let mut points = self.rounds.points;
        let standing = self.standing();
        let winner = standing.outcome().and_then(Outcome::winner);
        if let (Some(winner), Some(scored)) = (winner, self.game.position.round_points()) {
            points[winner.index()] += scored;
        }
        let forfeit = matches!(standing, Standing::Forfeit(_));
        let over = forfeit || points.iter().any(|&side| side >= target);
        // Who has lost starts, after a draw the other side.
        let next = if winner.is_some_and(|winner| winner.index() == 1) { 1 } else { 2 };
        let next_starts = (standing != Standing::Open && !over).then_some(next);
        Some(MatchState { target, round: self.rounds.played + 1, points, next_starts, over })
    }

    /// Starts the next round of a match; false if this is not a round, has not ended, or was the last.
    pub(super) fn begin_next_round(&mut self) -> bool {
        let Some(MatchState { round, points: [one, two], next_starts: Some(next), .. }) = self.match_score() else {
            return false;
        };
        let points = if next == 1 { [one, two] } else { [two, one] };
        self.game.reset(G::start(&self.game.setup));
        self.rounds = Rounds { played: round, points };
        true
    }
}

/// By their texts. Once for all games.
fn sort(legal: &mut [LegalDecision]) {
    legal.sort_by(|a, b| a.text.cmp(&b.text));
}
