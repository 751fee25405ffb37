//! Which address a request is for.

use super::error::DeskError;
use super::request::{Answer, Caller, Request};
use super::task::SentBody;
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;

/// What answers at an address: a method of `D`.
pub type Handler<D> = fn(&D, Call) -> Result<Answer, DeskError>;

/// An address.
pub struct Route<D> {
    /// Its path, with `{…}` for variable parts.
    pub path: &'static str,
    /// Its methods in small letters, each with what answers it.
    pub methods: Vec<(&'static str, Handler<D>)>,
}

/// A request at its address.
pub struct Call {
    /// The variable parts of the path.
    parts: Vec<String>,
    query: BTreeMap<String, String>,
    /// The body.
    pub body: SentBody,
    /// Who asks.
    pub who: Caller,
}

impl Call {
    /// The first variable part of the path.
    pub fn part(&mut self) -> String {
        if self.parts.is_empty() { String::new() } else { self.parts.remove(0) }
    }

    /// A value of the query; of several with this name, the last.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }
}

/// The variable parts of a path, as they stand there, if it is that of an address. None of them is empty.
fn parts<'a>(address: &str, path: &'a str) -> Option<Vec<&'a str>> {
    let (mut known, mut given) = (address.split('/'), path.split('/'));
    let mut parts = Vec::new();
    loop {
        match (known.next(), given.next()) {
            (None, None) => return Some(parts),
            (Some(known), Some(given)) if known.starts_with('{') && !given.is_empty() => parts.push(given),
            (Some(known), Some(given)) if known == given => {}
            _ => return None,
        }
    }
}

/// Has the address answer a request.
///
/// # Errors
/// [`DeskError::NoAddress`], [`DeskError::NoMethod`] or [`DeskError::Unreadable`], or what the address says.
pub fn answer<D>(routes: &[Route<D>], desk: &D, request: Request) -> Result<Answer, DeskError> {
    let Request { method, path, query, body, who } = request;
    let found = routes.iter().find_map(|route| Some((route, parts(route.path, &path)?)));
    let (route, parts) = found.ok_or(DeskError::NoAddress)?;
    let known = |name: &&str| name.to_ascii_uppercase() == method;
    let handler = route.methods.iter().find(|(name, _)| known(name)).map(|(_, handler)| handler);
    let Some(handler) = handler else {
        let only = route.methods.iter().map(|(name, _)| name.to_ascii_uppercase()).collect();
        return Err(DeskError::NoMethod { method, only });
    };
    let decoded = |part: &str| percent_decode_str(part).decode_utf8().map(String::from);
    let parts = parts.into_iter().map(decoded).collect::<Result<_, _>>().map_err(|_| DeskError::Unreadable)?;
    let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    handler(desk, Call { parts, query, body, who })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::request::Reply;

    fn told(method: &str, path: &str, query: &str) -> Result<String, DeskError> {
        fn tell(_: &(), mut call: Call) -> Result<Answer, DeskError> {
            let text = format!("{} {} {:?}", call.part(), call.part(), call.query("a"));
            Ok(Answer::Reply(Reply::json(text)))
        }
        let route = |path, methods: &[&'static str]| Route {
            path,
            methods: methods.iter().map(|&method| (method, tell as Handler<()>)).collect(),
        };
        let routes =
            [route("/api/all", &["get", "post"]), route("/api/all/{x}", &["put"]), route("/api/{x}/{y}", &["get"])];
        let request = Request {
            method: method.to_string(),
            path: path.to_string(),
            query: query.to_string(),
            body: SentBody::default(),
            who: Caller { person: None, is_page: false },
        };
        match answer(&routes, &(), request)? {
            Answer::Reply(reply) => Ok(reply.text),
            _ => unreachable!(),
        }
    }

    #[test]
    fn a_request_finds_its_address() {
        assert_eq!(told("GET", "/api/all", ""), Ok("  None".to_string()));
        assert_eq!(told("PUT", "/api/all/z%C3%A8n", "a=1&b=2&a=%2B+"), Ok("zèn  Some(\"+ \")".to_string()));
        assert_eq!(told("GET", "/api/b/c%2Fd", "a"), Ok("b c/d Some(\"\")".to_string()));
        for path in
            ["", "/", "/api", "/api/", "/api/all/", "/api//b", "/api/b/", "/api/b/c/d", "/api/all?a=1", "api/all"]
        {
            assert_eq!(told("GET", path, ""), Err(DeskError::NoAddress), "{path}");
        }
        let refused = told("get", "/api/all", "").unwrap_err();
        assert_eq!(refused, DeskError::NoMethod { method: "get".into(), only: vec!["GET".into(), "POST".into()] });
        assert_eq!(refused.to_string(), "`get` is not possible at this address, only GET, POST");
        assert_eq!(told("GET", "/api/b/%ff", ""), Err(DeskError::Unreadable));
    }
}
