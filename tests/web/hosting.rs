//! The server behind nginx, with the very files of docs/hosting.md.

use super::server::{Folder, PATIENCE, Server, unchunked};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TOKEN: &str = "clubtoken1";

/// nginx, which ends with the test.
struct Nginx {
    child: Child,
    port: u16,
    host: String,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // It ends its workers.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Nginx {
    /// With a part of its configuration, in which `PORT` is where it listens.
    fn start(folder: &Path, host: &str, part: &str) -> Self {
        let port = free_port();
        let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {}/{name};\n", folder.display()))
            .concat();
        let part = part.replace("PORT", &port.to_string());
        let text = format!(
            "daemon off; pid {0}/nginx.pid; error_log stderr; worker_processes 1; events {{}}\n\
             http {{ access_log off;\n{paths}{part}\n}}\n",
            folder.display()
        );
        let path = folder.join("nginx.conf");
        std::fs::write(&path, text).unwrap();
        let mut command = Command::new("nginx");
        let child = command.args(["-e", "stderr", "-c"]).arg(&path).stdin(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < PATIENCE, "nginx does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child, port, host: host.replace("PORT", &port.to_string()) }
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let mut wire = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        wire.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let host = &self.host;
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        wire.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let _ = wire.write_all(body);
        wire
    }

    /// The number of the answer, its head and its body.
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String, String) {
        let mut answer = Vec::new();
        self.send(method, path, headers, body).read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {answer}"));
        let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_string() };
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_string(), body)
    }
}

/// The value of a header.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.into_iter().find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
}

/// A turn is played by way of nginx against quintet, whose answer arrives by itself; the rest of what a browser does.
fn play(nginx: &Nginx, origin: &str, folder: &str) {
    let path = |rest: &str| format!("{folder}{rest}");
    let browser = ("Accept", "text/html,*/*;q=0.8");
    let (status, _, page) = nginx.ask("GET", folder, &[browser], b"");
    assert!(status == 401 && page.contains("<form") && page.contains("<label"), "{status} {page}");
    let form = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin)];
    let (status, _, page) = nginx.ask("POST", folder, &form, b"token=another-token");
    assert!(status == 401 && page.contains("\"error\""), "who does not ask for a page gets JSON: {status} {page}");
    let (status, head, _) = nginx.ask("POST", folder, &form, format!("token={TOKEN}").as_bytes());
    assert_eq!((status, header(&head, "location")), (303, Some("./")), "{head}");
    let cookie = header(&head, "set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Lax;"), "{cookie}");
    assert!(cookie.contains(&format!("; Path={folder}")), "{cookie}");
    assert_eq!(cookie.contains("; Secure"), origin.starts_with("https"), "{cookie}");
    let cookie = ("Cookie", cookie.split(';').next().unwrap());
    let (status, _, page) = nginx.ask("GET", folder, &[cookie], b"");
    let app = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    assert!(status == 200 && app.ends_with("/app.js"), "{page}");

    let gzip = ("Accept-Encoding", "gzip");
    let (status, head, _) = nginx.ask("GET", &path(app), &[cookie, gzip], b"");
    assert_eq!((status, header(&head, "content-encoding")), (200, Some("gzip")), "{head}");
    let tag = header(&head, "etag").unwrap();
    assert!(tag.starts_with("W/"), "{tag}");
    let strong = tag.trim_start_matches("W/");
    for known in [tag, strong, "*", &format!("\"other\", {tag}"), &format!("W/\"other\" , {strong}")] {
        assert_eq!(nginx.ask("GET", &path(app), &[cookie, ("If-None-Match", known)], b"").0, 304, "{known}");
    }
    assert_eq!(nginx.ask("GET", &path(app), &[cookie, ("If-None-Match", "W/\"other\"")], b"").0, 200);

    let kind = ("Content-Type", "application/json");
    let post = |rest: &str, cookie: &str, body: &Value| {
        let headers = [("Cookie", cookie), kind, ("Origin", origin)];
        let (status, head, text) = nginx.ask("POST", &path(rest), &headers, body.to_string().as_bytes());
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{rest}: {status} {text}"));
        (status, head, answer)
    };
    let quintet = json!({ "kind": "quintet", "options": { "Skill": "1" }, "timeMs": 100 });
    let (status, head, game) =
        post("api/games", cookie.1, &json!({ "game": "yavalath", "seats": [{ "kind": "person" }, quintet] }));
    assert_eq!(status, 200, "{game}");
    let id = game["id"].as_str().unwrap();
    // Who has started a game is its player from then on.
    let person = header(&head, "set-cookie").unwrap().split(';').next().unwrap().to_string();
    let both = format!("{}; {person}", cookie.1);
    let stream = nginx.send("GET", &path(&format!("api/events?games={id}")), &[cookie, gzip], b"");
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut until = |event: &str| assert!(lines.any(|line| line == format!("event: {event}")), "no {event}");
    until("game");
    let (status, ..) =
        post(&format!("api/games/{id}/decide"), &both, &json!({ "revision": game["revision"], "decision": "e5" }));
    assert_eq!(status, 200);
    // The turn, the answer, and a sign of life: none is held back, or reading would end in a minute.
    for event in ["game", "game", "alive"] {
        until(event);
    }
    // A browser keeps an event without data to itself.
    assert!(lines.next().is_some_and(|line| line.len() > "data: ".len()), "a sign of life is seen by the page");

    let evil = [cookie, kind, ("Origin", "https://evil.example")];
    let (status, _, text) = nginx.ask("POST", &path("api/state"), &evil, b"{\"game\":\"yinsh\"}");
    assert!(status == 403 && text.contains("evil.example") && text.contains(origin), "{text}");
    assert_eq!(nginx.ask("GET", &path("health"), &[], b"").2, "ok\n");
}

