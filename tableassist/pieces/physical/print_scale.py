"""Apply the scale of the print to a piece.

A print at 97 % makes every tag smaller, and every staff that was cut out of it shorter. A printed island shrinks as a
whole: outline, edge numbers, tags and their places, by the same share.
"""

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np

from tableassist.pieces.model import MountKind, PieceModel, SuggestedMount
from tableassist.pieces.physical.outline import PieceOutline
from tableassist.pieces.piece import Piece, TagMount

Mount = TypeVar("Mount", TagMount, SuggestedMount)


def scale_piece(piece: Piece, scale: float, sigma: float) -> Piece:
    """Return the piece as it came out of the printer. `sigma`: one standard deviation of `scale`, as a share."""
    if not piece.is_printed:
        if scale == 1.0:
            return piece
        suggested = tuple(replace(mount, size_mm=mount.size_mm * scale) for mount in piece.model.suggested_mounts)
        mounts = tuple(_shrink_tag(mount, piece, scale) for mount in piece.mounts)
        return replace(piece, mounts=mounts, model=replace(piece.model, suggested_mounts=suggested))
    if scale == 1.0 and sigma == 0.0:
        return piece
    mounts = tuple(_scale_mount(mount, scale, sigma) for mount in piece.mounts)
    return replace(piece, mounts=mounts, model=_scale_model(piece.model, scale, sigma))


def _shrink_tag(mount: TagMount, piece: Piece, scale: float) -> TagMount:
    """The tag at its printed size. A flag that was never measured stands on a printed staff from the deck up; one that
    was measured on the jig (it has a pivot) is as high as it was found."""
    z_mm = mount.z_mm
    if mount.kind is MountKind.FLAG and mount.pivot_x_mm is None:
        deck_mm = piece.model.height_mm
        z_mm = deck_mm + (z_mm - deck_mm) * scale
    return replace(mount, size_mm=mount.size_mm * scale, z_mm=z_mm)


def unscale_mount(mount: TagMount, piece: Piece, scale: float) -> TagMount:
    """Return a mount, measured on the real piece, as the table file has it: as it was sent to the printer."""
    nominal = replace(mount, size_mm=mount.size_mm / scale)
    return replace(nominal, x_mm=mount.x_mm / scale, y_mm=mount.y_mm / scale) if piece.is_printed else nominal


def unscale_outline(outline: PieceOutline, piece: Piece, scale: float) -> PieceOutline:
    """Return an outline, measured on the real piece, as the table file has it: as it was sent to the printer."""
    if not piece.is_printed:
        return outline
    return replace(outline, hull=tuple((x / scale, y / scale) for x, y in outline.hull))


def _scale_model(model: PieceModel, scale: float, sigma: float) -> PieceModel:
    """The piece is placed by its tags, which lie round its middle. A share `sigma` of wrong scale therefore moves the
    rim by `sigma` times its distance from the middle; half the longer side stands for that distance. Card is as thick
    as it is: heights do not scale. An outline that was measured on the table owes nothing to the print's scale."""
    half_mm = float(np.ptp(np.array(model.hull), axis=0).max()) * scale / 2
    return replace(
        model,
        hull=tuple((x * scale, y * scale) for x, y in model.hull),
        edge_numbers=tuple(
            replace(edge, x_mm=edge.x_mm * scale, y_mm=edge.y_mm * scale) for edge in model.edge_numbers
        ),
        suggested_mounts=tuple(_scale_mount(mount, scale, sigma) for mount in model.suggested_mounts),
        cut_line=tuple((x * scale, y * scale) for x, y in model.cut_line),
        sigma_mm=model.sigma_mm if model.cut_line else math.hypot(model.sigma_mm, sigma * half_mm),
    )


def _scale_mount(mount: Mount, scale: float, sigma: float) -> Mount:
    away_mm = math.hypot(mount.x_mm, mount.y_mm) * scale
    return replace(
        mount,
        size_mm=mount.size_mm * scale,
        x_mm=mount.x_mm * scale,
        y_mm=mount.y_mm * scale,
        sigma_xy_mm=math.hypot(mount.sigma_xy_mm, sigma * away_mm),
    )
