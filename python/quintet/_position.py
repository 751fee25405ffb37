"""Positions: what is to be seen of a game after some moves."""

from __future__ import annotations

import copy
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar

from ._request import query
from ._types import Analysis, Decision, Json, QuintetError

if TYPE_CHECKING:
    from ._async import AsyncEngine
    from ._base import BaseEngine
    from ._engine import Engine

_Self = TypeVar("_Self", bound="BasePosition[Any, Any]")
_One = TypeVar("_One")
_Next = TypeVar("_Next")


class BasePosition(Generic[_One, _Next]):
    """What every position has. It does not change.

    It can be copied, pickled and compared: positions are equal if the same moves were played from the same start in the same
    game, as repetitions and the last turn belong to them; `text` is the same for all ways to a board. A pickled position comes
    back without its engine, and does all but `play`, `analyze` and a picture not yet drawn; `on(engine)` gives it another.
    """

    def __init__(
        self,
        engine: Optional[BaseEngine[_One, Any, Any, _Next]],
        game: str,
        options: Json,
        moves: list[str],
        start: Optional[str],
        answer: Json,
    ) -> None:
        self.engine = engine
        self.game = game
        self.options = options
        self.moves = moves
        self.start = start
        self.state: Json = answer["state"]
        """All that is to be seen and may be decided (docs/json.md)."""
        self._svg: Optional[str] = answer.get("svg")

    @property
    def text(self) -> str:
        """The position text."""
        return str(self.state["position"])

    @property
    def instruction(self) -> str:
        """What is to be done now, or how the game has ended, in a sentence."""
        return str(self.state["instruction"])

    @property
    def seat(self) -> Optional[int]:
        """The seat, from 1, that decides; None at the end."""
        seat: Optional[int] = self.state["decides"]
        return seat

    @property
    def legal(self) -> list[Decision]:
        """The legal decisions."""
        return [Decision.of(decision) for decision in self.state["legal"]]

    @property
    def result(self) -> Optional[Json]:
        """How the game has ended, if it has."""
        result: Optional[Json] = self.state["result"]
        return result

    def _way(self) -> tuple[object, ...]:
        options = tuple(sorted((name, str(value)) for name, value in self.options.items()))
        return (self.game, options, self.start, tuple(self.moves))

    def __eq__(self, other: object) -> bool:
        return self._way() == other._way() if isinstance(other, BasePosition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._way())

    def __repr__(self) -> str:
        return f"<Position of {self.game}: {self.text}>"

    def __getstate__(self) -> dict[str, Any]:
        # A process cannot be pickled.
        return {**self.__dict__, "engine": None}

    def __copy__(self: _Self) -> _Self:
        return self._with(self.engine)

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        position = self._with(self.engine)
        for name in ("options", "moves", "state"):
            setattr(position, name, copy.deepcopy(getattr(self, name), memo))
        return position

    def _with(self: _Self, engine: Any) -> _Self:
        position = self.__class__.__new__(self.__class__)
        position.__dict__.update(self.__dict__, engine=engine)
        return position

    def _asked(self) -> BaseEngine[_One, Any, Any, _Next]:
        if self.engine is None:
            raise QuintetError("this position has no engine, as it was pickled; `position.on(engine)` has one")
        return self.engine

    def on(self: _Self, engine: BaseEngine[_One, Any, Any, _Next]) -> _Self:
        """The same position, asked of another engine."""
        return self._with(engine)

    def play(self, turn: str) -> _Next:
        """The position after a turn or a decision."""
        return self._asked()._position(self.game, self.options, [*self.moves, turn], self.start)

    def analyze(self, **limits_and_more: Any) -> _One:
        """As `Engine.analyze`."""
        here: dict[str, Any] = {"position": self.start, "game": self.game, "options": self.options}
        return self._asked().analyze(self.moves, **{**here, **limits_and_more})

    @property
    def svg(self) -> str:
        """A picture of the board."""
        return self._svg or ""

    def _repr_svg_(self) -> Optional[str]:
        return self.svg or None


class Position(BasePosition[Analysis, "Position"]):
    __doc__ = BasePosition.__doc__
    engine: Optional[Engine]

    @property
    def svg(self) -> str:
        """A picture of the board."""
        if self._svg is None:
            wanted = query(self.game, self.options, self.moves, position=self.start, nodes=0, svg=True)
            self._svg = str(self._asked()._one(lambda: wanted).raw["svg"])
        return self._svg

    def _repr_svg_(self) -> Optional[str]:
        return None if self.engine is None and self._svg is None else self.svg


class AsyncPosition(BasePosition[Coroutine[Any, Any, Analysis], Coroutine[Any, Any, "AsyncPosition"]]):
    __doc__ = BasePosition.__doc__
    engine: Optional[AsyncEngine]
