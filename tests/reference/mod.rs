//! Every game a second time, slow and plain, written from `docs/rules` alone.
#![allow(dead_code)]

pub mod gipf;
pub mod pentalath;
pub mod yavalath;
pub mod yinsh;
pub mod zen;
