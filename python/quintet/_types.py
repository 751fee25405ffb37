"""What the engine answers, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Optional

Json = dict[str, Any]
"""An object of JSON."""


class QuintetError(Exception):
    """A request that cannot be followed; `field` is the part of it that is wrong, where that is known."""

    def __init__(self, sentence: str, field: Optional[str] = None) -> None:
        super().__init__(sentence)
        self.field = field


class QuintetWarning(UserWarning):
    """Something was odd, and the rest is right."""


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
    def of(cls, data: Json) -> Score:
        """The score in an answer of the engine."""
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
    def of(cls, data: Json) -> Line:
        """The line in an answer of the engine."""
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
    def of(cls, data: Json) -> Decision:
        """The decision in a state."""
        return cls(data["text"], data["kind"], data["touches"], data["effects"], data.get("choice"))


@dataclass(frozen=True, repr=False)
class Analysis:
    """What a search has found of a position. A notebook shows it as a table."""

    turn_number: int
    """After how many of the moves the position is."""
    is_final: bool
    """Whether the search is over."""
    best: Optional[str]
    """The best turn; None if the game is over."""
    score: Optional[Score]
    """How good the position is for the side that decides; None if the game is over."""
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
    def of(cls, data: Json) -> Analysis:
        """The analysis in an answer of the engine."""
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

    def _summary(self) -> str:
        """All in a sentence."""
        if self.result is not None:
            found = str(self.result.get("sentence", "the game is over"))
        elif self.best is None:
            found = "not searched"
        else:
            found = f"{self.best} {self.score}, depth {self.depth}, {self.nodes:,} nodes"
            if self.threat is not None:
                found += f", threat {self.threat.turn}"
        return f"after {self.turn_number} turns: {found}" + ("" if self.is_final else " so far")

    def __repr__(self) -> str:
        return f"<Analysis {self._summary()}>"

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        caption = f'<caption style="text-align: left">{escape(self._summary())}</caption>'
        shown = _table(caption, ["turn", "score", "depth", "line"], [
            [line.turn, str(line.score), str(line.depth), " ".join(line.pv)] for line in self.lines
        ])
        if self.decisions:
            rows = [[text, str(score)] for text, score in self.decisions]
            decisions = _table("", ["decision", "score"], rows)
            shown += f"<details><summary>{len(rows)} decisions</summary>{decisions}</details>"
        return shown


def _table(caption: str, names: list[str], rows: list[list[str]]) -> str:
    def row(kind: str, cells: list[str]) -> str:
        return "<tr>" + "".join(f'<{kind} style="text-align: left">{escape(cell)}</{kind}>' for cell in cells) + "</tr>"

    head = f"<thead>{row('th', names)}</thead>" if rows else ""
    return f"<table>{caption}{head}<tbody>{''.join(row('td', cells) for cells in rows)}</tbody></table>"
