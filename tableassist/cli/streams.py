"""Standard output and error on any terminal: what its encoding lacks is replaced, and a full disk is told."""

import codecs
import errno
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, Final, TextIO, cast

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import visible

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
    _fill_closed_descriptors()
    codecs.register_error(_HANDLER, _replace_stream)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _fill_closed_descriptors() -> None:
    """Keep 0, 1 and 2 taken: the next pipe or file would get a closed one's number, and a child process that inherits
    it would print into it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one


class _UnfailingStream:
    """Writes as the stream does; once that fails, swallows all."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            _drop_output(self._stream)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            _drop_output(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def going_on_without_output() -> Iterator[None]:
    """For what must not end because nobody reads along any more: a record, a served table. A full disk under the
    output, or a reader that goes away, costs the words only."""
    stdout, stderr = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, _UnfailingStream(stdout)), cast(TextIO, _UnfailingStream(stderr))
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout, sys.stderr = stdout, stderr


def flush_output() -> None:
    """What is still to be written. TableAssistError where the output takes no more, which is thrown away then: else
    Python would try again at its end and complain."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output(sys.stdout)
    except OSError as problem:
        _drop_output(sys.stdout)
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


def _drop_output(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _replace_stream(problem: UnicodeError) -> tuple[str, int]:
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
