"""The file of a card table: players, rules and what the ships are called, as TOML. docs/card-game.md explains it."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tableassist.errors import TableAssistError
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.rulebook.cardgame import FEWEST_PLAYERS, MOST_PLAYERS, CardStart
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.store.camera.profile_file import TYPICAL, find_camera
from tableassist.store.files.path_beside import path_beside
from tableassist.store.files.toml_file import Name, convert, load_toml
from tableassist.store.game.check_card_start import check_card_start


class CardTableEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    game: Literal["card"]
    name: Name
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)]
    """Clockwise round the table."""
    camera: Name = TYPICAL
    first: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """Who begins; left out: the first of the players."""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    names: dict[str, Name] = {}
    readings: dict[str, str] = {}


def is_card_table(path: Path) -> bool:
    """Whether the file says so; False for one that cannot be read, whose reader tells why."""
    try:
        return "game" in load_toml(path)
    except TableAssistError:
        return False


def read_card_table(path: Path) -> CardTableSettings:
    """BadFileError for the first thing that is wrong."""
    return card_settings(path, load_toml(path))


def card_settings(path: Path, raw: dict[str, object]) -> CardTableSettings:
    """As if this stood in the file."""
    entry = convert(path, raw, CardTableEntry)
    check_card_start(_any_start(entry), str(path))
    if entry.camera.endswith(".toml"):
        path_beside(entry.camera, asked_in=path, field="camera")
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


def _any_start(entry: CardTableEntry) -> CardStart:
    """A game on this table, whatever lies on it, so that players, names and readings are checked as a game's are."""
    return CardStart("card", entry.players, SHIPS, names=entry.names, first=entry.first, readings=entry.readings)
