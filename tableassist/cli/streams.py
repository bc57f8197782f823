"""Standard output and error on any terminal: what its encoding lacks is replaced, and a full disk is told."""

import codecs
import errno
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages.visible import visible

_HANDLER: Final = "tableassist-replace"
_INSTEAD: Final = {
    "±": "+-",
    "…": "...",
    "×": "x",
    "·": "-",
    "–": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "°": " deg",
    "ß": "ss",
    "→": "->",
}
"""Of what we say ourselves; other letters lose their accents, or become a question mark."""
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE, errno.ENFILE})
_NO_TEMPORARY: Final = "No usable temporary directory"
_NO_MEMORY: Final = ("failed to map segment", "Cannot allocate memory")
"""As the loader of libraries says it."""


def open_streams() -> None:
    """Before anything is written. A stream that the shell has closed becomes one that swallows all."""
    codecs.register_error(_HANDLER, _replaced)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def flush_output() -> None:
    """What is still to be written. TableAssistError where the output takes no more, which is thrown away then: else
    Python would try again at its end and complain."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as problem:
        _drop_output()
        raise TableAssistError(
            "standard output cannot be written: {problem}", problem=problem.strerror or str(problem)
        ) from problem


def refused_by_system(problem: Exception) -> TableAssistError | None:
    """A full disk and too little memory are no fault of ours, wherever they come up."""
    if isinstance(problem, MemoryError) or any(words in str(problem) for words in _NO_MEMORY):
        return TableAssistError("not enough memory")
    if isinstance(problem, OSError) and (problem.errno in _NO_ROOM or _NO_TEMPORARY in str(problem)):
        return TableAssistError("the system refuses: {problem}", problem=problem.strerror or fault_words(problem))
    return None


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _replaced(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    letters = problem.object[problem.start : problem.end]
    return "".join(_INSTEAD.get(letter) or _in_ascii(letter) for letter in letters), problem.end


def _in_ascii(letter: str) -> str:
    if unicodedata.category(letter) == "Zs":
        return " "
    if not letter.isprintable():
        return visible(letter)
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return plain or "?"
