//! Who asks: a browser is known again by its cookie.

use super::cookie::{CookieScope, cookies};
use crate::desk::error::DeskError;
use crate::desk::machine::Machine;
use crate::desk::people::Person;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use std::convert::Infallible;
use std::time::Duration;

/// The cookie, which holds a person's name.
const COOKIE: &str = "quintet-person";
/// Browsers forget a cookie after 400 days, whatever it says.
const COOKIE_TIME: Duration = Duration::from_secs(400 * 86_400);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person, if the cookie is there.
    pub person: Option<Person>,
    /// Whether it is the page in a browser, not a program.
    is_page: bool,
    scope: CookieScope,
}

impl Caller {
    /// The sender of a request.
    pub fn of(parts: &Parts) -> Self {
        let person = cookies(&parts.headers, COOKIE).find_map(Person::read);
        let scope = parts.extensions.get::<CookieScope>().cloned();
        Self {
            person,
            // A browser says with whatever it posts where that comes from.
            is_page: parts.headers.contains_key(header::ORIGIN),
            scope: scope.unwrap_or(CookieScope { path: "/".to_string(), is_secure: false }),
        }
    }

    /// The person; creates one for a page without.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn introduced(&self, machine: &dyn Machine) -> Result<Option<Person>, DeskError> {
        match &self.person {
            None if self.is_page => Person::new(machine).map(Some),
            person => Ok(person.clone()),
        }
    }

    /// The cookie by which a person is known again.
    pub fn cookie(&self, person: &Person) -> Option<HeaderValue> {
        self.scope.keep(COOKIE, person.name(), Some(COOKIE_TIME))
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::machine::ThisMachine;

    fn caller(headers: &[(header::HeaderName, &str)]) -> Caller {
        let mut request = axum::http::Request::new(());
        for (name, value) in headers {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        Caller::of(&request.into_parts().0)
    }

    #[test]
    fn a_cookie_is_read_as_it_was_made_and_nothing_else_is() {
        let machine = &ThisMachine::default();
        let person = Person::new(machine).unwrap();
        let cookie = caller(&[]).cookie(&person).unwrap();
        let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_string();
        for cookies in [pair.clone(), format!("a=b; {pair}; c"), format!("a; {pair}")] {
            assert_eq!(caller(&[(header::COOKIE, &cookies)]).person, Some(person.clone()), "{cookies}");
        }
        for cookies in ["", "quintet-person", "quintet-person=", "quintet-person=abc", &format!("x{pair}")] {
            assert_eq!(caller(&[(header::COOKIE, cookies)]).person, None, "{cookies}");
        }
        // A program without a cookie stays nobody; a page becomes somebody.
        assert_eq!(caller(&[]).introduced(machine).unwrap(), None);
        assert!(caller(&[(header::ORIGIN, "http://localhost")]).introduced(machine).unwrap().is_some());
    }
}
