"""What is wrong with a table file: problems, and the list that gathers them."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.errors import one_line as shortened_line
from tableassist.messages import Message, Text, say, template
from tableassist.store.files.problems import bad_file, place_and_words

MOST_LETTERS = 300
HINTS = 20
"""After so many problems no nearest match is sought any more: a file of a thousand wrong names would take a minute."""


class Severity(StrEnum):
    ERROR = template("error")
    WARNING = template("warning")
    """Playable, but worse than it need be, or against the edition's advice."""
    HINT = template("hint")
    """Nothing is wrong; something could be measured better."""


@dataclass(frozen=True, slots=True)
class Problem:
    weight: Severity
    file: str
    field: str
    """Empty where it is the file as a whole."""
    message: Text
    """Got and expected."""

    @property
    def place(self) -> str:
        return ": ".join(part for part in (one_line(self.file), one_line(self.field)) if part)

    @property
    def words(self) -> str:
        """In the language that is spoken."""
        return one_line(say(self.message))

    @property
    def line(self) -> str:
        return f"{self.place}: {self.words}"


def one_line(text: str) -> str:
    """A hostile name must not start a new line, nor speak to the terminal."""
    return shortened_line(text, MOST_LETTERS)


class Findings:
    """Gathers what is wrong with one file, in the order in which it is found."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._problems: list[Problem] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems)

    @property
    def wants_hints(self) -> bool:
        return len(self._problems) < HINTS

    def error(self, field: str, what: Text, /, **params: object) -> None:
        """`what` is a template or a message."""
        self._add(Severity.ERROR, field, what, params)

    def warn(self, field: str, what: Text, /, **params: object) -> None:
        self._add(Severity.WARNING, field, what, params)

    def hint(self, field: str, what: Text, /, **params: object) -> None:
        self._add(Severity.HINT, field, what, params)

    def _add(self, weight: Severity, field: str, what: Text, params: dict[str, object]) -> None:
        message = Message(what, **params) if isinstance(what, str) else what
        self._problems.append(Problem(weight, str(self.path), field, message))

    def caught(self, field: str) -> "Catch":
        """What is raised inside becomes one error: of this file, or of another that `field` names."""
        return Catch(self, field)

    def take(self, field: str, problem: BadFileError) -> None:
        where, words = place_and_words(problem)
        if where == str(self.path):
            self.error(field, words)
        elif where.startswith(mine := f"{self.path}: "):
            self.error(where.removeprefix(mine), words)
        else:
            self.error(field, problem.message)

    def raise_first(self) -> None:
        """The first error, as an exception; warnings and hints stop nothing."""
        for problem in self._problems:
            if problem.weight is Severity.ERROR:
                raise bad_file(problem.place, problem.message)


@dataclass(frozen=True, slots=True)
class Catch:
    findings: Findings
    field: str

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: object, trace: object) -> bool:
        if not isinstance(problem, BadFileError):
            return False
        self.findings.take(self.field, problem)
        return True
