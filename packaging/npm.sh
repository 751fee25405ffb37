#!/usr/bin/env bash
# Makes the folder of an npm package: packaging/npm.sh [--debian] OUT
# It has the WebAssembly module, with and without SIMD (packaging/module.sh explains `--debian`), the weights and books of the games,
# and the ES module quintet.js.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || { echo "usage: packaging/npm.sh [--debian] OUT" >&2; exit 2; }
"$root/packaging/module.sh" "$@"
out=$(cd "${*: -1}" && pwd)
cd "$root"
cp crates/tab/js/{quintet,engine,worker,module}.js crates/tab/js/quintet.d.ts LICENSE-MIT LICENSE-APACHE "$out/"
cp docs/web.md "$out/README.md"
# The texts of games, which are fetched when a game is searched.
rm -rf "$out/data" && mkdir -p "$out/data"
cp -RL crates/core/data/books "$out/data/"
for weights in crates/core/src/games/*/weights*.txt; do
    mkdir -p "$out/data/$(basename "$(dirname "$weights")")"
    cp "$weights" "$out/data/$(basename "$(dirname "$weights")")/"
done
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
cat > "$out/package.json" <<JSON
{
  "name": "quintet-engine",
  "version": "$version",
  "description": "Plays and analyses YINSH, GIPF, Zèn, Yavalath and Pentalath in a browser tab or in Node.js",
  "license": "MIT OR Apache-2.0",
  "type": "module",
  "exports": { ".": { "types": "./quintet.d.ts", "default": "./quintet.js" } },
  "types": "./quintet.d.ts",
  "sideEffects": false,
  "engines": { "node": ">=20" }
}
JSON
