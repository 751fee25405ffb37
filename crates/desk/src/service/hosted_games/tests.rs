use super::*;
use crate::registry::GameLine;
use crate::sentence::verbatim;
use crate::service::hosted_game::{Act, EngineQuestion};
use crate::service::kept_game::ClockSetup;
use crate::service::kept_game::KeptGame;
use crate::service::machine::tests::StandingMachine;
use crate::service::people::Person;
use crate::service::searches::tests::HandSearches;
use crate::service::store::memory::MemoryStore;
use crate::service::store::wanted::Wanted;
use crate::service::store::{KeptText, StoredGames, TreeText};
use std::sync::atomic::AtomicBool;

/// A store in memory that may be full.
#[derive(Default)]
struct FullStore {
    store: MemoryStore,
    is_full: AtomicBool,
}

impl FullStore {
    fn writable(&self) -> Result<(), DeskError> {
        match self.is_full.load(SeqCst) {
            true => Err(DeskError::Broken(says::unwritten(says::disk_full()))),
            false => Ok(()),
        }
    }
}

impl Store for FullStore {
    fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), DeskError> {
        self.writable()?;
        self.store.save(record, ended)
    }

    fn load(&self, id: &str) -> Result<Option<KeptGame>, DeskError> {
        self.store.load(id)
    }

    fn list(
        &self,
        person: Option<&Person>,
        before: Option<i64>,
        most: usize,
        wanted: &Wanted,
    ) -> Result<StoredGames, DeskError> {
        self.store.list(person, before, most, wanted)
    }

    fn count(&self) -> Result<usize, DeskError> {
        self.store.count()
    }

    fn remove(&self, id: &str) -> Result<(), DeskError> {
        self.writable()?;
        self.store.remove(id)
    }

    fn tree(&self, id: &str) -> Result<KeptText, DeskError> {
        self.store.tree(id)
    }

    fn tree_version(&self, id: &str) -> Result<u64, DeskError> {
        self.store.tree_version(id)
    }

    fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError> {
        self.writable()?;
        self.store.set_tree(id, version, text)
    }

    fn practice(&self, person: &Person) -> Result<KeptText, DeskError> {
        self.store.practice(person)
    }

    fn set_practice(&self, person: &Person, version: u64, text: &str) -> Result<Result<u64, KeptText>, DeskError> {
        self.writable()?;
        self.store.set_practice(person, version, text)
    }
}

/// Games whose engines are answered by hand, on a machine whose time stands.
struct Tables {
    games: HostedGames,
    store: Arc<FullStore>,
    searches: Arc<HandSearches>,
    machine: Arc<StandingMachine>,
}

impl Tables {
    fn new() -> Self {
        let (store, searches) = (Arc::<FullStore>::default(), Arc::<HandSearches>::default());
        let machine = StandingMachine::new();
        let games = HostedGames::new(store.clone(), searches.clone(), machine.clone());
        Self { games, store, searches, machine }
    }

    fn start(&self, seats: Vec<SeatSetup>, pace_ms: u64) -> String {
        let new = NewGame {
            line: GameLine {
                game: "yavalath".to_string(),
                options: [("Swap".to_string(), "false".to_string())].into(),
                ..GameLine::default()
            },
            seats,
            company: None,
            clock: Some(ClockSetup { base_ms: 600_000, increment_ms: 0 }),
            pace_ms,
        };
        self.games.create(new, |hosted| hosted.record().id.clone()).unwrap()
    }

    fn turns(&self, id: &str) -> usize {
        self.games.see(id, |hosted| hosted.record().turns.len()).unwrap()
    }

    fn decide(&self, id: &str, turn: &str) -> Result<(), DeskError> {
        let revision = self.games.see(id, |hosted| hosted.record().revision).unwrap();
        self.games.change(id, |hosted| hosted.decide(revision, turn))
    }

    fn act(&self, id: &str, act: Act, seat: Option<usize>) -> Result<(), DeskError> {
        self.games.change(id, |hosted| hosted.act(act, seat))
    }

    /// The question to an engine, which begins to think.
    fn question(&self) -> EngineQuestion {
        let question = self.searches.take().unwrap();
        self.games.engine_begins(&question.hosted, question.number);
        question
    }

    fn answer(&self, question: &EngineQuestion, turn: &str) {
        self.games.engine_answers(&question.hosted, question.number, Ok(turn.to_string()));
    }
}

fn person() -> SeatSetup {
    SeatSetup::Person { name: None }
}

fn engine() -> SeatSetup {
    SeatSetup::Quintet { name: None, options: [].into(), time_ms: None }
}

