//! The form of learned evaluations: weights in files, the small neural network, and line patterns as look-ups.

pub mod line_patterns;
pub mod network;
pub mod weights;
