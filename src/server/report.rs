//! Messages to the person who started the server, on stderr, each once.

use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The most sentences that are remembered.
const MOST: usize = 256;

/// Reports a sentence unless it was reported before.
pub fn once(what: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if cfg!(test) {
        // Tests open damaged stores by the hundred.
        return;
    }
    let mut said = SAID.lock();
    if said.len() < MOST && said.insert(what.to_string()) {
        // Nobody need read it.
        let _ = writeln!(io::stderr(), "quintet: {what}");
    }
}
