"""Changes in a table file that somebody wrote by hand: comments and order stay, and only what reads is written."""

import math
import re
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.pieces import Grade, TagMount
from tableassist.pieces.physical import LEAN_SIGMA_RAD, PieceOutline, unscale_mount, unscale_outline
from tableassist.store.files.problems import bad_file
from tableassist.store.files.safe_write import write_text_safely
from tableassist.store.files.toml_file import pick
from tableassist.store.table.file import read_table, settings_of_text
from tableassist.vision.hull.appearance import NUMBERS
from tableassist.vision.registration.print_scale import PrintScale

STEP = re.compile(r"([A-Za-z0-9_-]+)(?:\[([^\]]+)\])?")
Value = str | int | float | bool | None


def set_mounts(
    path: Path, piece_id: str, mounts: Sequence[TagMount], hull_colours: Sequence[float | None] | None = None
) -> None:
    """Replace tags of the same family and number, and add the others.

    Their sizes, and on a printed island their places, are true ones; the file has them as they are sent to the printer.
    `hull_colours` go along; empty takes those of the file away, None leaves them.
    """
    settings = read_table(path)
    pieces = {piece.id: piece for piece in settings.pieces}
    with _edited(path) as document:
        piece = _piece(path, document, piece_id)
        for mount in mounts:
            _put_mount(piece, unscale_mount(mount, pieces[piece_id], settings.tag_scale))
        if hull_colours is not None:
            _put_hull_colours(piece, hull_colours)


def set_outline(path: Path, piece_id: str, outline: PieceOutline) -> None:
    """Write what was measured of this very piece; it replaces the model's outline and any sigma given by hand."""
    settings = read_table(path)
    measured = next((piece for piece in settings.pieces if piece.id == piece_id), None)
    if measured is not None:
        outline = unscale_outline(outline, measured, settings.tag_scale)
    with _edited(path) as document:
        piece = _piece(path, document, piece_id)
        piece.pop("outline_sigma_mm", None)
        piece.pop("outline", None)
        table = tomlkit.inline_table() if isinstance(piece, InlineTable) else tomlkit.table()
        table.append("sigma_mm", _short(outline.sigma_mm))
        if outline.grade is not Grade.MEASURED:
            table.append("grade", outline.grade.value)
        if outline.height_mm is not None:
            table.append("height_mm", _short(outline.height_mm))
        table.append("hull_mm", _points(outline.hull, multiline=not isinstance(piece, InlineTable)))
        if outline.hull_sigma_mm:
            table.append("hull_sigma_mm", [_short(sigma) for sigma in outline.hull_sigma_mm])
        if outline.masts:
            table.append("masts_mm", _points(outline.masts, multiline=False))
        if outline.rig_sigma_mm is not None:
            table.append("rig_sigma_mm", _short(outline.rig_sigma_mm))
        if isinstance(table, Table):
            table.add(tomlkit.nl())
        piece["outline"] = table


def _points(points: Sequence[tuple[float, float]], *, multiline: bool) -> Array:
    array = tomlkit.array()
    for x, y in points:
        array.append([round(float(x), 2), round(float(y), 2)])
    return array.multiline(multiline=multiline)


def set_print_scale(path: Path, print_scale: PrintScale) -> None:
    """How large the print came out. Nothing stands in the file for one that nobody has proven."""
    with _edited(path) as document:
        mat = document["mat"]
        assert isinstance(mat, MutableMapping)
        if print_scale.proven_by is None:
            mat.pop("print_scale", None)
            return
        scale, sigma = round(print_scale.scale, 6), round(print_scale.sigma, 6)
        fields: dict[str, Value] = {"proven_by": print_scale.proven_by.value, "scale": scale, "sigma": sigma}
        mat["print_scale"] = _filled(tomlkit.inline_table(), fields)


def set_value(path: Path, dotted_field: str, value: Value) -> None:
    """`mat.survey`, `players[0].points_limit`, `pieces[oxley].name` (by number or id). None takes the field away."""
    with _edited(path) as document:
        *before, last = dotted_field.split(".")
        place: Any = document
        for step in before:
            place = _step(path, place, step, dotted_field)
        if value is None:
            place.pop(last, None)
        else:
            place[last] = value


def name_for_table(command: str, table: Path | None, file: Path) -> str:
    """What the table file will call it. Asked before the work begins: an hour of pictures must not end in a refusal."""
    if table is None:
        raise BadRequestError("{command} --use: no table file given, expected --table TABLE.toml", command=command)
    read_table(table, surveyed=False)
    folder = table.resolve().parent
    if file.suffix != ".toml" or not file.resolve().is_relative_to(folder):
        what = template("{command} --use: got --out {file}, expected a .toml in the folder of {table}")
        raise BadRequestError(what, command=command, file=file, table=table)
    return file.resolve().relative_to(folder).as_posix()


def use_in_table(table: Path, field: str, name: str) -> Message:
    """Writes it into the table file; the words to say so."""
    set_value(table, field, name)
    return Message('{table} now says {field} = "{name}"', table=table, field=field, name=name)


