//! Games as they go from one store to another: the records of a game, one for each round, and what its table has
//! besides, so that it goes on there as it stood. The page writes both on one line of JSON for each round.

use super::error::DeskError;
use super::hosted_game::HostedGame;
use super::kept_game::{ClockSetup, EndKind, Ended, KeptGame, PlayedTurn, SeatSetup, UsedTime};
use super::machine::SharedMachine;
use super::recorded::records_of;
use super::says;
use super::transfer::{PageRecord, SentRecord, record_of_page};
use crate::records::{GameRecord, Reason, Turn};
use crate::sentence::Sentence;
use crate::text::sentence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a game at a table has besides its records. Its owner is left out: it will belong to the person who opens the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptTable {
    /// The name of the game in addresses.
    pub id: String,
    /// Who sits where.
    pub seats: Vec<SeatSetup>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// An engine's turn takes at least this many milliseconds.
    #[serde(default)]
    pub pace_ms: u64,
    /// The decisions of an unfinished turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    /// The turns that were taken back, the next one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<PlayedTurn>,
    /// The time used by the present turn, or at the end by the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<UsedTime>,
    /// In a game started by a version before 0.3: the time left for each seat then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remaining_ms: Vec<u64>,
    /// Whether it is paused.
    #[serde(default)]
    pub paused: bool,
    /// How many rounds of a match were before this one.
    #[serde(default)]
    pub rounds: usize,
    /// When it was last changed, in seconds since 1970.
    pub updated: u64,
}

impl From<KeptGame> for KeptTable {
    fn from(kept: KeptGame) -> Self {
        let KeptGame {
            id, seats, clock, pace_ms, rounds, decisions, undone, used, remaining_ms, paused, updated, ..
        } = kept;
        let rounds = rounds.len();
        Self { id, seats, clock, pace_ms, decisions, undone, used, remaining_ms, paused, rounds, updated }
    }
}

/// A game in a list of all.
#[derive(Serialize, JsonSchema)]
pub struct ArchivedGame {
    records: Vec<PageRecord>,
    table: KeptTable,
    /// Its variations, comments and marks, as the page writes them.
    tree: String,
}

impl ArchivedGame {
    /// A stored game, by a program of this version.
    ///
    /// # Errors
    /// As for [`records_of`].
    pub fn of(kept: KeptGame, tree: String, version: &str) -> Result<Self, DeskError> {
        let records = records_of(&kept, version)?.into_iter().map(PageRecord::from).collect();
        Ok(Self { records, table: kept.into(), tree })
    }

    /// About how many bytes it takes as JSON.
    pub fn size(&self) -> usize {
        let turns: usize = self.records.iter().map(PageRecord::turns).sum();
        self.tree.len() + 100 * (turns + self.table.undone.len()) + 1_000
    }
}

/// Some of all games, the newest first.
#[derive(Serialize, JsonSchema)]
pub struct ArchivePart {
    /// The games.
    pub games: Vec<ArchivedGame>,
    /// The number before which the list continues, if it does.
    pub older: Option<i64>,
    /// How many are left out because they cannot be read, and why, where that is known.
    pub unread: usize,
    /// The reasons.
    pub notes: Vec<String>,
    /// The same for any language.
    pub said: Vec<Sentence>,
}

/// Games to take in.
#[derive(Deserialize, JsonSchema)]
pub struct ArchiveRequest {
    /// The games.
    pub games: Vec<SentGame>,
}

/// A game to take in.
#[derive(Deserialize, JsonSchema)]
pub struct SentGame {
    /// The record of each of its rounds.
    records: Vec<SentRecord>,
    /// What its table has besides; a game from elsewhere has none, and people at its seats.
    #[serde(default)]
    table: Option<KeptTable>,
    /// Its variations, comments and marks.
    #[serde(default)]
    pub tree: String,
}

/// What has become of a game that was sent: where it is, or why it was not taken.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenGame {
    /// Its name in addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it was not there before.
    pub is_new: bool,
    /// The version of its variations.
    pub version: u64,
    /// The variations that it has, if it was there already.
    pub text: String,
    /// Why it was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The same for any language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Sentence>,
}

impl From<DeskError> for TakenGame {
    fn from(error: DeskError) -> Self {
        let said = error.said();
        Self { error: Some(sentence(&said.to_string(), 100, 400)), said: Some(said), ..Self::default() }
    }
}

/// The games that were sent, in their order.
#[derive(Serialize, JsonSchema)]
pub struct TakenGames {
    /// What has become of each.
    pub games: Vec<TakenGame>,
}

/// A record without what its tree has.
fn without_notes(record: GameRecord) -> GameRecord {
    let plain = |turn: Turn| Turn { comment: None, mark: None, variations: Vec::new(), ..turn };
    GameRecord { comment: None, turns: record.turns.into_iter().map(plain).collect(), ..record }
}

