#!/usr/bin/env bash
# Writes the page as a folder of static files: packaging/site.sh [--debian] DIR
# It builds the engine's module (packaging/module.sh, which says what it needs and what `--debian` does) and a release build of
# `quintet` that holds it: `target/release/quintet site DIR` writes a site from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ] || [ $# -gt 2 ] || { [ $# = 2 ] && [ "$1" != --debian ]; }; then
    echo "usage: packaging/site.sh [--debian] DIR" >&2
    exit 2
fi
QUINTET_MODULE=$PWD/target/module/out
packaging/module.sh "${@:1:$#-1}" --threads "$QUINTET_MODULE"
export QUINTET_MODULE
cargo build --release --locked --features site
target/release/quintet site "${!#}"
