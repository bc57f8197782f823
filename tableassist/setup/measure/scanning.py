"""A piece's outline, or the ruler, from pictures of the table."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np
import tomlkit
from shapely import Polygon

from tableassist.capture import read_picture
from tableassist.errors import BadFileError, BadRequestError
from tableassist.geometry import PiecePoints
from tableassist.messages import Message, Text, template, tr
from tableassist.pieces import TERRAIN_KINDS, Grade, MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.pieces.physical import PieceOutline
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.plate_places import measure_plates, place_piece, with_loose_plates
from tableassist.setup.measure.scan_frames import Tell, gather
from tableassist.store.files import check_picture_name, pick, write_picture
from tableassist.store.models import write_model
from tableassist.store.table import read_table
from tableassist.store.table_edit import mount_fields, set_mounts, set_outline, set_value
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.outline.card import CardSize, measure_card
from tableassist.vision.outline.model import bound_mounts, centred, scanned_model
from tableassist.vision.outline.picture import outline_picture
from tableassist.vision.outline.trace import TracedOutline, is_tall, occupied_radius, trace
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.registration.registration import Registration

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
    out: Path | None = None
    """The model file to write; with `scan_islands` a folder for all of them. None: only the table file is updated."""
    piece: str | None = None
    new: ScannedPiece | None = None
    kind: str | None = None
    empty: Path | None = None
    picture: Path | None = None
    update: bool = False
    edit: bool = False


@dataclass(frozen=True, slots=True)
class Scan:
    """A piece as it was traced; nothing is written yet."""

    request: ScanRequest
    piece: Piece
    traced: TracedOutline


@dataclass(frozen=True, slots=True)
class RefusedScan:
    """A piece that could not be traced."""

    piece: Piece
    reason: Text


@dataclass(frozen=True, slots=True)
class SavedScan:
    model: PieceModel
    mounts: tuple[TagMount, ...]
    in_table: bool
    """Whether the table file has the outline now."""
    plates_measured: bool
    """Whether it has the places of the plates, too: the outline was traced against them."""


def check_request(request: ScanRequest) -> None:
    """What was asked for must be one thing, and have somewhere to go."""
    if request.piece is None and request.new is None:
        raise BadRequestError("scan: got nothing to scan, expected --piece ID, --islands, --tag NUMBER or --card")
    if request.out is None and (request.new is not None or not request.update):
        raise BadRequestError("scan: --out: missing, expected a name that ends in .toml, or --update")
    if request.out is not None and request.out.suffix != ".toml":
        raise BadRequestError("scan: --out: got {path}, expected a name that ends in .toml", path=request.out)
    if request.picture is not None:
        check_picture_name(request.picture, "--picture")


def scan_piece(request: ScanRequest, tell: Tell) -> Scan:
    check_request(request)
    settings = read_table(request.table)
    piece = _piece(request, settings)
    others = tuple(other for other in settings.pieces if other.id != piece.id)
    reader = ScanReader(settings, (_loose(piece), *others))
    frames = gather(request.source, reader, (piece,), tell)
    piece = piece if is_tall(piece) else measure_plates(piece, frames)
    views = _views(piece, others, frames)
    traced = trace(piece, views, empty=_empty(request, reader), shape_known=request.new is None)
    _check_alone(piece, others, frames, traced)
    return Scan(request, piece, traced)


def scan_islands(request: ScanRequest, tell: Tell) -> tuple[Scan | RefusedScan, ...]:
    """Trace every flat piece of the table from the same pictures.

    Printed islands are left out: their outline is the cutting line.
    """
    settings = read_table(request.table)
    flat = tuple(piece for piece in settings.pieces if _is_scannable(piece))
    if not flat:
        raise BadRequestError("scan --islands: {table} has no cardboard island with a tag", table=request.table)
    if request.out is None and not request.update:
        raise BadRequestError("scan --islands: nowhere to save the outlines, expected --update or --out FOLDER")
    if request.out is not None:
        request.out.mkdir(parents=True, exist_ok=True)
    reader = ScanReader(settings, tuple(_loose(piece) for piece in settings.pieces))
    frames = gather(request.source, reader, flat, tell)
    empty = _empty(request, reader)
    scans: list[Scan | RefusedScan] = []
    for in_table in flat:
        others = tuple(other for other in settings.pieces if other.id != in_table.id)
        shown = tuple(frame for frame in frames if in_table.id in frame.placed.poses)
        piece = measure_plates(in_table, shown)
        out = None if request.out is None else request.out / f"{piece.id}.toml"
        own = replace(request, piece=piece.id, out=out)
        if not shown:
            problem = Message("{name}: its tag is not read in any picture", name=piece.name)
            scans.append(RefusedScan(piece, problem))
            continue
        try:
            traced = trace(piece, _views(piece, others, shown), empty=empty)
            _check_alone(piece, others, shown, traced)
        except BadRequestError as refusal:
            scans.append(RefusedScan(piece, refusal.message))
        else:
            scans.append(Scan(own, piece, traced))
    return tuple(scans)


def _loose(piece: Piece) -> Piece:
    return piece if is_tall(piece) or piece.is_printed else with_loose_plates(piece)


def _is_scannable(piece: Piece) -> bool:
    flat = piece.model.kind is PieceKind.ISLAND or piece.model.kind in TERRAIN_KINDS
    return flat and bool(piece.mounts) and not is_tall(piece) and not piece.is_printed


def _views(piece: Piece, others: tuple[Piece, ...], frames: tuple[ScanFrame, ...]) -> tuple[OutlineView, ...]:
    """The frames as the tracer takes them: where the piece is, and what else is on the mat."""
    views = []
    for one in frames:
        occupied = []
        for other in others:
            placed = one.placed.poses.get(other.id)
            if placed is not None:
                radius = occupied_radius(other, one.registration, placed.pose)
                occupied.append((placed.pose.x_mm, placed.pose.y_mm, radius))
        pose = one.placed.poses[piece.id].pose
        if not is_tall(piece):
            pose = place_piece(piece, one) or pose
        views.append(OutlineView(one.frame.image, one.registration, pose, tuple(occupied)))
    return tuple(views)


def save_scan(scan: Scan) -> SavedScan:
    """Write the model's file, if one is asked for, and with `update` the outline and plates into the table file."""
    request, piece, traced = scan.request, scan.piece, scan.traced
    points, mounts = (traced.points, piece.mounts) if request.new is None else centred(traced.points, piece.mounts)
    kind = _kind(request, piece.model.kind)
    name = piece.model.name if request.out is None else request.out.stem
    model = scanned_model(piece.model, points, traced.sigma_mm, name=name, kind=kind)
    if request.out is not None:
        comment = (
            f"{piece.name}, scanned from {len(traced.views)} pictures by tableassist. Its rim is known to "
            f"{model.sigma_mm:.2f} mm (one sigma)."
        )
        write_model(request.out, model, grade=Grade.SCANNED, comment=comment)
    if request.picture is not None:
        title = tr("{piece}: scanned from {count} pictures", piece=piece.name, count=len(traced.views))
        write_picture(request.picture, outline_picture(traced, traced.points, title=title, z_mm=model.height_mm))
    if request.new is not None or not request.update:
        return SavedScan(model, mounts, False, False)
    set_outline(request.table, piece.id, PieceOutline(model.hull, model.sigma_mm, Grade.SCANNED))
    # A ship's tags are measured on the jig; her scan does not tell more of them.
    plates_measured = not is_tall(piece)
    if plates_measured:
        set_mounts(request.table, piece.id, bound_mounts(piece.mounts))
    return SavedScan(model, mounts, True, plates_measured)


