"""A surveyed mat as a TOML file, which a table file names by `mat.survey`: places, and how well they are known."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message
from tableassist.store.files.last_good_copy import read_or_name_copy
from tableassist.store.files.problems import bad_file
from tableassist.store.files.safe_write import write_text_safely
from tableassist.store.files.toml_file import Degrees, Length, Size, TagId, read_toml
from tableassist.vision.camera.lens import PARAMETERS, Lens, Projection
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.mat_places import PLACE, SurveyedPlaces
from tableassist.vision.registration.print_scale import scaled_tag
from tableassist.vision.survey.priors import RulerDistance

OTHER_MAT_MM = 100.0
"""A survey corrects places by millimetres; this far off it is of another mat, or the table file has changed."""
Pixels = Annotated[int, msgspec.Meta(ge=16, le=100_000)]
Row = list[Length]


class SurveyedTagEntry(msgspec.Struct, forbid_unknown_fields=True):
    tag: TagId
    family: Literal["36h11", "25h9", "16h5"]
    x_mm: Length
    y_mm: Length
    yaw_deg: Degrees
    size_mm: Size
    errors: list[Row]
    """4 rows: how x (mm), y (mm), yaw (rad), size (share) answer to independent errors of size 1."""
    by_lens: list[Row]
    """4 rows of 12: how they answer to errors of the lens."""


class SurveyLensEntry(msgspec.Struct, forbid_unknown_fields=True):
    width_px: Pixels
    height_px: Pixels
    values: Row
    covariance: list[Row]
    projection: Projection = Projection.PINHOLE


class SurveyRulerEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The distance by hand that went into the survey."""

    tag: TagId
    other: TagId
    mm: Size
    sigma_mm: Size


class SurveyFileEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    mat_survey: Literal[1]
    tags: list[SurveyedTagEntry]
    lens: SurveyLensEntry
    ruler: SurveyRulerEntry | None = None
    place_scale: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)] = 1.0
    """By which the table file's distances were multiplied when the mat was surveyed."""


def read_surveyed_layout(path: Path, nominal: MatLayout) -> MatLayout:
    """The table file's layout with the tags as surveyed; tags that the survey refuted are not in it."""
    return read_or_name_copy(path, lambda one: _read_layout(one, nominal))


def _read_layout(path: Path, nominal: MatLayout) -> MatLayout:
    entry = read_toml(path, SurveyFileEntry)
    stated = {(tag.family, tag.tag): tag for tag in nominal.tags}
    # Since the survey somebody may have proven another scale of the print.
    since = nominal.place_scale / entry.place_scale
    tags = []
    for index, found in enumerate(entry.tags):
        was = stated.pop((found.family, found.tag), None)
        yaw = math.radians(found.yaw_deg)
        at = MatTag(found.family, found.tag, found.size_mm, found.x_mm, found.y_mm, yaw)
        at = scaled_tag(at, since, since, nominal)
        off = math.inf if was is None else math.hypot(at.x_mm - was.x_mm, at.y_mm - was.y_mm)
        if off > OTHER_MAT_MM:
            what = Message("twice, or not in the table file's mat")
            if was is not None:
                what = Message("{off_mm:.0f} mm from the table file's place", off_mm=off)
            where, tag = f"{path}: tags[{index}].tag", f"{found.tag} ({found.family})"
            raise bad_file(where, "got {tag} {what}; expected a survey of this mat", tag=tag, what=what)
        tags.append(at)
    columns = len(entry.tags[0].errors[0]) if entry.tags and entry.tags[0].errors else 0
    errors = _stacked(path, [tag.errors for tag in entry.tags], columns, "errors")
    by_lens = _stacked(path, [tag.by_lens for tag in entry.tags], len(PARAMETERS), "by_lens")
    places = SurveyedPlaces(errors, by_lens, _lens(path, entry.lens))
    # A ruler's distance in the survey has proven its scale; what it left open stands in its errors.
    is_proven = entry.ruler is not None and since == 1.0
    doubt = 0.0 if is_proven else nominal.print_scale_sigma
    return replace(nominal, tags=tuple(tags), surveyed=places, print_scale_sigma=doubt)


