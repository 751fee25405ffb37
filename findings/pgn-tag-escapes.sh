#!/usr/bin/env bash
# package   chess (python-chess) from PyPI
# version   1.11.2
# behaviour chess.pgn leaves the escapes of PGN tag values as they stand when it reads (`\"` and `\\` stay two characters),
#           and writes a quotation mark or a backslash in a value without escaping it.
# surprise  The PGN standard (section 7) has `\"` for a quotation mark and `\\` for a backslash within a string. A name such
#           as Ann "Ace" Ash that a conforming program has written comes in with backslashes, and one that this module has
#           written is no valid string for a conforming reader. Names are what rating tools group games by, so one player
#           becomes two. The module reads its own output back, so a round trip within it shows nothing.
# seen      read: 'Ann \\"Ace\\" Ash' (repr); written: [White "Ann "Ace" Ash"]
# date      2026-11-27
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2
"$folder/venv/bin/python" - <<'PY'
import io

import chess.pgn

name = 'Ann "Ace" Ash'
conforming = '[White "Ann \\"Ace\\" Ash"]\n\n1. e4 *\n'
read = chess.pgn.read_game(io.StringIO(conforming)).headers["White"]
print("read:", repr(read))
assert read == 'Ann \\"Ace\\" Ash', "escapes are resolved now"
game = chess.pgn.Game()
game.headers["White"] = name
line = next(line for line in str(game).splitlines() if line.startswith("[White "))
print("written:", line)
assert line == '[White "Ann "Ace" Ash"]', "quotation marks are escaped now"
PY
