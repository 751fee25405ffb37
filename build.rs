//! Stamps a build of a pre-release, such as 0.3.0-dev, with its commit: `0.3.0-dev+1a2b3c4d5e`, and `….dirty` if the
//! sources were changed after it. A release, and a pre-release outside of its own repository, has its version alone.
//!
//! The stamp never builds anything anew: it is made when the sources are compiled anyway, and says of which commit they
//! were then. So this watches the sources and not the repository.

use std::env;
use std::process::Command;

/// What is compiled into the library and the program.
const SOURCES: [&str; 6] = ["build.rs", "Cargo.toml", "src", "crates", "docs/rules", "openings/books"];

fn main() {
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let is_release = env::var("CARGO_PKG_VERSION_PRE").is_ok_and(|pre| pre.is_empty());
    let commit = if is_release { None } else { commit() };
    println!("cargo::rustc-env=QUINTET_VERSION={version}{}", commit.unwrap_or_default());
}

/// What git says in the folder of the package; `None` if it fails.
fn git(words: &[&str]) -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    let mut command = Command::new("git");
    // In a hook these name another repository.
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    let output = command.arg("--no-optional-locks").arg("-C").arg(folder).args(words).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The commit as the end of a version.
fn commit() -> Option<String> {
    // A tarball may have been unpacked somewhere within another repository.
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() || git(&["ls-files", "Cargo.toml"])?.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--untracked-files=no", "--"][..], &SOURCES].concat())?;
    Some(format!("+{commit}{}", if changes.is_empty() { "" } else { ".dirty" }))
}
