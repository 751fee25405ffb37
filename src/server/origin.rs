//! Where the page is known outside: the addresses of `--origin`, against which `Host` and `Origin` are checked.

use super::cookie::CookieScope;
use crate::text::shorten;
use axum::http::Uri;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A name or an address, with an optional port, as in the header `Host`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authority {
    /// In lower case; IPv6 in brackets.
    name: String,
    port: Option<u16>,
}

impl Authority {
    /// Reads one completely: a name that only begins like one of this machine is another's.
    pub fn read(text: &str) -> Option<Self> {
        let (name, rest) = match text.strip_prefix('[') {
            Some(inside) => {
                let (address, rest) = inside.split_once(']')?;
                (format!("[{}]", address.parse::<Ipv6Addr>().ok()?), rest)
            }
            None => {
                let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
                let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
                if name.is_empty() || !name.bytes().all(is_letter) {
                    return None;
                }
                (name.to_ascii_lowercase(), rest)
            }
        };
        let port = match rest.strip_prefix(':') {
            None if rest.is_empty() => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
            _ => return None,
        };
        Some(Self { name, port })
    }

    /// Whether it is this machine, under a name that no other server can have.
    pub fn is_local(&self) -> bool {
        let address = self.name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        self.name == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

/// An address outside, such as `https://club.example/quintet/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    is_secure: bool,
    name: String,
    port: u16,
    /// Begins and ends with `/`.
    path: String,
}

impl Origin {
    fn default_port(is_secure: bool) -> u16 {
        if is_secure { 443 } else { 80 }
    }

    /// Whether a `Host` is this one. Many proxies omit the port.
    fn is_host(&self, host: &Authority) -> bool {
        self.name == host.name && host.port.is_none_or(|port| port == self.port)
    }

    /// Whether the header `Origin` is this one.
    fn is_origin(&self, origin: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        let port = Self::default_port(self.is_secure);
        scheme.eq_ignore_ascii_case(if self.is_secure { "https" } else { "http" })
            && Authority::read(authority)
                .is_some_and(|found| found.name == self.name && found.port.unwrap_or(port) == self.port)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(formatter, "{scheme}://{}", self.name)?;
        if self.port != Self::default_port(self.is_secure) {
            write!(formatter, ":{}", self.port)?;
        }
        formatter.write_str(&self.path)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refusal = |why: &str| {
            Err(format!(
                "`{}` is not the address of a page: {why}; an example is https://club.example/quintet/",
                shorten(text)
            ))
        };
        if !text.is_ascii() || text.contains(|letter: char| letter.is_ascii_whitespace()) {
            return refusal("it has letters beyond ASCII, or spaces");
        }
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) => {
                (scheme, rest)
            }
            _ => return refusal("it must begin with https:// or http://"),
        };
        if let Some(sign) = rest.chars().find(|&sign| "?#@\\".contains(sign)) {
            return refusal(match sign {
                '@' => "it must not have a user name",
                '\\' => "it has a backslash",
                _ => "it must have nothing after its path",
            });
        }
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let Some(authority) = Authority::read(authority) else {
            return refusal("it has no host name, or an impossible port");
        };
        let is_step = |step: &str| step == "." || step == "..";
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if path.contains("//") || path.split('/').any(is_step) || !path.bytes().all(is_plain) {
            return refusal("its path may have letters, digits, `-`, `.`, `_` and `~`, each folder once");
        }
        let is_secure = scheme.eq_ignore_ascii_case("https");
        let port = authority.port.unwrap_or(Self::default_port(is_secure));
        Ok(Self { is_secure, name: authority.name, port, path: format!("{}/", path.trim_end_matches('/')) })
    }
}

/// Where the page is known: outside, and on this machine.
#[derive(Clone, Debug, Default)]
pub struct PagePlaces {
    origins: Vec<Origin>,
    /// Whether any name is accepted, as there is a token and no name was given.
    is_open: bool,
}

/// What a request says about where its page is.
pub struct PageClaim<'a> {
    /// The header `Host`, or what stands for it.
    pub host: &'a str,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Sec-Fetch-Site`.
    pub site: Option<&'a str>,
    /// Its path as it came.
    pub path: &'a str,
    /// Whether a proxy has passed it on.
    pub is_passed_on: bool,
}

/// Why a page may not ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stranger {
    /// The server is not known by this name.
    Host,
    /// The page belongs to another site.
    Origin,
}

impl PagePlaces {
    /// The given addresses; `is_open` if any name is accepted when there are none.
    pub fn new(origins: Vec<Origin>, is_open: bool) -> Self {
        Self { is_open: is_open && origins.is_empty(), origins }
    }

