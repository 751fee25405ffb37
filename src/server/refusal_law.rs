//! The law of refusals: whatever is wrong with a request, at every address, it is refused in one form.

#[path = "../../crates/desk/src/service/api/faults.rs"]
mod faults;

use super::{ServerConfig, ServerStop, serve};
use crate::service::address::Address;
use crate::service::api::addresses;
use crate::service::engines::SearchCaps;
use faults::{Schema, assert_is_plain, faults};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};

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
    let script = format!("/{}/app.js", *crate::server::assets::FOLDER);
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
