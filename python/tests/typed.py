"""A script of somebody who checks it with `mypy --strict`: every public name, as its type says. It runs, too."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Optional

import quintet
from quintet import Analysis, AsyncEngine, AsyncPosition, Decision, Engine, Json, Line, Moves, Options, Position, Score

WIN: Moves = "b2 h6 c3 g8 e5 d8".split()
OPTIONS: Options = {"Swap": True}


def told(analysis: Analysis) -> str:
    """What an analysis has."""
    score: Optional[Score] = analysis.score
    lines: list[Line] = analysis.lines
    assert score is not None and score.mate == 1 and score.wdl is not None and sum(score.wdl) == 1000
    return f"{analysis.best} {score} {[line.pv for line in lines]} {analysis.nodes + analysis.depth}"


def seen(position: Position | AsyncPosition) -> list[str]:
    """What a position has."""
    decisions: list[Decision] = position.legal
    state: Json = position.state
    result: Optional[Json] = position.result
    seat: Optional[int] = position.seat
    assert result is None and seat is not None and len(position.svg) > 100 and "board" in state
    return [decision.text for decision in decisions]


def plain() -> None:
    """Without asyncio."""
    with Engine("yavalath", options=OPTIONS, workers=1, hash_mb=16) as engine:
        print(told(engine.analyze(WIN, nodes=1e3, multipv=2, seconds=5, depth=3)))
        position: Position = engine.position("b2 h6").play("c3")
        assert seen(position) and position.analyze(nodes=10).winrate is not None
        found: list[Analysis] = engine.analyze_game(WIN, turns=[0, 1], nodes=10)
        news = [analysis.is_final for analysis in engine.stream(seconds=0.05, every=0.01)]
        assert len(found) == 2 and news[-1]
        try:
            engine.analyze(["z9"])
        except quintet.QuintetError as error:
            field: Optional[str] = error.field
            assert field == "moves"


async def with_asyncio() -> None:
    """With asyncio."""
    async with AsyncEngine("yavalath", options=OPTIONS, workers=1) as engine:
        print(told(await engine.analyze(WIN, nodes=1000, only=["d4"], decisions=True, threats=True)))
        position: AsyncPosition = await (await engine.position("b2 h6")).play("c3")
        assert seen(position) and (await position.analyze(nodes=10)).winrate is not None
        async for analysis in engine.stream(seconds=0.05, every=0.01):
            final: bool = analysis.is_final
        assert final


def records(path: Path) -> int:
    """Games of a file."""
    return sum(len(game["turns"]) for game in quintet.read_records(path, on_odd="ignore"))


if __name__ == "__main__":
    version: str = quintet.__version__
    assert version and quintet.version() and "zen" in quintet.games() and quintet.binary()
    plain()
    asyncio.run(with_asyncio())
