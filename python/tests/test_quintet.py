"""The package against the engine that it holds."""

import asyncio
import importlib.metadata
import json
import pathlib
import subprocess
import sys
import threading
import warnings

import pytest

import quintet

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIN = "b2 h6 c3 g8 e5 d8"


@pytest.fixture(scope="module")
def engine():
    with quintet.Engine(workers=2) as engine:
        yield engine


def test_the_program_is_that_of_the_package():
    # As Cargo writes it, perhaps with a commit, and as Python does.
    assert quintet.version().split("+")[0].replace("-dev", ".dev0") == quintet.__version__.split("+")[0]
    try:
        assert quintet.__version__ == importlib.metadata.version("quintet-engine")
    except importlib.metadata.PackageNotFoundError:
        pass  # The tests run on the sources.
    assert "__version__" not in vars(quintet) and not hasattr(quintet, "__something__")


def test_a_version_between_releases_is_one(monkeypatch):
    monkeypatch.setattr("quintet._process.run", lambda *_: "quintet 0.3.0-dev+1a2b3c4\n")
    monkeypatch.setattr("quintet._process.metadata.version", not_installed)
    assert (quintet.version(), quintet.__version__) == ("0.3.0-dev+1a2b3c4", "0.3.0.dev0+1a2b3c4")


def not_installed(name):
    raise importlib.metadata.PackageNotFoundError(name)
    assert len(quintet.games()) == 10 and "yinsh" in quintet.games()


def test_a_win_is_found(engine):
    found = engine.analyze(WIN, nodes=1000)
    assert (found.best, found.score.mate, found.score.kind, found.winrate) == ("d4", 1, "proven", 1.0)
    assert found.lines[0].pv[0] == "d4" and found.is_final and str(found.score) == "wins in 1"


def test_equal_requests_have_equal_answers(engine):
    one, two = (engine.analyze("e5 d4", nodes=3000, multipv=3) for _ in range(2))
    assert [line.score for line in one.lines] == [line.score for line in two.lines] and len(one.lines) == 3


def test_what_may_be_chosen_can_be_limited(engine):
    assert engine.analyze(WIN, nodes=500, avoid=["d4"]).best != "d4"
    assert engine.analyze(WIN, nodes=500, only=["a1"]).best == "a1"
    decisions = engine.analyze(WIN, depth=1, decisions=True).decisions
    assert decisions[0][0] == "d4" and len(decisions) > 40
    assert engine.analyze("b2 h6 c3 g8 e5", nodes=500, threats=True).threat.turn == "d4"


def test_errors_say_what_is_wrong(engine):
    with pytest.raises(quintet.QuintetError, match="z9") as error:
        engine.analyze(["z9"], nodes=10)
    assert error.value.field == "moves"
    with pytest.raises(quintet.QuintetError):
        engine.analyze(game="chess")
    with pytest.raises(quintet.QuintetError, match="chess"), quintet.Engine("chess") as none:
        none.analyze()


@pytest.mark.parametrize("game", quintet.games())
def test_every_game_can_be_played_by_its_legal_decisions(engine, game):
    with quintet.Engine(game, workers=1) as own:
        position = own.position()
        for number in range(12):
            if position.result:
                break
            decision = position.legal[number * 7 % len(position.legal)]
            assert decision.touches and decision.kind
            position = position.play(decision.text)
        assert len(position.moves) == 12 and position.seat in (1, 2, 3)
        again = own.position(start=position.text)
        assert {d.text for d in again.legal} == {d.text for d in position.legal}
        assert position.svg.startswith("<svg") and position._repr_svg_() == position.svg
        assert own.analyze(position.moves, nodes=50).best


def test_options_are_those_of_the_game():
    with quintet.Engine("yavalath", options={"Swap": False}, workers=1) as plain:
        assert "swap" not in [decision.text for decision in plain.position("e5").legal]
    with quintet.Engine("yinsh", options={"Swap": True}, workers=1) as yinsh:
        swapped = yinsh.position("e5 swap")
        assert swapped.text.endswith(" b 0,0 place w 0 done") and swapped.seat == 1
        assert yinsh.position("e5").legal[-1].kind == "swap"


