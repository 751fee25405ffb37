"""The engine for asyncio."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncGenerator, Sequence
from typing import NoReturn, Optional

from ._connection import Connection, analysis_in
from ._position import AsyncPosition
from ._process import analysis_command
from ._request import Moves, Number, Options, answers_to, options_of, query, text, texts
from ._types import Analysis, Json


class AsyncEngine:
    """An engine as `Engine` is, for asyncio: `async with AsyncEngine("zen") as engine: ...`.

    It works in any event loop. Cancelling a call ends its search.
    """

    def __init__(
        self,
        game: str = "yavalath",
        *,
        options: Optional[Options] = None,
        workers: Optional[int] = None,
        hash_mb: int = 64,
    ) -> None:
        self.game = text(game, "game")
        self.options = options_of(options or {})
        self._connection = Connection(analysis_command(game, workers, hash_mb))
        self._process = self._connection.process
        # Without `async with` and `close` it ends when nobody has it any more.
        self._finalizer = weakref.finalize(self, self._connection.abandon)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the engine and whatever it searches."""
        self._finalizer.detach()
        await asyncio.get_running_loop().run_in_executor(None, self._connection.close)

    async def _answers(self, request: Json) -> AsyncGenerator[Analysis, None]:
        """The answers to a request, until each of its positions has had its last."""
        connection = self._connection
        id = connection.new_id()
        loop = asyncio.get_running_loop()
        answers: asyncio.Queue[Optional[Json]] = asyncio.Queue()

        def listener(answer: Optional[Json]) -> None:
            try:
                loop.call_soon_threadsafe(answers.put_nowait, answer)
            except RuntimeError:
                pass  # The loop is closed, and nobody waits any more.

        left = answers_to(request)
        try:
            connection.ask(id, request, listener)
            while left:
                # Perhaps this process was forked since the last answer.
                connection.check()
                answer = analysis_in(await answers.get(), connection)
                if answer is not None:
                    left -= not answer["isDuringSearch"]
                    yield Analysis.of(answer)
        finally:
            # Nobody waits for what is still being searched.
            connection.forget(id, is_answered=not left)

    def __reduce__(self) -> NoReturn:
        raise TypeError("an engine is a process, which cannot be copied or pickled; start one where it is needed")

    def _options_for(self, game: Optional[str], options: Optional[Options]) -> tuple[str, Options]:
        if options is None:
            options = self.options if game in (None, self.game) else {}
        return self.game if game is None else game, options

    async def analyze(
        self,
        moves: Moves = (),
        *,
        position: Optional[str] = None,
        nodes: Optional[Number] = None,
        seconds: Optional[Number] = None,
        depth: Optional[Number] = None,
        multipv: int = 1,
        search: Optional[str] = None,
        only: Moves = (),
        avoid: Moves = (),
        decisions: bool = False,
        threats: bool = False,
        game: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Analysis:
        """Searches the position after `moves`, by default with 100,000 nodes."""
        request = query(
            *self._options_for(game, options), moves, position=position, nodes=nodes, seconds=seconds, depth=depth,
            multipv=multipv, search=search, only=only, avoid=avoid, decisions=decisions, threats=threats,
        )
        (found,) = await self._all(request)
        return found

    async def analyze_game(
        self,
        moves: Moves,
        *,
        turns: Optional[Sequence[int]] = None,
        position: Optional[str] = None,
        nodes: Optional[Number] = None,
        seconds: Optional[Number] = None,
        depth: Optional[Number] = None,
        multipv: int = 1,
        game: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> list[Analysis]:
        """Searches the positions of a game, by default all of them, in their order."""
        played = texts(moves, "moves")
        request = query(
            *self._options_for(game, options), played, position=position, nodes=nodes, seconds=seconds, depth=depth,
            multipv=multipv, turns=range(len(played) + 1) if turns is None else turns,
        )
        return await self._all(request)

    def stream(
        self,
        moves: Moves = (),
        *,
        every: Number = 0.5,
        position: Optional[str] = None,
        nodes: Optional[Number] = None,
        seconds: Optional[Number] = None,
        depth: Optional[Number] = None,
        multipv: int = 1,
        search: Optional[str] = None,
        game: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> AsyncGenerator[Analysis, None]:
        """Searches and tells what is known each time `every` seconds have passed; the last `is_final`.

        Leaving the loop ends the search.
        """
        request = query(
            *self._options_for(game, options), moves, position=position, nodes=nodes, seconds=seconds, depth=depth,
            multipv=multipv, search=search, every=every,
        )
        return self._answers(request)

    async def position(self, moves: Moves = (), *, start: Optional[str] = None) -> AsyncPosition:
        """The position after `moves`, from the position text `start` or the start of the game."""
        return await self._position(self.game, self.options, texts(moves, "moves"), start)

    async def _position(self, game: str, options: Options, moves: list[str], start: Optional[str]) -> AsyncPosition:
        # With the picture: a notebook cannot wait for it.
        request = query(game, options, moves, position=start, nodes=0, state=True, svg=True)
        (found,) = await self._all(request)
        return AsyncPosition(self, game, dict(options), moves, start, found.raw)

    async def _all(self, request: Json) -> list[Analysis]:
        return [found async for found in self._answers(request)]
