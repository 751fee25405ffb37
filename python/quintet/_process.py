"""The program: where it is, and what is asked of it once."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
import warnings
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Literal, Optional, Union

from ._request import Number, argument, path_argument, whole
from ._types import Json, QuintetError, QuintetWarning

_MOST = (1 << 32) - 1


def binary() -> str:
    """The path of the program: `QUINTET_BINARY`, that of this package, or the one on the path."""
    name = "quintet.exe" if os.name == "nt" else "quintet"
    # Where pip puts commands: into the environment, with `--user`, with `--target`.
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    folders.append(str(Path(__file__).resolve().parents[1] / "bin"))
    own = next((path for path in (os.path.join(folder, name) for folder in folders) if os.path.isfile(path)), None)
    found = os.environ.get("QUINTET_BINARY") or own or shutil.which("quintet")
    if not found:
        raise QuintetError("the program `quintet` is not there; install the wheel or set QUINTET_BINARY to its path")
    return found


def _done(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [binary(), *arguments]
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
    except OSError as error:
        raise QuintetError(f"`{command[0]}` could not be started: {error.strerror}") from error


def _failure(done: subprocess.CompletedProcess[str]) -> QuintetError:
    return QuintetError(done.stderr.strip().removeprefix("quintet: ") or f"exit code {done.returncode}")


def run(*arguments: str) -> str:
    """What the program prints, or its sentence as an error."""
    done = _done(*arguments)
    if done.returncode != 0:
        raise _failure(done)
    return done.stdout


def version() -> str:
    """The version of the program, such as `0.3.0` or `0.3.0-dev+1a2b3c4`."""
    return run("--version").split()[-1]


def package_version() -> str:
    """The version of this package, as Python writes it; used without being installed it is that of the program."""
    try:
        return metadata.version("quintet-engine")
    except metadata.PackageNotFoundError:
        return re.sub(r"-dev\b", ".dev0", version())


def games() -> list[str]:
    """The names of the games."""
    return [line.split()[0] for line in run("games").splitlines() if line.strip()]


def read_records(
    path: Union[str, os.PathLike[str]], *, on_odd: Literal["warn", "raise", "ignore"] = "warn"
) -> Iterator[Json]:
    """The games of a file in any format that `quintet convert` reads.

    If the file has games that cannot be read, or something else in it is odd, the good games come all the same, and a
    `QuintetWarning` says what was odd. `on_odd="raise"` makes an error of that, `"ignore"` nothing. A file of which no game
    can be read is always an error.
    """
    if on_odd not in ("warn", "raise", "ignore"):
        raise QuintetError('`on_odd` is "warn", "raise" or "ignore"', "on_odd")
    done = _done("convert", path_argument(path), "-", "--to", "jsonl")
    # Not `splitlines`: a name or a comment may have a line separator of Unicode.
    lines = [line for line in done.stdout.split("\n") if line]
    if done.returncode != 0 and (not lines or done.returncode < 0 or on_odd == "raise"):
        raise _failure(done)
    said = [line.removeprefix("quintet: ") for line in done.stderr.splitlines() if line.strip()]
    if done.returncode != 0 and not said:
        said = [f"exit code {done.returncode}"]
    if said and on_odd == "raise":
        raise QuintetError("\n".join(said))
    if said and on_odd == "warn":
        more = [f"and {len(said) - 20} more lines"] if len(said) > 20 else []
        warnings.warn("\n".join([f"{os.fspath(path)}:", *said[:20], *more]), QuintetWarning, stacklevel=2)
    return map(json.loads, lines)


def review(path: Union[str, os.PathLike[str]], number: int = 1, *, nodes: Number = 100_000) -> Json:
    """The review of a recorded game (docs/review.md)."""
    number, nodes = whole(number, "number", 1, _MOST), whole(nodes, "nodes", 1, (1 << 64) - 1)
    found: Json = json.loads(run("review", path_argument(path), str(number), "--nodes", str(nodes), "--json"))
    return found


def analysis_command(game: str, workers: Optional[int], hash_mb: int) -> list[str]:
    """The command line of an analysis engine."""
    hash_mb = whole(hash_mb, "hash_mb", 1, _MOST)
    command = [binary(), "analysis", f"--game={argument(game, 'game')}", f"--hash={hash_mb}", "--quit-without-waiting"]
    return command if workers is None else [*command, f"--workers={whole(workers, 'workers', 1, _MOST)}"]
