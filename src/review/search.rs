//! The searches of a review.
//!
//! What one search learns serves the next: alpha-beta goes from the last position to the first, so that it knows already
//! what comes of the turn that was played; tree search from the first to the last, as a tree can only be cut. Of the nodes
//! for a turn four fifths go to its position, and one fifth, where it is needed, to the other turns, or to the one that was
//! played.

use super::marks::{FIRST_LOOK, GIVEN, GOOD, accuracy, of_loss};
use super::{GameToReview, GivenResult, Limit, REVIEW_SCHEMA, Review, SeatReview, TurnReview};
use crate::game::TextError;
use crate::records::Mark;
use crate::search::{Kind, Limits, Settings, StopToken, Verdict};
use crate::session::{ProofUse, SearchRequest, SearchResult, Session, Start};
use crate::version::VERSION;
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
}

/// What a search has found, for the side that decides.
struct SearchFinding {
    result: SearchResult,
    /// The share of the point to be expected.
    share: f64,
    depth: u32,
    /// What a search of few nodes prefers.
    at_first: String,
}

/// The shares of all seats at the end of a game.
struct EndShares {
    of_seats: Vec<f64>,
    /// Whether they are exact: the game is over, or a file of proofs knows how it ends.
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
    for turn in 0..=game.turns.len() {
        reviewer.set_up(turn)?;
        reviewer.mover.push(reviewer.session.seat());
    }
    let result = reviewer.session.state().result;
    // A game that was broken off ends with what can be expected there.
    let last = match reviewer.last_share() {
        Some(of_seats) => EndShares { of_seats, exact: true },
        None => reviewer.shares_at_the_end()?,
    };
    let count = game.turns.len();
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
    let turns: Vec<TurnReview> = (0..count).map(|turn| reviewer.turn_review(turn, &found, &last)).collect();
    let curve = reviewer.curve(&turns, &last.of_seats);
    let recorded_result = game.result.clone().filter(|_| result.is_none());
    Ok(Some(Review {
        schema: REVIEW_SCHEMA,
        quintet: VERSION,
        game: reviewer.session.name().to_string(),
        options: game.options.clone(),
        start: game.start.clone(),
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

    /// Sets up the position after so many turns.
    fn set_up(&mut self, turn: usize) -> Result<(), TextError> {
        let start = self.game.start.clone().map_or(Start::Initial, Start::Text);
        self.session.set_position(&start, &self.game.turns[..turn])
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
        self.set_up(self.game.turns.len())?;
        let finding = self.finding(5, |request| request)?;
        let sides = self.session.sides();
        let side = sides[self.session.seat()];
        // What is left is shared out evenly among the others.
        let others = sides.iter().max().map_or(1, |&most| most).max(1) as f64;
        let share = |of: &usize| if *of == side { finding.share } else { (1.0 - finding.share) / others };
        Ok(EndShares { of_seats: sides.iter().map(share).collect(), exact: finding.result.proved })
    }

    /// Searches the present position with so many fifths of the limit.
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
            limits: limits.clone(),
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
        let share = result.verdict.share();
        Ok(SearchFinding { result, share, depth, at_first })
    }

    /// Searches the position before a turn; and, as far as the next position does not tell, the turn that was played, or if
    /// that is the best one all others.
    fn search(&self, turn: usize) -> Result<(SearchFinding, Option<SearchFinding>), TextError> {
        let best = self.finding(4, |request| request)?;
        let played = &self.game.turns[turn];
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

    fn turn_review(
        &self,
        turn: usize,
        found: &[(SearchFinding, Option<SearchFinding>)],
        last: &EndShares,
    ) -> TurnReview {
        let (best, more) = &found[turn];
        let (seat, sides) = (self.mover[turn], self.session.sides());
        let played = &self.game.turns[turn];
        let is_best = *played == best.result.best;
        // What comes of the turn that was played, for its side.
        let next = match found.get(turn + 1) {
            None => Some(last.of_seats[seat]),
            Some((next, _)) if self.has_two_sides() => {
                Some(if sides[self.mover[turn + 1]] == sides[seat] { next.share } else { 1.0 - next.share })
            }
            Some(_) => None,
        };
        let known = next.unwrap_or_else(|| more.as_ref().filter(|_| !is_best).map_or(best.share, |more| more.share));
        let proved = best.result.proved;
        let proved_after = found.get(turn + 1).map_or(last.exact, |(next, _)| next.result.proved);
        // What is proved is as good as the best turn and no turn is better.
        let known = match proved && !proved_after {
            true if is_best => best.share,
            true => known.min(best.share),
            false => known,
        };
        // The best is at least as good as what was played.
        let before = if is_best { known } else { best.share.max(known) };
        let loss = if is_best { 0.0 } else { before - known };
        let given = if best.share == 1.0 { GivenResult::Win } else { GivenResult::Draw };
        let gave_away = Some(given).filter(|_| proved && proved_after && loss > 0.0);
        let other = more.as_ref().filter(|_| is_best).map(|more| more.share);
        let is_good = other.is_some_and(|other| known - other >= GOOD) && best.at_first != *played;
        let mark = if is_good { Some(Mark::Good) } else { of_loss(loss) };
        let still_wins = match found.get(turn + 1) {
            None => last.of_seats[seat] == 1.0,
            Some((next, _)) if self.has_two_sides() => {
                let same = sides[self.mover[turn + 1]] == sides[seat];
                matches!((next.result.verdict, same), (Verdict::Loss(_), false) | (Verdict::Win(_), true))
            }
            Some(_) => more.as_ref().is_some_and(|more| matches!(more.result.verdict, Verdict::Win(_))),
        };
        let win_missed = matches!(best.result.verdict, Verdict::Win(_)) && !is_best && !still_wins;
        TurnReview {
            number: turn + 1,
            seat: seat + 1,
            turn: played.clone(),
            mark,
            before: rounded(before),
            after: rounded(known),
            loss: rounded(loss),
            accuracy: (10.0 * accuracy(loss)).round() / 10.0,
            best: best.result.best.clone(),
            pv: best.result.turns.clone(),
            mate: best.result.verdict.mate(),
            cp: best.result.verdict.cp(),
            depth: best.depth,
            win_missed,
            proved,
            proved_after,
            gave_away,
        }
    }

    fn curve(&self, turns: &[TurnReview], last: &[f64]) -> Vec<f64> {
        let sides = self.session.sides();
        let two = self.has_two_sides();
        let of_first = |turn: &TurnReview| match two && sides[turn.seat - 1] != sides[0] {
            true => 1.0 - turn.before,
            false => turn.before,
        };
        let end = if two { last[0] } else { last[self.mover[turns.len()]] };
        turns.iter().map(of_first).chain([end]).map(rounded).collect()
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
