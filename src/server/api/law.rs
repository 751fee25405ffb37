//! The law of refusals: any mistake in a request, at every address and in every field, is refused in one form with one
//! sentence that names the field and what was expected, without Rust terms. Addresses and fields come from the server
//! itself, so that a new one is tested at once.

use super::addresses;
use crate::desk::engines::SearchCaps;
use crate::server::address::Address;
use crate::server::{ServerConfig, ServerStop, serve};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};

/// What a person should never have to read.
const RUST: [&str; 24] = [
    "usize",
    "isize",
    "u64",
    "u32",
    "u16",
    "i64",
    "i32",
    "f64",
    "i128",
    "line 1 column",
    " column ",
    "invalid type",
    "invalid value",
    "invalid length",
    "missing field",
    "unknown field",
    "unknown variant",
    "EOF",
    "Cannot parse",
    "at index",
    "deserial",
    "serde",
    "struct ",
    "trailing",
];

fn assert_is_plain(sentence: &str, of: &str) {
    for word in RUST {
        assert!(!sentence.contains(word), "{of}: {sentence}");
    }
    assert!(sentence.len() > 10 && !sentence.contains("the request is not as expected"), "{of}: {sentence}");
}

/// A schema with its definitions.
struct Schema<'a> {
    root: &'a Value,
}

impl<'a> Schema<'a> {
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str);
        name.map_or(schema, |name| self.root.pointer(&name[1..]).unwrap())
    }

    fn choices(schema: &'a Value) -> Option<&'a Vec<Value>> {
        schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array)
    }

    /// A random value that the schema lets through; with all fields where `is_full`.
    fn value(&self, schema: &'a Value, is_full: bool, depth: u32, random: &mut Xoshiro256PlusPlus) -> Value {
        let schema = self.resolved(schema);
        if let Some(choices) = Self::choices(schema) {
            return self.value(&choices[random.random_range(0..choices.len())], is_full, depth, random);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(known) = schema.get("enum").and_then(Value::as_array) {
            return known[random.random_range(0..known.len())].clone();
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) if is_full => kinds[0].as_str().unwrap(),
            Some(Value::Array(kinds)) => kinds[random.random_range(0..kinds.len())].as_str().unwrap(),
            Some(kind) => kind.as_str().unwrap(),
            None => panic!("the law does not know what anything is: {schema}"),
        };
        match kind {
            "null" => Value::Null,
            "boolean" => json!(random.random_bool(0.5)),
            "string" => json!(["", "a", "yinsh", "Zèn \u{202e}", "\0\n"][random.random_range(0..5)]),
            "integer" => {
                let least = schema.get("minimum").and_then(Value::as_i64);
                let of_format = match schema["format"].as_str() {
                    Some("int32") => json!([i32::MIN, i32::MAX][random.random_range(0..2)]),
                    Some("uint32") => json!(u32::MAX),
                    Some("uint64" | "uint") => json!(u64::MAX),
                    format => panic!("the law does not know the whole numbers of {format:?}"),
                };
                [json!(least.unwrap_or(-1)), json!(1), of_format][random.random_range(0..3)].clone()
            }
            "number" => json!([0.5, -1e300][random.random_range(0..2)]),
            "array" => match schema.get("prefixItems").and_then(Value::as_array) {
                Some(items) => items.iter().map(|item| self.value(item, is_full, depth, random)).collect(),
                None => {
                    let fixed = schema.get("minItems").filter(|least| schema.get("maxItems") == Some(least));
                    let count = if let Some(fixed) = fixed {
                        fixed.as_u64().unwrap()
                    } else if depth > 3 {
                        0
                    } else if is_full {
                        1
                    } else {
                        random.random_range(0..3)
                    };
                    (0..count).map(|_| self.value(&schema["items"], is_full, depth + 1, random)).collect()
                }
            },
            "object" => {
                let required: BTreeSet<&str> = schema
                    .get("required")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .collect();
                let mut object = Map::new();
                for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                    if is_full || required.contains(name.as_str()) || random.random_bool(0.5) {
                        object.insert(name.clone(), self.value(field, is_full, depth + 1, random));
                    }
                }
                if let Some(others) = schema.get("additionalProperties").filter(|others| others.is_object()) {
                    object.insert("Skill".to_string(), self.value(others, is_full, depth + 1, random));
                }
                Value::Object(object)
            }
            kind => panic!("the law does not know {kind}"),
        }
    }
}

