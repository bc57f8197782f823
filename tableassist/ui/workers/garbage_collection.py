"""Keeps the pauses of Python's collector short while a window is open."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

NEW_OBJECTS = 100_000
"""When so many more have come than gone, the collector looks among them. A frame of a full table makes 20,000, none of
them in a ring, in place of those of the frame before; by Python's own 700 it would look through them fifty times."""


def settle_memory() -> None:
    """What is there now is passed over from here on: whoever looks for garbage need not go through all modules, and
    the window does not stand still meanwhile. What has become garbage since the last call goes now."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


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
