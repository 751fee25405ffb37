//! The commands of README.md, as a newcomer runs them: in their order, in a clone, each with what the ones before it have
//! left. The program is the one that was built for the tests, and what takes long is stopped by Ctrl-C, as README says.

use crate::process::{Folder, QUINTET};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A command that goes on for longer is sent the signal of Ctrl-C.
const LONG: Duration = Duration::from_secs(6);
/// No command goes on for as long after it, and no server takes as long to start, on any machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// In place of cargo: what it would build is there, and `Cargo.lock` has to fit, as `--locked` wants.
const CARGO: &str = r#"#!/bin/sh
"$REAL_CARGO" metadata --locked --format-version 1 > metadata.json || exit
case "$*" in
    "run --release --locked -- "*) shift 4; exec quintet "$@" ;;
    "test --locked") echo "the tests run now" ;;
    "build --release --locked --features site")
        mkdir -p target/release
        printf '#!/bin/sh\nexec quintet "$@" --module "$QUINTET_MODULE"\n' > target/release/quintet
        chmod +x target/release/quintet ;;
    *) echo "cargo $*: not one of the commands" >&2; exit 1 ;;
esac
"#;

/// In place of `packaging/module.sh`, which needs a compiler for WebAssembly: files for a site that nobody opens.
const MODULE: &str = r#"#!/bin/sh
for out; do :; done
mkdir -p "$out" && cd "$out" && touch quintet.wasm quintet-plain.wasm quintet-threads.wasm LICENSES.txt
"#;

/// The commands of the blocks `sh` of a text, block by block.
fn commands(text: &str) -> Vec<Vec<String>> {
    let blocks = text.split("\n```sh\n").skip(1).map(|part| part.split("\n```").next().unwrap());
    let lines = |block: &str| {
        let joined = block.replace("\\\n", " ");
        joined.lines().filter(|line| !line.trim().is_empty()).map(str::to_string).collect()
    };
    blocks.map(lines).collect()
}

/// A command in a group of its own, as a terminal has it.
fn start(command: &str, clone: &Path, path: &str) -> Child {
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("set -euo pipefail\n{command}")]).current_dir(clone).process_group(0);
    shell.env("PATH", path).env("QUINTET_DATA", clone.join("data")).env("LC_ALL", "C.UTF-8");
    // Nobody wants a browser to be opened.
    shell.env("BROWSER", "true").env("REAL_CARGO", env!("CARGO"));
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Whether a server answers, and with what.
fn asked(address: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let mut answer = String::new();
    stream.write_all(request.as_bytes()).ok()?;
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    head.split(' ').nth(1).filter(|&status| status == "200").map(|_| body.to_string())
}

/// Whether the page at an address that `quintet serve` has printed answers.
fn answers(address: &str) -> bool {
    asked(address, "/api/info").is_some_and(|body| body.contains("\"version\""))
}

/// Whether the site is at the address that the comment on a command tells to open.
fn shows_site(address: &str) -> bool {
    asked(address, "/").is_some_and(|body| body.contains("<title>quintet"))
}

pub fn the_commands_of_the_readme_run_in_their_order_in_a_clone() {
    let folder = Folder::new("readme");
    let clone = folder.path("clone");
    let cloned = Command::new("git").args(["clone", "--quiet", ROOT]).arg(&clone).output().unwrap();
    assert!(cloned.status.success(), "{cloned:?}");
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let blocks = commands(&readme);
    let set_up: Vec<&str> = blocks[0].iter().map(|line| line.split('#').next().unwrap().trim()).collect();
    let ["cargo run --release --locked -- serve --open", "cargo test --locked"] = set_up[..] else {
        panic!("the first block is the two commands of the set-up: {set_up:?}");
    };
    let programs = folder.path("programs");
    std::fs::create_dir_all(&programs).unwrap();
    symlink(QUINTET, programs.join("quintet")).unwrap();
    std::fs::write(programs.join("cargo"), CARGO).unwrap();
    std::fs::set_permissions(programs.join("cargo"), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(clone.join("packaging/module.sh"), MODULE).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut served = 0;
    for command in blocks.iter().flatten() {
        let mut child = start(command, &clone, &path);
        let (mut stdin, mut stdout, mut stderr) =
            (child.stdin.take().unwrap(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
        // `play` is left after a turn that every game has, or that it refuses.
        stdin.write_all(b"e5\nquit\n").unwrap_or_default();
        drop(stdin);
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| text).unwrap_or_default()
        });
        let (lines, said) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut piece) {
                text.extend(&piece[..count]);
                let _ = lines.send(String::from_utf8_lossy(&text).into_owned());
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        let interrupt = |child: &Child| {
            let sent = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().unwrap();
            assert!(sent.success(), "{command}");
        };
        let site = command.split_once("then open http://").map(|(_, address)| address.trim());
        let (begun, mut interrupted, mut address) = (Instant::now(), false, None);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            let text = said.recv_timeout(Duration::from_millis(50)).unwrap_or_default();
            let at = text.split_once("The page is at http://").and_then(|(_, rest)| rest.split_once('/'));
            address = address.or(at.map(|(at, _)| at.to_string()));
            let is_served = !interrupted && (address.as_deref().is_some_and(answers) || site.is_some_and(shows_site));
            served += usize::from(is_served);
            let is_long = site.is_none() && begun.elapsed() > LONG;
            if !interrupted && (is_served || is_long) {
                interrupt(&child);
                interrupted = true;
            }
            assert!(begun.elapsed() < PATIENCE, "`{command}` does not end after Ctrl-C");
        };
        let (text, errors) = (reader.join().unwrap(), errors.join().unwrap());
        // A server has no work that could be left undone.
        let fits = status.code() == Some(0) || interrupted && address.is_none() && status.code() == Some(3);
        assert!(fits, "`{command}` ends with {status}:\n{text}\n{errors}");
        assert!(!text.is_empty() || interrupted, "`{command}` says nothing");
    }
    assert_eq!(served, 2, "the page and the site answer");
}
