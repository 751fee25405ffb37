//! The searches of a review.
//!
//! What one search learns serves the next: alpha-beta goes from the last position to the first, so that it knows already
//! what comes of the turn that was played; tree search from the first to the last, as a tree can only be cut. Of the nodes
//! for a turn four fifths go to its position, and one fifth, where it is needed, to the other turns, or to the one that was
//! played. What a position is worth in the end, [`values`](super::values) makes of what the searches say.

use super::marks::{FIRST_LOOK, GIVEN, GOOD, accuracy, of_loss};
use super::values::{PositionValue, Searched, TurnValue, of_more_sides, of_two_sides};
use super::{GameToReview, GivenResult, Limit, REVIEW_SCHEMA, Review, SeatReview, TurnReview};
use crate::game::TextError;
use crate::records::Mark;
use crate::search::score::of_win_rate;
use crate::search::{Kind, Limits, Settings, StopToken, Verdict};
use crate::session::{ProofUse, SearchRequest, SearchResult, Session};
use std::collections::BTreeMap;
use std::time::Duration;

/// How to review.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    /// The limit of the search of each turn.
    pub limit: Limit,
    /// Which search.
    pub kind: Kind,
    /// Its memory in KiB.
    pub hash_kib: usize,
    /// Ends the review early.
    pub stop_token: StopToken,
    /// The version of the program, which the review names.
    pub version: &'static str,
}

/// What a search has found, for the side that decides.
struct SearchFinding {
    result: SearchResult,
    /// What it says of the position.
    value: PositionValue,
    depth: u32,
    /// What a search of few nodes prefers.
    at_first: String,
}

impl SearchFinding {
    /// Whether it is proven who wins, or that nobody does.
    fn is_proven(&self) -> bool {
        self.result.proved || self.value.mate.is_some()
    }
}

/// How a game stands at its end.
struct EndShares {
    /// The share of each seat.
    of_seats: Vec<f64>,
    /// What that is worth to the side that would decide.
    value: PositionValue,
    /// Whether it is proven.
    is_proven: bool,
    /// Whether the shares are exact: the game is over, or a file of proofs knows how it ends.
    exact: bool,
}

/// Reviews the game of `game`, which `session` must be a session of, with its options. What the session's proof file knows,
/// if one is open, is taken as it is. `on_progress` is given how many turns
/// of how many have been reviewed. `None` if it was stopped.
///
/// # Errors
/// [`TextError`] for a start or a turn that cannot be.
pub fn run(
    session: &mut dyn Session,
    game: &GameToReview,
    request: &ReviewRequest,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<Review>, TextError> {
    let mut reviewer = Reviewer { session, game, request, mover: Vec::new() };
    reviewer.session.forget(&reviewer.settings());
    for turn in 0..=game.line.moves.len() {
        reviewer.set_up(turn)?;
        reviewer.mover.push(reviewer.session.seat());
    }
    let result = reviewer.session.state().result;
    // A game that was broken off ends with what can be expected there.
    let last = match reviewer.last_share() {
        Some(of_seats) => {
            let share = of_seats[reviewer.session.seat()];
            let value = PositionValue::new(share, [0.0, 1.0].contains(&share).then_some(0));
            EndShares { of_seats, value, is_proven: true, exact: true }
        }
        None => reviewer.shares_at_the_end()?,
    };
    let count = game.line.moves.len();
    let mut found: Vec<Option<(SearchFinding, Option<SearchFinding>)>> = (0..count).map(|_| None).collect();
    let backwards = request.kind == Kind::AlphaBeta;
    for step in 0..count {
        let turn = if backwards { count - 1 - step } else { step };
        reviewer.set_up(turn)?;
        let finding = reviewer.search(turn)?;
        found[turn] = Some(finding);
        if request.stop_token.stopped() {
            return Ok(None);
        }
        on_progress(step + 1, count);
    }
    let found: Vec<(SearchFinding, Option<SearchFinding>)> = found.into_iter().flatten().collect();
    let (values, end) = reviewer.values(&found, &last);
    let turns: Vec<TurnReview> =
        values.iter().enumerate().map(|(turn, value)| reviewer.turn_review(turn, &found, value, &last)).collect();
    let curve = reviewer.curve(&turns, end);
    let recorded_result = game.result.clone().filter(|_| result.is_none());
    Ok(Some(Review {
        schema: REVIEW_SCHEMA,
        quintet: request.version,
        game: reviewer.session.name().to_string(),
        options: game.line.options.clone(),
        start: game.line.start.clone(),
        limit: request.limit,
        search: request.kind.name(),
        seats: reviewer.seat_reviews(&turns),
        turning_points: turning_points(&turns),
        turns,
        curve,
        result,
        recorded_result,
    }))
}

struct Reviewer<'a> {
    session: &'a mut dyn Session,
    game: &'a GameToReview,
    request: &'a ReviewRequest,
    /// Who decides at each position.
    mover: Vec<usize>,
}

