//! One value for every position of a game, so that what a turn leaves is what the next one finds.
//!
//! Two searches know something of a position with the turn that was played there: its own, and the one of the position
//! that the turn leads to, which sees further along that turn. The second is believed about the turn that was played; the
//! first where it finds something better. What is proven is believed before both. So no turn gains anything, and what a
//! game gives away adds up to how it ends.

/// The value of a position for the side that decides there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    /// The share of the point to be expected.
    pub share: f64,
    /// If it is proven who wins: in how many plies the side wins, or negative loses; 0 after the end.
    pub mate: Option<i32>,
}

impl PositionValue {
    /// A value with a share of four decimals, which is more than a search knows: what one side expects and what is left
    /// for the other then sum to 1.
    pub fn new(share: f64, mate: Option<i32>) -> Self {
        Self { share: (share * 1e4).round() / 1e4, mate }
    }

    /// The same for the side that has led to the position, with a turn of `decisions` decisions; `same`: it decides there as well.
    fn before(self, same: bool, decisions: i32) -> Self {
        let share = if same { self.share } else { 1.0 - self.share };
        // With 0 plies the share says who has won.
        let wins = share > 0.5;
        let mate = self.mate.map(|plies| (plies.abs() + decisions) * if wins { 1 } else { -1 });
        Self::new(share, mate)
    }

    /// The inverse of [`before`](Self::before): what the value was is kept by the turn.
    fn kept(self, same: bool, decisions: i32) -> Self {
        let share = if same { self.share } else { 1.0 - self.share };
        let mate = self.mate.map(|plies| (plies.abs() - decisions).max(1) * if share > 0.5 { 1 } else { -1 });
        Self::new(share, mate)
    }
}

/// What is known of a position, and of the turn that was played there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// What its own search says.
    pub value: PositionValue,
    /// Whether that is proven: by the search, or by a file of proofs.
    pub is_proven: bool,
    /// Whether the search found the turn that was played to be the best.
    pub is_best: bool,
    /// How many decisions that turn has.
    pub decisions: i32,
    /// Whether the side that decides at the next position is the same.
    pub same_side: bool,
}

/// What a side could expect before its turn, and what it can expect after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnValue {
    /// Before, with the best turn.
    pub before: PositionValue,
    /// After the turn that was played.
    pub after: PositionValue,
}

/// The values of all turns of a game for two sides, and of the position it ends with; `last` is what is known of that one,
/// which is proven if the game is over.
pub fn of_two_sides(turns: &[Searched], last: PositionValue, last_is_proven: bool) -> (Vec<TurnValue>, PositionValue) {
    let proven = |position: usize| match turns.get(position) {
        Some(turn) => Some(turn.value).filter(|_| turn.is_proven),
        None => Some(last).filter(|_| last_is_proven),
    };
    // What is proven of a position before: its best turn keeps it, and any other turn does no better.
    let (mut pinned, mut least, mut most) = (Vec::new(), Vec::new(), Vec::new());
    for position in 0..=turns.len() {
        let from = position.checked_sub(1).map(|before| &turns[before]);
        let kept = |turn: &Searched| {
            let value: PositionValue = pinned[position - 1]?;
            turn.is_best.then(|| value.kept(turn.same_side, turn.decisions))
        };
        let pin = proven(position).or_else(|| from.and_then(kept));
        let (low, high) = match (pin, from) {
            (Some(value), _) => (value.share, value.share),
            (None, None) => (0.0, 1.0),
            (None, Some(turn)) if turn.same_side => (0.0, most[position - 1]),
            (None, Some(_)) => (1.0 - most[position - 1], 1.0),
        };
        pinned.push(pin);
        least.push(low);
        most.push(high);
    }
    // Without a proof of its own a position is worth no less, or no more, than that of the one before it lets it be.
    let within = |position: usize, value: PositionValue| match pinned[position] {
        Some(pin) => pin,
        None if value.share < least[position] => PositionValue::new(least[position], None),
        None if value.share > most[position] => PositionValue::new(most[position], None),
        None => value,
    };
    let end = within(turns.len(), last);
    let (mut values, mut next) = (Vec::new(), end);
    for (position, turn) in turns.iter().enumerate().rev() {
        let after = next.before(turn.same_side, turn.decisions);
        let own = if turn.is_best || turn.value.share < after.share { after } else { turn.value };
        let before = within(position, own);
        // Two proofs that contradict each other: the later one has been looked at.
        let before = if before.share < after.share { after } else { before };
        values.push(TurnValue { before, after });
        next = before;
    }
    values.reverse();
    (values, end)
}

