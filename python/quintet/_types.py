"""What the engine answers, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

Json = dict[str, Any]


@dataclass(frozen=True)
class Score:
    """How good something is for the side that decides."""

    winrate: float
    """The share of the point to be expected, from 0 to 1."""
    cp: Optional[int]
    """The same in hundredths; None if it is proven who wins."""
    mate: Optional[int]
    """If it is proven who wins: in how many plies the side wins, or negative loses."""
    kind: str
    """`exact`, `lowerBound`, `upperBound` or `proven`."""
    wdl: Optional[tuple[int, int, int]] = None
    """The chances to win, to share the point and to lose, in thousandths."""

    @classmethod
    def of(cls, data: Json) -> "Score":
        wdl = data.get("wdl")
        return cls(data["winrate"], data["cp"], data["mate"], data["scoreKind"], tuple(wdl) if wdl else None)

    def __str__(self) -> str:
        if self.mate is not None:
            return f"wins in {self.mate}" if self.mate > 0 else f"loses in {-self.mate}"
        return f"{(self.cp or 0) / 100:+.2f} ({100 * self.winrate:.0f} %)"


@dataclass(frozen=True)
class Line:
    """A turn, how good it is, and what is expected after it."""

    turn: str
    score: Score
    depth: int
    pv: list[str] = field(default_factory=list)
    visits: Optional[int] = None

    @classmethod
    def of(cls, data: Json) -> "Line":
        return cls(data["turn"], Score.of(data), data["depth"], data.get("pv", []), data.get("visits"))


@dataclass(frozen=True)
class Decision:
    """A legal decision."""

    text: str
    """As `play` and `analyze` take it."""
    kind: str
    """`place`, `move`, `push`, `takeRow`, `takeRing`, `swap` or `pass`."""
    touches: list[list[str]]
    """Alternative sequences of places that a person would touch."""
    effects: list[Json]
    """What it changes (docs/json.md)."""
    choice: Optional[Json] = None
    """What touching does not tell apart."""

    @classmethod
    def of(cls, data: Json) -> "Decision":
        return cls(data["text"], data["kind"], data["touches"], data["effects"], data.get("choice"))


@dataclass(frozen=True)
class Analysis:
    """What a search has found of a position."""

    turn_number: int
    """After how many of the moves the position is."""
    is_final: bool
    """Whether the search is over."""
    best: Optional[str]
    """The best turn; None if the game is over."""
    score: Optional[Score]
    nodes: int
    depth: int
    lines: list[Line]
    """The best turns, the best first."""
    decisions: Optional[list[tuple[str, Score]]]
    """Every first decision with its score, the best first (`decisions=True`)."""
    threat: Optional[Line]
    """What the next side would play if it were its turn (`threats=True`)."""
    result: Optional[Json]
    """How the game has ended, if it has."""
    raw: Json
    """The whole answer."""

    @property
    def winrate(self) -> Optional[float]:
        """The share of the point that the side to decide can expect."""
        return self.score.winrate if self.score else None

    @classmethod
    def of(cls, data: Json) -> "Analysis":
        root = data.get("rootInfo") or {}
        decisions = data.get("decisions")
        threat = data.get("threats")
        return cls(
            turn_number=data["turnNumber"],
            is_final=not data["isDuringSearch"],
            best=root.get("best"),
            score=Score.of(root) if root else None,
            nodes=root.get("nodes", 0),
            depth=root.get("depth", 0),
            lines=[Line.of(info) for info in data.get("moveInfos", [])],
            decisions=[(info["text"], Score.of(info)) for info in decisions] if decisions is not None else None,
            threat=Line.of(threat) if threat else None,
            result=data.get("result"),
            raw=data,
        )
