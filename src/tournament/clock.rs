//! Time controls, and the clocks of a game.

use super::{Error, number};
use crate::search::Limits;
use crate::search::time::Clock;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A clock, in text `BASE`, `BASE+INCREMENT` or `TURNS/BASE+INCREMENT`; a base is seconds or `MINUTES:SECONDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// The base is for this many turns and is then added anew; without it, it is for the whole game.
    pub turns: Option<u32>,
    /// The initial time.
    pub base: Duration,
    /// What each turn adds.
    pub increment: Duration,
}

impl ClockControl {
    /// A clock for the whole game.
    pub fn new(base: Duration, increment: Duration) -> Self {
        Self { turns: None, base, increment }
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(turns) = self.turns {
            write!(f, "{turns}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl FromStr for ClockControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        /// A year: more is a typo.
        const MOST: f64 = 365.0 * 86_400.0;
        let wrong = || Error::request(format!("a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `{text}`"));
        let seconds = |part: &str| match part.parse::<f64>() {
            Ok(number) if (0.0..MOST).contains(&number) => Ok(Duration::from_secs_f64(number)),
            _ => Err(wrong()),
        };
        let (turns, time) = match text.split_once('/') {
            Some((turns, time)) => {
                (Some(turns.trim().parse().ok().filter(|turns| *turns > 0).ok_or_else(wrong)?), time)
            }
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 =
                    minutes.trim().parse().ok().filter(|minutes| *minutes < 525_600).ok_or_else(wrong)?;
                let rest = seconds(rest)?;
                if rest >= Duration::from_secs(60) {
                    return Err(wrong());
                }
                Duration::from_secs(60) * minutes + rest
            }
            None => seconds(base)?,
        };
        let increment = seconds(increment)?;
        if base + increment == Duration::ZERO { Err(wrong()) } else { Ok(Self { turns, base, increment }) }
    }
}

/// How long or how far an engine may think. All given limits apply together.
///
/// As text, the parts are separated by commas: `10+0.1` (seconds for the game, seconds added after each turn),
/// `40/1:30+0.5` (minutes and seconds for every 40 turns), `movetime=500` (milliseconds for a turn), `first=1000`
/// (milliseconds for a player's first turn, where that is not `movetime`), `nodes=20000`, `depth=8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// A clock.
    pub clock: Option<ClockControl>,
    /// Time for a turn.
    pub movetime: Option<Duration>,
    /// Time for the first turn of a player, instead of `movetime`.
    pub first: Option<Duration>,
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

    /// The same, if its parts fit together.
    ///
    /// # Errors
    /// [`Error::Request`] for `first` without `movetime`.
    pub fn checked(self) -> Result<Self, Error> {
        if self.first.is_some() && self.movetime.is_none() {
            return Err(Error::request(format!("`first` is beside `movetime`, which is missing in `{self}`")));
        }
        Ok(self)
    }

    /// Adds a part: a clock under the key `tc`, or `movetime`, `first`, `nodes`, `depth`.
    ///
    /// # Errors
    /// [`Error::Request`] for another key, a value out of range, or a part that was given already.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let millis = || Ok::<_, Error>(Duration::from_millis(number::<u32>(key, value)?.into()));
        let is_new = match key {
            "tc" => self.clock.replace(value.parse()?).is_none(),
            "movetime" => self.movetime.replace(millis()?).is_none(),
            "first" => self.first.replace(millis()?).is_none(),
            "nodes" => self.nodes.replace(number(key, value)?).is_none(),
            "depth" => self.depth.replace(number(key, value)?).is_none(),
            _ => {
                let known = "a time control is like 10+0.1, movetime=500, nodes=20000 or depth=8";
                return Err(Error::request(format!("{known}, not `{key}={value}`")));
            }
        };
        let what = if key == "tc" { "the clock of a time control" } else { key };
        if is_new {
            Ok(())
        } else {
            Err(Error::request(format!("{what} is given twice, the second time as `{value}`")))
        }
    }
}

