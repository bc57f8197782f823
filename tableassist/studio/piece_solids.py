"""The solids of one staged piece: hull, masts, sails, staffs and tag cards."""

import zlib
from dataclasses import dataclass

import numpy as np

from tableassist.pieces.model import Mast, PieceKind, PieceModel, Sail, SailPlane
from tableassist.pieces.piece import MountKind, TagMount
from tableassist.studio.card_skins import TEXELS_PER_MM, card_skin, deck_skin, origin_texel, sail_skin
from tableassist.studio.placed_tags import place_mount, standing_mounts
from tableassist.studio.solids import Colour, Face, Prism, Skin, Solid, rectangle, solid_prism, tag_card
from tableassist.studio.staged_table import Placement, StagedPiece

_SAIL_THICKNESS_MM = 0.7
_MAST_WIDTH_MM = 1.3
_TIMBER: Colour = (58.0, 84.0, 112.0)


@dataclass(frozen=True, slots=True)
class FleetColours:
    hull: Colour
    deck: Colour
    rail: Colour
    cloth: Colour
    emblem: Colour
    cross: bool


_FLEETS = {
    "english": FleetColours(
        (52.0, 58.0, 150.0),
        (112.0, 160.0, 196.0),
        (46.0, 50.0, 168.0),
        (226.0, 234.0, 238.0),
        (48.0, 44.0, 190.0),
        True,
    ),
    "pirates": FleetColours(
        (40.0, 42.0, 46.0), (74.0, 100.0, 130.0), (30.0, 30.0, 34.0), (58.0, 54.0, 56.0), (214.0, 222.0, 226.0), False
    ),
}
_OTHER_HULLS: tuple[Colour, ...] = (
    (150.0, 92.0, 40.0),
    (60.0, 130.0, 70.0),
    (40.0, 150.0, 200.0),
    (140.0, 60.0, 120.0),
)


def fleet_colours(owner: str | None) -> FleetColours:
    """The two fleets of the demo by name; any other owner gets one of four hulls, always the same."""
    known = _FLEETS.get((owner or "").lower().removesuffix("s")) or _FLEETS.get((owner or "").lower())
    if known is not None:
        return known
    hull = _OTHER_HULLS[zlib.crc32((owner or "").encode()) % len(_OTHER_HULLS)]
    return FleetColours(hull, (120.0, 168.0, 198.0), hull, (214.0, 226.0, 232.0), hull, False)


def piece_solids(staged: StagedPiece) -> tuple[Solid, ...]:
    placement, model = staged.mat_from_piece, staged.piece.model
    body = _ship(staged) if model.kind is PieceKind.SHIP else [_card(model, staged.piece.id, placement)]
    carried = [solid for mount in standing_mounts(staged) for solid in _mounted(mount, model, placement)]
    return (*body, *carried)


def _card(model: PieceModel, name: str, placement: Placement) -> Solid:
    image = card_skin(model.kind, model.hull, name)
    skin = Skin(image, _raised(placement, model.height_mm), TEXELS_PER_MM, origin_texel(model.hull))
    side: Colour = (150.0, 172.0, 184.0)
    return solid_prism(Prism(model.hull, 0.0, model.height_mm), placement, side=side, top=side, top_skin=skin)


def _ship(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    colours = fleet_colours(staged.piece.owner)
    image = deck_skin(model.hull, colours.deck, colours.rail)
    deck = Skin(image, _raised(placement, model.height_mm), TEXELS_PER_MM, origin_texel(model.hull))
    hull = Prism(model.hull, 0.0, model.height_mm)
    solids = [solid_prism(hull, placement, side=colours.hull, top=colours.deck, top_skin=deck)]
    for number, mast in enumerate(model.masts, start=1):
        if staged.stands(number):
            solids.extend(_mast(mast, model.height_mm, placement, colours))
    solids.extend(_bowsprit(model, placement))
    return solids


def _mast(mast: Mast, deck_mm: float, placement: Placement, colours: FleetColours) -> list[Solid]:
    outline = rectangle(mast.x_mm, mast.y_mm, _MAST_WIDTH_MM, _MAST_WIDTH_MM)
    pole = solid_prism(Prism(outline, deck_mm, mast.top_mm), placement, side=_TIMBER, top=_TIMBER)
    return [pole] if mast.sail is None else [pole, _sail(mast, mast.sail, placement, colours)]


def _sail(mast: Mast, sail: Sail, placement: Placement, colours: FleetColours) -> Solid:
    """A thin upright board, printed on both sides."""
    athwart = sail.plane is SailPlane.ATHWART
    along, across = (_SAIL_THICKNESS_MM, sail.width_mm) if athwart else (sail.width_mm, _SAIL_THICKNESS_MM)
    prism = Prism(rectangle(mast.x_mm, mast.y_mm, along, across), sail.foot_mm, sail.head_mm)
    board = solid_prism(prism, placement, side=colours.cloth, top=colours.cloth)
    image = sail_skin(sail.width_mm, sail.head_mm - sail.foot_mm, colours.cloth, colours.emblem, colours.cross)
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


def _mounted(mount: TagMount, model: PieceModel, placement: Placement) -> list[Solid]:
    raised = mount.kind in (MountKind.FLAG, MountKind.MASTHEAD)
    card = tag_card(place_mount(mount, placement), thickness_mm=0.8 if raised else 0.2)
    if mount.kind is not MountKind.FLAG:
        return [card]
    outline = rectangle(mount.x_mm, mount.y_mm, 1.2, 1.2)
    staff = Prism(outline, model.height_mm, mount.z_mm - 0.8)
    return [solid_prism(staff, placement, side=_TIMBER, top=_TIMBER), card]


def _raised(placement: Placement, height_mm: float) -> Placement:
    return placement.then(Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))
