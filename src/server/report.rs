//! What whoever has started the server is to know, on stderr: each thing once.

use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The sentences that are remembered.
const MOST: usize = 256;

/// Says something that has not been said yet.
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