def test_a_game_is_searched_position_by_position(engine):
    found = engine.analyze_game(WIN + " d4", nodes=200)
    assert [analysis.turn_number for analysis in found] == list(range(8))
    assert found[-1].result["why"] == "four" and found[-1].best is None


def test_a_search_can_be_watched_and_left(engine):
    news = list(engine.stream(seconds=0.5, every=0.1))
    assert len(news) >= 2 and news[-1].is_final and not news[0].is_final
    for first in engine.stream(seconds=60, every=0.05):
        break
    assert first.nodes > 0
    # The workers are free again.
    assert engine.analyze(nodes=10).best


def test_several_threads_may_ask(engine):
    found = {}

    def ask(number):
        found[number] = engine.analyze("e5", nodes=200 + number).nodes

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == 8


def test_asyncio():
    async def main():
        async with quintet.AsyncEngine(workers=2) as engine:
            several = await asyncio.gather(*(engine.analyze(WIN, nodes=100) for _ in range(5)))
            assert {found.best for found in several} == {"d4"}
            news = [news async for news in engine.stream(seconds=0.3, every=0.05)]
            assert news[-1].is_final and len(news) > 1
            with pytest.raises(quintet.QuintetError):
                await engine.analyze(["z9"])
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyze(seconds=60), 0.1)
            assert (await engine.analyze(nodes=10)).best

    asyncio.run(main())


def test_records_and_reviews(tmp_path):
    game = {"game": "yavalath", "turns": [{"turn": turn, "seat": i % 2 + 1, "ms": 0.0} for i, turn in enumerate((WIN + " d4").split())],
            "result": "p1win", "winners": [1], "reason": "rules"}
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(game) + "\n")
    records = list(quintet.read_records(path))
    assert [turn["turn"] for turn in records[0]["turns"]][-1] == "d4"
    review = quintet.review(path, nodes=500)
    assert review["turns"][-1]["best"] == "d4" and len(review["curve"]) == 8


ONE_OF_TWO = """(;
GM[24]VV[2]
SU[Yinsh]
P0[id "ann"]
P1[id "bob"]
; P0[1 Start White]
; P0[2 place wr E 5]
; P0[3 Done]
)
(;
GM[25]VV[2]
SU[Zertz]
P0[id "ann"]
P1[id "bob"]
; P0[1 Start White]
)
"""


def test_a_bad_game_does_not_hide_the_good_ones(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(ONE_OF_TWO)
    with pytest.warns(quintet.QuintetWarning, match="games.sgf") as told:
        records = list(quintet.read_records(path))
    assert [turn["turn"] for turn in records[0]["turns"]] == ["e5"] and len(records) == len(told) == 1
    # It names the line that asked for the file.
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(quintet.read_records(str(path), on_odd="ignore")) == records
        path.write_text(ONE_OF_TWO[: ONE_OF_TWO.index("(;", 2)])
        assert list(quintet.read_records(path)) == list(quintet.read_records(path, on_odd="raise")) == records


def test_a_file_without_a_good_game_is_an_error(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(ONE_OF_TWO)
    with pytest.raises(quintet.QuintetError, match="zertz"):
        quintet.read_records(path, on_odd="raise")
    path.write_text(ONE_OF_TWO[ONE_OF_TWO.index("(;", 2) :])
    # At the call, and not only when the games are asked for.
    for on_odd in ("warn", "ignore", "raise"):
        with pytest.raises(quintet.QuintetError, match="zertz"):
            quintet.read_records(path, on_odd=on_odd)
    with pytest.raises(quintet.QuintetError):
        quintet.read_records(tmp_path / "none.sgf")
    with pytest.raises(quintet.QuintetError) as error:
        quintet.read_records(path, on_odd="pardon")
    assert error.value.field == "on_odd"


def test_what_is_checked_for_types_runs():
    done = subprocess.run([sys.executable, str(ROOT / "python" / "tests" / "typed.py")], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count("d4 wins in 1") == 2, done.stderr


@pytest.mark.parametrize("script", ["notebook.py", "bot.py"])
def test_the_examples_run(script):
    words = [sys.executable, str(ROOT / "examples" / script)] + ([quintet.binary()] if script == "bot.py" else [])
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if script == "bot.py":
        endings = done.stdout.splitlines()
        assert len(endings) == len(quintet.games()) and all("broken off" not in ending for ending in endings)
