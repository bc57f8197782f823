"""What no camera sees of a game: notes of its state, the edition, overrulings and marks, in one small file.

It is written whole at every change, beside the old one and then in its place, so that a crash leaves the one or the
other.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import msgspec.structs

from tableassist.errors import BadFileError
from tableassist.pieces import Effect
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import EDITIONS, Overruling, RuleSettings, with_edition
from tableassist.scene.facts import Confirmation
from tableassist.store.files.problems import not_ours, too_large, unreadable
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.store.files.written_messages import from_words, in_words
from tableassist.store.kept.folder import GAME_FILE, game_folders
from tableassist.store.table.notes import TableNotes, notes_of
from tableassist.store.table.table_state import table_state

log: Final = logging.getLogger(__name__)
MOST_BYTES: Final = 4_000_000
STUDIO: Final = "studio:"
"""Begins the source of a table that is only staged."""


class KeptMark(msgspec.Struct, frozen=True):
    words: str
    wall_ms: int
    """Of the moment it is about, by the clock on the wall."""


class KeptGame(msgspec.Struct, frozen=True, kw_only=True):
    began_ms: int
    """Time of day, since 1970."""
    ledger: TableNotes
    confirmations: Mapping[str, Confirmation] = {}
    """What people have confirmed of pieces that nobody has touched since."""
    edition: str
    crew_effects: Mapping[str, tuple[Effect, ...]] = {}
    """What the cards say of the crew that came aboard."""
    crew_nations: Mapping[str, str] = {}
    overrulings: tuple[Overruling, ...] = ()
    marks: tuple[KeptMark, ...] = ()
    table: str = ""
    """Its name."""
    source: str = ""
    """What looked at it: a camera, say."""
    table_file: str | None = None
    is_over: bool = False
    """Somebody has said so: it is no longer offered, but still there."""
    version: int = 1


class FoundGame(msgspec.Struct, frozen=True):
    folder: Path
    game: KeptGame


def kept_game(
    settings: TableSettings, overrulings: tuple[Overruling, ...], marks: tuple[KeptMark, ...], *, began_ms: int
) -> KeptGame:
    rules = settings.rules
    return KeptGame(
        began_ms=began_ms,
        ledger=notes_of(settings.state),
        confirmations=settings.confirmations,
        edition=rules.edition.name,
        crew_effects=rules.crew_effects,
        crew_nations=rules.crew_nations,
        overrulings=overrulings,
        marks=marks,
    )


def write_kept_game(folder: Path, game: KeptGame) -> None:
    """BadFileError where it cannot be written; what stood there then stands."""
    write_bytes_safely(folder / GAME_FILE, msgspec.json.encode(game, enc_hook=in_words, order="deterministic"))


def read_kept_game(folder: Path) -> KeptGame:
    path = folder / GAME_FILE
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise too_large(path, size, MOST_BYTES)
        return msgspec.json.decode(path.read_bytes(), type=KeptGame, dec_hook=from_words)
    except OSError as problem:
        raise unreadable(path, problem) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(path, problem) from None


def kept_games(table: Path) -> tuple[FoundGame, ...]:
    """Of that table (`store.kept.folder.table_folder`), the newest first. What cannot be read is passed over."""
    found = []
    for folder in game_folders(table):
        try:
            found.append(FoundGame(folder, read_kept_game(folder)))
        except BadFileError as problem:
            log.warning("%s", problem)
    return tuple(found)


def last_game(root: Path) -> FoundGame | None:
    """Of all tables, the one that was played last; None where somebody has said that it is over. A demo that was looked
    at since does not count."""
    tables = root.iterdir() if root.is_dir() else ()
    newest = [folders[0] for table in tables if (folders := game_folders(table))]
    for folder in sorted(newest, key=lambda each: (each / GAME_FILE).stat().st_mtime_ns, reverse=True):
        try:
            game = read_kept_game(folder)
        except BadFileError as problem:
            log.warning("%s", problem)
            continue
        if game.is_over and game.source.startswith(STUDIO):
            continue
        return None if game.is_over or not game.source else FoundGame(folder, game)
    return None


def resumed_settings(settings: TableSettings, game: KeptGame) -> TableSettings:
    """The table as it is now, with the game as it stood. The table file may have been changed since: players and pieces
    that it no longer has are left out."""
    rules = settings.rules
    if game.edition in EDITIONS and game.edition != rules.edition.name:
        rules = with_edition(rules, EDITIONS[game.edition])
    rules = _with_crew(rules, game)
    pieces = {piece.id for piece in settings.pieces}
    confirmations = {piece: each for piece, each in game.confirmations.items() if piece in pieces}
    state = table_state(settings.pieces, _known_notes(settings, game.ledger), rules, name=settings.name)
    return replace(settings, rules=rules, state=state, confirmations=confirmations)


def has_changed(settings: TableSettings, game: KeptGame) -> bool:
    """Whether there is anything in it that a fresh table has not."""
    again = resumed_settings(settings, game)
    same_rules = again.rules.edition.name == settings.rules.edition.name
    same_notes = notes_of(again.state) == notes_of(settings.state)
    same_words = same_notes and again.confirmations == settings.confirmations
    return bool(game.overrulings or game.marks) or not same_rules or not same_words


def _with_crew(rules: RuleSettings, game: KeptGame) -> RuleSettings:
    effects, nations = {**game.crew_effects, **rules.crew_effects}, {**game.crew_nations, **rules.crew_nations}
    return replace(rules, crew_effects=effects, crew_nations=nations)


def _known_notes(settings: TableSettings, notes: TableNotes) -> TableNotes:
    """Leave out pieces and players that the table no longer has."""
    now, pieces = notes_of(settings.state), {piece.id for piece in settings.pieces}
    crew = {card for aboard in notes.crews.values() for card in aboard}
    kept = {
        name: {key: value for key, value in getattr(notes, name).items() if key in pieces | crew}
        for name in TableNotes.__struct_fields__
        if name not in ("players", "turn")
    }
    for name in ("owners", "homes", "fleets"):
        kept[name] = {key: value for key, value in kept[name].items() if value in now.players}
    # Pieces that came into the table file since have owners, too.
    kept["owners"], kept["fleets"] = {**now.owners, **kept["owners"]}, {**now.fleets, **kept["fleets"]}
    turn = notes.turn if notes.turn in now.players else None
    return msgspec.structs.replace(notes, players=now.players, turn=turn, **kept)
