//! Who may ask: only pages of this server, with the token if there is one, and not too often.

use super::App;
use super::compression::{compressed, takes_gzip};
use super::connections::Working;
use super::cookie::CookieScope;
use super::origin::{PageClaim, Stranger, way_up, with_path};
use super::refusal::{HttpRefusal, Reader};
use super::says;
use super::token;
use crate::sentence::{self, verbatim};
use crate::text::shorten;
use axum::body::Body;
use axum::extract::{ConnectInfo, Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// The requests per second that one address may make in the long run, and how many at once.
const RATE: f64 = 500.0;
const BURST: f64 = 2_000.0;
/// The most addresses that are remembered.
const MAX_ADDRESSES: usize = 4_096;
/// The health check address, open to anybody: it says only that the server is running.
const HEALTH: &str = "/health";

/// The content security policy of the page: only what this server sends.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; \
                      base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// How many requests each address has left.
#[derive(Default)]
pub struct Rates(Mutex<HashMap<IpAddr, (f64, Instant)>>);

impl Rates {
    /// Whether an address may make a request now.
    fn allows(&self, address: IpAddr) -> bool {
        let mut buckets = self.0.lock();
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

/// Lets allowed requests through, and gives every answer its headers.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(working): Extension<Working>,
    request: Request,
    next: Next,
) -> Response {
    let reader = Reader::of(request.headers());
    let answered = answer(&app, peer.ip(), &working, request, next).await;
    let mut answer = answered.unwrap_or_else(|refusal| refusal.answer(reader));
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

async fn answer(
    app: &App,
    peer: IpAddr,
    working: &Working,
    mut request: Request,
    next: Next,
) -> Result<Response, HttpRefusal> {
    let whole = request.uri().path().to_string();
    let Some(path) = app.places.within(&whole) else {
        return Ok(to_folder(&whole, request.uri().query()));
    };
    if path == HEALTH && matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response());
    }
    let client = app.proxies.client(peer, request.headers());
    let is_crowded = app.proxies.has(peer) && !working.belongs_to(client);
    if is_crowded || !app.rates.allows(client) {
        let refusal = HttpRefusal::new(StatusCode::TOO_MANY_REQUESTS, says::too_often());
        return Err(refusal.with(header::RETRY_AFTER, "1"));
    }
    if let Some(inside) = with_path(request.uri(), path) {
        *request.uri_mut() = inside;
    }
    let is_passed_on = app.proxies.has_passed_on(peer, request.headers());
    let scope = check_origin(app, &whole, is_passed_on, &request)?;
    request.extensions_mut().insert(scope.clone());
    let is_form = token::is_form(app, &request);
    if !is_form {
        check_kind(&request)?;
        if let Some(given) = token::in_address(app, &request) {
            return token::accept(app, &given, &scope, &way_up(request.uri().path()));
        }
        token::check(app, request.headers())?;
    }
    let is_taken = takes_gzip(request.headers());
    let (parts, body) = request.into_parts();
    let read =
        app.bodies.read(&parts.headers, body).await.map_err(|refusal| refusal.with(header::CONNECTION, "close"))?;
    if is_form {
        return token::accept(app, &token::in_form(&read.bytes), &scope, &way_up(parts.uri.path()));
    }
    let running = working.begin();
    let method = parts.method.clone();
    let answer = next.run(Request::from_parts(parts, Body::from(read.bytes.clone()))).await;
    let answer = in_one_form(answer, &method)?;
    Ok(running.until_sent(compressed(answer, is_taken).await))
}

/// An answer from inside; a refusal without a sentence gets one.
fn in_one_form(answer: Response, method: &Method) -> Result<Response, HttpRefusal> {
    let status = answer.status();
    let kind = text(answer.headers(), &header::CONTENT_TYPE).unwrap_or_default();
    if !(status.is_client_error() || status.is_server_error()) || kind == "application/json" {
        return Ok(answer);
    }
    Err(match status {
        StatusCode::NOT_FOUND => HttpRefusal::new(status, says::no_address()),
        StatusCode::METHOD_NOT_ALLOWED => {
            let allowed = answer.headers().get(header::ALLOW).cloned();
            let only =
                allowed.as_ref().and_then(|allowed| allowed.to_str().ok()).unwrap_or_default().replace(',', ", ");
            let method = shorten(method.as_str());
            HttpRefusal {
                header: allowed.map(|allowed| Box::new((header::ALLOW, allowed))),
                ..HttpRefusal::new(status, says::no_method(method, only))
            }
        }
        _ => HttpRefusal::new(status, says::unreadable()),
    })
}

/// Redirects from the folder of the page without its last `/` to the one with it, under the name the browser uses.
fn to_folder(path: &str, query: Option<&str>) -> Response {
    let last = path.rsplit('/').next().unwrap_or_default();
    let query = query.map_or_else(String::new, |query| format!("?{query}"));
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{last}/{query}"))]).into_response()
}

/// Refuses requests for another server, or sent by a page of one. For the others, notes where their cookies go.
fn check_origin(app: &App, path: &str, is_passed_on: bool, request: &Request) -> Result<CookieScope, HttpRefusal> {
    let headers = request.headers();
    let count = headers.get_all(header::HOST).iter().count();
    if count > 1 || (count == 0 && request.version() == Version::HTTP_11) {
        return Err(HttpRefusal::new(StatusCode::BAD_REQUEST, says::hosts(count)));
    }
    // What stands in the first line counts, says HTTP.
    let in_line = request.uri().authority().map(|authority| authority.as_str());
    let claim = PageClaim {
        host: in_line.or_else(|| text(headers, &header::HOST)).unwrap_or_default(),
        origin: headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or("null")),
        site: text(headers, &HeaderName::from_static("sec-fetch-site")),
        path,
        is_passed_on,
    };
    // A link of another page may lead here, but no script there may ask.
    let is_visit =
        matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/api/");
    let Some(stranger) = app.places.stranger(&claim, is_visit) else { return Ok(app.places.cookie_scope(&claim)) };
    let links = app.places.names();
    let hosts = |here: &str| match links.is_empty() {
        true => verbatim(here),
        false => sentence::and(links.join(", "), here),
    };
    let said = match stranger {
        Stranger::Host => {
            let (hosts, host) = (hosts("localhost"), shorten(claim.host));
            if links.is_empty() { says::other_host_hint(hosts, host) } else { says::other_host(hosts, host) }
        }
        Stranger::Origin => {
            let page = claim.origin.map(|origin| verbatim(format!("`{}`", shorten(origin))));
            let page = page.unwrap_or_else(says::another_site);
            match links.is_empty() {
                true => says::other_page_hint(page, hosts(&format!("http://{}", shorten(claim.host)))),
                false => says::other_page(page, hosts("localhost")),
            }
        }
    };
    let refusal = HttpRefusal::new(StatusCode::FORBIDDEN, said);
    Err(HttpRefusal { offer: super::refusal::PageOffer::Links(links), ..refusal })
}

/// Refuses bodies that are not JSON, as a form on another page could send those.
fn check_kind(request: &Request) -> Result<(), HttpRefusal> {
    let kind = text(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
    let name = kind.split(';').next().unwrap_or_default().trim();
    if !matches!(*request.method(), Method::POST | Method::PUT) || name.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let given = if name.is_empty() { says::untyped() } else { verbatim(format!("`{}`", shorten(name))) };
    let refusal = HttpRefusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, says::not_json_sent(given));
    Err(refusal.with(header::ACCEPT, "application/json"))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

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
        assert!(rates.0.lock().len() <= MAX_ADDRESSES);
    }
}