def _stacked(path: Path, blocks: list[list[Row]], columns: int, field: str) -> Floats:
    for index, rows in enumerate(blocks):
        if len(rows) != len(PLACE) or any(len(row) != columns for row in rows):
            where = f"{path}: tags[{index}].{field}"
            raise bad_file(where, "expected {count} rows of {columns} numbers", count=len(PLACE), columns=columns)
    return np.array(blocks, dtype=np.float64).reshape(len(blocks), len(PLACE), columns)


def _lens(path: Path, entry: SurveyLensEntry) -> Lens:
    count = len(PARAMETERS)
    rows = [entry.values, *entry.covariance]
    if len(rows) != count + 1 or any(len(row) != count for row in rows):
        raise bad_file(
            f"{path}: lens", "expected {count} values and a covariance of {count} rows of {count}", count=count
        )
    covariance = np.array(entry.covariance, dtype=np.float64)
    if not np.allclose(covariance, covariance.T) or (np.diag(covariance) < 0).any():
        raise bad_file(f"{path}: lens.covariance", "expected a symmetric matrix without negative variances")
    fx, fy, cx, cy, *bend = entry.values
    return Lens(entry.width_px, entry.height_px, fx, fy, cx, cy, tuple(bend), covariance, entry.projection)


def write_surveyed_layout(path: Path, layout: MatLayout, ruler: RulerDistance | None = None) -> None:
    """`ruler`: the distance by hand that went into the survey."""
    write_text_safely(path, surveyed_text(layout, ruler), keep_if=lambda old: read_toml(old, SurveyFileEntry))


def surveyed_text(layout: MatLayout, ruler: RulerDistance | None = None) -> str:
    places = layout.surveyed
    assert places is not None
    lens = places.lens
    lines = [
        '# Made by tableassist survey. A table file uses it by `survey = "this file"` in its [mat].',
        "format = 1",
        "mat_survey = 1",
        *([] if layout.place_scale == 1.0 else [f"place_scale = {layout.place_scale:.10g}"]),
    ]
    if ruler is not None:
        fields = f"tag = {ruler.tag}, other = {ruler.other}, mm = {ruler.mm:.6f}, sigma_mm = {ruler.sigma_mm:.6f}"
        lines.append(f"ruler = {{ {fields} }}")
    for tag, errors, by_lens in zip(layout.tags, places.factor, places.by_lens, strict=True):
        lines += [
            "",
            "[[tags]]",
            f"tag = {tag.tag}",
            f'family = "{tag.family}"',
            f"x_mm = {tag.x_mm:.6f}",
            f"y_mm = {tag.y_mm:.6f}",
            f"yaw_deg = {math.degrees(tag.yaw_rad):.8f}",
            f"size_mm = {tag.size_mm:.6f}",
            f"errors = {_rows(errors, '.10g')}",
            f"by_lens = {_rows(by_lens, '.10g')}",
        ]
    values = np.array([[lens.fx, lens.fy, lens.cx, lens.cy, *lens.distortion]])
    lines += [
        "",
        "# The lens through which it was surveyed: its errors went into the places.",
        "[lens]",
        f"width_px = {lens.width_px}",
        f"height_px = {lens.height_px}",
        *([] if lens.projection is Projection.PINHOLE else [f'projection = "{lens.projection}"']),
        f"values = {_row(values[0], '.17g')}",
        f"covariance = {_rows(lens.covariance, '.17g')}",
    ]
    return "\n".join(lines) + "\n"


def _rows(matrix: Floats, digits: str) -> str:
    return "[\n" + "".join(f"    {_row(row, digits)},\n" for row in matrix) + "]"


def _row(row: Floats, digits: str) -> str:
    """With a point or an exponent in every number: TOML keeps whole numbers apart, and so may a reader."""
    texts = (format(float(value), digits) for value in row)
    return f"[{', '.join(text if any(c in text for c in '.e') else text + '.0' for text in texts)}]"
