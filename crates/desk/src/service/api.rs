//! The addresses under `/api`, with the request and answer of each; crates/desk/src/web/page/types.d.ts is generated from them.

#[cfg(test)]
mod faults;
#[cfg(test)]
mod law;
mod sent;
#[cfg(test)]
mod tests;

use super::address::{Address, NamedSchema, ReadRecords, Records, SeenGame, TakenBody, named};
use super::archive::{ArchivePart, ArchiveRequest, SentGame, TakenGame, TakenGames};
use super::error::DeskError;
use super::events::{alive, table_messages};
use super::explore::{ExploreAnswer, ExploreRequest, StepsAnswer, StepsRequest};
use super::hint::Hint;
use super::hosted_game::{Act, EngineAnswer, HostedGame, NewGame};
use super::hosted_games::HostedGames;
use super::info::ServerInfo;
use super::kept_game::SeatSetup;
use super::known;
use super::lessons::{self, LessonAnswer, LessonPage, LessonRequest};
use super::live::{AnalysisEvent, AnalyzeRequest, LiveTask, ReviewEvent, ReviewOrder};
use super::machine::SharedMachine;
use super::people::{Company, Person};
use super::position::{BookAnswer, ComposeRequest, LineRequest, RefusedTouch, StateAnswer, TouchRequest};
use super::practice::Practice;
use super::puzzles::{PuzzleList, PuzzleRequest};
use super::query::{before, language, wanted};
use super::recorded::records_of;
use super::request::{Answer, Message, Reply, Request};
use super::router::{self, Call, Handler, Route};
use super::rules::{self, RulesPage};
use super::says;
use super::scenes;
use super::searches::Searches;
use super::shape::{read, schema_of};
use super::store::{KeptText, Store, TreeText};
use super::task::{self, Task};
use super::transfer::{ExportRequest, ExportedFile, ImportRequest, PageRecord, file_of};
use super::view::{GameList, view_json};
use crate::picture::Board;
use crate::puzzles::PuzzleAnswer;
use crate::registry::GameLine;
use futures_util::{FutureExt, StreamExt};
use parking_lot::Mutex;
use sent::{ActRequest, DecideRequest, NewGameRequest, SeatRequest, SitRequest, TreeRequest};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;

/// The most pages that look at games at the same time.
const MAX_WATCHERS: usize = 2_048;

/// All that the page asks for.
pub struct Desk {
    games: HostedGames,
    searches: Arc<dyn Searches>,
    machine: SharedMachine,
    version: &'static str,
    watchers: Arc<Semaphore>,
    /// Held while a rematch is made, so that both players get the same one.
    rematches: Mutex<()>,
}

type Answered = Result<Answer, DeskError>;

/// Declares the addresses: a path, and for each method its handler, request and answer.
macro_rules! addresses {
    ($($path:literal: $($method:ident $handler:ident $(($request:ty))? $(-> $answer:ty)?),+;)+) => {
        static ROUTES: LazyLock<Vec<Route<Desk>>> = LazyLock::new(|| {
            vec![$(Route {
                path: $path,
                methods: vec![$((stringify!($method), Desk::$handler as Handler<Desk>)),+],
            }),+]
        });

        /// The addresses, for the laws about all of them.
        pub fn addresses() -> Vec<Address> {
            let (none, nothing) = (|| None::<TakenBody>, || None::<NamedSchema>);
            vec![$($(Address {
                method: stringify!($method),
                path: $path,
                request: none()$(.or(Some((schema_of::<$request>(), |bytes| read::<$request>(bytes).map(|_| ())))))?,
                takes: nothing()$(.or(Some(named::<$request>)))?,
                gives: nothing()$(.or(Some(named::<$answer>)))?,
            }),+),+]
        }
    };
}

