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
    """Steps in the order they were done. `on_change` hears of every change."""

    def __init__(self, on_change: Call = lambda: None) -> None:
        self._steps: list[UndoStep] = []
        self._done = 0
        self._on_change = on_change

    @property
    def undo_words(self) -> str:
        """What `undo` would undo; empty: nothing."""
        return self._steps[self._done - 1].words if self._done else ""

    @property
    def redo_words(self) -> str:
        return self._steps[self._done].words if self._done < len(self._steps) else ""

    @property
    def can_undo(self) -> bool:
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        return self._done < len(self._steps)

    def push(self, step: UndoStep, *, is_done: bool = False) -> None:
        """Do a step, unless it `is_done` already; what was undone before it cannot be redone any more."""
        if not is_done:
            step.do()
        self._steps[self._done :] = [step]
        self._done += 1
        self._on_change()

    def undo(self) -> None:
        if self.can_undo:
            self._done -= 1
            self._steps[self._done].undo()
            self._on_change()

    def redo(self) -> None:
        if self.can_redo:
            self._steps[self._done].do()
            self._done += 1
            self._on_change()

    def clear(self) -> None:
        self._steps, self._done = [], 0
        self._on_change()
