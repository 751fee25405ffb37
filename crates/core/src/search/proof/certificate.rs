//! Certificates: files that prove what a side reaches from a position, for anyone to check.
//!
//! docs/proofs.md describes the format. A certificate holds only the claimant's decisions, in the order in which the
//! [walk](super::strategy_walk) needs them. Nothing in it has to be believed: the checker plays through all replies of
//! the other side.

use super::Goal;
use super::head::{self, HeadError, HeadLines, HeadedFile};
pub use super::strategy_walk::Claim;
use super::strategy_walk::{AnswerError, AnswerSource, ProvedPosition, Summary, WalkError, walk};
use crate::game::{Move, Notation, Player, Symmetry, TextError};
use crate::text::{clean, shorten};
use rustc_hash::FxHashMap;

/// The title of the file.
const TITLE: &str = "quintet certificate";

/// A certificate that cannot be read, or does not prove what it claims, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateError {
    /// It does not begin as it must, or has changed since it was written.
    #[error("this is not a whole certificate: {0}")]
    Head(#[from] HeadError),
    /// There are fewer bytes than answers.
    #[error("{claimed} answers are announced, but {bytes} bytes follow")]
    Size {
        /// The number of answers.
        claimed: u64,
        /// The number of bytes.
        bytes: usize,
    },
    /// An option or the position does not exist in the game.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The options named are not all options of the game.
    #[error("the options are {found}, and those of the game are {expected}")]
    Options {
        /// The options named.
        found: String,
        /// The options that should be named, with their values.
        expected: String,
    },
    /// Claims that one certificate cannot have together.
    #[error("a certificate has one claim, or two that each side at least draws")]
    Claims,
    /// The strategy fails.
    #[error("it is not proved that {claim}: {error}")]
    Walk {
        /// What is claimed.
        claim: String,
        /// Where the strategy fails.
        error: WalkError,
    },
    /// The walk does not need all answers.
    #[error("{0} answers are left over")]
    Answers(u64),
    /// Bytes are left over at the end.
    #[error("{0} bytes are left over")]
    Bytes(usize),
}

/// A claim with statistics of its proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// What is proved.
    pub claim: Claim,
    /// What the walk has seen.
    pub summary: Summary,
}

/// A certificate that has been read but not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    game: String,
    /// Names and values.
    options: Vec<(String, String)>,
    position: String,
    /// Each with the number of its answers.
    claims: Vec<(Claim, u64)>,
    moves: Vec<String>,
    answers: Vec<u8>,
}

impl Certificate {
    /// Reads a certificate, without checking what it claims.
    ///
    /// # Errors
    /// [`CertificateError`] if it is not a certificate, was changed, or has another version.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        let file = HeadedFile::read(TITLE, bytes)?;
        // Reading from memory does not fail.
        file.check(file.rest).map_err(|_| HeadError::End)??;
        let head = String::from_utf8_lossy(file.head);
        let mut lines = HeadLines::new(&head);
        let answers = file.rest.get(1..).unwrap_or_default();
        let game = lines.value("game")?.to_string();
        let options = lines.options()?;
        let position = lines.value("position")?.to_string();
        let mut claims = Vec::new();
        while claims.is_empty() || lines.is_next("claim") {
            let claim = read_claim(lines.value("claim")?)
                .ok_or_else(|| lines.wrong("a claim is `1` or `2`, and `win` or `draw`"))?;
            claims.push((claim, lines.number("answers")?));
        }
        if !can_be_claimed(claims.iter().map(|&(claim, _)| claim)) {
            return Err(CertificateError::Claims);
        }
        let moves: Vec<String> = match lines.value("moves")? {
            "" => Vec::new(),
            texts => texts.split(' ').map(str::to_string).collect(),
        };
        if !moves.is_sorted_by(|a, b| a < b) || moves.first().is_some_and(String::is_empty) {
            return Err(lines.wrong("the moves are not in alphabetical order, each once").into());
        }
        lines.end()?;
        let claimed = claims.iter().fold(0_u64, |sum, &(_, count)| sum.saturating_add(count));
        if claimed > answers.len() as u64 {
            return Err(CertificateError::Size { claimed, bytes: answers.len() });
        }
        Ok(Self { game, options, position, claims, moves, answers: answers.to_vec() })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The names and values of the game's options.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The position text that the claims are about.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What is claimed.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.claims.iter().map(|&(claim, _)| claim)
    }

    /// Checks that the claims hold. `setup` is the game's setup before the certificate's options are set.
    ///
    /// # Errors
    /// [`CertificateError`] that says what is not proved and why.
    pub fn verify<G: Notation + Symmetry>(&self, setup: &G::Setup) -> Result<Vec<Proved>, CertificateError> {
        self.verify_each::<G>(setup, &mut |_, _| {})
    }

    /// The same, with a report of each position for which a claim has been shown; see [`walk`]. The reports hold only
    /// if there is no error.
    ///
    /// # Errors
    /// As for [`verify`](Certificate::verify).
    pub fn verify_each<G: Notation + Symmetry>(
        &self,
        setup: &G::Setup,
        on_proved: &mut dyn FnMut(&Claim, &ProvedPosition<G>),
    ) -> Result<Vec<Proved>, CertificateError> {
        let setup = self.setup::<G>(setup)?;
        let root = G::read_position(&setup, &self.position)?;
        let known = vec![None; self.moves.len()];
        let mut source = WrittenAnswers { moves: &self.moves, known, rest: &self.answers, left: 0 };
        let mut proved = Vec::new();
        for &(claim, count) in &self.claims {
            source.left = count;
            let walked = walk(&root, claim, &mut source, &mut |position| on_proved(&claim, position));
            let summary = walked.map_err(|error| CertificateError::Walk { claim: sentence(claim), error })?;
            if source.left > 0 {
                return Err(CertificateError::Answers(source.left));
            }
            proved.push(Proved { claim, summary });
        }
        if !source.rest.is_empty() {
            return Err(CertificateError::Bytes(source.rest.len()));
        }
        Ok(proved)
    }

    /// The setup of the game. `setup` is the one before the certificate's options are set.
    ///
    /// # Errors
    /// [`CertificateError`] for an option that the game does not have, or if not all are named.
    pub fn setup<G: Notation>(&self, setup: &G::Setup) -> Result<G::Setup, CertificateError> {
        let mut setup = setup.clone();
        for (name, value) in &self.options {
            G::set_option(&mut setup, name, value)?;
        }
        let expected = option_values::<G>(&setup);
        // A game may have got this option after its certificate was made.
        let is_old = |(name, value): &&(String, String)| name == "Swap" && value == "false";
        let rest = |options: &[(String, String)]| options.iter().filter(|it| !is_old(it)).cloned().collect::<Vec<_>>();
        if rest(&self.options) != rest(&expected) {
            let list = |options: &[(String, String)]| match options {
                [] => "none".to_string(),
                _ => clean(&options.iter().map(|(n, v)| format!("`{n} {v}`")).collect::<Vec<_>>().join(", "), 200),
            };
            return Err(CertificateError::Options { found: list(&self.options), expected: list(&expected) });
        }
        Ok(setup)
    }
}

