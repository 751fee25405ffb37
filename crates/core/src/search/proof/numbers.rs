//! Proof and disproof numbers: the least work left to prove or disprove a position.

/// The proof and the disproof number of a position. Either both are finite and positive, or one is 0 and the other
/// [`INFINITE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The least that must be proved, by the present estimate, to prove the position.
    pub proof: u32,
    /// The least that must be disproved to disprove it.
    pub disproof: u32,
}

/// The number for the impossible; it takes [`NUMBER_BITS`] bits.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;
/// The bits of a number in a table.
pub const NUMBER_BITS: u32 = 24;

/// The first numbers of a position with an even static evaluation.
const EVEN: f64 = 16.0;
/// The most e-fold steps by which the numbers of a position differ from [`EVEN`].
const MOST_STEPS: f64 = 6.0;

impl ProofNumbers {
    /// Empty.
    pub const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    /// The numbers of a proved position, or of a disproved one.
    pub const fn decided(is_proved: bool) -> Self {
        if is_proved { Self { proof: 0, disproof: INFINITE } } else { Self { proof: INFINITE, disproof: 0 } }
    }

    /// Finite numbers, clamped to the possible range.
    pub fn open(proof: u64, disproof: u64) -> Self {
        let finite = |number: u64| number.clamp(1, u64::from(INFINITE) - 1) as u32;
        Self { proof: finite(proof), disproof: finite(disproof) }
    }

    /// The numbers of a position of which only the static evaluation is known: e-fold smaller or larger for each of
    /// `steps`, which is positive if a proof is likely.
    pub fn estimated(steps: f64) -> Self {
        let factor = steps.clamp(-MOST_STEPS, MOST_STEPS).exp();
        Self::open((EVEN / factor) as u64, (EVEN * factor) as u64)
    }

    /// Whether it is proved.
    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether it is disproved.
    pub const fn is_disproved(self) -> bool {
        self.disproof == 0
    }

    /// Whether it is proved or disproved.
    pub const fn is_decided(self) -> bool {
        self.is_proved() || self.is_disproved()
    }

    /// The same with proof and disproof exchanged.
    const fn turned(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    /// The numbers of a position from those of its children, all as seen by the side that decides: one child must be
    /// proved, or all disproved. Where the attacker decides, decisions tend to fail together, so only the number of the
    /// other children counts. `None` without children.
    pub fn of_decisions(decisions: impl Iterator<Item = Self>, is_attacker: bool) -> Option<Self> {
        let (mut least, mut sum, mut most, mut open, mut all) = (INFINITE, 0u64, 0u64, 0u64, 0);
        for Self { proof, disproof } in decisions {
            all += 1;
            least = least.min(proof);
            if disproof > 0 {
                (sum, most, open) = (sum + u64::from(disproof), most.max(disproof.into()), open + 1);
            }
        }
        match (all, least, open) {
            (0, ..) => None,
            (_, 0, _) => Some(Self::decided(true)),
            (.., 0) => Some(Self::decided(false)),
            _ => Some(Self::open(least.into(), if is_attacker { most + open - 1 } else { sum })),
        }
    }

    /// As seen by the side that decides in a position: first the number of what it wants.
    pub const fn seen_by(self, is_attacker: bool) -> Self {
        if is_attacker { self } else { self.turned() }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownNumbers {
    /// Its numbers.
    pub numbers: ProofNumbers,
    /// The most plies until the attacker wins, if that is proved; [`MANY_PLIES`] also stands for more.
    pub plies: u8,
}

/// The most plies that are counted.
pub const MANY_PLIES: u8 = u8::MAX;

impl KnownNumbers {
    /// For a position that is proved, with the plies, or else disproved.
    pub fn decided(is_proved: bool, plies: u32) -> Self {
        let plies = if is_proved { plies.min(MANY_PLIES.into()) as u8 } else { 0 };
        Self { numbers: ProofNumbers::decided(is_proved), plies }
    }

    /// For a position that is not decided.
    pub const fn open(numbers: ProofNumbers) -> Self {
        Self { numbers, plies: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_a_position_the_less_is_to_be_proved() {
        let even = ProofNumbers::estimated(0.0);
        assert_eq!(even, ProofNumbers { proof: 16, disproof: 16 });
        let better = ProofNumbers::estimated(1.0);
        assert!(better.proof < even.proof && better.disproof > even.disproof);
        assert_eq!(ProofNumbers::estimated(-1.0).seen_by(false), better);
        for steps in [f64::NEG_INFINITY, -99.0, 99.0, f64::NAN] {
            assert!(!ProofNumbers::estimated(steps).is_decided());
        }
        assert!(ProofNumbers::decided(false).is_disproved() && ProofNumbers::decided(true).is_proved());
    }
}