addresses! {
    "/api/info": get info -> ServerInfo;
    "/api/events": get events;
    "/api/games": get list -> GameList, post create(NewGameRequest) -> SeenGame<'_>;
    "/api/games/{id}": get see -> SeenGame<'_>, delete remove;
    "/api/games/{id}/decide": post decide(DecideRequest) -> SeenGame<'_>;
    "/api/games/{id}/act": post act(ActRequest) -> SeenGame<'_>;
    "/api/games/{id}/sit": post sit(SitRequest) -> SeenGame<'_>;
    "/api/games/{id}/hint": post hint -> Hint;
    "/api/games/{id}/seats": put set_seat(SeatRequest) -> SeenGame<'_>;
    "/api/games/{id}/tree": get tree -> TreeRequest, put set_tree(TreeRequest);
    "/api/games/{id}/record": get record -> Records;
    "/api/state": post state(GameLine) -> StateAnswer;
    "/api/touch": post touch(TouchRequest) -> RefusedTouch;
    "/api/line": post line(LineRequest);
    "/api/compose": post compose(ComposeRequest) -> StateAnswer;
    "/api/analyze": post analyze(AnalyzeRequest) -> AnalysisEvent<'_>;
    "/api/review": post review(ReviewOrder) -> ReviewEvent;
    "/api/import": post import(ImportRequest) -> ReadRecords;
    "/api/export": post export(ExportRequest) -> ExportedFile;
    "/api/archive": get archive -> ArchivePart, post take_in(ArchiveRequest) -> TakenGames;
    "/api/practice": get practice -> Practice, put set_practice(Practice);
    "/api/book": post book(GameLine) -> BookAnswer;
    "/api/explore": post explore(ExploreRequest) -> ExploreAnswer;
    "/api/explore/steps": post steps(StepsRequest) -> StepsAnswer;
    "/api/explore/{game}": get kept_steps -> StepsAnswer;
    "/api/puzzles/{game}": get puzzle_list -> PuzzleList;
    "/api/puzzles/{game}/{number}": get puzzle_solution, post puzzle(PuzzleRequest) -> PuzzleAnswer;
    "/api/lessons/{game}": get lesson -> LessonPage;
    "/api/lessons/{game}/{number}": post attempt(LessonRequest) -> LessonAnswer;
    "/api/rules/{game}": get rules_page -> RulesPage;
    "/api/scenes/{game}": get scene -> Board;
}

/// In games between engines, the least milliseconds for a turn, so that it can be watched.
const WATCHED_PACE_MS: u64 = 700;

fn json_text(text: String) -> Answered {
    Ok(Answer::Reply(Reply::json(text)))
}

fn json_of(value: &impl serde::Serialize) -> Answered {
    Reply::of(value).map(Answer::Reply)
}

/// What a client has come too late for, with what there is now.
fn conflict(text: String) -> Answered {
    Ok(Answer::Reply(Reply { status: 409, ..Reply::json(text) }))
}

impl Desk {
    /// A desk with these games, of a program of this version.
    pub fn new(
        store: Arc<dyn Store>,
        searches: Arc<dyn Searches>,
        machine: SharedMachine,
        version: &'static str,
    ) -> Self {
        let games = HostedGames::new(store, searches.clone(), machine.clone());
        let watchers = Arc::new(Semaphore::new(MAX_WATCHERS));
        Self { games, searches, machine, version, watchers, rematches: Mutex::default() }
    }