/// The places of all values within a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_string());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// The name of a place in a sentence.
fn name_of(place: &str) -> String {
    let mut name = String::new();
    for part in place.split('/').skip(1) {
        match part.parse::<usize>() {
            Ok(index) => name += &format!("[{index}]"),
            Err(_) if name.is_empty() => name += part,
            Err(_) => name += &format!(".{part}"),
        }
    }
    if name.is_empty() { "the request".to_string() } else { format!("`{name}`") }
}

/// Bodies with one fault each, what the sentence must name, and whether it is certainly a fault.
fn faults(body: &Value) -> Vec<(Value, String, bool)> {
    let wrong = [
        json!(null),
        json!(true),
        json!(-1),
        json!(2.5),
        json!(1e300),
        json!(u64::MAX),
        json!("abc"),
        json!([]),
        json!({}),
        json!([[]]),
        json!({ "a": {} }),
    ];
    let mut found = Vec::new();
    let mut all = Vec::new();
    places(body, "", &mut all);
    for place in all {
        for wrong in &wrong {
            let mut body = body.clone();
            *body.pointer_mut(&place).unwrap() = wrong.clone();
            // The fault may be within a list or an object that is put there.
            let is_whole = !wrong.is_object() && !wrong.is_array();
            let name = name_of(&place);
            let name = match place.as_str() {
                "" if !is_whole => String::new(),
                _ if !is_whole => name.trim_end_matches('`').to_string(),
                _ => name,
            };
            found.push((body, name, false));
        }
        if let Some(fields) = body.pointer(&place).and_then(Value::as_object) {
            for name in fields.keys() {
                let mut without = body.clone();
                without.pointer_mut(&place).unwrap().as_object_mut().unwrap().shift_remove(name);
                found.push((without, name_of(&format!("{place}/{name}")), false));
            }
            let mut with = body.clone();
            with.pointer_mut(&place).unwrap()["nothingOfThisName"] = json!(1);
            let is_free = ["/options", "/option", "/settings"].iter().any(|free| place.ends_with(free));
            let name = name_of(&format!("{place}/nothingOfThisName"));
            found.push((with, name, !is_free));
        }
    }
    found
}

#[test]
fn every_fault_in_every_field_is_named_with_what_was_expected() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(48);
    let mut fields = 0;
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        let full = Schema { root: &schema };
        for _ in 0..6 {
            let body = full.value(&schema, true, 0, &mut random);
            let of = format!("{method} {path}");
            reads(body.to_string().as_bytes()).unwrap_or_else(|refusal| panic!("{of} {body}: {refusal}"));
            let mut seen = BTreeSet::new();
            let mut named = BTreeSet::new();
            for (wrong, name, is_sure) in faults(&body) {
                let read = reads(wrong.to_string().as_bytes());
                assert!(!is_sure || read.is_err(), "{of} takes {wrong}");
                seen.insert(name.trim_matches('`').to_string());
                let Err(refusal) = read else { continue };
                let sentence = refusal.to_string();
                assert_is_plain(&sentence, &of);
                assert!(sentence.contains("expected"), "{of}: {sentence}");
                assert!(sentence.contains(&name), "{of} {wrong}: {sentence} does not name {name}");
                named.insert(name.trim_matches('`').to_string());
            }
            let unnamed: Vec<&String> = seen.difference(&named).collect();
            assert!(unnamed.is_empty(), "{of}: anything is taken for {unnamed:?}");
            fields += named.len();
        }
    }
    assert!(fields > 300, "{fields} fields");
}

