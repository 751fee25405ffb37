//! Who may ask: pages of this server alone, with the token if there is one, and not too often.

use super::App;
use super::connections::Working;
use axum::body::Body;
use axum::extract::{ConnectInfo, Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Requests a second that one address may make in the long run, and how many at once.
const RATE: f64 = 500.0;
const BURST: f64 = 2_000.0;
/// So many addresses are remembered.
const MAX_ADDRESSES: usize = 4_096;
/// The cookie with the token.
const COOKIE: &str = "quintet-token";

/// What may be in a page of ours: only what this server sends.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; \
                      base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// How many requests each address has left.
#[derive(Default)]
pub struct Rates(Mutex<HashMap<IpAddr, (f64, Instant)>>);

impl Rates {
    /// Whether an address may make a request now.
    fn allows(&self, address: IpAddr) -> bool {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if buckets.len() >= MAX_ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, (_, since)| since.elapsed().as_secs_f64() * RATE < BURST);
            // Newcomers are not locked out by others, however many: the one that has been quiet for longest is forgotten.
            if buckets.len() >= MAX_ADDRESSES {
                let quiet = buckets.iter().min_by_key(|(_, (_, since))| *since).map(|(&address, _)| address);
                quiet.map(|address| buckets.remove(&address));
            }
        }
        let (left, since) = buckets.entry(address).or_insert((BURST, now));
        *left = (*left + since.elapsed().as_secs_f64() * RATE).min(BURST);
        *since = now;
        let allowed = *left >= 1.0;
        if allowed {
            *left -= 1.0;
        }
        allowed
    }
}

/// Lets through what may be asked, and gives every answer its headers.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(working): Extension<Working>,
    request: Request,
    next: Next,
) -> Response {
    let refusal = refusal(&app, peer.ip(), &request);
    let mut answer = match refusal {
        Some((status, sentence)) => (status, error_body(sentence)).into_response(),
        None => match token_in_address(&app, &request) {
            Some(answer) => answer,
            None => run(&app, &working, request, next).await,
        },
    };
    let headers = answer.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Answers a request once all of it has been read.
async fn run(app: &App, working: &Working, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match app.bodies.read(&parts.headers, body).await {
        Ok(read) => {
            let running = working.begin();
            let answer = next.run(Request::from_parts(parts, Body::from(read.bytes.clone()))).await;
            running.until_sent(answer)
        }
        Err((status, sentence)) => (status, [(header::CONNECTION, "close")], error_body(sentence)).into_response(),
    }
}

/// A refusal as JSON.
fn error_body(sentence: &str) -> axum::Json<serde_json::Value> {
    axum::Json(serde_json::json!({ "error": sentence }))
}

fn refusal(app: &App, address: IpAddr, request: &Request) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let host = text(headers, header::HOST).unwrap_or_default();
    if app.token.is_none() && !is_local(host) {
        return Some((StatusCode::FORBIDDEN, "this server answers to localhost alone"));
    }
    let own = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host));
    let is_foreign = text(headers, header::ORIGIN).is_some_and(|origin| !own(origin))
        || headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site" || site == "same-site");
    // A link of another page may lead here, but no script there may ask.
    let is_visit = request.method() == Method::GET && !request.uri().path().starts_with("/api/");
    if is_foreign && !is_visit {
        return Some((StatusCode::FORBIDDEN, "other pages may not ask this server"));
    }
    let is_json = || text(headers, header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
    if matches!(*request.method(), Method::POST | Method::PUT) && !is_json() {
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "what is sent to this server is `application/json`"));
    }
    if !app.rates.allows(address) {
        return Some((StatusCode::TOO_MANY_REQUESTS, "too many requests: wait a moment"));
    }
    let has_token = || {
        let token = app.token.as_deref().unwrap_or_default();
        let in_cookie = text(headers, header::COOKIE).into_iter().flat_map(|cookies| cookies.split(';'));
        let in_cookie = in_cookie.filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        let in_header = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        in_cookie.chain(in_header).any(|given| is_same(given, token))
    };
    if app.token.is_some() && !has_token() && given_token(request).is_none_or(|given| !is_right(app, given)) {
        return Some((StatusCode::UNAUTHORIZED, "open the address with `?token=` that the server has printed"));
    }
    None
}

/// The token of an address, `/?token=…`, becomes a cookie.
fn token_in_address(app: &App, request: &Request) -> Option<Response> {
    let given = given_token(request).filter(|given| is_right(app, given))?;
    let cookie = format!("{COOKIE}={given}; HttpOnly; SameSite=Lax; Path=/");
    let answer = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, "/")
        .header(header::SET_COOKIE, cookie)
        .body(Body::empty());
    answer.ok()
}

fn given_token(request: &Request) -> Option<&str> {
    let is_visit = request.method() == Method::GET && request.uri().path() == "/";
    request.uri().query().filter(|_| is_visit)?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn is_right(app: &App, given: &str) -> bool {
    app.token.as_deref().is_some_and(|token| is_same(given, token))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a `Host` is this machine by a name that no other server can have. It is read as a whole: a name or an address,
/// and perhaps a port.
fn is_local(host: &str) -> bool {
    let is_port =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok();
    let is_end = |rest: &str| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    match host.strip_prefix('[').map(|rest| rest.split_once(']')) {
        Some(Some((address, rest))) => {
            is_end(rest) && address.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
        }
        Some(None) => false,
        None => {
            let (name, rest) = host.split_at(host.find(':').unwrap_or(host.len()));
            let is_loopback = || name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
            is_end(rest) && (name.eq_ignore_ascii_case("localhost") || is_loopback())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "127.0.0.2"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:8080", "10.0.0.1", "127.0.0.1.evil.example", "[::2]:1"]
        {
            assert!(!is_local(host), "{host}");
        }
        // Whatever stands behind a name of this machine makes it another's, or none at all.
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            for rest in
                [".evil.example", ":evil", ":80.evil.example", ":", ":+1", ":65536", "@evil.example", ":1@x", "]", " "]
            {
                assert!(!is_local(&format!("{name}{rest}")), "{name}{rest}");
            }
        }
        for host in ["::1", "[::1", "::1]", "[localhost]", "[127.0.0.1]", "evil@localhost", "[::1%eth0]"] {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn an_address_that_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::default();
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let allowed = (0..10_000).filter(|_| rates.allows(one)).count();
        assert!((BURST as usize..9_000).contains(&allowed), "{allowed}");
        assert!(rates.allows(two));
        // Thousands of other addresses lock nobody out, and are not all remembered.
        for number in 0..2 * MAX_ADDRESSES as u32 {
            assert!(rates.allows(IpAddr::from(Ipv4Addr::from_bits(0x0b00_0000 + number))), "{number}");
        }
        assert!(rates.0.lock().unwrap().len() <= MAX_ADDRESSES);
    }

    #[test]
    fn texts_are_the_same_or_not() {
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "ab") && is_same("", ""));
    }
}
