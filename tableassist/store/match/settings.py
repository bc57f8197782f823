"""The settings of a match, exactly as they were judged by: parts as JSON that read back the same to the last digit.

A part that has not changed (most often all but the notes of the state) is the same text, and is stored once. What is
read is checked as a table file would be: matches come from strangers.
"""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec
import numpy as np

from tableassist.messages import template
from tableassist.pieces import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import EDITIONS, RuleSettings, with_edition
from tableassist.rulebook.engine import ALL_HOUSE_RULES
from tableassist.scene.facts import Confirmation, Confirmations
from tableassist.store.files.problems import bad_file, not_ours, too_large
from tableassist.store.files.toml_file import convert, not_known
from tableassist.store.models.entry import ModelEntry, entry_of
from tableassist.store.models.file import checked_model
from tableassist.store.table.entry import MOST_PIECES, MOST_TAGS
from tableassist.store.table.notes import TableNotes, notes_of
from tableassist.store.table.table_state import table_state
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.appearance import NUMBERS, ZONES
from tableassist.vision.registration.mat_layout import MatLayout

PARTS = ("name", "mat", "camera", "pieces", "rules", "ledger")
"""The part of the state is called `ledger` in files, since the first version."""
OPTIONAL_PARTS = ("confirmations", "more_cameras")
"""Left out where there are none, and by versions that knew none."""
MOST_BYTES = 4_000_000
"""Of one part."""
LARGEST = 1e9
MOST_CAMERAS = 3
"""Besides the first."""
SIZES_OF_LENS = (16, 100_000)
T = TypeVar("T")
StoredRules = msgspec.defstruct(
    "StoredRules",
    [
        (name, kind, getattr(RuleSettings(), name))
        for name, kind in get_type_hints(RuleSettings).items()
        if name != "edition"
    ],
)
"""All settings but the edition, of which the name is enough."""


def settings_parts(settings: TableSettings) -> dict[str, bytes]:
    parts = {part: getattr(settings, part) for part in PARTS if part != "ledger"}
    parts["ledger"] = notes_of(settings.state)
    # An edition is known by its name; the house rules beside it say what this table has changed of it.
    rules = {each.name: getattr(settings.rules, each.name) for each in fields(settings.rules)}
    parts["rules"] = {**rules, "edition": {"name": settings.rules.edition.name}}
    if settings.confirmations:
        parts["confirmations"] = settings.confirmations
    if settings.more_cameras:
        parts["more_cameras"] = settings.more_cameras
    encoder = msgspec.json.Encoder(enc_hook=_array_entry, order="deterministic")
    return {part: encoder.encode(value) for part, value in parts.items()}


def settings_from(parts: Mapping[str, bytes], where: Path) -> TableSettings:
    name, rules = _decoded(parts, "name", str, where), _rules(parts, where)
    pieces = _decoded(parts, "pieces", tuple[Piece, ...], where)
    notes = _decoded(parts, "ledger", TableNotes, where)
    settings = TableSettings(
        name=name,
        mat=_decoded(parts, "mat", MatLayout, where),
        camera=_decoded(parts, "camera", CameraProfile, where),
        pieces=pieces,
        rules=rules,
        state=table_state(pieces, notes, rules, name=name),
        confirmations=_confirmations(parts, where),
        more_cameras=_decoded(parts, "more_cameras", tuple[CameraProfile, ...], where)
        if "more_cameras" in parts
        else (),
    )
    return _checked(settings, where)


def _confirmations(parts: Mapping[str, bytes], where: Path) -> Confirmations:
    if "confirmations" not in parts:
        return {}
    confirmations = _decoded(parts, "confirmations", dict[str, Confirmation], where)
    if len(confirmations) > MOST_PIECES:
        what = template("got confirmations of more than {most} pieces")
        raise bad_file(f"{where}: settings: confirmations", what, most=MOST_PIECES)
    return confirmations


def _array_entry(value: object) -> object:
    if isinstance(value, np.ndarray):
        return {"shape": value.shape, "values": value.ravel().tolist()}
    raise NotImplementedError(type(value))


def _array(_kind: type, entry: Any) -> object:
    values, shape = np.asarray(entry["values"], dtype=np.float64), tuple(entry["shape"])
    if not all(isinstance(size, int) and size >= 0 for size in shape):
        raise ValueError("the shape of an array")
    return values.reshape(shape)


