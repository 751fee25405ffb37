//! Long measurements and research that the documents name: `cargo run --release -p xtask -- COMMAND`.

mod open_replies;
mod puzzle_times;
mod replies;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo run --release -p xtask -- COMMAND
  replies   carries on with the open replies of docs/yavalath-theory.md, round after round, for hours
  puzzles   how many puzzles of Yavalath are solved within 0.1 and 1 s (docs/measurements.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["replies"] => open_replies::carry_on(),
        ["puzzles"] => {
            puzzle_times::print();
            Ok(())
        }
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
