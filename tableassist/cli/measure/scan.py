"""`tableassist scan`: a piece's outline, or the ruler, from pictures of the table."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import tomlkit
from rich.console import Console
from shapely import Polygon

from tableassist.capture.picture import read_picture
from tableassist.cli.measure.scan_frames import expect_frames, gather
from tableassist.errors import BadFileError, BadRequestError
from tableassist.formats.io.toml_file import pick
from tableassist.formats.models.file import write_model
from tableassist.formats.table.edit import mount_fields, set_mounts, set_piece_model, set_value
from tableassist.formats.table.file import read_table
from tableassist.geometry.arrays import PiecePoints
from tableassist.messages import Message
from tableassist.pieces.model import Grade, PieceKind, PieceModel
from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.localisation.registration import Registration
from tableassist.vision.outline.card import measure_card
from tableassist.vision.outline.model import bound_mounts, centred, scanned_model
from tableassist.vision.outline.picture import outline_picture
from tableassist.vision.outline.trace import TracedOutline, is_tall, trace
from tableassist.vision.outline.view import OutlineView

TOUCHING_MM = 1.0
CARD_PICTURES = 8
TAG_MM, CARD_MM = 20.0, 1.0
"""Of a piece that the table file does not know, unless it is said."""


@dataclass(frozen=True, slots=True)
class ScannedPiece:
    """A piece that the table file does not know yet, by its tag."""

    tag: int
    size_mm: float = TAG_MM
    height_mm: float = CARD_MM
    family: str = "36h11"


@dataclass(frozen=True, slots=True)
class ScanRequest:
    source: str
    table: Path
    out: Path
    piece: str | None = None
    new: ScannedPiece | None = None
    kind: str | None = None
    empty: Path | None = None
    picture: Path | None = None
    update: bool = False
    edit: bool = False


def scan_source(
    source: str,
    table: Path,
    out: Path | None,
    *,
    piece: str | None = None,
    new: ScannedPiece | None = None,
    kind: str | None = None,
    empty: Path | None = None,
    picture: Path | None = None,
    update: bool = False,
    edit: bool = False,
    card: bool = False,
) -> int:
    """The exit code. What was asked for must be one thing: a piece, a new tag, or a card."""
    if card:
        if piece is not None or new is not None:
            raise BadRequestError("scan: got --card and a piece, expected one of them")
        scan_card(source, table, update=update)
        return 0
    if piece is None and new is None:
        raise BadRequestError("scan: got nothing to scan, expected --piece ID, --tag NUMBER or --card")
    if out is None or out.suffix != ".toml":
        raise BadRequestError(f"scan: --out: got {str(out) if out else 'nothing'}, expected a name that ends in .toml")
    return scan_piece(ScanRequest(source, table, out, piece, new, kind, empty, picture, update, edit))


def scan_piece(request: ScanRequest) -> int:
    """0: the model is written. 1: the person who looked at it said no."""
    console = Console()
    settings = read_table(request.table)
    piece = _piece(request, settings)
    if request.update:
        _name_in_table(request)
    others = tuple(other for other in settings.pieces if other.id != piece.id)
    tag_source = ScanReader(settings, (piece, *others))
    gathered = gather(request.source, tag_source, piece, console)
    frames = expect_frames(gathered, request.source, lambda words: _say(console, f"! {words}", "yellow"))
    views = tuple(OutlineView(one.frame.image, one.registration, one.placed.poses[piece.id].pose) for one in frames)
    traced = trace(piece, views, empty=_empty(request, tag_source), shape_known=request.new is None)
    _check_alone(piece, others, frames, traced)
    points = _edited(piece, traced) if request.edit else traced.points
    if points is None:
        _say(console, "not saved", "yellow")
        return 1
    if points is not traced.points:
        traced = replace(traced, points=points)
    _write(request, piece, traced, console)
    return 0


def _piece(request: ScanRequest, settings: TableSettings) -> Piece:
    """The table's piece; or a stand-in for a new one, whose frame is its tag's."""
    if request.new is None:
        known = {piece.id: piece for piece in settings.pieces}
        piece = known[pick(request.table, "--piece", request.piece or "", known)]
        if not piece.mounts:
            raise BadRequestError(f"scan {piece.id}: has no tag in {request.table}, expected one that is seen")
        return piece
    new = request.new
    for piece in settings.pieces:
        if any((mount.family, mount.tag) == (new.family, new.tag) for mount in piece.mounts):
            raise BadRequestError(f"--tag {new.tag}: belongs to '{piece.id}', expected --piece {piece.id}")
    if any((tag.family, tag.tag) == (new.family, new.tag) for tag in settings.mat.tags):
        raise BadRequestError(f"--tag {new.tag}: belongs to the mat, expected the tag of a piece")
    half = new.size_mm / 2
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    kind = _kind(request, PieceKind.ISLAND)
    model = PieceModel(request.out.stem, kind, square, new.height_mm, (), (), None, 1.0)
    mount = TagMount(new.family, new.tag, new.size_mm, MountKind.PLATE, 0.0, 0.0, new.height_mm, 0.0, 0.05, 0.2, 0.002)
    name = request.piece or request.out.stem
    return Piece(name, name, model, None, (), (mount,))


def _kind(request: ScanRequest, otherwise: PieceKind) -> PieceKind:
    return (
        otherwise if request.kind is None else PieceKind(pick(request.table, "--kind", request.kind, list(PieceKind)))
    )


def _empty(request: ScanRequest, tag_source: ScanReader) -> tuple[Image, Registration] | None:
    if request.empty is None:
        return None
    seen = tag_source.look(Frame(read_picture(request.empty), 0, 0, request.empty.name))
    if isinstance(seen, Message):
        raise BadFileError("{path}: {problem}", path=request.empty, problem=seen)
    return seen.frame.image, seen.registration


def _check_alone(piece: Piece, others: tuple[Piece, ...], frames: tuple[ScanFrame, ...], traced: TracedOutline) -> None:
    """Another piece against this one would be traced with it."""
    for one in frames:
        mine = Polygon(one.placed.poses[piece.id].pose.place(traced.points))
        for other in others:
            found = one.placed.poses.get(other.id)
            if found is None:
                continue
            theirs = Polygon(found.pose.place(PiecePoints(np.array(other.model.hull))))
            if mine.distance(theirs) < TOUCHING_MM:
                raise BadRequestError(
                    f"scan {piece.id}: {other.name} lies against it in picture {one.frame.number + 1}, "
                    "expected the piece alone"
                )


def _edited(piece: Piece, traced: TracedOutline) -> PiecePoints | None:
    from tableassist.ui.outline.editor import edit_outline

    return edit_outline(piece.name, traced, z_mm=piece.model.height_mm)


def _write(request: ScanRequest, piece: Piece, traced: TracedOutline, console: Console) -> None:
    points, mounts = (traced.points, piece.mounts) if request.new is None else centred(traced.points, piece.mounts)
    kind = _kind(request, piece.model.kind)
    model = scanned_model(piece.model, points, traced.sigma_mm, name=request.out.stem, kind=kind)
    comment = (
        f"{piece.name}, scanned from {len(traced.views)} pictures by tableassist. Its rim is known to "
        f"{model.sigma_mm:.2f} mm (one sigma)."
    )
    write_model(request.out, model, grade=Grade.SCANNED, comment=comment)
    _report(request, traced, model, console)
    if request.picture is not None:
        title = f"{piece.name}: scanned from {len(traced.views)} pictures"
        _save(request.picture, outline_picture(traced, traced.points, title=title, z_mm=model.height_mm))
        _say(console, f"picture: {request.picture}")
    if request.new is not None:
        _show_entry(request, model, mounts, console)
    elif request.update:
        _update(request, piece, model, console)
    else:
        _say(console, f"--update puts it into {request.table}")


def _report(request: ScanRequest, traced: TracedOutline, model: PieceModel, console: Console) -> None:
    size = np.ptp(np.array(model.hull), axis=0)
    _say(
        console,
        f"{request.out}: {size[0]:.1f} x {size[1]:.1f} mm, {len(model.hull)} points from {len(traced.views)} pictures, "
        f"rim ±{2 * model.sigma_mm:.2f} mm",
        "bold",
    )
    for note in traced.notes:
        _say(console, f"- {note}")


def _name_in_table(request: ScanRequest) -> str:
    try:
        return request.out.resolve().relative_to(request.table.resolve().parent).as_posix()
    except ValueError:
        raise BadRequestError(
            f"--update: {request.out} is not in the folder of {request.table}, where its models must be"
        ) from None


def _update(request: ScanRequest, piece: Piece, model: PieceModel, console: Console) -> None:
    name = _name_in_table(request)
    set_piece_model(request.table, piece.id, name, None)
    if not is_tall(piece) and len(piece.mounts) == 1:
        set_mounts(request.table, piece.id, bound_mounts(piece.mounts))
        _say(console, "its tag's place counts as known: the outline was traced against it")
    _say(console, f"{request.table}: {piece.id} has the model {name}, ±{2 * model.sigma_mm:.2f} mm")


def _show_entry(request: ScanRequest, model: PieceModel, mounts: tuple[TagMount, ...], console: Console) -> None:
    entry = tomlkit.table()
    entry["id"], entry["name"], entry["model"] = model.name, request.piece or model.name, request.out.name
    tags = tomlkit.array()
    for mount in mounts:
        row = tomlkit.inline_table()
        row.update(mount_fields(mount))
        tags.append(row)
    entry["tags"] = tags
    _say(console, f"the piece is new; these lines put it into {request.table}:")
    console.print("\n[[pieces]]\n" + tomlkit.dumps(entry), markup=False, highlight=False, soft_wrap=True)


def scan_card(source: str, table: Path, *, update: bool) -> None:
    """L and S by a card of the game that lies flat on the mat."""
    console = Console()
    settings = read_table(table)
    gathered = gather(source, ScanReader(settings, settings.pieces), None, console, most=CARD_PICTURES)
    frames = expect_frames(gathered, source, lambda words: _say(console, f"! {words}", "yellow"))
    card = measure_card(tuple((one.frame.image, one.registration) for one in frames))
    _say(
        console,
        f"L = {card.long_mm:.2f} mm, S = {card.short_mm:.2f} mm, each ±{2 * card.sigma_mm:.2f} mm, "
        f"from {card.pictures} pictures",
        "bold",
    )
    ruler = tomlkit.inline_table()
    for field, value in (("long_mm", card.long_mm), ("short_mm", card.short_mm), ("sigma_mm", card.sigma_mm)):
        ruler[field] = round(value, 2)
    line = f"ruler = {ruler.as_string()}"
    if update:
        # A table inside one line is a value like any other to tomlkit.
        set_value(table, "ruler", cast(str, ruler))
        _say(console, f"{table}: {line}")
    else:
        _say(console, f"--update puts this line into {table}:")
        _say(console, line)


def _save(path: Path, picture: Image) -> None:
    done, data = cv2.imencode(path.suffix or ".png", picture) if path.suffix in (".png", ".jpg") else (False, None)
    if not done or data is None:
        raise BadRequestError(f"--picture: got '{path.name}', expected a name that ends in .png or .jpg")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be written: {problem.strerror}") from None


def _say(console: Console, words: str, style: str = "default") -> None:
    console.print(words, style=style, markup=False, highlight=False, soft_wrap=True)
