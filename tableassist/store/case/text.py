"""A case file out of a table file and what was judged on it: the poses as measured, the rulings as made."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array

from tableassist.geometry import Floats
from tableassist.rulebook import Ruling, Scene
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.store.case.file import TABLE_FIELDS
from tableassist.store.files.toml_file import FORMAT

HEAD = (
    "Made by tableassist case, of a real table. Correct what is expected below to what is right,",
    "say why in one sentence, and it is a case for tests/cases.",
)
MEASURED_DIGITS = 2


def case_text(raw_table: Mapping[str, Any], scene: Scene, rulings: Iterable[Ruling], *, why: str) -> str:
    """`raw_table` is the table file as it was parsed; `rulings` those that the case is about."""
    document = tomlkit.document()
    for line in HEAD:
        document.add(tomlkit.comment(line))
    document.add("format", tomlkit.item(FORMAT))
    document.add("why", tomlkit.item(why))
    mat = raw_table["mat"]
    document.add("table_mm", tomlkit.item([float(mat["width_mm"]), float(mat["height_mm"])]))
    for name in TABLE_FIELDS:
        if name in raw_table:
            document.add(name, tomlkit.item(raw_table[name]))
    document.add("pieces", _tables(_piece(raw, scene) for raw in raw_table.get("pieces", ())))
    document.add("expected", _tables(_expected(ruling) for ruling in rulings))
    return tomlkit.dumps(document)


def _tables(rows: Iterable[dict[str, Any]]) -> AoT | Array:
    tables = tomlkit.aot()
    for row in rows:
        table = tomlkit.table()
        for key, value in row.items():
            table.add(key, value)
        tables.append(table)
    return tables if len(tables) else tomlkit.array()


def _piece(raw: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """As in the table file, with a pose in place of its tags."""
    row = {key: value for key, value in raw.items() if key != "tags"}
    placed = scene.find(str(raw["id"]))
    return row if placed is None else {**row, **_pose(placed)}


def _pose(placed: PlacedPiece) -> dict[str, Any]:
    pose = placed.pose.pose
    return {
        "x_mm": round(pose.x_mm, 5),
        "y_mm": round(pose.y_mm, 5),
        "heading_deg": round(math.degrees(pose.heading_rad), 6),
        "own": _matrix(placed.pose.own),
        "shared": _matrix(placed.pose.shared),
        **({"hidden_s": round(placed.hidden_s, 3)} if placed.hidden_s else {}),
    }


def _matrix(rows: Floats) -> Array:
    """One line a row."""
    matrix = tomlkit.array().multiline(True)
    for row in rows:
        matrix.append([float(f"{value:.9g}") for value in row])
    return matrix


def _expected(ruling: Ruling) -> dict[str, Any]:
    row: dict[str, Any] = {"rule": ruling.rule, "subject": ruling.subject, "target": ruling.target}
    if ruling.cannon is not None:
        row["cannon"] = ruling.cannon
    row["verdict"] = ruling.verdict.value
    if ruling.measured_mm is not None:
        row["measured_mm"] = round(ruling.measured_mm, MEASURED_DIGITS)
    if ruling.witness is not None and ruling.witness.blocker is not None:
        row["blocker"] = ruling.witness.blocker
    return row
