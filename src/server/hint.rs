//! A hint: the turn that the engine would play, the line it expects, and why, in a sentence.

use super::error::ServerError;
use crate::search::score::win_rate;
use crate::search::{Limits, Settings, Verdict};
use crate::session::{BestLines, DescribedTurn, SearchRequest, SearchResult, Session};
use serde::Serialize;
use std::time::Duration;

/// How long is thought about it.
const TIME: Duration = Duration::from_millis(700);
/// How long about what the other side threatens.
const THREAT_TIME: Duration = Duration::from_millis(200);
const HASH_KIB: usize = 16 << 10;
/// So many turns are shown.
const SHOWN: usize = 4;

/// A hint.
#[derive(Serialize)]
pub struct Hint {
    turn: String,
    line: Vec<DescribedTurn>,
    winrate: f64,
    mate: Option<i32>,
    reason: String,
}

impl Hint {
    /// For whoever decides.
    ///
    /// # Errors
    /// [`ServerError::Refused`] if the game is over.
    pub fn of(session: &dyn Session) -> Result<Self, ServerError> {
        let settings = Settings { kind: session.auto(), hash_kib: HASH_KIB, multi_pv: 2, ..Settings::default() };
        let request = |time: Duration, settings: Settings| SearchRequest {
            limits: Limits { movetime: Some(time), ..Limits::default() },
            settings,
            ..SearchRequest::default()
        };
        let (_, job) = session.search(request(TIME, settings.clone()))?;
        let mut best = BestLines::default();
        let found = job(&mut |report| best.note(report));
        let second = best.lines().get(1).map(|report| share(report.info.verdict));
        let alone = Settings { multi_pv: 1, ..settings };
        let threat = SearchRequest { null_move: true, ..request(THREAT_TIME, alone) };
        let threat = session.search(threat).ok().map(|(_, job)| job(&mut |_| {}));
        let reason = reason(session, &found, second, threat.as_ref());
        let mate = match found.verdict {
            Verdict::Win(plies) => Some(plies as i32),
            Verdict::Loss(plies) => Some(-(plies as i32)),
            Verdict::Score(_) => None,
        };
        let line = session.describe_line(&found.turns[..found.turns.len().min(SHOWN)]);
        Ok(Self { winrate: share(found.verdict), mate, reason, line, turn: found.best })
    }
}

fn share(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Score(score) => win_rate(score),
        Verdict::Win(_) => 1.0,
        Verdict::Loss(_) => 0.0,
    }
}

/// Why a turn is best, in a sentence without a full stop.
fn reason(session: &dyn Session, found: &SearchResult, second: Option<f64>, threat: Option<&SearchResult>) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let turns = |plies: u32| match plies.div_ceil(2) {
        1 => "at once".to_string(),
        turns => format!("in {turns} turns"),
    };
    let chance = share(found.verdict);
    match (found.verdict, threat.map(|threat| (&threat.best, threat.verdict))) {
        (Verdict::Win(plies), _) => format!("{} wins {}", found.best, turns(plies)),
        (Verdict::Loss(plies), _) => {
            format!("Everything loses; {} holds out longest, for {plies} more turns of all sides", found.best)
        }
        (_, Some((turn, Verdict::Win(plies)))) => {
            format!("{} is needed: otherwise {turn} wins {} for the other side", found.best, turns(plies))
        }
        _ if session.legal().len() == 1 => format!("{} is the only turn", found.best),
        _ => match second {
            Some(second) if chance - second >= 0.1 => {
                format!("{} gives {}, the next best turn only {}", found.best, percent(chance), percent(second))
            }
            _ => format!("{} gives {}; other turns are about as good", found.best, percent(chance)),
        },
    }
}
