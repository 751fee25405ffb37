//! The law of load: whatever some ask of the server, all at once, another who asks for a game gets it, and the server's
//! memory is bounded. Each row has a server of its own.

use super::load::peak_mib;
use super::server::{Answers, Folder, Server, person};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// The memory of the server, in MiB.
const MOST_MIB: u64 = 256;

/// What is asked: it goes on in threads, and with the connections that are kept open.
#[derive(Default)]
struct Burden {
    kept: Vec<TcpStream>,
    threads: Vec<JoinHandle<()>>,
}

/// What begins to burden a server at an address, which has a game of this name.
type Begin = fn(&str, &str) -> Burden;

/// What burdens a server, by a name.
const ROWS: &[(&str, Begin)] = &[
    ("bodies that are half sent", half_sent),
    ("connections that say nothing", silent),
    ("heads that never end", endless_heads),
    ("hints", hints),
    ("addresses", addresses),
    ("imports with many tags", imports),
    ("imports of many games", games),
    ("variations", variations),
];

fn head(method: &str, path: &str, length: usize) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

/// A hundred bodies of 4 MiB, each without its end.
fn half_sent(address: &str, _: &str) -> Burden {
    let body = vec![b' '; (4 << 20) - 1];
    let send = |_| {
        let (address, body) = (address.to_string(), body.clone());
        spawn(move || {
            let mut wire = TcpStream::connect(address).unwrap();
            wire.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
            // The server need not take it.
            let _ =
                wire.write_all(head("POST", "/api/import", 4 << 20).as_bytes()).and_then(|()| wire.write_all(&body));
            std::thread::sleep(Duration::from_secs(5));
        })
    };
    Burden { threads: (0..100).map(send).collect(), ..Burden::default() }
}

fn silent(address: &str, _: &str) -> Burden {
    Burden { kept: (0..1_100).filter_map(|_| TcpStream::connect(address).ok()).collect(), ..Burden::default() }
}

fn endless_heads(address: &str, _: &str) -> Burden {
    let mut burden = silent(address, "");
    for wire in &mut burden.kept {
        let _ = wire.write_all(&[b"GET / HTTP/1.1\r\nHost: localhost\r\n", &b"X: y\r\n".repeat(500)[..]].concat());
    }
    burden
}

fn hints(address: &str, game: &str) -> Burden {
    let ask = |_| {
        let mut wire = TcpStream::connect(address).unwrap();
        wire.write_all(head("POST", &format!("/api/games/{game}/hint"), 0).as_bytes()).unwrap();
        wire
    };
    Burden { kept: (0..64).map(ask).collect(), ..Burden::default() }
}

/// More addresses than are remembered, each of which asks once. All of 127.0.0.0/8 is this machine (on Linux).
fn addresses(address: &str, _: &str) -> Burden {
    let to: SocketAddr = address.parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for number in 0..5_000_u32 {
            let from = IpAddr::V4(Ipv4Addr::from_bits(0x7f01_0000 + number));
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            if socket.bind((from, 0).into()).is_err() {
                return;
            }
            let wire = socket.connect(to).await.unwrap();
            let _ = wire.try_write(b"GET /api/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        }
    });
    Burden::default()
}

/// Eight records of 1.3 MB with a tag for each of many seats.
fn imports(address: &str, _: &str) -> Burden {
    let tags: String = (1..70_000).map(|seat| format!("[Seat {seat} \"x\"]\n")).collect();
    let body = json!({ "text": format!("[Game \"yavalath\"]\n{tags}\n1. e5\nnone\n") }).to_string();
    asked("POST", "/api/import", &body, 8, address)
}

/// Eight texts of 3 MB with more games than anybody is shown.
fn games(address: &str, _: &str) -> Burden {
    let game = "{\"game\":\"yavalath\",\"turns\":[{\"turn\":\"e5\"},{\"turn\":\"d4\"},{\"turn\":\"c3\"}]}\n";
    asked("POST", "/api/import", &json!({ "text": game.repeat(40_000) }).to_string(), 8, address)
}

/// The longest text that is kept as variations, and one that is not, thirty times each.
fn variations(address: &str, game: &str) -> Burden {
    let put = |length: usize| {
        let body = json!({ "version": 0, "text": "e5 ".repeat(length / 3) }).to_string();
        asked("PUT", &format!("/api/games/{game}/tree"), &body, 30, address).threads
    };
    Burden { threads: [put(256 << 10), put(3 << 20)].into_iter().flatten().collect(), ..Burden::default() }
}

/// The same request by several at once, each of whom waits for the answer.
fn asked(method: &str, path: &str, body: &str, count: usize, address: &str) -> Burden {
    let request = format!("{}{body}", head(method, path, body.len()));
    let ask = |_| {
        let (address, request) = (address.to_string(), request.clone());
        spawn(move || {
            let mut wire = TcpStream::connect(address).unwrap();
            // It may be refused before all of it has been sent.
            let _ = wire.write_all(request.as_bytes()).and_then(|()| wire.read(&mut [0; 64]));
        })
    };
    Burden { threads: (0..count).map(ask).collect(), ..Burden::default() }
}

pub fn whatever_is_asked_a_bystander_is_answered_and_memory_is_bounded() {
    for (name, begin) in ROWS {
        let folder = Folder::new();
        let server = Server::start(&folder.0, &["--threads", "1"]);
        let hosted = server.hosted("yavalath", &[person(), person()]);
        let path = format!("/api/games/{}", hosted.id);
        let is_over = AtomicBool::new(false);
        let mut times: Vec<Duration> = std::thread::scope(|scope| {
            let burden = scope.spawn(|| {
                let burden = begin(&server.address, &hosted.id);
                std::thread::sleep(Duration::from_secs(2));
                for thread in burden.threads {
                    thread.join().unwrap();
                }
                is_over.store(true, SeqCst);
                burden.kept.len()
            });
            let mut times = Vec::new();
            while !is_over.load(SeqCst) {
                let begun = Instant::now();
                let (status, text) = server.request("GET", &path, &[], b"");
                assert_eq!(status, 200, "{name}: {text}");
                times.push(begun.elapsed());
                std::thread::sleep(Duration::from_millis(20));
            }
            burden.join().unwrap();
            times
        });
        let body = json!({ "revision": hosted.view["revision"], "decision": "e5" });
        assert_eq!(server.send("POST", &format!("{path}/decide"), &body).0, 200, "{name}");
        times.sort();
        let peak = peak_mib(server.id());
        eprintln!(
            "{name}: {} answers to a bystander, half of them within {} ms, all within {} ms; the server took {peak:?} MiB",
            times.len(),
            times[times.len() / 2].as_millis(),
            times[times.len() - 1].as_millis(),
        );
        assert!(peak.is_none_or(|mib| mib <= MOST_MIB), "{name}: {peak:?} MiB");
    }
}
