"""Keeps the pauses of Python's collector short while a window is open."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def settle_memory() -> None:
    """What is there now is passed over from here on: whoever looks for garbage need not go through all modules, and
    the window does not stand still meanwhile. What has become garbage since the last call goes now."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@contextmanager
def no_collection() -> Iterator[None]:
    """While a part of Qt is loaded late: Qt objects that are collected in the middle of it crash the program."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