def mount_fields(mount: TagMount) -> dict[str, Value]:
    """As the table file spells them; what is at its default is left out."""
    fields: dict[str, Value] = {
        "tag": mount.tag,
        "size_mm": _short(mount.size_mm),
        "mount": mount.kind.value,
        "x_mm": _short(mount.x_mm),
        "y_mm": _short(mount.y_mm),
        # A plate that lies on the mat may be measured a hair below it.
        "z_mm": _short(max(0.0, mount.z_mm)),
    }
    if mount.yaw_rad:
        fields["yaw_deg"] = _short(math.degrees(mount.yaw_rad))
    if mount.family != "36h11":
        fields["family"] = mount.family
    if mount.mast is not None:
        fields["mast"] = mount.mast
    fields |= {
        "sigma_xy_mm": _short(mount.sigma_xy_mm),
        **({} if mount.sigma_across_mm is None else {"sigma_across_mm": _short(mount.sigma_across_mm)}),
        "sigma_z_mm": _short(mount.sigma_z_mm),
        "sigma_yaw_deg": _short(math.degrees(mount.sigma_yaw_rad)),
    }
    if mount.pivot_x_mm is not None:
        fields["pivot_x_mm"] = _short(mount.pivot_x_mm)
    if mount.slope_x or mount.slope_y:
        fields["slope_x_deg"] = _short(math.degrees(math.atan(mount.slope_x)))
        fields["slope_y_deg"] = _short(math.degrees(math.atan(mount.slope_y)))
    if mount.sigma_slope:
        fields["sigma_slope_deg"] = _short(math.degrees(mount.sigma_slope))
    if mount.sigma_lean_rad != LEAN_SIGMA_RAD:
        fields["sigma_lean_deg"] = _short(math.degrees(mount.sigma_lean_rad))
    return fields


def _short(value: float) -> float:
    """Micrometres, and less than a thousandth of a degree: nobody measures better."""
    return round(float(value), 4)


@contextmanager
def _edited(path: Path) -> Iterator[tomlkit.TOMLDocument]:
    """The file must read before and after; else it stays as it is."""
    read_table(path)
    try:
        document = tomlkit.parse(path.read_bytes().decode("utf-8"))
        yield document
        text = tomlkit.dumps(document)
    except (TOMLKitError, OSError) as problem:
        raise bad_file(path, "cannot be changed: {problem}", problem=problem) from None
    settings_of_text(path, text)
    write_text_safely(path, text, keep_if=read_table)


def _piece(path: Path, document: tomlkit.TOMLDocument, piece_id: str) -> MutableMapping[str, Any]:
    pieces = document.get("pieces", [])
    known = {str(piece["id"]): piece for piece in pieces}
    found: MutableMapping[str, Any] = known[pick(path, "pieces", piece_id, known)]
    return found


def _put_mount(piece: MutableMapping[str, Any], mount: TagMount) -> None:
    fields = mount_fields(mount)
    tags = piece.get("tags")
    if tags is None or (isinstance(tags, Array) and not len(tags)):
        tags = tomlkit.array()
        tags.multiline(multiline=True)
        piece["tags"] = tags
        tags = piece["tags"]
    for index, old in enumerate(tags):
        if (old.get("family", "36h11"), int(old["tag"])) == (mount.family, mount.tag):
            _replace(tags, index, fields)
            return
    if isinstance(tags, AoT):
        tags.append(_filled(tomlkit.table(), fields))
    else:
        tags.append(_filled(tomlkit.inline_table(), fields))
        if "\n" not in tags.as_string():
            tags.multiline(multiline=True)


def _put_hull_colours(piece: MutableMapping[str, Any], colours: Sequence[float | None]) -> None:
    """TOML has no word for what is not known: a part of the hull that could not be told is an empty list."""
    parts = [list(colours[at : at + NUMBERS]) for at in range(0, len(colours), NUMBERS)]
    if parts:
        piece["hull_colours"] = [[] if None in part else part for part in parts]
    else:
        piece.pop("hull_colours", None)


def _replace(tags: Any, index: int, fields: dict[str, Value]) -> None:
    """In its place; in a table of its own, field by field, so that its comments stay."""
    old = tags[index]
    if isinstance(old, Table):
        for name in [name for name in old if name not in fields]:
            del old[name]
        for name, value in fields.items():
            old[name] = value
    else:
        tags[index] = _filled(tomlkit.inline_table(), fields)


def _filled(table: Table | InlineTable, fields: dict[str, Value]) -> Item:
    for name, value in fields.items():
        table.append(name, value)
    return table


def _step(path: Path, place: Any, step: str, dotted_field: str) -> Any:
    match = STEP.fullmatch(step)
    where = {"path": path, "field": dotted_field}
    if match is None or not isinstance(place, MutableMapping):
        what = template("{path}: {field}: got '{step}', expected a field, or a field[number or id]")
        raise BadRequestError(what, step=step, **where)
    name, item = match[1], match[2]
    if name not in place and item is None:
        place[name] = tomlkit.table()
    if name not in place:
        raise BadRequestError("{path}: {field}: got '{name}', expected a field of this table", name=name, **where)
    return place[name] if item is None else _item(path, place[name], item, dotted_field)


def _item(path: Path, items: Any, item: str, dotted_field: str) -> Any:
    if item.isdecimal() and int(item) < len(items):
        return items[int(item)]
    for each in items:
        if item in (each.get("id"), each.get("name")):
            return each
    what = template("{path}: {field}: got [{item}], expected a number below {count} or an id")
    raise BadRequestError(what, path=path, field=dotted_field, item=item, count=len(items))
