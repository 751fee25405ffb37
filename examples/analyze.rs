//! The engine in another program: a game, a position, a search of 0.2 s. Run it with `cargo run --example analyze`.

use quintet::registry;
use quintet::search::Limits;
use quintet::session::SearchRequest;
use std::error::Error;
use std::time::Duration;

/// What a search finds in a position of Yavalath: score, best turn and principal variation.
pub fn analyze() -> Result<String, Box<dyn Error>> {
    let mut session = registry::open("yavalath")?;
    let moves = ["e5", "d4", "e4", "f6", "d5", "c5"].map(String::from);
    session.set_position(None, &moves)?;
    // The clock begins with `search`, so the memory is made before.
    let limits = Limits { movetime: Some(Duration::from_millis(200)), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    session.prepare(&request.settings);
    let (_control, job) = session.search(request)?;
    let mut pv = Vec::new();
    let result = job(&mut |report| pv.clone_from(&report.turns));
    Ok(format!("{:?}, play {}; {}", result.verdict, result.best, pv.join(" ")))
}

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", analyze()?);
    Ok(())
}
