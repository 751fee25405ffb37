//! Score bounds: what a tree search has proven of a position, whole or in part, in 16 bits (Cazenave and Saffidine,
//! "Score Bounded Monte-Carlo Tree Search", 2010).

use crate::game::{Outcome, Player};

/// What is certain about a position's outcome: who gets a share of the point (bits 0 to 2), who gets none (bits 3 to
/// 5), and the plies to the end plus one if the outcome is decided (the bits above; 0 if it is open).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct OutcomeBounds(u16);

impl OutcomeBounds {
    /// A proven outcome, this many plies away.
    pub fn proven(outcome: Outcome, plies: u32) -> Self {
        debug_assert!(outcome.mask() < 8);
        Self(Self::new(outcome.mask(), !outcome.mask()).0 | (plies.min(1_000) as u16 + 1) << 6)
    }

    /// The players of the mask `certain` get a share, those of `excluded` get none.
    pub fn new(certain: u8, excluded: u8) -> Self {
        Self(u16::from(certain & 7) | u16::from(excluded & 7) << 3)
    }

    /// The inverse of [`OutcomeBounds::to_bits`].
    #[inline(always)]
    pub fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bounds in one number.
    #[inline(always)]
    pub fn to_bits(self) -> u16 {
        self.0
    }

    /// These bounds combined with `news`, unless they contradict each other.
    pub fn with(self, news: Self) -> Self {
        match (news.proof(), self.proof()) {
            (Some((outcome, _)), _) if !self.allows(outcome) => self,
            (Some(_), _) => news,
            (None, Some(_)) => self,
            (None, None) => Self(self.0 | news.0),
        }
    }

    /// The players certain to get a share, as a bit mask.
    pub fn winners_certain(self) -> u8 {
        self.0 as u8 & 7
    }

    /// The players certain to get none, as a bit mask.
    pub fn winners_excluded(self) -> u8 {
        (self.0 >> 3) as u8 & 7
    }

    /// The proven outcome and its distance in plies.
    #[inline(always)]
    pub fn proof(self) -> Option<(Outcome, u32)> {
        (self.0 >> 6 != 0).then(|| (Outcome::shared(self.winners_certain()), u32::from(self.0 >> 6) - 1))
    }

    /// Whether the outcome is still possible.
    pub fn allows(self, outcome: Outcome) -> bool {
        self.winners_certain() & !outcome.mask() == 0 && self.winners_excluded() & outcome.mask() == 0
    }

    /// The smallest share of `player`, one of `players`.
    #[inline(always)]
    pub fn at_least(self, player: Player, players: usize) -> f32 {
        if self.winners_certain() >> player.index() & 1 == 0 {
            return 0.0;
        }
        let excluded = self.winners_excluded() & ((1 << players) - 1);
        1.0 / (players as u32 - excluded.count_ones()) as f32
    }

    /// The greatest share of `player`.
    #[inline(always)]
    pub fn at_most(self, player: Player) -> f32 {
        if self.winners_excluded() >> player.index() & 1 != 0 {
            return 0.0;
        }
        Outcome::shared(self.winners_certain() | 1 << player.index()).payoff(player)
    }

    /// Whether this choice is useless to `player`, one of `players`: another choice is certain to give the share
    /// `floor`, and this one may give less and never gives more.
    #[inline(always)]
    pub fn is_dominated(self, floor: f32, player: Player, players: usize) -> bool {
        floor > 0.0 && self.at_most(player) <= floor && self.at_least(player, players) < floor
    }
}
