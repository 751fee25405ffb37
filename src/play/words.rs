//! Sentences about a game, from the point of view of the people at the terminal.

use crate::records::Reason;
use crate::search::{MateDistance, Verdict};
use crate::session::State;
use crate::text::counted;
use std::fmt::Write;

/// Who plays at the terminal: seats from 1.
pub struct View<'a> {
    pub state: &'a State,
    pub people: &'a [usize],
}

impl View<'_> {
    /// The one seat that a person plays, if there is one.
    fn own_seat(&self) -> Option<usize> {
        match self.people {
            [seat] => Some(*seat),
            _ => None,
        }
    }

    /// The player at a seat, as `White`, or `White (seat 3)` if two seats have one colour.
    pub fn name(&self, seat: usize) -> String {
        let seats = &self.state.seats;
        let Some(own) = seats.get(seat.wrapping_sub(1)) else { return format!("seat {seat}") };
        let colour = own.colour.name();
        let shared = seats.iter().filter(|other| other.colour == own.colour).count() > 1;
        if shared { format!("{colour} (seat {seat})") } else { colour.to_string() }
    }

    /// The same, or `you`.
    fn name_or_you(&self, seat: usize) -> String {
        if self.own_seat() == Some(seat) { "you".to_string() } else { self.name(seat) }
    }

    /// The player to decide, as the start of a sentence: `You are Black (seat 2)` or `Black (seat 2) decides`.
    pub fn decider(&self, seat: usize) -> String {
        let colour = self.state.seats.get(seat.wrapping_sub(1)).map_or("", |seat| seat.colour.name());
        match self.own_seat() {
            Some(own) if own == seat => format!("You are {colour} (seat {seat})"),
            _ => format!("{colour} (seat {seat})"),
        }
    }

    /// A verdict for the side of `seat`, in words: `62 % for you`, `Black wins in 5 plies`.
    pub fn chances(&self, verdict: Verdict, seat: usize) -> String {
        let plies = |distance: MateDistance| counted(distance.plies(), "ply");
        let who = self.name_or_you(seat);
        let verb = |verb: &str| if who == "you" { verb.to_string() } else { format!("{verb}s") };
        match verdict {
            Verdict::Win(distance) => format!("{who} {} in {}", verb("win"), plies(distance)),
            Verdict::Loss(distance) => {
                format!("{who} {} in {}", if who == "you" { "lose" } else { "loses" }, plies(distance))
            }
            Verdict::Score(_) | Verdict::Draw => {
                let share = 100.0 * verdict.share();
                // Of two sides the person's own share is what they want to know.
                match self.own_seat().filter(|_| self.sides() == 2) {
                    Some(own) if self.side(own) != self.side(seat) => format!("{:.0} % for you", 100.0 - share),
                    Some(_) => format!("{share:.0} % for you"),
                    None => format!("{share:.0} % for {who}"),
                }
            }
        }
    }

    fn side(&self, seat: usize) -> usize {
        self.state.seats.get(seat.wrapping_sub(1)).map_or(0, |seat| seat.side)
    }

    fn sides(&self) -> usize {
        self.state.seats.iter().map(|seat| seat.side).max().unwrap_or(0)
    }

    /// How the game ended: who won from the person's point of view, then why and where. `fault` is an end that the
    /// rules do not know: who resigned or ran out of time.
    pub fn ending(&self, fault: Option<(Reason, usize)>) -> Option<String> {
        let result = self.state.result.as_ref()?;
        let sentence = match fault {
            None => result.sentence.clone(),
            Some((Reason::Time, seat)) => format!("{} has lost on time", self.name(seat)),
            Some((_, seat)) => format!("{} has resigned", self.name(seat)),
        };
        let Some(own) = self.own_seat() else { return Some(format!("{sentence}.")) };
        let own_result = match &result.winners[..] {
            _ if result.result == "draw" && self.sides() == 2 => return Some(format!("{sentence}.")),
            winners if !winners.contains(&own) => "You have lost",
            winners if winners.iter().all(|&seat| self.side(seat) == self.side(own)) => "You have won",
            _ => "You share the point",
        };
        let colour = self.state.seats.get(own - 1).map_or("", |seat| seat.colour.name());
        let rest =
            [" has won: ", " has lost: "].iter().find_map(|verb| sentence.strip_prefix(colour)?.strip_prefix(verb));
        Some(match rest {
            Some(why) => format!("{own_result}: {why}."),
            None => format!("{own_result}. {sentence}."),
        })
    }

    /// What to do, without the part about how.
    pub fn task(&self) -> &str {
        let text = self.state.instruction.split_once(": ").map_or("", |(_, task)| task);
        text.rsplit_once(": ").map_or(text, |(task, _)| task)
    }

    /// The score of a match, if this is a round of one with more rounds.
    pub fn score(&self) -> Option<String> {
        let score = self.state.match_score.as_ref()?;
        if score.round == 1 && self.state.result.is_none() {
            return None;
        }
        let points = |side: usize| {
            let seats = self.state.seats.iter().filter(|seat| seat.side == side + 1).map(|seat| seat.seat);
            let names: Vec<String> = seats.map(|seat| self.name_or_you(seat)).collect();
            format!("{} {}", names.join(" and "), score.points[side])
        };
        let mut text = format!("Round {} of a match to {} points: ", score.round, score.target);
        let _ = write!(text, "{}, {}", points(0), points(1));
        if score.over {
            text += "; the match is over";
        } else if score.next_starts.is_some() {
            text += "; `next` starts the next round";
        }
        Some(text + ".")
    }
}

/// A sentence with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    fn session(game: &str, turns: &str) -> Box<dyn Session> {
        let mut session = crate::registry::open(game).unwrap();
        let turns: Vec<String> = turns.split_whitespace().map(str::to_string).collect();
        session.set_position(None, &turns).unwrap();
        session
    }

    #[test]
    fn percentages_say_whose_they_are() {
        let state = session("yavalath", "e5").state();
        let of = |people: &[usize], verdict, seat| View { state: &state, people }.chances(verdict, seat);
        assert_eq!(of(&[2], Verdict::Score(100), 2), "64 % for you");
        assert_eq!(of(&[1], Verdict::Score(100), 2), "36 % for you");
        assert_eq!(of(&[1, 2], Verdict::Score(100), 2), "64 % for Black");
        assert_eq!(of(&[1], Verdict::win_in(3), 2), "Black wins in 3 plies");
        assert_eq!(of(&[2], Verdict::loss_in(1), 2), "you lose in 1 ply");
        let three = session("yavalath3", "").state();
        assert_eq!(View { state: &three, people: &[1] }.chances(Verdict::Score(0), 3), "50 % for Red");
    }

    #[test]
    fn the_end_says_who_why_and_where() {
        let won = session("yavalath", "e5 a1 e6 a3 e8 c1 e7").state();
        let of = |people: &[usize]| View { state: &won, people }.ending(None).unwrap();
        assert!(of(&[1]).starts_with("You have won: four in a row on "), "{}", of(&[1]));
        assert!(of(&[2]).starts_with("You have lost. White has won: four in a row on "), "{}", of(&[2]));
        assert!(of(&[1, 2]).starts_with("White has won: "), "{}", of(&[1, 2]));
        let mut given_up = session("yavalath", "e5");
        given_up.forfeit(1);
        let state = given_up.state();
        let of = |reason| View { state: &state, people: &[1] }.ending(Some((reason, 2))).unwrap();
        assert_eq!(of(Reason::Resign), "You have won. Black has resigned.");
        assert_eq!(of(Reason::Time), "You have won. Black has lost on time.");
    }
}
