//! Exit codes. A scheduler must distinguish complete work from stopped work, so that jobs waiting for it do not start
//! with half of it (docs/cluster.md).

use crate::analysis_engine::BatchError;
use crate::locks::LockError;
use crate::search::OutOfMemory;
use crate::tournament;
use crate::train::TrainError;
use std::error::Error;
use std::io;
use std::process::ExitCode;

/// How a command ends; the number is its exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything requested was done.
    Whole = 0,
    /// A file, a thread, memory or an engine was not available, or the tested program failed.
    Environment = 1,
    /// A request that cannot be understood or carried out.
    Usage = 2,
    /// Stopped before the end, or parts of what is needed are missing.
    Incomplete = 3,
}

impl Exit {
    /// The exit of a failed command.
    pub fn of_error(error: &anyhow::Error) -> Self {
        error.chain().find_map(Self::of_cause).unwrap_or(Self::Usage)
    }

    fn of_cause(cause: &(dyn Error + 'static)) -> Option<Self> {
        let of_tournament = cause.downcast_ref::<tournament::Error>();
        let lock = match (of_tournament, cause.downcast_ref(), cause.downcast_ref()) {
            (Some(tournament::Error::Lock(error)), ..) => Some(error),
            (_, Some(BatchError::Lock(error)), _) | (_, _, Some(TrainError::Lock(error))) => Some(error),
            _ => cause.downcast_ref(),
        };
        match (lock, cause.downcast_ref()) {
            (Some(LockError::Stopped(_)), _) | (_, Some(TrainError::Stopped | TrainError::Missing(_))) => {
                Some(Self::Incomplete)
            }
            // These may pass: the request was right.
            (Some(LockError::TimedOut { .. }), _) => Some(Self::Environment),
            _ if matches!(of_tournament, Some(tournament::Error::Engine { .. })) => Some(Self::Environment),
            _ => (cause.is::<io::Error>() || cause.is::<OutOfMemory>()).then_some(Self::Environment),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FileError;
    use anyhow::Context;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    #[test]
    fn every_error_has_its_exit_code_however_deep_it_lies() {
        let missing = || FileError::of(Path::new("a"), "read")(io::ErrorKind::NotFound.into());
        let stopped = || LockError::Stopped(PathBuf::from("a"));
        let timed_out = || LockError::TimedOut { path: PathBuf::from("a"), waited: Duration::ZERO };
        let engine = || tournament::Error::Engine { name: "a".into(), what: "b".into() };
        let of = |error: anyhow::Error| [Exit::of_error(&error), Exit::of_error(&error.context("c"))];
        for (error, exit) in [
            (missing().into(), Exit::Environment),
            (tournament::Error::from(missing()).into(), Exit::Environment),
            (engine().into(), Exit::Environment),
            (OutOfMemory.into(), Exit::Environment),
            (stopped().into(), Exit::Incomplete),
            (tournament::Error::from(stopped()).into(), Exit::Incomplete),
            (BatchError::from(stopped()).into(), Exit::Incomplete),
            (TrainError::Stopped.into(), Exit::Incomplete),
            (TrainError::Missing("a".into()).into(), Exit::Incomplete),
            (tournament::Error::from(timed_out()).into(), Exit::Environment),
            (TrainError::Lock(timed_out()).into(), Exit::Environment),
            (LockError::InUse(PathBuf::from("a")).into(), Exit::Usage),
            (anyhow::anyhow!("a"), Exit::Usage),
        ] {
            assert_eq!(of(error), [exit; 2]);
        }
        let nested: anyhow::Result<()> = Err(missing()).context("b").context("c");
        assert_eq!(nested.map_err(|error| Exit::of_error(&error)), Err(Exit::Environment));
    }
}