fn played(turn: &Turn) -> PlayedTurn {
    let ms = |ms: f64| ms.max(0.0).round() as u64;
    // Its seat follows from the turns before it.
    PlayedTurn { turn: turn.turn.clone(), seat: 1, ms: turn.ms.map(ms), left: turn.left.map(ms), next_used: None }
}

/// The table of a game that has none: people with these names.
fn usual_table(record: &GameRecord, seats: usize) -> KeptTable {
    let name = |seat: usize| record.seats.get(seat).map(|seat| seat.name.clone()).filter(|name| !name.is_empty());
    KeptTable {
        id: String::new(),
        seats: (0..seats).map(|seat| SeatSetup::Person { name: name(seat) }).collect(),
        clock: None,
        pace_ms: 0,
        decisions: Vec::new(),
        undone: Vec::new(),
        used: None,
        remaining_ms: Vec::new(),
        paused: false,
        rounds: 0,
        updated: record.ended,
    }
}

/// How a record says that a game has ended, unless it was by the rules.
fn ended(record: &GameRecord) -> Option<Ended> {
    let why = match record.reason {
        Reason::Rules | Reason::Unfinished => return None,
        Reason::Resign => EndKind::Resigned,
        Reason::Draw => EndKind::Agreed,
        Reason::Time => EndKind::Time,
        Reason::Maxturns => EndKind::Called,
        Reason::Illegal | Reason::Crash | Reason::Hang | Reason::Flood | Reason::Garbage => EndKind::Fault,
    };
    Some(Ended { why, loser: record.loser, winners: record.winners.clone(), sentence: String::new() })
}

impl SentGame {
    /// The game as a store keeps it, by a program of this version. It belongs to everybody.
    ///
    /// # Errors
    /// [`DeskError`] if it does not follow the rules, or its parts contradict each other.
    pub fn kept(self, machine: &SharedMachine, version: &'static str) -> Result<KeptGame, DeskError> {
        let records =
            self.records.into_iter().map(|sent| Ok(without_notes(record_of_page(sent.record()?, &|| false)?)));
        let records = records.collect::<Result<Vec<GameRecord>, DeskError>>()?;
        let (Some(first), Some((last, earlier))) = (records.first(), records.split_last()) else {
            return Err(DeskError::Refused(says::no_table()));
        };
        let is_one = |record: &GameRecord| record.game == first.game && record.option == first.option;
        if !records.iter().all(is_one) || records.iter().skip(1).any(|record| record.position.is_some()) {
            return Err(DeskError::Refused(says::no_table()));
        }
        let seats = first.session()?.seats();
        let table = self.table.unwrap_or_else(|| usual_table(last, seats));
        if table.rounds != earlier.len() {
            return Err(DeskError::Refused(says::no_table()));
        }
        let given = last.opening.iter().map(|turn| Turn { turn: turn.clone(), ..Turn::default() });
        let kept = KeptGame {
            id: table.id,
            revision: 0,
            game: first.game.clone(),
            options: first.option.clone(),
            start: first.position.clone(),
            seats: table.seats,
            company: None,
            clock: table.clock,
            pace_ms: table.pace_ms,
            rounds: earlier.iter().map(GameRecord::all_turns).collect(),
            turns: given.chain(last.turns.iter().cloned()).map(|turn| played(&turn)).collect(),
            decisions: table.decisions,
            undone: table.undone,
            opening: first.opening.len(),
            used: table.used,
            remaining_ms: table.remaining_ms,
            ended: ended(last),
            offer: None,
            paused: table.paused,
            problem: None,
            problem_said: None,
            end_said: None,
            won: Vec::new(),
            rematch: None,
            recorded: Vec::new(),
            updated: table.updated,
        };
        let mut kept = HostedGame::restored(kept, machine.clone())?.record().clone();
        if records_of(&kept, version)? != records {
            kept.recorded = records;
        }
        Ok(kept)
    }
}

