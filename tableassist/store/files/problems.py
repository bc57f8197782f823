"""A file that cannot be used as it is: where, and what is wrong there."""

from tableassist.errors import BadFileError, one_line
from tableassist.messages import Message, Text
from tableassist.plain_file import PLACED, placed

MOST_LETTERS = 160
"""Of what another library says is wrong."""


def bad_file(where: object, what: Text, /, **params: object) -> BadFileError:
    """`where` and `what` as for `placed`."""
    return BadFileError(placed(where, what, **params))


def unreadable(where: object, problem: Exception) -> BadFileError:
    return bad_file(where, "cannot be read: {problem}", problem=_system_words(problem))


def unwritable(where: object, problem: Exception) -> BadFileError:
    return bad_file(where, "cannot be written: {problem}", problem=_system_words(problem))


def _system_words(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def too_large(where: object, size: int, most: int) -> BadFileError:
    return bad_file(where, "got {size} bytes, expected at most {most}", size=size, most=most)


def not_ours(where: object, problem: Exception) -> BadFileError:
    """For a file that only tableassist writes."""
    return bad_file(where, "not in tableassist's format: {problem}", problem=library_words(problem))


def library_words(problem: object) -> str:
    """What another library said, in one short line."""
    return one_line(" ".join(str(problem).split()))[:MOST_LETTERS]


def place_and_words(problem: BadFileError) -> tuple[str, Message]:
    """The place is empty where the error names none."""
    message = problem.message
    if message.template != PLACED or not isinstance(what := message.params["what"], Message):
        return "", message
    return str(message.params["where"]), what
