"""What goes out is checked before anything is sent; what comes out can be shown, copied, pickled and compared."""

import asyncio
import copy
import functools
import html.parser
import json
import math
import os
import pickle
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quintet
from quintet import _request

WIN = "b2 h6 c3 g8 e5 d8"
law = functools.partial(
    settings, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
# Half of a surrogate pair, as `open(..., errors="surrogateescape")` and file names bring them.
HALF = "e5\ud800"
NUMBERS = [math.nan, math.inf, -math.inf, -1, 0.5, True, False, 1 << 70, 10**5000, "7", "\ud800", b"7", [], 1j]
REALS = [math.nan, math.inf, -math.inf, -1, True, False, 1 << 70, 10**5000, "7", "\ud800", b"7", [], 1j]
TEXTS = [HALF, 7, True, math.nan, b"e5", ["e5"]]
LISTS = [HALF, 7, True, math.nan, b"e5", ["e5", 7], ["e5", HALF], [None], {"e5": 1}]
OPTIONS = [7, HALF, {7: True}, {HALF: True}] + [{"Swap": value} for value in (HALF, math.nan, math.inf, 0.5, None, [], 1 << 64)]
FLAGS = [math.nan, 1, "no", None, HALF]
BAD = {
    "nodes": NUMBERS, "seconds": REALS, "depth": [0, *NUMBERS], "multipv": [0, 513, None, *NUMBERS], "every": [0, *REALS],
    "moves": LISTS, "only": LISTS, "avoid": LISTS, "position": TEXTS, "start": TEXTS, "search": TEXTS, "game": TEXTS,
    "options": OPTIONS, "decisions": FLAGS, "threats": FLAGS, "turns": [7, "7", [], [HALF], [math.nan], [True], [-1], [8]],
}
# With the parameter that is bad as `None`, or not there.
CALLS = {
    "analyze": "moves position nodes seconds depth multipv search only avoid decisions threats game options",
    "analyze_game": "moves turns position nodes seconds depth multipv game options",
    "stream": "moves every position nodes seconds depth multipv search game options",
    "position": "moves start",
}


@pytest.fixture(scope="module")
def engine():
    with quintet.Engine(workers=2) as engine:
        yield engine


def nothing_is_sent(engine, monkeypatch):
    def ask(*_):
        raise AssertionError("it was sent")

    monkeypatch.setattr(engine._connection, "ask", ask)


@pytest.mark.parametrize("call, name", [(call, name) for call, names in CALLS.items() for name in names.split()])
def test_a_bad_value_raises_before_anything_is_sent(engine, monkeypatch, call, name):
    nothing_is_sent(engine, monkeypatch)
    aengine = quintet.AsyncEngine(workers=1)
    nothing_is_sent(aengine, monkeypatch)

    async def ask(arguments):
        found = getattr(aengine, call)(**arguments)
        # The stream has raised by now, before its first `async for`.
        return found if call == "stream" else await found

    for value in BAD[name]:
        arguments = {"moves": WIN} if call == "analyze_game" else {}
        arguments[name] = value
        for error in (
            pytest.raises(quintet.QuintetError, getattr(engine, call), **arguments),
            pytest.raises(quintet.QuintetError, asyncio.run, ask(arguments)),
        ):
            assert error.value.field.split("[")[0].split(".")[0] in (name, "position" if name == "start" else name)
            str(error.value).encode()
    asyncio.run(aengine.close())


@pytest.mark.parametrize(
    "name, values",
    [("workers", [0, *NUMBERS]), ("hash_mb", [0, None, *NUMBERS]), ("game", ["a\0b", None, *TEXTS]), ("options", OPTIONS)],
)
def test_a_bad_value_starts_no_engine(monkeypatch, name, values):
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("it was started"))
    for value in values:
        for kind in (quintet.Engine, quintet.AsyncEngine):
            with pytest.raises(quintet.QuintetError) as error:
                kind(**{name: value})
            assert error.value.field.split(".")[0] == name


def test_a_bad_value_runs_no_program(monkeypatch):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("it was run"))
    for value in NUMBERS:
        for name in ("nodes", "number"):
            with pytest.raises(quintet.QuintetError) as error:
                quintet.review("game.jsonl", **{name: value})
            assert error.value.field == name
    for ask in (quintet.review, quintet.read_records):
        for path in ("a\0b", "\ud800", b"bytes"):
            with pytest.raises(quintet.QuintetError) as error:
                ask(path)
            assert error.value.field == "path"


