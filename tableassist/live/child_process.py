"""How every child process of ours begins: it says nothing on the terminal, and never outlives its parent."""

import faulthandler
import os
import signal
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread

HUNG_S = 20.0
"""A library that holds Python itself for so long would never notice that the parent has gone."""


def begin_child() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the child, not a key in the terminal
    _silence()
    Thread(target=_end_with_parent, name="watches the parent", daemon=True).start()


def _silence() -> None:
    """Codecs write to the terminal, from C, about each damaged picture; what matters is told to the parent."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        while not wait([parent.sentinel], timeout=1.0):
            faulthandler.dump_traceback_later(HUNG_S, exit=True, file=nowhere)
    os._exit(0)