    /// Whether a name of the server is one of them.
    fn has_host(&self, host: &str) -> bool {
        let known = Authority::read(host);
        self.is_open
            || known.is_some_and(|host| host.is_local() || self.origins.iter().any(|origin| origin.is_host(&host)))
    }

    /// Whether a page may ask: one of this server under one of its names, or a request without a page.
    fn has_origin(&self, claim: &PageClaim) -> bool {
        let named = |origin: &str| self.origins.iter().any(|known| known.is_origin(origin));
        let own = |origin: &str| {
            let is_same = origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(claim.host));
            is_same && (self.is_open || Authority::read(claim.host).is_some_and(|host| host.is_local()))
        };
        claim.origin.is_none_or(|origin| named(origin) || own(origin))
            && !claim.site.is_some_and(|site| site == "cross-site" || site == "same-site")
    }

    /// What is wrong with a request; visits to the page may come from anywhere.
    pub fn stranger(&self, claim: &PageClaim, is_visit: bool) -> Option<Stranger> {
        if !self.has_host(claim.host) {
            return Some(Stranger::Host);
        }
        (!is_visit && !self.has_origin(claim)).then_some(Stranger::Origin)
    }

    /// The address outside by which a request has come.
    fn of(&self, claim: &PageClaim) -> Option<&Origin> {
        let host = Authority::read(claim.host);
        let by_origin = |known: &&Origin| claim.origin.is_some_and(|origin| known.is_origin(origin));
        let by_host = |known: &&Origin| host.as_ref().is_some_and(|host| known.is_host(host));
        // Of several folders of a machine the one that was passed on, else the one that holds them all.
        let fit = |known: &&Origin| match known.path != "/" && claim.path.starts_with(&known.path) {
            true => (1, known.path.len() as isize),
            false => (0, -(known.path.len() as isize)),
        };
        // A proxy that puts its own address into `Host` says nothing of the outside.
        let by_proxy = || self.origins.first().filter(|_| claim.is_passed_on);
        let by_origin = self.origins.iter().filter(by_origin).max_by_key(fit);
        by_origin.or_else(|| self.origins.iter().filter(by_host).max_by_key(fit)).or_else(by_proxy)
    }

    /// Where the browser of a request sends its cookies.
    pub fn cookie_scope(&self, claim: &PageClaim) -> CookieScope {
        match self.of(claim) {
            Some(origin) => CookieScope { path: origin.path.clone(), is_secure: origin.is_secure },
            None => CookieScope { path: "/".to_string(), is_secure: false },
        }
    }

    /// The part of a path after the folder of the page, starting with `/`: a proxy may pass the folder on or leave it
    /// out. `None` for the folder itself without its last `/`.
    pub fn within<'a>(&self, path: &'a str) -> Option<&'a str> {
        let folders = self.origins.iter().map(|origin| origin.path.as_str()).filter(|folder| *folder != "/");
        // Of two the longer one: one may lie in the other.
        let mut folders: Vec<&str> = folders.collect();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        for folder in folders {
            if path.strip_suffix('/').unwrap_or(path) == &folder[..folder.len() - 1] && !path.ends_with('/') {
                return None;
            }
            if let Some(rest) = path.strip_prefix(&folder[..folder.len() - 1]).filter(|rest| rest.starts_with('/')) {
                return Some(rest);
            }
        }
        Some(path)
    }

    /// The addresses outside, for a sentence.
    pub fn names(&self) -> Vec<String> {
        self.origins.iter().map(ToString::to_string).collect()
    }
}

