//! A hint: the turn that the engine would play, the line it expects, and why, in a sentence.

use super::error::DeskError;
use super::says;
use crate::game::describe::Colour;
use crate::search::{Limits, MateDistance, Settings, Verdict};
use crate::sentence::Sentence;
use crate::session::{BestLines, DescribedTurn, SearchRequest, SearchResult, Session};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How long to think about it.
const TIME: Duration = Duration::from_millis(700);
/// How long to think about the other side's threat.
const THREAT_TIME: Duration = Duration::from_millis(200);
const HASH_KIB: usize = 16 << 10;
/// The most turns that are shown.
const SHOWN: usize = 4;

/// A hint.
#[derive(Serialize, JsonSchema)]
pub struct Hint {
    turn: String,
    line: Vec<DescribedTurn>,
    winrate: f64,
    mate: Option<i32>,
    reason: String,
    said: Sentence,
}

impl Hint {
    /// For the side to decide.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if the game is over.
    pub fn of(session: &dyn Session) -> Result<Self, DeskError> {
        let settings = Settings { kind: session.auto(), hash_kib: HASH_KIB, multi_pv: 2, ..Settings::default() };
        let request = |time: Duration, settings: Settings| SearchRequest {
            limits: Limits { movetime: Some(time), ..Limits::default() },
            settings,
            ..SearchRequest::default()
        };
        let (_, job) = session.search(request(TIME, settings.clone()))?;
        let mut best = BestLines::default();
        let found = job(&mut |report| best.note(report));
        let second = best.lines().get(1).map(|report| report.info.verdict.share());
        let alone = Settings { multi_pv: 1, ..settings };
        let threat = SearchRequest { null_move: true, ..request(THREAT_TIME, alone) };
        let threat = session.search(threat).ok().map(|(_, job)| job(&mut |_| {}));
        let said = reason(session, &found, second, threat.as_ref());
        let line = session.describe_line(&found.turns[..found.turns.len().min(SHOWN)]);
        Ok(Self {
            winrate: found.verdict.share(),
            mate: found.verdict.mate(),
            reason: said.to_string(),
            said,
            line,
            turn: found.best,
        })
    }
}

/// Why a turn is best, in a sentence without a full stop.
fn reason(session: &dyn Session, found: &SearchResult, second: Option<f64>, threat: Option<&SearchResult>) -> Sentence {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let turns = |distance: MateDistance| match distance.plies().div_ceil(2) {
        1 => says::at_once(),
        turns => says::in_turns(turns),
    };
    let (best, chance) = (found.best.as_str(), found.verdict.share());
    let state = session.state();
    let player =
        state.decides.and_then(|seat| state.seats.get(seat - 1)).map_or(Colour::White, |seat| seat.colour).said();
    match (found.verdict, threat.map(|threat| (&threat.best, threat.verdict))) {
        (Verdict::Win(plies), _) => says::wins(best, turns(plies)),
        (Verdict::Loss(distance), _) => says::all_lose(best, distance.plies()),
        (_, Some((turn, Verdict::Win(plies)))) => says::needed(best, turn.as_str(), turns(plies)),
        _ if session.legal().len() == 1 => says::only_turn(best),
        _ => match second {
            Some(second) if chance - second >= 0.1 => says::gives(best, player, percent(chance), percent(second)),
            _ => says::gives_as_others(best, player, percent(chance)),
        },
    }
}
