//! However much is asked for, only so much waits.

use super::client::Client;
use quintet::analysis_engine::{AnalysisConfig, MAX_WAITING, serve};
use serde_json::json;
use std::io::{BufReader, Read, sink};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// Queries without end, which tells how many have been read; after `limit` it ends.
struct Flood {
    read: Arc<AtomicUsize>,
    limit: usize,
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let number = self.read.fetch_add(1, SeqCst);
        if number > self.limit {
            return Ok(0);
        }
        // The first keeps the only worker busy.
        let line = if number == 0 { "{\"id\":\"a\",\"timeMs\":3000}\n" } else { "{\"id\":\"b\",\"depth\":1}\n" };
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn a_client_that_asks_for_too_much_is_held_up() {
    let read = Arc::new(AtomicUsize::new(0));
    let flood = Flood { read: read.clone(), limit: MAX_WAITING + 5_000 };
    let config = AnalysisConfig { game: "yavalath".to_string(), workers: 1, hash: 1, quit_without_waiting: true };
    let engine = std::thread::spawn(move || serve(&config, BufReader::new(flood), sink()));
    // Once as much has been read as may wait, no more is.
    let started = Instant::now();
    while read.load(SeqCst) < MAX_WAITING && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let at_most = read.load(SeqCst);
    assert!((MAX_WAITING..MAX_WAITING + 5_000).contains(&at_most), "{at_most} were read");
    engine.join().unwrap().unwrap();
    assert!(read.load(SeqCst) > MAX_WAITING + 5_000, "and all of it in the end");
}

#[test]
fn a_search_has_no_more_memory_than_it_may() {
    let config = AnalysisConfig { game: "gipf".to_string(), workers: 1, hash: 1, quit_without_waiting: false };
    let client = Client::with(&config);
    let answer = client.ask(&json!({ "id": "x", "nodes": 400_000, "search": "mcts-eval" }));
    assert_eq!(answer["rootInfo"]["nodes"], json!(400_000), "{answer}");
}
