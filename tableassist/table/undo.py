"""Undo and redo for the person at the table's screen."""

from collections.abc import Callable
from dataclasses import dataclass

Call = Callable[[], object]


@dataclass(frozen=True, slots=True)
class UndoStep:
    words: str
    """What was done, as in: Undo `words`."""
    do: Call
    undo: Call


class UndoStack:
    """Steps in the order they were done. `on_change` hears of every change.

    The owner's thread changes it; what it would undo and redo may be read from any thread."""

    def __init__(self, on_change: Call = lambda: None) -> None:
        self._stack: tuple[tuple[UndoStep, ...], tuple[UndoStep, ...]] = (), ()
        """What was done, and what was undone again, the nearest first; swapped as a whole."""
        self._on_change = on_change

    @property
    def undo_words(self) -> str:
        """What `undo` would undo; empty: nothing."""
        done, _ = self._stack
        return done[-1].words if done else ""

    @property
    def redo_words(self) -> str:
        _, undone = self._stack
        return undone[0].words if undone else ""

    @property
    def can_undo(self) -> bool:
        return bool(self._stack[0])

    @property
    def can_redo(self) -> bool:
        return bool(self._stack[1])

    def push(self, step: UndoStep, *, is_done: bool = False) -> None:
        """Do a step, unless it `is_done` already; what was undone before it cannot be redone any more."""
        if not is_done:
            step.do()
        self._use((*self._stack[0], step), ())

    def undo(self) -> None:
        done, undone = self._stack
        if done:
            self._stack = done[:-1], (done[-1], *undone)
            done[-1].undo()
            self._on_change()

    def redo(self) -> None:
        if not self._stack[1]:
            return
        step = self._stack[1][0]
        step.do()
        done, undone = self._stack
        if undone[:1] == (step,):  # unless doing it has begun another game, with a stack of its own
            self._use((*done, step), undone[1:])

    def clear(self) -> None:
        self._use((), ())

    def _use(self, done: tuple[UndoStep, ...], undone: tuple[UndoStep, ...]) -> None:
        self._stack = done, undone
        self._on_change()
