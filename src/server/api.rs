//! The addresses under `/api`, with the request and answer of each; crates/desk/src/web/page/types.d.ts is generated from them.

#[cfg(test)]
mod law;

#[cfg(test)]
use {
    super::address::{Address, NamedSchema, ReadRecords, Records, SeenGame, TakenBody, named},
    crate::desk::live::{AnalysisEvent, ReviewEvent},
    crate::desk::rules::RulesPage,
    crate::desk::transfer::ExportedFile,
    crate::desk::view::GameList,
    crate::puzzles::PuzzleAnswer,
};

use super::App;
use super::caller::Caller;
use super::events::{alive, sse, table_events};
use crate::desk::error::DeskError;
use crate::desk::hint::Hint;
use crate::desk::hosted_game::{Act, HostedGame, NewGame};
use crate::desk::info::ServerInfo;
use crate::desk::kept_game::{ClockSetup, SeatSetup};
use crate::desk::live::{AnalyzeRequest, LiveTask, ReviewOrder};
use crate::desk::people::{Company, Person};
use crate::desk::position::{BookAnswer, ComposeRequest, LineRequest, StateAnswer};
use crate::desk::puzzles::{PuzzleList, PuzzleRequest};
use crate::desk::recorded::records_of;
use crate::desk::searches::Searches as _;
use crate::desk::shape::read;
use crate::desk::store::{KeptTree, TreeText};
use crate::desk::task::{SentBody, Task};
use crate::desk::transfer::{ExportRequest, ImportRequest, PageRecord, file_of};
use crate::desk::view::view_json;
use crate::desk::{rules, says};
use crate::registry::GameLine;
use crate::sentence::foreign;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use futures_util::StreamExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

type SharedApp = State<Arc<App>>;

