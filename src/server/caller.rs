//! Who asks: a browser is known again by its cookie.

use super::cookie::{CookieScope, cookies};
use crate::service::people::Person;
use crate::service::request::Caller;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use std::convert::Infallible;
use std::time::Duration;

/// The cookie, which holds a person's name.
const COOKIE: &str = "quintet-person";
/// Browsers forget a cookie after 400 days, whatever it says.
const COOKIE_TIME: Duration = Duration::from_secs(400 * 86_400);

/// Who sent a request, and where cookies for them go.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who asks.
    pub who: Caller,
    scope: CookieScope,
}

impl Visitor {
    /// The sender of a request.
    pub fn of(parts: &Parts) -> Self {
        let person = cookies(&parts.headers, COOKIE).find_map(Person::read);
        let scope = parts.extensions.get::<CookieScope>().cloned();
        Self {
            // A browser says with whatever it posts where that comes from.
            who: Caller { person, is_page: parts.headers.contains_key(header::ORIGIN) },
            scope: scope.unwrap_or(CookieScope { path: "/".to_string(), is_secure: false }),
        }
    }

    /// The cookie by which a person is known again.
    pub fn cookie(&self, person: &Person) -> Option<HeaderValue> {
        self.scope.keep(COOKIE, person.name(), Some(COOKIE_TIME))
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::machine::ThisMachine;

    fn visitor(headers: &[(header::HeaderName, &str)]) -> Visitor {
        let mut request = axum::http::Request::new(());
        for (name, value) in headers {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        Visitor::of(&request.into_parts().0)
    }

    #[test]
    fn a_cookie_is_read_as_it_was_made_and_nothing_else_is() {
        let machine = &ThisMachine::default();
        let person = Person::new(machine).unwrap();
        let cookie = visitor(&[]).cookie(&person).unwrap();
        let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_string();
        for cookies in [pair.clone(), format!("a=b; {pair}; c"), format!("a; {pair}")] {
            assert_eq!(visitor(&[(header::COOKIE, &cookies)]).who.person, Some(person.clone()), "{cookies}");
        }
        for cookies in ["", "quintet-person", "quintet-person=", "quintet-person=abc", &format!("x{pair}")] {
            assert_eq!(visitor(&[(header::COOKIE, cookies)]).who.person, None, "{cookies}");
        }
        // A program without a cookie stays nobody; a page becomes somebody.
        assert_eq!(visitor(&[]).who.introduced(machine).unwrap(), None);
        assert!(visitor(&[(header::ORIGIN, "http://localhost")]).who.introduced(machine).unwrap().is_some());
    }
}
