//! Binds games to processors, so that the system does not move the engines about: each thread that plays games gets its
//! own processors, and what it starts inherits them.

use super::Error;
use serde::Deserialize;
use std::io;
use std::str::FromStr;

/// The processors to use: all that this process may use (`true`, `all`), or a list like `2,3,8-11`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "AffinityText")]
pub enum Affinity {
    /// All that this process may use.
    All,
    /// These.
    Processors(Vec<usize>),
}

/// Its form in a file.
#[derive(Deserialize)]
#[serde(untagged, expecting = "`affinity` is true or a list like \"2,3,8-11\"")]
enum AffinityText {
    Check(bool),
    List(String),
}

impl TryFrom<AffinityText> for Affinity {
    type Error = Error;

    fn try_from(text: AffinityText) -> Result<Self, Error> {
        match text {
            AffinityText::Check(true) => Ok(Self::All),
            AffinityText::Check(false) => Err(Error::request("`affinity` is true or a list, or is left out")),
            AffinityText::List(list) => list.parse(),
        }
    }
}

impl FromStr for Affinity {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        /// More than any system has.
        const MOST: usize = 8_192;
        if text == "all" {
            return Ok(Self::All);
        }
        let wrong =
            || Error::request(format!("`affinity` is `all` or a list of processors like 2,3,8-11, not `{text}`"));
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number < MOST).ok_or_else(wrong);
        let mut processors = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            for processor in number(first)?..=number(last)? {
                if processors.contains(&processor) {
                    return Err(wrong());
                }
                processors.push(processor);
            }
        }
        if processors.is_empty() { Err(wrong()) } else { Ok(Self::Processors(processors)) }
    }
}

impl Affinity {
    /// The processors for each of the games at once, of which each needs `threads`: as many games as there are
    /// processors for, at least one and at most `games`. Different cores come before the second thread of a core.
    ///
    /// # Errors
    /// [`Error::Request`] if there are too few processors for one game, this process may not use one of them, or the
    /// system cannot bind threads.
    pub fn divide(&self, games: usize, threads: usize) -> Result<Vec<Vec<usize>>, Error> {
        let allowed = system::allowed().map_err(|error| {
            Error::request(format!("`affinity`: threads cannot be bound to processors here ({error})"))
        })?;
        let processors = match self {
            Self::All => {
                let mut processors: Vec<(usize, usize)> =
                    allowed.into_iter().map(|processor| (system::place_in_core(processor), processor)).collect();
                processors.sort_unstable();
                processors.into_iter().map(|(_, processor)| processor).collect()
            }
            Self::Processors(processors) => {
                if let Some(other) = processors.iter().find(|processor| !allowed.contains(processor)) {
                    return Err(Error::request(format!("`affinity`: this process may not use processor {other}")));
                }
                processors.clone()
            }
        };
        let parts: Vec<Vec<usize>> = processors.chunks_exact(threads.max(1)).take(games).map(<[_]>::to_vec).collect();
        if parts.is_empty() {
            let count = processors.len();
            return Err(Error::request(format!(
                "`affinity`: a game needs {threads} processors, and there are {count}"
            )));
        }
        Ok(parts)
    }
}

/// Binds this thread, and everything it starts from now on, to some processors.
///
/// # Errors
/// If the system refuses.
pub fn bind(processors: &[usize]) -> io::Result<()> {
    system::bind(processors)
}

#[cfg(target_os = "linux")]
mod system {
    use crate::files;
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;
    use std::io;
    use std::path::Path;

    /// This thread.
    const OWN: Pid = Pid::from_raw(0);

    /// The processors that this process may use.
    pub fn allowed() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(OWN)?;
        Ok((0..CpuSet::count()).filter(|&processor| set.is_set(processor) == Ok(true)).collect())
    }

    pub fn bind(processors: &[usize]) -> io::Result<()> {
        let mut set = CpuSet::new();
        processors.iter().try_for_each(|&processor| set.set(processor))?;
        Ok(sched_setaffinity(OWN, &set)?)
    }

    /// Whether a processor is the first, second … thread of its core, from 0; 0 where the system does not tell.
    pub fn place_in_core(processor: usize) -> usize {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let text = files::read_text(Path::new(&path)).unwrap_or_default();
        let mut place = 0;
        for part in text.trim().split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else { return 0 };
            place += (processor.min(last + 1)).saturating_sub(first);
        }
        place
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub fn allowed() -> io::Result<Vec<usize>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn bind(_processors: &[usize]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn place_in_core(_processor: usize) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_strictly() {
        assert_eq!("2,3,8-11".parse::<Affinity>().unwrap(), Affinity::Processors(vec![2, 3, 8, 9, 10, 11]));
        let said = |text: &str| format!("{text}: {}", text.parse::<Affinity>().unwrap_err());
        expect_test::expect![[r#"
            : `affinity` is `all` or a list of processors like 2,3,8-11, not ``
            x: `affinity` is `all` or a list of processors like 2,3,8-11, not `x`
            3-2: `affinity` is `all` or a list of processors like 2,3,8-11, not `3-2`
            1,1: `affinity` is `all` or a list of processors like 2,3,8-11, not `1,1`
            -1: `affinity` is `all` or a list of processors like 2,3,8-11, not `-1`
            1-: `affinity` is `all` or a list of processors like 2,3,8-11, not `1-`
            99999: `affinity` is `all` or a list of processors like 2,3,8-11, not `99999`"#]]
        .assert_eq(&["", "x", "3-2", "1,1", "-1", "1-", "99999"].map(said).join("\n"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_bound_thread_and_what_it_starts_stay_on_their_processors() {
        let parts = Affinity::All.divide(64, 1).unwrap();
        let mut all: Vec<usize> = parts.concat();
        all.sort_unstable();
        assert_eq!(all, system::allowed().unwrap());
        let one = parts[parts.len() - 1].clone();
        let bound = std::thread::spawn(move || {
            bind(&one).unwrap();
            let inherited = std::thread::spawn(|| system::allowed().unwrap()).join().unwrap();
            (one, system::allowed().unwrap(), inherited)
        });
        let (one, own, inherited) = bound.join().unwrap();
        assert_eq!((&own, &inherited), (&one, &one));
        let said = Affinity::All.divide(1, 100_000).unwrap_err().to_string();
        assert!(said.contains("100000"), "{said}");
        let said = Affinity::Processors(vec![8_000]).divide(1, 1).unwrap_err().to_string();
        assert!(said.contains("8000"), "{said}");
    }
}