/// Makes a certificate of `claims` about `root`, with the decisions that `answers` gives for the claimant of each.
///
/// # Errors
/// [`CertificateError`] if the strategy does not reach what is claimed, or has no answer.
pub fn write<G: Notation + Symmetry>(
    game_name: &str,
    setup: &G::Setup,
    root: &G,
    claims: &[Claim],
    answers: &mut dyn FnMut(&Claim, &G) -> Option<Move>,
) -> Result<Vec<u8>, CertificateError> {
    Ok(write_each(game_name, setup, root, claims, answers, &mut |_, _| {})?.0)
}

/// The same, with statistics of the walk for each claim and a report of each position for which one has been shown; see
/// [`walk`].
///
/// # Errors
/// As for [`write()`].
pub fn write_each<G: Notation + Symmetry>(
    game_name: &str,
    setup: &G::Setup,
    root: &G,
    claims: &[Claim],
    answers: &mut dyn FnMut(&Claim, &G) -> Option<Move>,
    on_proved: &mut dyn FnMut(&Claim, &ProvedPosition<G>),
) -> Result<(Vec<u8>, Vec<Summary>), CertificateError> {
    if !can_be_claimed(claims.iter().copied()) {
        return Err(CertificateError::Claims);
    }
    let mut head = head::first_line(TITLE) + &format!("game {game_name}\n");
    for (name, value) in option_values::<G>(setup) {
        head += &format!("option {name} {value}\n");
    }
    head += &format!("position {}\n", root.position_text());
    let mut numbers = FxHashMap::default();
    let mut given: Vec<u32> = Vec::new();
    let mut summaries = Vec::new();
    for claim in claims {
        let before = given.len();
        let mut source = AskedAnswers { claim, answers, numbers: &mut numbers, given: &mut given };
        let walked = walk(root, *claim, &mut source, &mut |position| on_proved(claim, position));
        summaries.push(walked.map_err(|error| CertificateError::Walk { claim: sentence(*claim), error })?);
        let seat = claim.player.index() + 1;
        head += &format!("claim {seat} {}\nanswers {}\n", claim.goal.word(), given.len() - before);
    }
    // Numbers have been given in the order in which the moves came; their order in the file is alphabetical.
    let mut moves: Vec<(String, u32)> = numbers.into_iter().collect();
    moves.sort_unstable();
    let mut ranks = vec![0; moves.len()];
    head += "moves";
    for (rank, (text, number)) in moves.iter().enumerate() {
        ranks[*number as usize] = rank as u64;
        head += &format!(" {text}");
    }
    head.push('\n');
    let mut rest = vec![b'\n'];
    for number in given {
        write_varint(ranks[number as usize], &mut rest);
    }
    // Reading from memory does not fail.
    head += &head::checksum_line(head.as_bytes(), &rest[..]).map_err(|_| HeadError::End)?;
    Ok(([head.into_bytes(), rest].concat(), summaries))
}

