//! Time controls, and the clocks of a game.

use super::{Error, number};
use crate::search::Limits;
use crate::search::time::Clock;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long or how far an engine may think. All limits that are given hold together.
///
/// In text the parts are joined by commas: `10+0.1` (seconds for the game, and added after each turn), `movetime=500`
/// (milliseconds for a turn), `nodes=20000`, `depth=8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Time for the whole game, and what each turn adds.
    pub game: Option<(Duration, Duration)>,
    /// Time for a turn.
    pub movetime: Option<Duration>,
    /// Nodes or iterations for a turn.
    pub nodes: Option<u64>,
    /// Turns to look ahead.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// Whether nothing limits the engine.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Adds a part: a clock under the key `tc`, or `movetime`, `nodes`, `depth`.
    ///
    /// # Errors
    /// [`Error::Request`] for another key or a value out of range.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        match key {
            "tc" => self.game = Some(read_game_time(value)?),
            "movetime" => self.movetime = Some(Duration::from_millis(number::<u32>(key, value)?.into())),
            "nodes" => self.nodes = Some(number(key, value)?),
            "depth" => self.depth = Some(number(key, value)?),
            _ => {
                let known = "a time control is like 10+0.1, movetime=500, nodes=20000 or depth=8";
                return Err(Error::request(format!("{known}, not `{key}={value}`")));
            }
        }
        Ok(())
    }
}

/// Reads `BASE` or `BASE+INCREMENT`, in seconds.
fn read_game_time(text: &str) -> Result<(Duration, Duration), Error> {
    /// A year: more is a slip.
    const MOST: f64 = 365.0 * 86_400.0;
    let wrong = || Error::request(format!("a clock is like 60 or 10+0.1 (seconds), not `{text}`"));
    let seconds = |part: &str| match part.parse::<f64>() {
        Ok(number) if (0.0..MOST).contains(&number) => Ok(Duration::from_secs_f64(number)),
        _ => Err(wrong()),
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    if base + increment == Duration::ZERO { Err(wrong()) } else { Ok((base, increment)) }
}

impl FromStr for TimeControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut control = Self::default();
        for part in text.split(',').map(str::trim) {
            let (key, value) = part.split_once('=').unwrap_or(("tc", part));
            control.set(&key.trim().to_ascii_lowercase(), value.trim())?;
        }
        Ok(control)
    }
}

impl TryFrom<String> for TimeControl {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        if text.is_empty() { Ok(Self::default()) } else { text.parse() }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            self.game.map(|(base, increment)| match increment {
                Duration::ZERO => base.as_secs_f64().to_string(),
                _ => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
            }),
            self.movetime.map(|time| format!("movetime={}", time.as_millis())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// The clocks of all seats of a game.
#[derive(Clone, Debug)]
pub struct Clocks {
    controls: Vec<TimeControl>,
    remaining: Vec<Duration>,
    margin: Duration,
}

impl Clocks {
    /// Clocks that have just been set, by seat. Who oversteps a time by no more than `margin` is forgiven.
    pub fn new(controls: Vec<TimeControl>, margin: Duration) -> Self {
        let remaining = controls.iter().map(|control| control.game.map_or(Duration::ZERO, |(base, _)| base)).collect();
        Self { controls, remaining, margin }
    }

    /// When a seat that begins to think now has lost on time; `None`: at no time.
    pub fn deadline(&self, seat: usize) -> Option<Duration> {
        let control = &self.controls[seat];
        let game = control.game.map(|_| self.remaining[seat]);
        Some([game, control.movetime].into_iter().flatten().min()? + self.margin)
    }

    /// Takes the time of a turn off a seat's clock and adds the increment.
    pub fn spend(&mut self, seat: usize, time: Duration) {
        if let Some((_, increment)) = self.controls[seat].game {
            self.remaining[seat] = self.remaining[seat].saturating_sub(time) + increment;
        }
    }

    /// What a seat has left; `None` if it has no clock.
    pub fn remaining(&self, seat: usize) -> Option<Duration> {
        self.controls[seat].game.map(|_| self.remaining[seat])
    }

    /// The limits of a search of ours.
    pub fn limits(&self, seat: usize) -> Limits {
        let TimeControl { game, movetime, nodes, depth } = self.controls[seat];
        let remaining = self.remaining[seat];
        let clock = game.map(|(_, increment)| Clock { remaining, increment, moves_to_go: None });
        Limits { depth, nodes, movetime, clock, ..Limits::default() }
    }

    /// The words after `go` for the engine at a seat.
    pub fn go_words(&self, seat: usize) -> String {
        let mut words = String::new();
        if self.controls[seat].game.is_some() {
            for (index, control) in self.controls.iter().enumerate() {
                if let Some((_, increment)) = control.game {
                    let (millis, number) = (self.remaining[index].as_millis(), index + 1);
                    words += &format!(" p{number}time {millis} p{number}inc {}", increment.as_millis());
                }
            }
        }
        let TimeControl { movetime, nodes, depth, .. } = self.controls[seat];
        if let Some(time) = movetime {
            words += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = nodes {
            words += &format!(" nodes {nodes}");
        }
        if let Some(depth) = depth {
            words += &format!(" depth {depth}");
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["10+0.1", "60", "movetime=500", "nodes=20000", "depth=8", "10+0.1,nodes=5,depth=3"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "x", "1+", "nan", "inf", "1e99", "movetime=x", "nodes=-1", "speed=3", "10+0.1 3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_topped_up() {
        let control = |text: &str| text.parse::<TimeControl>().unwrap();
        let mut clocks =
            Clocks::new(vec![control("10+0.5"), control("movetime=300,depth=4")], Duration::from_millis(50));
        assert_eq!(clocks.deadline(0), Some(Duration::from_millis(10_050)));
        assert_eq!(clocks.deadline(1), Some(Duration::from_millis(350)));
        clocks.spend(0, Duration::from_millis(2_000));
        clocks.spend(1, Duration::from_millis(300));
        assert_eq!(clocks.go_words(0), " p1time 8500 p1inc 500");
        assert_eq!(clocks.go_words(1), " movetime 300 depth 4");
        assert_eq!(Clocks::new(vec![control("nodes=5")], Duration::ZERO).deadline(0), None);
    }
}