def _decoded(parts: Mapping[str, bytes], part: str, kind: type[T], where: Path) -> T:
    """Of numbers only: JSON knows no nan, and what is beyond reason is refused."""
    content = parts.get(part, b"")
    if len(content) > MOST_BYTES:
        raise too_large(f"{where}: settings: {part}", len(content), MOST_BYTES)
    try:
        _check_numbers(msgspec.json.decode(content))
        return msgspec.json.decode(content, type=kind, dec_hook=_array)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError, OverflowError) as problem:
        raise not_ours(f"{where}: settings: {part}", problem) from None


def _check_numbers(raw: object) -> None:
    if isinstance(raw, dict):
        raw = list(raw.values())
    if isinstance(raw, list):
        for value in raw:
            _check_numbers(value)
    elif isinstance(raw, int | float) and not abs(raw) <= LARGEST:
        raise ValueError(f"got {raw:.3g}, expected a number within {LARGEST:g}")


def _rules(parts: Mapping[str, bytes], where: Path) -> RuleSettings:
    """Older versions wrote some of the edition's values beside its name; all of them follow from the name, the add-on
    and the house rules."""
    edition = _decoded(parts, "rules", dict[str, Any], where).get("edition")
    name = str(edition.get("name")) if isinstance(edition, dict) else str(edition)
    if not isinstance(edition, dict) or name not in EDITIONS:
        raise bad_file(f"{where}: settings: rules: edition", not_known(f"'{name[:200]}'", None, EDITIONS))
    rules = RuleSettings(**msgspec.structs.asdict(_decoded(parts, "rules", StoredRules, where)))
    for rule in ALL_HOUSE_RULES:
        problem = rule.problem(rules.house[rule.name]) if rule.name in rules.house else None
        if problem is not None:
            raise bad_file(f"{where}: settings: rules: {rule.name}", problem)
    return with_edition(rules, EDITIONS[name])


def _checked(settings: TableSettings, where: Path) -> TableSettings:
    if len(settings.pieces) > MOST_PIECES or len(settings.mat.tags) > MOST_TAGS:
        what = template("got more than {pieces} pieces or {tags} tags on the mat")
        raise bad_file(f"{where}: settings", what, pieces=MOST_PIECES, tags=MOST_TAGS)
    if len({piece.id for piece in settings.pieces}) != len(settings.pieces):
        raise bad_file(f"{where}: settings: pieces", "got an id twice, expected each id once")
    if not min(settings.mat.width_mm, settings.mat.height_mm) > 0:
        raise bad_file(f"{where}: settings: mat", "got a size of zero or less")
    if not 0 < settings.rules.ruler.short_mm < settings.rules.ruler.long_mm < 10_000:
        raise bad_file(f"{where}: settings: rules", "got a ruler whose lengths make no sense")
    if len(settings.more_cameras) > MOST_CAMERAS:
        raise bad_file(f"{where}: settings: more_cameras", "got more than {most} cameras", most=MOST_CAMERAS)
    for camera in (settings.camera, *settings.more_cameras):
        _check_lens(camera, where)
    for piece in settings.pieces:
        _check_piece(piece, where)
    return settings


def _check_lens(camera: CameraProfile, where: Path) -> None:
    lens = camera.lens
    if lens is None:
        return
    low, high = SIZES_OF_LENS
    fits = len(lens.distortion) == 8 and lens.covariance.shape == (12, 12) and lens.fx > 0 and lens.fy > 0
    if not (fits and low <= lens.width_px <= high and low <= lens.height_px <= high):
        raise bad_file(f"{where}: settings: camera", "got a lens that is not in tableassist's format")


def _check_piece(piece: Piece, where: Path) -> None:
    """By what a model file is held to."""
    model = piece.model
    checked_model(where, convert(where, msgspec.to_builtins(entry_of(model)), ModelEntry))
    if any(not 0 <= (cannon.mast or 0) <= model.upright_count for cannon in piece.cannons):
        raise bad_file(f"{where}: settings: {piece.id!r}", "got a cannon on a mast that is not there")
    if max(len(piece.mounts), len(piece.cannons), len(piece.effects), len(piece.keywords)) > MOST_TAGS:
        raise bad_file(f"{where}: settings: {piece.id!r}", "got more tags or cannons than a piece can have")
    if len(piece.hull_colours) not in (0, ZONES * NUMBERS):
        raise bad_file(f"{where}: settings: {piece.id!r}", "got colours of a hull that are not in tableassist's format")
