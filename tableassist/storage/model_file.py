"""Piece models as TOML files: `models/NAME.toml`. The fields are explained in models/README.md."""

from pathlib import Path

import msgspec
from shapely import Polygon

from tableassist.errors import BadFileError
from tableassist.pieces.model import Mast, PieceKind, PieceModel, Sail, SailPlane
from tableassist.storage.packaged_data import packaged_folder
from tableassist.storage.toml_file import Length, Name, Sigma, Size, pick, read_toml

LEAST_CORNERS, MOST_CORNERS = 3, 500


class SailEntry(msgspec.Struct, forbid_unknown_fields=True):
    plane: SailPlane
    width_mm: Size
    foot_mm: Size
    head_mm: Size


class MastEntry(msgspec.Struct, forbid_unknown_fields=True):
    x_mm: Length
    y_mm: Length
    top_mm: Size
    die_x_mm: Length = 0.0
    die_y_mm: Length = 0.0
    sail: SailEntry | None = None


class ModelEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    name: Name
    kind: PieceKind
    grade: Name
    sigma_mm: Sigma
    height_mm: Size
    hull_mm: list[tuple[Length, Length]]
    bowsprit_mm: list[tuple[Length, Length]] = []
    bow_zone_from_x_mm: Length | None = None
    masts: list[MastEntry] = []


def model_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in packaged_folder("models").glob("*.toml")))


def find_model(name: str, *, asked_in: Path, field: str) -> PieceModel:
    """A packaged model by its name; `asked_in` and `field` say who asks, for the error."""
    return read_model(packaged_folder("models") / f"{pick(asked_in, field, name, model_names())}.toml")


def read_model(path: Path) -> PieceModel:
    entry = read_toml(path, ModelEntry)
    return PieceModel(
        name=entry.name,
        kind=entry.kind,
        hull=_checked_hull(path, entry.hull_mm),
        height_mm=entry.height_mm,
        masts=tuple(_mast(mast) for mast in entry.masts),
        bowsprit=tuple(entry.bowsprit_mm),
        bow_zone_from_x_mm=entry.bow_zone_from_x_mm,
        sigma_mm=entry.sigma_mm,
    )


def _mast(entry: MastEntry) -> Mast:
    sail = entry.sail
    return Mast(
        x_mm=entry.x_mm,
        y_mm=entry.y_mm,
        top_mm=entry.top_mm,
        die_x_mm=entry.die_x_mm,
        die_y_mm=entry.die_y_mm,
        sail=None if sail is None else Sail(sail.plane, sail.width_mm, sail.foot_mm, sail.head_mm),
    )


def _checked_hull(path: Path, points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    if not LEAST_CORNERS <= len(points) <= MOST_CORNERS:
        raise BadFileError(f"{path}: hull_mm: got {len(points)} corners, expected {LEAST_CORNERS} to {MOST_CORNERS}")
    outline = Polygon(points)
    if not outline.is_valid or outline.area <= 0:
        raise BadFileError(f"{path}: hull_mm: the outline crosses itself, expected a simple one")
    return tuple(points) if outline.exterior.is_ccw else tuple(reversed(points))
