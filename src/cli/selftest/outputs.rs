//! Outputs that cannot be written: a disk that fills up, a folder in which nothing can be created.

use super::children::ending;
use super::{Bench, Verdict};
use crate::record_files;
use anyhow::Result;
use std::process::Command;

/// A tournament whose files may not grow beyond some KiB, as on a full disk: one sentence, and all complete games are
/// kept.
pub fn full_disk(bench: &Bench) -> Result<Verdict> {
    // Blocks of 512 bytes; the signal of the limit is ignored, so that writing fails.
    let script = "trap '' XFSZ; ulimit -f 60; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(&bench.quintet).current_dir(bench.folder);
    command.args(["match", "yavalath", "--engine", "builtin=random", "--engine", "name=B,builtin=random"]);
    command.args(["--rounds", "2000", "--quiet", "--out", "g.jsonl", "--text", "g.txt"]);
    let output = command.output()?;
    if output.status.code() != Some(1) || !String::from_utf8_lossy(&output.stderr).contains("cannot be written") {
        return Ok(Err(ending(&output)));
    }
    let bytes = bench.text("g.jsonl");
    let games = record_files::read(&bench.folder.join("g.jsonl"))?.len();
    if games == 0 || !bytes.ends_with('\n') {
        return Ok(Err(format!("{games} games are left, and the file does not end in a line")));
    }
    Ok(Ok(format!("{games} games kept, {}", ending(&output))))
}

/// A picture that cannot be written is found out before the search. Root can write everywhere, so it becomes nobody.
pub fn read_only_folder(bench: &Bench) -> Result<Verdict> {
    // A copy in a folder that nobody but its owner can write.
    let copy = bench.folder.join("quintet");
    std::fs::copy(&bench.quintet, &copy)?;
    let id = Command::new("id").arg("-u").output()?;
    let is_root = String::from_utf8_lossy(&id.stdout).trim() == "0";
    let as_nobody = |program: &std::ffi::OsStr, words: &[&str]| {
        let mut command = Command::new(if is_root { "setpriv".as_ref() } else { program });
        if is_root {
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
        }
        command.args(words).current_dir(if is_root { bench.folder } else { "/".as_ref() });
        command.output()
    };
    if as_nobody("touch".as_ref(), &["a.svg"])?.status.success() {
        return Ok(Ok("left out: no folder is closed to this user".to_string()));
    }
    let output = as_nobody(copy.as_os_str(), &["analyze", "zen", "--time", "60s", "--svg", "a.svg"])?;
    if output.status.code() != Some(1) || !output.stdout.is_empty() {
        return Ok(Err(ending(&output)));
    }
    Ok(Ok(ending(&output)))
}
