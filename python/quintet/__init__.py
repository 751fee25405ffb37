"""Play and analyse YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath with the engine quintet.

>>> with Engine("yavalath") as engine:
...     engine.analyze("b2 h6 c3 g8 e5 d8", nodes=1000).best
'd4'
"""

from ._async import AsyncEngine
from ._engine import Engine
from ._position import AsyncPosition, Position
from ._process import binary, games, package_version, read_records, review, version
from ._request import Moves, Number, Options
from ._types import Analysis, Decision, Json, Line, QuintetError, QuintetWarning, Score

__all__ = [
    "Analysis",
    "AsyncEngine",
    "AsyncPosition",
    "Decision",
    "Engine",
    "Json",
    "Line",
    "Moves",
    "Number",
    "Options",
    "Position",
    "QuintetError",
    "QuintetWarning",
    "Score",
    "binary",
    "games",
    "read_records",
    "review",
    "version",
]

__version__: str
"""The version of this package."""


def __getattr__(name: str) -> str:
    # Not at import: where the package is not installed, the program is asked.
    if name == "__version__":
        return package_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
