//! Solves positions and checks certificates.

use crate::module::Answer;
use crate::request::{Solve, Verify};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quintet_core::game::Playable;
use quintet_core::registry::{self, GameEntry, Visitor};
use quintet_core::search::proof::certificate::{Certificate, Proved};
use quintet_core::search::proof::solver::{GameValue, SolveSettings, Solver};
use quintet_core::search::time::ClockUse;
use quintet_core::search::{Limits, SearchControl, StopToken};
use quintet_core::session::Session;
use serde_json::{Value, json};
use std::time::Duration;

/// The memory of a solver, in KiB.
const TABLE: usize = 32 << 10;

/// Who wins the position of a session.
pub fn solve(session: &dyn Session, asked: &Solve, stop_token: StopToken) -> Answer {
    let limits = Limits { nodes: Some(asked.nodes), ..Limits::default() };
    let control = SearchControl::new(limits, stop_token, ClockUse::default());
    let visitor = Solving { session, control: &control };
    registry::visit(session.name(), visitor).unwrap_or_else(|| Err(registry::unknown(session.name()).to_string()))
}

struct Solving<'a> {
    session: &'a dyn Session,
    control: &'a SearchControl,
}

impl Visitor for Solving<'_> {
    type Output = Answer;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Answer {
        if G::PLAYERS != 2 {
            return Err(format!("only two-player games can be solved, and {} is for {}", entry.name, G::PLAYERS));
        }
        let mut setup = setup.clone();
        for option in self.session.options() {
            G::set_option(&mut setup, option.name, &option.kind.value()).map_err(|error| error.to_string())?;
        }
        let text = self.session.position_text();
        let position = G::read_position(&setup, &text).map_err(|error| error.to_string())?;
        let mut solver = Solver::new(TABLE).map_err(|error| error.to_string())?;
        let settings = SolveSettings { threads: 1, only: None, report_every: Duration::MAX };
        let solved = solver.solve((entry.name, &setup), &position, self.control, settings, &mut |_, _| {});
        let solution = solved.map_err(|error| error.to_string())?;
        let winner = match solution.value {
            GameValue::Won(player) => Some(player.index() + 1),
            GameValue::Drawn | GameValue::NotWon(_) => None,
        };
        let certificate = STANDARD.encode(&solution.certificate);
        Ok(json!({ "winner": winner, "positions": solver.evaluated(), "certificate": certificate }))
    }
}

/// Checks a certificate: what it proves.
pub fn verify(asked: &Verify) -> Answer {
    let bytes =
        STANDARD.decode(&asked.certificate).map_err(|error| format!("a certificate is given in Base64: {error}"))?;
    let certificate = Certificate::read(&bytes).map_err(|error| error.to_string())?;
    let visited = registry::visit(certificate.game(), Checking(&certificate));
    visited.unwrap_or_else(|| Err(registry::unknown(certificate.game()).to_string()))
}

struct Checking<'a>(&'a Certificate);

impl Visitor for Checking<'_> {
    type Output = Answer;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Answer {
        let certificate = self.0;
        let setup = certificate.setup::<G>(setup).map_err(|error| error.to_string())?;
        let proved = certificate.verify::<G>(&setup).map_err(|error| error.to_string())?;
        let claim = |Proved { claim, summary }: &Proved| -> Value {
            json!({
                "side": claim.player.index() + 1,
                "goal": claim.goal.word(),
                "answers": summary.answers,
                "positions": summary.positions,
                "longestLine": summary.longest,
            })
        };
        let claims: Vec<Value> = proved.iter().map(claim).collect();
        Ok(json!({ "game": entry.name, "position": certificate.position(), "claims": claims }))
    }
}
