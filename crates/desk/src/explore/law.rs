//! Games counted at once are those counted one by one, whichever way the board is turned, in every game.

use super::*;
use crate::board::bits::{Rng, random_below};
use crate::records::{GameRecord, Reason, Turn};
use rand::SeedableRng;
use std::collections::BTreeMap;

/// A short random game, with any outcome.
fn random_record(game: &str, rng: &mut Rng) -> GameRecord {
    let mut session = registry::open(game).unwrap();
    let mut record = GameRecord { game: game.to_string(), reason: Reason::Resign, ..GameRecord::default() };
    for _ in 0..random_below(rng, 7) {
        let seat = session.seat() + 1;
        let legal = session.legal_turns();
        // Few different ones, so that games meet.
        let most = (legal.len() as u32).min(12);
        let turn = session.play(&legal[random_below(rng, most) as usize]).unwrap();
        record.turns.push(Turn { turn, seat, ..Turn::default() });
    }
    let seats = session.seats() as u32;
    record.winners = (1..=seats as usize).filter(|_| random_below(rng, 2) == 0).collect();
    record
}

/// The decisions of games at a position with their games, wins, draws, losses and points: looked up text by text.
fn plainly(records: &[GameRecord], session: &mut dyn Session) -> BTreeMap<String, (u32, u32, u32, u32, f64)> {
    let here = session.canonical_text();
    let mut found = BTreeMap::new();
    for record in records {
        let mut replay = record.session().unwrap();
        let shares = record.shares(&replay.sides());
        for turn in record.all_turns() {
            let (is_here, seat) = (replay.canonical_text() == here, replay.seat());
            if is_here {
                let decision = replay.first_decision(&turn).unwrap();
                replay.play(&decision).unwrap();
                let (games, won, drawn, lost, points) = found.entry(replay.canonical_text()).or_default();
                replay.undo_decision();
                *games += 1;
                *points += shares[seat];
                *if shares[seat] == 1.0 {
                    won
                } else if shares[seat] == 0.0 {
                    lost
                } else {
                    drawn
                } += 1;
            }
            replay.play(&turn).unwrap();
        }
    }
    found
}

#[test]
fn steps_count_what_plain_texts_count() {
    let mut rng = Rng::seed_from_u64(51);
    let mut met = 0;
    for game in registry::names() {
        let records: Vec<GameRecord> = (0..40).map(|_| random_record(game, &mut rng)).collect();
        let steps: Vec<Step> = records.iter().flat_map(|record| steps_of(record).unwrap()).collect();
        // As the page gets them: in parts, each summed, as text.
        let parts = steps.chunks(17).map(|part| summed(part.to_vec()));
        let sent = serde_json::to_string(&parts.flatten().collect::<Vec<Step>>()).unwrap();
        let sent: Vec<Step> = serde_json::from_str(&sent).unwrap();
        for record in records.iter().take(12) {
            let mut session = record.session().unwrap();
            record.line().set_up(&mut *session, random_below(&mut rng, 4) as usize).unwrap();
            let mut known = [&steps, &sent].map(|steps| {
                let mut explorer = Explorer::new(&mut *session).unwrap();
                steps.iter().for_each(|step| explorer.add_step(step));
                explorer.sorted()
            });
            // Equal ones stand in the order of the game, so the lists are equal.
            assert_eq!(known[0], known[1], "{game}");
            let plain = plainly(&records, &mut *session);
            let [lines, _] = &mut known;
            assert_eq!(lines.len(), plain.len(), "{game}");
            for line in lines {
                session.play(&line.decision).unwrap();
                let (games, won, drawn, lost, points) = plain[&session.canonical_text()];
                session.undo_decision();
                assert_eq!((line.games, line.won, line.drawn, line.lost), (games, won, drawn, lost), "{game}");
                assert_eq!(line.points, rounded(points), "{game}");
                met += usize::from(games > 1);
            }
        }
    }
    assert!(met > 200, "{met}");
}