/// Whether a certificate can have these claims: a single one, or that each side at least draws.
fn can_be_claimed(claims: impl Iterator<Item = Claim>) -> bool {
    match claims.collect::<Vec<_>>()[..] {
        [_] => true,
        [a, b] => a.player != b.player && a.goal == Goal::Draw && b.goal == Goal::Draw,
        _ => false,
    }
}

/// What is claimed, as the rest of a sentence.
fn sentence(claim: Claim) -> String {
    let what = match claim.goal {
        Goal::Win => "wins",
        Goal::Draw => "draws at least",
    };
    format!("side {} {what}", claim.player.index() + 1)
}

fn read_claim(text: &str) -> Option<Claim> {
    let (side, goal) = text.split_once(' ')?;
    let player = [("1", Player::FIRST), ("2", Player::SECOND)].into_iter().find(|known| known.0 == side)?.1;
    let goal = [Goal::Win, Goal::Draw].into_iter().find(|known| known.word() == goal)?;
    Some(Claim { player, goal })
}

/// The options of a game as words.
pub fn option_values<G: Notation>(setup: &G::Setup) -> Vec<(String, String)> {
    G::options(setup).into_iter().map(|option| (option.name.to_string(), option.kind.value())).collect()
}

/// The answers of a file.
struct WrittenAnswers<'a> {
    moves: &'a [String],
    /// What each text meant where it last occurred; it usually means the same again.
    known: Vec<Option<Move>>,
    rest: &'a [u8],
    /// How many answers of the claim are left.
    left: u64,
}

impl<G: Notation> AnswerSource<G> for WrittenAnswers<'_> {
    fn answer(&mut self, position: &G, legal: &[Move]) -> Result<Move, AnswerError> {
        self.left = self.left.checked_sub(1).ok_or(AnswerError::Missing)?;
        let number = read_varint(&mut self.rest)?;
        let moves = self.moves.len();
        let index = usize::try_from(number).ok().filter(|&index| index < moves);
        let index = index.ok_or(AnswerError::NoMove { number, moves })?;
        let text = &self.moves[index];
        let is_meant = |mv: &Move| position.move_text(*mv) == *text;
        let known = self.known[index].filter(|known| legal.contains(known)).filter(is_meant);
        let found = known.or_else(|| legal.iter().copied().find(is_meant));
        self.known[index] = found;
        found.ok_or_else(|| AnswerError::NotLegal(shorten(text)))
    }
}

/// The answers of a solver.
struct AskedAnswers<'a, 'b, G> {
    claim: &'a Claim,
    answers: &'a mut (dyn FnMut(&Claim, &G) -> Option<Move> + 'b),
    /// The number of each text, in the order in which they came.
    numbers: &'a mut FxHashMap<String, u32>,
    /// The numbers of all answers.
    given: &'a mut Vec<u32>,
}

impl<G: Notation> AnswerSource<G> for AskedAnswers<'_, '_, G> {
    fn answer(&mut self, position: &G, legal: &[Move]) -> Result<Move, AnswerError> {
        let mv = (self.answers)(self.claim, position).ok_or(AnswerError::Missing)?;
        if legal.contains(&mv) {
            let next = self.numbers.len() as u32;
            self.given.push(*self.numbers.entry(position.move_text(mv)).or_insert(next));
        }
        Ok(mv)
    }
}

/// Appends a number in LEB128: seven bits a byte, the lowest first, all but the last with the highest bit set.
pub fn write_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`write_varint`] writes of a number of at most 35 bits, and nothing else.
///
/// # Errors
/// [`AnswerError::Missing`] if there are too few `bytes`, else [`AnswerError::NoNumber`].
pub fn read_varint(bytes: &mut &[u8]) -> Result<u64, AnswerError> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first().ok_or(AnswerError::Missing)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            let is_shortest = byte > 0 || shift == 0;
            return if is_shortest { Ok(number) } else { Err(AnswerError::NoNumber) };
        }
    }
    Err(AnswerError::NoNumber)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, 70_000] {
            let mut bytes = Vec::new();
            write_varint(number, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!((read_varint(&mut rest), rest), (Ok(number), &[][..]));
        }
        let read = |mut bytes: &[u8]| read_varint(&mut bytes);
        assert_eq!(read(&[]), Err(AnswerError::Missing));
        assert_eq!(read(&[0x80]), Err(AnswerError::Missing));
        assert_eq!(read(&[0x80, 0]), Err(AnswerError::NoNumber));
        assert_eq!(read(&[0xff; 12]), Err(AnswerError::NoNumber));
    }
}
