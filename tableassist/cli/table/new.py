"""`tableassist new`: the questions at a terminal, and what comes next."""

from pathlib import Path

import typer

from tableassist.cli.terminal import echo, tell
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.messages import Message, say, tr
from tableassist.pieces.catalogue import FortCard, ShipCard
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
    forecast_precision,
    make_table,
)
from tableassist.store.table import read_table


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
