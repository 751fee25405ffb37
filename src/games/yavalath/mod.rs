//! Yavalath.