values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(st.characters()), st.binary(), st.complex_numbers(),
    st.lists(st.one_of(st.text(st.characters()), st.integers(), st.floats())),
    st.dictionaries(st.text(st.characters()), st.one_of(st.text(st.characters()), st.floats(), st.integers(), st.booleans())),
    st.fractions(), st.sampled_from(["e5", "e5 d4", 1e6, 1 << 63, -0.0, 5e-324, "\udfff", "\0", "\u2028"]),
)
NAMES = [name for name in CALLS["analyze"].split() if name not in ("moves", "game", "options")] + ["every", "turns"]


def not_json(constant):
    raise AssertionError(f"{constant} is not JSON")


@law(max_examples=500)
@given(st.dictionaries(st.sampled_from(NAMES), values, max_size=3), values, values, values)
def test_whatever_is_given_is_json_or_an_error(given, game, options, moves):
    for game, options, moves in [(game, {}, ()), ("zen", options, ()), ("zen", {}, moves)]:
        try:
            line = _request.encoded({"id": "1", **_request.query(game, options, moves, **given)})
        except quintet.QuintetError as error:
            str(error).encode()
            continue
        assert line.endswith(b"\n") and line.count(b"\n") == 1 and len(line) <= _request.MAX_LINE + 1
        request = json.loads(line.decode(), parse_constant=not_json)
        for name, least in (("nodes", 0), ("timeMs", 1), ("depth", 1), ("multipv", 1)):
            assert name not in request or type(request[name]) is int and request[name] >= least


@law(max_examples=300)
@given(st.sampled_from([*NAMES, "game", "options", "moves"]), values)
def test_whatever_is_given_has_an_answer(engine, name, value):
    """By the real engine: an answer or an error, and never an error of another request."""
    if name == "every":
        call, arguments = "stream", {}
    else:
        call, arguments = "analyze_game" if name == "turns" else "analyze", {"moves": "e5"}
    arguments = {**arguments, "nodes": 3, "seconds": 0.2, name: value}
    try:
        found = getattr(engine, call)(**arguments)
        for analysis in [found] if call == "analyze" else found:
            # Of no nodes there is no result.
            assert analysis.best or analysis.raw["noResults"]
    except quintet.QuintetError as error:
        assert "JSON" not in str(error)
    assert not engine._connection._listeners


def test_numbers_are_taken_as_python_has_them(engine):
    numpy = pytest.importorskip("numpy")
    for nodes in (1000, 1e3, numpy.int64(1000), numpy.float64(1000)):
        assert engine.analyze(WIN, nodes=nodes).best == "d4"
    for nodes in (numpy.bool_(True), numpy.float64("nan"), numpy.float32("inf")):
        with pytest.raises(quintet.QuintetError):
            engine.analyze(WIN, nodes=nodes)
    assert engine.analyze(WIN, seconds=numpy.float32(0.01)).best == "d4"


def test_lists_of_turns_may_be_texts(engine):
    assert engine.analyze(WIN, nodes=500, only="a1 d4").best == "d4"
    assert engine.analyze(WIN, nodes=500, avoid="d4 a1").best not in ("d4", "a1")
    assert engine.analyze(iter(WIN.split()), nodes=500).best == "d4"


def test_options_given_to_a_call_are_those_of_that_call():
    with quintet.Engine(options={"Swap": False}, workers=1) as plain:
        assert plain.analyze("e5", only="swap", nodes=10, options={}).best == "swap"
        with pytest.raises(quintet.QuintetError):
            plain.analyze("e5", only="swap", nodes=10)


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = set(), []
        self.feed(text)

    def handle_starttag(self, tag, _):
        self.tags.add(tag)
        self.texts.append((tag, ""))

    def handle_data(self, data):
        tag, text = self.texts[-1]
        self.texts[-1] = (tag, text + data)

    def those_of(self, tag):
        return [text for of, text in self.texts if of == tag]


plain = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)