/// The parts of docs/hosting.md that are for nginx, for a port without encryption and the server at this address.
fn documented(server: &Server) -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/hosting.md")).unwrap();
    let parts = text.split("```nginx\n").skip(1).map(|part| part.split("```").next().unwrap());
    let plain = parts.map(|part| {
        let lines = part.lines().filter(|line| !line.trim_start().starts_with("ssl_certificate"));
        let part = lines.map(|line| format!("{line}\n")).collect::<String>();
        for line in ["listen 443 ssl;", "http://127.0.0.1:8080;"] {
            assert!(part.contains(line), "{line} is not in {part}");
        }
        part.replace("listen 443 ssl;", "listen 127.0.0.1:PORT;").replace("127.0.0.1:8080", &server.address)
    });
    plain.collect()
}

pub fn a_turn_is_played_behind_nginx_as_it_is_documented() {
    for (index, folder) in ["/", "/quintet/"].into_iter().enumerate() {
        let data = Folder::new();
        let outside = format!("https://club.example{folder}");
        let server = Server::start(&data.0, &["--token", TOKEN, "--origin", &outside, "--proxy", "127.0.0.1"]);
        let parts = documented(&server);
        assert_eq!(parts.len(), 2);
        let nginx = Nginx::start(&data.0, "club.example", &parts[index]);
        play(&nginx, "https://club.example", folder);
        let headers = [("Content-Type", "application/json"), ("Authorization", "Bearer clubtoken1")];
        let long = json!({ "text": "x".repeat(3 << 20) }).to_string();
        let (status, head, _) = nginx.ask("POST", &format!("{folder}api/import"), &headers, long.as_bytes());
        assert_eq!((status, header(&head, "content-type")), (400, Some("application/json")), "{head}");
    }
}

pub fn a_turn_is_played_behind_nginx_with_its_defaults_and_where_it_leaves_the_folder_out() {
    let data = Folder::new();
    let server = Server::start(&data.0, &["--token", TOKEN]);
    let part = format!(
        "server {{ listen 127.0.0.1:PORT; location / {{ proxy_pass http://{}; proxy_set_header Host $http_host; }} }}",
        server.address
    );
    let nginx = Nginx::start(&data.0, "127.0.0.1:PORT", &part);
    play(&nginx, &format!("http://{}", nginx.host), "/");
    let data = Folder::new();
    let folder = ["--origin", "http://club.example:8081/a/b/", "--token", TOKEN];
    let server = Server::start(&data.0, &[&folder[..], &["--proxy", "127.0.0.0/8"]].concat());
    // It has its own address in `Host`, and takes the folder away.
    let part = format!(
        "server {{ listen 127.0.0.1:PORT; location /a/b/ {{ proxy_pass http://{}/; \
         proxy_set_header X-Forwarded-For $remote_addr; }} }}",
        server.address
    );
    let nginx = Nginx::start(&data.0, "club.example:8081", &part);
    play(&nginx, "http://club.example:8081", "/a/b/");
}
