"""`tableassist check`: every mistake in a table file, in one go."""

import sys
from pathlib import Path

import msgspec
import typer

from tableassist.formats.judgement_json import to_json
from tableassist.formats.table.check import check_table
from tableassist.formats.table.problem import Problem, Severity, one_line

INKS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW, Severity.HINT: typer.colors.CYAN}


class ProblemRow(msgspec.Struct):
    weight: Severity
    file: str
    field: str
    message: str


class CheckReport(msgspec.Struct):
    table: str
    fine: bool
    problems: tuple[ProblemRow, ...]


def check_file(table: Path, *, as_json: bool = False) -> int:
    """The exit code: 0 with nothing worse than warnings, else 2."""
    problems = check_table(table)
    errors = _count(problems, Severity.ERROR)
    if as_json:
        rows = tuple(ProblemRow(each.weight, each.file, each.field, one_line(str(each.message))) for each in problems)
        sys.stdout.write(to_json(CheckReport(str(table), errors == 0, rows)).decode() + "\n")
    else:
        _print(table, problems)
    return 2 if errors else 0


def _count(problems: tuple[Problem, ...], weight: Severity) -> int:
    return sum(problem.weight is weight for problem in problems)


def _print(table: Path, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        typer.echo(f"{typer.style(problem.weight, fg=INKS[problem.weight], bold=True)}: {problem.line}")
    counts = [(_count(problems, weight), weight.value) for weight in Severity]
    told = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count)
    verdict = "has mistakes" if counts[0][0] else "is fine"
    typer.secho(f"{table} {verdict}" + (f": {told}." if told else "."), fg=None if counts[0][0] else typer.colors.GREEN)
