"""Keeps the pauses of Python's collector short while a window is open."""

import gc


def settle_memory() -> None:
    """What is there now is passed over from here on: whoever looks for garbage need not go through all modules, and
    the window does not stand still meanwhile. What has become garbage since the last call goes now."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
