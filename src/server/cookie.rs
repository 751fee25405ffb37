//! Cookies: what all of quintet's have in common, and reading them.

use axum::http::{HeaderMap, HeaderValue, header};
use std::time::Duration;

/// Where a browser sends the cookies: to the folder of the page, and if that is served by HTTPS, only by HTTPS. The
/// guard puts one into the extensions of each request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CookieScope {
    /// The folder of the page as the browser sees it, which begins and ends with `/`.
    pub path: String,
    /// Whether the page is served by HTTPS.
    pub is_secure: bool,
}

impl CookieScope {
    /// The value of `Set-Cookie` that makes a browser keep a cookie for this long, or until it is closed. `None` if the
    /// name or the value has characters that a cookie cannot have.
    pub fn keep(&self, name: &str, value: &str, time: Option<Duration>) -> Option<HeaderValue> {
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        if !is_plain(name) || !is_plain(value) {
            return None;
        }
        let secure = if self.is_secure { "; Secure" } else { "" };
        let age = time.map_or_else(String::new, |time| format!("; Max-Age={}", time.as_secs()));
        // A link from elsewhere leads to a page that knows who comes; a script of elsewhere does not.
        HeaderValue::try_from(format!("{name}={value}; HttpOnly; SameSite=Lax; Path={}{secure}{age}", self.path)).ok()
    }
}

/// The values of all cookies of this name in a request: a browser may have one for this folder and one for a folder
/// above it.
pub fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter_map(move |(known, value)| (known == name).then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_stays_in_its_folder_and_where_it_was_made_by_https() {
        let scope = CookieScope { path: "/quintet/".to_string(), is_secure: true };
        let kept = scope.keep("quintet-token", "abc-1", None).unwrap();
        assert_eq!(kept, "quintet-token=abc-1; HttpOnly; SameSite=Lax; Path=/quintet/; Secure");
        let scope = CookieScope { path: "/".to_string(), is_secure: false };
        let kept = scope.keep("a", "b", Some(Duration::from_secs(60))).unwrap();
        assert_eq!(kept, "a=b; HttpOnly; SameSite=Lax; Path=/; Max-Age=60");
        for value in ["a;b", "a b", "a\r\nb", "é", "a,b", "\"a\""] {
            assert_eq!(scope.keep("a", value, None), None, "{value}");
        }
    }

    #[test]
    fn cookies_are_found_among_others_and_in_several_lines() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; b=2;a=3"));
        headers.append(header::COOKIE, HeaderValue::from_static("aa=4; a=5=6; a"));
        assert_eq!(cookies(&headers, "a").collect::<Vec<_>>(), ["1", "3", "5=6"]);
    }
}