#[test]
fn what_a_schema_lets_through_can_be_read() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(49);
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        for _ in 0..500 {
            let body = Schema { root: &schema }.value(&schema, false, 0, &mut random);
            let read = reads(body.to_string().as_bytes());
            assert!(read.is_ok(), "{method} {path} {body}: {read:?}");
        }
    }
}

#[test]
fn what_is_no_json_is_refused_in_plain_words() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(50);
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        let body = Schema { root: &schema }.value(&schema, true, 0, &mut random).to_string().into_bytes();
        let of = format!("{method} {path}");
        for end in 0..body.len() {
            assert_is_plain(&reads(&body[..end]).unwrap_err().to_string(), &of);
        }
        for _ in 0..300 {
            let mut damaged = body.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..damaged.len());
                damaged[at] = random.random_range(0..=255);
            }
            if let Err(refusal) = reads(&damaged) {
                assert_is_plain(&refusal.to_string(), &of);
            }
        }
        for other in
            [&b""[..], b" ", b"[]", b"null", b"7", b"\"a\"", b"{}}", b"\xff", b"\xef\xbb\xbf{}", b"{\"a\":1,}", b"NaN"]
        {
            assert_is_plain(&reads(other).unwrap_err().to_string(), &of);
        }
        let deep = format!("{{\"text\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert_is_plain(&reads(deep.as_bytes()).unwrap_err().to_string(), &of);
    }
}

/// A server in this process, and questions to it.
struct RunningServer {
    address: SocketAddr,
    stop: ServerStop,
    thread: Option<JoinHandle<()>>,
}

impl RunningServer {
    fn start() -> Self {
        let config = ServerConfig {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Some(0),
            data: None,
            engines: Vec::new(),
            proofs: Vec::new(),
            caps: SearchCaps { threads: 1, hash: 1 },
            token: None,
            origins: Vec::new(),
            proxies: Vec::new(),
        };
        let (stop, (sender, receiver)) = (ServerStop::default(), channel());
        let thread = spawn({
            let stop = stop.clone();
            move || serve(config, &stop, |address| sender.send(address).unwrap()).unwrap()
        });
        Self { address: receiver.recv().unwrap(), stop, thread: Some(thread) }
    }

