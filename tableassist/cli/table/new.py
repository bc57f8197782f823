"""`tableassist new`: the questions at a terminal, and what comes next."""

from pathlib import Path

import typer

from tableassist.cli.terminal import echo, tell
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.messages import Message, say, tr
from tableassist.pieces.catalogue import FortCard, ShipCard
from tableassist.services.table.new_table import MOST_OFFERED, Answers, MadeTable, Offered, cost_words, make_table
from tableassist.services.table.sample import copy_sample_table


class PersonAtTerminal:
    """As `services.table.new_table.Person` asks and tells."""

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
        raise BadRequestError("new --sample: got answers too, expected none: the sample table is as it is")
    copy_sample_table(path, force=force)
    tell(tr("{path}: the sample table. Write the cards of your own ships into it.", path=path), "bold")
    _tell_steps(path, "print kit --out kit.pdf")


def _tell_what_next(made: MadeTable) -> None:
    path = made.path
    echo()
    counts = {"mat": made.mat_tags, "pieces": len(made.table.pieces), "tags": made.piece_tags}
    tell(tr("{path}: {mat} tags on the mat, {pieces} pieces with {tags} tags.", path=path, **counts), "bold")
    for problem in made.problems:
        tell(f"  {say(Message(problem.weight.value))}: {problem.field}: {problem.words}", "yellow")
    _tell_steps(path, f"print kit --table {path} --out kit.pdf")


def _tell_steps(path: Path, print_kit: str) -> None:
    steps = {
        print_kit: tr("print everything, cut, and lay the tags out"),
        f"scale {path} --line MM": tr("measure the 100 mm line on a printed page: how large did it come out?"),
        f"calibrate camera:0 --out my-camera.toml --table {path} --use": tr("calibrate the camera"),
        f"survey camera:0 --out mat.toml --table {path} --use": tr("find where the mat's tags really are"),
        f"mount --table {path}": tr("measure each ship's tag on the jig"),
        f"watch camera:0 --table {path}": tr("play"),
    }
    tell(tr("What comes next:"))
    for number, (command, why) in enumerate(steps.items(), start=1):
        tell(f"  {number}. {why}\n       tableassist {command}")
