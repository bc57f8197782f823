"""The demo's card game as it is staged: its truth, its film, and when each act begins."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from tableassist.capture import SourceKind, parse_source, split_sources
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.store.game import CardGameFile, is_card_table, parse_any_lines, read_card_table
from tableassist.studio import PlayedTable, StagedGame, StudioSource, card_camera, card_film, played_tables
from tableassist.vision.camera.profile import CameraProfile

FILE: Final = "demo_game.jsonl"
CARD_STAGE: Final = "cards"
"""`studio:cards` is a source, and a card table of its own."""
FRAMES_PER_S: Final = 10.0
HEIGHT_PX: Final = 720
REST_S: Final = 3.6
"""How long the table lies still between two acts: a slow machine reads it too."""


@lru_cache(maxsize=1)
def card_demo_truth() -> CardGameFile:
    """The whole game: every card and pirate, and every act with who can know of it, the camera or a person."""
    game = parse_any_lines(files("tableassist.studio.cards").joinpath(FILE).read_text("utf-8"), where=FILE)
    assert isinstance(game, CardGameFile)
    return game


def card_demo_table() -> CardTableSettings:
    """What people would write into a table file. Nothing of the truth is in it."""
    start = card_demo_truth().start
    return CardTableSettings(start.name, CameraProfile("studio", None), start.players, names=start.names)


def card_settings_for(source: str, table: Path | None) -> CardTableSettings | None:
    """Read the settings of a card table; None where it is no card table."""
    if table is not None:
        return read_card_table(table) if is_card_table(table) else None
    spec = parse_source(split_sources(source)[0])
    return card_demo_table() if spec.kind is SourceKind.STUDIO and spec.target == CARD_STAGE else None


@dataclass(frozen=True, slots=True)
class StagedCardGame:
    truth: CardGameFile
    film: StagedGame
    tables: tuple[PlayedTable, ...]
    """As they lie at the film's moments `state-0`, `state-1` and on."""
    due_s: Mapping[int, float]
    """When each act begins, by its number from 1: by then the table before it has been seen."""


def staged_card_game(truth: CardGameFile, seed: int = 0, *, rest_s: float = REST_S) -> StagedCardGame:
    """Every second act has a pause before its adventure. The table lies longer before the first: a window takes a while
    to open."""
    acts = [each.act for each in truth.log.entries]
    tables = played_tables(truth.start, acts, lambda number: number % 2 == 0)
    tables = (tables[0], *tables)
    film = card_film([each.table for each in tables], seed, rest_s=rest_s)
    due = {number: _due_s(number, tables, film, rest_s) for number in range(1, len(acts) + 1)}
    return StagedCardGame(truth, film, tables, due)


def card_demo_source(*, live: bool, seed: int = 0, frames_per_s: float = FRAMES_PER_S) -> StudioSource:
    """The demo's card game: for ever, at the pace of the clock, or each picture once."""
    film = staged_card_game(card_demo_truth()).film
    camera, name = card_camera(height_px=HEIGHT_PX), f"studio:{CARD_STAGE}"
    return StudioSource(film, camera, frames_per_s=frames_per_s, seed=seed, live=live, name=name)


def _due_s(number: int, tables: tuple[PlayedTable, ...], film: StagedGame, rest_s: float) -> float:
    first = next((at for at, each in enumerate(tables) if each.acts >= number), len(tables))
    return film.time_of(f"state-{max(0, first - 1)}") + 0.9 * rest_s
