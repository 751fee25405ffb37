//! Who may ask, and what is too much.

use super::load::peak_mib;
use super::server::{Answers, Folder, Server, person};
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;

const JSON: (&str, &str) = ("Content-Type", "application/json");

pub fn other_hosts_and_other_pages_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let ask = |headers: &[(&str, &str)]| server.request("GET", "/api/info", headers, b"").0;
    assert_eq!(ask(&[]), 200);
    assert_eq!(ask(&[("Host", "localhost:1")]), 200);
    for host in ["evil.example", "192.168.1.7:8080", "localhost.evil.example"] {
        assert_eq!(ask(&[("Host", host)]), 403, "{host}");
    }
    let own = format!("http://{}", server.address);
    assert_eq!(ask(&[("Origin", &own)]), 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(ask(&[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(ask(&[("Sec-Fetch-Site", "cross-site")]), 403);
    // A link may lead to the page.
    assert_eq!(server.request("GET", "/", &[("Sec-Fetch-Site", "cross-site")], b"").0, 200);
    let body = json!({ "game": "yavalath" }).to_string();
    assert_eq!(server.request("POST", "/api/state", &[("Content-Type", "text/plain")], body.as_bytes()).0, 415);
    assert_eq!(server.request("POST", "/api/state", &[JSON], body.as_bytes()).0, 200);
}

pub fn a_token_guards_what_other_machines_can_reach() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &["--token", "secret-12345"]);
    let ask = |path: &str, headers: &[(&str, &str)]| server.request("GET", path, headers, b"");
    assert_eq!(ask("/api/info", &[]).0, 401);
    assert_eq!(ask("/", &[]).0, 401);
    assert_eq!(ask("/?token=wrong-12345", &[]).0, 401);
    assert_eq!(ask("/?token=secret-12345", &[]).0, 303);
    assert_eq!(ask("/api/info", &[("Cookie", "a=b; quintet-token=secret-12345")]).0, 200);
    assert_eq!(ask("/api/info", &[("Cookie", "quintet-token=secret-1234")]).0, 401);
    assert_eq!(ask("/api/info", &[("Authorization", "Bearer secret-12345")]).0, 200);
    assert_eq!(ask("/api/info", &[("Host", "my.machine:8080"), ("Authorization", "Bearer secret-12345")]).0, 200);
    // Who checks whether the server is there learns that alone, and nobody gets further by it.
    for host in ["localhost", "evil.example", "[::1"] {
        assert_eq!(ask("/health", &[("Host", host), ("Origin", "http://evil.example")]), (200, "ok\n".to_string()));
    }
    assert_eq!(server.request("HEAD", "/health", &[], b"").0, 200);
    for (method, path) in [
        ("POST", "/health"),
        ("DELETE", "/health"),
        ("GET", "/health/"),
        ("GET", "//health"),
        ("GET", "/healthy"),
        ("GET", "/HEALTH"),
        ("GET", "/api/health"),
        ("GET", "/health/../api/info"),
        ("GET", "/%68ealth"),
    ] {
        assert_eq!(server.request(method, path, &[JSON], b"").0, 401, "{method} {path}");
    }
}

pub fn garbage_gets_a_sentence_and_the_server_goes_on() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let send = |path: &str, body: &[u8]| server.request("POST", path, &[JSON], body);
    let paths =
        ["games", "state", "line", "compose", "analyze", "review", "import", "export", "book", "puzzles/yavalath/1"];
    for path in paths {
        for body in [&b""[..], b"{", b"[]", b"\xff\xfe", b"{\"game\":7}", b"{\"game\":\"chess\"}", b"null"] {
            let (status, text) = send(&format!("/api/{path}"), body);
            assert!((400..500).contains(&status), "{path} {body:?}: {status} {text}");
            let text: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(text["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{path}: {text}");
        }
    }
    for path in [
        "/api/games/nowhere",
        "/api/games/%2e%2e%2f",
        "/api/rules/chess",
        "/api/puzzles/yavalath/0",
        "/api/puzzles/chess",
        "/api/nothing",
    ] {
        assert_eq!(server.request("GET", path, &[], b"").0, 404, "{path}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page/../../Cargo.toml", "//etc/passwd"] {
        assert_eq!(server.request("GET", path, &[], b"").0, 404, "{path}");
    }
    assert_eq!(send("/api/import", &vec![b'x'; 5 << 20]).0, 413);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(send("/api/state", deep.as_bytes()).0, 400);
    assert_eq!(server.get("/api/info")["games"].as_array().unwrap().len(), 10);
}

pub fn what_is_asked_for_too_often_is_refused_until_it_is_less() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let analysis = json!({ "game": "yinsh", "timeMs": 600_000 }).to_string();
    // Connections that stay open, each with an analysis.
    let mut wires: Vec<std::net::TcpStream> = Vec::new();
    let mut statuses = Vec::new();
    for _ in 0..12 {
        use std::io::{Read, Write};
        let mut wire = std::net::TcpStream::connect(&server.address).unwrap();
        let head = format!(
            "POST /api/analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            analysis.len()
        );
        wire.write_all(format!("{head}{analysis}").as_bytes()).unwrap();
        let mut start = [0; 12];
        wire.read_exact(&mut start).unwrap();
        statuses.push(String::from_utf8_lossy(&start[9..]).into_owned());
        wires.push(wire);
    }
    assert_eq!(statuses.iter().filter(|status| *status == "200").count(), 8, "{statuses:?}");
    assert!(statuses.iter().all(|status| status == "200" || status == "429"));
    // Who turns away ends the search.
    drop(wires);
    let begun = std::time::Instant::now();
    let short = json!({ "game": "yavalath", "timeMs": 50 }).to_string();
    while server.request("POST", "/api/analyze", &[JSON], short.as_bytes()).0 != 200 {
        assert!(begun.elapsed().as_secs() < 30, "the searches go on");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// Connections that say nothing, heads without an end, bodies that are half sent, each in hundreds: a bystander gets a table
/// all the same, and the server does not grow. It may open 256 files.
pub fn nobody_locks_others_out_by_what_they_do_not_say() {
    let folder = Folder::new();
    let server = Server::start_with_files(&folder.0, 256);
    let bystander = || {
        let body = json!({ "game": "yavalath", "seats": [person(), person()] }).to_string();
        let (status, text) = server.request("POST", "/api/games", &[JSON], body.as_bytes());
        assert_eq!(status, 200, "{text}");
    };
    bystander();
    let head = |length: usize| {
        let head = "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length:";
        format!("{head} {length}\r\n\r\n")
    };
    let mut kept = Vec::new();
    for kind in 0..4 {
        for _ in 0..150 {
            let mut wire = TcpStream::connect(&server.address).unwrap();
            // One that has given way to a newer one cannot be written to any more.
            let _ = match kind {
                0 => Ok(()),
                1 => wire.write_all(&[b"GET /api/info HTTP/1.1\r\n", &b"X: y\r\n".repeat(2_000)[..]].concat()),
                2 => wire
                    .write_all(format!("{}[", head(60_000)).as_bytes())
                    .and_then(|()| wire.write_all(&[b' '; 50_000])),
                _ => wire.write_all(head(4 << 20).as_bytes()).and_then(|()| wire.write_all(&vec![b' '; 1 << 20])),
            };
            kept.push(wire);
        }
        bystander();
    }
    let grown = peak_mib(server.id());
    assert!(grown.is_none_or(|mib| mib <= 256), "{grown:?} MiB");
}