    /// The status of the answer to a head with these lines, its head and its body.
    fn ask(&self, line: &str, headers: &str, body: &[u8]) -> (u16, String, String) {
        let mut wire = TcpStream::connect(self.address).unwrap();
        let length = body.len();
        let head = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n");
        wire.write_all(head.as_bytes()).unwrap();
        // A server that refuses need not read all.
        let _ = wire.write_all(body);
        let mut answer = Vec::new();
        let _ = wire.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{line}: {answer}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_string())
    }

    /// Asserts a refusal in the one form.
    fn assert_refused(&self, line: &str, headers: &str, body: &[u8], status: u16) -> (String, String) {
        let headers =
            if headers.contains("Host:") { headers.to_string() } else { format!("Host: localhost\r\n{headers}") };
        let (found, head, text) = self.ask(line, &headers, body);
        assert_eq!(found, status, "{line}: {text}");
        if line.starts_with("HEAD") {
            return (head, String::new());
        }
        assert!(head.contains("content-type: application/json\r\n"), "{line}: {head}");
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {text}"));
        let sentence = json["error"].as_str().unwrap().to_string();
        assert_is_plain(&sentence, line);
        (head, sentence)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.stop();
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn every_refusal_has_one_form_at_every_address() {
    let server = RunningServer::start();
    let all = addresses();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(51);
    let script = format!("/{}/app.js", *crate::web::page::FOLDER);
    let files = ["/", "/index.html", &script];
    let paths: BTreeSet<&str> = all.iter().map(|address| address.path).chain(files).collect();
    let filled = |path: &str| path.replace("{id}", "abc").replace("{game}", "yavalath").replace("{number}", "1");
    for path in paths {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
            let is_page = !path.starts_with("/api/");
            let is_of = |known: &str| {
                if is_page {
                    known == "GET"
                } else {
                    all.iter().any(|address| address.path == path && address.method.eq_ignore_ascii_case(known))
                }
            };
            if is_of(method) || (method == "HEAD" && is_of("GET")) {
                continue;
            }
            let (head, sentence) = server.assert_refused(&format!("{method} {}", filled(path)), JSON, b"", 405);
            assert!(head.contains("\r\nallow: "), "{method} {path}: {head}");
            assert!(method == "HEAD" || (sentence.contains(method) && sentence.contains("only ")), "{sentence}");
        }
    }
    for Address { method, path, request, .. } in &all {
        let line = format!("{} {}", method.to_ascii_uppercase(), filled(path));
        if matches!(*method, "post" | "put") {
            for kind in [
                "",
                "Content-Type: text/plain\r\n",
                "Content-Type: application/x-www-form-urlencoded\r\n",
                "Content-Type: application/jsonp\r\n",
            ] {
                server.assert_refused(&line, kind, b"game=yinsh", 415);
            }
        }
        if let Some((schema, reads)) = request {
            let body = Schema { root: schema }.value(schema, true, 0, &mut random);
            let refused = faults(&body).into_iter().filter(|(body, ..)| reads(body.to_string().as_bytes()).is_err());
            for (body, name, _) in refused.step_by(5) {
                let (_, sentence) = server.assert_refused(&line, JSON, body.to_string().as_bytes(), 400);
                assert!(sentence.contains(&name), "{line} {body}: {sentence}");
            }
        }
        for odd in ["%ff", "%00", "..%2f", "%e2%80%ae", "-1", "1e3", "99999999999999999999", "chess", "+"] {
            let fill = |path: &str| {
                path.replace("{id}", odd)
                    .replace("{number}", odd)
                    .replace("{game}", if path.contains("{number}") { "yavalath" } else { odd })
            };
            if fill(path) == **path || matches!(*method, "post" | "put") && request.is_some() {
                continue;
            }
            let line = format!("{} {}", method.to_ascii_uppercase(), fill(path));
            let status = if odd == "%ff" { 400 } else { 404 };
            server.assert_refused(&line, JSON, b"", status);
        }
    }
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/",
        "/api/games/abc/nothing",
        "/api/info/",
        "/nothing",
        "/../x",
        "//",
    ] {
        server.assert_refused(&format!("GET {path}"), "", b"", 404);
    }
    server.assert_refused("GET /api/rules/chess?language=%ff", "", b"", 404);
    server.assert_refused("GET /api/rules/chess?language=fr&language=en", "", b"", 404);
    server.assert_refused("POST /api/import", JSON, &vec![b' '; (4 << 20) + 1], 413);
    server.assert_refused("GET /api/info", "Host: localhost\r\nHost: localhost\r\n", b"", 400);
    server.assert_refused("GET /", "Host: localhost\r\nHost: evil.example\r\n", b"", 400);
    server.assert_refused("GET http://evil.example/api/info", "Host: localhost\r\n", b"", 403);
    let (_, sentence) = server.assert_refused("GET /", "Host: evil.example\r\n", b"", 403);
    assert!(sentence.contains("evil.example") && sentence.contains("localhost"), "{sentence}");
    let (_, sentence) = server.assert_refused("GET /api/info", "Origin: https://evil.example\r\n", b"", 403);
    assert!(sentence.contains("https://evil.example") && sentence.contains("http://localhost"), "{sentence}");
    server.assert_refused("POST /api/state", &format!("Sec-Fetch-Site: cross-site\r\n{JSON}"), b"{}", 403);
    let (status, ..) = server.ask("GET /api/info", "", b"");
    assert_eq!(status, 400, "a request of HTTP/1.1 says for whom it is");
}
