//! Bit sets, random choices from them, shuffles, hashes, and the one place that picks an instruction set.
//!
//! The default build runs on any CPU. Code that gains from newer instructions is written once, generic over an
//! [`Isa`], and run through [`fastest`], which compiles it a second time for x86-64-v3 (BMI2, AVX2, POPCNT) and
//! chooses at run time. All `unsafe` that this needs is in this file.

use crate::board::wide::{product, raised};
use rand::Rng as _;
use std::ops::{BitAnd, BitXor};
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The engine's random generator: small, fast, and with the same stream for a seed on every machine.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A uniformly random number in `0..n`; `n` must not be 0. The bias is below `n / 2^32`.
#[inline(always)]
pub fn random_below(rng: &mut Rng, n: u32) -> u32 {
    (((rng.next_u64() >> 32) * u64::from(n)) >> 32) as u32
}

/// Shuffles `items` uniformly (Fisher and Yates, from the end).
#[inline(always)]
pub fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random_below(rng, last as u32 + 1) as usize);
    }
}

/// The seed from a random word. It is below 2^53, so that jq and JavaScript, whose numbers are doubles, read it
/// exactly, even after adding a small number to it, such as a seat's.
pub const fn drawn_seed(word: u64) -> u64 {
    word >> 12
}

/// Many small random numbers from a few words of a generator: each draw keeps the low half of a product as the
/// randomness for the next, after Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024).
#[derive(Debug)]
pub struct Dice<'a> {
    rng: &'a mut Rng,
    word: u64,
    left: u8,
}

impl<'a> Dice<'a> {
    /// Dice that draw their randomness from `rng`.
    #[inline(always)]
    pub fn new(rng: &'a mut Rng) -> Self {
        Self { rng, word: 0, left: 0 }
    }

    /// A uniformly random number in `0..n` for `n` from 1 to 256; the bias is below `2^-24`.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        if self.left == 0 {
            self.word = self.rng.next_u64();
            self.left = 5;
        }
        self.left -= 1;
        let product = product(self.word, n.into());
        self.word = product as u64;
        (product >> 64) as u32
    }
}