/// Declares the addresses: a path, and for each method its handler, request and answer.
macro_rules! addresses {
    ($($path:literal: $($method:ident $handler:ident $(($request:ty))? $(-> $answer:ty)?),+;)+) => {
        /// The addresses.
        pub fn routes() -> Router<Arc<App>> {
            Router::new()$(.route($path, MethodRouter::new()$(.$method($handler))+))+
        }

        #[cfg(test)]
        pub fn addresses() -> Vec<Address> {
            let (none, nothing) = (|| None::<TakenBody>, || None::<NamedSchema>);
            vec![$($(Address {
                method: stringify!($method),
                path: $path,
                request: none()$(.or(Some((crate::desk::shape::schema_of::<$request>(), |bytes| {
                    read::<$request>(bytes).map(|_| ())
                }))))?,
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
    "/api/line": post line(LineRequest);
    "/api/compose": post compose(ComposeRequest) -> StateAnswer;
    "/api/analyze": post analyze(AnalyzeRequest) -> AnalysisEvent<'_>;
    "/api/review": post review(ReviewOrder) -> ReviewEvent;
    "/api/import": post import(ImportRequest) -> ReadRecords;
    "/api/export": post export(ExportRequest) -> ExportedFile;
    "/api/book": post book(GameLine) -> BookAnswer;
    "/api/puzzles/{game}": get puzzle_list -> PuzzleList;
    "/api/puzzles/{game}/{number}": get puzzle_solution, post puzzle(PuzzleRequest) -> PuzzleAnswer;
    "/api/rules/{game}": get rules_page -> RulesPage;
}

/// An answer that is one line of JSON.
fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

fn refusal(error: DeskError) -> Response {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    super::refusal::json(status, &error.said())
}

/// Does slow work outside the threads that serve everybody.
async fn blocking<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T, DeskError> + Send + 'static,
) -> Response {
    blocking_text(move || {
        serde_json::to_string(&work()?).map_err(|error| DeskError::Broken(foreign(error.to_string())))
    })
    .await
}

async fn blocking_text(work: impl FnOnce() -> Result<String, DeskError> + Send + 'static) -> Response {
    blocking_status(move || work().map(|text| (StatusCode::OK, text))).await
}

/// The same, where the answer may have another status.
async fn blocking_status(work: impl FnOnce() -> Result<(StatusCode, String), DeskError> + Send + 'static) -> Response {
    apart(work).await.map_or_else(refusal, |(status, text)| (status, json_text(text)).into_response())
}

/// The result of work done outside the threads that serve everybody.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeskError> + Send + 'static,
) -> Result<T, DeskError> {
    let broken = |_| DeskError::Broken(says::defect());
    tokio::task::spawn_blocking(work).await.map_err(broken)?
}

async fn info(State(app): SharedApp) -> Response {
    blocking(move || Ok(ServerInfo::new(app.searches.other_engines(), app.searches.caps()))).await
}

/// Where the list of games starts.
#[derive(Deserialize)]
struct ListRequest {
    #[serde(default)]
    before: Option<String>,
}

async fn list(State(app): SharedApp, caller: Caller, Query(request): Query<ListRequest>) -> Response {
    blocking(move || {
        let number = |text: String| {
            let wrong = |_| DeskError::Refused(says::before());
            text.parse::<i64>().map_err(wrong)
        };
        let before = request.before.map(number).transpose()?;
        app.games.list(caller.person.as_ref(), before)
    })
    .await
}

/// The start of a game, as requested.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewGameRequest {
    #[serde(flatten)]
    position: GameLine,
    seats: Vec<SeatSetup>,
    #[serde(default)]
    clock: Option<ClockSetup>,
    #[serde(default)]
    pace_ms: Option<u64>,
    /// Whether it belongs to everybody.
    #[serde(default)]
    shared: bool,
}

/// In games between engines, the least milliseconds for a turn, so that it can be watched.
const WATCHED_PACE_MS: u64 = 700;

async fn create(State(app): SharedApp, caller: Caller, body: Bytes) -> Response {
    introducing(&app.clone(), caller, move |who| {
        let NewGameRequest { position, seats, clock, pace_ms, shared } = read(&body)?;
        let people: Vec<bool> = seats.iter().map(SeatSetup::is_person).collect();
        let starter = who.filter(|_| !shared);
        let company =
            starter.map(|starter| Company::new(&**app.games.machine(), starter.clone(), &people)).transpose()?;
        let is_watched = !seats.iter().any(SeatSetup::is_person);
        let pace_ms = pace_ms.unwrap_or(if is_watched { WATCHED_PACE_MS } else { 0 });
        let new = NewGame { line: position, seats, company, clock, pace_ms };
        app.games.create(new, |hosted| view_json(hosted, who))?
    })
    .await
}

/// Answers a client, making it a person first if it is not one.
async fn introducing(
    app: &App,
    caller: Caller,
    work: impl FnOnce(Option<&Person>) -> Result<String, DeskError> + Send + 'static,
) -> Response {
    let person = match caller.introduced(&**app.games.machine()) {
        Ok(person) => person,
        Err(error) => return refusal(error),
    };
    // Whoever goes on to play stays known.
    let cookie = person.as_ref().and_then(|person| caller.cookie(person));
    let mut answer = blocking_text(move || work(person.as_ref())).await;
    if let Some(cookie) = cookie.filter(|_| answer.status().is_success()) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
    answer
}

/// A request with the key of a seat.
#[derive(Deserialize, JsonSchema)]
struct SitRequest {
    seat: usize,
    key: String,
}

async fn sit(State(app): SharedApp, caller: Caller, Path(id): Path<String>, body: Bytes) -> Response {
    introducing(&app.clone(), caller, move |who| {
        let SitRequest { seat, key } = read(&body)?;
        let Some(person) = who else {
            return Err(DeskError::Refused(says::no_cookie()));
        };
        match app.games.change(&id, |hosted| hosted.sit(person, seat, &key)?.then_some(()).ok_or(DeskError::Stale)) {
            Ok(()) | Err(DeskError::Stale) => app.games.see(&id, |hosted| view_json(hosted, who))?,
            Err(error) => Err(error),
        }
    })
    .await
}

async fn see(State(app): SharedApp, caller: Caller, Path(id): Path<String>) -> Response {
    blocking_text(move || app.games.see(&id, |hosted| view_json(hosted, caller.person.as_ref()))?).await
}

async fn remove(State(app): SharedApp, caller: Caller, Path(id): Path<String>) -> Response {
    blocking(move || app.games.remove(&id, caller.person.as_ref()).map(|()| json!({ "ok": true }))).await
}

/// A decision by somebody who has seen `revision`.
#[derive(Deserialize, JsonSchema)]
struct DecideRequest {
    revision: u64,
    decision: String,
}

async fn decide(State(app): SharedApp, caller: Caller, Path(id): Path<String>, body: Bytes) -> Response {
    let work = move || {
        let DecideRequest { revision, decision } = read(&body)?;
        let who = caller.person.as_ref();
        let played = app.games.change(&id, |hosted| {
            hosted.check_part(who)?;
            if revision == hosted.record().revision {
                hosted.check_decision(who)?;
            }
            hosted.decide(revision, &decision)?;
            view_json(hosted, who)
        });
        match played {
            Err(DeskError::Stale) => {
                let now = app.games.see(&id, |hosted| view_json(hosted, who))??;
                let said = says::stale();
                Ok((StatusCode::CONFLICT, format!("{{\"error\":\"{said}\",\"said\":{},\"game\":{now}}}", json!(said))))
            }
            played => played.map(|text| (StatusCode::OK, text)),
        }
    };
    blocking_status(work).await
}

/// Another act.
#[derive(Deserialize, JsonSchema)]
struct ActRequest {
    act: String,
    #[serde(default)]
    seat: Option<usize>,
}

async fn act(State(app): SharedApp, caller: Caller, Path(id): Path<String>, body: Bytes) -> Response {
    blocking_text(move || {
        let ActRequest { act, seat } = read(&body)?;
        let who = caller.person.as_ref();
        if act == "rematch" {
            return rematch(&app, &id, who);
        }
        let unknown = |_| DeskError::Refused(says::no_act(crate::text::shorten(&act)));
        let act: Act = serde_json::from_value(Value::String(act.clone())).map_err(unknown)?;
        app.games.change(&id, |hosted| {
            hosted.check_act(who, act, seat)?;
            hosted.act(act, seat)
        })?;
        app.games.see(&id, |hosted| view_json(hosted, who))?
    })
    .await
}

/// The game of the rematch, which is the same for everybody who asks.
fn rematch(app: &App, id: &str, who: Option<&Person>) -> Result<String, DeskError> {
    let _one_at_a_time = app.rematches.lock();
    let (known, new) = app.games.see(id, |hosted| {
        let new = hosted.check_part(who).and_then(|()| hosted.rematch());
        (hosted.record().rematch.clone(), new)
    })?;
    match known.map(|known| app.games.see(&known, |hosted| view_json(hosted, who))) {
        // Somebody has removed it.
        None | Some(Err(DeskError::Missing(_))) => {}
        Some(seen) => return seen?,
    }
    let see = |hosted: &HostedGame| (hosted.record().id.clone(), view_json(hosted, who));
    let (new_id, text) = app.games.create(new?, see)?;
    app.games.change(id, |hosted| {
        hosted.set_rematch(new_id);
        Ok(())
    })?;
    text
}

/// The answer to a task.
async fn done(app: &App, task: Task) -> Response {
    app.searches.answer(task).await.map_or_else(refusal, json_text)
}

async fn hint(State(app): SharedApp, Path(id): Path<String>) -> Response {
    let of_game = app.clone();
    let line = move || of_game.games.see(&id, |hosted| hosted.record().line());
    match apart(line).await {
        Ok(line) => done(&app, Task::Hint(line)).await,
        Err(error) => refusal(error),
    }
}

/// A change of who sits at a seat.
#[derive(Deserialize, JsonSchema)]
struct SeatRequest {
    seat: usize,
    setup: SeatSetup,
}

async fn set_seat(State(app): SharedApp, caller: Caller, Path(id): Path<String>, body: Bytes) -> Response {
    blocking_text(move || {
        let SeatRequest { seat, setup } = read(&body)?;
        let who = caller.person.as_ref();
        app.games.set_seat(&id, seat, setup, (who, |hosted: &HostedGame| view_json(hosted, who)))?
    })
    .await
}

async fn tree(State(app): SharedApp, Path(id): Path<String>) -> Response {
    blocking(move || app.games.tree(&id).map(|KeptTree { version, text }| json!({ "version": version, "text": text })))
        .await
}

/// Variations to save, from somebody who has seen this version of them.
#[derive(Deserialize, JsonSchema)]
struct TreeRequest {
    version: u64,
    text: String,
}

async fn set_tree(State(app): SharedApp, caller: Caller, Path(id): Path<String>, body: Bytes) -> Response {
    blocking_status(move || {
        let TreeRequest { version, text } = read(&body)?;
        app.games.see(&id, |hosted| hosted.check_part(caller.person.as_ref()))??;
        Ok(match app.games.set_tree(&id, version, &TreeText::new(text)?)? {
            Ok(version) => (StatusCode::OK, json!({ "version": version }).to_string()),
            Err(KeptTree { version, text }) => {
                let said = says::tree_changed();
                let kept = json!({ "error": said.to_string(), "said": said, "version": version, "text": text });
                (StatusCode::CONFLICT, kept.to_string())
            }
        })
    })
    .await
}

/// Games again each time they change: `?games=a,b,c`.
async fn events(State(app): SharedApp, caller: Caller, Query(mut query): Query<BTreeMap<String, String>>) -> Response {
    let games = query.remove("games").unwrap_or_default();
    let Ok(permit) = app.watchers.clone().try_acquire_owned() else {
        return refusal(DeskError::TooMuch(says::too_many_pages()));
    };
    let begin = move || {
        let ids: Vec<&str> = games.split(',').filter(|id| !id.is_empty()).collect();
        table_events(&app.games, &ids, caller.person.as_ref(), permit)
    };
    apart(begin).await.map_or_else(refusal, |events| sse(events, alive()))
}

/// The messages of an analysis or a review.
async fn live(app: Arc<App>, task: LiveTask) -> Response {
    let texts = match apart(move || app.searches.watch(task)).await {
        Ok(texts) => texts,
        Err(error) => return refusal(error),
    };
    sse(texts.map(|text| Event::default().data(text)), Event::default().comment(""))
}

async fn analyze(State(app): SharedApp, body: Bytes) -> Response {
    live(app, LiveTask::Analyze(sent(&body))).await
}

async fn review(State(app): SharedApp, body: Bytes) -> Response {
    live(app, LiveTask::Review(sent(&body))).await
}

fn sent(body: &Bytes) -> SentBody {
    SentBody::from(body.to_vec())
}

async fn state(body: Bytes) -> Response {
    blocking(move || Ok(StateAnswer::of(&*read::<GameLine>(&body)?.open()?))).await
}

async fn line(body: Bytes) -> Response {
    blocking(move || Ok(json!({ "line": read::<LineRequest>(&body)?.answer()? }))).await
}

async fn compose(body: Bytes) -> Response {
    blocking(move || read::<ComposeRequest>(&body)?.answer()).await
}

async fn import(State(app): SharedApp, body: Bytes) -> Response {
    done(&app, Task::Import(sent(&body))).await
}

async fn export(State(app): SharedApp, body: Bytes) -> Response {
    done(&app, Task::Export(sent(&body))).await
}

/// The format; without one, as the page wants it.
#[derive(Deserialize)]
struct RecordRequest {
    #[serde(default)]
    format: Option<String>,
}

async fn record(State(app): SharedApp, Path(id): Path<String>, Query(request): Query<RecordRequest>) -> Response {
    let work = move || {
        let kept = app.games.see(&id, |hosted| hosted.record().clone())?;
        let records = records_of(&kept)?;
        let Some(format) = request.format else {
            let records: Vec<PageRecord> = records.into_iter().map(PageRecord::from).collect();
            return Ok(json_text(json!({ "records": records }).to_string()));
        };
        let file = file_of(&records, &format)?;
        let name = format!("attachment; filename=\"{}\"", file.name);
        let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
        Ok((head, file.text).into_response())
    };
    apart(work).await.unwrap_or_else(refusal)
}

async fn book(body: Bytes) -> Response {
    blocking(move || BookAnswer::of(&read(&body)?)).await
}

async fn puzzle_list(Path(game): Path<String>) -> Response {
    blocking(move || PuzzleList::new(&game)).await
}

async fn puzzle(State(app): SharedApp, Path((game, number)): Path<(String, String)>, body: Bytes) -> Response {
    done(&app, Task::Puzzle { game, number, body: sent(&body) }).await
}

async fn puzzle_solution(State(app): SharedApp, Path((game, number)): Path<(String, String)>) -> Response {
    done(&app, Task::Solution { game, number }).await
}

/// `?language=fr`.
async fn rules_page(Path(game): Path<String>, Query(query): Query<BTreeMap<String, String>>) -> Response {
    blocking(move || rules::page(&game, query.get("language").map_or("en", String::as_str))).await
}
