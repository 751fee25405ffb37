"""Play and analyse YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath with the engine quintet.

>>> with Engine("yavalath") as engine:
...     engine.analyze("b2 h6 c3 g8 e5 d8", nodes=1000).best
'd4'
"""

from ._async import AsyncEngine
from ._engine import Engine, Position
from ._process import QuintetError, binary, games, read_records, review, version
from ._types import Analysis, Decision, Line, Score

__all__ = [
    "Analysis",
    "AsyncEngine",
    "Decision",
    "Engine",
    "Line",
    "Position",
    "QuintetError",
    "Score",
    "binary",
    "games",
    "read_records",
    "review",
    "version",
]
