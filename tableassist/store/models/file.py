"""Piece models as TOML files: `models/NAME.toml`, or one beside a table file. models/README.md explains the fields."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from shapely import Polygon

from tableassist.messages import all_of
from tableassist.pieces import CannonPost, Grade, MountKind, OutlinePart, PieceModel, Point, Segment
from tableassist.pieces.physical import PRINTED_KINDS
from tableassist.store.files.last_good_copy import read_or_name_copy
from tableassist.store.files.packaged_data import packaged_folder
from tableassist.store.files.path_beside import path_beside
from tableassist.store.files.problems import bad_file
from tableassist.store.files.safe_write import write_text_safely
from tableassist.store.files.toml_file import convert, pick, read_toml
from tableassist.store.models.entry import ModelEntry, entry_of, model_of
from tableassist.store.models.text import model_text

__all__ = [
    "checked_model",
    "find_model",
    "model_names",
    "model_text",
    "read_model",
    "turned_outline",
    "write_model",
]
Outlined = TypeVar("Outlined", OutlinePart, Segment)


def model_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in packaged_folder("models").glob("*.toml")))


def find_model(name: str, *, asked_in: Path, field: str) -> PieceModel:
    """A packaged model by its name, or a file beside `asked_in` by its relative path, which ends in `.toml`.

    `asked_in` and `field` say who asks, for the error.
    """
    if name.endswith(".toml"):
        return read_model(_beside(name, asked_in=asked_in, field=field))
    return read_model(packaged_folder("models") / f"{pick(asked_in, field, name, model_names())}.toml")


def _beside(name: str, *, asked_in: Path, field: str) -> Path:
    path = path_beside(name, asked_in=asked_in, field=field)
    if not path.is_file():
        raise bad_file(f"{asked_in}: {field}", "got {name!r}, no such file in {parent}", name=name, parent=path.parent)
    return path


def read_model(path: Path) -> PieceModel:
    return read_or_name_copy(path, _read_model)


def _read_model(path: Path) -> PieceModel:
    return checked_model(path, read_toml(path, ModelEntry))


def write_model(path: Path, model: PieceModel, *, grade: str | None = None, comment: str = "") -> None:
    """Whole or not at all, and only what reads back as the same model."""
    text = model_text(model, grade=grade, comment=comment)
    written = checked_model(path, convert(path, tomllib.loads(text), ModelEntry))
    meant = model if grade is None else replace(model, grade=Grade(grade))
    if written != checked_model(path, entry_of(meant)):
        raise bad_file(path, "the model '{name}' would not read back unchanged", name=model.name)
    write_text_safely(path, text, keep_if=_read_model)


def checked_model(path: Path, entry: ModelEntry) -> PieceModel:
    model = model_of(entry)
    _check_uprights(path, model)
    _check_heights(path, model)
    for index, post in enumerate(model.cannon_posts):
        _check_post(path, f"cannon_posts[{index}]", post, model)
    _check_numbers(path, model)
    _check_mounts(path, model)
    if model.grade is Grade.PRINTED and model.kind not in PRINTED_KINDS:
        raise bad_file(f"{path}: grade", "got printed for a {kind}, expected an island or terrain", kind=model.kind)
    parts = _all_turned(path, "parts", model.parts)
    segments = _all_turned(path, "segments", model.segments)
    return replace(model, hull=turned_outline(path, "hull_mm", model.hull), parts=parts, segments=segments)


def _all_turned(path: Path, field: str, outlined: tuple[Outlined, ...]) -> tuple[Outlined, ...]:
    fields = (f"{field}[{index}].outline_mm" for index in range(len(outlined)))
    return tuple(
        replace(one, outline=turned_outline(path, name, one.outline))
        for name, one in zip(fields, outlined, strict=True)
    )


def turned_outline(path: Path, field: str, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The outline, counter-clockwise; a round segment has none."""
    if not points:
        return points
    outline = Polygon(points)
    if not outline.is_valid or outline.area <= 0:
        raise bad_file(f"{path}: {field}", "the outline crosses itself or has no area, expected a simple one")
    return points if outline.exterior.is_ccw else tuple(reversed(points))


def _check_uprights(path: Path, model: PieceModel) -> None:
    every = {"masts": model.masts, "segments": model.segments, "flags_mm": model.flags}
    sorts = [name for name, some in every.items() if some]
    if len(sorts) > 1:
        raise bad_file(
            path, "got {sorts}, expected only one of these: a hit takes away one kind of thing", sorts=all_of(sorts)
        )
    for index, segment in enumerate(model.segments):
        if (segment.radius_mm is None) == (not segment.outline):
            raise bad_file(f"{path}: segments[{index}]", "expected either radius_mm or outline_mm")


def _check_heights(path: Path, model: PieceModel) -> None:
    spans = [(f"masts[{k}].sail", m.sail.foot_mm, m.sail.head_mm) for k, m in enumerate(model.masts) if m.sail]
    spans += [(f"parts[{k}]", part.foot_mm, part.head_mm) for k, part in enumerate(model.parts)]
    for where, foot, head in spans:
        if head <= foot:
            raise bad_file(
                f"{path}: {where}.head_mm", "got {head:g}, expected more than foot_mm, {foot:g}", head=head, foot=foot
            )


def _check_post(path: Path, where: str, post: CannonPost, model: PieceModel) -> None:
    if (post.upright is None) == (post.at is None):
        raise bad_file(f"{path}: {where}", "expected either upright or at_mm")
    if post.upright is not None and post.upright > model.upright_count:
        most = model.upright_count
        raise bad_file(
            f"{path}: {where}.upright", "got {upright}, expected 1 to {most}", upright=post.upright, most=most
        )


def _check_numbers(path: Path, model: PieceModel) -> None:
    numbers = sorted(edge.number for edge in model.edge_numbers)
    if numbers and numbers != list(range(1, 7)):
        raise bad_file(f"{path}: edge_numbers", "got {numbers}, expected each of 1 to 6 once", numbers=str(numbers))


def _check_mounts(path: Path, model: PieceModel) -> None:
    for index, mount in enumerate(model.suggested_mounts):
        where = f"{path}: suggested_mounts[{index}].mast"
        if (mount.kind is MountKind.MASTHEAD) != (mount.mast is not None):
            raise bad_file(where, "expected a mast for a masthead, and for nothing else")
        if mount.mast is not None and mount.mast > len(model.masts):
            raise bad_file(where, "got {mast}, expected 1 to {count}", mast=mount.mast, count=len(model.masts))