impl KeptGame {
    /// Whether another game is this one as it stood earlier, or as it stands.
    pub fn has_been(&self, other: &Self) -> bool {
        let rounds = self.rounds.iter().cloned().chain([self.turn_texts()]);
        let is_same = (&self.game, &self.options, &self.start) == (&other.game, &other.options, &other.start);
        let ended = |kept: &Self| kept.ended.as_ref().map(|ended| (ended.why, ended.loser));
        let others: Vec<Vec<String>> = other.rounds.iter().cloned().chain([other.turn_texts()]).collect();
        let rounds: Vec<Vec<String>> = rounds.collect();
        let last = others.len() - 1;
        is_same
            && rounds.get(..last) == Some(&others[..last])
            && rounds.get(last).is_some_and(|round| round.starts_with(&others[last]))
            && (other.ended.is_none() || (rounds == others && ended(self) == ended(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use crate::registry;
    use crate::service::hosted_game::{Act, HostedGame};
    use crate::service::machine::tests::StandingMachine;
    use crate::service::recorded::tests::random_game;
    use rand::SeedableRng;
    use serde_json::{Value, json};

    fn written(kept: &KeptGame) -> Value {
        json!(ArchivedGame::of(kept.clone(), "e5 (d4)".to_string(), "0").unwrap())
    }

    fn read(written: &Value, machine: &SharedMachine) -> Result<KeptGame, DeskError> {
        serde_json::from_value::<SentGame>(written.clone()).unwrap().kept(machine, "0")
    }

    /// Random acts after a random game, so that something is taken back, begun or paused.
    fn more_acts(hosted: &mut HostedGame, rng: &mut Rng) {
        for _ in 0..random_below(rng, 6) {
            match random_below(rng, 4) {
                0 => drop(hosted.act(Act::Pause, None)),
                1 => {
                    let seat = 1 + random_below(rng, 2) as usize;
                    let offered = hosted.act(Act::OfferTakeback, Some(seat)).is_ok();
                    if offered {
                        (1..=hosted.record().seats.len()).for_each(|seat| drop(hosted.act(Act::Accept, Some(seat))));
                    }
                }
                _ => {
                    if let Some(legal) = hosted.state().legal.first().map(|decision| decision.text.clone()) {
                        drop(hosted.decide(hosted.record().revision, &legal));
                    }
                }
            }
        }
    }

    /// Whatever was played: a game that goes to another store is the same there, also on its way back, and can go on.
    #[test]
    fn a_game_that_moves_is_the_same_game() {
        let mut rng = Rng::seed_from_u64(57);
        let standing = StandingMachine::new();
        let machine: SharedMachine = standing.clone();
        let mut seen = [0; 4];
        for (game, time) in registry::names().flat_map(|game| (0..15).map(move |time| (game, time))) {
            let mut hosted = random_game(game, &mut rng);
            more_acts(&mut hosted, &mut rng);
            let kept = hosted.record();
            let moved = read(&written(kept), &machine).unwrap_or_else(|error| panic!("{game} {time}: {error}"));
            assert_eq!(written(&moved), written(kept), "{game} {time}");
            // Nothing but its history and its company has been left behind.
            let expected = KeptGame { revision: 0, offer: None, ..kept.clone() };
            assert_eq!(moved, expected, "{game} {time}");
            let again = HostedGame::reopened(moved.clone(), machine.clone()).unwrap();
            assert_eq!((again.ended(), again.remaining_ms()), (hosted.ended(), hosted.remaining_ms()));
            let marks = [&kept.undone.is_empty(), &kept.decisions.is_empty(), &kept.rounds.is_empty(), &!kept.paused];
            seen.iter_mut().zip(marks).for_each(|(count, is_plain)| *count += usize::from(!is_plain));
            assert!(kept.has_been(&moved) && moved.has_been(kept));
            // Who has won is known also where it is not written down.
            let older = KeptGame { won: Vec::new(), ..kept.clone() };
            assert_eq!(older.winners(), hosted.ended().map(|ended| ended.winners).unwrap_or_default(), "{game} {time}");
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    /// A record that says more than a table does is kept as it is, until the game changes.
    #[test]
    fn what_a_record_says_is_said_until_the_game_goes_on() {
        let machine: SharedMachine = StandingMachine::new();
        let record = json!({
            "game": "yavalath", "option": { "Swap": "false" }, "seed": 7, "quintet": "0.1", "result": "none",
            "seats": [{ "name": "Ann", "id": "ann 1" }, { "name": "Bob" }], "turns": [{ "turn": "e5", "ms": 1.5, "nodes": 9 }],
        });
        let kept = read(&json!({ "records": [record] }), &machine).unwrap();
        let back = written(&kept)["records"][0].clone();
        assert_eq!((&back["seed"], &back["quintet"], &back["turns"][0]["ms"]), (&json!(7), &json!("0.1"), &json!(1.5)));
        let again = read(&written(&kept), &machine).unwrap();
        assert_eq!(written(&again), written(&kept));
        let mut hosted = HostedGame::reopened(kept, machine).unwrap();
        hosted.decide(hosted.record().revision, "d4").unwrap();
        let on = written(hosted.record())["records"][0].clone();
        assert_eq!((&on["seed"], &on["seats"][0]["name"], &on["quintet"]), (&Value::Null, &json!("Ann"), &json!("0")));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let machine: SharedMachine = StandingMachine::new();
        let hosted = random_game("yinsh", &mut Rng::seed_from_u64(3));
        let whole = written(hosted.record());
        let refused = |change: &dyn Fn(&mut Value)| {
            let mut changed = whole.clone();
            change(&mut changed);
            read(&changed, &machine).unwrap_err().to_string()
        };
        assert!(refused(&|game| game["records"] = json!([])).contains("record of each of its rounds"));
        assert!(refused(&|game| game["table"]["rounds"] = json!(1)).contains("record of each of its rounds"));
        assert!(refused(&|game| game["table"]["decisions"] = json!(["z9"])).contains("z9"));
        assert!(refused(&|game| game["table"]["seats"] = json!([])).contains("seats"));
        assert!(refused(&|game| game["records"][0]["turns"][0]["turn"] = json!("z9")).contains("z9"));
    }
}
