"""How every child process of ours is started, and begins: it says nothing on the terminal, and never outlives its
parent."""

import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from typing import Any

# The same everywhere, and the only way that is safe beside threads and a window.
_CONTEXT = get_context("spawn")
HUNG_S = 20.0
"""A library that holds Python itself for so long would never notice that the parent has gone."""

MOST_BYTES = 6_000_000_000
"""Of memory; ten pictures of the largest size allowed are less."""


def start_child(
    run: Callable[..., None], *arguments: Any, name: str, duplex: bool
) -> tuple[SpawnProcess, "Connection[Any, Any]"]:
    """`run` is called in the process with its end of the connection and the arguments. The other end is ours, at which
    we only listen where it is not duplex."""
    ours, theirs = _CONTEXT.Pipe(duplex)
    process = _CONTEXT.Process(target=run, args=(theirs, *arguments), name=f"tableassist {name}", daemon=True)
    try:
        process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()  # so that its end is the end of the connection
    return process, ours


def begin_child() -> None:
    """First of all in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the child, not a key in the terminal
    _silence()
    _limit_memory()
    Thread(target=_end_with_parent, name="watches the parent", daemon=True).start()


def _silence() -> None:
    """Codecs write to the terminal, from C, about each damaged picture; what matters is told to the parent."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _limit_memory() -> None:
    """A stream or a video that lies about itself ends its own process, not the computer's evening."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  Windows has none

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        while not wait([parent.sentinel], timeout=1.0):
            faulthandler.dump_traceback_later(HUNG_S, exit=True, file=nowhere)
    os._exit(0)
