"""The engine for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, Optional

from ._base import BaseEngine
from ._connection import asked
from ._position import AsyncPosition
from ._request import Moves, Options, query, texts
from ._types import Analysis, Json


class AsyncEngine(
    BaseEngine[
        Coroutine[Any, Any, Analysis],
        Coroutine[Any, Any, list[Analysis]],
        AsyncGenerator[Analysis, None],
        Coroutine[Any, Any, AsyncPosition],
    ]
):
    """An engine as `Engine` is, for asyncio: `async with AsyncEngine("zen") as engine: ...`.

    It works in any event loop. Cancelling a call ends its search.
    """

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the engine and whatever it searches."""
        self._finalizer.detach()
        await asyncio.get_running_loop().run_in_executor(None, self._connection.close)

    async def _answers(self, request: Json) -> AsyncGenerator[Analysis, None]:
        loop = asyncio.get_running_loop()
        answers: asyncio.Queue[Optional[Json]] = asyncio.Queue()

        def listener(answer: Optional[Json]) -> None:
            try:
                loop.call_soon_threadsafe(answers.put_nowait, answer)
            except RuntimeError:
                pass  # The loop is closed, and nobody waits any more.

        with asked(self._connection, request, listener) as question:
            while question.waits():
                found = question.read(await answers.get())
                if found is not None:
                    yield found

    async def _one(self, request: Callable[[], Json]) -> Analysis:
        (found,) = await self._all(request)
        return found

    async def _all(self, request: Callable[[], Json]) -> list[Analysis]:
        return [found async for found in self._answers(request())]

    async def _position(self, game: str, options: Options, moves: Moves, start: Optional[str]) -> AsyncPosition:
        played = texts(moves, "moves")
        # With the picture: a notebook cannot wait for it.
        found = await self._one(lambda: query(game, options, played, position=start, nodes=0, state=True, svg=True))
        return AsyncPosition(self, game, dict(options), played, start, found.raw)
