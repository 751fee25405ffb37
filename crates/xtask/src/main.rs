//! Long measurements and research that the documents name: `cargo run --release -p xtask -- COMMAND`.

mod open_replies;
mod proved;
mod puzzle_times;
mod replies;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo run --release -p xtask -- COMMAND
  replies   carries on with the open replies of docs/yavalath-theory.md, round after round, for hours
  puzzles   how many puzzles of Yavalath are solved within 0.1 and 1 s (docs/measurements.md)
  proved GAME GAMES
            makes tests/data/proved/GAME.txt: positions of so many games in which the worth of each decision is proved
  mistakes PROGRAM GAME STEP MS..
            how often PROGRAM spoils every STEPth of them, with each of these times for a decision (docs/measurements.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["replies"] => open_replies::carry_on(),
        ["puzzles"] => {
            puzzle_times::print();
            Ok(())
        }
        ["proved", game, games] => number(games).and_then(|games| proved::make(game, games)),
        ["mistakes", program, game, step, ref times @ ..] => mistakes(program, game, step, times),
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
    text.parse().map_err(|_| format!("`{text}` is not a number that is possible here"))
}

fn mistakes(program: &str, game: &str, step: &str, times: &[&str]) -> Result<(), String> {
    println!("{}", proved::head());
    let times: Vec<u32> = times.iter().map(|time| number(time)).collect::<Result<_, _>>()?;
    proved::measure(program, game, number(step)?, &times)
}
