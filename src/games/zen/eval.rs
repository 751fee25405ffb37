//! An opinion (placeholder).
use super::rules::Zen;
use crate::game::{Evaluate, Player};
impl Evaluate for Zen {
    fn evaluate(&self, _player: Player) -> i32 { 0 }
}
