//! Summarises remarks about the games of a file: one sentence for each kind, if there are many of a kind.

use super::import::Oddity;
use super::projection::Lost;
use crate::sentence::Sentence;
use std::collections::HashMap;

/// The oddities reported one by one.
const FEW: usize = 20;

/// The oddities of the games in a file, as sentences without a full stop. If there are many, only the first of each
/// kind is given, with the number of games like it.
pub fn oddity_lines(oddities: &[Oddity]) -> Vec<String> {
    if oddities.len() <= FEW {
        return oddities.iter().map(ToString::to_string).collect();
    }
    let kinds = by_kind(oddities.iter().map(|oddity| oddity.what.to_string()));
    let more = |(first, count): (usize, usize)| match count {
        1 => oddities[first].to_string(),
        2 => format!("{}; another game is odd in the same way", oddities[first]),
        _ => format!("{}; {} other games are odd in the same way", oddities[first], count - 1),
    };
    kinds.into_iter().map(more).collect()
}

/// Which games a format cannot hold, one sentence for each reason. The games come with their numbers and the reasons.
pub fn left_out_lines(left_out: &[(usize, Sentence)]) -> Vec<String> {
    let kinds = by_kind(left_out.iter().map(|(_, what)| what.to_string()));
    let all = |(first, count): (usize, usize)| {
        let (number, what) = &left_out[first];
        match count {
            1 => format!("game {number} of those read is left out: {what}"),
            _ => format!("{count} games are left out, the first of them game {number}: {what}"),
        }
    };
    kinds.into_iter().map(all).collect()
}

/// What a format loses of games written in it, in one sentence; `None` if nothing.
pub fn lost_line(lost: &Lost) -> Option<String> {
    let what = lost.counts().map(|(content, count)| {
        let games = if count == 1 { "game" } else { "games" };
        format!("{} ({count} {games})", content.title())
    });
    let what: Vec<String> = what.collect();
    (!what.is_empty()).then(|| format!("the format {} does not hold: {}", lost.format.name(), what.join(", ")))
}

/// The first sentence of each kind, by its place, and how many there are. Numbers and quoted words do not distinguish
/// kinds.
fn by_kind(sentences: impl Iterator<Item = String>) -> Vec<(usize, usize)> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for (index, sentence) in sentences.enumerate() {
        let plain = sentence.split('`').step_by(2).flat_map(str::chars).filter(|c| !c.is_ascii_digit());
        let place = *places.entry(plain.collect()).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((index, 1)),
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::super::formats::RecordFormat;
    use super::*;
    use crate::sentence::verbatim;

    #[test]
    fn many_of_a_kind_are_one_sentence() {
        let odd =
            |game: usize| Oddity { game, what: verbatim(format!("turn {game}: `{game}` is taken")), refused: false };
        let all: Vec<Oddity> = (1..=10_000).map(odd).collect();
        assert_eq!(oddity_lines(&all), ["game 1: turn 1: `1` is taken; 9999 other games are odd in the same way"]);
        assert_eq!(oddity_lines(&all[..2]), ["game 1: turn 1: `1` is taken", "game 2: turn 2: `2` is taken"]);
        let left_out: Vec<(usize, Sentence)> =
            (3..8).map(|n| (n, verbatim(format!("no {}", ["a", "b"][n / 7])))).collect();
        let expected =
            ["4 games are left out, the first of them game 3: no a", "game 7 of those read is left out: no b"];
        assert_eq!(left_out_lines(&left_out), expected);
        let line = |format| {
            let mut lost = Lost::new(format);
            lost.add(&super::super::sample());
            lost_line(&lost)
        };
        assert_eq!(line(RecordFormat::Jsonl), None);
        let lost = line(RecordFormat::Ludii).unwrap();
        assert!(lost.starts_with("the format ludii does not hold: names of the players (1 game), times"), "{lost}");
    }
}
