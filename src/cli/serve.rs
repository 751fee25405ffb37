//! `quintet serve`: the page to play, analyse and learn on.

use super::arguments::explain_proofs;
use super::{interrupt, memory, report};
use crate::files;
use crate::option_files::proof_file;
use crate::server::{BackedUp, Origin, ProxyNetwork, ServerConfig, ServerStop, StartError, serve};
use crate::service::engines::SearchCaps;
use crate::terminal::data_folder::data_folder;
use crate::text::{counted, one_line, shorten};
use crate::tournament::clock::TimeControl;
use crate::tournament::engine::EngineConfig;
use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueHint;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `quintet serve`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The port; 0 finds a free one [default: 8080, or a free one if another program uses it]
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on; one that other machines can reach is guarded by a token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The folder for the games [default: quintet's folder in the user's data folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,
    /// Copy the games to a new file and exit; a server that uses them may keep running
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["port", "open", "engines", "proofs", "token"])]
    backup: Option<PathBuf>,
    /// Another UGI engine to play against, such as name=Fred,cmd=./fred; may be given several times
    #[arg(long = "engine", value_name = "KEY=VALUE,…")]
    engines: Vec<String>,
    /// A file of proofs, written by `quintet verify --proofs`: analyses and reviews of its game mark the positions in
    /// it; may be given several times
    #[arg(long, value_name = "FILE")]
    proofs: Vec<PathBuf>,
    /// The most threads per search, and the most engines thinking at the same time [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=crate::options::MAX_THREADS))]
    threads: Option<u64>,
    /// The most memory per search, in MiB
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=crate::options::MAX_HASH))]
    hash: u64,
    /// The token that others must know; empty for no token [default: a random one]
    #[arg(long)]
    token: Option<String>,
    /// The page's address behind a proxy, such as https://club.example/quintet/; may be given several times
    // The command line shows it as it is written.
    #[allow(rustdoc::bare_urls)]
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<Origin>,
    /// A proxy, or a network of them (10.0.0.0/8), whose `X-Forwarded-For` is trusted; may be given several times
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<ProxyNetwork>,
}

/// Copies the games of a folder.
fn back_up(folder: &Path, to: &Path) -> Result<()> {
    let BackedUp { games, damaged } = crate::server::back_up(folder, to)?;
    let mut said = format!("{} copied to {}", counted(games, "game"), to.display());
    if !damaged.is_empty() {
        let which = shorten_list(&damaged);
        said += &format!("; {} damaged in the store, and so in the copy: {which}", counted(damaged.len(), "game"));
    }
    Ok(writeln!(io::stdout(), "{said}")?)
}

/// The first few of many names.
fn shorten_list(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| shorten(name)).collect();
    let rest = if names.len() > SHOWN { ", …" } else { "" };
    shown.join(", ") + rest
}

/// Serves until a signal comes.
pub fn run(arguments: Arguments) -> Result<()> {
    memory::share_one_heap();
    let read = |text: &String| -> Result<EngineConfig> {
        let engine = EngineConfig::read(text)?;
        // A limit is chosen on the page.
        engine.check(&TimeControl { movetime: Some(Duration::from_secs(1)), ..TimeControl::default() })?;
        ensure!(engine.builtin.is_none(), "--engine adds other programs: quintet itself is on the page already");
        if let Some(program) = engine.missing_program() {
            // It may come later; what is on the page until then is a sentence.
            let program = one_line(&program);
            report(&format!("`{program}` does not exist; until it does, {} cannot play", engine.title()));
        }
        Ok(engine)
    };
    let engines: Vec<EngineConfig> = arguments.engines.iter().map(read).collect::<Result<_>>()?;
    if !engines.is_empty() {
        files::permit().context("`--engine` starts programs")?;
    }
    let mut names: Vec<String> = engines.iter().map(EngineConfig::title).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(anyhow!("two engines are called `{}`; give one of them another `name=`", pair[0]));
    }
    for path in &arguments.proofs {
        explain_proofs(path, proof_file(path))?;
    }
    let data = match (arguments.data, files::permit()) {
        (Some(_), Err(_)) => return Err(anyhow!("`--data` writes files, which `--no-files` forbids")),
        (None, Err(_)) => None,
        (Some(folder), Ok(())) => Some(folder),
        (None, Ok(())) => Some(data_folder().context("there is no data folder; name one with `--data`")?),
    };
    if let Some(to) = arguments.backup {
        return back_up(&data.context("`--backup` opens files, which `--no-files` forbids")?, &to);
    }
    let is_for_others = !arguments.listen.is_loopback() || !arguments.origins.is_empty();
    let token = match (arguments.token, is_for_others) {
        (Some(token), _) if token.is_empty() => None,
        (Some(token), _) => {
            let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
            ensure!(
                is_plain && token.len() >= 8,
                "a token has at least 8 letters, digits, `-`, `_` or `.`, or nothing for none"
            );
            Some(token)
        }
        (None, false) => None,
        (None, true) => Some(crate::server::new_token().context("no token could be made")?),
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let config = ServerConfig {
        listen: arguments.listen,
        port: arguments.port,
        data,
        engines,
        proofs: arguments.proofs,
        caps: SearchCaps {
            threads: arguments.threads.map_or(processors, |threads| threads as usize),
            hash: arguments.hash as usize,
        },
        token: token.clone(),
        origins: arguments.origins,
        proxies: arguments.proxies,
    };
    let outside: Vec<String> = config.origins.iter().map(ToString::to_string).collect();
    let kept = config.data.clone();
    let stop = ServerStop::default();
    interrupt::finish_by({
        let stop = stop.clone();
        move || stop.stop()
    });
    let served = serve(config, &stop, |address| {
        let query = token.map_or_else(String::new, |token| format!("?token={token}"));
        let is_any = address.ip().is_unspecified();
        let here = if is_any { SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())) } else { address };
        let url = format!("http://{here}/{query}");
        let elsewhere = match is_any {
            true => format!("\nOn other machines, replace {} with this machine's name or address.", here.ip()),
            false => String::new(),
        };
        let outside: String = outside.iter().map(|origin| format!("\nFrom outside it is at {origin}{query}")).collect();
        let where_kept = match &kept {
            Some(folder) => format!("Games are kept in {}.", folder.display()),
            None => "Games are not kept.".to_string(),
        };
        // Nobody need read it.
        let _ =
            writeln!(io::stdout(), "The page is at {url}{elsewhere}{outside}\n{where_kept} Ctrl-C stops the server.");
        let _ = io::stdout().flush();
        if arguments.open && open::that_detached(&url).is_err() {
            report("no browser could be opened; open the address above in one");
        }
    });
    let is_taken = |error: &StartError| matches!(error, StartError::Listen { source, .. } if source.kind() == io::ErrorKind::AddrInUse);
    match served {
        Err(error) if is_taken(&error) => {
            Err(error).context("another program uses this port; choose another with `--port` (0 finds a free one)")
        }
        served => Ok(served?),
    }
}