impl FromStr for TimeControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut control = Self::default();
        for part in text.split(',').map(str::trim) {
            let (key, value) = part.split_once('=').unwrap_or(("tc", part));
            control.set(&key.trim().to_ascii_lowercase(), value.trim())?;
        }
        control.checked()
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
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("movetime={}", time.as_millis())),
            self.first.map(|time| format!("first={}", time.as_millis())),
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
    /// How much each seat may exceed its time by.
    margins: Vec<Duration>,
    /// How many turns each seat has played.
    turns: Vec<u32>,
}

impl Clocks {
    /// New clocks, by seat. A seat may exceed its time by up to `margin`.
    pub fn new(controls: Vec<TimeControl>, margin: Duration) -> Self {
        let margins = vec![margin; controls.len()];
        Self::with_margins(controls, margins)
    }

    /// The same with a margin for each seat.
    pub fn with_margins(controls: Vec<TimeControl>, margins: Vec<Duration>) -> Self {
        let remaining =
            controls.iter().map(|control| control.clock.map_or(Duration::ZERO, |clock| clock.base)).collect();
        let turns = vec![0; controls.len()];
        Self { controls, remaining, margins, turns }
    }

    /// The time that a seat has for its next turn, if that has a time of its own.
    fn movetime(&self, seat: usize) -> Option<Duration> {
        let TimeControl { movetime, first, .. } = self.controls[seat];
        first.filter(|_| self.turns[seat] == 0).or(movetime)
    }

    /// When a seat that starts to think now will have lost on time; `None`: never.
    pub fn deadline(&self, seat: usize) -> Option<Duration> {
        let control = &self.controls[seat];
        let clock = control.clock.map(|_| self.remaining[seat]);
        Some([clock, self.movetime(seat)].into_iter().flatten().min()? + self.margins[seat])
    }

    /// Takes the time of a turn off a seat's clock and adds what the turn adds.
    pub fn spend(&mut self, seat: usize, time: Duration) {
        self.turns[seat] += 1;
        let Some(ClockControl { turns, base, increment }) = self.controls[seat].clock else { return };
        self.remaining[seat] = self.remaining[seat].saturating_sub(time) + increment;
        if turns.is_some_and(|turns| self.turns[seat].is_multiple_of(turns)) {
            self.remaining[seat] += base;
        }
    }

    /// After how many turns of a seat, including the next one, time is added to its clock.
    fn turns_to_go(&self, seat: usize) -> Option<u32> {
        let turns = self.controls[seat].clock?.turns?;
        Some(turns - self.turns[seat] % turns)
    }

    /// The time a seat has left; `None` without a clock.
    pub fn remaining(&self, seat: usize) -> Option<Duration> {
        self.controls[seat].clock.map(|_| self.remaining[seat])
    }

    /// The limits of a built-in search.
    pub fn limits(&self, seat: usize) -> Limits {
        let TimeControl { clock, nodes, depth, .. } = self.controls[seat];
        let movetime = self.movetime(seat);
        let (remaining, moves_to_go) = (self.remaining[seat], self.turns_to_go(seat));
        let clock = clock.map(|ClockControl { increment, .. }| Clock { remaining, increment, moves_to_go });
        Limits { depth, nodes, movetime, clock, ..Limits::default() }
    }

