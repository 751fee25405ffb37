"""The engine for programs without asyncio."""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator
from typing import Optional

from ._base import BaseEngine
from ._connection import asked
from ._position import Position
from ._request import Moves, Options, query, texts
from ._types import Analysis, Json


class Engine(BaseEngine[Analysis, list[Analysis], Generator[Analysis, None, None], Position]):
    """An engine that analyses positions of one game, and of any other that a call names.

    `workers` positions are searched at the same time (one for each core without it), with at most `hash_mb` MiB each.
    Calls may come from several threads, but only from the process that has started it.
    """

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine and whatever it searches."""
        self._finalizer.detach()
        self._connection.close()

    def _answers(self, request: Json) -> Generator[Analysis, None, None]:
        answers: queue.SimpleQueue[Optional[Json]] = queue.SimpleQueue()
        with asked(self._connection, request, answers.put) as question:
            while question.waits():
                found = question.read(answers.get())
                if found is not None:
                    yield found

    def _one(self, request: Callable[[], Json]) -> Analysis:
        (found,) = self._answers(request())
        return found

    def _all(self, request: Callable[[], Json]) -> list[Analysis]:
        return list(self._answers(request()))

    def _position(self, game: str, options: Options, moves: Moves, start: Optional[str]) -> Position:
        played = texts(moves, "moves")
        found = self._one(lambda: query(game, options, played, position=start, nodes=0, state=True))
        return Position(self, game, dict(options), played, start, found.raw)
