//! The token that clients must know: given in the address, in a form, in a cookie or in a header.

use super::App;
use super::cookie::{CookieScope, cookies};
use super::refusal::{HttpRefusal, PageOffer};
use super::says;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The cookie with the token.
const COOKIE: &str = "quintet-token";
/// The content type of a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// Refuses clients that do not know the token.
pub fn check(app: &App, headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let Some(token) = &app.token else { return Ok(()) };
    let in_header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let knows = cookies(headers, COOKIE).chain(in_header).any(|given| is_same(given, token));
    if knows { Ok(()) } else { Err(refusal(false)) }
}

/// The token of an address, `/?token=…`.
pub fn in_address(app: &App, request: &Request) -> Option<String> {
    let is_visit = app.token.is_some() && request.method() == Method::GET && request.uri().path() == "/";
    let given = request.uri().query().filter(|_| is_visit)?.split('&').find_map(|pair| pair.strip_prefix("token="))?;
    Some(given.to_string())
}

/// Whether a request is the form of the page that asks for the token.
pub fn is_form(app: &App, request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let name = kind.split(';').next().unwrap_or_default().trim();
    let is_page = !request.uri().path().starts_with("/api/");
    app.token.is_some() && is_page && request.method() == Method::POST && name.eq_ignore_ascii_case(FORM)
}

/// The token in a form. Spaces around it were typed by mistake.
pub fn in_form(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let given = text.split('&').find_map(|pair| pair.strip_prefix("token=")).unwrap_or_default();
    given.trim_matches('+').to_string()
}

/// Stores the right token in a cookie and redirects to the page, whose folder is the `way` up.
pub fn accept(app: &App, given: &str, scope: &CookieScope, way: &str) -> Result<Response, HttpRefusal> {
    let is_right = app.token.as_deref().is_some_and(|token| is_same(given, token));
    let cookie = scope.keep(COOKIE, given, None).filter(|_| is_right).ok_or_else(|| refusal(true))?;
    let mut answer = (StatusCode::SEE_OTHER, [(header::LOCATION, way.to_string())]).into_response();
    answer.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(answer)
}

fn refusal(is_wrong: bool) -> HttpRefusal {
    let said = if is_wrong { says::wrong_token() } else { says::asks_token() };
    let refusal = HttpRefusal::new(StatusCode::UNAUTHORIZED, said);
    HttpRefusal {
        offer: PageOffer::Token { is_wrong },
        ..refusal.with(header::WWW_AUTHENTICATE, "Bearer realm=\"quintet\"")
    }
}

/// Whether two texts are the same, in constant time.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_the_same_or_not() {
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "ab") && is_same("", ""));
    }

    #[test]
    fn a_form_has_the_token_wherever_it_stands() {
        assert_eq!(in_form(b"token=abc-1"), "abc-1");
        assert_eq!(in_form(b"a=b&token=+abc-1+"), "abc-1");
        assert_eq!(in_form(b"mytoken=abc\xff"), "");
    }
}
