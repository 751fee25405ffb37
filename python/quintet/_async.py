"""The engine for asyncio."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any, AsyncIterator, Mapping, Optional, Sequence

from ._process import Moves, QuintetError, analysis_command, limits, query
from ._types import Analysis, Json


class AsyncEngine:
    """An engine as [`Engine`][quintet.Engine] is, for asyncio: `async with AsyncEngine("zen") as engine: …`."""

    def __init__(
        self,
        game: str = "yavalath",
        *,
        options: Optional[Mapping[str, Any]] = None,
        workers: Optional[int] = None,
        hash_mb: int = 64,
    ) -> None:
        self.game = game
        self.options = dict(options or {})
        self._command = analysis_command(game, workers, hash_mb)
        self._ids = itertools.count(1)
        self._waiting: dict[str, "asyncio.Queue[Optional[Json]]"] = {}

    async def __aenter__(self) -> "AsyncEngine":
        pipe = asyncio.subprocess.PIPE
        # A state of a game is a long line.
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 24
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()
        await self._reader

    async def _read(self) -> None:
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            answer = json.loads(line)
            waiting = self._waiting.get(answer.get("id", ""))
            if waiting is not None:
                waiting.put_nowait(answer)
        for waiting in self._waiting.values():
            waiting.put_nowait(None)

    async def _send(self, request: Json) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write((json.dumps(request) + "\n").encode())
            await self._process.stdin.drain()
        except ConnectionError as error:
            raise QuintetError(await self._last_words()) from error

    async def _last_words(self) -> str:
        assert self._process.stderr
        words = (await self._process.stderr.read()).decode().strip()
        return words.removeprefix("quintet: ") or "the engine has ended"

    async def _answers(self, moves: Moves, fields: Json) -> AsyncIterator[Json]:
        id = str(next(self._ids))
        answers: "asyncio.Queue[Optional[Json]]" = asyncio.Queue()
        self._waiting[id] = answers
        request = query(id, self.game, moves, options=self.options or None, **fields)
        left = len(request.get("analyzeTurns") or [0])
        try:
            await self._send(request)
            while left:
                answer = await answers.get()
                if answer is None:
                    raise QuintetError(await self._last_words())
                if "error" in answer:
                    raise QuintetError(answer["error"], answer.get("field"))
                if "turnNumber" not in answer:
                    continue
                left -= not answer["isDuringSearch"]
                yield answer
        finally:
            self._waiting.pop(id, None)
            if left and self._process.returncode is None:
                assert self._process.stdin
                end = {"id": f"end {id}", "action": "terminate", "terminateId": id}
                self._process.stdin.write((json.dumps(end) + "\n").encode())

    async def analyze(
        self,
        moves: Moves = (),
        *,
        position: Optional[str] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        depth: Optional[int] = None,
        multipv: int = 1,
        search: Optional[str] = None,
        only: Sequence[str] = (),
        avoid: Sequence[str] = (),
        decisions: bool = False,
        threats: bool = False,
    ) -> Analysis:
        """Searches the position after `moves`, by default with 100,000 nodes. Cancelling ends the search."""
        fields = dict(
            position=position, multipv=multipv, search=search, allowTurns=list(only) or None,
            avoidTurns=list(avoid) or None, includeDecisions=decisions, includeThreats=threats,
            **limits(nodes, seconds, depth),
        )
        found: Optional[Json] = None
        answers = self._answers(moves, fields)
        try:
            async for answer in answers:
                found = answer
        finally:
            await answers.aclose()  # type: ignore[attr-defined]
        assert found is not None
        return Analysis.of(found)

    async def stream(
        self,
        moves: Moves = (),
        *,
        every: float = 0.5,
        position: Optional[str] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        depth: Optional[int] = None,
        multipv: int = 1,
        search: Optional[str] = None,
    ) -> AsyncIterator[Analysis]:
        """Searches and tells what is known each time `every` seconds have passed; the last `is_final`."""
        fields = dict(
            position=position, multipv=multipv, search=search, reportDuringSearchEvery=every,
            **limits(nodes, seconds, depth),
        )
        answers = self._answers(moves, fields)
        try:
            async for answer in answers:
                yield Analysis.of(answer)
        finally:
            await answers.aclose()  # type: ignore[attr-defined]
