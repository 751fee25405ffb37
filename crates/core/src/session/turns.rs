//! Decisions grouped into turns: cut, written, listed and completed.

use crate::game::{Move, MoveList, Playable};
use crate::search::{Engine, Kind, Limits, Root, SearchControl, Settings};

/// Cuts a line of play into turns.
fn turns_of<G: Playable>(mut position: G, line: &[Move]) -> Vec<Vec<Move>> {
    let mut turns: Vec<Vec<Move>> = Vec::new();
    let mut player = None;
    for &mv in line {
        let next = Some(position.to_move());
        match turns.last_mut() {
            Some(turn) if player == next => turn.push(mv),
            _ => turns.push(vec![mv]),
        }
        player = next;
        position.play(mv);
    }
    turns
}

/// A line of play as text, turn by turn.
pub(super) fn turn_texts<G: Playable>(mut position: G, line: &[Move]) -> Vec<String> {
    let turns = turns_of(position, line).into_iter();
    let text = |turn: Vec<Move>| {
        let text = position.turn_text(&turn);
        turn.into_iter().for_each(|mv| position.play(mv));
        text
    };
    turns.map(text).collect()
}

/// The whole turns from a position on.
pub(super) fn whole_turns<G: Playable>(start: &G, position: &G, line: &mut Vec<Move>, turns: &mut Vec<String>) {
    let mut list = MoveList::new();
    position.moves(&mut list);
    for mv in list {
        let mut child = *position;
        child.play(mv);
        line.push(mv);
        if child.outcome().is_some() || child.to_move() != start.to_move() {
            turns.push(start.turn_text(line));
        } else {
            whole_turns(start, &child, line, turns);
        }
        line.pop();
    }
}

/// Continues the search from the end of an answer until its first turn is complete.
pub(super) fn complete_turn<G: Playable>(
    root: &Root<G>,
    line: &mut Vec<Move>,
    control: &SearchControl,
    engine: &mut Engine<G>,
    settings: &Settings,
) {
    /// Nodes or iterations for each decision that the principal variation left open.
    const REST: u64 = 20_000;
    let rest_nodes = control.limits.nodes.map_or(REST, |limit| limit.clamp(1, REST));
    // The same when time is up: about a millisecond. The table or tree knows most of what is needed.
    let hurried = match settings.kind {
        Kind::AlphaBeta => 2_000,
        Kind::Mcts => 200,
        Kind::MctsEval => 30,
    };
    let player = root.position.to_move();
    let mut rest = Root { only: Vec::new(), ..root.clone() };
    let mut given = line.iter();
    loop {
        if rest.position.outcome().is_some() || rest.position.to_move() != player {
            return;
        }
        let mv = match given.next() {
            Some(&mv) => mv,
            None => {
                let nodes = if control.must_stop(0) { hurried.min(rest_nodes) } else { rest_nodes };
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let answer = engine.search(&rest, &SearchControl::unstoppable(limits), settings, &mut |_| {});
                line.push(answer.pv[0]);
                given = [].iter();
                answer.pv[0]
            }
        };
        rest.played.push(rest.position.key());
        rest.position.play(mv);
    }
}