/// A URI with another path.
pub fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{path}{query}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// The relative way from a path to the folder of the page, for a browser that may know the folder by another name.
pub fn way_up(path: &str) -> String {
    match path.matches('/').count() {
        0 | 1 => "./".to_string(),
        depth => "../".repeat(depth - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(origins: &[&str]) -> PagePlaces {
        PagePlaces::new(origins.iter().map(|origin| origin.parse().unwrap()).collect(), false)
    }

    fn is_local(host: &str) -> bool {
        Authority::read(host).is_some_and(|host| host.is_local())
    }

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
    fn an_address_is_read_as_it_is_written_or_refused_in_a_sentence() {
        for (text, read) in [
            ("https://club.example", "https://club.example/"),
            ("HTTPS://Club.Example:443/quintet", "https://club.example/quintet/"),
            ("http://club.example:8081/a/b/", "http://club.example:8081/a/b/"),
            ("http://[2001:DB8::1]/", "http://[2001:db8::1]/"),
            ("http://192.168.1.7:80", "http://192.168.1.7/"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), read, "{text}");
        }
        for (text, why) in [
            ("club.example", "begin with"),
            ("ftp://club.example/", "begin with"),
            ("https:club.example", "begin with"),
            ("https://", "no host name"),
            ("https://club.example:0x50/", "impossible port"),
            ("https://club.example:99999/", "impossible port"),
            ("https://club.example/?a=b", "after its path"),
            ("https://club.example/#a", "after its path"),
            ("https://me@club.example/", "user"),
            ("https://club.example/a/../b/", "path"),
            ("https://club.example//a/", "path"),
            ("https://club.example/a;b/", "path"),
            ("https://club.example/a%2fb/", "path"),
            ("https://schöner.example/", "ASCII"),
            ("https://club.example /", "spaces"),
        ] {
            let refusal = text.parse::<Origin>().unwrap_err();
            assert!(refusal.contains(why) && refusal.contains("https://club.example/quintet/"), "{refusal}");
        }
    }

    #[test]
    fn pages_of_the_named_addresses_and_of_this_machine_may_ask_and_no_others() {
        let places = places(&["https://club.example/quintet/", "http://other.example:8081/"]);
        let stranger = |host, origin, is_visit| {
            places.stranger(&PageClaim { host, origin, site: None, path: "/", is_passed_on: false }, is_visit)
        };
        for (host, origin) in [
            ("club.example", None),
            ("club.example", Some("https://club.example")),
            ("CLUB.example:443", Some("https://club.example:443")),
            ("other.example", Some("http://other.example:8081")),
            // A proxy that puts its own address there.
            ("127.0.0.1:8080", Some("https://club.example")),
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("localhost:8080", Some("http://localhost:8080")),
        ] {
            assert_eq!(stranger(host, origin, false), None, "{host} {origin:?}");
        }
        for host in ["", "evil.example", "club.example.evil.example", "club.example:444", "10.0.0.1", "club.example:"] {
            assert_eq!(stranger(host, None, true), Some(Stranger::Host), "{host}");
        }
        for origin in [
            "null",
            "https://evil.example",
            "http://club.example",
            "https://club.example:444",
            "https://club.example.evil.example",
            "http://other.example",
            "http://127.0.0.1:1",
        ] {
            assert_eq!(stranger("127.0.0.1:8080", Some(origin), false), Some(Stranger::Origin), "{origin}");
            assert_eq!(stranger("127.0.0.1:8080", Some(origin), true), None, "a link may lead to the page");
        }
        assert_eq!(stranger("club.example", Some("http://club.example"), false), Some(Stranger::Origin));
    }

    #[test]
    fn the_folder_may_be_passed_on_or_left_out() {
        let places = places(&["https://club.example/quintet/", "https://club.example/quintet/two/"]);
        for (path, within) in [
            ("/", Some("/")),
            ("/api/info", Some("/api/info")),
            ("/quintet/", Some("/")),
            ("/quintet", None),
            ("/quintet/two", None),
            ("/quintet/two/", Some("/")),
            ("/quintet/two/app.js", Some("/app.js")),
            ("/quintet/api/info", Some("/api/info")),
            ("/quintette/", Some("/quintette/")),
            ("/quintet//etc", Some("//etc")),
        ] {
            assert_eq!(places.within(path), within, "{path}");
        }
        for (path, up) in [("/", "./"), ("/app.js", "./"), ("/a/b", "../"), ("/a/b/", "../../")] {
            assert_eq!(way_up(path), up, "{path}");
        }
    }

    #[test]
    fn a_cookie_goes_to_the_address_by_which_its_request_has_come() {
        let one = places(&["https://club.example/quintet/", "http://other.example/"]);
        let two =
            places(&["https://club.example/quintet/", "https://club.example/", "https://club.example/quintet/two/"]);
        let scope = |places: &PagePlaces, host, origin, path, is_passed_on| {
            let scope = places.cookie_scope(&PageClaim { host, origin, site: None, path, is_passed_on });
            (scope.path, scope.is_secure)
        };
        let [folder, secure, plain] =
            [("/quintet/", true), ("/", true), ("/", false)].map(|(path, is)| (path.to_string(), is));
        assert_eq!(scope(&one, "club.example", None, "/", false), folder);
        assert_eq!(scope(&one, "other.example", None, "/", true), plain);
        assert_eq!(scope(&one, "127.0.0.1:8080", Some("https://club.example"), "/", false), folder);
        assert_eq!(scope(&one, "127.0.0.1:8080", None, "/", true), folder);
        assert_eq!(scope(&one, "127.0.0.1:8080", None, "/", false), plain);
        assert_eq!(scope(&two, "club.example", None, "/", false), secure);
        assert_eq!(scope(&two, "club.example", None, "/quintet/", false), folder);
        assert_eq!(scope(&two, "club.example", None, "/quintet/two/", false), ("/quintet/two/".to_string(), true));
    }
}
