//! The form of learned evaluations: weights in files, the small neural network, its features, and line patterns as
//! look-ups.

pub mod features;
pub mod line_patterns;
pub mod network;
pub mod weights;
