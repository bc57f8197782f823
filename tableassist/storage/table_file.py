"""The table file: mat, camera, rules, players and pieces, as TOML."""

import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tableassist.errors import BadFileError
from tableassist.ledger.ledger import Ledger
from tableassist.pieces.model import PieceKind, PieceModel
from tableassist.pieces.piece import Cannon, CannonRange, MountKind, Piece, TagMount
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.edition import EDITIONS, RULERS
from tableassist.rules.settings import RuleSettings
from tableassist.storage.mat_layout_file import read_surveyed_layout
from tableassist.storage.model_file import find_model
from tableassist.storage.profile_file import find_camera
from tableassist.storage.toml_file import Degrees, Length, Name, Sigma, Size, TagId, pick, read_toml
from tableassist.vision.mat_layout import MatLayout, MatTag

Family = Literal["36h11", "25h9", "16h5"]
CANNON = re.compile(r"([1-6])([SL])")


class MatTagEntry(msgspec.Struct, forbid_unknown_fields=True):
    tag: TagId
    x_mm: Length
    y_mm: Length
    size_mm: Size
    yaw_deg: Degrees = 0.0
    family: Family = "36h11"


class MatEntry(msgspec.Struct, forbid_unknown_fields=True):
    width_mm: Size
    height_mm: Size
    tags: list[MatTagEntry]
    placement_sigma_mm: Sigma = 0.5
    survey: Name | None = None
    """A file beside this one, made by `tableassist survey`: where the tags really are."""


class PlayerEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    homes: list[Name] = []


class MountEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The sigmas are those of a plate set by eye; the jig makes them smaller."""

    tag: TagId
    size_mm: Size
    mount: MountKind
    x_mm: Length
    y_mm: Length
    z_mm: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]
    yaw_deg: Degrees = 0.0
    family: Family = "36h11"
    mast: int | None = None
    sigma_xy_mm: Sigma = 1.0
    sigma_z_mm: Sigma = 1.0
    sigma_yaw_deg: Sigma = 3.0


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: Name
    name: Name
    model: Name
    tags: list[MountEntry]
    owner: Name | None = None
    cannons: str = ""
    masts_lost: list[int] = []
    outline_sigma_mm: Sigma | None = None
    """Of this very piece, once measured or scanned; else the model's."""


class TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    name: Name
    camera: Name
    mat: MatEntry
    pieces: list[PieceEntry]
    edition: str = "complete"
    ruler: str = "bars"
    players: list[PlayerEntry] = []


def read_table(path: Path, *, surveyed: bool = True) -> TableSettings:
    """`surveyed` False: the mat as it was meant to be, even where it has been surveyed."""
    entry = read_toml(path, TableEntry)
    edition = EDITIONS[pick(path, "edition", entry.edition, EDITIONS)]
    ruler = RULERS[pick(path, "ruler", entry.ruler, RULERS)]
    _check_ids(path, entry)
    _check_tags(path, entry)
    pieces = tuple(_piece(path, piece, f"pieces[{index}]") for index, piece in enumerate(entry.pieces))
    return TableSettings(
        name=entry.name,
        mat=_mat(path, entry.mat, surveyed=surveyed),
        camera=find_camera(entry.camera, asked_in=path),
        pieces=pieces,
        rules=RuleSettings(edition, ruler),
        ledger=_ledger(path, entry, pieces),
    )


def _mat(path: Path, entry: MatEntry, *, surveyed: bool) -> MatLayout:
    tags = tuple(
        MatTag(tag.family, tag.tag, tag.size_mm, tag.x_mm, tag.y_mm, math.radians(tag.yaw_deg)) for tag in entry.tags
    )
    nominal = MatLayout(entry.width_mm, entry.height_mm, tags, entry.placement_sigma_mm)
    if entry.survey is None or not surveyed:
        return nominal
    return read_surveyed_layout(path.parent / entry.survey, nominal)


def _check_ids(path: Path, entry: TableEntry) -> None:
    seen: set[str] = set()
    for index, piece in enumerate(entry.pieces):
        if piece.id in seen:
            raise BadFileError(f"{path}: pieces[{index}].id: got '{piece.id}' a second time, expected one piece an id")
        seen.add(piece.id)