/// The values of the turns of a game for more sides, of which none says what the other sides can expect. `after` has what
/// a search of the turn alone says, or the end of the game; then what is left for the side that decides next is no
/// more than the rest of the point.
pub fn of_more_sides(turns: &[Searched], after: &[f64], end: PositionValue) -> (Vec<TurnValue>, PositionValue) {
    // What is proven leaves no more than the rest to the next.
    let left =
        |turn: &Searched| if turn.is_proven && turn.is_best && !turn.same_side { 1.0 - turn.value.share } else { 1.0 };
    let mut values: Vec<TurnValue> = Vec::new();
    for (position, (turn, &found)) in turns.iter().zip(after).enumerate().rev() {
        let most = position.checked_sub(1).map_or(1.0, |before| left(&turns[before]));
        let next = values.last().map(|next| next.before.share);
        let found = if turn.is_proven && turn.is_best { turn.value.share } else { found };
        let rest = match next {
            None => 1.0,
            Some(next) if turn.same_side => next,
            Some(next) => 1.0 - next,
        };
        let after = found.min(rest);
        let own = if turn.is_best { after } else { turn.value.share.max(after) };
        let before = if turn.is_proven { turn.value.share } else { own }.min(most);
        let mate = turn.value.mate.filter(|_| before == turn.value.share);
        values.push(TurnValue {
            before: PositionValue::new(before, mate),
            after: PositionValue::new(after.min(before), None),
        });
    }
    values.reverse();
    (values, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use rand::{RngExt, SeedableRng};

    fn random_value(rng: &mut Rng) -> (PositionValue, bool) {
        match random_below(rng, 6) {
            0 => (PositionValue::new(1.0, Some(1 + random_below(rng, 9) as i32)), true),
            1 => (PositionValue::new(0.0, Some(-1 - random_below(rng, 9) as i32)), true),
            2 => (PositionValue::new(0.5, None), random_below(rng, 2) == 0),
            _ => (PositionValue::new(rng.random(), None), false),
        }
    }

    fn random_turns(rng: &mut Rng) -> Vec<Searched> {
        let turn = |rng: &mut Rng| {
            let (value, is_proven) = random_value(rng);
            let (is_best, same_side) = (random_below(rng, 2) == 0, random_below(rng, 5) == 0);
            Searched { value, is_proven, is_best, decisions: 1 + random_below(rng, 3) as i32, same_side }
        };
        (0..random_below(rng, 12)).map(|_| turn(rng)).collect()
    }

    #[test]
    fn rows_meet_and_no_turn_gains_whatever_the_searches_say() {
        let mut rng = Rng::seed_from_u64(47);
        for _ in 0..20_000 {
            let turns = random_turns(&mut rng);
            let (last, last_is_proven) = random_value(&mut rng);
            let (values, end) = of_two_sides(&turns, last, last_is_proven);
            assert_eq!(values.len(), turns.len());
            for (place, (turn, value)) in turns.iter().zip(&values).enumerate() {
                let next = values.get(place + 1).map_or(end, |next| next.before);
                let meets = if turn.same_side { next.share } else { 1.0 - next.share };
                assert!((value.after.share - meets).abs() < 1e-9, "{turns:?} {values:?}");
                assert!(value.before.share >= value.after.share, "{turns:?} {values:?}");
                for value in [value.before, value.after] {
                    assert!((0.0..=1.0).contains(&value.share), "{turns:?} {values:?}");
                    assert!(value.mate.is_none() || [0.0, 1.0].contains(&value.share), "{turns:?} {values:?}");
                    assert!(value.mate.is_none_or(|plies| (plies > 0) == (value.share == 1.0)), "{turns:?} {values:?}");
                }
            }
            let is_any_proven = last_is_proven || turns.iter().any(|turn| turn.is_proven);
            for (turn, value) in turns.iter().zip(&values).filter(|_| !is_any_proven) {
                assert!(!turn.is_best || value.before == value.after, "{turns:?} {values:?}");
                assert!(value.before.share >= turn.value.share || turn.is_best, "{turns:?} {values:?}");
            }
        }
    }

    #[test]
    fn among_more_sides_nobody_is_promised_what_another_has() {
        let mut rng = Rng::seed_from_u64(48);
        for _ in 0..20_000 {
            let turns = random_turns(&mut rng);
            let after: Vec<f64> = turns.iter().map(|_| rng.random()).collect();
            let (values, _) = of_more_sides(&turns, &after, PositionValue::new(1.0, None));
            for (place, (turn, value)) in turns.iter().zip(&values).enumerate() {
                assert!(value.before.share >= value.after.share, "{turns:?} {values:?}");
                if let Some(next) = values.get(place + 1).filter(|_| !turn.same_side) {
                    assert!(value.after.share + next.before.share <= 1.0 + 1e-9, "{turns:?} {values:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_proven_stands_until_a_turn_gives_it_away() {
        let turn = |share: f64, mate: Option<i32>, is_best| Searched {
            value: PositionValue::new(share, mate),
            is_proven: mate.is_some(),
            is_best,
            decisions: 1,
            same_side: false,
        };
        // The winner plays the best turn, of which the next search does not see that it wins; then anything.
        let turns = [turn(1.0, Some(5), true), turn(0.2, None, true), turn(0.7, None, false)];
        let (values, end) = of_two_sides(&turns, PositionValue::new(0.4, None), false);
        let before: Vec<_> = values.iter().map(|value| (value.before.share, value.before.mate)).collect();
        assert_eq!(before, [(1.0, Some(5)), (0.0, Some(-4)), (1.0, Some(3))]);
        assert_eq!((values[2].after.share, end.share), (0.6, 0.4));
    }
}
