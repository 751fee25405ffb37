//! Clocks for both sides: how to read and show them.

use super::game::TerminalGame;
use super::words::View;
use crate::records::Reason;
use crate::terminal::parse_time;
use crate::tournament::clock::ClockControl;
use std::time::Duration;

/// Reads a clock such as `5m+3s`: the time for the game, and what each turn adds.
pub fn parse_clock(text: &str) -> Result<ClockControl, String> {
    let wrong = |_| format!("a clock is like 5m, 5m+3s or 300+3, not `{text}`");
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let (base, increment) = (parse_time(base).map_err(wrong)?, parse_time(increment).map_err(wrong)?);
    if base + increment == Duration::ZERO { Err(wrong(String::new())) } else { Ok(ClockControl::new(base, increment)) }
}

/// A time as a clock shows it: `1:02:03`, `4:32`, and the last twenty seconds with tenths.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..20 => format!("0:{:04.1}", time.as_millis() as f64 / 1e3),
        20..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}

impl TerminalGame {
    /// The time left for each seat, if there are clocks, when the seat to decide has thought for this long.
    pub fn clock_line(&self, time: Duration) -> Option<String> {
        let state = self.state();
        let view = View { state: &state, people: &self.people };
        let left = |seat: usize| {
            let left = self.clocks.remaining(seat - 1)?;
            match self.fault {
                Some((Reason::Time, loser)) if loser == seat => Some(Duration::ZERO),
                _ if state.decides == Some(seat) => Some(left.saturating_sub(time)),
                _ => Some(left),
            }
        };
        let one = |seat: usize| Some(format!("{} {}", view.name(seat), shown(left(seat)?)));
        let all: Vec<String> = (1..=self.session.seats()).filter_map(one).collect();
        (!all.is_empty()).then(|| format!("Clocks: {}", all.join(", ")))
    }

    /// Whether the seat to decide has lost on time after thinking for this long.
    pub fn has_run_out(&self, time: Duration) -> bool {
        let seat = self.session.seat();
        // A time for a turn alone is the engine's, and no clock.
        self.clocks.remaining(seat).is_some_and(|remaining| time > remaining + MARGIN)
    }
}

/// The grace on the clock, as an engine may wake up late.
const MARGIN: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_shown() {
        let seconds =
            |base, increment| Ok(ClockControl::new(Duration::from_secs(base), Duration::from_secs(increment)));
        assert_eq!(parse_clock("5m+3s"), seconds(300, 3));
        assert_eq!(parse_clock("300+3"), seconds(300, 3));
        assert_eq!(parse_clock("1h"), seconds(3_600, 0));
        let said = ["", "5m+", "+3s", "0", "soon", "5m+3s+1s"]
            .map(|text| format!("{text}: {}", parse_clock(text).unwrap_err()));
        expect_test::expect![[r#"
            : a clock is like 5m, 5m+3s or 300+3, not ``
            5m+: a clock is like 5m, 5m+3s or 300+3, not `5m+`
            +3s: a clock is like 5m, 5m+3s or 300+3, not `+3s`
            0: a clock is like 5m, 5m+3s or 300+3, not `0`
            soon: a clock is like 5m, 5m+3s or 300+3, not `soon`
            5m+3s+1s: a clock is like 5m, 5m+3s or 300+3, not `5m+3s+1s`"#]]
        .assert_eq(&said.join("\n"));
        let of = |millis| shown(Duration::from_millis(millis));
        assert_eq!(
            [of(0), of(19_940), of(20_000), of(272_000), of(3_723_000)],
            ["0:00.0", "0:19.9", "0:20", "4:32", "1:02:03"]
        );
    }
}
