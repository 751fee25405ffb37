//! Pictures (placeholder).
use super::rules::Zen;
use crate::game::{Charset, Draw, Marks, Move};
impl Draw for Zen {
    fn terminal(&self, _last: &[Move], _charset: Charset) -> String { "\n".into() }
    fn svg(&self, _marks: &Marks) -> String { "<svg></svg>".into() }
}
