"""`tableassist check`: every mistake in a table file, in one go."""

from pathlib import Path

import msgspec
import typer

from tableassist.cli.terminal import echo, echo_json, tell
from tableassist.messages import Message, say, template, tr, visible
from tableassist.setup.plan import describe_most_helpful, describe_precision, forecast_precision
from tableassist.store.game import is_card_table
from tableassist.store.judgement_json import to_json
from tableassist.store.table import Problem, Severity, one_line, read_table
from tableassist.store.table_check import check_table

INKS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW, Severity.HINT: typer.colors.CYAN}


COUNTED = {
    Severity.ERROR: (template("1 error"), template("{count} errors")),
    Severity.WARNING: (template("1 warning"), template("{count} warnings")),
    Severity.HINT: (template("1 hint"), template("{count} hints")),
}


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
        rows = tuple(
            ProblemRow(each.weight, visible(each.file), each.field, one_line(str(each.message))) for each in problems
        )
        echo_json(to_json(CheckReport(visible(str(table)), errors == 0, rows)).decode())
    else:
        _print(table, problems)
        if not errors and not is_card_table(table):
            _print_precision(table)
    return 2 if errors else 0


def _print_precision(table: Path) -> None:
    """What the table reaches now, what it can reach, and which step would help most."""
    forecast = forecast_precision(read_table(table))
    if forecast is None:
        return
    tell(describe_precision(forecast), "bold")
    helpful = describe_most_helpful(forecast, str(table))
    if helpful is not None:
        tell(helpful)


def _count(problems: tuple[Problem, ...], weight: Severity) -> int:
    return sum(problem.weight is weight for problem in problems)


def _print(table: Path, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        echo(f": {say(problem.line)}", mark=say(Message(problem.weight.value)), ink=INKS[problem.weight])
    counts = {weight: _count(problems, weight) for weight in Severity}
    told = tuple(Message.plural(*COUNTED[weight], count=count) for weight, count in counts.items() if count)
    if counts[Severity.ERROR]:
        tell(tr("{table} has mistakes: {counts}.", table=table, counts=told))
    elif told:
        tell(tr("{table} is fine: {counts}.", table=table, counts=told), "green")
    else:
        tell(tr("{table} is fine.", table=table), "green")
