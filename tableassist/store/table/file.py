"""The table file: mat, camera, rules, players and pieces, as TOML."""

import math
from dataclasses import dataclass
from pathlib import Path

from tableassist.messages import template
from tableassist.pieces.physical import scale_piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.camera.mat_layout_file import read_surveyed_layout
from tableassist.store.camera.profile_file import TYPICAL, find_camera
from tableassist.store.files.last_good_copy import read_or_name_copy
from tableassist.store.files.path_beside import path_beside
from tableassist.store.files.toml_file import FORMAT, load_toml, made_by_newer, parse_toml
from tableassist.store.files.toml_sift import Sifted
from tableassist.store.table.entry import DiceEntry, MatEntry, MatTagEntry, MountEntry, TableEntry
from tableassist.store.table.notes import read_notes
from tableassist.store.table.pieces import piece_of
from tableassist.store.table.problem import Findings
from tableassist.store.table.rules import rule_settings
from tableassist.store.table.table_state import table_state
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.dice.corner import TAGS, USUAL_EDGES_MM, DiceCorner, printed_corner
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.print_scale import (
    TRUE_TO_SIZE,
    UNPROVEN,
    PrintScale,
    piece_tag_scale,
    piece_tag_scale_sigma,
    to_scale,
)

UNKNOWN_MM = 100_000.0
STAND_INS: dict[type, dict[str, object]] = {
    TableEntry: {"format": FORMAT, "name": "?", "camera": TYPICAL, "mat": MatEntry(UNKNOWN_MM, UNKNOWN_MM, [])},
    MatEntry: {"width_mm": UNKNOWN_MM, "height_mm": UNKNOWN_MM, "tags": []},
}
"""So that a mistake in one of these does not hide the mistakes in the rest; nobody plays on them."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadTable:
    """What could be made of a table file; without errors it is all of it."""

    settings: TableSettings
    entry: TableEntry
    sifted: Sifted


def read_table(path: Path, *, surveyed: bool = True, to_print: bool = False) -> TableSettings:
    """`surveyed` False: the mat as it was meant to be, even where it has been surveyed. `to_print`: all sizes as they
    stand in the file, whatever the last print made of them."""
    return read_or_name_copy(
        path, lambda one: _without_errors(load_toml(one), one, surveyed=surveyed, to_print=to_print)
    ).settings


def read_whole_table(path: Path) -> ReadTable:
    """With what only the file says, beside the settings."""
    return read_or_name_copy(path, lambda one: table_of_raw(load_toml(one), one))


def table_of_raw(raw: dict[str, object], path: Path) -> ReadTable:
    """As if this stood in the file."""
    return _without_errors(raw, path, surveyed=True)


def settings_of_text(path: Path, text: str, *, surveyed: bool = True) -> TableSettings:
    """As if `text` stood in the file."""
    return _without_errors(parse_toml(path, text), path, surveyed=surveyed).settings


def _without_errors(raw: dict[str, object], path: Path, *, surveyed: bool, to_print: bool = False) -> ReadTable:
    findings = Findings(path)
    read = read_leniently(raw, findings, surveyed=surveyed, to_print=to_print)
    findings.raise_first()
    assert read is not None
    return read


def read_leniently(
    raw: dict[str, object], findings: Findings, *, surveyed: bool = True, to_print: bool = False
) -> ReadTable | None:
    """Goes on after each mistake, as far as anything is left to read."""
    made_by = raw.get("format")
    if isinstance(made_by, int) and made_by > FORMAT:
        findings.error("format", made_by_newer(made_by, FORMAT))
        return None
    if "game" in raw:
        findings.error("game", template("this is a card table, expected a table of ships and islands"))
        return None
    sifted = Sifted(findings.error, STAND_INS)
    entry = sifted.struct(raw, TableEntry, "")
    if not isinstance(entry, TableEntry):
        return None
    rules = rule_settings(entry, findings)
    _check_ids(entry, sifted, findings)
    _check_tags(entry, sifted, findings)
    pieces = tuple(piece for each in entry.pieces if (piece := piece_of(each, sifted, findings)) is not None)
    print_scale = TRUE_TO_SIZE if to_print else _print_scale(entry.mat)
    nominal = _nominal(entry.mat)
    scale, scale_sigma = piece_tag_scale(nominal, print_scale), piece_tag_scale_sigma(nominal, print_scale)
    pieces = tuple(scale_piece(piece, scale, scale_sigma) for piece in pieces)
    settings = TableSettings(
        name=entry.name,
        mat=_mat(entry.mat, to_scale(nominal, print_scale), findings, surveyed=surveyed),
        camera=_camera(entry.camera, findings),
        more_cameras=tuple(_camera(name, findings, "more_cameras") for name in entry.more_cameras),
        pieces=pieces,
        rules=rules,
        state=table_state(pieces, read_notes(entry, pieces, sifted, findings), rules, name=entry.name),
        print_scale=print_scale,
        dice=None if entry.dice is None else _dice(entry.dice, scale),
    )
    return ReadTable(settings, entry, sifted)


def _camera(name: str, findings: Findings, field: str = "camera") -> CameraProfile:
    with findings.caught(field):
        if name.endswith(".toml"):
            path_beside(name, asked_in=findings.path, field=field)
        return find_camera(name, asked_in=findings.path)
    return find_camera(TYPICAL, asked_in=findings.path)


def _nominal(entry: MatEntry) -> MatLayout:
    tags = tuple(
        MatTag(tag.family, tag.tag, tag.size_mm, tag.x_mm, tag.y_mm, math.radians(tag.yaw_deg)) for tag in entry.tags
    )
    return MatLayout(entry.width_mm, entry.height_mm, tags, entry.placement_sigma_mm)


def _print_scale(entry: MatEntry) -> PrintScale:
    proof = entry.print_scale
    return UNPROVEN if proof is None else PrintScale(proof.scale, proof.sigma, proof.proven_by)


def _mat(entry: MatEntry, nominal: MatLayout, findings: Findings, *, surveyed: bool) -> MatLayout:
    if entry.survey is None or not surveyed:
        return nominal
    with findings.caught("mat.survey"):
        path_beside(entry.survey, asked_in=findings.path, field="mat.survey")
        return read_surveyed_layout(findings.path.parent / entry.survey, nominal)
    return nominal


def _dice(entry: DiceEntry, scale: float) -> DiceCorner:
    """The sheet came out of the same printer as the pieces' tags."""
    edges = USUAL_EDGES_MM if entry.edge_mm is None else (entry.edge_mm, entry.edge_mm)
    return printed_corner(first_tag=entry.first_tag, family=entry.family, edges_mm=edges).scaled(scale)


