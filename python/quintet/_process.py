"""The program: where it is, and what is asked of it once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Iterator, Optional, Sequence, Union

from ._types import Json

Moves = Union[str, Sequence[str]]


class QuintetError(Exception):
    """A request that the engine cannot follow; `field` is what is wrong with it, if the engine says so."""

    def __init__(self, sentence: str, field: Optional[str] = None) -> None:
        super().__init__(sentence)
        self.field = field


def binary() -> str:
    """The path of the program: `QUINTET_BINARY`, that of this package, or the one on the path."""
    name = "quintet.exe" if os.name == "nt" else "quintet"
    own = Path(sysconfig.get_path("scripts")) / name
    found = os.environ.get("QUINTET_BINARY") or (str(own) if own.exists() else shutil.which("quintet"))
    if not found:
        raise QuintetError("the program `quintet` is not to be found; install the wheel or set QUINTET_BINARY")
    return found


def run(*arguments: str) -> str:
    """What the program prints, or its sentence as an error."""
    done = subprocess.run([binary(), *arguments], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise QuintetError(done.stderr.strip().removeprefix("quintet: ") or f"exit code {done.returncode}")
    return done.stdout


def version() -> str:
    """The version of the program."""
    return run("--version").split()[-1]


def games() -> list[str]:
    """The names of the games."""
    return [line.split()[0] for line in run("games").splitlines() if line.strip()]


def read_records(path: Union[str, Path]) -> Iterator[Json]:
    """The games of a file in any format that `quintet convert` reads."""
    for line in run("convert", str(path), "-", "--to", "jsonl").splitlines():
        yield json.loads(line)


def review(path: Union[str, Path], number: int = 1, *, nodes: int = 100_000) -> Json:
    """The review of a recorded game (docs/review.md)."""
    return json.loads(run("review", str(path), str(number), "--nodes", str(nodes), "--json"))


def analysis_command(game: str, workers: Optional[int], hash_mb: int) -> list[str]:
    """The command line of an analysis engine."""
    command = [binary(), "analysis", "--game", game, "--hash", str(hash_mb), "--quit-without-waiting"]
    return command if workers is None else [*command, "--workers", str(workers)]


def moves_of(moves: Moves) -> list[str]:
    """Moves as a list; a text has them parted by spaces."""
    return moves.split() if isinstance(moves, str) else list(moves)


def query(id: str, game: str, moves: Moves, **fields: object) -> Json:
    """A request to the analysis engine; fields that are None or False are left out."""
    request: Json = {"id": id, "game": game, "moves": moves_of(moves)}
    request.update({name: value for name, value in fields.items() if value is not None and value is not False})
    return request


def limits(nodes: Optional[int], seconds: Optional[float], depth: Optional[int]) -> Json:
    """The limits of a search as fields."""
    return {"nodes": nodes, "timeMs": None if seconds is None else max(1, round(1000 * seconds)), "depth": depth}
