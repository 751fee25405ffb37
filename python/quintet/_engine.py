"""The engine for programs without asyncio, and positions."""

from __future__ import annotations

import itertools
import json
import queue
import subprocess
import threading
from typing import Any, Iterator, Mapping, Optional, Sequence

from ._process import Moves, QuintetError, analysis_command, limits, moves_of, query
from ._types import Analysis, Decision, Json


class Engine:
    """An engine that analyses positions of one game, and of any other that a call names.

    `workers` positions are searched at the same time (one for each core without it), with at most `hash_mb` MiB each.
    Calls may come from several threads.
    """

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
        self._ids = itertools.count(1)
        self._waiting: dict[str, "queue.Queue[Optional[Json]]"] = {}
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            analysis_command(game, workers, hash_mb),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine and whatever it searches."""
        if self._process.stdin and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            answer = json.loads(line)
            with self._lock:
                waiting = self._waiting.get(answer.get("id", ""))
            if waiting is not None:
                waiting.put(answer)
        with self._lock:
            for waiting in self._waiting.values():
                waiting.put(None)
            self._waiting.clear()

    def _send(self, request: Json) -> None:
        assert self._process.stdin
        try:
            with self._lock:
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise QuintetError(self._last_words()) from error

    def _last_words(self) -> str:
        self._process.wait()
        words = self._process.stderr.read().strip() if self._process.stderr and not self._process.stderr.closed else ""
        return words.removeprefix("quintet: ") or "the engine has ended"

    def _answers(self, moves: Moves, fields: Json) -> Iterator[Json]:
        """The answers to a query, until each of its positions has had its last."""
        id = str(next(self._ids))
        answers: "queue.Queue[Optional[Json]]" = queue.Queue()
        with self._lock:
            self._waiting[id] = answers
        game = fields.pop("game", None) or self.game
        options = fields.pop("options", None) or (self.options if game == self.game else {})
        request = query(id, game, moves, options=options or None, **fields)
        left = len(request.get("analyzeTurns") or [0])
        try:
            self._send(request)
            while left:
                answer = answers.get()
                if answer is None:
                    raise QuintetError(self._last_words())
                if "error" in answer:
                    raise QuintetError(answer["error"], answer.get("field"))
                if "turnNumber" not in answer:
                    continue
                left -= not answer["isDuringSearch"]
                yield answer
        finally:
            with self._lock:
                self._waiting.pop(id, None)
            if left and self._process.poll() is None:
                # Whoever has seen enough wants no more to be searched.
                try:
                    self._send({"id": f"end {id}", "action": "terminate", "terminateId": id})
                except QuintetError:
                    pass

    def analyze(
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
        game: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
    ) -> Analysis:
        """Searches the position after `moves`, by default with 100,000 nodes."""
        fields = dict(
            game=game, options=options, position=position, multipv=multipv, search=search, allowTurns=list(only) or None,
            avoidTurns=list(avoid) or None, includeDecisions=decisions, includeThreats=threats,
            **limits(nodes, seconds, depth),
        )
        return Analysis.of(next(iter(list(self._answers(moves, fields)))))

    def analyze_game(
        self,
        moves: Moves,
        *,
        turns: Optional[Sequence[int]] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        depth: Optional[int] = None,
        multipv: int = 1,
    ) -> list[Analysis]:
        """Searches the positions of a game, by default all of them, in their order."""
        moves = moves_of(moves)
        wanted = list(range(len(moves) + 1)) if turns is None else list(turns)
        fields = dict(analyzeTurns=wanted, multipv=multipv, **limits(nodes, seconds, depth))
        return [Analysis.of(answer) for answer in self._answers(moves, fields)]

    def stream(
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
    ) -> Iterator[Analysis]:
        """Searches and tells what is known each time `every` seconds have passed; the last `is_final`.

        Leaving the loop ends the search.
        """
        fields = dict(
            position=position, multipv=multipv, search=search, reportDuringSearchEvery=every,
            **limits(nodes, seconds, depth),
        )
        for answer in self._answers(moves, fields):
            yield Analysis.of(answer)

    def position(self, moves: Moves = (), *, start: Optional[str] = None) -> "Position":
        """The position after `moves`, from the position text `start` or the start of the game."""
        return Position(self, moves_of(moves), start)

    def _look(self, moves: Sequence[str], start: Optional[str], **fields: object) -> Json:
        return next(iter(list(self._answers(moves, dict(position=start, nodes=0, **fields)))))


class Position:
    """A position of a game. It does not change: `play` gives another."""

    def __init__(self, engine: Engine, moves: list[str], start: Optional[str] = None) -> None:
        self.engine = engine
        self.moves = moves
        self.start = start
        self.state: Json = engine._look(moves, start, includeState=True)["state"]
        """All that is to be seen and may be decided (docs/json.md)."""

    @property
    def text(self) -> str:
        """The position text."""
        return self.state["position"]

    @property
    def instruction(self) -> str:
        """What is to be done now, or how the game has ended, in a sentence."""
        return self.state["instruction"]

    @property
    def seat(self) -> Optional[int]:
        """The seat, from 1, that decides; None at the end."""
        return self.state["decides"]

    @property
    def legal(self) -> list[Decision]:
        """The legal decisions."""
        return [Decision.of(decision) for decision in self.state["legal"]]

    @property
    def result(self) -> Optional[Json]:
        """How the game has ended, if it has."""
        return self.state["result"]

    def play(self, turn: str) -> "Position":
        """The position after a turn or a decision."""
        return Position(self.engine, [*self.moves, turn], self.start)

    def analyze(self, **limits_and_more: Any) -> Analysis:
        """As `Engine.analyze`."""
        return self.engine.analyze(self.moves, position=self.start, **limits_and_more)

    @property
    def svg(self) -> str:
        """A picture of the board."""
        return self.engine._look(self.moves, self.start, includeSVG=True)["svg"]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Position of {self.engine.game}: {self.text}>"
