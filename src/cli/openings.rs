//! `quintet openings`: balanced lines to start games with.

use super::{open, report, set_options, values};
use crate::files::FileError;
use crate::text::counted;
use crate::tournament::openings::{self, Wish};
use anyhow::Result;
use std::io::{self, Write};
use std::path::Path;

/// The arguments of `quintet openings`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// How many turns each opening has
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    plies: u64,
    /// How many openings to make, if that many exist
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// How many hundredths better either side may be
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..))]
    max_score: i32,
    /// How many nodes to search to evaluate an opening (games for three: iterations)
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// An option of the game, such as Swap=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::game_option(), hide_possible_values = true)]
    options: Vec<String>,
}

/// Prints openings.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { game, plies, count, max_score, nodes, seed, options } = arguments;
    let mut session = open(game)?;
    let mut command = format!("quintet openings {} --plies {plies} --count {count}", session.name());
    command += &format!(" --max-score {max_score} --nodes {nodes} --seed {seed}");
    set_options(&mut *session, options)?;
    options.iter().for_each(|option| command += &format!(" --option {option}"));
    let mut out = io::stdout().lock();
    let fail = FileError::of(Path::new("the output"), "written");
    writeln!(out, "# Openings of {}, one a line: the turns after `position startpos moves`.", session.name())?;
    writeln!(out, "# Made by: {command}")?;
    let wish =
        Wish { plies: *plies as usize, count: *count as usize, max_score: *max_score, nodes: *nodes, seed: *seed };
    let found = openings::make(&mut *session, &wish, &mut |turns, _| {
        writeln!(out, "{}", turns.join(" ")).and_then(|()| out.flush()).map_err(&fail)?;
        Ok(())
    })?;
    if (found as u64) < *count {
        report(&format!("found {} of {count}: the random lines brought no other", counted(found, "opening")));
    }
    Ok(())
}
