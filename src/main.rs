//! The command `quintet`.

use quintet::search::STACK_SIZE;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Some commands search where they run, and the stack of the first thread is as large as somebody has set it.
    let main = std::thread::Builder::new().name("main".into()).stack_size(2 * STACK_SIZE).spawn(quintet::cli::main);
    match main {
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        // No thread can be started; this one will do.
        Err(_) => quintet::cli::main(),
    }
}
