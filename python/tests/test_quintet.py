"""The package against the engine that it holds."""

import asyncio
import json
import pathlib
import subprocess
import sys
import threading

import pytest

import quintet

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIN = "b2 h6 c3 g8 e5 d8"


@pytest.fixture(scope="module")
def engine():
    with quintet.Engine(workers=2) as engine:
        yield engine


def test_the_program_is_that_of_the_package():
    assert quintet.version().count(".") == 2
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


@pytest.mark.parametrize("script", ["notebook.py", "bot.py"])
def test_the_examples_run(script):
    words = [sys.executable, str(ROOT / "examples" / script)] + ([quintet.binary()] if script == "bot.py" else [])
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if script == "bot.py":
        endings = done.stdout.splitlines()
        assert len(endings) == len(quintet.games()) and all("broken off" not in ending for ending in endings)
