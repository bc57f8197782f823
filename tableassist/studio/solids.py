"""The solids of pieces (ships, forts, creatures, terrain) and of things on the table that are no pieces."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from shapely import Polygon, box, intersection

from tableassist.pieces import (
    Mast,
    MountKind,
    OutlinePart,
    PartKind,
    PieceKind,
    PieceModel,
    Point,
    Sail,
    SailPlane,
    Segment,
    TagMount,
)
from tableassist.studio.staging.staged_table import (
    RAISED,
    ClutterKind,
    StagedClutter,
    StagedPiece,
    place_mount,
    standing_mounts,
)
from tableassist.studio.surfaces.faces import (
    Colour,
    Face,
    FleetColours,
    Placement,
    Prism,
    Skin,
    Solid,
    fleet_colours,
    rectangle,
    rotation_xyz,
    solid_prism,
    tag_card,
)
from tableassist.studio.surfaces.skins import (
    TEXELS_PER_MM,
    as_image,
    card_skin,
    deck_skin,
    origin_texel,
    printed_skin,
    sail_skin,
)
from tableassist.vision.camera.frame import Image

_TIMBER: Colour = (58.0, 84.0, 112.0)
_IRON: Colour = (92.0, 94.0, 98.0)
_STONE: Colour = (142.0, 154.0, 162.0)
_ARMOUR: Colour = (66.0, 98.0, 70.0)
_OAR_MM, _BETWEEN_OARS_MM = 1.1, 3.4


def part_solids(model: PieceModel, placement: Placement, colours: FleetColours) -> list[Solid]:
    return [solid for part in model.parts for solid in _solids(part, placement, colours)]


def _solids(part: OutlinePart, placement: Placement, colours: FleetColours) -> Iterator[Solid]:
    colour = _colour(part.kind, colours)
    if part.kind is PartKind.OARS:
        for blade in _oars(part.outline):
            prism = Prism(blade, part.head_mm - 1.0, part.head_mm)
            yield solid_prism(prism, placement, side=colour, top=colour)
    elif part.kind in (PartKind.PANEL, PartKind.BODY):
        yield from rounded_solids(part.outline, part.foot_mm, part.head_mm, placement, colour)
    else:
        yield solid_prism(Prism(part.outline, part.foot_mm, part.head_mm), placement, side=colour, top=colour)


def _colour(kind: PartKind, colours: FleetColours) -> Colour:
    return {
        PartKind.OUTRIGGER: colours.hull,
        PartKind.PANEL: _ARMOUR,
        PartKind.ARM: _IRON,
        PartKind.BODY: colours.hull,
        PartKind.WALL: _STONE,
        PartKind.TOWER: _STONE,
    }.get(kind, _TIMBER)


def _oars(outline: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """A panel of oars is a row of thin blades athwart the keel."""
    panel = Polygon(outline)
    left, low, right, high = panel.bounds
    for x in np.arange(left, right - _OAR_MM + 1e-6, _BETWEEN_OARS_MM).tolist():
        blade = intersection(panel, box(x, low, x + _OAR_MM, high))
        if isinstance(blade, Polygon) and not blade.is_empty:
            ring = [(px, py) for px, py in blade.exterior.coords[:-1]]
            yield tuple(ring if blade.exterior.is_ccw else ring[::-1])


def rounded_solids(
    outline: Sequence[Point], foot_mm: float, head_mm: float, placement: Placement, colour: Colour
) -> Iterator[Solid]:
    """A body that grows narrower upwards, in three steps, each lighter than the one below."""
    flat = np.array(outline)
    middle = flat.mean(axis=0)
    heights = foot_mm + (head_mm - foot_mm) * np.array([0.0, 0.55, 0.85, 1.0])
    for step, share in enumerate((1.0, 0.84, 0.64)):
        ring = [(float(x), float(y)) for x, y in middle + share * (flat - middle)]
        lit = _lit(colour, step)
        prism = Prism(ring, float(heights[step]), float(heights[step + 1]))
        yield solid_prism(prism, placement, side=lit, top=lit)


def _lit(colour: Colour, step: int) -> Colour:
    blue, green, red = (min(255.0, channel * (0.85 + 0.18 * step) + 6.0 * step) for channel in colour)
    return blue, green, red


_HIDE: Colour = (84.0, 104.0, 62.0)
_LIMB: Colour = (96.0, 128.0, 78.0)
_WING_MM = 2.0
_BODY = FleetColours(_HIDE, _HIDE, _HIDE, _HIDE, _HIDE, False)


def creature_solids(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    solids = part_solids(model, placement, _BODY)
    for number, segment in enumerate(model.segments, start=1):
        if staged.stands(number):
            solids.extend(_segment(segment, model.height_mm, placement))
    return solids


def _segment(segment: Segment, base_mm: float, placement: Placement) -> list[Solid]:
    """A round one is a limb that narrows upwards, any other a wing: a sheet at its full height."""
    if segment.radius_mm is None:
        sheet = Prism(segment.ring, segment.top_mm - _WING_MM, segment.top_mm)
        return [solid_prism(sheet, placement, side=_HIDE, top=_LIMB)]
    return list(rounded_solids(segment.ring, base_mm, segment.top_mm, placement, _LIMB))


_FLOOR: Colour = (112.0, 132.0, 146.0)
_POLE: Colour = (58.0, 84.0, 112.0)
_FLOOR_MM, _POLE_MM, _CLOTH_MM = 1.0, 16.0, 7.0


def fort_solids(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    colours = fleet_colours(staged.piece.owner)
    floor = solid_prism(Prism(model.hull, 0.0, _FLOOR_MM), placement, side=_FLOOR, top=_FLOOR)
    flags = [
        solid
        for number, place in enumerate(model.flags[: len(staged.piece.cannons)], start=1)
        if staged.stands(number)
        for solid in _flag(place, model.height_mm, placement, colours.emblem)
    ]
    return [floor, *part_solids(model, placement, colours), *flags]


def _flag(place: Point, wall_mm: float, placement: Placement, cloth: Colour) -> list[Solid]:
    x, y = place
    top = wall_mm + _POLE_MM
    pole = Prism(rectangle(x, y, 0.9, 0.9), 0.0, top)
    sheet = Prism(rectangle(x - _CLOTH_MM / 2.0, y, _CLOTH_MM, 0.5), top - 5.0, top - 0.5)
    return [solid_prism(pole, placement, side=_POLE, top=_POLE), solid_prism(sheet, placement, side=cloth, top=cloth)]


_SAIL_THICKNESS_MM = 0.7
_MAST_WIDTH_MM = 1.3
PRINT_THICKNESS_MM = 0.01
"""A tag that is printed on its island stands no higher than the island."""


def piece_solids(staged: StagedPiece) -> tuple[Solid, ...]:
    carried = [solid for mount in standing_mounts(staged) for solid in _mounted(staged, mount)]
    return (*_body(staged), *carried)


def _body(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    if model.kind is PieceKind.SHIP:
        return _ship(staged)
    if model.kind is PieceKind.FORT:
        return fort_solids(staged)
    card = _card(staged, placement)
    if model.kind is PieceKind.SEA_CREATURE:
        return [card, *creature_solids(staged)]
    return [card, *part_solids(model, placement, fleet_colours(staged.piece.owner))]


def _card(staged: StagedPiece, placement: Placement) -> Solid:
    piece, model = staged.piece, staged.piece.model
    if piece.is_printed:
        image = printed_skin(model, piece.mounts)
    else:
        image = card_skin(model.kind, model.hull, piece.id, model.edge_numbers)
    skin = Skin(image, _raised(placement, model.height_mm), TEXELS_PER_MM, origin_texel(model.hull))
    side: Colour = (150.0, 172.0, 184.0)
    return solid_prism(Prism(model.hull, 0.0, model.height_mm), placement, side=side, top=side, top_skin=skin)


def _ship(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    colours = staged.colours or fleet_colours(staged.piece.owner)
    image = deck_skin(model.hull, colours.deck, colours.rail)
    deck = Skin(image, _raised(placement, model.height_mm), TEXELS_PER_MM, origin_texel(model.hull))
    hull = Prism(model.hull, 0.0, model.height_mm)
    solids = [solid_prism(hull, placement, side=colours.hull, top=colours.deck, top_skin=deck)]
    solids.extend(part_solids(model, placement, colours))
    for number, mast in enumerate(model.masts, start=1):
        if staged.stands(number):
            solids.extend(_mast(mast, model.height_mm, staged.mat_from_rig, colours))
    solids.extend(_bowsprit(model, placement))
    return solids


def _mast(mast: Mast, deck_mm: float, placement: Placement, colours: FleetColours) -> list[Solid]:
    outline = rectangle(mast.x_mm, mast.y_mm, _MAST_WIDTH_MM, _MAST_WIDTH_MM)
    pole = solid_prism(Prism(outline, deck_mm, mast.top_mm), placement, side=_TIMBER, top=_TIMBER)
    return [pole] if mast.sail is None else [pole, _sail(mast, mast.sail, placement, colours)]


def _sail(mast: Mast, sail: Sail, placement: Placement, colours: FleetColours) -> Solid:
    """A thin upright board, printed on both sides."""
    if sail.plane is SailPlane.DIAGONAL:
        turned = placement.then(Placement(rotation_xyz(0.0, 0.0, math.pi / 4), np.array([mast.x_mm, mast.y_mm, 0.0])))
        along = replace(sail, plane=SailPlane.FORE_AND_AFT)
        return _sail(replace(mast, x_mm=0.0, y_mm=0.0, sail=along), along, turned, colours)
    athwart = sail.plane is SailPlane.ATHWART
    long, across = (_SAIL_THICKNESS_MM, sail.width_mm) if athwart else (sail.width_mm, _SAIL_THICKNESS_MM)
    prism = Prism(rectangle(mast.x_mm, mast.y_mm, long, across), sail.foot_mm, sail.head_mm)
    board = solid_prism(prism, placement, side=colours.cloth, top=colours.cloth)
    drop = sail.head_mm - sail.foot_mm
    image = sail_skin(sail.width_mm, drop, colours.cloth, colours.emblem, colours.cross, battened=sail.battened)
    wide_sides = (1, 3) if athwart else (0, 2)
    faces = [_printed(face, image) if i in wide_sides else face for i, face in enumerate(board.faces)]
    return Solid(tuple(faces))


def _printed(face: Face, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Face:
    """The picture stretched over an upright face: its points run low, low, high, high."""
    low, along, top = face.points[0], face.points[1], face.points[3]
    right = (along - low) / np.linalg.norm(along - low)
    up = (top - low) / np.linalg.norm(top - low)
    turn = np.column_stack([right, up, np.cross(right, up)])
    foot = (0.0, image.shape[0] - 1.0)
    return Face(face.points, face.colour, Skin(image, Placement(turn, low), TEXELS_PER_MM, foot))


def _bowsprit(model: PieceModel, placement: Placement) -> list[Solid]:
    if len(model.bowsprit) < 2:
        return []
    (x0, y0), (x1, y1) = model.bowsprit[0], model.bowsprit[-1]
    length = float(np.hypot(x1 - x0, y1 - y0))
    if length < 0.5:
        return []
    turn = np.array([[x1 - x0, y0 - y1, 0.0], [y1 - y0, x1 - x0, 0.0], [0.0, 0.0, length]]) / length
    along = placement.then(Placement(turn, np.array([x0, y0, model.height_mm])))
    spar = Prism(rectangle(length / 2.0, 0.0, length, 1.0), 0.2, 1.2)
    return [solid_prism(spar, along, side=_TIMBER, top=_TIMBER)]


def _mounted(staged: StagedPiece, mount: TagMount) -> list[Solid]:
    thickness = 0.8 if mount.kind in RAISED else PRINT_THICKNESS_MM if staged.piece.is_printed else 0.2
    tag, printed = place_mount(staged, mount), dict(staged.printed).get(mount.tag)
    if printed is None:
        card = tag_card(tag, thickness_mm=thickness)
    else:
        card = printed.placed(tag.mat_from_tag, thickness_mm=thickness)
    if mount.kind is not MountKind.FLAG:
        return [card]
    outline = rectangle(mount.x_mm, mount.y_mm, 1.2, 1.2)
    staff = Prism(outline, min(staged.piece.model.height_mm, mount.z_mm - 1.0), mount.z_mm - 0.8)
    return [solid_prism(staff, staged.mat_from_mount(mount), side=_TIMBER, top=_TIMBER), card]


def _raised(placement: Placement, height_mm: float) -> Placement:
    return placement.then(Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))


_IVORY: Colour = (206.0, 226.0, 234.0)
_CLAY: Colour = (96.0, 120.0, 58.0)
_COFFEE: Colour = (22.0, 38.0, 62.0)


def clutter_solids(clutter: StagedClutter) -> tuple[Solid, ...]:
    placement = clutter.mat_from_clutter
    if clutter.kind is ClutterKind.DIE:
        return (_die(placement),)
    if clutter.kind is ClutterKind.CARD:
        return (_clutter_card(placement),)
    return _mug(placement)


def _on_top(image: Image, placement: Placement, height_mm: float) -> Skin:
    raised = placement.then(Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))
    middle = ((image.shape[1] - 1) / 2.0, (image.shape[0] - 1) / 2.0)
    return Skin(image, raised, TEXELS_PER_MM, middle)


def _die(placement: Placement) -> Solid:
    """Twelve millimetres, a five up."""
    side = round(12 * TEXELS_PER_MM)
    rows, columns = np.mgrid[0:side, 0:side] / (side - 1.0)
    face = np.ones((side, side, 1), np.float32) * np.asarray(_IVORY, np.float32)
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
        face[np.hypot(columns - x, rows - y) < 0.1] = (40.0, 36.0, 34.0)
    skin = _on_top(as_image(face), placement, 12.0)
    prism = Prism(rectangle(0.0, 0.0, 12.0, 12.0), 0.0, 12.0)
    return solid_prism(prism, placement, side=_IVORY, top=_IVORY, top_skin=skin)


def _clutter_card(placement: Placement) -> Solid:
    """A playing card face down: a red back with a pale border and lozenges."""
    rows, columns = np.mgrid[0 : round(64 * TEXELS_PER_MM), 0 : round(89 * TEXELS_PER_MM)] / TEXELS_PER_MM
    back = np.ones((*rows.shape, 1), np.float32) * np.array([52.0, 48.0, 138.0], np.float32)
    lozenge = np.abs((rows + columns) % 8.0 - 4.0) + np.abs((rows - columns) % 8.0 - 4.0) < 2.6
    back[lozenge] = (92.0, 92.0, 176.0)
    rim = np.minimum(np.minimum(rows, 64.0 - rows), np.minimum(columns, 89.0 - columns)) < 4.0
    back[rim] = (214.0, 226.0, 230.0)
    prism = Prism(rectangle(0.0, 0.0, 89.0, 64.0), 0.0, 0.4)
    skin = _on_top(as_image(back), placement, 0.4)
    return solid_prism(prism, placement, side=_IVORY, top=_IVORY, top_skin=skin, casts_shadow=False)


def _ring(radius_mm: float, count: int = 36) -> list[tuple[float, float]]:
    turns = [2.0 * math.pi * i / count for i in range(count)]
    return [(radius_mm * math.cos(a), radius_mm * math.sin(a)) for a in turns]


def _mug(placement: Placement) -> tuple[Solid, ...]:
    """A mug with coffee; the coffee is painted level with the rim, which nobody can tell from above."""
    body = solid_prism(Prism(_ring(41.0), 0.0, 90.0), placement, side=_CLAY, top=_CLAY)
    coffee = solid_prism(Prism(_ring(36.5), 90.0, 90.05), placement, side=_COFFEE, top=_COFFEE, casts_shadow=False)
    handle = Prism(rectangle(52.0, 0.0, 26.0, 11.0), 22.0, 74.0)
    return solid_prism(handle, placement, side=_CLAY, top=_CLAY), body, coffee
