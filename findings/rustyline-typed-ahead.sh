#!/usr/bin/env bash
# package   rustyline from crates.io, without its optional feature `buffer-redux`
# version   19.0.0
# behaviour On a terminal, lines that arrive together are not all read: what stands behind the first line end is dropped
#           when `readline` returns.
# surprise  Somebody who types ahead while the program works, or pastes three lines, sees the first one done and the others
#           gone without a word. Nothing in the signature of `readline` tells it, and through a pipe all lines are read.
#           With the feature they are read on a terminal, too.
# seen      without: ['one'] ; with buffer-redux: ['one', 'two', 'three']
# date      2026-11-27
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > src/main.rs <<'RS'
fn main() {
    let mut editor = rustyline::DefaultEditor::new().unwrap();
    println!("ready");
    while let Ok(line) = editor.readline("") {
        println!("read {line}.");
    }
}
RS
for features in '' '"buffer-redux"'; do
    cat > Cargo.toml <<TOML
[package]
name = "typed-ahead"
version = "0.1.0"
edition = "2021"

[dependencies]
rustyline = { version = "=19.0.0", default-features = false, features = [$features] }
TOML
    cargo build --quiet
    cp target/debug/typed-ahead "program${features:+-with}"
done
python3 - <<'PY'
import os
import pty
import re
import select
import time


def lines(program):
    """What the program reads of three lines that arrive together on a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execv(program, [program])
    seen, sent, until = b"", False, time.time() + 5
    while time.time() < until:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                seen += os.read(terminal, 4096)
            except OSError:
                break
        if not sent and b"ready" in seen:
            time.sleep(0.5)
            os.write(terminal, b"one\rtwo\rthree\r")
            sent, until = True, time.time() + 3
    os.kill(child, 9)
    os.waitpid(child, 0)
    return re.findall(r"read (\w+)\.", seen.decode(errors="replace"))


without, with_feature = lines("./program"), lines("./program-with")
print("without:", without, "; with buffer-redux:", with_feature)
assert without == ["one"], "typed-ahead lines are read now"
assert with_feature == ["one", "two", "three"], "the feature does not help any more"
PY
