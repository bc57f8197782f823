"""`tableassist game`: a game for the referee, made from a table file, or a card game."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError
from tableassist.messages import tr

game = typer.Typer(
    no_args_is_help=True,
    help="A game for the referee, who needs no camera.",
    epilog="Examples:\n\n  tableassist game new my-table.toml --out game.jsonl",
)


@game.callback()
def _only_commands() -> None:
    """So that `new` has to be named."""


@game.command(
    epilog="Examples:\n\n  tableassist game new my-table.toml --out game.jsonl\n\n"
    "  tableassist game new my-table.toml --set-up --out game.jsonl"
)
def new(
    table: Annotated[Path, Argument(help="The table file (TOML).")],
    out: Annotated[Path, Option(help="The game to write (JSON lines).")],
    set_up: Annotated[bool, Option("--set-up", help="Begin with the set-up: islands, homes, crew, treasure.")] = False,
    force: Annotated[bool, Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Begin a game with the fleets, islands and rules of a table file.

    The file's first line is the set-up; the referee adds acts to it.
    """
    from tableassist.matches.games import write_new_game

    write_new_game(table, out, setting_up=set_up, force=force)
    tell(tr("written: {path}", path=out))


@game.command(
    epilog="Examples:\n\n  tableassist game cards --players Anne,Mary --out cards.jsonl\n\n"
    "  tableassist game cards --players Anne,Mary,Jack --upcoming --hand --seed 7 --out cards.jsonl\n\n"
    "  tableassist game cards --players Anne,Mary --row e1,s1,d1,e2,s2,d2,e3,s3,d3 --out cards.jsonl"
)
def cards(
    players: Annotated[str, Option(help="Two to four names, clockwise, separated by commas.")],
    out: Annotated[Path, Option(help="The game to write (JSON lines).")],
    row: Annotated[
        str,
        Option(help="The ships as they are, front first: piles and pirates stay unknown, and you enter what turns up."),
    ] = "",
    seed: Annotated[
        int | None, Option(min=0, help="Seed for the shuffle; the same number gives the same order.")
    ] = None,
    first: Annotated[str, Option(help="Who begins; drawn by lot if left out, or the first with --row.")] = "",
    upcoming: Annotated[bool, Option("--upcoming", help="The advanced rule Upcoming Adventures.")] = False,
    hand: Annotated[bool, Option("--hand", help="The advanced rule Hand of Movement Cards.")] = False,
    extended: Annotated[bool, Option("--extended", help="The extended game: discards are used as fame too.")] = False,
    reading: Annotated[
        list[str] | None, Option(metavar="NAME=VALUE", help="Use another reading of the rules; repeatable.")
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Begin a card game: shuffled and dealt by the program, or as it is on the table (--row).

    A file dealt by the program contains every secret of the game: do not read it.
    """
    from random import Random

    from tableassist.matches.games import NewCardGame, dealt_start, start_as_it_lies, write_card_game

    if row and seed is not None:
        raise BadRequestError("--seed: expected none with --row, which keeps the piles as they are on the table")
    readings = dict(_reading(each) for each in reading or ())
    new = NewCardGame(_list_acts(players), first, upcoming=upcoming, hand=hand, extended=extended, readings=readings)
    start = start_as_it_lies(new, _list_acts(row)) if row else dealt_start(new, Random(seed))
    write_card_game(start, out, force=force)
    tell(tr("written: {path}", path=out))


def _list_acts(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(","))


def _reading(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise BadRequestError("--reading: got '{text}', expected NAME=VALUE, as in mutiny=undamaged", text=text)
    return name.strip(), value.strip()
