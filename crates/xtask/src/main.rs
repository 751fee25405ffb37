//! Long measurements and research that the documents name: `cargo run --release -p xtask -- COMMAND`.

mod open_replies;
mod proved;
mod puzzle_times;
mod replies;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo run --release -p xtask -- COMMAND
  replies   carries on with the open replies of docs/yavalath-theory.md, round after round, for hours
  puzzles   how many puzzles of Yavalath are solved within 0.1 and 1 s (docs/measurements.md)
  proved GAME NUMBER
            plays NUMBER games and writes tests/data/proved/GAME.txt: positions in which each decision is proved a win, draw or loss
  mistakes PROGRAM GAME STEP MS..
            lets PROGRAM decide in every STEPth of them, MS milliseconds each, and counts its mistakes (docs/measurements.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["replies"] => open_replies::carry_on(),
        ["puzzles"] => {
            puzzle_times::print();
            Ok(())
        }
        ["proved", game, games] => number(games).and_then(|games| proved::make(game, games)),
        ["mistakes", program, game, step, ref times @ ..] if !times.is_empty() => mistakes(program, game, step, times),
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

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number, or too large"))
}

fn mistakes(program: &str, game: &str, step: &str, times: &[&str]) -> Result<(), String> {
    let times: Vec<u32> = times.iter().map(|time| number(time)).collect::<Result<_, _>>()?;
    let step = number(step)?;
    println!("{}", proved::head());
    proved::measure(program, game, step, &times)
}
