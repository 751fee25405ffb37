//! Arithmetic with 128 bits, which compilers turn into slow code for WebAssembly: they call functions that shift or
//! multiply any 128 bits, and work on two halves where a vector register has room for both.

use std::ops::{BitAnd, BitOr};

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use plain::Wide;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd::Wide;

/// Whether the compiler calls a function for what two or three instructions of most CPUs do.
const IS_WASM: bool = cfg!(target_family = "wasm");

/// The whole product of two numbers.
#[inline(always)]
pub fn product(a: u64, b: u64) -> u128 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return product_of_halves(a, b, simd::products);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    return u128::from(a) * u128::from(b);
}

/// The same from the products of halves: of the low ones, the high ones, low and high, high and low.
#[cfg(any(test, all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn product_of_halves(a: u64, b: u64, products: impl FnOnce(u64, u64) -> [u64; 4]) -> u128 {
    let [low, high, left, right] = products(a, b);
    let middle = (low >> 32) + (left & 0xffff_ffff) + (right & 0xffff_ffff);
    let high = high + (left >> 32) + (right >> 32) + (middle >> 32);
    u128::from(high) << 64 | u128::from(a.wrapping_mul(b))
}

/// The high half of the product of `key` and a number of things: keys choose each of them equally often.
#[inline(always)]
pub fn share(key: u64, count: usize) -> usize {
    if size_of::<usize>() > 4 { (product(key, count as u64) >> 64) as usize } else { share_of_few(key, count) as usize }
}

/// The same for a count of less than 2³².
#[inline(always)]
fn share_of_few(key: u64, count: usize) -> u64 {
    let count = count as u64;
    ((key >> 32) * count + (((key & 0xffff_ffff) * count) >> 32)) >> 32
}

/// The set with all members greater by `by`, below 128.
#[inline(always)]
pub const fn raised(set: u128, by: usize) -> u128 {
    if IS_WASM { raised_by_halves(set, by) } else { set << by }
}

#[inline(always)]
const fn raised_by_halves(set: u128, by: usize) -> u128 {
    let ([low, high], within) = ([set as u64, (set >> 64) as u64], by as u32 & 63);
    let carried = low >> 1 >> (63 - within);
    let (low, high) = (low << within, high << within | carried);
    let [low, high] = if by & 64 == 0 { [low, high] } else { [0, low] };
    low as u128 | (high as u128) << 64
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    /// A set of small numbers, as a `u128` is one.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Wide(pub(super) u128);

    impl Wide {
        /// The same set.
        #[inline(always)]
        pub fn new(set: &u128) -> Self {
            Self(*set)
        }

        /// The same set.
        #[inline(always)]
        pub fn set(self) -> u128 {
            self.0
        }

        /// Whether it has a member.
        #[inline(always)]
        pub fn any(self) -> bool {
            self.0 != 0
        }

        /// All members greater by `N`, which is 1 to 63.
        #[inline(always)]
        pub fn up<const N: u32>(self) -> Self {
            Self(self.0 << N)
        }

        /// All members less by `N`, which is 1 to 63.
        #[inline(always)]
        pub fn down<const N: u32>(self) -> Self {
            Self(self.0 >> N)
        }

        #[inline(always)]
        pub(super) fn and(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }

        #[inline(always)]
        pub(super) fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd {
    use std::arch::wasm32::{
        i64x2_shl, i64x2_shuffle, u64x2, u64x2_extmul_high_u32x4, u64x2_extmul_low_u32x4, u64x2_extract_lane,
        u64x2_shr, u64x2_splat, v128, v128_and, v128_any_true, v128_load, v128_or, v128_xor,
    };

    /// The products of the halves of two numbers. Written with numbers of 64 bits, compilers see what they are for, and call
    /// their function.
    #[inline(always)]
    pub(super) fn products(a: u64, b: u64) -> [u64; 4] {
        let (a, b) = (u64x2_splat(a), u64x2(b, b.rotate_left(32)));
        let (straight, crossed) = (u64x2_extmul_low_u32x4(a, b), u64x2_extmul_high_u32x4(a, b));
        [
            u64x2_extract_lane::<0>(straight),
            u64x2_extract_lane::<1>(straight),
            u64x2_extract_lane::<0>(crossed),
            u64x2_extract_lane::<1>(crossed),
        ]
    }

    /// A set of small numbers, as a `u128` is one.
    #[derive(Clone, Copy, Debug)]
    pub struct Wide(v128);

    impl Wide {
        /// The same set.
        #[inline(always)]
        pub fn new(set: &u128) -> Self {
            // SAFETY: these are 16 bytes that may be read.
            Self(unsafe { v128_load(std::ptr::from_ref(set).cast()) })
        }

        /// The same set.
        #[inline(always)]
        pub fn set(self) -> u128 {
            u128::from(u64x2_extract_lane::<1>(self.0)) << 64 | u128::from(u64x2_extract_lane::<0>(self.0))
        }

        /// Whether it has a member.
        #[inline(always)]
        pub fn any(self) -> bool {
            v128_any_true(self.0)
        }

        /// All members greater by `N`, which is 1 to 63.
        #[inline(always)]
        pub fn up<const N: u32>(self) -> Self {
            let carried = i64x2_shuffle::<1, 2>(u64x2(0, 0), u64x2_shr(self.0, 64 - N));
            Self(v128_or(i64x2_shl(self.0, N), carried))
        }

        /// All members less by `N`, which is 1 to 63.
        #[inline(always)]
        pub fn down<const N: u32>(self) -> Self {
            let carried = i64x2_shuffle::<1, 2>(i64x2_shl(self.0, 64 - N), u64x2(0, 0));
            Self(v128_or(u64x2_shr(self.0, N), carried))
        }

        #[inline(always)]
        pub(super) fn and(self, other: Self) -> Self {
            Self(v128_and(self.0, other.0))
        }

        #[inline(always)]
        pub(super) fn or(self, other: Self) -> Self {
            Self(v128_or(self.0, other.0))
        }
    }

    impl PartialEq for Wide {
        #[inline(always)]
        fn eq(&self, other: &Self) -> bool {
            !v128_any_true(v128_xor(self.0, other.0))
        }
    }
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.and(other)
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Rng;
    use rand::{Rng as _, SeedableRng};

    fn numbers() -> Vec<u64> {
        let mut rng = Rng::seed_from_u64(2);
        let mut numbers = vec![0, 1, u64::MAX, u64::MAX << 32, u64::MAX >> 32];
        numbers.extend((0..100).map(|_| rng.next_u64()));
        numbers
    }

    #[test]
    fn products_are_exact() {
        let halves = |n: u64| [n & 0xffff_ffff, n >> 32];
        let products = |a, b| {
            let ([a, c], [b, d]) = (halves(a), halves(b));
            [a * b, c * d, a * d, c * b]
        };
        for (a, b) in numbers().into_iter().flat_map(|a| numbers().into_iter().map(move |b| (a, b))) {
            let whole = u128::from(a) * u128::from(b);
            assert_eq!((product(a, b), product_of_halves(a, b, products)), (whole, whole));
            let few = (b >> 32) as usize;
            let part = ((u128::from(a) * few as u128) >> 64) as u64;
            assert_eq!((share(a, few) as u64, share_of_few(a, few)), (part, part));
        }
    }

    #[test]
    fn sets_are_raised_by_any_number() {
        for pair in numbers().windows(2) {
            let set = u128::from(pair[0]) << 64 | u128::from(pair[1]);
            for by in 0..128 {
                assert_eq!((raised(set, by), raised_by_halves(set, by)), (set << by, set << by));
            }
        }
    }
}