def _check_tags(path: Path, entry: TableEntry) -> None:
    """A tag stands for one place only."""
    places: dict[tuple[str, int], str] = {}
    named = [(tag.family, tag.tag, f"mat.tags[{index}]") for index, tag in enumerate(entry.mat.tags)]
    for index, piece in enumerate(entry.pieces):
        named += [(tag.family, tag.tag, f"pieces[{index}].tags[{k}]") for k, tag in enumerate(piece.tags)]
    for family, tag, where in named:
        other = places.setdefault((family, tag), where)
        if other != where:
            raise BadFileError(f"{path}: {where}.tag: got {tag} ({family}), already used by {other}")


def _piece(path: Path, entry: PieceEntry, where: str) -> Piece:
    model = find_model(entry.model, asked_in=path, field=f"{where}.model")
    if entry.outline_sigma_mm is not None:
        model = replace(model, sigma_mm=entry.outline_sigma_mm)
    for lost in entry.masts_lost:
        _check_mast(path, lost, model, f"{where}.masts_lost")
    return Piece(
        id=entry.id,
        name=entry.name,
        model=model,
        owner=entry.owner,
        cannons=_cannons(path, entry.cannons, model, f"{where}.cannons"),
        mounts=tuple(_mount(path, tag, model, f"{where}.tags[{k}]") for k, tag in enumerate(entry.tags)),
    )


def _mount(path: Path, entry: MountEntry, model: PieceModel, where: str) -> TagMount:
    if entry.mount is MountKind.MASTHEAD:
        if entry.mast is None:
            raise BadFileError(f"{path}: {where}.mast: missing, expected the mast that carries this tag")
        _check_mast(path, entry.mast, model, f"{where}.mast")
    return TagMount(
        family=entry.family,
        tag=entry.tag,
        size_mm=entry.size_mm,
        kind=entry.mount,
        x_mm=entry.x_mm,
        y_mm=entry.y_mm,
        z_mm=entry.z_mm,
        yaw_rad=math.radians(entry.yaw_deg),
        sigma_xy_mm=entry.sigma_xy_mm,
        sigma_z_mm=entry.sigma_z_mm,
        sigma_yaw_rad=math.radians(entry.sigma_yaw_deg),
        mast=entry.mast,
    )


def _check_mast(path: Path, mast: int, model: PieceModel, where: str) -> None:
    if not 1 <= mast <= len(model.masts):
        raise BadFileError(f"{path}: {where}: got mast {mast}, expected 1 to {len(model.masts)} ({model.name})")


def _cannons(path: Path, text: str, model: PieceModel, where: str) -> tuple[Cannon, ...]:
    """ "2S-3L" is rank and reach, front to back, one a mast."""
    parts = text.split("-") if text else []
    matches = [CANNON.fullmatch(part) for part in parts]
    if len(parts) > len(model.masts):
        raise BadFileError(f"{path}: {where}: got {len(parts)} cannons, expected at most {len(model.masts)}")
    if None in matches:
        raise BadFileError(f"{path}: {where}: got '{text}', expected rank and S or L for each mast, as in '2S-3L'")
    return tuple(
        Cannon(mast, int(match[1]), CannonRange(match[2])) for mast, match in enumerate(matches, start=1) if match
    )


def _ledger(path: Path, entry: TableEntry, pieces: tuple[Piece, ...]) -> Ledger:
    players = tuple(player.name for player in entry.players)
    islands = [piece.id for piece in pieces if piece.model.kind is PieceKind.ISLAND]
    for index, piece in enumerate(entry.pieces):
        if piece.owner is not None:
            pick(path, f"pieces[{index}].owner", piece.owner, players)
    homes = {}
    for index, player in enumerate(entry.players):
        for home in player.homes:
            homes[pick(path, f"players[{index}].homes", home, islands)] = player.name
    return Ledger(
        players=players,
        owners={piece.id: piece.owner for piece in entry.pieces if piece.owner is not None},
        masts_lost={piece.id: frozenset(piece.masts_lost) for piece in entry.pieces if piece.masts_lost},
        homes=homes,
    )
