"""The table file of a card table, as TOML: `game = "card"`, camera, players, rules, and what the ships are called."""

from pathlib import Path
from typing import Literal

import msgspec

from tableassist.cardgame.state.ships import SHIPS
from tableassist.cardgame.state.start import CardStart
from tableassist.errors import BadFileError
from tableassist.formats.camera.profile_file import TYPICAL, find_camera
from tableassist.formats.cardgame.check_start import check_card_start
from tableassist.formats.io.toml_file import Name, convert, load_toml
from tableassist.pipeline.card_game.settings import CardTableSettings


class CardTableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    game: Literal["card"]
    name: Name
    players: tuple[Name, ...]
    camera: Name = TYPICAL
    first: str = ""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    names: dict[str, Name] = {}
    readings: dict[str, str] = {}


def is_card_table(path: Path) -> bool:
    """False also where it cannot be read: whoever reads it as a table with a mat tells why."""
    try:
        return load_toml(path).get("game") == "card"
    except BadFileError:
        return False


def read_card_table(path: Path) -> CardTableSettings:
    """BadFileError for the first thing that is wrong."""
    entry = convert(path, load_toml(path), CardTableEntry)
    start = CardStart("card", entry.players, SHIPS, entry.names, entry.first, readings=entry.readings)
    check_card_start(start, str(path))
    return CardTableSettings(
        name=entry.name,
        camera=find_camera(entry.camera, asked_in=path),
        players=entry.players,
        first=entry.first,
        names=entry.names,
        upcoming=entry.upcoming,
        hand=entry.hand,
        extended=entry.extended,
        readings=entry.readings,
    )