impl Reviewer<'_> {
    fn settings(&self) -> Settings {
        Settings { kind: self.request.kind, hash_kib: self.request.hash_kib, ..Settings::default() }
    }

    /// Sets up the position after this many turns.
    fn set_up(&mut self, turn: usize) -> Result<(), TextError> {
        self.game.line.set_up(self.session, turn)
    }

    fn has_two_sides(&self) -> bool {
        self.session.sides().iter().all(|&side| side < 2)
    }

    /// The shares of all seats in a game that is over.
    fn last_share(&self) -> Option<Vec<f64>> {
        let outcome = self.session.standing().outcome()?;
        let winners = self.session.winners(outcome);
        let sides = self.session.sides();
        let mut winning: Vec<usize> = winners.iter().map(|&seat| sides[seat]).collect();
        winning.sort_unstable();
        winning.dedup();
        let share = |seat: usize| if winners.contains(&seat) { 1.0 / winning.len() as f64 } else { 0.0 };
        Some((0..sides.len()).map(share).collect())
    }

    /// The shares of all seats that can be expected at the end of a game that is not over.
    fn shares_at_the_end(&mut self) -> Result<EndShares, TextError> {
        self.set_up(self.game.line.moves.len())?;
        let finding = self.finding(5, |request| request)?;
        let sides = self.session.sides();
        let side = sides[self.session.seat()];
        // What is left is shared out evenly among the others.
        let others = sides.iter().max().map_or(1, |&most| most).max(1) as f64;
        let PositionValue { share: own, .. } = finding.value;
        let share = |of: &usize| if *of == side { own } else { (1.0 - own) / others };
        Ok(EndShares {
            of_seats: sides.iter().map(share).collect(),
            value: finding.value,
            is_proven: finding.is_proven(),
            exact: finding.result.proved,
        })
    }

    /// Searches the present position with this many fifths of the limit.
    fn finding(
        &self,
        fifths: u64,
        change: impl Fn(SearchRequest) -> SearchRequest,
    ) -> Result<SearchFinding, TextError> {
        let limits = match self.request.limit {
            Limit::Nodes(nodes) => {
                Limits { nodes: Some((nodes.saturating_mul(fifths) / 5).max(1)), ..Limits::default() }
            }
            Limit::TimeMs(millis) => Limits {
                movetime: Some(Duration::from_millis(millis).mul_f64(fifths as f64 / 5.0)),
                ..Limits::default()
            },
        };
        let is_early = |nodes: u64, time: Duration| match (limits.nodes, limits.movetime) {
            (Some(most), _) => nodes as f64 <= FIRST_LOOK * most as f64,
            (_, Some(most)) => time <= most.mul_f64(FIRST_LOOK),
            _ => false,
        };
        let stop_token = self.request.stop_token.clone();
        let request = SearchRequest {
            limits,
            stop_token,
            settings: self.settings(),
            proofs: ProofUse::Show,
            ..SearchRequest::default()
        };
        let (_, job) = self.session.search(change(request))?;
        let (mut depth, mut at_first) = (0, String::new());
        let result = job(&mut |report| {
            if !report.info.is_line() {
                return;
            }
            depth = report.info.depth;
            if at_first.is_empty() || is_early(report.info.nodes, report.info.time) {
                at_first = report.turns.first().cloned().unwrap_or_default();
            }
        });
        let value = PositionValue::new(result.verdict.share(), result.verdict.mate());
        Ok(SearchFinding { result, value, depth, at_first })
    }

    /// Searches the position before a turn; and, as far as the next position does not tell, the turn that was played, or if
    /// that is the best one all others.
    fn search(&self, turn: usize) -> Result<(SearchFinding, Option<SearchFinding>), TextError> {
        let best = self.finding(4, |request| request)?;
        let played = &self.game.line.moves[turn];
        let is_best = *played == best.result.best;
        let alone = self.session.legal().len() == 1;
        let more = match (is_best, self.has_two_sides()) {
            _ if alone => None,
            (true, _) => {
                let avoid = |request| SearchRequest { avoid_moves: vec![played.clone()], ..request };
                Some(self.finding(1, avoid)?)
            }
            (false, true) => None,
            (false, false) => {
                let only = |request| SearchRequest { search_moves: vec![played.clone()], ..request };
                Some(self.finding(1, only)?)
            }
        };
        Ok((best, more))
    }

    fn is_best(&self, turn: usize, best: &SearchFinding) -> bool {
        self.game.line.moves[turn] == best.result.best
    }

    /// The values of the positions before and after all turns, and of the one that the game ends with.
    fn values(
        &self,
        found: &[(SearchFinding, Option<SearchFinding>)],
        last: &EndShares,
    ) -> (Vec<TurnValue>, PositionValue) {
        let sides = self.session.sides();
        let searched = |(turn, (best, _)): (usize, &(SearchFinding, Option<SearchFinding>))| Searched {
            value: best.value,
            is_proven: best.is_proven(),
            is_best: self.is_best(turn, best),
            decisions: self.game.line.moves[turn].split(';').count() as i32,
            same_side: sides[self.mover[turn]] == sides[self.mover[turn + 1]],
        };
        let turns: Vec<Searched> = found.iter().enumerate().map(searched).collect();
        if self.has_two_sides() {
            return of_two_sides(&turns, last.value, last.is_proven);
        }
        let after = |(turn, (best, more)): (usize, &(SearchFinding, Option<SearchFinding>))| match more {
            _ if turn + 1 == found.len() => last.of_seats[self.mover[turn]],
            Some(played) if !self.is_best(turn, best) => played.value.share,
            _ => best.value.share,
        };
        let after: Vec<f64> = found.iter().enumerate().map(after).collect();
        of_more_sides(&turns, &after, last.value)
    }

    fn turn_review(
        &self,
        turn: usize,
        found: &[(SearchFinding, Option<SearchFinding>)],
        value: &TurnValue,
        last: &EndShares,
    ) -> TurnReview {
        let (best, more) = &found[turn];
        let is_best = self.is_best(turn, best);
        let TurnValue { before, after } = *value;
        // As it is reported, so that the mark fits the number.
        let loss = rounded(before.share - after.share);
        let proved = best.result.proved;
        let proved_after = found.get(turn + 1).map_or(last.exact, |(next, _)| next.result.proved);
        let given = if before.share == 1.0 { GivenResult::Win } else { GivenResult::Draw };
        let gave_away = Some(given).filter(|_| proved && proved_after && loss > 0.0);
        let other = more.as_ref().filter(|_| is_best).map(|more| more.value.share);
        let is_good =
            other.is_some_and(|other| after.share - other >= GOOD) && best.at_first != self.game.line.moves[turn];
        let is_own = before.share == best.value.share;
        let cp = best.result.verdict.cp().filter(|_| is_own).unwrap_or_else(|| of_win_rate(before.share));
        let is_win = matches!(best.result.verdict, Verdict::Win(_));
        TurnReview {
            number: turn + 1,
            seat: self.mover[turn] + 1,
            turn: self.game.line.moves[turn].clone(),
            mark: if is_good { Some(Mark::Good) } else { of_loss(loss) },
            before: before.share,
            after: after.share,
            loss,
            accuracy: (10.0 * accuracy(loss)).round() / 10.0,
            best: best.result.best.clone(),
            pv: best.result.turns.clone(),
            mate: before.mate,
            cp: Some(cp).filter(|_| before.mate.is_none()),
            depth: best.depth,
            win_missed: is_win && !is_best && after.share < 1.0,
            proved,
            proved_after,
            gave_away,
        }
    }

    fn curve(&self, turns: &[TurnReview], end: PositionValue) -> Vec<f64> {
        let sides = self.session.sides();
        let is_others = |seat: usize| self.has_two_sides() && sides[seat] != sides[0];
        let of_first = |seat: usize, share: f64| if is_others(seat) { rounded(1.0 - share) } else { share };
        let before = turns.iter().map(|turn| of_first(turn.seat - 1, turn.before));
        before.chain([of_first(self.mover[turns.len()], end.share)]).collect()
    }

    fn seat_reviews(&self, turns: &[TurnReview]) -> Vec<SeatReview> {
        let review = |seat: usize| {
            let own: Vec<&TurnReview> = turns.iter().filter(|turn| turn.seat == seat + 1).collect();
            let mean = |of: &dyn Fn(&TurnReview) -> f64, scale: f64| {
                let sum: f64 = own.iter().map(|turn| of(turn)).sum();
                (!own.is_empty()).then(|| (scale * sum / own.len() as f64).round() / scale)
            };
            let count = |mark: Mark| own.iter().filter(|turn| turn.mark == Some(mark)).count();
            let marks: BTreeMap<&str, usize> = GIVEN.into_iter().map(|mark| (mark.signs(), count(mark))).collect();
            SeatReview {
                seat: seat + 1,
                name: self.game.players.get(seat).cloned(),
                accuracy: mean(&|turn| turn.accuracy, 10.0),
                average_loss: mean(&|turn| turn.loss, 1e4),
                marks,
                wins_missed: own.iter().filter(|turn| turn.win_missed).count(),
            }
        };
        (0..self.session.seats()).map(review).collect()
    }
}

/// The turns with which a side that could expect at least half of the point gave at least a mistake's worth away and can
/// expect less than half.
fn turning_points(turns: &[TurnReview]) -> Vec<usize> {
    let turned = |turn: &&TurnReview| turn.before >= 0.5 && turn.after < 0.5 && turn.loss >= super::marks::MISTAKE;
    turns.iter().filter(turned).map(|turn| turn.number).collect()
}

/// Four decimals are more than a search knows.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
