//! Refusals: one sentence, as JSON for programs and as a page for people who open a refused address.

use super::quality::quality;
use super::says;
use crate::sentence::Sentence;
use crate::text::sentence;
use crate::web::escape;
use crate::web::page::languages;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The content security policy of a refusal: nothing but itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; \
                      form-action 'self'";
const STYLE: &str = ":root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}\
    main{max-width:32rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}\
    label{display:block;font-weight:600}\
    input,button{font:inherit;padding:.5rem .75rem;margin:.25rem 0 .75rem;max-width:100%;box-sizing:border-box}\
    input{width:100%}:focus-visible{outline:3px solid;outline-offset:2px}";

/// The words of each language of the page for each code, read once.
static WORDS: LazyLock<BTreeMap<&str, BTreeMap<String, String>>> = LazyLock::new(|| {
    let read = |bytes| serde_json::from_slice::<LanguageFile>(bytes).map(|file| file.sentences).unwrap_or_default();
    languages().map(|(name, bytes)| (name, read(bytes))).collect()
});

#[derive(Deserialize)]
struct LanguageFile {
    #[serde(default)]
    sentences: BTreeMap<String, String>,
}

/// Who reads a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// A program, or a script of the page.
    Program,
    /// Somebody in front of a browser.
    Person {
        /// The page's language that the client prefers.
        language: &'static str,
    },
}

impl Reader {
    /// The sender of these headers: a browser that opens an address asks for HTML by this name.
    pub fn of(headers: &HeaderMap) -> Self {
        let accepts = quality(headers, &header::ACCEPT, "text/html");
        let language = |name: &str| quality(headers, &header::ACCEPT_LANGUAGE, name);
        match accepts {
            Some(quality) if quality > 0 => {
                // English, unless another is more welcome.
                let names = languages().map(|(name, _)| name).rev();
                let best = names.max_by_key(|name| (language(name).unwrap_or(0), *name == "en"));
                Self::Person { language: best.unwrap_or("en") }
            }
            _ => Self::Program,
        }
    }
}

/// What a page offers beside its sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageOffer {
    /// A field for the token; and whether a wrong one was given.
    Token {
        /// Whether another server's was given.
        is_wrong: bool,
    },
    /// Links.
    Links(Vec<String>),
}

/// Why a request is refused.
#[derive(Clone, Debug)]
pub struct HttpRefusal {
    /// Its number.
    pub status: StatusCode,
    /// The sentence, without a full stop.
    pub said: Sentence,
    /// What the page offers.
    pub offer: PageOffer,
    /// A header that belongs to it.
    pub header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl HttpRefusal {
    /// A refusal that offers nothing.
    pub fn new(status: StatusCode, said: Sentence) -> Self {
        Self { status, said, offer: PageOffer::Links(Vec::new()), header: None }
    }

    /// With a header.
    pub fn with(mut self, name: HeaderName, value: &'static str) -> Self {
        self.header = Some(Box::new((name, HeaderValue::from_static(value))));
        self
    }

    /// The answer for its reader.
    pub fn answer(self, reader: Reader) -> Response {
        let mut answer = match reader {
            Reader::Program => json(self.status, &self.said),
            Reader::Person { language } => {
                let headers = [
                    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                    (header::CONTENT_SECURITY_POLICY, POLICY),
                    // The browser says whose page the form is of.
                    (header::REFERRER_POLICY, "same-origin"),
                ];
                (self.status, headers, self.html(language)).into_response()
            }
        };
        answer.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept, Accept-Language"));
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some((name, value)) = self.header.map(|header| *header) {
            answer.headers_mut().insert(name, value);
        }
        answer
    }

    fn html(&self, language: &str) -> String {
        let words = &WORDS[language];
        let of = |said: &Sentence| said.spoken(words).unwrap_or_else(|| said.to_string());
        let why = sentence(&of(&self.said), 100, 400);
        let mut letters = why.chars();
        let why = letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str()));
        let why = with_code(&escape(&why.unwrap_or_default()));
        let (title, body) = match &self.offer {
            PageOffer::Token { is_wrong } => {
                let (invalid, role) = if *is_wrong { (" aria-invalid=\"true\"", " role=\"alert\"") } else { ("", "") };
                let form = format!(
                    "<p id=\"why\"{role}>{why}</p><form method=\"post\"><label for=\"token\">{}</label>\
                     <input id=\"token\" name=\"token\" type=\"password\" autocomplete=\"current-password\" required \
                     autofocus aria-describedby=\"why\"{invalid}><button>{}</button></form>",
                    of(&says::token()),
                    of(&says::open_page()),
                );
                (of(&says::token()), form)
            }
            PageOffer::Links(links) => {
                let link = |link: &String| format!("<li><a href=\"{0}\">{0}</a></li>", escape(link));
                let list: String = links.iter().map(link).collect();
                let list = if list.is_empty() { list } else { format!("<ul>{list}</ul>") };
                (of(&says::not_possible()), format!("<p>{why}</p>{list}"))
            }
        };
        format!(
            "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title} – quintet</title>\
             <style>{STYLE}</style></head><body><main><h1>quintet</h1>{body}</main></body></html>\n",
        )
    }
}

/// Text with backquoted parts as HTML.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_string() }).collect()
}

/// A refusal as JSON.
pub fn json(status: StatusCode, said: &Sentence) -> Response {
    let text = serde_json::json!({ "error": sentence(&said.to_string(), 100, 400), "said": said });
    (status, [(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::verbatim;

    #[test]
    fn who_opens_an_address_in_a_browser_gets_a_page_in_a_language_and_a_program_gets_json() {
        let reader = |accept: &'static str, languages: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(languages));
            Reader::of(&headers)
        };
        let [english, french] = ["en", "fr"].map(|language| Reader::Person { language });
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (languages, person) in [
            ("", english),
            ("de, fr;q=0.5", french),
            ("fr-CA,fr;q=0.9,en;q=0.8", french),
            ("en-GB,en;q=0.9,fr;q=0.8", english),
            ("fr;q=0, en", english),
            ("fro", english),
            ("fr;q=x, en;q=0.1", english),
        ] {
            assert_eq!(reader(browser, languages), person, "{languages}");
        }
        for accept in ["*/*", "application/json", "", "text/html;q=0", "text/*", "text/event-stream"] {
            assert_eq!(reader(accept, "fr"), Reader::Program, "{accept}");
        }
        assert_eq!(Reader::of(&HeaderMap::new()), Reader::Program);
    }

    #[test]
    fn a_page_shows_no_foreign_markup() {
        let hostile = "at `<script>alert(1)</script>` & \"x\"";
        for offer in [PageOffer::Token { is_wrong: true }, PageOffer::Links(vec![hostile.to_string()])] {
            let refusal = HttpRefusal { offer, ..HttpRefusal::new(StatusCode::FORBIDDEN, verbatim(hostile)) };
            let page = refusal.html("fr");
            assert!(!page.contains("<script") && page.contains("<code>&lt;script&gt;"), "{page}");
            assert!(page.contains("lang=\"fr\"") && page.contains("<h1>"), "{page}");
        }
    }
}
