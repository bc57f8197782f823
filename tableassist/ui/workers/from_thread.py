"""Telling the window something from another thread: whoever listens may have been destroyed meanwhile."""

from PyQt6.QtCore import QObject


def emit_unless_gone(sender: QObject, signal: str, *values: object) -> bool:
    """False where the sender is gone: a window may be destroyed without being closed, and then nobody listens any more.

    The signal is looked up by its name each time: that is where PyQt notices a lost object. A bound `emit` that was
    kept from before crashes the program."""
    try:
        getattr(sender, signal).emit(*values)
    except RuntimeError:  # "wrapped C/C++ object of type ... has been deleted"
        return False
    return True