/// A fixed pseudo-random 64-bit number for each `index` (SplitMix64 by Steele, Lea and Flood): Zobrist keys.
pub const fn hash_key(index: u64) -> u64 {
    let z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` Zobrist keys; tables of different `salt` have nothing in common.
pub const fn hash_keys<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = hash_key((salt << 32) + i as u64);
        i += 1;
    }
    keys
}

macro_rules! fnv_1a {
    ($name:ident, $type:ty, $basis:literal, $prime:literal) => {
        /// The FNV-1a hash of some bytes (Fowler, Noll and Vo): unlike the hashers of maps it stays the same from
        /// version to version, so it can be used in files.
        pub fn $name(bytes: &[u8]) -> $type {
            bytes.iter().fold($basis, |hash, &byte| (hash ^ <$type>::from(byte)).wrapping_mul($prime))
        }
    };
}
fnv_1a!(fnv_1a_32, u32, 0x811c_9dc5, 0x0100_0193);
fnv_1a!(fnv_1a_64, u64, 0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);

/// An unsigned integer used as a set of small numbers.
pub trait BitSet: Copy + Eq + BitAnd<Output = Self> + BitXor<Output = Self> {
    /// The empty set.
    const EMPTY: Self;
    /// The set with `index` as its only member.
    fn single(index: usize) -> Self;
    /// The smallest member; the set must not be empty.
    fn first(self) -> usize;
    /// How many members the set has.
    fn count(self) -> u32;
    /// The set without its smallest member; the set must not be empty.
    fn without_first(self) -> Self;
}

macro_rules! bit_set {
    ($type:ty, $single:expr) => {
        impl BitSet for $type {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn single(index: usize) -> Self {
                $single(index)
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & (self - 1)
            }
        }
    };
}
bit_set!(u64, |index: usize| 1 << index);
bit_set!(u128, |index| raised(1, index));

/// The members of `set` in rising order.
#[inline(always)]
pub fn members<S: BitSet>(set: S) -> Members<S> {
    Members(set)
}

/// Iterator of [`members`].
#[derive(Clone, Debug)]
pub struct Members<S>(S);

impl<S: BitSet> Iterator for Members<S> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == S::EMPTY {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.without_first();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl<S: BitSet> ExactSizeIterator for Members<S> {}

/// The operations that an instruction set may do faster than portable code.
pub trait Isa: Copy {
    /// Whether [`extract`](Isa::extract) takes about as long as an addition.
    const FAST_EXTRACT: bool;
    /// The index of the `n`-th member (from 0) of `bits`, which must have more than `n`.
    fn select(self, bits: u64, n: u32) -> u32;
    /// The bits of `bits` under `mask`, packed to the low end (PEXT).
    fn extract(self, bits: u64, mask: u64) -> u64;

    /// [`select`](Isa::select) for 128 bits.
    #[inline(always)]
    fn select_wide(self, bits: u128, n: u32) -> u32 {
        let low = bits as u64;
        let count = low.count_ones();
        if n < count { self.select(low, n) } else { 64 + self.select((bits >> 64) as u64, n - count) }
    }
}

/// Plain code for every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {
    const FAST_EXTRACT: bool = false;

    /// Broadword selection after Vigna, "Broadword implementation of rank/select queries" (2008), with
    /// `SELECT_IN_BYTE` for the last byte.
    #[inline(always)]
    fn select(self, bits: u64, n: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHS: u64 = ONES << 7;
        let pairs = bits - ((bits >> 1) & (ONES * 0x55));
        let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
        let bytes = (nibbles + (nibbles >> 4)) & (ONES * 0x0f);
        let sums = bytes.wrapping_mul(ONES);
        // A byte's high bit stays set where the running sum up to it is at most n; their number is the byte sought.
        let at_most = (((u64::from(n) * ONES) | HIGHS) - sums) & HIGHS;
        let byte = ((at_most >> 7).wrapping_mul(ONES) >> 56) as u32;
        let before = ((sums << 8) >> (8 * byte)) as u32 & 0xff;
        let rest = (bits >> (8 * byte)) as usize & 0xff;
        8 * byte + u32::from(SELECT_IN_BYTE[rest | ((n - before) as usize & 7) << 8])
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        members(mask).enumerate().fold(0, |packed, (i, bit)| packed | ((bits >> bit) & 1) << i)
    }
}

/// The place of the `n`-th one bit of a byte, at `byte | n << 8`.
static SELECT_IN_BYTE: [u8; 8 << 8] = {
    let mut places = [0; 8 << 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte | n << 8] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// The instruction set that hot code runs on, or why it is the portable one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstructionSet {
    /// x86-64-v3: BMI1, BMI2, LZCNT, POPCNT, AVX2.
    V3,
    /// WebAssembly with 128-bit SIMD, for which all code is compiled.
    Simd128,
    /// Portable code: the CPU is not x86-64 or lacks parts of x86-64-v3.
    Missing,
    /// Portable code: the CPU has all of x86-64-v3, but slow bit extraction (BMI2), like AMD's up to Zen 2, which have
    /// it in microcode.
    SlowExtract,
    /// Portable code: the environment variable `QUINTET_PORTABLE` asks for it.
    Asked,
}

impl InstructionSet {
    /// A description of the choice and its reason.
    pub fn description(self) -> &'static str {
        match self {
            Self::V3 => "x86-64-v3 (BMI2, AVX2)",
            Self::Simd128 => "WebAssembly with 128-bit SIMD",
            Self::Missing => "portable: the CPU is not x86-64-v3",
            Self::SlowExtract => "portable: the bit extraction of this CPU (BMI2) is slow",
            Self::Asked => "portable: QUINTET_PORTABLE is set",
        }
    }
}

/// The instruction set that hot code runs on.
#[cfg(not(target_arch = "x86_64"))]
pub fn instruction_set() -> InstructionSet {
    let has_simd = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));
    if has_simd { InstructionSet::Simd128 } else { InstructionSet::Missing }
}

/// The instruction set that hot code runs on.
#[cfg(target_arch = "x86_64")]
pub fn instruction_set() -> InstructionSet {
    let has_v3 = is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("avx2");
    match () {
        () if std::env::var_os("QUINTET_PORTABLE").is_some() => InstructionSet::Asked,
        () if !has_v3 => InstructionSet::Missing,
        () if has_slow_extract(CpuModel::of_this_machine()) => InstructionSet::SlowExtract,
        () => InstructionSet::V3,
    }
}

/// The maker and the family of a CPU, from CPUID.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct CpuModel {
    vendor: [u32; 3],
    family: u32,
}

#[cfg(target_arch = "x86_64")]
impl CpuModel {
    fn of_this_machine() -> Self {
        use std::arch::x86_64::__cpuid;
        let (maker, version) = (__cpuid(0), __cpuid(1).eax);
        let base = version >> 8 & 15;
        let family = if base == 15 { base + (version >> 20 & 255) } else { base };
        Self { vendor: [maker.ebx, maker.edx, maker.ecx], family }
    }

    const fn vendor(name: &[u8; 12]) -> [u32; 3] {
        [
            u32::from_le_bytes([name[0], name[1], name[2], name[3]]),
            u32::from_le_bytes([name[4], name[5], name[6], name[7]]),
            u32::from_le_bytes([name[8], name[9], name[10], name[11]]),
        ]
    }
}

/// Whether bit extraction is slow although the CPU has BMI2. AMD has it in hardware from family 19h (Zen 3) on, before
/// that in microcode that takes up to hundreds of cycles (Fog, "Instruction tables"); Hygon's CPUs are of Zen 1's kind.
#[cfg(target_arch = "x86_64")]
fn has_slow_extract(cpu: CpuModel) -> bool {
    (cpu.vendor == CpuModel::vendor(b"AuthenticAMD") && cpu.family < 0x19)
        || cpu.vendor == CpuModel::vendor(b"HygonGenuine")
}

/// Proof that the CPU is an x86-64-v3 with fast bit extraction: only [`V3::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl V3 {
    /// The token, if this CPU has everything from x86-64-v3 that this code uses.
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        // One load instead of the five of the macros, in front of every kernel.
        match KNOWN.load(Relaxed) {
            UNKNOWN => Self::ask(),
            answer => (answer == YES).then_some(Self(())),
        }
    }

    #[cold]
    fn ask() -> Option<Self> {
        let fast = instruction_set() == InstructionSet::V3;
        KNOWN.store(if fast { YES } else { NO }, Relaxed);
        fast.then_some(Self(()))
    }
}

