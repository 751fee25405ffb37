//! `quintet verify`: checks certificates, which prove what a side reaches from a position on.

use super::arguments::ForceArguments;
use super::exit::Exit;
use super::{aside, reader, report};
use crate::files::{self, MAX_CERTIFICATE};
use crate::game::{Playable, Player};
use crate::registry::{self, GameEntry, Visitor};
use crate::search::proof::Goal;
use crate::search::proof::certificate::{Certificate, CertificateError, Claim, Proved};
use crate::search::proof::proof_file::ProofCollection;
use crate::search::proof::strategy_walk::ProvedPosition;
use crate::text::{counted, one_line};
use anyhow::{Context, Result};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The version of the lines of `--json`. It grows when a field changes or goes, not when one is added.
const VERIFY_SCHEMA: &str = "verify/1";
/// The arguments of `quintet verify`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Certificates, as `quintet solve` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object for each file and nothing else
    #[arg(long)]
    json: bool,
    /// Write all proved positions to this file, for the engine's option ProofFile
    #[arg(long, value_name = "FILE")]
    proofs: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.proofs.is_none()
    }
}

/// Checks certificates, one after the other: one that is refused does not keep the others from being checked.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let mut exit = Exit::Whole;
    // Before the work: it would be lost if the file could not be written then.
    let mut outputs = arguments.force.outputs().reading(&arguments.files);
    let output = arguments.proofs.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let mut all = AllProved { collection: output.as_ref().map(|_| ProofCollection::default()), of: None };
    for path in &arguments.files {
        let name = one_line(&path.display().to_string());
        let checked = check(path, &mut all);
        if let Err((worse, sentence)) = &checked {
            exit = exit.max(*worse);
            report(&format!("`{name}`: {sentence}"));
        }
        let mut out = reader::stdout(arguments.proofs.is_some());
        match checked {
            Ok(verified) if arguments.json => writeln!(out, "{}", verified.json(&name))?,
            Ok(verified) => writeln!(out, "{}", verified.line(&name))?,
            Err((_, sentence)) if arguments.json => {
                let line = json!({ "schema": VERIFY_SCHEMA, "file": name, "proved": false, "error": sentence });
                writeln!(out, "{line}")?;
            }
            Err(_) => {}
        }
    }
    if let Some((output, (collection, (game, options)))) = output.zip(all.collection.zip(all.of)) {
        let path = output.path().to_path_buf();
        let mut file = output.begin()?;
        let written = collection.write(game, &options, &mut file);
        let count = written.with_context(|| format!("`{}` cannot be written", path.display()))?;
        output.finish(file)?;
        aside(&format!("{} in `{}`", counted(count, "position"), one_line(&path.display().to_string())));
    }
    Ok(exit)
}

/// What the certificates prove together, if somebody wants to have it.
struct AllProved {
    collection: Option<ProofCollection>,
    /// The game that it is about, with its options: that of the first certificate.
    of: Option<(&'static str, Vec<(String, String)>)>,
}

/// Checks a certificate; else how the command ends, and why: by `Environment` if it cannot be read, by `Usage` if it is
/// not a certificate or does not prove what it claims.
fn check(path: &Path, all: &mut AllProved) -> Result<Verified, (Exit, String)> {
    let bytes = files::read(path, MAX_CERTIFICATE).map_err(|error| (Exit::Environment, error.source.to_string()))?;
    let refused = |error: CertificateError| (Exit::Usage, error.to_string());
    let before = all.collection.as_ref().map_or(0, ProofCollection::len);
    let certificate = Certificate::read(&bytes).map_err(refused)?;
    let visited = registry::visit(certificate.game(), Check { certificate: &certificate, all });
    let verified =
        visited.ok_or_else(|| (Exit::Usage, registry::unknown(&one_line(certificate.game())).to_string()))?;
    if let Some(collection) = all.collection.as_mut().filter(|_| verified.is_err()) {
        // What was reported before the error is not proved.
        collection.truncate(before);
        all.of = all.of.take().filter(|_| before > 0);
    }
    verified.map_err(|error| (Exit::Usage, error))
}

/// The check of a certificate.
struct Check<'a> {
    certificate: &'a Certificate,
    all: &'a mut AllProved,
}

impl Visitor for Check<'_> {
    type Output = Result<Verified, String>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let Self { certificate, all } = self;
        let wrong = |error: CertificateError| error.to_string();
        let setup = &certificate.setup::<G>(setup).map_err(wrong)?;
        let root = G::read_position(setup, certificate.position()).map_err(|error| error.to_string())?;
        let of = (entry.name, certificate.options().to_vec());
        if all.collection.is_some() && *all.of.get_or_insert_with(|| of.clone()) != of {
            return Err("it is for another game than the first; a file of proofs is for one game".to_string());
        }
        let start = Instant::now();
        let add = &mut |claim: &Claim, proved: &ProvedPosition<G>| {
            if let Some(collection) = &mut all.collection {
                collection.add(*claim, proved);
            }
        };
        let claims = certificate.verify_each::<G>(setup, add).map_err(wrong)?;
        let time = start.elapsed();
        let name = |player: Player| {
            let seats = (0..G::seats(setup)).filter(|&seat| G::side_of_seat(seat) == player);
            let seats: Vec<String> = seats.map(|seat| (seat + 1).to_string()).collect();
            let seats = format!("seat{} {}", if seats.len() > 1 { "s" } else { "" }, seats.join(" and "));
            format!("{} ({seats})", root.colour_of_player(player).name())
        };
        let sides = [name(Player::FIRST), name(Player::SECOND)];
        let (game, options) = of;
        Ok(Verified { game, options, position: root.position_text(), sides, claims, time })
    }
}

/// What a certificate proves.
struct Verified {
    game: &'static str,
    options: Vec<(String, String)>,
    position: String,
    /// What the two sides are called.
    sides: [String; 2],
    claims: Vec<Proved>,
    time: Duration,
}

impl Verified {
    fn line(&self, name: &str) -> String {
        let what = match &self.claims[..] {
            [Proved { claim, .. }] => {
                let verb = if claim.goal == Goal::Win { "wins" } else { "does not lose" };
                format!("{} {verb}", self.sides[claim.player.index()])
            }
            _ => "nobody wins".to_string(),
        };
        let sum = |count: fn(&Proved) -> u64| self.claims.iter().map(count).sum::<u64>();
        let answers = sum(|proved| proved.summary.answers);
        let positions = sum(|proved| proved.summary.positions);
        let longest = self.claims.iter().map(|proved| proved.summary.longest).max().unwrap_or(0);
        format!(
            "{name}: {}, {what} from {}: {}, {} checked in {:.2} s, longest line {}",
            self.game,
            self.position,
            counted(answers, "answer"),
            counted(positions, "position"),
            self.time.as_secs_f64(),
            counted(longest, "ply")
        )
    }

    fn json(&self, name: &str) -> serde_json::Value {
        let claim = |Proved { claim, summary }: &Proved| {
            json!({
                "side": claim.player.index() + 1,
                "goal": claim.goal.word(),
                "answers": summary.answers,
                "positions": summary.positions,
                "longestLine": summary.longest,
            })
        };
        let options: serde_json::Map<String, serde_json::Value> =
            self.options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        json!({
            "schema": VERIFY_SCHEMA,
            "file": name,
            "proved": true,
            "game": self.game,
            "options": options,
            "position": self.position,
            "claims": self.claims.iter().map(claim).collect::<Vec<_>>(),
            "seconds": (self.time.as_secs_f64() * 1e3).round() / 1e3,
        })
    }
}