def _piece(request: ScanRequest, settings: TableSettings) -> Piece:
    """The table's piece; or a stand-in for a new one, whose frame is its tag's."""
    if request.new is None:
        known = {piece.id: piece for piece in settings.pieces}
        piece = known[pick(request.table, "--piece", request.piece or "", known)]
        if not piece.mounts:
            what = template("scan {id}: has no tag in {table}, expected one that is seen")
            raise BadRequestError(what, id=piece.id, table=request.table)
        return piece
    new = request.new
    for piece in settings.pieces:
        if any((mount.family, mount.tag) == (new.family, new.tag) for mount in piece.mounts):
            raise BadRequestError("--tag {tag}: belongs to '{id}', expected --piece {id}", tag=new.tag, id=piece.id)
    if any((tag.family, tag.tag) == (new.family, new.tag) for tag in settings.mat.tags):
        raise BadRequestError("--tag {tag}: belongs to the mat, expected the tag of a piece", tag=new.tag)
    assert request.out is not None  # check_request asks for it
    name = request.out.stem
    half = new.size_mm / 2
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    kind = _kind(request, PieceKind.ISLAND)
    model = PieceModel(name, kind, square, new.height_mm, (), (), None, 1.0)
    mount = TagMount(new.family, new.tag, new.size_mm, MountKind.PLATE, 0.0, 0.0, new.height_mm, 0.0, 0.05, 0.2, 0.002)
    name = request.piece or name
    return Piece(name, name, model, None, (), (mount,))


def _kind(request: ScanRequest, otherwise: PieceKind) -> PieceKind:
    kind = request.kind
    return otherwise if kind is None else PieceKind(pick(request.table, "--kind", kind, list(PieceKind)))


def _empty(request: ScanRequest, reader: ScanReader) -> tuple[Image, Registration] | None:
    if request.empty is None:
        return None
    seen = reader.look(Frame(read_picture(request.empty), 0, 0, request.empty.name))
    if not isinstance(seen, ScanFrame):
        raise BadFileError("{empty}: {seen}", empty=request.empty, seen=seen)
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
                what = template("scan {id}: {name} touches it in picture {number}, expected the piece on its own")
                raise BadRequestError(what, id=piece.id, name=other.name, number=one.frame.number + 1)


def table_entry(request: ScanRequest, saved: SavedScan) -> str:
    """The lines that put a new piece into the table file."""
    model = saved.model
    assert request.out is not None  # a new piece has a model file
    entry = tomlkit.table()
    entry["id"], entry["name"], entry["model"] = model.name, request.piece or model.name, request.out.name
    tags = tomlkit.array()
    for mount in saved.mounts:
        row = tomlkit.inline_table()
        row.update(mount_fields(mount))
        tags.append(row)
    entry["tags"] = tags
    return "[[pieces]]\n" + tomlkit.dumps(entry)


def scan_card(source: str, table: Path, tell: Tell, *, update: bool) -> tuple[CardSize, str]:
    """L and S by a card of the game that lies flat on the mat; and the line of the table file that says so, which is
    written with `update`."""
    settings = read_table(table)
    frames = gather(source, ScanReader(settings, settings.pieces), (), tell, most=CARD_PICTURES)
    card = measure_card(tuple((one.frame.image, one.registration) for one in frames))
    ruler = tomlkit.inline_table()
    for field, value in (("long_mm", card.long_mm), ("short_mm", card.short_mm), ("sigma_mm", card.sigma_mm)):
        ruler[field] = round(value, 2)
    if update:
        # A table inside one line is a value like any other to tomlkit.
        set_value(table, "ruler", cast(str, ruler))
    return card, f"ruler = {ruler.as_string()}"