@law(max_examples=300)
@given(plain, st.lists(plain, min_size=1), plain)
def test_a_table_shows_every_text_as_it_is(turn, pv, sentence):
    score = {"winrate": 0.5, "cp": 7, "mate": None, "scoreKind": "exact"}
    data = {
        "turnNumber": 3, "isDuringSearch": False, "rootInfo": {"best": turn, "nodes": 5, "depth": 2, **score},
        "moveInfos": [{"turn": turn, "depth": 2, "pv": pv, **score}], "decisions": [{"text": turn, **score}],
    }
    analysis = quintet.Analysis.of(data)
    reader = Reader(analysis._repr_html_())
    assert reader.tags <= {"table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary"}
    assert reader.those_of("td") == [turn, "+0.07 (50 %)", "2", " ".join(pv), turn, "+0.07 (50 %)"]
    assert turn in repr(analysis) and "moveInfos" not in repr(analysis)
    over = quintet.Analysis.of({"turnNumber": 3, "isDuringSearch": False, "result": {"sentence": sentence}})
    assert Reader(over._repr_html_()).those_of("caption") == [f"after 3 turns: {sentence}"] and sentence in repr(over)


def test_an_analysis_is_shown_in_short(engine):
    shown = repr(engine.analyze(WIN, nodes=1000))
    assert shown.startswith("<Analysis after 6 turns: d4 wins in 1, depth ") and len(shown) < 100
    assert "<td" in engine.analyze(WIN, nodes=1000, decisions=True, threats=True)._repr_html_()


@pytest.mark.parametrize("game", quintet.games())
def test_a_position_can_be_pickled_copied_and_compared(game):
    with quintet.Engine(game, workers=1) as engine:
        first = engine.position()
        position = first.play(first.legal[0].text)
        again = engine.position(position.moves)
        for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position), again):
            assert twin == position and hash(twin) == hash(position) and twin != first and first != twin.moves
            assert (twin.state, twin.text, repr(twin)) == (position.state, position.text, repr(position))
        pickled = pickle.loads(pickle.dumps(position))
        assert pickled._repr_svg_() is None
        for ask in (lambda: pickled.svg, pickled.analyze, lambda: pickled.play("x")):
            with pytest.raises(quintet.QuintetError, match="on\\(engine\\)"):
                ask()
        assert pickled.on(engine).play(position.legal[0].text) == position.play(position.legal[0].text)
        # What was drawn goes along.
        assert position.svg == pickle.loads(pickle.dumps(position)).svg
        copied = copy.deepcopy(position)
        copied.state.clear()
        assert position.legal


def test_a_position_stays_of_its_game_and_options():
    with quintet.Engine("yavalath", options={"Swap": False}, workers=1) as one, quintet.Engine("zen", workers=1) as other:
        position = one.position("e5").on(other)
        assert position.play("d4") == one.position("e5 d4") and position.analyze(nodes=10).best
        assert "swap" not in [decision.text for decision in position.play("d4").legal]
        assert position.svg.startswith("<svg")
        assert one.position("e5") != other.position()


def test_positions_of_asyncio_are_positions():
    async def main():
        async with quintet.AsyncEngine(workers=1, options={"Swap": False}) as engine:
            first = await engine.position("b2 h6 c3 g8 e5")
            position = await first.play("d8")
            twin = pickle.loads(pickle.dumps(position))
            assert twin == position == copy.deepcopy(position) and twin != first and twin.state == position.state
            assert twin.svg == position.svg == position._repr_svg_() and twin.svg.startswith("<svg")
            with pytest.raises(quintet.QuintetError, match="on\\(engine\\)"):
                await twin.play("d4")
            assert (await twin.on(engine).analyze(nodes=100)).best == "d4"
            over = await position.play("d4")
            assert over.result["why"] == "four" and over.seat is None and over.legal == []
            found = await engine.analyze_game(over.moves, nodes=100)
            assert [analysis.turn_number for analysis in found] == list(range(8))
            zen = await engine.analyze(game="zen", nodes=100)
            with quintet.Engine(workers=1, options={"Swap": False}) as sync:
                assert sync.analyze(game="zen", nodes=100).best == zen.best
                assert sync.position(over.moves) == over and sync.position(over.moves).state == over.state

    asyncio.run(main())


def test_an_error_is_pickled_with_its_field():
    error = pickle.loads(pickle.dumps(quintet.QuintetError("no", "moves")))
    assert (str(error), error.field) == ("no", "moves")


def test_paths_are_taken_for_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = json.dumps({"game": "yavalath", "turns": [{"turn": "e5"}], "comment": "a\u2028b\u0085c"}, ensure_ascii=False)
    for name in ("-", "--help.jsonl", "a b.jsonl"):
        (tmp_path / name).write_text(game + "\n", encoding="utf-8")
        assert [record["turns"][0]["turn"] for record in quintet.read_records(name)] == ["e5"]
    assert os.listdir(tmp_path)