def _check_ids(entry: TableEntry, sifted: Sifted, findings: Findings) -> None:
    seen: set[str] = set()
    for piece in entry.pieces:
        if piece.id in seen:
            findings.error(f"{sifted.where(piece)}.id", "got '{id}' a second time, expected each id once", id=piece.id)
        seen.add(piece.id)


def _check_tags(entry: TableEntry, sifted: Sifted, findings: Findings) -> None:
    """A tag stands for one place only."""
    places: dict[tuple[str, int], str] = {}
    named: list[MatTagEntry | MountEntry] = [*entry.mat.tags]
    named += [tag for piece in entry.pieces for tag in piece.tags]
    for tag in named:
        where = sifted.where(tag)
        key = tag.family, tag.tag
        if (other := places.setdefault(key, where)) != where:
            what = template("got {tag} ({family}), already used by {other}")
            findings.error(f"{where}.tag", what, family=key[0], tag=key[1], other=other)
    if entry.dice is None:
        return
    for number in range(entry.dice.first_tag, entry.dice.first_tag + TAGS):
        if (other := places.get((entry.dice.family, number), "")) != "":
            what = template("got tags {first} to {last} ({family}), of which {tag} is already used by {other}")
            first = entry.dice.first_tag
            got = {"first": first, "last": first + TAGS - 1, "family": entry.dice.family, "tag": number}
            findings.error("dice.first_tag", what, other=other, **got)
