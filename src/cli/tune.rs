//! `quintet tune`: the numbers that steer a search, found by games of the engine against itself.

#[cfg(not(feature = "tune"))]
pub use absent::{Arguments, run};
#[cfg(feature = "tune")]
pub use tuning::{Arguments, run};

#[cfg(not(feature = "tune"))]
mod absent {
    use crate::terminal::exit::Exit;
    use anyhow::{Result, bail};
    use std::ffi::OsString;

    /// What a build takes that can tune.
    #[derive(clap::Args)]
    pub struct Arguments {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        _any: Vec<OsString>,
    }

    /// Says that this build cannot tune.
    pub fn run(_: &Arguments) -> Result<Exit> {
        bail!("this build cannot tune: build one by `cargo build --release --features tune`")
    }
}

#[cfg(feature = "tune")]
mod tuning;
