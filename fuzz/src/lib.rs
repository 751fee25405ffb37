//! The laws of `tests/fuzzing/`, for the fuzz targets. The ordinary tests compile the same files.

#[path = "../../tests/common/mod.rs"]
pub mod common;
#[path = "../../tests/fuzzing/laws/mod.rs"]
pub mod laws;
