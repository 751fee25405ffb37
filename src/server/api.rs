//! Requests by HTTP for what the page asks for: each is handed to the desk outside the threads that serve everybody, and
//! what comes of it becomes a response.

use super::App;
use super::caller::Visitor;
use super::refusal;
use super::says;
use super::sse::sse;
use crate::service::error::DeskError;
use crate::service::request::{Answer, Message, Reply, Request};
use crate::service::task::SentBody;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;

/// Answers a request.
pub async fn answer(State(app): State<Arc<App>>, visitor: Visitor, method: Method, uri: Uri, body: Bytes) -> Response {
    // What answers `GET` answers `HEAD`, without a body.
    let method = if method == Method::HEAD { Method::GET } else { method };
    let request = Request {
        method: method.to_string(),
        path: uri.path().to_string(),
        query: uri.query().unwrap_or_default().to_string(),
        body: SentBody::from(body),
        who: visitor.who.clone(),
    };
    let asked = tokio::task::spawn_blocking(move || app.desk.answer(request)).await;
    let answer = match asked.unwrap_or_else(|_| Err(DeskError::Broken(says::defect()))) {
        Ok(Answer::Later(later)) => later.await.map(Answer::Reply),
        answer => answer,
    };
    match answer {
        Ok(Answer::Reply(reply)) => response(reply, &visitor),
        Ok(Answer::Messages { messages, alive }) => {
            let alive = alive.map_or_else(|| Event::default().comment(""), event);
            sse(messages.map(event), alive)
        }
        Ok(Answer::Later(_)) => refused(DeskError::Broken(says::defect())),
        Err(error) => refused(error),
    }
}

fn response(reply: Reply, visitor: &Visitor) -> Response {
    let Reply { status, text, file, person, lasts } = reply;
    let mut response = (status_of(status), text).into_response();
    let headers = response.headers_mut();
    let kind = if file.is_some() { "text/plain; charset=utf-8" } else { "application/json" };
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    let name = file.and_then(|name| format!("attachment; filename=\"{name}\"").parse().ok());
    name.map(|name| headers.insert(header::CONTENT_DISPOSITION, name));
    if lasts {
        headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("private, max-age=3600"));
    }
    let cookie = person.and_then(|person| visitor.cookie(&person));
    cookie.map(|cookie| headers.append(header::SET_COOKIE, cookie));
    response
}

fn event(message: Message) -> Event {
    let event = message.event.map_or_else(Event::default, |name| Event::default().event(name));
    event.data(message.data)
}

fn status_of(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A refusal. The guard says of an address what is wrong with it, to people as to programs.
fn refused(error: DeskError) -> Response {
    let status = status_of(error.status());
    match error {
        DeskError::NoAddress | DeskError::Unreadable => status.into_response(),
        DeskError::NoMethod { only, .. } => {
            let allowed = only.join(",").replace("GET", "GET,HEAD");
            (status, [(header::ALLOW, allowed)]).into_response()
        }
        error => refusal::json(status, &error.said()),
    }
}
