//! The scores that searches other than the playing one give to some positions of a game, in a file beside that of the
//! games. It starts with the line `quintet answers 1: ` and how they were asked ([`stored`](super::stored)).
//!
//! Each game has, in little-endian order: the number of answers (16 bits), and for each the kind of search and the player
//! to move (8 bits each), and the score (32 bits, signed).

use super::selfplay::{self, RecordedVerdict, SelfPlayRecord};
use super::stored::Stored;
use crate::board::bits::{Rng, hash_key, random_below};
use crate::game::{Player, Searchable};
use crate::search::score::Score;
use crate::search::{Engine, Kind, Limits, Root, SearchControl, Settings};
use rand::SeedableRng;

/// A search's score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedScore {
    /// The kind of search.
    pub kind: Kind,
    /// The side to move.
    pub player: Player,
    /// The score for that side, in hundredths of a unit.
    pub score: Score,
}

/// All answers about a game: kind by kind, each in the order of the positions. Proven positions have none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers(pub Vec<AskedScore>);

/// The bytes of an answer.
const ANSWER: usize = 6;

impl Stored for Answers {
    const TITLE: &'static str = "quintet answers 1: ";
    const HEAD: usize = 2;

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.0.len() as u16).to_le_bytes().to_vec();
        for answer in &self.0 {
            bytes.extend([answer.kind as u8, answer.player.index() as u8]);
            bytes.extend(answer.score.to_le_bytes());
        }
        bytes
    }

    fn bytes_after(head: &[u8]) -> usize {
        ANSWER * usize::from(u16::from_le_bytes([head[0], head[1]]))
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        /// The most players of a game.
        const PLAYERS: u8 = 8;
        let answer = |bytes: &[u8]| {
            let (&[kind, player], score) = bytes.split_first_chunk()?;
            let kind = Kind::ALL.into_iter().find(|&known| known as u8 == kind)?;
            let player = (player < PLAYERS).then(|| Player::new(player.into()))?;
            Some(AskedScore { kind, player, score: Score::from_le_bytes(score.try_into().ok()?) })
        };
        bytes[Self::HEAD..].chunks_exact(ANSWER).map(answer).collect::<Option<_>>().map(Self)
    }
}

/// How searches are asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The kind of search.
    pub kind: Kind,
    /// Nodes or iterations per position.
    pub nodes: u64,
    /// About how many positions of a game it evaluates; the same ones for all kinds.
    pub asked: usize,
    /// The random seed.
    pub seed: u64,
}

/// Evaluates some positions of game `number` with a search that has not played it, and adds the answers.
pub fn ask<G: Searchable>(
    setup: &G::Setup,
    record: &SelfPlayRecord,
    number: u64,
    question: Question,
    answers: &mut Answers,
) {
    let Question { kind, nodes, asked, seed } = question;
    let settings = Settings { seed: seed.wrapping_add(number), ..selfplay::settings(kind) };
    let mut engine = Engine::<G>::default();
    let mut rng = Rng::seed_from_u64(hash_key(seed ^ number));
    let open = |verdict: RecordedVerdict| matches!(verdict, RecordedVerdict::Score(_));
    let of = record.decisions.iter().filter(|decision| open(decision.1)).count() as u32;
    let mut root = Root::new(G::start(setup));
    for &(mv, verdict) in &record.decisions {
        if open(verdict) && (random_below(&mut rng, of) as usize) < asked {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            engine.clear(&settings);
            let found = engine.search(&root, &SearchControl::unstoppable(limits), &settings, &mut |_| {});
            if let Some(score) = found.verdict.cp() {
                answers.0.push(AskedScore { kind, player: root.position.to_move(), score });
            }
        }
        root.played.push(root.position.key());
        root.position.play(mv);
    }
}