#[test]
fn what_cannot_be_kept_has_not_happened() {
    let tables = Tables::new();
    let id = tables.start(vec![person(), person()], 0);
    tables.decide(&id, "e5").unwrap();
    tables.store.is_full.store(true, SeqCst);
    for _ in 0..3 {
        assert!(matches!(tables.decide(&id, "d4"), Err(DeskError::Broken(_))));
        assert!(matches!(tables.act(&id, Act::Resign, Some(1)), Err(DeskError::Broken(_))));
        assert_eq!((tables.turns(&id), tables.games.see(&id, HostedGame::ended).unwrap()), (1, None));
    }
    tables.store.is_full.store(false, SeqCst);
    tables.decide(&id, "d4").unwrap();
    assert_eq!(tables.turns(&id), 2);
    // An engine's turn: it is said, and the engine waits, until somebody has it go on.
    let id = tables.start(vec![person(), engine()], 0);
    tables.decide(&id, "e5").unwrap();
    tables.store.is_full.store(true, SeqCst);
    tables.answer(&tables.question(), "d4");
    let problem = tables.games.see(&id, |hosted| hosted.record().problem.clone()).unwrap();
    assert!(problem.unwrap().contains("cannot be written") && tables.turns(&id) == 1);
    tables.store.is_full.store(false, SeqCst);
    // Until the problem was noted the engine had been asked again; nobody waits for that.
    while tables.searches.take().is_some() {}
    tables.act(&id, Act::Resume, None).unwrap();
    tables.answer(&tables.question(), "d4");
    assert_eq!(tables.turns(&id), 2);
}

#[test]
fn an_answer_that_nobody_waits_for_is_not_played() {
    let tables = Tables::new();
    let id = tables.start(vec![person(), engine()], 0);
    tables.decide(&id, "e5").unwrap();
    let question = tables.question();
    tables.act(&id, Act::Undo, None).unwrap();
    assert!(question.halt.is_halted());
    tables.answer(&question, "d4");
    assert_eq!((tables.turns(&id), tables.searches.take().is_none()), (0, true));
    tables.decide(&id, "d5").unwrap();
    tables.answer(&question, "d4");
    assert_eq!(tables.turns(&id), 1);
    tables.games.remove(&id, None).unwrap();
    tables.answer(&tables.searches.take().unwrap(), "d4");
    assert!(matches!(tables.games.see(&id, |_| ()), Err(DeskError::Missing(_))));
}

/// Whatever an engine answers, its turn is seen when the pace of its game says so, and it pays for no more than it
/// thought.
#[test]
fn an_answer_waits_for_the_pace_of_its_game() {
    let tables = Tables::new();
    let id = tables.start(vec![engine(), engine()], 700);
    for (turn, thought) in ["e5", "d4", "a1"].into_iter().zip([100, 0, 699]) {
        let before = tables.turns(&id);
        let question = tables.question();
        tables.machine.pass(thought);
        tables.answer(&question, turn);
        tables.games.tick();
        assert_eq!(tables.turns(&id), before, "{turn}");
        tables.machine.pass(700 - thought - 1);
        tables.games.tick();
        assert_eq!(tables.turns(&id), before);
        tables.machine.pass(1);
        tables.games.tick();
        assert_eq!(tables.turns(&id), before + 1);
        let ms = tables.games.see(&id, |hosted| hosted.record().turns.last().and_then(|played| played.ms)).unwrap();
        assert_eq!(ms, Some(thought));
    }
    // One that took longer is seen at once, and so is what went wrong.
    let question = tables.question();
    tables.machine.pass(900);
    tables.answer(&question, "a5");
    assert_eq!(tables.turns(&id), 4);
    let question = tables.question();
    tables.machine.pass(900);
    tables.games.engine_answers(&question.hosted, question.number, Err(verbatim("it ended")));
    assert!(tables.games.see(&id, |hosted| hosted.record().problem.is_some()).unwrap());
    // A pause throws away what was held back.
    tables.act(&id, Act::Resume, None).unwrap();
    tables.answer(&tables.question(), "b5");
    tables.act(&id, Act::Pause, None).unwrap();
    tables.machine.pass(10_000);
    tables.games.tick();
    assert_eq!(tables.turns(&id), 4);
}

#[test]
fn time_runs_out_though_nobody_looks() {
    let tables = Tables::new();
    let id = tables.start(vec![person(), person()], 0);
    tables.decide(&id, "e5").unwrap();
    let (_, mut news) = tables.games.watch(&id).unwrap();
    tables.machine.pass(599_999);
    tables.games.tick();
    assert!(!news.has_changed().unwrap());
    // What the clocks show is kept, so that a program that is killed makes no time.
    let kept = tables.store.load(&id).unwrap().unwrap();
    assert_eq!(kept.used.map(|used| used.ms), Some(599_999));
    tables.machine.pass(1);
    tables.games.tick();
    assert!(news.has_changed().unwrap());
    let ended = tables.games.see(&id, HostedGame::ended).unwrap().unwrap();
    assert_eq!(
        (ended.loser, tables.store.list(None, None, 1, &Wanted::default()).unwrap().games[0].ended.is_some()),
        (Some(2), true)
    );
    news.mark_unchanged();
    tables.games.tick();
    assert!(!news.has_changed().unwrap());
}
