"""What goes out to the engine. Every value is checked here, so that what no JSON can hold, and what the engine would refuse
with a sentence about another language's types, is refused in Python's terms before anything is sent."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Optional, SupportsFloat, SupportsIndex, Union

from ._types import Json, QuintetError

Moves = Union[str, Sequence[str]]
"""Turns or decisions: a list, or a text with spaces between them."""
Number = Union[SupportsFloat, SupportsIndex]
"""An int, a float, or a number of numpy."""
Options = Mapping[str, Union[bool, int, str]]
"""Options of a game, such as `{"Swap": False}`."""

MAX_LINE = 1 << 20
"""No request may be longer, in bytes (docs/json.md)."""
_U64 = (1 << 64) - 1
_U32 = (1 << 32) - 1
_DAY = 86_400.0


def _shown(value: object) -> str:
    try:
        text = ascii(value)
    except Exception:  # Whatever a value's own `__repr__` raises; an int of 5,000 digits does.
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else text[:60] + "..."


def _is_bool(value: object) -> bool:
    # numpy's, too, which is not one of Python's, and which an older numpy lets pass for a number.
    return type(value).__name__ in ("bool", "bool_")


def text(value: object, name: str) -> str:
    """A text that UTF-8 can hold."""
    if not isinstance(value, str):
        raise QuintetError(f"`{name}` is a text, not {_shown(value)}", name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise QuintetError(f"`{name}` has half of a surrogate pair, which is not text: {_shown(value)}", name) from None
    return str(value)


def argument(value: object, name: str) -> str:
    """A text that a command line can hold."""
    if "\0" in text(value, name):
        raise QuintetError(f"`{name}` has a zero byte: {_shown(value)}", name)
    return str(value)


def path_argument(value: Union[str, os.PathLike[str]]) -> str:
    """A path that no command line takes for an option or for the standard input."""
    path = os.fspath(value)
    try:
        if not isinstance(path, str) or b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise QuintetError(f"`path` is not the path of a file: {_shown(path)}", "path") from None
    return os.path.abspath(path)


def whole(value: object, name: str, least: int, most: int) -> int:
    """A whole number in these bounds; 1e6 is one, True is not."""
    number: Optional[int] = None
    if isinstance(value, float) and value.is_integer():
        number = int(value)
    elif not _is_bool(value):
        try:
            number = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    if number is None or not least <= number <= most:
        raise QuintetError(f"`{name}` is a whole number from {least} to {most}, not {_shown(value)}", name)
    return number


def real(value: object, name: str, least: float, most: float) -> float:
    """A number in these bounds."""
    number: Optional[float] = None
    if not _is_bool(value) and not isinstance(value, (str, bytes)):
        try:
            number = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
    # Nothing compares with a NaN.
    if number is None or not least <= number <= most:
        raise QuintetError(f"`{name}` is a number from {least:g} to {most:g}, not {_shown(value)}", name)
    return number


def flag(value: object, name: str) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise QuintetError(f"`{name}` is True or False, not {_shown(value)}", name)
    return value


def texts(value: object, name: str) -> list[str]:
    """Moves as a list."""
    if isinstance(value, str):
        return text(value, name).split()
    if isinstance(value, (bytes, Mapping)) or not isinstance(value, Iterable):
        raise QuintetError(f"`{name}` is a list of texts, or a text with spaces between them, not {_shown(value)}", name)
    return [text(item, f"{name}[{number}]") for number, item in enumerate(value)]


def options_of(value: object) -> dict[str, Union[bool, int, str]]:
    """Options with values that the engine takes."""
    if not isinstance(value, Mapping):
        raise QuintetError(f"`options` is a dictionary, not {_shown(value)}", "options")
    options: dict[str, Union[bool, int, str]] = {}
    for key, chosen in value.items():
        name = text(key, "options")
        if isinstance(chosen, (bool, str)):
            options[name] = chosen if isinstance(chosen, bool) else text(chosen, f"options.{name}")
        else:
            options[name] = whole(chosen, f"options.{name}", -(1 << 63), (1 << 63) - 1)
    return options


def limits(nodes: Optional[Number], seconds: Optional[Number], depth: Optional[Number]) -> Json:
    """The limits of a search as fields."""
    millis = None if seconds is None else max(1, round(1000 * real(seconds, "seconds", 0, _DAY)))
    return {
        "nodes": None if nodes is None else whole(nodes, "nodes", 0, _U64),
        "timeMs": millis,
        "depth": None if depth is None else whole(depth, "depth", 1, _U32),
    }


def query(
    game: object,
    options: object,
    moves: object,
    *,
    position: Optional[object] = None,
    nodes: Optional[Number] = None,
    seconds: Optional[Number] = None,
    depth: Optional[Number] = None,
    multipv: object = 1,
    search: Optional[object] = None,
    only: object = (),
    avoid: object = (),
    decisions: object = False,
    threats: object = False,
    every: Optional[object] = None,
    turns: Optional[object] = None,
    state: bool = False,
    svg: bool = False,
) -> Json:
    """A request without its id. What is as it would be anyway is left out."""
    played = texts(moves, "moves")
    fields: Json = {
        "game": text(game, "game"),
        "options": options_of(options),
        "position": None if position is None else text(position, "position"),
        "moves": played,
        "analyzeTurns": None if turns is None else _turns(turns, len(played)),
        **limits(nodes, seconds, depth),
        "multipv": whole(multipv, "multipv", 1, 512),
        "search": None if search is None else text(search, "search"),
        "allowTurns": texts(only, "only"),
        "avoidTurns": texts(avoid, "avoid"),
        "reportDuringSearchEvery": None if every is None else real(every, "every", 0.01, _DAY),
        "includeDecisions": flag(decisions, "decisions"),
        "includeThreats": flag(threats, "threats"),
        "includeState": state,
        "includeSVG": svg,
    }
    # 0 is equal to False, and no search at all.
    return {name: value for name, value in fields.items() if value is not None and value is not False and value != {}}


def _turns(turns: object, moves: int) -> list[int]:
    if isinstance(turns, (str, bytes, Mapping)) or not isinstance(turns, Iterable):
        raise QuintetError(f"`turns` is a list of whole numbers, not {_shown(turns)}", "turns")
    wanted = [whole(turn, f"turns[{number}]", 0, moves) for number, turn in enumerate(turns)]
    if not wanted:
        raise QuintetError("`turns` names no position", "turns")
    return wanted


def answers_to(request: Json) -> int:
    """How many last answers a request has."""
    return len(request.get("analyzeTurns") or [0])


def encoded(request: Json) -> bytes:
    """A request as a line."""
    line = json.dumps(request, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
    if len(line) > MAX_LINE:
        raise QuintetError(f"the request has {len(line):,} bytes, and the engine takes at most {MAX_LINE:,} at a time")
    return line + b"\n"
