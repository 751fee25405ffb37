"""Engines end with their process and not before, and nobody waits for an answer that will not come."""

import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import quintet

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups and no fork")
# Nothing takes as long, however much the machine has to do.
PATIENCE = 60
WIN = "b2 h6 c3 g8 e5 d8"


def is_running(pid):
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    # A zombie has ended; whether it is waited for is the matter of another.
    return state != "" and not state.startswith("Z")


def ends(pid):
    end = time.monotonic() + PATIENCE
    while is_running(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def run_script(script, **more):
    """A script in a process group of its own, where a signal to the group does not reach the tests."""
    return subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True, **more
    )


@posix
def test_an_interrupt_of_the_group_ends_the_search_and_not_the_engine():
    script = """
import asyncio, os, quintet, signal, threading
# Begun in the background of a script it would ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(): threading.Timer(0.5, lambda: os.killpg(0, signal.SIGINT)).start()
with quintet.Engine("yinsh", workers=1) as engine:
    for _ in range(2):
        interrupt()
        try: engine.analyze(seconds=3600)
        except KeyboardInterrupt: print("interrupted")
        print(engine.analyze(nodes=100).is_final)
    interrupt()
    try:
        for news in engine.stream(seconds=3600, every=0.05): pass
    except KeyboardInterrupt: print("interrupted")
    print(engine.analyze(nodes=100).is_final)
aengine = quintet.AsyncEngine("yinsh", workers=1)
async def long(): await aengine.analyze(seconds=3600)
async def short(): print((await aengine.analyze(nodes=100)).is_final)
interrupt()
try: asyncio.run(long())
except KeyboardInterrupt: print("interrupted")
asyncio.run(short())
asyncio.run(aengine.close())
"""
    done = run_script(script)
    assert done.communicate(timeout=PATIENCE)[0].split() == ["interrupted", "True"] * 4


@posix
def test_the_engine_ends_when_its_process_is_killed_also_while_a_forked_child_lives():
    script = """
import os, quintet, threading, time
engines = [quintet.Engine("yinsh"), quintet.AsyncEngine("zen"), quintet.Engine("zen")]
threading.Thread(target=lambda: engines[0].analyze(seconds=3600), daemon=True).start()
for news in engines[2].stream(seconds=3600, every=0.05): break
child = os.fork()
if child == 0: time.sleep(3600)
print(*(engine._process.pid for engine in engines), child, flush=True)
time.sleep(3600)
"""
    parent = run_script(script)
    *engines, child = map(int, parent.stdout.readline().split())
    try:
        assert all(is_running(pid) for pid in [*engines, child])
        parent.kill()
        parent.wait()
        assert all(ends(pid) for pid in engines)
        assert is_running(child)
    finally:
        os.kill(child, signal.SIGKILL)


@posix
def test_a_forked_child_is_told_and_the_parent_goes_on():
    script = """
import asyncio, os, quintet, sys, warnings
warnings.simplefilter("ignore")  # That threads run while it forks.
engine, aengine = quintet.Engine(workers=1), quintet.AsyncEngine(workers=1)
position, news = engine.position("e5"), engine.stream(seconds=1, every=0.05)
next(news)
def said(ask):
    try: ask()
    except quintet.QuintetError as error: return str(error)
def everything():
    asks = [engine.analyze, lambda: next(news), lambda: position.play("d4"), lambda: engine.analyze_game("e5")]
    return {*map(said, asks), said(lambda: asyncio.run(aengine.analyze()))}
child = os.fork()
if child == 0:
    sentences = everything()
    engine.close()
    asyncio.run(aengine.close())
    with quintet.Engine(workers=1) as own: best = own.analyze("b2 h6 c3 g8 e5 d8", nodes=100).best
    print(best, *sentences, sep="|", flush=True)
    sys.exit()
os.waitpid(child, 0)
best = engine.analyze("b2 h6 c3 g8 e5 d8", nodes=100).best
print(best, list(news)[-1].is_final, asyncio.run(aengine.analyze("b2 h6 c3 g8 e5 d8", nodes=100)).best, sep="|")
engine.close()
"""
    done = run_script(script)
    child, parent = done.communicate(timeout=PATIENCE)[0].splitlines()
    best, *sentences = child.split("|")
    assert best == "d4" and len(sentences) == 1 and "fork" in sentences[0]
    assert parent == "d4|True|d4" and done.returncode == 0


def test_an_engine_that_died_says_so_each_time_also_to_those_who_wait():
    with quintet.Engine(workers=4) as engine:
        sentences = []

        def wait():
            with pytest.raises(quintet.QuintetError) as error:
                engine.analyze(seconds=3600)
            sentences.append(str(error.value))

        waiting = [threading.Thread(target=wait) for _ in range(3)]
        for thread in waiting:
            thread.start()
        next(engine.stream(nodes=1))
        engine._process.kill()
        for thread in waiting:
            thread.join(PATIENCE)
        for _ in range(3):
            with pytest.raises(quintet.QuintetError) as error:
                engine.analyze(nodes=1)
            sentences.append(str(error.value))
        assert len(sentences) == 6 and (os.name == "nt" or set(sentences) == {"the engine was ended by signal 9"})


@pytest.mark.parametrize("wait", [0, 0.3])
def test_an_engine_of_asyncio_that_died_says_so_each_time(wait):
    async def main():
        async with quintet.AsyncEngine("zen", workers=1) as engine:
            waiting = [asyncio.create_task(engine.analyze(seconds=3600)) for _ in range(3)]
            await asyncio.sleep(wait)
            engine._process.kill()
            ended = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), PATIENCE)
            for _ in range(3):
                await asyncio.sleep(wait)
                calls = [engine.analyze(nodes=1), engine.position(), engine.analyze_game(["k1-h4"])]
                ended += await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), PATIENCE)
            assert len(ended) == 12 and {type(error) for error in ended} == {quintet.QuintetError}

    asyncio.run(main())


