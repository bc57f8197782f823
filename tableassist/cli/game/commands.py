"""`tableassist game`: a game for the referee, made from a table file."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import tell
from tableassist.messages import tr

game = typer.Typer(no_args_is_help=True, help="A game for the referee, who needs no camera.")


@game.callback()
def _only_commands() -> None:
    """So that `new` has to be named."""


@game.command(
    epilog="Examples:\n\n  tableassist game new league.toml --out game.jsonl\n\n"
    "  tableassist game new league.toml --set-up --out game.jsonl"
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
    from tableassist.services.referee.new_game import write_new_game

    write_new_game(table, out, setting_up=set_up, force=force)
    tell(tr("written: {path}", path=out))
