//! How long somebody waits for an answer: slow work ends when nobody waits for it any more.

/// The patience of one who has asked for something.
pub struct Patience<'a> {
    /// Whether nobody waits any more.
    pub is_over: &'a dyn Fn() -> bool,
    /// How many seconds it may take, to be said if that is not enough.
    pub seconds: u64,
}
