"""A game for the referee from a table file."""

from pathlib import Path

import msgspec

from tableassist.errors import BadRequestError
from tableassist.store.files import write_bytes_safely
from tableassist.store.table import read_whole_table, start_of_table


def write_new_game(table: Path, out: Path, *, setting_up: bool, force: bool) -> None:
    """JSON lines, of which the set-up is the first."""
    read = read_whole_table(table)
    if not read.settings.state.players:
        raise BadRequestError("{table}: players: got none, expected those who play", table=table)
    if out.exists() and not force:
        raise BadRequestError("game new {path}: the file already exists; --force overwrites it", path=out)
    write_bytes_safely(out, msgspec.json.encode(start_of_table(read, setting_up=setting_up)) + b"\n")
