//! The laws of `tests/program/fuzzing/`, for the fuzz targets. The ordinary tests compile the same files.

#[path = "../../tests/common/mod.rs"]
pub mod common;
#[path = "../../tests/reference/mod.rs"]
pub mod reference;
#[path = "../../tests/program/fuzzing/laws/mod.rs"]
pub mod laws;
