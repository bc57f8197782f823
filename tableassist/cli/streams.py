"""Standard output and error on any terminal: what its encoding lacks is replaced, and a full disk is told."""

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

from tableassist.errors import TableAssistError, visible

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
    "→": "->",
}
"""Of what we say ourselves; other letters lose their accents, or become a question mark."""


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


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _replaced(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    letters = problem.object[problem.start : problem.end]
    return "".join(_INSTEAD.get(letter) or _in_ascii(letter) for letter in letters), problem.end


def _in_ascii(letter: str) -> str:
    if not letter.isprintable():
        return visible(letter)
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return plain or "?"
