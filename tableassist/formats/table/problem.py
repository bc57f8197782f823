"""What is wrong with a table file: problems, and the list that gathers them."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType

from tableassist.errors import BadFileError
from tableassist.errors import one_line as shortened_line

MOST_LETTERS = 300
HINTS = 20
"""After so many problems no nearest match is sought any more: a file of a thousand wrong names would take a minute."""


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    """Playable, but worse than it need be, or against the edition's advice."""
    HINT = "hint"
    """Nothing is wrong; something could be measured better."""


@dataclass(frozen=True, slots=True)
class Problem:
    weight: Severity
    file: str
    field: str
    """Empty where it is the file as a whole."""
    words: str
    """Got and expected."""

    @property
    def line(self) -> str:
        return ": ".join(part for part in (self.file, self.field, self.words) if part)


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

    def error(self, field: str, words: str) -> None:
        self._add(Severity.ERROR, str(self.path), field, words)

    def warn(self, field: str, words: str) -> None:
        self._add(Severity.WARNING, str(self.path), field, words)

    def hint(self, field: str, words: str) -> None:
        self._add(Severity.HINT, str(self.path), field, words)

    def _add(self, weight: Severity, file: str, field: str, words: str) -> None:
        self._problems.append(Problem(weight, one_line(file), one_line(field), one_line(words)))

    def caught(self, field: str) -> "Catch":
        """What is raised inside becomes one error: of this file, or of another that `field` names."""
        return Catch(self, field)

    def take(self, field: str, problem: BadFileError) -> None:
        message = str(problem)
        mine = f"{self.path}: "
        if message.startswith(mine):
            place, colon, words = message.removeprefix(mine).partition(": ")
            self.error(place if colon else field, words if colon else place)
        else:
            self.error(field, message)

    def raise_first(self) -> None:
        """The first error, as an exception; warnings and hints stop nothing."""
        for problem in self._problems:
            if problem.weight is Severity.ERROR:
                raise BadFileError(problem.line)


@dataclass(frozen=True, slots=True)
class Catch:
    findings: Findings
    field: str

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(problem, BadFileError):
            return False
        self.findings.take(self.field, problem)
        return True