def test_a_closed_engine_says_so_and_what_it_searched_ends():
    engine = quintet.Engine(workers=1)
    news = engine.stream(seconds=3600, every=0.05)
    next(news)
    engine.close()
    engine.close()
    # With what it had found until then.
    assert list(news)[-1].is_final
    for ask in (engine.analyze, engine.position, lambda: list(engine.stream())):
        with pytest.raises(quintet.QuintetError, match="closed"):
            ask()


@posix
def test_an_engine_that_nobody_has_any_more_ends():
    engines = [quintet.Engine(workers=1), quintet.AsyncEngine(workers=1)]
    for _ in engines[0].stream(seconds=3600, every=0.05):
        break
    pids = [engine._process.pid for engine in engines]
    del engines
    gc.collect()
    assert all(ends(pid) for pid in pids)


@posix
def test_nothing_is_left_of_engines_that_were_closed():
    threads, files = threading.active_count(), len(os.listdir("/dev/fd"))
    for _ in range(10):
        quintet.Engine(workers=1).close()
        asyncio.run(quintet.AsyncEngine(workers=1).close())
    # Not more; what other tests have left may end meanwhile.
    assert threading.active_count() <= threads and len(os.listdir("/dev/fd")) <= files


@posix
def test_an_interrupt_anywhere_mixes_up_no_answers():
    class Interrupt(Exception):
        pass

    def interrupt(*_):
        raise Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    long = ["e5"] * 100_000
    try:
        with quintet.Engine(workers=1) as engine:
            interrupted = 0
            for number in range(60):
                try:
                    try:
                        signal.setitimer(signal.ITIMER_REAL, 0.0005 * (number % 30 + 1))
                        engine.analyze("e5", avoid=long, nodes=200)
                    finally:
                        signal.setitimer(signal.ITIMER_REAL, 0)
                except Interrupt:
                    interrupted += 1
                assert engine.analyze(WIN, nodes=100).best == "d4"
            assert interrupted > 0
            assert not engine._connection._listeners
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_request_that_is_too_long_raises_and_the_longest_is_answered():
    fits = "x" * ((1 << 20) - 200)

    def ask(engine, results):
        with pytest.raises(quintet.QuintetError) as error:
            engine.analyze(position=fits)
        results.append(error.value.field)

    with quintet.Engine(workers=1) as engine:
        results = []
        # More than the engine lets wait, and than a pipe holds, at the same time.
        threads = [threading.Thread(target=ask, args=(engine, results), daemon=True) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert results == ["position"] * 12
        for ask_for in (
            lambda: engine.analyze(["e5"] * 300_000),
            lambda: engine.analyze(position="x" * (1 << 20)),
            lambda: engine.position("e5 " * 300_000),
            lambda: asyncio.run(quintet.AsyncEngine(workers=1).analyze(["é"] * 300_000)),
        ):
            with pytest.raises(quintet.QuintetError, match="at most 1,048,576"):
                ask_for()
        assert engine.analyze(WIN, nodes=100).best == "d4"


def false_engine(folder, body):
    """A program that is started as the engine is."""
    path = folder / "false"
    path.write_text(f"#!{sys.executable}\nimport json, os, signal, sys, time\n{body}\n")
    path.chmod(0o755)
    return str(path)


@posix
@pytest.mark.parametrize(
    "body, sentence",
    [
        ("sys.exit('quintet: there is no such game')", "no such game"),
        ("pass", "ended, with exit code 0"),
        ("sys.stdin.readline(); print('Hello!', flush=True); time.sleep(3600)", "Hello!"),
        ("sys.stdin.readline(); print('[1]', flush=True); time.sleep(3600)", "not an answer"),
        ("sys.stdin.readline(); os.close(1); time.sleep(3600)", "signal 15"),
        ("print(sys.stdin.readline(), flush=True); time.sleep(3600)", "not an answer"),
        ("sys.stdin.readline(); print(json.dumps({'error': 'no id'}), flush=True); time.sleep(3600)", "no id"),
        ("sys.stderr.write('x' * 1_000_000); sys.stderr.flush(); sys.exit('no more')", "no more"),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN); os.close(0); os.close(1); time.sleep(3600)", "signal 9"),
    ],
)
def test_nobody_waits_for_a_program_that_does_not_answer(tmp_path, monkeypatch, body, sentence):
    monkeypatch.setenv("QUINTET_BINARY", false_engine(tmp_path, body))
    # It would be given two seconds to end by itself.
    monkeypatch.setattr("quintet._connection._PATIENCE", 0.2)

    async def ask():
        async with quintet.AsyncEngine() as engine:
            await asyncio.wait_for(engine.analyze(), PATIENCE)

    with pytest.raises(quintet.QuintetError, match=sentence), quintet.Engine() as engine:
        engine.analyze()
    with pytest.raises(quintet.QuintetError, match=sentence):
        asyncio.run(ask())


def test_a_program_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("QUINTET_BINARY", os.path.join("no", "such", "program"))
    for ask in (quintet.Engine, quintet.AsyncEngine, quintet.games, quintet.version):
        with pytest.raises(quintet.QuintetError, match="could not be started"):
            ask()


def test_engines_are_not_pickled_and_say_why():
    with quintet.Engine(workers=1) as engine:
        with pytest.raises(TypeError, match="process"):
            pickle.dumps(engine)