/// What is known about the CPU.
#[cfg(target_arch = "x86_64")]
static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
#[cfg(target_arch = "x86_64")]
const UNKNOWN: u8 = 0;
#[cfg(target_arch = "x86_64")]
const YES: u8 = 1;
#[cfg(target_arch = "x86_64")]
const NO: u8 = 2;

#[cfg(target_arch = "x86_64")]
impl Isa for V3 {
    const FAST_EXTRACT: bool = true;

    #[inline(always)]
    fn select(self, bits: u64, n: u32) -> u32 {
        // SAFETY: a `V3` exists only where the CPU has BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, bits) }.trailing_zeros()
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a `V3` exists only where the CPU has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }
}

/// A piece of hot code to be compiled for each instruction set. Implementations mark `run` with `#[inline(always)]`,
/// and so must everything it calls that should benefit.
pub trait Kernel {
    /// What it computes.
    type Output;
    /// Computes it with `isa`.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// Runs `kernel` on the best instruction set of this CPU.
#[inline(always)]
pub fn fastest<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn run<K: Kernel>(kernel: K, isa: V3) -> K::Output {
            kernel.run(isa)
        }
        if let Some(isa) = V3::detect() {
            // SAFETY: a `V3` exists only where the CPU has the features that `run` is compiled for.
            return unsafe { run(kernel, isa) };
        }
    }
    kernel.run(Portable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn laws<I: Isa>(isa: I) {
        let mut rng = Rng::seed_from_u64(1);
        for _ in 0..20_000 {
            let bits = rng.next_u64() & rng.next_u64();
            let mask = rng.next_u64();
            for (n, bit) in members(bits).enumerate() {
                assert_eq!(isa.select(bits, n as u32) as usize, bit);
            }
            let wide = u128::from(bits) << 64 | u128::from(mask);
            let n = random_below(&mut rng, wide.count_ones());
            assert_eq!(isa.select_wide(wide, n) as usize, members(wide).nth(n as usize).unwrap());
            assert_eq!(isa.extract(bits, mask), Portable.extract(bits, mask));
        }
    }

    #[test]
    fn every_instruction_set_selects_alike() {
        laws(Portable);
        #[cfg(target_arch = "x86_64")]
        if let Some(isa) = V3::detect() {
            laws(isa);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bit_extraction_is_slow_where_it_is_microcode() {
        let slow = |name: &[u8; 12], family| has_slow_extract(CpuModel { vendor: CpuModel::vendor(name), family });
        // Zen 1 and 2 are of family 17h, Excavator of 15h; Zen 3 and 4 of 19h, Zen 5 of 1Ah.
        assert!(slow(b"AuthenticAMD", 0x17) && slow(b"AuthenticAMD", 0x15) && slow(b"HygonGenuine", 0x18));
        assert!(!slow(b"AuthenticAMD", 0x19) && !slow(b"AuthenticAMD", 0x1a) && !slow(b"GenuineIntel", 6));
        let here = CpuModel::of_this_machine();
        assert!(here.family >= 5 && here.vendor != [0; 3], "{here:?}");
    }

    /// The values published with the algorithm.
    #[test]
    fn hashes_are_fnv_1a() {
        assert_eq!((fnv_1a_32(b""), fnv_1a_32(b"foobar")), (0x811c_9dc5, 0xbf9c_f968));
        assert_eq!((fnv_1a_64(b""), fnv_1a_64(b"foobar")), (0xcbf2_9ce4_8422_2325, 0x8594_4171_f739_67e8));
    }

    #[test]
    fn a_shuffle_has_every_order_equally_often() {
        let (mut rng, mut counts) = (Rng::seed_from_u64(4), std::collections::BTreeMap::new());
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            shuffle(&mut rng, &mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn extract_packs_in_order() {
        assert_eq!(Portable.extract(0b1010_0110, 0b1110_0010), 0b1011);
    }
}
