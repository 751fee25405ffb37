//! A part of a work that several machines share: of a tournament's encounters, of a file's requests.
//!
//! Both ways divide any number of things so that each belongs to one part, and depend on nothing but the numbers.

use std::str::FromStr;

/// The `k`-th of `n`, in text `K/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KOfN {
    /// Which part, from 1.
    pub k: u64,
    /// How many parts there are, at least 1.
    pub n: u64,
}

impl FromStr for KOfN {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            Some((k, n)) if (1..=n).contains(&k) => Ok(Self { k, n }),
            _ => Err(format!("a part is K/N, such as 2/8, with K from 1 to N, not `{text}`")),
        }
    }
}

/// Lets values be read from strings in JSON and TOML as they are on the command line.
macro_rules! deserialize_as_text {
    ($($name:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use deserialize_as_text;

deserialize_as_text!(KOfN);

/// A part of things that are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Each `n`-th, beginning with number `k` − 1: `--shard`.
    Interleaved(KOfN),
    /// So many in a row that all parts have the same number, or one more: `--chunk`.
    Contiguous(KOfN),
}

impl Part {
    /// Everything.
    pub const WHOLE: Self = Self::Interleaved(KOfN { k: 1, n: 1 });

    /// How many of `all` things it has.
    pub fn len(self, all: u64) -> u64 {
        match self {
            Self::Interleaved(KOfN { k, n }) => all.saturating_sub(k - 1).div_ceil(n),
            Self::Contiguous(part) => end(part, all) - start(part, all),
        }
    }

    /// The number of its `index`-th thing, from 0, which must be below its [length](Self::len).
    pub fn nth(self, index: u64, all: u64) -> u64 {
        match self {
            Self::Interleaved(KOfN { k, n }) => (k - 1) + index * n,
            Self::Contiguous(part) => start(part, all) + index,
        }
    }

    /// Whether a thing is in it.
    pub fn contains(self, number: u64, all: u64) -> bool {
        match self {
            Self::Interleaved(KOfN { k, n }) => number % n == k - 1,
            Self::Contiguous(part) => (start(part, all)..end(part, all)).contains(&number),
        }
    }

    /// The numbers of its things, in order.
    pub fn numbers(self, all: u64) -> impl Iterator<Item = u64> + Send {
        (0..self.len(all)).map(move |index| self.nth(index, all))
    }
}

fn start(KOfN { k, n }: KOfN, all: u64) -> u64 {
    // Not more than `all`, so that it fits.
    (u128::from(all) * u128::from(k - 1) / u128::from(n)) as u64
}

fn end(KOfN { k, n }: KOfN, all: u64) -> u64 {
    (u128::from(all) * u128::from(k) / u128::from(n)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_whole() {
        for all in [0, 1, 5, 7, 8, 9, 480, 1_001] {
            for n in [1, 2, 3, 8, 50, 2_000] {
                for way in [Part::Interleaved, Part::Contiguous] {
                    let parts: Vec<Part> = (1..=n).map(|k| way(KOfN { k, n })).collect();
                    let mut numbers: Vec<u64> = parts.iter().flat_map(|part| part.numbers(all)).collect();
                    let lengths: Vec<u64> = parts.iter().map(|part| part.len(all)).collect();
                    assert!(lengths.iter().max().unwrap() - lengths.iter().min().unwrap() <= 1, "{way:?} {all} {n}");
                    for part in parts {
                        assert!((0..all).all(|i| part.contains(i, all) == part.numbers(all).any(|j| i == j)));
                    }
                    numbers.sort_unstable();
                    assert!(numbers.into_iter().eq(0..all), "{all} {n}");
                }
            }
        }
    }

    #[test]
    fn no_number_is_too_large() {
        let most = u64::MAX;
        let last = Part::Contiguous(KOfN { k: most, n: most });
        assert_eq!((last.len(most), last.nth(0, most)), (1, most - 1));
        let last = Part::Interleaved(KOfN { k: most, n: most });
        assert_eq!((last.len(most), last.nth(0, most)), (1, most - 1));
    }

    #[test]
    fn parts_are_read_strictly() {
        assert_eq!("2/8".parse(), Ok(KOfN { k: 2, n: 8 }));
        for text in ["", "2", "0/8", "9/8", "1/0", "-1/2", "1/2/3", "x/2"] {
            assert!(text.parse::<KOfN>().unwrap_err().starts_with("a part is K/N"), "{text}");
        }
    }
}
