"""What `Engine` and `AsyncEngine` have in common: what can be asked of them. How one waits for answers is for each to say."""

from __future__ import annotations

import weakref
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NoReturn, Optional, TypeVar

from ._connection import Connection
from ._process import analysis_command
from ._request import Moves, Number, Options, options_of, query, text, texts
from ._types import Json

_One = TypeVar("_One")
_All = TypeVar("_All")
_Stream = TypeVar("_Stream")
_Position = TypeVar("_Position")


class BaseEngine(Generic[_One, _All, _Stream, _Position]):
    """An analysis, those of a whole game, a stream of them and a position are, as calls give them, the parameters of its type."""

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
        # Without `with` and `close` it ends when nobody has it any more.
        self._finalizer = weakref.finalize(self, self._connection.abandon)

    def __reduce__(self) -> NoReturn:
        raise TypeError("an engine is a process, which cannot be copied or pickled; start one where it is needed")

    @abstractmethod
    def _one(self, request: Callable[[], Json]) -> _One:
        """The only answer to a request, which is made where its errors belong: at the call, or where it is awaited."""

    @abstractmethod
    def _all(self, request: Callable[[], Json]) -> _All:
        """All answers to a request."""

    @abstractmethod
    def _answers(self, request: Json) -> _Stream:
        """The answers to a request as they come, until each of its positions has had its last."""

    @abstractmethod
    def _position(self, game: str, options: Options, moves: Moves, start: Optional[str]) -> _Position:
        """A position of any game."""

    def _options_for(self, game: Optional[str], options: Optional[Options]) -> tuple[str, Options]:
        if options is None:
            options = self.options if game in (None, self.game) else {}
        return self.game if game is None else game, options

    def analyze(
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
    ) -> _One:
        """Searches the position after `moves`, by default with 100,000 nodes."""
        return self._one(
            lambda: query(
                *self._options_for(game, options), moves, position=position, nodes=nodes, seconds=seconds, depth=depth,
                multipv=multipv, search=search, only=only, avoid=avoid, decisions=decisions, threats=threats,
            )
        )

    def analyze_game(
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
    ) -> _All:
        """Searches the positions of a game, by default all of them, in their order."""

        def request() -> Json:
            played = texts(moves, "moves")
            return query(
                *self._options_for(game, options), played, position=position, nodes=nodes, seconds=seconds, depth=depth,
                multipv=multipv, turns=range(len(played) + 1) if turns is None else turns,
            )

        return self._all(request)

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
    ) -> _Stream:
        """Searches and tells what is known each time `every` seconds have passed; the last `is_final`.

        Leaving the loop ends the search.
        """
        request = query(
            *self._options_for(game, options), moves, position=position, nodes=nodes, seconds=seconds, depth=depth,
            multipv=multipv, search=search, every=every,
        )
        return self._answers(request)

    def position(self, moves: Moves = (), *, start: Optional[str] = None) -> _Position:
        """The position after `moves`, from the position text `start` or the start of the game."""
        return self._position(self.game, self.options, moves, start)
