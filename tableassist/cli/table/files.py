"""Table files: a new one, what is wrong with one, its pages to print."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import typer

from tableassist.cli.terminal import echo, echo_json, tell
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.messages import Message, say, template, tr, visible
from tableassist.pieces.catalogue import FortCard, ShipCard
from tableassist.printing import Paper, Sheet
from tableassist.setup.plan import (
    MOST_OFFERED,
    PLAY_COMMAND,
    SETUP_PATH,
    Answers,
    MadeTable,
    Offered,
    copy_sample_table,
    cost_words,
    describe_benefit,
    describe_most_helpful,
    describe_precision,
    forecast_precision,
    make_table,
    printed_sheet,
)
from tableassist.store.files import write_bytes_safely
from tableassist.store.game import is_card_table
from tableassist.store.judgement_json import to_json
from tableassist.store.table import Problem, Severity, one_line, read_table
from tableassist.store.table_check import check_table


class PersonAtTerminal:
    """As `setup.plan.new_table.Person` asks and tells."""

    def answer(self, question: Message, default: str) -> str:
        return str(typer.prompt(say(question), default=default, show_default=bool(default)))

    def told(self, words: Message) -> None:
        tell(f"  {say(words)}")

    def mistaken(self, problem: TableAssistError) -> None:
        tell(f"  {say(problem.message)}", "yellow")

    def choose(self, cards: Offered) -> ShipCard | FortCard:
        if len(cards) == 1:
            return cards[0]
        for number, card in enumerate(cards[:MOST_OFFERED], start=1):
            tell(f"  {number}  {_card_words(card)}")
        if len(cards) > MOST_OFFERED:
            more = len(cards) - MOST_OFFERED
            tell(tr("  and {count} more: type more of the name, or a number such as SM/PS-001", count=more))
        number = int(typer.prompt(tr("  Which"), default=1, type=int))
        most = min(len(cards), MOST_OFFERED)
        if not 1 <= number <= most:
            raise BadRequestError("got {number}, expected 1 to {most}", number=number, most=most)
        return cards[number - 1]


def _card_words(card: ShipCard | FortCard) -> str:
    masts = [tr("{count} masts", count=card.masts)] if isinstance(card, ShipCard) else []
    return ", ".join((card.name, card.nation.value, say(cost_words(card)), *masts, card.cannons, card.key))


def ask_for_table(path: Path, answers: Answers, *, yes: bool = False, force: bool = False) -> None:
    _tell_what_next(make_table(path, answers, PersonAtTerminal(), silent=yes, force=force))


def take_sample(path: Path, answers: Answers, *, force: bool = False) -> None:
    if answers != Answers():
        raise BadRequestError("new --sample: got answers too, expected none: the sample table cannot be changed")
    copy_sample_table(path, force=force)
    tell(tr("{path}: the sample table. Write the cards of your own ships into it.", path=path), "bold")
    _tell_steps(path)


def _tell_what_next(made: MadeTable) -> None:
    path = made.path
    echo()
    counts = {"mat": made.mat_tags, "pieces": len(made.table.pieces), "tags": made.piece_tags}
    tell(tr("{path}: {mat} tags on the mat, {pieces} pieces with {tags} tags.", path=path, **counts), "bold")
    for problem in made.problems:
        tell(f"  {say(Message(problem.weight.value))}: {problem.field}: {problem.words}", "yellow")
    _tell_steps(path)


def _tell_steps(path: Path) -> None:
    """The way from here to a proven table, with what each step buys at this one."""
    forecast = forecast_precision(read_table(path))
    tell(tr("What comes next:"))
    for number, step in enumerate(SETUP_PATH, start=1):
        benefit = describe_benefit(step.step, forecast)
        tell(f"  {number}. {say(step.title)}", "bold")
        if benefit is not None:
            tell(f"     {say(benefit)}")
        tell(f"     {step.command_for(str(path))}")
    tell(tr("Now play: {command}", command=PLAY_COMMAND.format(table=path)))


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
            ProblemRow(problem.weight, visible(problem.file), problem.field, one_line(str(problem.message)))
            for problem in problems
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


def print_sheet(
    sheet: Sheet, table: Path | None, out: Path | None, paper: Paper, only: Sequence[str] = (), board: str = "charuco"
) -> None:
    path = out if out is not None else Path(f"{sheet}.pdf")
    printed = printed_sheet(sheet, table, paper, only, board)
    write_bytes_safely(path, printed.pdf)
    pages = Message.plural("1 page", "{count} pages", count=printed.pages)
    if printed.tags:
        tags = Message.plural("1 tag", "{count} tags", count=len(printed.tags))
        tell(tr("{path}: {pages} of {paper}, {tags}", path=path, pages=pages, paper=paper.label, tags=tags))
    else:
        tell(tr("{path}: {pages} of {paper}", path=path, pages=pages, paper=paper.label))
    if sheet is Sheet.KIT and table is None:
        tell(tr("It is the kit of the sample table: `tableassist new my-table.toml --sample` gives you its file."))
    tell(tr("Print at 100 % (actual size), then measure the 100 mm line on each page."))