    /// The words after `go` for the engine at a seat.
    pub fn go_words(&self, seat: usize) -> String {
        let mut words = String::new();
        if self.controls[seat].clock.is_some() {
            for (index, control) in self.controls.iter().enumerate() {
                if let Some(ClockControl { increment, .. }) = control.clock {
                    let (millis, number) = (self.remaining[index].as_millis(), index + 1);
                    words += &format!(" p{number}time {millis} p{number}inc {}", increment.as_millis());
                }
            }
        }
        if let Some(turns) = self.turns_to_go(seat) {
            words += &format!(" movestogo {turns}");
        }
        let TimeControl { nodes, depth, .. } = self.controls[seat];
        if let Some(time) = self.movetime(seat) {
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
        for text in [
            "10+0.1",
            "60",
            "40/10+0.1",
            "movetime=500",
            "movetime=100,first=1000",
            "nodes=20000",
            "depth=8",
            "10+0.1,nodes=5,depth=3",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for (text, seconds) in [("1:30+0.5", "90+0.5"), ("40/5:00", "40/300"), ("0:07.5", "7.5")] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), seconds);
        }
        let said = |text: &str| format!("{text}: {}", text.parse::<TimeControl>().unwrap_err());
        expect_test::expect![[r#"
            0/10: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `0/10`
            -1/10: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `-1/10`
            /10: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `/10`
            40/: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `40/`
            x/5: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `x/5`
            1:60: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `1:60`
            :5: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `:5`
            1:-3: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `1:-3`
            1:2:3: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `1:2:3`
            99999999:00: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `99999999:00`"#]]
        .assert_eq(
            &["0/10", "-1/10", "/10", "40/", "x/5", "1:60", ":5", "1:-3", "1:2:3", "99999999:00"].map(said).join("\n"),
        );
        for text in ["60+0,1", "nodes=5,nodes=6", "nodes=5,Nodes=5", "tc=5,60", "depth=1,movetime=2,depth=1"] {
            assert!(text.parse::<TimeControl>().unwrap_err().to_string().contains("given twice"), "{text}");
        }
        expect_test::expect![[r#"
            : a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not ``
            0: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `0`
            -1: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `-1`
            x: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `x`
            1+: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `1+`
            nan: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `nan`
            inf: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `inf`
            1e99: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `1e99`
            movetime=x: `movetime` needs a number in range, not `x`
            nodes=-1: `nodes` needs a number in range, not `-1`
            speed=3: a time control is like 10+0.1, movetime=500, nodes=20000 or depth=8, not `speed=3`
            10+0.1 3: a clock is like 60, 10+0.1 (seconds), 1:30 or 40/10+0.1, not `10+0.1 3`"#]]
        .assert_eq(
            &["", "0", "-1", "x", "1+", "nan", "inf", "1e99", "movetime=x", "nodes=-1", "speed=3", "10+0.1 3"]
                .map(said)
                .join("\n"),
        );
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

    #[test]
    fn the_first_turn_may_have_another_time() {
        let mut clocks = Clocks::new(vec!["movetime=100,first=1000".parse().unwrap(); 2], Duration::ZERO);
        assert_eq!(clocks.go_words(0), " movetime 1000");
        clocks.spend(0, Duration::ZERO);
        assert_eq!([0, 1].map(|seat| clocks.deadline(seat)), [100, 1000].map(|ms| Some(Duration::from_millis(ms))));
        assert_eq!(clocks.limits(0).movetime, Some(Duration::from_millis(100)));
        assert!("first=1000".parse::<TimeControl>().unwrap_err().to_string().contains("beside `movetime`"));
    }

    #[test]
    fn time_for_some_turns_is_added_after_them() {
        let control = "3/10+1".parse::<TimeControl>().unwrap();
        let mut clocks = Clocks::new(vec![control; 2], Duration::ZERO);
        for (words, left) in [("3", 9_000), ("2", 8_000), ("1", 17_000), ("3", 16_000)] {
            assert!(clocks.go_words(0).ends_with(&format!(" movestogo {words}")), "{}", clocks.go_words(0));
            clocks.spend(0, Duration::from_secs(2));
            assert_eq!(clocks.remaining(0), Some(Duration::from_millis(left)));
        }
        assert_eq!((clocks.turns_to_go(0), clocks.turns_to_go(1)), (Some(2), Some(3)));
    }

    #[test]
    fn each_seat_has_a_margin_of_its_own() {
        let control: TimeControl = "movetime=100".parse().unwrap();
        let margins = [5, 200].map(Duration::from_millis).to_vec();
        let clocks = Clocks::with_margins(vec![control; 2], margins);
        assert_eq!([0, 1].map(|seat| clocks.deadline(seat)), [105, 300].map(|ms| Some(Duration::from_millis(ms))));
    }
}