    /// Answers a request. It does not wait for a search, but may take some milliseconds.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn answer(&self, request: Request) -> Answered {
        router::answer(&ROUTES, self, request)
    }

    /// The engine asked the question of this number in a game begins to think.
    pub fn engine_begins(&self, id: &str, number: u64) {
        self.games.engine_begins(id, number);
    }

    /// The answer of an engine to the question of this number in a game.
    pub fn engine_answers(&self, id: &str, number: u64, answer: EngineAnswer) {
        self.games.engine_answers(id, number, answer);
    }

    /// What time brings. To be called every 50 ms.
    pub fn tick(&self) {
        self.games.tick();
    }

    /// Stops all engines; the games stay in the store.
    pub fn close(&self) {
        self.games.close();
    }

    /// What a task finds.
    fn later(&self, task: Task) -> Answered {
        Ok(Answer::Later(self.searches.answer(task).map(|found| found.map(Reply::json)).boxed()))
    }

    /// The messages of an analysis or a review.
    fn live(&self, task: LiveTask) -> Answered {
        let message = |data| Message { event: None, data };
        Ok(Answer::Messages { messages: self.searches.watch(task)?.map(message).boxed(), alive: None })
    }

    /// Answers somebody, making them a person first if they are not one.
    fn introducing(&self, call: &Call, work: impl FnOnce(Option<&Person>) -> Result<String, DeskError>) -> Answered {
        let person = call.who.introduced(&*self.machine)?;
        let text = work(person.as_ref())?;
        // A person who goes on to play keeps their cookie.
        Ok(Answer::Reply(Reply { person, ..Reply::json(text) }))
    }

    /// A game as somebody sees it.
    fn seen(&self, id: &str, who: Option<&Person>) -> Result<String, DeskError> {
        self.games.see(id, |hosted| view_json(hosted, who))?
    }

    fn info(&self, _: Call) -> Answered {
        json_of(&ServerInfo::new(self.version, self.searches.other_engines(), self.searches.caps()))
    }

    fn list(&self, call: Call) -> Answered {
        json_of(&self.games.list(call.who.person.as_ref(), before(&call)?, &wanted(&call)?)?)
    }

    fn archive(&self, call: Call) -> Answered {
        json_of(&self.games.archive(call.who.person.as_ref(), before(&call)?, &wanted(&call)?, self.version)?)
    }

    fn take_in(&self, call: Call) -> Answered {
        self.introducing(&call, |who| {
            let ArchiveRequest { games } = read(call.body.bytes())?;
            let take_in = |mut sent: SentGame| {
                let tree = TreeText::new(std::mem::take(&mut sent.tree))?;
                self.games.take_in(sent.kept(&self.machine, self.version)?, &tree, who)
            };
            let games = games.into_iter().map(|sent| take_in(sent).unwrap_or_else(TakenGame::from)).collect();
            task::json_of(&TakenGames { games })
        })
    }

    fn create(&self, call: Call) -> Answered {
        self.introducing(&call, |who| {
            let NewGameRequest { position, seats, clock, pace_ms, shared } = read(call.body.bytes())?;
            let people: Vec<bool> = seats.iter().map(SeatSetup::is_person).collect();
            let starter = who.filter(|_| !shared);
            let company = starter.map(|starter| Company::new(&*self.machine, starter.clone(), &people)).transpose()?;
            let is_watched = !seats.iter().any(SeatSetup::is_person);
            let pace_ms = pace_ms.unwrap_or(if is_watched { WATCHED_PACE_MS } else { 0 });
            let new = NewGame { line: position, seats, company, clock, pace_ms };
            self.games.create(new, |hosted| view_json(hosted, who))?
        })
    }

    fn sit(&self, mut call: Call) -> Answered {
        let id = call.part();
        self.introducing(&call, |who| {
            let SitRequest { seat, key } = read(call.body.bytes())?;
            let Some(person) = who else {
                return Err(DeskError::Refused(says::no_cookie()));
            };
            let sits = |hosted: &mut HostedGame| hosted.sit(person, seat, &key)?.then_some(()).ok_or(DeskError::Stale);
            match self.games.change(&id, sits) {
                Ok(()) | Err(DeskError::Stale) => self.seen(&id, who),
                Err(error) => Err(error),
            }
        })
    }

    fn see(&self, mut call: Call) -> Answered {
        json_text(self.seen(&call.part(), call.who.person.as_ref())?)
    }

    fn remove(&self, mut call: Call) -> Answered {
        self.games.remove(&call.part(), call.who.person.as_ref())?;
        json_of(&json!({ "ok": true }))
    }

    fn decide(&self, mut call: Call) -> Answered {
        let id = call.part();
        let DecideRequest { revision, decision } = read(call.body.bytes())?;
        let who = call.who.person.as_ref();
        let played = self.games.change(&id, |hosted| {
            hosted.check_part(who)?;
            if revision == hosted.record().revision {
                hosted.check_decision(who)?;
            }
            hosted.decide(revision, &decision)?;
            view_json(hosted, who)
        });
        match played {
            Err(DeskError::Stale) => {
                let (now, said) = (self.seen(&id, who)?, says::stale());
                conflict(format!("{{\"error\":\"{said}\",\"said\":{},\"game\":{now}}}", json!(said)))
            }
            played => json_text(played?),
        }
    }

    fn act(&self, mut call: Call) -> Answered {
        let id = call.part();
        let ActRequest { act, seat } = read(call.body.bytes())?;
        let who = call.who.person.as_ref();
        if act == "rematch" {
            return json_text(self.rematch(&id, who)?);
        }
        let unknown = |_| DeskError::Refused(says::no_act(crate::text::shorten(&act)));
        let act: Act = serde_json::from_value(Value::String(act.clone())).map_err(unknown)?;
        self.games.change(&id, |hosted| {
            hosted.check_act(who, act, seat)?;
            hosted.act(act, seat)
        })?;
        json_text(self.seen(&id, who)?)
    }

    /// The game of the rematch, which is the same for everybody who asks.
    fn rematch(&self, id: &str, who: Option<&Person>) -> Result<String, DeskError> {
        let _one_at_a_time = self.rematches.lock();
        let (known, new) = self.games.see(id, |hosted| {
            let new = hosted.check_part(who).and_then(|()| hosted.rematch());
            (hosted.record().rematch.clone(), new)
        })?;
        match known.map(|known| self.seen(&known, who)) {
            // Somebody has removed it.
            None | Some(Err(DeskError::Missing(_))) => {}
            Some(seen) => return seen,
        }
        let see = |hosted: &HostedGame| (hosted.record().id.clone(), view_json(hosted, who));
        let (new_id, text) = self.games.create(new?, see)?;
        self.games.change(id, |hosted| {
            hosted.set_rematch(new_id);
            Ok(())
        })?;
        text
    }

    fn hint(&self, mut call: Call) -> Answered {
        let line = self.games.see(&call.part(), |hosted| hosted.record().line())?;
        self.later(Task::Hint(line))
    }

    fn set_seat(&self, mut call: Call) -> Answered {
        let id = call.part();
        let SeatRequest { seat, setup } = read(call.body.bytes())?;
        let who = call.who.person.as_ref();
        json_text(self.games.set_seat(&id, seat, setup, (who, |hosted: &HostedGame| view_json(hosted, who)))??)
    }

    fn tree(&self, mut call: Call) -> Answered {
        let KeptText { version, text } = self.games.tree(&call.part())?;
        json_of(&json!({ "version": version, "text": text }))
    }

    fn set_tree(&self, mut call: Call) -> Answered {
        let id = call.part();
        let TreeRequest { version, text } = read(call.body.bytes())?;
        self.games.see(&id, |hosted| hosted.check_part(call.who.person.as_ref()))??;
        match self.games.set_tree(&id, version, &TreeText::new(text)?)? {
            Ok(version) => json_of(&json!({ "version": version })),
            Err(KeptText { version, text }) => {
                let said = says::tree_changed();
                let kept = json!({ "error": said.to_string(), "said": said, "version": version, "text": text });
                conflict(kept.to_string())
            }
        }
    }

    /// Games again each time they change: `?games=a,b,c`.
    fn events(&self, call: Call) -> Answered {
        let permit = self.watchers.clone().try_acquire_owned();
        let permit = permit.map_err(|_| DeskError::TooMuch(says::too_many_pages()))?;
        let ids: Vec<&str> = call.query("games").unwrap_or_default().split(',').filter(|id| !id.is_empty()).collect();
        let messages = table_messages(&self.games, &ids, call.who.person.as_ref(), permit)?;
        Ok(Answer::Messages { messages, alive: Some(alive()) })
    }

    fn analyze(&self, call: Call) -> Answered {
        self.live(LiveTask::Analyze(call.body))
    }

    fn review(&self, call: Call) -> Answered {
        self.live(LiveTask::Review(call.body))
    }

    fn state(&self, call: Call) -> Answered {
        json_of(&StateAnswer::of(&*read::<GameLine>(call.body.bytes())?.open()?))
    }

    fn touch(&self, call: Call) -> Answered {
        json_of(&read::<TouchRequest>(call.body.bytes())?.answer()?)
    }

    fn line(&self, call: Call) -> Answered {
        json_of(&json!({ "line": read::<LineRequest>(call.body.bytes())?.answer()? }))
    }

    fn compose(&self, call: Call) -> Answered {
        json_of(&read::<ComposeRequest>(call.body.bytes())?.answer()?)
    }

    fn import(&self, call: Call) -> Answered {
        self.later(Task::Import(call.body))
    }

    fn export(&self, call: Call) -> Answered {
        self.later(Task::Export(call.body))
    }

    /// In a format, `?format=sgf`; without one, as the page wants it.
    fn record(&self, mut call: Call) -> Answered {
        let kept = self.games.see(&call.part(), |hosted| hosted.record().clone())?;
        let records = records_of(&kept, self.version)?;
        let Some(format) = call.query("format") else {
            let records: Vec<PageRecord> = records.into_iter().map(PageRecord::from).collect();
            return json_of(&json!({ "records": records }));
        };
        let file = file_of(&records, format)?;
        Ok(Answer::Reply(Reply { file: Some(file.name), ..Reply::json(file.text) }))
    }

    fn book(&self, call: Call) -> Answered {
        json_of(&BookAnswer::of(&read(call.body.bytes())?)?)
    }

    fn practice(&self, call: Call) -> Answered {
        let kept = call.who.person.as_ref().map(|person| self.games.practice(person)).transpose()?;
        json_of(&kept.unwrap_or_default())
    }

    fn set_practice(&self, call: Call) -> Answered {
        let sent: Practice = read(call.body.bytes())?;
        let Some(person) = call.who.introduced(&*self.machine)? else {
            return Err(DeskError::Refused(says::no_cookie()));
        };
        match self.games.set_practice(&person, &sent)? {
            Ok(version) => {
                let reply = Reply::json(json!({ "version": version }).to_string());
                Ok(Answer::Reply(Reply { person: Some(person), ..reply }))
            }
            Err(Practice { version, exercises }) => {
                let said = says::practice_changed();
                let now =
                    json!({ "error": said.to_string(), "said": said, "version": version, "exercises": exercises });
                conflict(now.to_string())
            }
        }
    }

    fn explore(&self, call: Call) -> Answered {
        self.later(Task::Explore(call.body))
    }

    fn steps(&self, call: Call) -> Answered {
        self.later(Task::Steps(call.body))
    }

    /// Those of one's own games and of everybody's, in parts: `?before=7`.
    fn kept_steps(&self, mut call: Call) -> Answered {
        let game = known::game(&call.part())?.name.to_string();
        let kept = self.games.stored_games(call.who.person.as_ref(), before(&call)?, &game)?.into();
        self.later(Task::KeptSteps { game, kept })
    }

    fn puzzle_list(&self, mut call: Call) -> Answered {
        json_of(&PuzzleList::new(&call.part())?)
    }

    fn puzzle(&self, mut call: Call) -> Answered {
        let (game, number) = (call.part(), call.part());
        self.later(Task::Puzzle { game, number, body: call.body })
    }

    fn puzzle_solution(&self, mut call: Call) -> Answered {
        let (game, number) = (call.part(), call.part());
        self.later(Task::Solution { game, number })
    }

    fn scene(&self, mut call: Call) -> Answered {
        Ok(Answer::Reply(Reply { lasts: true, ..Reply::of(&scenes::scene(&call.part())?)? }))
    }

    /// `?language=fr`.
    fn lesson(&self, mut call: Call) -> Answered {
        json_of(&lessons::page(&call.part(), language(&call))?)
    }

    /// `?language=fr`.
    fn attempt(&self, mut call: Call) -> Answered {
        let (game, number) = (call.part(), call.part());
        json_of(&lessons::answer(&game, &number, language(&call), &read::<LessonRequest>(call.body.bytes())?)?)
    }

    /// `?language=fr`.
    fn rules_page(&self, mut call: Call) -> Answered {
        json_of(&rules::page(&call.part(), language(&call))?)
    }
}
