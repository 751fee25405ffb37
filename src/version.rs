//! Which build this is.

/// The version: the package's, and in builds between releases also the commit, such as `0.3.0-dev+1a2b3c4d5e`
/// (`build.rs`).
pub const VERSION: &str = env!("QUINTET_VERSION");

/// What the engine calls itself: its name and version.
pub const ENGINE_ID: &str = concat!("quintet ", env!("QUINTET_VERSION"));
