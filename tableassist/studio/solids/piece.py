"""The solids of one staged piece: hull, masts, sails, staffs and tag cards."""

import math
from dataclasses import replace

import numpy as np

from tableassist.pieces.model import Mast, PieceKind, PieceModel, Sail, SailPlane
from tableassist.pieces.piece import MountKind, TagMount
from tableassist.studio.solids.creature import creature_solids
from tableassist.studio.solids.fort import fort_solids
from tableassist.studio.solids.parts import part_solids
from tableassist.studio.staging.placed_tags import place_mount, standing_mounts
from tableassist.studio.staging.staged_table import RAISED, StagedPiece
from tableassist.studio.surfaces.card_skins import TEXELS_PER_MM, card_skin, deck_skin, origin_texel, sail_skin
from tableassist.studio.surfaces.faces import Colour, Face, Prism, Skin, Solid, rectangle, solid_prism, tag_card
from tableassist.studio.surfaces.fleet_colours import FleetColours, fleet_colours
from tableassist.studio.surfaces.placement import Placement, rotation_xyz
from tableassist.studio.surfaces.printed_skins import printed_skin

_SAIL_THICKNESS_MM = 0.7
_MAST_WIDTH_MM = 1.3
PRINT_THICKNESS_MM = 0.01
"""A tag that is printed on its island stands no higher than the island."""
_TIMBER: Colour = (58.0, 84.0, 112.0)


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
