"""A running analysis engine: requests go out and each answer comes back to its request, for `Engine` and `AsyncEngine` alike.

Three threads serve its pipes. One writes, so that an interrupt never tears a request, and a busy engine never blocks a caller;
one reads; one collects stderr, which says why an engine has ended. None of them refers to the `Engine`, so that it can be
collected while they run.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import sys
import threading
import weakref
from contextlib import contextmanager
from typing import IO, Any, Callable, Iterator, Optional

from ._request import answers_to, encoded
from ._types import Analysis, Json, QuintetError

Listener = Callable[[Optional[Json]], None]
"""Takes the answers to a request; None when there will be no more."""

_LAST_WORDS = 10_000
"""So many of the last bytes on stderr are kept."""
_PATIENCE = 2.0
"""An engine that is to end has so many seconds, then it is killed."""


class Connection:
    """A process that answers; it is started at once."""

    def __init__(self, command: list[str]) -> None:
        with _starting:
            self.process = _start(command)
            _connections.add(self)
        self._ids = itertools.count(1)
        # A destructor may ask for it in the thread that has it.
        self._lock = threading.RLock()
        self._listeners: dict[str, Listener] = {}
        self._lines: queue.SimpleQueue[Optional[bytes]] = queue.SimpleQueue()
        self._words = b""
        self._over: Optional[str] = None
        self._is_forked = False
        listen = threading.Thread(target=self._listen, daemon=True)
        threads = [listen, *(threading.Thread(target=work, daemon=True) for work in (self._write, self._read))]
        self._listening = listen
        self._threads = threads
        for thread in threads:
            thread.start()

    def new_id(self) -> str:
        """A name for a request."""
        return str(next(self._ids))

    def ask(self, id: str, request: Json, listener: Listener) -> None:
        """Sends a request, whose answers go to `listener`, in another thread."""
        line = encoded({"id": id, **request})
        self.check()
        with self._lock:
            if self._over is not None:
                raise QuintetError(self._over)
            self._listeners[id] = listener
            self._lines.put(line)

    def forget(self, id: str, is_answered: bool) -> None:
        """No more answers are wanted; a search that still runs for them is ended."""
        if self._is_forked:
            return
        with self._lock:
            if self._listeners.pop(id, None) is not None and not is_answered:
                self._lines.put(encoded({"id": f"end {id}", "action": "terminate", "terminateId": id}))

    def check(self) -> None:
        """Raises in a process that has inherited the connection: its answers go to the one that started it."""
        if self._is_forked:
            raise QuintetError(
                "this engine belongs to the process that was forked; start another in each process after the fork"
            )

    def sentence(self) -> str:
        """Why there will be no more answers."""
        return self._over or "the engine has ended"

    def end(self) -> None:
        """Ends the engine soon; does not wait."""
        if self._is_forked:
            return
        self._over = self._over or "the engine has been closed"
        # The engine ends with its input.
        self._lines.put(None)

    def abandon(self) -> None:
        """Ends the engine at once, since nobody has it any more."""
        if not self._is_forked:
            self.end()
            self.process.terminate()

    def close(self) -> None:
        """Ends the engine and waits until it has ended."""
        if self._is_forked:
            return
        self.end()
        _reap(self.process)
        for thread in self._threads:
            thread.join()

    def after_fork(self) -> None:
        """In a forked process: lets go of the pipes, or the engine would outlive the process that owns it."""
        self._is_forked = True
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        # It is the child of another process, and not to be waited for.
        self.process.returncode = 0

    def _write(self) -> None:
        pipe = _pipe(self.process.stdin)
        try:
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]
        except OSError:
            pass  # The reader will see that the engine has ended.
        try:
            pipe.close()
        except OSError:
            pass

    def _read(self) -> None:
        fault: Optional[str] = None
        with _pipe(self.process.stdout) as pipe:
            for line in _lines_of(pipe):
                try:
                    answer = json.loads(line)
                except (ValueError, RecursionError):
                    answer = None
                if not isinstance(answer, dict):
                    fault = f"this is not an answer of quintet: {line[:60]!a}"
                    break
                self._deliver(answer)
        if fault is not None:
            self.process.kill()
        # It may have closed its output and go on.
        _reap(self.process)
        # A process that it has left behind may hold its stderr.
        self._listening.join(_PATIENCE)
        words = self._words.decode(errors="replace").strip().removeprefix("quintet: ")
        with self._lock:
            self._over = self._over or fault or words or _ending(self.process.returncode)
            listeners = list(self._listeners.values())
            self._listeners.clear()
        # The writer need not wait for more.
        self._lines.put(None)
        for listener in listeners:
            listener(None)

    def _deliver(self, answer: Json) -> None:
        id = answer.get("id")
        with self._lock:
            if isinstance(id, str):
                listeners = [self._listeners[id]] if id in self._listeners else []
            else:
                # Somebody waits for this refusal; nobody knows who.
                listeners = list(self._listeners.values()) if "error" in answer else []
        for listener in listeners:
            listener(answer)

    def _listen(self) -> None:
        with _pipe(self.process.stderr) as pipe:
            while words := pipe.read(1 << 12):
                self._words = (self._words + words)[-_LAST_WORDS:]


class Question:
    """A request that was sent; `left` of its positions have not had their last answer."""

    def __init__(self, connection: Connection, request: Json) -> None:
        self.connection = connection
        self.left = answers_to(request)

    def waits(self) -> bool:
        """Whether there are more answers to come."""
        # Perhaps this process was forked since the last one.
        self.connection.check()
        return self.left > 0

    def read(self, answer: Optional[Json]) -> Optional[Analysis]:
        """An answer, if it is about a position, or what it refuses as an error; None for a warning."""
        if answer is None:
            raise QuintetError(self.connection.sentence())
        if "error" in answer:
            raise QuintetError(str(answer["error"]), answer.get("field"))
        if "turnNumber" in answer:
            self.left -= not answer["isDuringSearch"]
            return Analysis.of(answer)
        if "warning" in answer:
            return None
        raise QuintetError("this is not an answer of quintet to a position")


@contextmanager
def asked(connection: Connection, request: Json, listener: Listener) -> Iterator[Question]:
    """Sends a request, whose answers go to `listener`; a search that nobody waits for any more is ended."""
    id = connection.new_id()
    question = Question(connection, request)
    try:
        connection.ask(id, request, listener)
        yield question
    finally:
        connection.forget(id, is_answered=not question.left)


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    # A session of its own: Ctrl-C in a terminal and the interrupt of Jupyter go to all processes of a group.
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    pipe = subprocess.PIPE
    try:
        # Without buffers, whose locks a fork could catch while they are held.
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **apart)
    except OSError as error:
        raise QuintetError(f"`{command[0]}` could not be started: {error.strerror}") from error


def _ending(code: Optional[int]) -> str:
    if code is not None and code < 0:
        return f"the engine was ended by signal {-code}"
    return f"the engine has ended, with exit code {code}"


def _pipe(pipe: Optional[IO[bytes]]) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _lines_of(pipe: IO[bytes]) -> Iterator[bytes]:
    """The lines of a pipe without a buffer."""
    begun: list[bytes] = []
    while piece := pipe.read(1 << 16):
        *whole, rest = piece.split(b"\n")
        for line in whole:
            yield b"".join([*begun, line])
            begun.clear()
        if rest:
            begun.append(rest)


def _reap(process: subprocess.Popen[bytes]) -> None:
    """Waits for a process that is to end by itself, or ends it."""
    for last_resort in (process.terminate, process.kill):
        try:
            process.wait(_PATIENCE)
            return
        except subprocess.TimeoutExpired:
            last_resort()
    process.wait()


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()
# No fork comes between the start of an engine and its entry above.
_starting = threading.RLock()


def _after_fork() -> None:
    for connection in list(_connections):
        connection.after_fork()
    _starting.release()


if sys.platform != "win32":
    os.register_at_fork(before=_starting.acquire, after_in_parent=_starting.release, after_in_child=_after_fork)
